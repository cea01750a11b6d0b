// SPDX-FileCopyrightText: The ttt-table authors
// SPDX-License-Identifier: MIT
/**
 * What a game needs besides the answers of a table: whose turn it is, which moves are legal, who
 * has won and by which line, where a played game was lost, and opponents of known strength.
 *
 * A board is whatever the reader understands; everything here throws what its `get` throws.
 */
import { Table } from "./ttt-table.js";

/** The other player. */
export const other = (player) => (player === "X" ? "O" : "X");

/** The cell in which a board differs from the one before. */
const changedCell = (before, after) => [...after].findIndex((mark, cell) => mark !== before[cell]);

/** A table to play on: besides the outcomes it knows the rules. */
export class PlayTable extends Table {
  /** The board before the first move. */
  get start() {
    return ".".repeat(this.game.rows * this.game.cols);
  }

  /** Whose turn it is, "X" or "O". */
  mover(board) {
    const stones = this.text(board).replaceAll(".", "").length;
    return stones % 2 ? other(this.first) : this.first;
  }

  isOver(board) {
    return !this.get(board).plies;
  }

  /** "X" or "O"; null for a draw, and while the game goes on. */
  winner(board) {
    const { value, plies } = this.get(board);
    if (plies || !value) {
      return null;
    }
    return value > 0 ? this.mover(board) : other(this.mover(board));
  }

  /** The lines that have ended the game, each an array of cells; in misère the loser has them. */
  winningLines(board) {
    const marks = this.text(board);
    const filled = (lines, player) =>
      lines.filter((line) => line.every((cell) => marks[cell] === player));
    return [...filled(this.lines, this.first), ...filled(this.oLines, other(this.first))];
  }

  /** The cells where the mover may play, in order; none once the game is over. */
  legalMoves(board) {
    return [...this.scores(board).keys()];
  }

  /** With gravity, the cell that each open column leads to; columns count from 0. */
  columns(board) {
    const { cols, gravity } = this.game;
    const open = gravity ? this.legalMoves(board).map((cell) => [cell % cols, cell]) : [];
    return new Map(open.sort(([column], [otherColumn]) => column - otherColumn));
  }

  /** The board after a move: a cell or, with gravity, { column }. */
  push(board, move) {
    const { gravity } = this.game;
    const cell = move?.column === undefined ? move : this.columns(board).get(move.column);
    const marks = this.text(board);
    const legal = this.legalMoves(marks);
    if (!legal.includes(cell)) {
      const open = gravity
        ? `columns ${[...this.columns(marks).keys()].join(" ")}`
        : legal.join(" ");
      const isColumn = move?.column !== undefined;
      let reason = legal.length ? `the legal moves are ${open}` : "the game is over";
      if (isColumn && !gravity) {
        reason = "no stone falls in this game";
      }
      const shown = isColumn ? `column ${move.column}` : String(move);
      throw new RangeError(`${shown} cannot be played: ${reason}`);
    }
    return marks.slice(0, cell) + this.mover(marks) + marks.slice(cell + 1);
  }

  /** The cells of best play to the end, each the first of the best. */
  continuation(board) {
    const cells = [];
    let reached = board;
    let cell = this.bestMove(reached);
    while (cell !== undefined) {
      cells.push(cell);
      reached = this.push(reached, cell);
      cell = this.bestMove(reached);
    }
    return cells;
  }

  /**
   * A played game, from the empty board or another, judged move by move: `before` is what the best
   * moves led to, `after` what this one leads to, its player's outcomes both; `kind` is "best",
   * "slip" where only plies were lost, or "blunder" where value was. The decisive mistake is the
   * last blunder, where the game is won for somebody, finished or not; else null.
   */
  review(played, start = this.start) {
    let board = start;
    const moves = played.map((move, index) => {
      const player = this.mover(board);
      const before = this.get(board);
      const next = this.push(board, move);
      const cell = changedCell(board, next);
      const { value, plies } = this.get(next);
      const after = { value: 0 - value, plies: plies + 1 };
      const best = this.bestMoves(board);
      let kind = best.includes(cell) ? "best" : "slip";
      if (after.value < before.value) {
        kind = "blunder";
      }
      board = next;
      return { number: index + 1, player, cell, before, after, best, kind };
    });
    const { value, plies } = this.get(board);
    const decisive = (value && moves.findLast(({ kind }) => kind === "blunder")) || null;
    return { moves, board, finished: !plies, winner: this.winner(board), decisive };
  }
}

