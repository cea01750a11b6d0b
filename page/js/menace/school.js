// MENACE's practice: the games from which it learns, and the curve of its grades.
import { runAtOnce } from "../slices.js";
import { Machine } from "./machine.js";

const GAMES_BETWEEN_GRADES = 100;

/** By its name, how each teacher of the machine answers a board as O. */
const TEACHERS = {
  random: ({ positions, random }, board) => {
    const cells = [...positions.get(board).next.keys()];
    return cells[Math.floor(random() * cells.length)];
  },
  perfect: ({ positions, random }, board) => positions.perfectLevel.choose(board, random),
  twin: ({ twin, random }, board) => twin.draw(board, random),
};

/** The names of the teachers; the twin is a second machine that learns as well. */
export const TEACHER_NAMES = Object.keys(TEACHERS);

/** A machine, its twin, and what they have learned since they were new. */
export class School {
  /** How many games the machine has learned from. */
  games = 0;

  /** The only teacher since the machine was new; undefined after games of others. */
  teacher;

  /**
   * The grades so far, each with its number of `games`.
   *
   * @type {any[]}
   */
  curve = [];

  /** Make a school of two machines; `of` makes one whose boxes are filled. */
  constructor(positions, random, machine, twin) {
    this.positions = positions;
    this.random = random;
    this.machine = machine;
    this.twin = twin;
  }

  /**
   * Fill the boxes of a machine and its twin, as work that pauses; `seed` decides their practice.
   */
  static *of(positions, seed) {
    const machine = yield* Machine.of(positions, "X");
    const twin = yield* Machine.of(positions, "O");
    const school = new School(positions, seededRandom(seed), machine, twin);
    yield* school.grading();
    return school;
  }

  /** Put the present grade on the curve, as work that pauses. */
  *grading() {
    if (this.curve.at(-1)?.games !== this.games) {
      const grade = yield* this.machine.grading();
      this.curve.push({ games: this.games, ...grade });
    }
  }

  /** Put the present grade on the curve. */
  grade() {
    runAtOnce(this.grading());
  }

  /** Return what the end of a game is to the machine: 1, 0 or -1. */
  resultFor(board) {
    const { winner } = this.positions.get(board);
    if (!winner) {
      return 0;
    }
    return winner === "X" ? 1 : -1;
  }

  /**
   * Let the machine learn from a game: the beads that it drew, each with its board, the end, and
   * the teacher; undefined for a person.
   */
  finishGame(drawn, board, teacher) {
    const isSame = this.games === 0 || teacher === this.teacher;
    this.teacher = isSame ? teacher : undefined;
    this.machine.learn(drawn, this.resultFor(board));
    this.games += 1;
    if (this.games % GAMES_BETWEEN_GRADES === 0) {
      this.grade();
    }
  }

  /** Play a game against a teacher, learn from it, and return its last board. */
  practise(teacher) {
    const drawn = { X: [], O: [] };
    let position = this.positions.get(this.positions.table.start);
    while (position.next.size > 0) {
      const { board, next, mover } = position;
      const cell =
        mover === "X" ? this.machine.draw(board, this.random) : TEACHERS[teacher](this, board);
      drawn[mover].push([board, cell]);
      position = this.positions.get(next.get(cell));
    }
    if (teacher === "twin") {
      this.twin.learn(drawn.O, 0 - this.resultFor(position.board));
    }
    this.finishGame(drawn.X, position.board, teacher);
    return position.board;
  }
}

/** A generator of numbers from 0 to 1 that can be repeated: mulberry32, in the public domain. */
function seededRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
