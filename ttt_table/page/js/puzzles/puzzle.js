// Puzzles: boards on which the right move is to be found.
import { translateChoice } from "../language/translate.js";
import { state } from "../state.js";

/** The boards of the lesson: the player who is to move wins, or keeps the draw. */
export const LESSON_PUZZLES = [
  "XX.OO....",
  "XX..O....",
  "XOXO.O.X.",
  "X.O.O...X",
  "X...O...X",
  "O....X...",
];

const DAY = 86_400_000; // milliseconds
const STRIDE = 7919; // boards from one day's to the next, so that they differ; a prime number

/** Return what is to be done on a board, in a sentence. */
export function puzzleTask(board, table = state.table) {
  const { value } = table.get(board);
  return translateChoice("puzzleTasks", 1 - value, { player: table.mover(board) });
}

/** Return the cells that solve a board: they keep its value, or lose last where all lose. */
export function puzzleAnswers(board, table = state.table) {
  const { value } = table.get(board);
  if (value < 0) {
    return table.bestMoves(board);
  }
  const moves = table.moves(board).filter((move) => move.value === value);
  return moves.map(({ cell }) => cell);
}

/** Return today's board of the game in play, which has one right move; the same for everybody. */
export function dailyPuzzle() {
  const { table } = state;
  const boards = [...table.keys()];
  let index = (today() * STRIDE) % boards.length;
  while (!hasOneAnswer(boards[index], table)) {
    index = (index + 1) % boards.length;
  }
  return boards[index];
}

function hasOneAnswer(board, table) {
  const [best, second, ...others] = table.moves(board);
  return others.length > 1 && best.value >= 0 && second.value < best.value;
}

/** The days since 1970, as they begin where the person is. */
function today() {
  const offset = new Date().getTimezoneOffset() * 60_000;
  return Math.floor((Date.now() - offset) / DAY);
}

/** Return today's date, such as "2026-01-31". */
export function todaysDate() {
  return new Date(today() * DAY).toISOString().slice(0, 10);
}
