// The wall of all boxes. Each is drawn anew where its beads have changed.
import { byId, element, followKey, keepOneTabStop, prefersCalm, svgElement } from "../dom.js";
import { runInSlices, whileWanted } from "../slices.js";
import { state } from "../state.js";
import { BOX_FRAME, describeBox, smallBox } from "./box.js";

const FLASH = 600; // milliseconds for which a box whose beads have changed is lit

const wall = byId("wall");

let latestWork; // only the newest drawing goes on

/**
 * Draw the wall, in slices.
 *
 * @param {object} view The `table`; the `machine` whose boxes they are; the `openBoxes`, which are
 *   marked; `isHeld`, which tells whether a box is to be left as it is; and `moveValue`, which
 * returns what a bead leads to, if that is to be shown.
 */
export function drawWall(view) {
  const work = drawing(view);
  latestWork = work;
  runInSlices(whileWanted(work, () => latestWork === work));
}

function* drawing(view) {
  const { machine, openBoxes } = view;
  if (wall.children.length === 0) {
    wall.replaceChildren(...[...machine.boxes.keys()].map(makeButton));
  }
  const openLabels = new Set(openBoxes.map(({ label }) => label));
  for (const [index, button] of [...wall.children].entries()) {
    const label = button.value;
    const counts = [...machine.boxes.get(label).values()];
    const shown = `${counts} ${state.hints} ${document.documentElement.lang}`;
    button.classList.toggle("open", openLabels.has(label));
    if (button.dataset.shown !== shown && !view.isHeld(label)) {
      if (button.dataset.shown && !prefersCalm()) {
        button.animate({ background: ["var(--glow)", "none"] }, FLASH);
      }
      button.dataset.shown = shown;
      drawButton(button, index + 1, view);
      yield;
    }
  }
}

/** A box without its beads; the first one is the wall's stop for the Tab key. */
function makeButton(label, index) {
  return element(
    "button",
    { type: "button", value: label, tabindex: index === 0 ? 0 : -1, "aria-label": index + 1 },
    svgElement("svg", { ...BOX_FRAME, "aria-hidden": "true" }),
  );
}

function drawButton(button, number, { table, machine, moveValue }) {
  const label = button.value;
  const beads = machine.boxes.get(label);
  button.firstChild.replaceChildren(...smallBox(table, label, beads, moveValue));
  button.ariaLabel = `${number}: ${describeBox(label, beads, moveValue)}`;
}

/** Listen to the person: `open` is called with the label of a box that is pressed. */
export function listenToWall(open) {
  keepOneTabStop(wall);
  wall.addEventListener("keydown", (event) => followKey(event, keyGoals(event.target)));
  wall.addEventListener("click", ({ target }) => {
    const label = target.closest("button")?.value;
    if (label) {
      open(label);
    }
  });
}

/** Where keys lead from a box; there are as many boxes in a row as fit. */
function keyGoals(button) {
  const buttons = wall.children;
  const index = [...buttons].indexOf(button);
  const perRow = getComputedStyle(wall).gridTemplateColumns.split(" ").length;
  return {
    ArrowLeft: buttons[index - 1],
    ArrowRight: buttons[index + 1],
    ArrowUp: buttons[index - perRow],
    ArrowDown: buttons[index + perRow],
    Home: buttons[0],
    End: buttons[buttons.length - 1],
  };
}
