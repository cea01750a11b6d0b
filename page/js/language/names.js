// What games, cells, levels and outcomes are called.
/** @import { NamedGame, PageGame } from "../page-game.js" */
import { other } from "#readers/kit.js";
import { boxSize, hasOwnLines, isHex } from "../board/places.js";
import { capitalize, translate, translateChoice } from "./translate.js";

/** By the value of an outcome, the key of its name, which is also its class in the style. */
export const OUTCOMES = { 1: "win", 0: "draw", "-1": "loss" };

/**
 * Return the name of a table's game, such as "4 in a row, 4 × 5, stones fall".
 *
 * @param {NamedGame} table
 */
export function gameTitle(table) {
  const { rows, cols, misere, gravity, breaker } = table.game;
  const parts = [shortTitle(table)];
  if (!hasNineCells(table)) {
    parts.push(`${rows} × ${cols}`);
  }
  if (misere) {
    parts.push(translate("misere"));
  }
  if (gravity) {
    parts.push(translate("gravity"));
  }
  if (breaker) {
    parts.push(translate("breaker"));
  }
  return parts.join(", ");
}

function shortTitle(table) {
  if (isTicTacToe(table)) {
    return translate("title");
  }
  const surface = surfaceOf(table);
  if (surface) {
    return `${translate(surface.name)}: ${translate("inARow", { k: surface.k })}`;
  }
  if (table.name) {
    return capitalize(table.name);
  }
  return translate("inARow", { k: table.game.k });
}

function hasNineCells({ game: { rows, cols } }) {
  return rows === 3 && cols === 3;
}

/**
 * Return whether a table is that of tic-tac-toe itself.
 *
 * @param {NamedGame} table
 */
export function isTicTacToe(table) {
  const { k, misere, gravity, breaker } = table.game;
  return hasNineCells(table) && k === 3 && !misere && !gravity && !breaker;
}

/** The surface that a game of lines lies on, and how many in a row it takes there, if it does. */
function surfaceOf({ name }) {
  const match = /^(cylinder|mobius|torus|klein)-k(\d+)$/.exec(name);
  return match ? { name: match[1], k: match[2] } : undefined;
}

/**
 * Return the rules of a table's game in a few sentences; none for tic-tac-toe.
 *
 * @param {PageGame} table
 */
export function gameRules(table) {
  const rules = rulesWithXFirst(table);
  // The player who moves first is X in the texts, and the Maker where there is one.
  return table.first === "X" ? rules : rules.replace(/\b[XO]\b/g, other);
}

function rulesWithXFirst(table) {
  const { game } = table;
  if (isTicTacToe(table)) {
    return "";
  }
  if (isHex(table) && !game.misere) {
    return translate("hex");
  }
  const sentences = [translate(endingKey(game), { goal: goalOf(table) })];
  if (surfaceOf(table)) {
    sentences.push(translate("linesGoOn"));
  }
  if (game.gravity) {
    sentences.push(`${capitalize(translate("gravity"))}.`);
  }
  return sentences.join(" ");
}

/** What a player does to end the game. */
function goalOf(table) {
  const { name, lines, oLines, game } = table;
  if (!name) {
    return translate("getRow", { k: game.k });
  }
  if (hasOwnLines(table)) {
    return translate("fillOwnLine", { x: lines.length, o: oLines.length });
  }
  return translate("fillLine", { lines: lines.length });
}

/** The key of the text that says how a game ends. */
function endingKey({ misere, breaker }) {
  if (breaker) {
    return misere ? "avoider" : "maker";
  }
  return misere ? "loses" : "wins";
}

/** Return where a cell is, such as "top left" or "row 2, column 4". */
export function cellName(cell, table) {
  const { rows, cols, gravity } = table.game;
  const [layers, rowsOfLayer, colsOfLayer] = boxSize(table);
  if (layers > 1) {
    return translate("layerCell", {
      layer: Math.floor(cell / (rowsOfLayer * colsOfLayer)) + 1,
      row: (Math.floor(cell / colsOfLayer) % rowsOfLayer) + 1,
      column: (cell % colsOfLayer) + 1,
    });
  }
  if (hasNineCells(table) && !gravity) {
    return translateChoice("cellNames", cell);
  }
  const row = Math.floor(cell / cols);
  const column = (cell % cols) + 1;
  if (gravity) {
    return translate("gravityCell", { column, height: rows - row });
  }
  return translate("rowCell", { row: row + 1, column });
}

/** Return where a stone goes that is put on a cell, as a sentence says it. */
export function cellGoal(cell, table) {
  if (hasNineCells(table) && !table.game.gravity) {
    return translateChoice("cellGoals", cell);
  }
  return translate("otherGoal", { place: cellName(cell, table) });
}

/** Return the name of a level: its own, or for a number how many moves it sees. */
export function levelName(level) {
  return /^\d$/.test(level) ? translate("exactLevel", { level }) : translate(level);
}
