// A game whose outcomes are not read from a table but searched for here: on a board of which few
// cells are left, to the end of every line of play.
import { lines } from "#readers/ttt-table.js";
import { hexLines, hexLinesDown } from "./hex.js";

/** A game with what puzzles and the board need of a `PlayTable`; X moves first. */
export class SearchedGame {
  first = "X";

  /** By its board, each outcome that was searched for. */
  #outcomes = new Map();

  /**
   * Make a game of `rows`, `cols` and `k`, with or without `misere` and `gravity`; or Hex, whose
   * `name` is "hex".
   */
  constructor(game) {
    const { rows, cols, name = null } = game;
    this.game = game;
    this.name = name;
    this.start = ".".repeat(rows * cols);
    this.lines = name ? hexLines(rows, cols) : lines(game);
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

  /** Return the outcome of a board for its mover: what it is worth, and in how many moves. */
  get(board) {
    if (!this.#outcomes.has(board)) {
      this.#outcomes.set(board, this.#search(board));
    }
    return this.#outcomes.get(board);
  }

  #search(board) {
    if (this.winningLines(board).length > 0) {
      return { value: this.game.misere ? 1 : -1, plies: 0 };
    }
    const [{ value, plies } = { value: 0, plies: 0 }] = this.moves(board);
    return { value, plies };
  }

  /** Return the moves with their outcomes, the best first, equals in the order of their cells. */
  moves(board) {
    const moves = this.legalMoves(board).map((cell) => {
      const { value, plies } = this.get(this.push(board, cell));
      return { cell, value: 0 - value, plies: plies + 1 };
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
