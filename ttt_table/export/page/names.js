// What games, cells and outcomes are called.
import { other } from "../../../readers/js/kit.js";
import { boxOf, isHex } from "./places.js";
import { capital, pick, say } from "./say.js";

export const WORD = { 1: "win", 0: "draw", "-1": "loss" };

/** The surface that a game lies on, and how many in a row it takes there; and whether it is tic-tac-toe. */
const kindOf = ({ name, game: { rows, cols, k, misere, gravity, breaker } }) => {
  const [, surface, inRow] = /^(cylinder|mobius|torus|klein)-k(\d+)$/.exec(name) ?? [];
  const small = rows === 3 && cols === 3;
  return { surface, inRow, small, plain: small && k === 3 && !misere && !gravity && !breaker };
};

export const titleOf = (table) => {
  const { name, game: { rows, cols, k, misere, gravity, breaker } } = table;
  const { surface, inRow, small, plain } = kindOf(table);
  const goal = name && !surface ? capital(name) : say("inARow", { k: inRow ?? k });
  return [
    plain ? say("title") : surface ? `${say(surface)}: ${goal}` : goal,
    !small && `${rows} × ${cols}`,
    misere && say("misere"),
    gravity && say("falls"),
    breaker && say("breaker"),
  ]
    .filter(Boolean)
    .join(", ");
};

/** What there is to know of a game beyond three in a row on nine cells; whoever moves first is the Maker. */
export const rulesOf = (table) => {
  const words = rulesForX(table);
  return table.first === "X" ? words : words.replace(/\b[XO]\b/g, other);
};

const rulesForX = (table) => {
  const { name, lines, game: { k, misere, gravity, breaker } } = table;
  const { surface, plain } = kindOf(table);
  if (plain) return "";
  if (isHex(table) && breaker && !misere) return say("hex");
  const goal = name ? say("fillLine", { lines: lines.length }) : say("getRow", { k });
  const ends = breaker ? (misere ? "avoider" : "maker") : misere ? "loses" : "wins";
  return [say(ends, { goal }), surface && say("glued"), gravity && capital(say("falls")) + "."]
    .filter(Boolean)
    .join(" ");
};

/** Where a cell is, as one says it. */
export const placeOf = (cell, table) => {
  const { rows, cols, gravity } = table.game;
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  const [layers, deep, wide] = boxOf(table);
  if (layers > 1) {
    const [layer, line] = [Math.floor(cell / deep / wide) + 1, (Math.floor(cell / wide) % deep) + 1];
    return say("layerPlace", { layer, row: line, column: (cell % wide) + 1 });
  }
  if (rows === 3 && cols === 3 && !gravity) return pick("places", cell);
  if (gravity) return say("columnHeight", { column: col + 1, height: rows - row });
  return say("rowColumn", { row: row + 1, column: col + 1 });
};

export const levelName = (level) => (/^\d$/.test(level) ? say("sees", { level }) : say(level));
