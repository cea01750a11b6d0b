// A matchbox and its beads, drawn and in words.
import { drawing, svgElement } from "../elements.js";
import { WORD } from "../names.js";
import { placesOf } from "../places.js";
import { pick, say } from "../say.js";

/** A bead; what it leads to, where that is shown, is told by its shape as well as its colour. */
const bead = (colour, value, x, y, r) => {
  const look = { class: `bead bead${colour} ${WORD[value]}` };
  if (value === 0) return svgElement("rect", { ...look, x: x - r, y: y - r, width: 2 * r, height: 2 * r });
  if (value === -1) return svgElement("path", { ...look, d: `M${x} ${y - r}l${r} ${2 * r}h${-2 * r}z` });
  return svgElement("circle", { ...look, cx: x, cy: y, r });
};

/**
 * What is seen of a box: `beads` by cell, `colour` the bead's colour of a cell, `leads` what its bead
 * leads to, `chosen` the cell whose bead was drawn, with numbers where it is `large`.
 */
export const boxParts = (table, board, beads, { leads, large, chosen, colour = (cell) => cell }) => {
  const all = [...beads.values()].reduce((sum, one) => sum + one, 0) || 1;
  const places = placesOf(table);
  const parts = [...beads].flatMap(([at, number]) => {
    const [x, y] = places.at[at];
    const r = 8 + (large ? 20 : 34) * Math.sqrt(number / all);
    return [
      ...(number ? [bead(colour(at), leads?.(board, at), x + 50, y + (large ? 34 : 50), r)] : []),
      ...(chosen === at ? [svgElement("rect", { class: "ring", x: x + 3, y: y + 3, width: 94, height: 94, rx: 14 })] : []),
      ...(large ? [svgElement("text", { x: x + 50, y: y + 90 }, number)] : []),
    ];
  });
  return [svgElement("rect", { class: "frame", width: 300, height: 300, rx: 24 }), ...drawing(board, places), ...parts];
};

/** What lies in a box, in words. */
export const contents = (board, beads, leads) => {
  const stones = [...board].flatMap((mark, cell) => (mark === "." ? [] : `${mark} ${pick("places", cell)}`));
  const lying = [...beads].map(([cell, count]) =>
    `${pick("places", cell)} ${count}${leads ? ` (${say(WORD[leads(board, cell)])})` : ""}`);
  return say("boxHolds", { board: stones.join(", ") || say("empty"), beads: lying.join(", ") });
};
