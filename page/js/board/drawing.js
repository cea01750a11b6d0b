// Boards as SVG, to be looked at and not to be played on.
import { svgElement } from "../dom.js";
import { CELL, latticePath, placesOf } from "./places.js";

const LATTICE_MARGIN = 6;

/** Return a stone that fills the element it is put into. */
export function stone(mark) {
  const use = svgElement("use", { href: `#${mark}` });
  return svgElement("svg", { class: `stone ${mark}`, "aria-hidden": "true" }, use);
}

/**
 * Return the lattice and the stones of a board as elements, in the units of its places.
 *
 * @param {string} board The board.
 * @param {object} places Where its cells are.
 * @param {number[]} [newCells] The cells whose stones are in full ink; without it all are.
 */
export function boardParts(board, places, newCells) {
  const lattice = svgElement("path", {
    class: "lattice",
    d: latticePath(places, LATTICE_MARGIN),
  });
  const parts = [lattice];
  for (const [cell, mark] of [...board].entries()) {
    if (mark === ".") {
      continue;
    }
    const isOld = newCells !== undefined && !newCells.includes(cell);
    const [x, y] = places.corners[cell];
    parts.push(
      svgElement("use", {
        href: `#${mark}`,
        class: isOld ? `stone ${mark} old` : `stone ${mark}`,
        x,
        y,
        width: CELL,
        height: CELL,
      }),
    );
  }
  return parts;
}

/** Return a small picture of a board. */
export function miniature(board, table, newCells) {
  const places = placesOf(table);
  const attributes = {
    class: "mini",
    viewBox: `0 0 ${places.width} ${places.height}`,
    "aria-hidden": "true",
  };
  return svgElement("svg", attributes, ...boardParts(board, places, newCells));
}
