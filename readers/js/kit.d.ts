import { Board, Outcome, Table } from "./ttt-table.js";

/** Where the mover plays: a cell or, with gravity, its column, from 0. */
export type Play = number | { column: number };

/** A move of a played game; both outcomes are seen by its player. */
export interface PlayedMove {
  /** Which move of the game it was, from 1. */
  readonly number: number;
  readonly player: "X" | "O";
  readonly cell: number;
  /** What the best moves led to. */
  readonly before: Outcome;
  /** What this one leads to, plies counted from before it: the same if it is one of them. */
  readonly after: Outcome;
  /** The cells of the best moves, in order. */
  readonly best: number[];
  /** As good as any; keeping the value, but not the plies; or giving value away. */
  readonly kind: "best" | "slip" | "blunder";
}

export interface Review {
  readonly moves: PlayedMove[];
  /** The board as it stands after them. */
  readonly board: string;
  readonly finished: boolean;
  /** Who has won; null for a draw, and while the game goes on. */
  readonly winner: "X" | "O" | null;
  /**
   * Where the game is won for somebody, finished or not: the last move that gave value away. The
   * loser made it. Null for a draw, and where the loser could do nothing from the first move on.
   */
  readonly decisive: PlayedMove | null;
}

/** A table to play on: besides the outcomes it knows the rules. Each call throws what `get` throws. */
export class PlayTable extends Table {
  /** The board before the first move. */
  get start(): string;
  /** Whose turn it is. */
  mover(board: Board): "X" | "O";
  /** Whether the game is over. */
  isOver(board: Board): boolean;
  /** Who has won; null for a draw, and while the game goes on. */
  winner(board: Board): "X" | "O" | null;
  /** The lines that have ended the game, each as its cells; in misère the loser has them. */
  winningLines(board: Board): (readonly number[])[];
  /** The cells where the mover may play, in order; none once the game is over. */
  legalMoves(board: Board): number[];
  /** With gravity, the cell that each open column leads to; columns count from 0. */
  columns(board: Board): Map<number, number>;
  /**
   * The board after a move.
   * @throws {RangeError} if it is not legal
   */
  push(board: Board, move: Play): string;
  /** The cells of best play to the end, each the first of the best. */
  continuation(board: Board): number[];
  /**
   * A played game, move by move, from the empty board or another.
   * @throws {RangeError} for a move that is not legal
   */
  review(moves: readonly Play[], board?: string): Review;
}

/** A game as it stands. A move makes another match and changes nothing. */
export class Match {
  constructor(table: PlayTable, moves?: readonly number[], boards?: readonly string[]);
  readonly table: PlayTable;
  /** The cells played so far. */
  readonly moves: readonly number[];
  /** The board before the first move and after each one. */
  readonly boards: readonly string[];
  get board(): string;
  get mover(): "X" | "O";
  get over(): boolean;
  get winner(): "X" | "O" | null;
  /** The columns that were played, with gravity. */
  get columns(): number[];
  /** @throws {RangeError} if the move is not legal */
  play(move: Play): Match;
  /** The match before the last moves. */
  undo(count?: number): Match;
  review(): Review;
}

/** How a level plays. */
export interface LevelOptions {
  /** How many plies it looks ahead; without it, to the end. */
  depth?: number;
  /** How likely it plays any legal move instead, from 0 to 1. */
  noise?: number;
  /** Whether it picks, of what looks best, moves where the largest share of replies seems to lose. */
  tricky?: boolean;
}

/** A player of exactly known strength: the same as `Level` in Python. */
export class Level {
  constructor(table: PlayTable, options?: LevelOptions);
  /** It sees its own next move. */
  static easy(table: PlayTable): Level;
  /** It sees the answer too. */
  static medium(table: PlayTable): Level;
  /** It sees four plies. */
  static hard(table: PlayTable): Level;
  /** It sees everything. */
  static perfect(table: PlayTable): Level;
  readonly depth: number;
  readonly noise: number;
  readonly tricky: boolean;
  /** The probability of each cell that it may play, in cell order; empty once the game is over. */
  probabilities(board: Board): Map<number, number>;
  /** One of the cells, drawn with these probabilities; undefined once the game is over. */
  choose(board: Board, random?: () => number): number | undefined;
}

/** The other player. */
export function other(player: "X" | "O"): "X" | "O";
