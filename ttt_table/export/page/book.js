// A player's whole play: one best move on each board that the other can bring about. Where a game has
// many cells it is the next two moves of both.

/**
 * The boards of a map: each has its newest stone, what it is worth to the other player and, by cell,
 * the boards that may follow. Where the game played took another best move, the map takes it, too.
 * Made with pauses; `sizes` are kept from one map to the next.
 */
export function* bookOf(table, player, sizes, { boards, played, whole, depth }) {
  const taken = new Map(played.map((cell, at) => [boards[at], cell]));
  const nodes = new Map();

  function* node(board, fresh, moves, depth) {
    const key = `${board}${fresh}${moves}${whole ? "" : depth}`;
    if (!nodes.has(key)) {
      const replies = new Map();
      for (const cell of depth ? table.legalMoves(board) : []) replies.set(cell, yield* reply(board, cell, depth));
      yield;
      const { value } = table.get(board);
      nodes.set(key, { board, fresh, moves, replies, value: table.mover(board) === player ? 0 - value : value });
    }
    return nodes.get(key);
  }

  function* reply(board, cell, depth) {
    const after = table.push(board, cell);
    if (whole && !table.isOver(after)) return yield* answered(after, [cell]);
    return yield* node(after, cell, [cell], whole ? depth : depth - 1);
  }

  function* answered(board, moves) {
    const cell = yield* answer(board);
    return yield* node(table.push(board, cell), cell, [...moves, cell], 2);
  }

  /** Of equally good moves the one that was played, else that after which the fewest boards follow. */
  function* answer(board) {
    const best = table.bestMoves(board);
    if (best.includes(taken.get(board))) return taken.get(board);
    const follow = best.length > 1 ? yield* follows(board) : [];
    return best[Math.max(follow.indexOf(Math.min(...follow)), 0)];
  }

  /** How many boards follow after each best move. */
  function* follows(board) {
    const found = [];
    for (const cell of table.bestMoves(board)) found.push(yield* size(table.push(board, cell)));
    return found;
  }

  function* size(board) {
    if (!sizes.has(board)) {
      let sum = 1;
      for (const cell of table.legalMoves(board)) {
        const after = table.push(board, cell);
        if (!table.isOver(after)) sum += Math.min(...(yield* follows(after)));
      }
      yield;
      sizes.set(board, sum);
    }
    return sizes.get(board);
  }

  const [start] = whole ? boards : boards.slice(-1);
  const first = whole && !table.isOver(start) && table.mover(start) === player;
  const root = yield* first ? answered(start, []) : node(start, -1, [], depth);
  return { table, player, whole, root, from: boards[0] };
}

/** The boards of a map that a game passes, and how many of its moves they are. */
export const pathOf = ({ whole, root }, played) => {
  const nodes = [root];
  if (!whole) return { nodes, moves: played.length };
  const same = (next, at) => next.every((cell, i) => [cell, undefined].includes(played[at + i]));
  if (!same(root.moves, 0)) return { nodes, moves: 0 };
  let moves = root.moves.length;
  while (moves < played.length) {
    const next = nodes.at(-1).replies.get(played[moves]);
    if (!next || !same(next.moves, moves)) break;
    nodes.push(next);
    moves += next.moves.length;
  }
  return { nodes, moves };
};
