// All positions of tic-tac-toe, with what MENACE's games and grades need of each.
import { Level } from "#readers/kit.js";

/**
 * @typedef {object} Position
 * @property {string} board
 * @property {"X" | "O"} mover Whose turn it is.
 * @property {Map<number, string>} next By the cell of a move, the board that follows; empty at the
 *   end.
 * @property {string[]} best The boards after the best moves.
 * @property {"X" | "O" | null} winner Who has won; null for a draw and before the end.
 */

/** Every position that play can reach, in the order in which it does. */
export class Positions {
  #byBoard = new Map();

  /** Make an empty collection; `of` makes one of all positions. */
  constructor(table) {
    this.table = table;
    this.perfectLevel = Level.perfect(table);
  }

  /** Find all positions, as work that pauses. */
  static *of(table) {
    const positions = new Positions(table);
    const waiting = [table.start]; // it grows while it is gone through
    for (const board of waiting) {
      if (!positions.#byBoard.has(board)) {
        const position = makePosition(board, table);
        positions.#byBoard.set(board, position);
        waiting.push(...position.next.values());
        yield;
      }
    }
    return positions;
  }

  /** Return the position of a board. */
  get(board) {
    return this.#byBoard.get(board);
  }

  /** Return all positions, earlier ones first. */
  all() {
    return [...this.#byBoard.values()];
  }

  /** Return what a move leads to for its player: 1, 0 or -1. */
  moveValue(board, cell) {
    const after = this.get(board).next.get(cell);
    return 0 - this.table.get(after).value;
  }
}

function makePosition(board, table) {
  const mover = table.mover(board);
  const scores = table.scores(board);
  const bestScore = Math.max(...scores.values());
  const next = new Map();
  const best = [];
  for (const [cell, score] of scores) {
    // Faster than `table.push`, which would look up the legal moves again.
    const after = board.slice(0, cell) + mover + board.slice(cell + 1);
    next.set(cell, after);
    if (score === bestScore) {
      best.push(after);
    }
  }
  const winner = next.size === 0 ? table.winner(board) : null;
  return { board, mover, next, best, winner };
}
