// A player's whole play: one best move on each board that the other can bring about. Where a game has
// many cells it is the next two moves of both.

/** The boards of a map: each has its newest stone and, by cell, the nodes that may follow. */
export class Book {
  #nodes = new Map();

  /** Where the game played took another best move, the map takes it, too. Made with pauses. */
  static *of(table, player, sizes, { boards, played, whole, depth = 2 }) {
    const made = new Book();
    const taken = new Map(played.map((cell, at) => [boards[at], cell]));
    Object.assign(made, { table, player, sizes, whole, taken });
    const [start] = whole ? boards : boards.slice(-1);
    const first = whole && !table.isOver(start) && table.mover(start) === player;
    made.root = yield* first ? made.#answered(start, []) : made.#node(start, -1, [], depth);
    return made;
  }

  get nodes() {
    return [...this.#nodes.values()];
  }

  /** The nodes that a game passes, and how many of its moves they are. */
  path(played) {
    const nodes = [this.root];
    if (!this.whole) return { nodes, moves: played.length };
    let moves = this.root.moves.length;
    if (this.root.moves.some((cell, at) => at < played.length && played[at] !== cell))
      return { nodes, moves: 0 };
    while (moves < played.length) {
      const next = nodes.at(-1).replies.get(played[moves]);
      const same = next?.moves.every((cell, at) => [cell, undefined].includes(played[moves + at]));
      if (!same) break;
      nodes.push(next);
      moves += next.moves.length;
    }
    return { nodes, moves };
  }

  *#node(board, fresh, moves, depth) {
    const key = `${board}${fresh}${moves}${this.whole ? "" : depth}`;
    if (!this.#nodes.has(key)) {
      const replies = new Map();
      if (depth)
        for (const cell of this.table.legalMoves(board))
          replies.set(cell, yield* this.#reply(board, cell, depth));
      yield;
      this.#nodes.set(key, { board, fresh, moves, replies });
    }
    return this.#nodes.get(key);
  }

  *#reply(board, cell, depth) {
    const after = this.table.push(board, cell);
    if (!this.whole) return yield* this.#node(after, cell, [cell], depth - 1);
    if (this.table.isOver(after)) return yield* this.#node(after, cell, [cell], depth);
    return yield* this.#answered(after, [cell]);
  }

  *#answered(board, moves) {
    const cell = yield* this.#answer(board);
    return yield* this.#node(this.table.push(board, cell), cell, [...moves, cell], 2);
  }

  /** Of equally good moves the one that was played, else that after which the fewest boards follow. */
  *#answer(board) {
    const best = this.table.bestMoves(board);
    const taken = this.taken.get(board);
    if (best.includes(taken) || best.length < 2) return best.includes(taken) ? taken : best[0];
    const sizes = yield* this.#sizes(board);
    return best[sizes.indexOf(Math.min(...sizes))];
  }

  /** How many boards follow after each best move. */
  *#sizes(board) {
    const sizes = [];
    for (const cell of this.table.bestMoves(board))
      sizes.push(yield* this.#size(this.table.push(board, cell)));
    return sizes;
  }

  *#size(board) {
    if (!this.sizes.has(board)) {
      let sum = 1;
      for (const cell of this.table.legalMoves(board)) {
        const after = this.table.push(board, cell);
        if (!this.table.isOver(after)) sum += Math.min(...(yield* this.#sizes(after)));
      }
      yield;
      this.sizes.set(board, sum);
    }
    return this.sizes.get(board);
  }
}
