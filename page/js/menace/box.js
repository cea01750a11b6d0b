// A matchbox and its beads, drawn and in words.
import { svgElement } from "../dom.js";
import { boardParts } from "../board/drawing.js";
import { CELL, placesOf } from "../board/places.js";
import { OUTCOMES } from "../language/names.js";
import { translate, translateChoice } from "../language/translate.js";
import { sum } from "../numbers.js";

const SIDE = 3 * CELL;
const SMALLEST_BEAD = 8; // the radius of a bead among infinitely many
const GROWTH = { small: 34, large: 20 }; // how much the radius of a single kind of bead is larger

/** The attributes of the SVG in which a box is drawn. */
export const BOX_FRAME = { viewBox: `-5 -5 ${SIDE + 10} ${SIDE + 10}` };

/** The same for a box with room below it for a bead that drops out of it. */
export const STAGE_FRAME = { viewBox: `-5 -5 ${SIDE + 10} ${SIDE + 70}` };

/**
 * Return the parts of a small box, as on the wall.
 *
 * @param {object} table The table of tic-tac-toe.
 * @param {string} board The board on its label.
 * @param {Map<number, number>} beads How many beads there are for each cell.
 * @param {Function} [moveValue] Returns what a move on a board leads to, if that is to be shown.
 */
export function smallBox(table, board, beads, moveValue) {
  const places = placesOf(table);
  const drawn = drawFrame(board, places);
  for (const [cell, count] of beads) {
    if (count > 0) {
      const radius = beadRadius(count, beads, GROWTH.small);
      const [x, y] = places.corners[cell];
      const centre = [x + CELL / 2, y + CELL / 2];
      drawn.push(drawBead(cell, moveValue?.(board, cell), centre, radius));
    }
  }
  return drawn;
}

/**
 * Return the parts of a large box, in which the beads are counted.
 *
 * @param {object} table The table of tic-tac-toe.
 * @param {object} box Its `board` and `beads`; `drawnCell`, the cell of a bead that was drawn; and
 *   `colourOf`, which returns the cell whose colour a cell's beads have.
 * @param {Function} [moveValue] Returns what a move on a board leads to, if that is to be shown.
 */
export function largeBox(table, { board, beads, drawnCell, colourOf }, moveValue) {
  const places = placesOf(table);
  const drawn = drawFrame(board, places);
  for (const [cell, count] of beads) {
    const [x, y] = places.corners[cell];
    if (count > 0) {
      const radius = beadRadius(count, beads, GROWTH.large);
      const centre = [x + CELL / 2, y + 34];
      drawn.push(drawBead(colourOf(cell), moveValue?.(board, cell), centre, radius));
    }
    if (cell === drawnCell) {
      const size = { width: CELL - 6, height: CELL - 6, rx: 14 };
      drawn.push(svgElement("rect", { class: "ring", x: x + 3, y: y + 3, ...size }));
    }
    drawn.push(svgElement("text", { x: x + CELL / 2, y: y + 90 }, count));
  }
  return drawn;
}

/** Return the bead that was drawn from a large box, below it. */
export function droppedBead({ board, drawnCell, colourOf }, moveValue) {
  const value = moveValue?.(board, drawnCell);
  const bead = drawBead(colourOf(drawnCell), value, [SIDE / 2, SIDE + 32], 26);
  return svgElement("g", { class: "drop" }, bead);
}

function drawFrame(board, places) {
  const frame = svgElement("rect", { class: "frame", width: SIDE, height: SIDE, rx: 24 });
  return [frame, ...boardParts(board, places)];
}

function beadRadius(count, beads, growth) {
  const share = count / sum([...beads.values()]);
  return SMALLEST_BEAD + growth * Math.sqrt(share);
}

/** A bead; where its outcome is shown its shape tells it as well as its colour. */
function drawBead(colour, value, centre, radius) {
  const [x, y] = centre;
  const names = `bead bead${colour}`;
  const side = 2 * radius;
  if (value === undefined) {
    return svgElement("circle", { class: names, cx: x, cy: y, r: radius });
  }
  const look = { class: `${names} ${OUTCOMES[value]}` };
  if (value === 0) {
    return svgElement("rect", { ...look, x: x - radius, y: y - radius, width: side, height: side });
  }
  if (value === -1) {
    return svgElement("path", { ...look, d: `M${x} ${y - radius}l${radius} ${side}h${-side}z` });
  }
  return svgElement("circle", { ...look, cx: x, cy: y, r: radius });
}

/** Return what is in a box in words. */
export function describeBox(board, beads, moveValue) {
  const stones = [...board].flatMap((mark, cell) =>
    mark === "." ? [] : [`${mark} ${translateChoice("cellNames", cell)}`],
  );
  const counts = [...beads].map(([cell, count]) => {
    const place = `${translateChoice("cellNames", cell)} ${count}`;
    return moveValue ? `${place} (${translate(OUTCOMES[moveValue(board, cell)])})` : place;
  });
  return translate("boxHolds", {
    board: stones.join(", ") || translate("empty"),
    beads: counts.join(", "),
  });
}
