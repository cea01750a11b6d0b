// What is shown, what is being played, and what the person has chosen. Everything is drawn from it.
/** @import { PlayTable } from "#readers/kit.js" */
/** @import { RangedTable } from "#readers/ranged.js" */
/** @import { PageGame } from "./page-game.js" */

/** Stands for a move, a cell or a day where there is none. */
export const NONE = -1;

/**
 * @typedef {object} Puzzles The puzzles that are shown: a list, or the one of a day.
 * @property {PageGame} table Their game.
 * @property {string[]} boards
 * @property {string[]} wrong By puzzle, for each move found so far how many others were tried.
 * @property {boolean[]} solved By puzzle, whether it is.
 * @property {number} day That of a daily puzzle; else NONE.
 * @property {boolean} isOnTime Whether a daily puzzle was shown on its day.
 * @property {number} current The index of the puzzle that is shown.
 * @property {string} board Its board, as far as it is played.
 * @property {number} wrongTries How many wrong moves were tried on that board.
 * @property {number} wrongCell The cell of the last of them; else NONE.
 * @property {number} lastCell The cell of the newest stone; else NONE.
 * @property {number} triedAt When the last move was tried, as of `Date.now`; 0 before the first.
 */

/**
 * @typedef {object} Menace MENACE and the game against it.
 * @property {any} school The machine and what it has learned; undefined while its boxes are filled.
 * @property {string} board
 * @property {number} result Of a finished game, for the machine: 1, 0 or -1.
 * @property {[string, number][]} drawn The machine's moves in this game: each board and its cell.
 * @property {any[]} openBoxes The boxes that are shown large.
 * @property {boolean} isRevealed Whether the class has guessed how well the new machine plays.
 * @property {boolean} practising
 * @property {number} roundGames The games of the next round of practice, growing in fractions.
 * @property {boolean} hurried Whether the person wants the beads to change faster.
 */

/**
 * @typedef {object} State
 * @property {"play" | "puzzles" | "menace"} mode The part of the page that is shown.
 * @property {boolean} lab Whether this page offers what a visitor does not need: exact levels,
 *   boards as text, files.
 * @property {number} lessonStep The step of the lesson, which stands beside one of the modes; 0
 *   outside the lesson.
 * @property {boolean} hints Whether each move tells what it leads to.
 * @property {string} gameName The name of the game in play, by which `games` lists it.
 * @property {PlayTable} table The table of that game.
 * @property {RangedTable<PlayTable>} [source] What fetches the bytes of a table on a server.
 * @property {string[]} boards The boards of the game, from the first to the current one.
 * @property {number[]} played The cells played: `played[i]` leads from `boards[i]` to
 *   `boards[i + 1]`.
 * @property {string} [newGameBoard] The board with which a new game begins; by default the empty
 *   one.
 * @property {"X" | "O" | "XO"} side Whom the person plays; "XO" for two persons.
 * @property {string} level The level of the opponent.
 * @property {boolean} hasPlayed Whether the person has moved in this game.
 * @property {boolean} isCounted Whether its result was counted; it is so once.
 * @property {boolean} opponentWasPerfect Whether all answers of the opponent were perfect.
 * @property {number} lastAnswer The cell of the opponent's last answer, to be announced; else NONE.
 * @property {boolean} solving Whether this game was the first that the person played to the end as
 *   well as it can be.
 * @property {number} reviewedMove The move that is looked back at, as an index of `played`; NONE
 *   while the game goes on.
 * @property {number[]} told The moves in the game for which it was told what would have been
 *   better.
 * @property {number} triedCell The cell that the person tried in place of the move looked back at;
 *   else NONE.
 * @property {Puzzles} puzzles
 * @property {Menace} menace
 * @property {number} timer The timer of what happens by itself next, such as the opponent's answer;
 *   else 0.
 * @property {boolean} waiting Whether bytes of a table on a server are awaited.
 */

/**
 * The state of the page. After changing it, call `changed`.
 *
 * @type {State}
 */
export const state = {
  mode: "play",
  lab: false,
  lessonStep: 0,
  hints: false,
  gameName: "",
  table: /** @type {any} */ (undefined), // until the first game is opened
  source: undefined,
  boards: [],
  played: [],
  newGameBoard: undefined,
  side: "X",
  level: "easy",
  hasPlayed: false,
  isCounted: false,
  opponentWasPerfect: true,
  lastAnswer: NONE,
  solving: false,
  reviewedMove: NONE,
  told: [],
  triedCell: NONE,
  puzzles: {
    table: /** @type {any} */ (undefined), // until there are any
    boards: [],
    wrong: [],
    solved: [],
    day: NONE,
    isOnTime: false,
    current: 0,
    board: "",
    wrongTries: 0,
    wrongCell: NONE,
    lastCell: NONE,
    triedAt: 0,
  },
  menace: {
    school: undefined,
    board: ".........",
    result: 0,
    drawn: [],
    openBoxes: [],
    isRevealed: false,
    practising: false,
    roundGames: 1,
    hurried: false,
  },
  timer: 0,
  waiting: false,
};

/** Return the state as it is, to come back to it; what happens by itself is given up. */
export function keepState() {
  stopTimer();
  return { ...state, puzzles: { ...state.puzzles }, menace: { ...state.menace } };
}

/** Let the state be as it was kept. */
export function restoreState(kept) {
  stopTimer();
  const puzzles = Object.assign(state.puzzles, kept.puzzles);
  const menace = Object.assign(state.menace, kept.menace);
  Object.assign(state, kept, { puzzles, menace });
}

/** @type {(() => void)[]} */
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

/** Let something happen by itself after some milliseconds, in place of what was to happen. */
export function later(act, delay) {
  stopTimer();
  state.timer = setTimeout(() => {
    state.timer = 0;
    act();
  }, delay);
}

/** Let nothing happen by itself. */
export function stopTimer() {
  clearTimeout(state.timer);
  state.timer = 0;
}

/** Return whether something is to happen by itself. */
export function isTimerSet() {
  return state.timer !== 0;
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
