// A game whose outcomes are not read from a table but searched for here: on a board of which few
// cells are left, to the end of every line of play.
/** @import { Outcome } from "#readers/ttt-table.js" */
/** @import { PageGame, Rules } from "../page-game.js" */
import { lines } from "#readers/ttt-table.js";
import { hexLines, hexLinesDown } from "./hex.js";

/**
 * A game with what puzzles and the board need of a `PlayTable`; X moves first.
 *
 * @implements {PageGame}
 */
export class SearchedGame {
  first = /** @type {const} */ ("X");

  /**
   * By its board, each outcome that was searched for.
   *
   * @type {Map<string, Outcome>}
   */
  #outcomes = new Map();

  /**
   * Make a game of `rows`, `cols` and `k`, with or without `misere` and `gravity`; or Hex, whose
   * `name` is "hex".
   *
   * @param {Rules} rules
   */
  constructor({ rows, cols, k = 0, name, misere = false, gravity = false }) {
    this.game = { rows, cols, k, misere, gravity };
    this.name = name ?? null;
    this.start = ".".repeat(rows * cols);
    this.lines = name ? hexLines(rows, cols) : lines({ rows, cols, k });
    this.oLines = name ? hexLinesDown(rows, cols) : this.lines;
  }

  /** Return whose turn it is. */
  mover(board) {
    return board.replaceAll(".", "").length % 2 === 0 ? "X" : "O";
  }

  /** Return the lines that a player has filled. */
  winningLines(board) {
    const isFilled = (player) => (line) => line.every((cell) => board[cell] === player);
    return [...this.lines.filter(isFilled("X")), ...this.oLines.filter(isFilled("O"))];
  }

  /**
   * Return the outcome of a board for its mover: what it is worth, and in how many moves.
   *
   * @param {string} board
   */
  get(board) {
    const outcome = this.#outcomes.get(board) ?? this.#search(board);
    this.#outcomes.set(board, outcome);
    return outcome;
  }

  /** @returns {Outcome} */
  #search(board) {
    if (this.winningLines(board).length > 0) {
      return { value: this.game.misere ? 1 : -1, plies: 0 };
    }
    const [best] = this.moves(board);
    return best ? { value: best.value, plies: best.plies } : { value: 0, plies: 0 };
  }

  /**
   * Return the moves with their outcomes, the best first, equals in the order of their cells.
   *
   * @param {string} board
   */
  moves(board) {
    const moves = this.legalMoves(board).map((cell) => {
      const { value, plies } = this.get(this.push(board, cell));
      return { cell, value: /** @type {Outcome["value"]} */ (0 - value), plies: plies + 1 };
    });
    const score = ({ value, plies }) => value * (board.length + 1 - plies);
    return moves.sort((move, otherMove) => score(otherMove) - score(move));
  }

  /** Return the cells where the mover may play; none once the game is over. */
  legalMoves(board) {
    if (this.winningLines(board).length > 0) {
      return [];
    }
    const { cols, gravity } = this.game;
    const cells = Array.from(board, (_, cell) => cell);
    return cells.filter((cell) => board[cell] === "." && !(gravity && board[cell + cols] === "."));
  }

  /** Return the cell to which each open column leads, with gravity. */
  columns(board) {
    return new Map(this.legalMoves(board).map((cell) => [cell % this.game.cols, cell]));
  }

  /** Return the board after a move. */
  push(board, cell) {
    return board.slice(0, cell) + this.mover(board) + board.slice(cell + 1);
  }

  /** Return one of the best moves. */
  bestMove(board) {
    return this.moves(board)[0]?.cell;
  }

  /** Return whether the game has ended. */
  isOver(board) {
    return this.legalMoves(board).length === 0;
  }
}
