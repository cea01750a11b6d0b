// What is being played, and what the person has chosen. Everything else is drawn from it.

/** Stands for a move or a cell where there is none. */
export const NONE = -1;

/** The state of the page. After changing it, call `changed`. */
export const state = {
  /** The part of the page that is shown: "play", "puzzles" or "menace". */
  mode: "play",

  /** The step of the lesson, which stands beside one of the modes; 0 outside the lesson. */
  lessonStep: 0,

  /** The name of the game in play, by which `games` lists it. */
  gameName: "",

  /** The table of that game. */
  table: undefined,

  /** What fetches the bytes of a table on a server; undefined for any other table. */
  source: undefined,

  /** The boards of the game, from the first to the current one. */
  boards: [],

  /** The cells played: `played[i]` leads from `boards[i]` to `boards[i + 1]`. */
  played: [],

  /** The board with which a new game begins; undefined for the table's empty board. */
  newGameBoard: undefined,

  /** The move that is looked back at, as an index of `played`; NONE while the game goes on. */
  reviewedMove: NONE,

  /** Whom the person plays: "X", "O" or, for two persons, "XO". */
  side: "X",

  /** The level of the opponent. */
  level: "easy",

  /** The moves in the game for which it was told what would have been better. */
  told: [],

  /** The cell that the person tried in place of the move looked back at; else NONE. */
  triedCell: NONE,

  hints: false,

  /** Whether hints also tell how many moves there are to the end. */
  plies: false,

  /** Whether the menu offers what only a few need: exact levels, boards as text, files. */
  lab: false,

  /** The timer of what happens by itself next, above all the opponent's answer; else 0. */
  timer: 0,

  /** Whether bytes of a table on a server are awaited. */
  waiting: false,

  /** Whether the person has moved in this game; only then is its result counted. */
  hasPlayed: false,

  /** Whether all answers of the opponent were perfect. */
  opponentWasPerfect: true,

  /** The cell of the opponent's last answer, to be announced; else NONE. */
  lastAnswer: NONE,

  /** Whether this game was the first that the person played to the end as well as it can be. */
  solving: false,
};

const listeners = [];

/** Call a function after every change of the state. */
export function onChange(listener) {
  listeners.push(listener);
}

/** Make some changes to the state, if any are given, and draw it. */
export function changed(changes) {
  Object.assign(state, changes);
  for (const listener of listeners) {
    listener();
  }
}

/** Return the board of the game as it stands. */
export function currentBoard() {
  return state.boards.at(-1);
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
