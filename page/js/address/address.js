// The address of the page: what it asks for, and what names the game that is shown.
import { exactLevels, LADDER } from "../play/levels.js";
import { TIC_TAC_TOE } from "../play/saved-games.js";
import { MOST_CHARACTERS, readMoves } from "../play/setup.js";
import { isReviewing, state } from "../state.js";
import { gameName } from "../tables/tables.js";

const DEFAULTS = { first: "X", level: "easy", side: "X" }; // which an address leaves out
const PUBLISHED_PAGE = "https://ttt-table.github.io/ttt-table/play.html";
const SIDES = ["X", "O", "XO"];

/** Return whether the address is too long to be read. */
export function isAddressTooLong() {
  return location.hash.length > MOST_CHARACTERS;
}

/** Return the address of this page as others can open it, with what follows the hash sign. */
export function sharedAddress(hash) {
  const isFile = location.protocol === "file:" && state.gameName === TIC_TAC_TOE;
  const page = isFile ? PUBLISHED_PAGE : location.href.split("#")[0];
  return `${page}#${hash}`;
}

/** Return what the address asks for, as its parameters; nothing if it is too long. */
export function readAddress() {
  return new URLSearchParams(isAddressTooLong() ? "" : location.hash.slice(1));
}

/** Replace the address, without a new entry in the history. */
export function replaceAddress(hash) {
  if (location.hash === hash) {
    return;
  }
  try {
    history.replaceState(null, "", hash);
  } catch {
    // Browsers refuse it after too many times in a minute; then the address lags behind.
  }
}

/** Return the address of the game that is shown, without the hash sign. */
export function gameAddress() {
  const { table, source, boards, played, reviewedMove } = state;
  const shown = isReviewing() ? reviewedMove : played.length;
  const parameters = {
    [source ? "table" : "game"]: source ? state.gameName : gameName(table),
    board: boards[shown],
    moves: played.slice(0, shown).join("."),
    first: table.first,
    level: state.level,
    side: state.side,
    hints: hintsInAddress(),
  };
  const needed = Object.entries(parameters).filter(
    ([name, value]) => value && value !== DEFAULTS[name],
  );
  return String(new URLSearchParams(needed));
}

function hintsInAddress() {
  if (!state.hints) {
    return "";
  }
  return state.plies ? "plies" : "1";
}

/** Return by which name `games` lists the game of an address: the one in play if it names none. */
export function wantedGame(wishes) {
  const name = wishes.get("game");
  const isInPlay = state.table && gameName(state.table) === name;
  return !name || isInPlay ? state.gameName : name;
}

/** Return the level of an address; what is no level is taken for the perfect one. */
export function wantedLevel(wishes) {
  const level = wishes.get("level") ?? DEFAULTS.level;
  return [...LADDER, ...exactLevels()].includes(level) ? level : "perfect";
}

/** Return the side of an address; what is no side is taken for that which an address leaves out. */
export function wantedSide(wishes) {
  const side = wishes.get("side");
  return SIDES.includes(side) ? side : DEFAULTS.side;
}

/**
 * Return the game of an address: `from` which board on which cells were `played`. Moves that do not
 * lead to its board are left out; without a board they are played from the empty one.
 */
export function wantedMoves(wishes) {
  if (!wishes.has("board")) {
    return { from: state.table.start, played: readMoves(wishes.get("moves")) };
  }
  const end = state.table.text(wishes.get("board"));
  const played = (wishes.get("moves") ?? "").split(".").filter(Boolean).map(Number);
  const from = withoutStones(end, played);
  try {
    if (state.table.review(played, from).board === end) {
      return { from, played };
    }
  } catch {
    // They cannot be played.
  }
  return { from: end, played: [] };
}

function withoutStones(board, cells) {
  return [...board].map((mark, cell) => (cells.includes(cell) ? "." : mark)).join("");
}
