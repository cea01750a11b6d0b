// A matchbox and its beads, drawn and in words.
import { stone, svgElement } from "../elements.js";
import { WORD } from "../names.js";
import { pick, say } from "../say.js";

/** A bead; what it leads to, where that is shown, is told by its shape as well as its colour. */
const bead = (colour, value, x, y, r) => {
  const look = { class: `bead bead${colour} ${value === undefined ? "" : WORD[value]}` };
  if (value === 0)
    return svgElement("rect", { ...look, x: x - r * 0.9, y: y - r * 0.9, width: r * 1.8, height: r * 1.8 });
  if (value === -1)
    return svgElement("path", { ...look, d: `M${x} ${y - r}L${x + r} ${y + r * 0.8}H${x - r}Z` });
  return svgElement("circle", { ...look, cx: x, cy: y, r });
};

/**
 * Draw a box: `beads` by cell, `colour` the bead's colour of a cell, `leads` what its bead leads to,
 * `chosen` the cell whose bead was drawn, with numbers where it is `large`.
 */
export const drawBox = (goal, board, beads, { leads, large, chosen, colour = (cell) => cell }) => {
  const all = [...beads.values()].reduce((sum, one) => sum + one, 0) || 1;
  const parts = [
    svgElement("rect", { class: "frame", width: 300, height: 300, rx: 24 }),
    svgElement("path", { class: "lattice", d: "M100 12V288M200 12V288M12 100H288M12 200H288" }),
  ];
  [...board].forEach((mark, at) => {
    const [x, y] = [100 * (at % 3), 100 * Math.floor(at / 3)];
    if (mark !== ".") parts.push(stone(mark, { x, y, width: 100, height: 100 }));
    const number = beads.get(at);
    if (number === undefined) return;
    const r = 8 + (large ? 20 : 34) * Math.sqrt(number / all);
    if (number) parts.push(bead(colour(at), leads?.(board, at), x + 50, y + (large ? 34 : 50), r));
    if (chosen === at)
      parts.push(svgElement("rect", { class: "ring", x: x + 3, y: y + 3, width: 94, height: 94, rx: 14 }));
    if (large) parts.push(svgElement("text", { x: x + 50, y: y + 90 }, number));
  });
  goal.replaceChildren(...parts);
};

/** What lies in a box, in words. */
export const contents = (board, beads, leads) => {
  const stones = [...board]
    .map((mark, cell) => mark !== "." && `${mark} ${pick("places", cell)}`)
    .filter(Boolean);
  const lying = [...beads].map(
    ([cell, count]) =>
      `${pick("places", cell)} ${count}${leads ? ` (${say(WORD[leads(board, cell)])})` : ""}`,
  );
  return say("boxHolds", { board: stones.join(", ") || say("empty"), beads: lying.join(", ") });
};
