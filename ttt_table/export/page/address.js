// The address of the page: what it names, and what names what is shown.
import { exactLevels, LADDER, LONGEST } from "./play.js";
import { board, looksBack, state } from "./state.js";
import { nameOf } from "./tables.js";

export const DEFAULTS = { first: "X", level: "easy", side: "X" };

/** What an address asks for; of one that is too long, nothing. */
export const wishes = (hash = location.hash) =>
  new URLSearchParams(hash.length > LONGEST ? "" : hash.slice(1));

/** The key of a game by its name; the one in play without one. */
export const findGame = (name) =>
  !name || (state.table && nameOf(state.table) === name) ? state.gameName : name;

/** The address of the game that is shown; what goes without saying is left out. */
export const addressOfGame = () => {
  const { table, source, gameName, boards, played, looking, level, side } = state;
  const shown = looksBack() ? looking : played.length;
  const named = {
    [source ? "table" : "game"]: source ? gameName : nameOf(table),
    board: boards[shown],
    moves: played.slice(0, shown).join("."),
    first: table.first,
    level,
    side,
    hints: state.hints ? 1 : "",
    projector: state.projector ? 1 : "",
  };
  const told = Object.entries(named).filter(([name, value]) => value && value !== DEFAULTS[name]);
  return new URLSearchParams(told);
};

export const write = (hash) => {
  try {
    if (location.hash !== hash) history.replaceState(null, "", hash);
  } catch {
    // A browser may refuse it, so many times in a minute: then the address lags behind.
  }
};

export const levelIn = (found) => {
  const level = found.get("level") ?? DEFAULTS.level;
  return [...LADDER, ...exactLevels()].includes(level) ? level : "perfect";
};

/** The board in the address, and the moves that led to it, if they do. */
export const gameIn = (found) => {
  const end = state.table.text(found.get("board"));
  const line = (found.get("moves") ?? "").split(".").filter(Boolean).map(Number);
  const from = line.reduce((marks, cell) => marks.slice(0, cell) + "." + marks.slice(cell + 1), end);
  try {
    if (state.table.review(line, from).board === end) return { end, from, line };
  } catch {
    // Those are other moves: the board goes without them.
  }
  return { end, from: end, line: [] };
};
