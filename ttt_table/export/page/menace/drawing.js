// What is drawn, and what is said of it: stones, and boxes with their beads.
import { stone, svgElement } from "../elements.js";
import { TEXT } from "./texts.js";

/** A bead; what it leads to, where that is shown, is told by its shape as well as its colour. */
const bead = (colour, kind, x, y, r) => {
  const look = { class: `bead bead${colour} ${kind || ""}` };
  if (kind === "draw")
    return svgElement("rect", {
      ...look,
      x: x - r * 0.9,
      y: y - r * 0.9,
      width: r * 1.8,
      height: r * 1.8,
    });
  if (kind === "loss")
    return svgElement("path", { ...look, d: `M${x} ${y - r}L${x + r} ${y + r * 0.8}H${x - r}Z` });
  return svgElement("circle", { ...look, cx: x, cy: y, r });
};

/** The colour of a cell's beads, where a box stands as it is labelled. */
const same = (cell) => cell;

/** A box, small among the others or large with the numbers of its beads. */
export const draw = (goal, board, beads, leads, { large = false, chosen, colour = same } = {}) => {
  const all = [...beads.values()].reduce((sum, one) => sum + one, 0);
  const parts = [
    svgElement("rect", { class: "frame", width: 300, height: 300, rx: 14 }),
    svgElement("path", { class: "cells", d: "M100 8V292M200 8V292M8 100H292M8 200H292" }),
  ];
  [...board].forEach((mark, at) => {
    const [x, y] = [100 * (at % 3), 100 * Math.floor(at / 3)];
    if (mark !== ".") parts.push(stone(mark, { x, y, width: 100, height: 100 }));
    const number = beads.get(at);
    if (number === undefined) return;
    const r = 6 + (large ? 20 : 32) * Math.sqrt(number / all);
    if (number) parts.push(bead(colour(at), leads(board, at), x + 50, y + (large ? 34 : 50), r));
    if (chosen === at) {
      const ring = { class: "ring", x: x + 3, y: y + 3, width: 94, height: 94, rx: 10 };
      parts.push(svgElement("rect", ring));
    }
    if (large) parts.push(svgElement("text", { x: x + 50, y: y + 87 }, number));
  });
  goal.replaceChildren(...parts);
};

/** A box in words. */
export const told = (board, beads, leads, colour = same) => {
  const marks = [...board].map((mark, cell) => [mark, cell]).filter(([mark]) => mark !== ".");
  const each = [...beads].map(([cell, number]) =>
    TEXT.bead(cell, number, TEXT.colours[colour(cell)], leads(board, cell)),
  );
  return TEXT.box(marks.length ? TEXT.stones(marks) : TEXT.empty, each.join("; "));
};