/**
 * A game as it stands. A move makes another match and changes nothing, so that any of them can be
 * kept to go back to, and used within `ask` of a table on a server.
 */
export class Match {
  constructor(table, moves = [], boards = [table.start]) {
    Object.assign(this, { table, moves, boards });
  }

  get board() {
    return this.boards.at(-1);
  }

  get mover() {
    return this.table.mover(this.board);
  }

  get over() {
    return this.table.isOver(this.board);
  }

  get winner() {
    return this.table.winner(this.board);
  }

  /** The columns that were played, with gravity. */
  get columns() {
    return this.moves.map((cell) => cell % this.table.game.cols);
  }

  /** The match after a move: a cell or, with gravity, { column }. */
  play(move) {
    const next = this.table.push(this.board, move);
    const cell = changedCell(this.board, next);
    return new Match(this.table, [...this.moves, cell], [...this.boards, next]);
  }

  /** The match before the last moves. */
  undo(count = 1) {
    const left = Math.max(0, this.moves.length - count);
    return new Match(this.table, this.moves.slice(0, left), this.boards.slice(0, left + 1));
  }

  review() {
    return this.table.review(this.moves, this.boards[0]);
  }
}

/** A player that looks some plies ahead and errs at random, with exactly known probabilities. */
export class Level {
  #table;

  static easy = (table) => new Level(table, { depth: 1 });
  static medium = (table) => new Level(table, { depth: 2 });
  static hard = (table) => new Level(table, { depth: 4 });
  static perfect = (table) => new Level(table);

  /**
   * It picks any of the moves that look best, all equally likely; with `tricky` any of those of
   * them where the largest share of replies seems to lose. With the probability `noise` it picks
   * any legal move instead.
   */
  constructor(table, { depth = Infinity, noise = 0, tricky = false } = {}) {
    if (!(table instanceof PlayTable)) {
      throw new TypeError("a level plays on a PlayTable");
    }
    if (!(noise >= 0 && noise <= 1)) {
      throw new RangeError("noise is a probability from 0 to 1");
    }
    this.#table = table;
    Object.assign(this, { depth, noise, tricky });
    table.scores(table.start, { depth }); // refuses an invalid depth
  }

  /** The probability of each cell that it may play, in cell order; empty once the game is over. */
  probabilities(board) {
    const { depth, noise, tricky } = this;
    const scores = this.#table.scores(board, { depth });
    let best = this.#table.bestMoves(board, { depth });
    if (tricky && depth > 0) {
      const shares = best.map((cell) => this.#losing(this.#table.push(board, cell)));
      best = best.filter((_, index) => shares[index] === Math.max(...shares));
    }
    const probabilities = new Map();
    for (const cell of scores.keys()) {
      const ofBest = best.includes(cell) ? (1 - noise) / best.length : 0;
      const probability = ofBest + noise / scores.size;
      if (probability > 0) {
        probabilities.set(cell, probability);
      }
    }
    return probabilities;
  }

  /** One of the cells, drawn with these probabilities; undefined once the game is over. */
  choose(board, random = Math.random) {
    const probabilities = [...this.probabilities(board)];
    let left = random();
    for (const [cell, probability] of probabilities) {
      left -= probability;
      if (left < 0) {
        return cell;
      }
    }
    return probabilities.at(-1)?.[0];
  }

  /** The share of replies that seem to lose; all of none, where the move has ended the game. */
  #losing(board) {
    // The depth counts from the board before: the move is its first ply.
    const scores = this.#table.scores(board, { depth: Math.max(0, this.depth - 1) });
    const losing = [...scores.values()].filter((score) => score < 0);
    return scores.size ? losing.length / scores.size : 1;
  }
}
