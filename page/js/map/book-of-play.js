// A player's whole play as a tree: one best answer to each board that the other player can bring
// about. For games of many cells it is the next moves of both players instead.

/**
 * @typedef {object} Node A board of a book.
 * @property {string} board
 * @property {number} newCell The cell of its newest stone; -1 on the first board.
 * @property {number[]} moves The cells that lead to it from the node before.
 * @property {number} value What it is worth to the other player, whose moves the book answers.
 * @property {Map<number, Node>} replies By the cell of a move, the board that follows.
 */

/**
 * Make the book of a player, as work that pauses.
 *
 * @param {object} table The table of the game.
 * @param {string} player Whose answers the book holds.
 * @param {Map<string, number>} sizes How many boards follow a board; kept from one book to the
 *   next.
 * @param {object} options The `boards` and `played` cells of the game; whether the `whole` play is
 *   wanted, from the first board on, or only `depth` moves from the current one.
 * @returns {object} The book: `table`, `player`, `whole`, its `root`, and `from`, the game's first
 *   board.
 */
export function* makeBook(table, player, sizes, { boards, played, whole, depth }) {
  const root = whole
    ? yield* wholeTree(table, player, sizes, boards, played)
    : yield* nextMoves(table, player, boards.at(-1), depth);
  return { table, player, whole, root, from: boards[0] };
}

function makeNode(table, player, board, moves, replies) {
  const { value } = table.get(board);
  return {
    board,
    newCell: moves.at(-1) ?? -1,
    moves,
    replies,
    value: table.mover(board) === player ? 0 - value : value,
  };
}

/** The tree of the next moves of both players. */
function* nextMoves(table, player, board, depth, moves = []) {
  const replies = new Map();
  if (depth > 0) {
    for (const cell of table.legalMoves(board)) {
      const after = table.push(board, cell);
      replies.set(cell, yield* nextMoves(table, player, after, depth - 1, [cell]));
    }
  }
  yield;
  return makeNode(table, player, board, moves, replies);
}

/** The tree of all moves of the other player, each with one best answer of the player. */
function* wholeTree(table, player, sizes, boards, played) {
  const playedOn = new Map(played.map((cell, index) => [boards[index], cell]));
  const nodes = new Map(); // boards that are reached by different moves are made once

  function* node(board, moves) {
    const key = `${board} ${moves}`;
    if (!nodes.has(key)) {
      const replies = new Map();
      for (const cell of table.legalMoves(board)) {
        replies.set(cell, yield* nodeAfter(board, cell));
      }
      yield;
      nodes.set(key, makeNode(table, player, board, moves, replies));
    }
    return nodes.get(key);
  }

  function* nodeAfter(board, cell) {
    const after = table.push(board, cell);
    return yield* table.isOver(after) ? node(after, [cell]) : answeredNode(after, [cell]);
  }

  function* answeredNode(board, moves) {
    const cell = yield* findAnswer(board);
    return yield* node(table.push(board, cell), [...moves, cell]);
  }

  /** The best move that was played, else the one after which the fewest boards follow. */
  function* findAnswer(board) {
    const bestMoves = table.bestMoves(board);
    const playedCell = playedOn.get(board);
    if (bestMoves.includes(playedCell)) {
      return playedCell;
    }
    if (bestMoves.length === 1) {
      return bestMoves[0];
    }
    const counts = yield* sizesAfter(table, sizes, board);
    return bestMoves[counts.indexOf(Math.min(...counts))];
  }

  const start = boards[0];
  const playerBegins = !table.isOver(start) && table.mover(start) === player;
  return yield* playerBegins ? answeredNode(start, []) : node(start, []);
}

/** How many boards of a book follow after each best move on a board. */
function* sizesAfter(table, sizes, board) {
  const counts = [];
  for (const cell of table.bestMoves(board)) {
    counts.push(yield* sizeOf(table, sizes, table.push(board, cell)));
  }
  return counts;
}

/**
 * How many boards of a book follow a board on which the other player is to move, itself included.
 */
function* sizeOf(table, sizes, board) {
  if (!sizes.has(board)) {
    let size = 1;
    for (const cell of table.legalMoves(board)) {
      const after = table.push(board, cell);
      if (!table.isOver(after)) {
        size += Math.min(...(yield* sizesAfter(table, sizes, after)));
      }
    }
    yield;
    sizes.set(board, size);
  }
  return sizes.get(board);
}

/**
 * Follow a game through a book.
 *
 * @returns {{nodes: Node[], moves: number}} The boards that the game passes, and how many of its
 *   moves they are; fewer than were played where the game has left the book.
 */
export function followBook({ whole, root }, played) {
  const nodes = [root];
  if (!whole) {
    return { nodes, moves: played.length };
  }
  if (!continuesWith(played, 0, root.moves)) {
    return { nodes, moves: 0 };
  }
  let moves = root.moves.length;
  while (moves < played.length) {
    const next = nodes.at(-1).replies.get(played[moves]);
    if (!next || !continuesWith(played, moves, next.moves)) {
      break;
    }
    nodes.push(next);
    moves += next.moves.length;
  }
  return { nodes, moves };
}

/** Whether a game has these moves from some move on, as far as it was played. */
function continuesWith(played, from, moves) {
  const continued = played.slice(from, from + moves.length);
  return continued.every((cell, index) => cell === moves[index]);
}
