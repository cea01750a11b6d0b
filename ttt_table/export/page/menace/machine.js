// MENACE, Donald Michie's machine of matchboxes (1961), and its exact grade: the same machine as
// examples/menace.py, which a test holds beside it, and the same sums as ttt_table/play/sums.py.
import { Level } from "../../../../readers/js/kit.js";
import { atOnce } from "../shares.js";

/** Beads of each kind in a new box, by how often its player has moved: early moves need patience. */
const FIRST_BEADS = [8, 4, 2, 1];
/** Beads that come back beside the drawn one, after a win, a draw and a loss. */
const REWARD = { 1: 3, 0: 1, "-1": -1 };
/** The turns and reflections of 3x3, each as the cell that every cell goes to, in order. */
const TURNS = [0, 1, 2, 3, 4, 5, 6, 7]
  .map((turn) =>
    Array.from({ length: 9 }, (_, cell) => {
      let [row, col] = [Math.floor(cell / 3), cell % 3];
      for (let quarter = 0; quarter < turn % 4; quarter++) [row, col] = [col, 2 - row];
      return 3 * row + (turn < 4 ? col : 2 - col);
    }),
  )
  .sort();

/** Lots that can be drawn again: a generator of 32 bits called mulberry32, in the public domain. */
export const lots = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const turned = (board, turn) => {
  const image = [];
  turn.forEach((goal, cell) => (image[goal] = board[cell]));
  return image.join("");
};

/** The greatest of a board's images, as on the labels, and the cell there that each cell goes to. */
export const toBox = (board) =>
  TURNS.map((turn) => [turned(board, turn), turn]).reduce((most, one) =>
    one[0] > most[0] ? one : most,
  );

/** Every position, in the order of play: its outcome, its moves, the best of them, where they lead. */
export class Positions {
  static *of(table) {
    const made = new Positions();
    Object.assign(made, { table, perfect: Level.perfect(table), all: new Map() });
    const waiting = [table.start];
    for (const board of waiting) {
      if (made.all.has(board)) continue;
      const mover = table.mover(board);
      const put = (cell) => board.slice(0, cell) + mover + board.slice(cell + 1);
      const scores = table.scores(board);
      const next = new Map([...scores.keys()].map((cell) => [cell, put(cell)]));
      const most = Math.max(...scores.values());
      const best = [...scores].filter(([, score]) => score === most).map(([cell]) => next.get(cell));
      const winner = next.size ? null : table.winner(board);
      made.all.set(board, { board, next, best, winner, mover });
      waiting.push(...next.values());
      yield;
    }
    return made;
  }

  get(board) {
    return this.all.get(board);
  }

  /** What a move leads to for its player: 1, 0 or -1. */
  value(board, cell) {
    return 0 - this.table.get(this.get(board).next.get(cell)).value;
  }
}

/** The boxes of the player of one side, with their beads. */
export class Menace {
  static *of(positions, side = "X") {
    const made = new Menace();
    /** Of each board on which a bead is drawn, its box and which cell of the box each cell is. */
    Object.assign(made, { positions, side, boxes: new Map(), drawers: new Map() });
    for (const { board, next, mover } of positions.all.values()) {
      if (mover !== side || next.size < 2) continue; // the last move needs no beads
      const [box, turn] = toBox(board);
      made.drawers.set(board, [box, turn]);
      yield;
    }
    // In this order printed labels are numbered, too.
    for (const board of positions.table.keys()) {
      if (made.drawers.get(board)?.[0] === board)
        made.boxes.set(board, made.#filled(board, positions.get(board).next));
      yield;
    }
    return made;
  }

  /** One kind of bead for moves that a symmetry of the board exchanges: its first cell. */
  #filled(board, next) {
    const beads = FIRST_BEADS[Math.floor((9 - next.size) / 2)];
    const kinds = new Map();
    for (const [cell, after] of [...next].sort(([one], [other]) => other - one))
      kinds.set(toBox(after)[0], cell);
    return new Map([...kinds.values()].sort().map((cell) => [cell, beads]));
  }

  /** How many beads lie for each cell of this very board. */
  beads(board) {
    const drawer = this.drawers.get(board);
    if (!drawer)
      return new Map([...this.positions.get(board).next.keys()].map((cell) => [cell, 1]));
    const [box, turn] = drawer;
    const lying = [...this.boxes.get(box)].filter(([, beads]) => beads);
    return new Map(lying.map(([cell, beads]) => [turn.indexOf(cell), beads]));
  }

