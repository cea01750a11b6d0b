import { Source, Table } from "./ttt-table.js";

/**
 * A table on a server, of which a few bytes a position are read by HTTP range requests. A server that
 * knows no ranges is read whole, up to 50 MB.
 */
export class RangedTable<T extends Table = Table> {
  /**
   * @param options `make` makes the table of its bytes. With `unchanging` the file may come from a
   *   server that sends neither ETag nor Last-Modified: if it is replaced, answers are wrong.
   * @throws {TableError} if it is not a table, or the server does not answer
   */
  static open<T extends Table = Table>(
    address: string,
    options?: {
      make?: (bytes: Uint8Array, options: { source?: Source }) => T;
      unchanging?: boolean;
    },
  ): Promise<RangedTable<T>>;
  readonly table: T;
  readonly requests: number;
  readonly received: number;
  /** Another table of the same bytes, such as one where O moves first. */
  remade(options?: { first?: "X" | "O" }): T;
  /**
   * What a function returns that calls the table, or anything made of it. It is called again until all
   * bytes that it needs have been fetched, so it must have no side effects.
   * @throws {TableError} if the server fails or the file has changed, and what the function throws
   */
  ask<A>(act: (table: T) => A): Promise<A>;
}

/** All bytes of a stream; undefined, and no more are read, where there are more than `most`. */
export function readAll(
  stream: ReadableStream<Uint8Array>,
  most: number,
): Promise<Uint8Array | undefined>;
