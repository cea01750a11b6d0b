// What is being played, and what the person has chosen. Everything else is drawn from it.

/** Stands for a move or a cell where there is none. */
export const NONE = -1;

/** @import { PlayTable } from "#readers/kit.js" */
/** @import { RangedTable } from "#readers/ranged.js" */

/**
 * @typedef {object} State
 * @property {"play" | "puzzles" | "menace"} mode The part of the page that is shown.
 * @property {number} lessonStep The step of the lesson, which stands beside one of the modes; 0
 *   outside the lesson.
 * @property {string} gameName The name of the game in play, by which `games` lists it.
 * @property {PlayTable} table The table of that game.
 * @property {RangedTable<PlayTable>} [source] What fetches the bytes of a table on a server.
 * @property {string[]} boards The boards of the game, from the first to the current one.
 * @property {number[]} played The cells played: `played[i]` leads from `boards[i]` to
 *   `boards[i + 1]`.
 * @property {string} [newGameBoard] The board with which a new game begins; by default the empty
 *   one.
 * @property {number} reviewedMove The move that is looked back at, as an index of `played`; NONE
 *   while the game goes on.
 * @property {"X" | "O" | "XO"} side Whom the person plays; "XO" for two persons.
 * @property {string} level The level of the opponent.
 * @property {number[]} told The moves in the game for which it was told what would have been
 *   better.
 * @property {number} triedCell The cell that the person tried in place of the move looked back at;
 *   else NONE.
 * @property {boolean} hints
 * @property {boolean} plies Whether hints also tell how many moves there are to the end.
 * @property {boolean} lab Whether the menu offers what only a few need: exact levels, boards as
 *   text, files.
 * @property {number} timer The timer of what happens by itself next, above all the opponent's
 *   answer; else 0.
 * @property {boolean} waiting Whether bytes of a table on a server are awaited.
 * @property {boolean} hasPlayed Whether the person has moved in this game; only then is its result
 *   counted.
 * @property {boolean} opponentWasPerfect Whether all answers of the opponent were perfect.
 * @property {number} lastAnswer The cell of the opponent's last answer, to be announced; else NONE.
 * @property {boolean} solving Whether this game was the first that the person played to the end as
 *   well as it can be.
 */

/**
 * The state of the page. After changing it, call `changed`.
 *
 * @type {State}
 */
export const state = {
  mode: "play",
  lessonStep: 0,
  gameName: "",
  table: /** @type {any} */ (undefined), // until the first game is opened
  source: undefined,
  boards: [],
  played: [],
  newGameBoard: undefined,
  reviewedMove: NONE,
  side: "X",
  level: "easy",
  told: [],
  triedCell: NONE,
  hints: false,
  plies: false,
  lab: false,
  timer: 0,
  waiting: false,
  hasPlayed: false,
  opponentWasPerfect: true,
  lastAnswer: NONE,
  solving: false,
};

/** @type {Function[]} */
const listeners = [];

/** Call a function after every change of the state. */
export function onChange(listener) {
  listeners.push(listener);
}

/**
 * Make some changes to the state, if any are given, and draw it.
 *
 * @param {Partial<State>} [changes]
 */
export function changed(changes) {
  Object.assign(state, changes);
  for (const listener of listeners) {
    listener();
  }
}

/** Return the board of the game as it stands. */
export function currentBoard() {
  return state.boards[state.boards.length - 1];
}

/** Return whether the game has ended. */
export function isOver() {
  return state.table.isOver(currentBoard());
}

/** Return whether the person is to move. */
export function isPersonsTurn() {
  return state.side.includes(state.table.mover(currentBoard()));
}

/** Return whether two persons play each other, without an opponent of the page. */
export function isTwoPlayer() {
  return state.side === "XO";
}

/** Return whether the person looks back at a move. */
export function isReviewing() {
  return state.reviewedMove !== NONE;
}
