// What was wrong in a game: which move, what would have been better, and why.
import { other } from "#readers/kit.js";
import { currentBoard, isOver, isReviewing, state } from "../state.js";

/**
 * Return the person's move that cost them the game, else their last blunder; of a drawn game the
 * last win that they gave away. NONE if there is none.
 */
export function findMistake() {
  const { table, played, boards, side } = state;
  const { moves, decisive } = table.review(played, boards[0]);
  if (decisive && side.includes(decisive.player)) {
    return decisive.number - 1;
  }
  const isDrawn = isOver() && !table.winner(currentBoard());
  return moves.findLastIndex(
    ({ player, kind, before }) =>
      kind === "blunder" && side.includes(player) && (before.value > 0 || !isDrawn),
  );
}

/**
 * Return the move that is looked back at, as `move` of a review, and the cells that would have kept
 * what it gave away, as `better`; no move after the last one.
 */
export function judgeReviewedMove() {
  const { table, played, boards, reviewedMove } = state;
  const move = table.review(played, boards[0]).moves[reviewedMove];
  if (move?.kind !== "blunder") {
    return { move, better: [] };
  }
  const moves = table.moves(boards[reviewedMove]);
  const better = moves.filter(({ value }) => value === move.before.value);
  return { move, better: better.map(({ cell }) => cell) };
}

/** Return whether the person is still to find what was better than the move looked back at. */
export function isAsking() {
  const { side, told, reviewedMove } = state;
  if (!isReviewing() || told.includes(reviewedMove)) {
    return false;
  }
  const { move } = judgeReviewedMove();
  return move?.kind === "blunder" && side.includes(move.player);
}

/**
 * @typedef {object} Punishment What follows a mistake if the other player answers it well.
 * @property {string} key Of the text that says it.
 * @property {object} values What that text names.
 * @property {Map<number, string>} stones By its cell, each stone that shows it.
 * @property {number[]} threats The cells where that player could then complete a line.
 */

/**
 * Return what follows the mistake that is looked back at.
 *
 * @returns {Punishment}
 */
export function findPunishment() {
  const { table, boards, reviewedMove } = state;
  const after = boards[reviewedMove + 1];
  const player = table.mover(after);
  const { plies } = table.get(after);
  const values = { player, loser: other(player), plies };
  if (table.isOver(after)) {
    const key = table.winningLines(after).length > 0 ? "filledLine" : "endedGame";
    return { key, values, stones: new Map(), threats: [] };
  }
  const [cell] = table.bestMoves(after);
  const answered = table.push(after, cell);
  const threats = isWonByThreats(after) ? completionCells(table, answered, player) : [];
  const key = threats.length > 1 ? "twoThreats" : keyOfOutcome(table, after);
  return { key, values, stones: new Map([[cell, player]]), threats };
}

/** Whether the mover of a board wins by the stone after next, as two threats do. */
function isWonByThreats(board) {
  const { table } = state;
  const { value, plies } = table.get(board);
  return value > 0 && plies === 3 && !table.game.misere;
}

/** The key of the text that says what the mover of a board can reach. */
function keyOfOutcome(table, board) {
  const { value, plies } = table.get(board);
  if (value <= 0) {
    return "holdsDraw";
  }
  if (plies === 1) {
    return "winsAtOnce";
  }
  const loser = other(table.mover(board));
  const losesByLine = table.game.misere && plies === 2 && linesOf(table, loser).length > 0;
  return losesByLine ? "onlyLines" : "winsLater";
}

/** The cells where a player could complete a line by one stone. */
function completionCells(table, board, player) {
  const { cols, gravity } = table.game;
  const isOpen = (cell) => board[cell] === "." && !(gravity && board[cell + cols] === ".");
  const missing = linesOf(table, player)
    .map((line) => line.filter((cell) => board[cell] !== player))
    .filter((cells) => cells.length === 1 && isOpen(cells[0]));
  return [...new Set(missing.flat())];
}

function linesOf({ lines, oLines, first }, player) {
  return player === first ? lines : oLines;
}
