// Puzzles: boards on which the right move is to be found.
/** @import { PageGame } from "../page-game.js" */
import { translateChoice } from "../language/translate.js";

/** The boards of the lesson: the player who is to move wins, or keeps the draw. */
export const LESSON_PUZZLES = [
  "XX.OO....",
  "XX..O....",
  "XOXO.O.X.",
  "X.O.O...X",
  "X...O...X",
  "O....X...",
];

/**
 * Return what is to be done on a board, in a sentence.
 *
 * @param {string} board
 * @param {PageGame} table
 */
export function puzzleTask(board, table) {
  const { value } = table.get(board);
  return translateChoice("puzzleTasks", 1 - value, { player: table.mover(board) });
}

/**
 * Return the cells that solve a board: they keep its value, or lose last where all lose.
 *
 * @param {string} board
 * @param {PageGame} table
 */
export function puzzleAnswers(board, table) {
  const { value } = table.get(board);
  if (value < 0) {
    return bestMoves(board, table);
  }
  const moves = table.moves(board).filter((move) => move.value === value);
  return moves.map(({ cell }) => cell);
}

/** The cells of the best moves; none once the game is over. */
function bestMoves(board, table) {
  const moves = table.moves(board);
  const isBest = ({ value, plies }) => value === moves[0].value && plies === moves[0].plies;
  return moves.filter(isBest).map(({ cell }) => cell);
}
