// What is being played, and what a person has chosen for it.

/**
 * `boards[now]` is shown, and `played[now]` led on from there. Rooms are play, puzzles and menace; a
 * lesson's step lies above one of them. A `table` comes once it is opened, with a `source`, which
 * fetches its bytes, if it is on a server. Whoever changes the state says so.
 */
export const state = {
  room: "play",
  step: 0, // of the lesson; 0 where there is none
  gameName: "",
  boards: [],
  played: [],
  looking: -1, // which move is looked back at; -1 while a game is played
  side: "X",
  level: "easy",
  hints: false,
  projector: false,
  lab: false,
  timer: 0, // set while the opponent thinks
  waiting: false, // for bytes of a table on a server
  hasPlayed: false, // whether the person has moved: only then is a win or a loss theirs
  strong: true, // whether all answers were perfect
  last: -1, // the opponent's last stone, to be said
  score: { won: 0, drawn: 0, lost: 0 }, // of this sitting
  cheer: false,
};

const listeners = [];
export const listen = (act) => listeners.push(act);
/** Say that the state has changed, or change it. */
export const changed = (news) => {
  Object.assign(state, news);
  listeners.forEach((act) => act());
};

export const board = () => state.boards.at(-1);
export const isOver = () => state.table.isOver(board());
export const isMine = () => state.side.includes(state.table.mover(board()));
export const looksBack = () => state.looking >= 0;
/** The whole number in these bounds that is nearest to a value; of none, the lowest. */
export const clamp = (value, low, high) => Math.min(Math.max(Math.trunc(value) || low, low), high);
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
