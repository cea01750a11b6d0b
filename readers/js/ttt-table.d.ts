/**
 * The rules: X and O put stones on a board of rows x cols in turn until k are in a row, or one of them
 * has filled a line.
 */
export interface Game {
  readonly rows: number;
  readonly cols: number;
  /** How many stones in a row end the game; null in a game of lines. */
  readonly k: number | null;
  /** Whether whoever makes a line loses. */
  readonly misere: boolean;
  /** Whether a stone falls to the lowest free cell of its column; row 0 is the top one. */
  readonly gravity: boolean;
  /** Whether only X's lines count, and a full board without one is O's; only there where true. */
  readonly breaker?: true;
}

/** How a board ends under perfect play, seen by the mover, the player whose turn it is. */
export interface Outcome {
  /** 1 the mover wins, 0 draw, -1 the mover loses. */
  readonly value: 1 | 0 | -1;
  /** Moves by both players to the end: the winner hurries, the loser delays. */
  readonly plies: number;
}

/** A legal move and where it leads, for the mover; this move is the first of the plies. */
export interface Move extends Outcome {
  /** Where the mover puts a stone: cells are numbered from 0 at the top left, along the rows. */
  readonly cell: number;
}

/** What stands in a cell of a list; an empty one may hold its own number, from 0 or from 1. */
export type Cell =
  "X" | "O" | "x" | "o" | "." | "-" | "_" | "" | " " | string | number | null | undefined;

/**
 * Text, one character a cell along the rows, as in "X...O....", or a list of cells or of rows, each text
 * or a list. Lower case, - and _, and spaces, line ends, / and | between cells are understood.
 */
export type Board = string | readonly Cell[] | readonly (string | readonly Cell[])[];

/** How far a search would see: an end that lies more plies away counts as a draw. */
export interface Limit {
  depth?: number;
}

/** What gives a table its bytes where it has its header alone: a `RangedTable`. */
export interface Source {
  readonly byte: (at: number) => number | undefined;
  readonly checkSize: (end: number) => void;
  /** The masks of a tier; undefined where they are so many that its bytes are to be read. */
  readonly masks: (
    tier: { readonly stones: number; readonly blocks: number },
    game: Game,
    symmetries: number[][],
  ) => ArrayLike<number> | undefined;
}

/** A read-only map from every board that play can reach to its outcome for the mover. */
export class Table implements Iterable<[string, Outcome]> {
  /**
   * Check the bytes of a table file; of one of 1 MiB or more, the body's checksum only with `verify`,
   * which takes half a second for 100 MB. With `first: "O"` O has moved first, and the whole table
   * answers with the colours exchanged.
   * @throws {TableError} if the bytes cannot be used
   * @throws {TypeError} for anything but bytes, such as a path
   */
  constructor(
    bytes: ArrayBuffer | ArrayBufferView,
    options?: { first?: "X" | "O"; verify?: boolean; source?: Source },
  );

  readonly game: Game;
  /** What a game of lines is called; null where k stones in a row end the game. */
  readonly name: string | null;
  /** Every line of the player who moves first, as the cells that it has. */
  readonly lines: readonly (readonly number[])[];
  /** Those of the player who moves second: mostly the same array; a Breaker has none. */
  readonly oLines: readonly (readonly number[])[];
  readonly first: "X" | "O";
  /** How many boards play can reach. */
  readonly size: number;

  /**
   * The outcome of a board; it is not to be changed.
   * @throws {BoardError} if the board is bad or out of play's reach
   */
  get(board: Board): Outcome;

  /** Whether play can reach the board. */
  has(board: Board): boolean;

  /**
   * The board in its standard spelling, as in "X...O....".
   * @throws {BoardError} as `get`
   */
  text(board: Board): string;

  /**
   * Every legal move, best first, equals in cell order; none if the game is over.
   * @throws {BoardError} as `get`
   */
  moves(board: Board): Move[];

  /**
   * The score of each legal move by its cell: 0 a draw, cells + 1 - plies a win, the same below 0 a
   * loss. On 3x3 that is 10 less the plies.
   * @throws {BoardError} as `get`
   */
  scores(board: Board, options?: Limit): Map<number, number>;

  /**
   * All the cells that are best: to win soon, else to draw, else to lose late; in cell order.
   * @throws {BoardError} as `get`
   */
  bestMoves(board: Board, options?: Limit): number[];

  /**
   * One of the best cells, the first unless `choose` picks another; undefined if the game is over.
   * @throws {BoardError} as `get`
   */
  bestMove(
    board: Board,
    options?: Limit & { choose?: (cells: number[]) => number },
  ): number | undefined;

  /** Every board that play can reach, with fewer stones first. */
  keys(): Generator<string, void, undefined>;
  /** Every board that play can reach with its outcome, in the same order. */
  entries(): Generator<[string, Outcome], void, undefined>;
  [Symbol.iterator](): Generator<[string, Outcome], void, undefined>;
}

/** The sets of `count` of the first `n` cells as integers, bit i for cell i, in increasing order. */
export function subsets(n: number, count: number): Generator<number>;

/** Every set of k cells in a row, as an array of cells; `Table.lines` has those of any game. */
export function lines(game: { rows: number; cols: number; k: number }): number[][];

/** A table that cannot be used. */
export class TableError extends Error {
  readonly code:
    | "not-a-table"
    | "version"
    | "truncated"
    | "damaged"
    | "inconsistent"
    // of a table on a server
    | "unread"
    | "unanswered"
    | "changed"
    | "missing"
    | "other-range"
    | "no-ranges"
    | "cross-origin";
}

/** Not a board of this game, or one that play cannot reach. */
export class BoardError extends Error {
  readonly code:
    | "not-a-board"
    | "wrong-length"
    | "strange-character"
    | "wrong-rows"
    | "turned"
    | "wrong-number"
    | "uneven-counts"
    | "floating"
    | "both-have-lines"
    | "moved-after-end"
    | "lines-apart"
    | "no-order";
  /** The cells at fault, where the fault has a place. */
  readonly cells: readonly number[];
}