  /** A bead drawn from the box of this board, as its cell. */
  draw(board, random) {
    const beads = [...this.beads(board)];
    let left = random() * beads.reduce((sum, [, number]) => sum + number, 0);
    return (beads.find(([, number]) => (left -= number) < 0) ?? beads.at(-1))[0];
  }

  /** Reward or punish the beads that were drawn, each with its board, for a result of 1, 0 or -1. */
  learn(drawn, result) {
    for (const [board, cell] of drawn) {
      const drawer = this.drawers.get(board);
      if (!drawer) continue;
      const beads = this.boxes.get(drawer[0]);
      const kind = drawer[1][cell];
      beads.set(kind, Math.max(0, beads.get(kind) + REWARD[result]));
      // Michie's machine would give up; this one starts anew.
      if (![...beads.values()].some(Boolean)) beads.set(kind, 1);
    }
  }

  /**
   * All games that it may play by the beads it has, summed up from the last positions to the first:
   * how many there are of each result, and its chances against random and against perfect play.
   */
  *grading() {
    const sums = new Map();
    for (const position of [...this.positions.all.values()].reverse()) {
      sums.set(position.board, this.#sum(position, sums));
      yield;
    }
    const found = sums.get(this.positions.table.start);
    const results = (from) => {
      const [won, drawn, lost] = found.slice(from);
      return { won, drawn, lost };
    };
    return { lines: results(0), random: results(3), perfect: results(6) };
  }

  /** Games won, drawn and lost from a position; the same as chances, random and perfect. */
  #sum({ board, next, best, winner, mover }, sums) {
    if (!next.size) {
      const ends = [winner === this.side, !winner, winner && winner !== this.side].map(Number);
      return [ends, ends, ends].flat();
    }
    let moves = [...next.values()].map((after, _, { length }) => [after, 1, 1 / length, best.includes(after) / best.length]);
    if (mover === this.side) {
      const beads = this.beads(board);
      const all = [...beads.values()].reduce((sum, one) => sum + one);
      moves = [...beads].map(([cell, one]) => [next.get(cell), 1, one / all, one / all]);
    }
    const found = new Array(9).fill(0);
    for (const [after, ...weights] of moves)
      sums.get(after).forEach((sum, at) => (found[at] += sum * weights[Math.floor(at / 3)]));
    return found;
  }
}

/** Whom the machine trains against: each plays O, and the twin learns as well. */
export const OPPONENTS = {
  random: (positions) => (board, random) => {
    const cells = [...positions.get(board).next.keys()];
    return cells[Math.floor(random() * cells.length)];
  },
  perfect: (positions) => (board, random) => positions.perfect.choose(board, random),
  twin: (positions, twin) => (board, random) => twin.draw(board, random),
};

/** A machine, its twin, and all that they have learned since they were filled with this seed. */
export class School {
  static *of(positions, seed) {
    const made = new School();
    Object.assign(made, { positions, random: lots(seed), games: 0, curve: [] });
    made.machine = yield* Menace.of(positions);
    made.twin = yield* Menace.of(positions, "O");
    yield* made.noting();
    return made;
  }

  /** Put the grade of this moment on the curve. */
  *noting() {
    const { games, machine } = this;
    if (this.curve.at(-1)?.games !== games) this.curve.push({ games, ...(yield* machine.grading()) });
  }

  note() {
    atOnce(this.noting());
  }

  /** What a game's end is to the machine: 1, 0 or -1. */
  result(board) {
    const { winner } = this.positions.get(board);
    return winner === "X" ? 1 : winner ? -1 : 0;
  }

  /** Learn from a game whose machine drew these beads. */
  finish(drawn, board) {
    this.machine.learn(drawn, this.result(board));
    this.games += 1;
    if (this.games % 100 === 0) this.note();
  }

  /** Play a game and learn from it; returns its last board. */
  train(against) {
    const answer = OPPONENTS[against](this.positions, this.twin);
    const drawn = { X: [], O: [] };
    let position = this.positions.get(this.positions.table.start);
    while (position.next.size) {
      const { board, next, mover } = position;
      const cell =
        mover === "X" ? this.machine.draw(board, this.random) : answer(board, this.random);
      drawn[mover].push([board, cell]);
      position = this.positions.get(next.get(cell));
    }
    if (against === "twin") this.twin.learn(drawn.O, 0 - this.result(position.board));
    this.finish(drawn.X, position.board);
    return position.board;
  }
}
