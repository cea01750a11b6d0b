// MENACE, Donald Michie's machine of matchboxes (1961), and its exact grade: the same machine as
// examples/menace.py, which a test compares with it, and the same sums as
// ttt_table/grading/sums.py.
import { sum } from "../numbers.js";

/** The beads of each kind in a new box, by how often its player has moved before. */
const FIRST_BEADS = [8, 4, 2, 1];

/**
 * By the result of a game, how many beads come back beside each drawn one; a loss keeps that one.
 */
const REWARDS = { 1: 3, 0: 1, "-1": -1 };

/** The turns and reflections of 3x3: lists of the cell to which each cell goes. */
const SYMMETRIES = [0, 1, 2, 3, 4, 5, 6, 7].map(makeSymmetry).sort();

function makeSymmetry(number) {
  const quarterTurns = number % 4;
  const isReflected = number >= 4;
  return Array.from({ length: 9 }, (_, cell) => {
    let row = Math.floor(cell / 3);
    let col = cell % 3;
    for (let turn = 0; turn < quarterTurns; turn++) {
      [row, col] = [col, 2 - row];
    }
    return 3 * row + (isReflected ? 2 - col : col);
  });
}

/** Return the board on the label of a board's box, and the cell there to which each cell goes. */
export function findBox(board) {
  let label = "";
  let symmetry;
  for (const candidate of SYMMETRIES) {
    const image = applySymmetry(board, candidate);
    if (image > label) {
      label = image;
      symmetry = candidate;
    }
  }
  return { label, symmetry };
}

function applySymmetry(board, symmetry) {
  const image = [];
  for (const [cell, goal] of symmetry.entries()) {
    image[goal] = board[cell];
  }
  return image.join("");
}

/** The boxes of the machine of one side, with their beads. */
export class Machine {
  /**
   * By its label, each box as its beads: how many there are for each cell. In the printed order.
   */
  boxes = new Map();

  /** By its board, the box from which a bead is drawn there, as `findBox` returns it. */
  #boxOf = new Map();

  /** Make a machine without boxes; `of` makes one that can play. */
  constructor(positions, side) {
    this.positions = positions;
    this.side = side;
  }

  /** Fill the boxes of a side with new beads, as work that pauses. */
  static *of(positions, side) {
    const machine = new Machine(positions, side);
    for (const { board, next, mover } of positions.all()) {
      if (mover === side && next.size > 1) {
        machine.#boxOf.set(board, findBox(board)); // a last move needs no beads
        yield;
      }
    }
    for (const label of positions.table.keys()) {
      if (machine.#boxOf.get(label)?.label === label) {
        machine.boxes.set(label, newBeads(positions.get(label).next));
      }
      yield;
    }
    return machine;
  }

  /**
   * Return the box from which a bead is drawn on a board; undefined where only one cell is free.
   */
  boxOf(board) {
    return this.#boxOf.get(board);
  }

  /** Return how many beads there are for each cell of a board. */
  beads(board) {
    const beads = new Map();
    const box = this.boxOf(board);
    if (!box) {
      for (const cell of this.positions.get(board).next.keys()) {
        beads.set(cell, 1);
      }
      return beads;
    }
    for (const [labelCell, count] of this.boxes.get(box.label)) {
      if (count > 0) {
        beads.set(box.symmetry.indexOf(labelCell), count);
      }
    }
    return beads;
  }

  /** Draw a bead from the box of a board, and return its cell. */
  draw(board, random) {
    const beads = this.beads(board);
    let left = random() * sum([...beads.values()]);
    for (const [cell, count] of beads) {
      left -= count;
      if (left < 0) {
        return cell;
      }
    }
    return [...beads.keys()].at(-1);
  }

  /**
   * Learn from a game.
   *
   * @param {[string, number][]} drawn The boards on which beads were drawn, each with the bead's
   *   cell.
   * @param {number} result 1 for a win, 0 for a draw, -1 for a loss.
   */
  learn(drawn, result) {
    for (const [board, cell] of drawn) {
      const box = this.boxOf(board);
      if (box) {
        this.#changeBeads(box, cell, REWARDS[result]);
      }
    }
  }

  #changeBeads({ label, symmetry }, cell, change) {
    const beads = this.boxes.get(label);
    const labelCell = symmetry[cell];
    beads.set(labelCell, Math.max(0, beads.get(labelCell) + change));
    // Michie's machine would give up where its box is empty; this one begins anew there.
    if (sum([...beads.values()]) === 0) {
      beads.set(labelCell, 1);
    }
  }

  /**
   * Grade the machine as it is now, as work that pauses.
   *
   * @returns {object} Numbers of `won`, `drawn` and `lost`: as `lines` of the games that it may
   *   play, as `random` and `perfect` of the probabilities against random and perfect play.
   */
  *grading() {
    const totals = new Map(); // by board
    for (const position of this.positions.all().reverse()) {
      totals.set(position.board, this.#total(position, totals));
      yield;
    }
    const { lines, random, perfect } = totals.get(this.positions.table.start);
    return { lines: named(lines), random: named(random), perfect: named(perfect) };
  }

  /** The results from a position on, each kind as a list of games won, drawn and lost. */
  #total(position, totals) {
    if (position.next.size === 0) {
      const result = this.#resultAtEnd(position);
      return { lines: result, random: result, perfect: result };
    }
    const total = { lines: [0, 0, 0], random: [0, 0, 0], perfect: [0, 0, 0] };
    for (const { after, random, perfect } of this.#weighMoves(position)) {
      const following = totals.get(after);
      add(total.lines, following.lines, 1);
      add(total.random, following.random, random);
      add(total.perfect, following.perfect, perfect);
    }
    return total;
  }

  #resultAtEnd({ winner }) {
    if (!winner) {
      return [0, 1, 0];
    }
    return winner === this.side ? [1, 0, 0] : [0, 0, 1];
  }

  /** The moves on a position, each with its probability against random and perfect play. */
  #weighMoves({ board, next, best, mover }) {
    if (mover === this.side) {
      const beads = this.beads(board);
      const total = sum([...beads.values()]);
      return [...beads].map(([cell, count]) => {
        const probability = count / total;
        return { after: next.get(cell), random: probability, perfect: probability };
      });
    }
    return [...next.values()].map((after) => ({
      after,
      random: 1 / next.size,
      perfect: best.includes(after) ? 1 / best.length : 0,
    }));
  }
}

/** The beads of a new box: one kind for moves that a symmetry of the board exchanges. */
function newBeads(next) {
  const playersMovesBefore = Math.floor((9 - next.size) / 2);
  const firstCells = new Map(); // of the moves that lead to one box
  for (const [cell, after] of next) {
    const { label } = findBox(after);
    if (!firstCells.has(label)) {
      firstCells.set(label, cell);
    }
  }
  const beads = new Map();
  for (const cell of firstCells.values()) {
    beads.set(cell, FIRST_BEADS[playersMovesBefore]);
  }
  return beads;
}

function add(total, results, weight) {
  for (const [index, result] of results.entries()) {
    total[index] += result * weight;
  }
}

function named([won, drawn, lost]) {
  return { won, drawn, lost };
}
