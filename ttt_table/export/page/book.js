// A player's whole play: one best move on each board that the other can bring about. Where a game has
// many cells it is the next two moves of both.

/** The boards of a map: each has its newest stone and, by cell, the nodes that may follow. */
export class Book {
  #nodes = new Map();

  /** Where the game played took another best move, the map takes it, too. */
  constructor(table, player, sizes, { boards, played, whole, depth = 2 }) {
    Object.assign(this, { table, player, sizes, whole });
    this.taken = new Map(played.map((cell, at) => [boards[at], cell]));
    const [start] = whole ? boards : boards.slice(-1);
    const first = whole && !table.isOver(start) && table.mover(start) === player;
    this.root = first ? this.#answered(start, []) : this.#node(start, -1, [], depth);
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

  #node(board, fresh, moves, depth) {
    const key = `${board}${fresh}${moves}${this.whole ? "" : depth}`;
    if (!this.#nodes.has(key)) {
      const replies = new Map();
      if (depth)
        for (const cell of this.table.legalMoves(board))
          replies.set(cell, this.#reply(board, cell, depth));
      this.#nodes.set(key, { board, fresh, moves, replies });
    }
    return this.#nodes.get(key);
  }

  #reply(board, cell, depth) {
    const after = this.table.push(board, cell);
    if (!this.whole) return this.#node(after, cell, [cell], depth - 1);
    return this.table.isOver(after) ? this.#node(after, cell, [cell], depth) : this.#answered(after, [cell]);
  }

  #answered(board, moves) {
    const cell = this.#answer(board);
    return this.#node(this.table.push(board, cell), cell, [...moves, cell], 2);
  }

  /** Of equally good moves the one that was played, else that after which the fewest boards follow. */
  #answer(board) {
    const best = this.table.bestMoves(board);
    const taken = this.taken.get(board);
    if (best.includes(taken)) return taken;
    const size = (cell) => this.#size(this.table.push(board, cell));
    return best.length < 2
      ? best[0]
      : best.map((cell) => [size(cell), cell]).sort(([a, b], [c, d]) => a - c || b - d)[0][1];
  }

  #size(board) {
    if (!this.sizes.has(board)) {
      const { table } = this;
      const replies = table.legalMoves(board).map((cell) => table.push(board, cell));
      const going = replies.filter((after) => !table.isOver(after));
      const least = (after) =>
        Math.min(...table.bestMoves(after).map((cell) => this.#size(table.push(after, cell))));
      this.sizes.set(board, going.reduce((sum, after) => sum + least(after), 1));
    }
    return this.sizes.get(board);
  }
}
