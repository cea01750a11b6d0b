// The boxes that are shown large beside the board, with their beads as they change.
import { byId, element, svgElement } from "../dom.js";
import { translate } from "../language/translate.js";
import { BOX_FRAME, describeBox, droppedBead, largeBox, STAGE_FRAME } from "./box.js";
import { isTimerSet } from "../state.js";

/**
 * @typedef {object} OpenBox A box that is shown large.
 * @property {string} label The board on its label.
 * @property {string} board The board of the game, which may be turned against the label.
 * @property {Map<number, number>} beads How many beads there are for each cell of that board.
 * @property {number} [drawnCell] The cell of the bead that was drawn.
 * @property {Function} colourOf Returns the cell whose colour a cell's beads have.
 * @property {number} [change] How many beads came or went; undefined until that is shown.
 */

/** Return the box of a label as it is when it is opened. */
export function openBox(machine, label, board, colourOf) {
  return { label, board, beads: machine.beads(board), colourOf };
}

/**
 * Return whether it is still to be shown how the beads of a box change.
 *
 * @param {OpenBox} box
 */
export function isUnchanged(box) {
  return box.change === undefined;
}

/**
 * Draw the open boxes: large the one whose beads change, or from which one was drawn last.
 *
 * @param {OpenBox[]} boxes The open boxes.
 * @param {object} view The `table`; the `machine` whose boxes they are; and `moveValue`, which
 *   returns what a bead leads to, if that is to be shown.
 */
export function drawOpenBoxes(boxes, view) {
  const spotlit = boxes.findLast((box) => !isUnchanged(box)) ?? boxes.at(-1);
  const figures = boxes.map((box) => drawOpenBox(box, box === spotlit, view));
  byId("drawers").replaceChildren(...figures);
}

function drawOpenBox(box, isSpotlit, { table, machine, moveValue }) {
  const { label, beads, change, drawnCell } = box;
  const hasDrop = isSpotlit && drawnCell !== undefined;
  const picture = svgElement(
    "svg",
    {
      ...(isSpotlit ? STAGE_FRAME : BOX_FRAME),
      role: "img",
      "aria-label": describeBox(box.board, beads, moveValue),
    },
    ...largeBox(table, box, moveValue),
    ...(hasDrop ? [droppedBead(box, moveValue)] : []),
  );
  const caption = element("figcaption", {}, boxName(label, machine));
  const figure = element("figure", {}, picture, caption);
  figure.classList.toggle("spotlight", isSpotlit);
  figure.classList.toggle("shaken", isSpotlit && drawnCell === undefined && isTimerSet());
  if (change) {
    figure.classList.toggle("lost", change < 0);
    figure.append(element("b", { class: "change" }, signed(change)));
  }
  return figure;
}

/** Return how the beads of open boxes have changed, in words. */
export function changesInWords(boxes, machine) {
  const changedBoxes = boxes.filter(({ change }) => change);
  const texts = changedBoxes.map(
    ({ label, change }) => `${boxName(label, machine)}: ${signed(change)}`,
  );
  return texts.join(", ");
}

function boxName(label, machine) {
  const number = [...machine.boxes.keys()].indexOf(label) + 1;
  return `${translate("box")} ${number}`;
}

function signed(change) {
  return change > 0 ? `+${change}` : `−${-change}`;
}
