// What the vectors do not ask: lists, options, errors, iteration, and the documents.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { BoardError, lines, Table, TableError } from "ttt-table";
import { Level, Match, PlayTable } from "ttt-table/kit";
import { bytes, tictactoe } from "ttt-table/tictactoe";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const shipped = readFileSync(here("../../data/tictactoe.msgpack"));

const refusal = (ask) => {
  try {
    ask();
  } catch (error) {
    if (error instanceof BoardError || error instanceof TableError) {
      return error.code;
    }
    throw error;
  }
  return "";
};

/** All texts of nine cells. */
function* texts() {
  for (let number = 0; number < 3 ** 9; number++) {
    yield Array.from({ length: 9 }, (_, cell) => ".XO"[Math.floor(number / 3 ** cell) % 3]).join(
      "",
    );
  }
}

const isFull = (board) => !board.includes(".");
const lineOf = (board, mark) =>
  lines({ rows: 3, cols: 3, k: 3 }).some((line) => line.every((cell) => board[cell] === mark));

/** The score of a board by plain search, for the mover. */
const searched = new Map();
const search = (board) => {
  if (searched.has(board)) {
    return searched.get(board);
  }
  const stones = 9 - board.split(".").length + 1;
  const [mover, other] = stones % 2 ? "OX" : "XO";
  const isLost = lineOf(board, other);
  let score = isLost ? -10 : 0;
  if (!isLost && !isFull(board)) {
    score = -Infinity;
    for (let cell = 0; cell < 9; cell++) {
      if (board[cell] === ".") {
        const reply = search(board.slice(0, cell) + mover + board.slice(cell + 1));
        score = Math.max(score, Math.sign(reply) - reply);
      }
    }
  }
  searched.set(board, score);
  return score;
};

test("the module carries the shipped table", () => {
  assert.deepEqual(Buffer.from(bytes), shipped);
});

test("of all 19,683 texts it has exactly those that a search meets, with their outcomes", () => {
  search(".........");
  assert.equal(searched.size, 5478);
  for (const board of texts()) {
    assert.equal(tictactoe.has(board), searched.has(board), board);
    if (!searched.has(board)) {
      continue;
    }
    const { value, plies } = tictactoe.get(board);
    assert.equal(value * (10 - plies), searched.get(board), board);
    if (value === 0) {
      assert.equal(plies, board.split(".").length - 1);
    }
  }
});

test("iteration gives each board once, with its outcome, fewer stones first", () => {
  const found = new Map(tictactoe);
  assert.equal(found.size, tictactoe.size);
  for (const [board, outcome] of found) {
    assert.equal(tictactoe.get(board), outcome);
  }
  const stones = [...tictactoe.keys()].map((board) => 10 - board.split(".").length);
  assert.deepEqual(stones, [...stones].sort());
  assert.deepEqual([...tictactoe.entries()], [...found]);
});

test("moves, scores and best moves agree with a search of the successors", () => {
  search(".........");
  for (const [board, outcome] of tictactoe) {
    const moves = tictactoe.moves(board);
    const scores = tictactoe.scores(board);
    assert.equal(moves.length, outcome.plies ? board.split(".").length - 1 : 0);
    const mover = board.split(".").length % 2 ? "O" : "X";
    for (const { cell, value, plies } of moves) {
      const reply = search(board.slice(0, cell) + mover + board.slice(cell + 1));
      assert.equal(scores.get(cell), Math.sign(reply) - reply);
      assert.equal(value * (10 - plies), scores.get(cell));
    }
    const sorted = [...scores].sort((one, other) => other[1] - one[1]).map(([cell]) => cell);
    assert.deepEqual(
      moves.map(({ cell }) => cell),
      sorted,
    );
    const best = sorted.filter((cell) => scores.get(cell) === scores.get(sorted[0]));
    assert.deepEqual(tictactoe.bestMoves(board), best);
    assert.equal(tictactoe.bestMove(board), best[0]);
    const last = (cells) => cells[cells.length - 1];
    assert.equal(tictactoe.bestMove(board, { choose: last }), last(best));
  }
});

test("a depth hides every end that lies further away", () => {
  for (const [board] of [...tictactoe].filter((_, place) => place % 29 === 0)) {
    for (let depth = 0; depth < 12; depth++) {
      const seen = tictactoe.scores(board, { depth });
      for (const [cell, score] of tictactoe.scores(board)) {
        assert.equal(seen.get(cell), 10 - Math.abs(score) > depth ? 0 : score);
      }
      const most = Math.max(...seen.values());
      const best = [...seen.keys()].filter((cell) => seen.get(cell) === most);
      assert.deepEqual(tictactoe.bestMoves(board, { depth }), best);
    }
  }
  for (const depth of [-1, 1.5, NaN, -Infinity, "2", null]) {
    assert.throws(() => tictactoe.scores(".........", { depth }), RangeError);
  }
});

test("with O first the colours are exchanged", () => {
  const other = new Table(shipped, { first: "O" });
  const swapped = (board) => board.replace(/[XO]/g, (mark) => (mark === "X" ? "O" : "X"));
  for (const [board, outcome] of tictactoe) {
    assert.deepEqual(other.get(swapped(board)), outcome);
  }
  assert.deepEqual(
    [...other.keys()],
    [...tictactoe.keys()].map((board) => swapped(board)),
  );
  assert.equal(
    refusal(() => other.get("X........")),
    "uneven-counts",
  );
  assert.throws(() => new Table(shipped, { first: "x" }), RangeError);
});

test("bytes can come as a buffer or as any view of one", () => {
  const padded = new Uint8Array(shipped.length + 7);
  padded.set(shipped, 3);
  const view = new DataView(padded.buffer, 3, shipped.length);
  for (const same of [Uint8Array.from(shipped).buffer, view, Uint8Array.from(shipped)]) {
    assert.equal(new Table(same).size, 5478);
  }
  for (const path of ["table.msgpack", undefined, null, [1, 2], 5]) {
    assert.throws(() => new Table(path), { name: "TypeError", message: /ArrayBuffer/ });
  }
});

test("a list of cells or of rows is a board", () => {
  const lists = {
    "X...O....": [
      ["X", "", " ", null, "O", undefined, ".", "-", "_"],
      ["x", 1, 2, 3, "o", 5, 6, 7, 8],
      ["X", "2", "3", "4", "O", "6", 7, 8, 9],
      [
        ["X", null, null],
        [null, "O", null],
        ["", "", ""],
      ],
      ["X..", ".O.", "..."],
      ["x - -", "-|o|-", ["", "", ""]],
      ["x  ", " o ", "   "],
    ],
  };
  for (const [board, spellings] of Object.entries(lists)) {
    for (const list of spellings) {
      assert.equal(tictactoe.text(list), board);
    }
  }
});

test("a list that is no board is refused with a code, never with another error", () => {
  const strange = [
    {},
    Symbol("X"),
    1n,
    true,
    1.5,
    NaN,
    "XO",
    "\u00d7",
    () => 1,
    Object.create(null),
    "9".repeat(5000),
  ];
  for (const cell of strange) {
    const list = [cell, ...".".repeat(8)];
    assert.equal(
      refusal(() => tictactoe.get(list)),
      "strange-character",
      typeof cell,
    );
  }
  const bad = {
    "wrong-number": [
      [0, 1, 2, 3, 4, 5, 6, 7, 9],
      [1, 1, "", "", "", "", "", "", ""],
      [1, "", "", "", "", "", "", "", ""],
      [1, 2, "", "", "", "", "", "", ""],
      [-1, "", "", "", "", "", "", "", ""],
      ["9999", "", "", "", "", "", "", "", ""],
    ],
    "wrong-rows": [
      [["X", "", ""]],
      [["X"], ".", "."],
      [[], [], []],
      [["", "", ""], null, []],
      ["", "", ""],
    ],
    "wrong-length": [[], ["X"], ["", ""], "", "X"],
    "not-a-board": [undefined, null, 5, {}, new Set("X"), tictactoe],
  };
  for (const [code, boards] of Object.entries(bad)) {
    for (const board of boards) {
      assert.equal(
        refusal(() => tictactoe.get(board)),
        code,
        String(board).slice(0, 40),
      );
    }
  }
});

test("a refusal names the cells at fault", () => {
  const cells = { "XX.......": [0, 1], "X.?.....!": [2], "XXXOO.O..": [0, 1, 2] };
  for (const [board, at] of Object.entries(cells)) {
    assert.throws(
      () => tictactoe.get(board),
      (error) => error instanceof BoardError && (assert.deepEqual(error.cells, at), true),
    );
  }
});

test("no truncation and no flipped bit opens; the vectors have the other bits", () => {
  for (let length = 0; length < shipped.length; length++) {
    assert.equal(
      refusal(() => new Table(shipped.subarray(0, length))),
      "truncated",
    );
  }
  for (let bit = 0; bit < 8 * shipped.length; bit += 5) {
    const changed = Uint8Array.from(shipped);
    changed[bit >> 3] ^= 1 << (bit & 7);
    assert.notEqual(
      refusal(() => new Table(changed)),
      "",
      `bit ${bit}`,
    );
  }
});

test("the lines of a board are each there once", () => {
  const count = (rows, cols, k) => new Set(lines({ rows, cols, k }).map(String)).size;
  assert.deepEqual(
    [
      count(3, 3, 3),
      count(4, 4, 4),
      count(3, 4, 3),
      count(2, 2, 1),
      count(1, 5, 2),
      count(2, 2, 3),
    ],
    [8, 10, 14, 4, 4, 0],
  );
  assert.equal(lines({ rows: 2, cols: 2, k: 1 }).length, 4);
  assert.equal(lines({ rows: 2, cols: 2, k: 2 ** 32 - 1 }).length, 0);
});

test("a table of any game has its lines, and one of lines a name", () => {
  assert.deepEqual(tictactoe.lines, lines(tictactoe.game));
  assert.equal(tictactoe.name, null);
  const table = new Table(readFileSync(here("../vectors/tables/2x4-mixed-gravity.msgpack")));
  assert.deepEqual(table.game, { rows: 2, cols: 4, k: null, misere: false, gravity: true });
  assert.equal(table.name, "mixed");
  assert.deepEqual(table.lines, [
    [0, 1, 2],
    [3, 4, 5, 6],
    [0, 7],
    [2, 7],
  ]);
  assert.equal([...table].length, table.size);
});

test("the kit knows the rules as a search does", () => {
  search(".........");
  const kit = new PlayTable(bytes);
  assert.equal(kit.start, ".........");
  for (const board of searched.keys()) {
    const stones = 10 - board.split(".").length;
    const [mover, last] = stones % 2 ? "OX" : "XO";
    const over = lineOf(board, last) || isFull(board);
    assert.equal(kit.mover(board), mover);
    assert.equal(kit.isOver(board), over);
    assert.equal(kit.winner(board), lineOf(board, last) ? last : null);
    assert.equal(kit.winningLines(board).length > 0, lineOf(board, last));
    const free = [...board.matchAll(/\./g)].map(({ index }) => index);
    assert.deepEqual(kit.legalMoves(board), over ? [] : free);
    for (const cell of kit.legalMoves(board)) {
      assert.equal(kit.push(board, cell), board.slice(0, cell) + mover + board.slice(cell + 1));
    }
    const end = kit.continuation(board).reduce((reached, cell) => kit.push(reached, cell), board);
    assert.ok(kit.isOver(end));
    assert.equal(kit.continuation(board).length, kit.get(board).plies);
    assert.deepEqual(kit.columns(board), new Map());
  }
  for (const move of [4, 9, -1, "0", null, undefined, {}, { column: 0 }]) {
    assert.throws(() => kit.push("X...O....", move), { name: "RangeError" }, String(move));
  }
  assert.throws(() => kit.push("X...O....", { column: 1 }), /column 1 .*: no stone falls/);
  assert.throws(() => kit.push("XXXOO....", 8), /the game is over/);
});

test("with gravity a column is a move", () => {
  const kit = new PlayTable(readFileSync(here("../vectors/tables/2x4-mixed-gravity.msgpack")));
  const columns = [...kit.columns(".....X..")];
  assert.deepEqual(columns.flat(), [0, 4, 1, 1, 2, 6, 3, 7]);
  assert.equal(kit.push(".....X..", { column: 1 }), ".O...X..");
  assert.throws(() => kit.push(".O...X..", { column: 1 }), /columns 0 2 3/);
  assert.throws(() => kit.push(".....X..", 2), /columns 0 1 2 3/);
});

test("a review finds where a game was lost", () => {
  const kit = new PlayTable(bytes);
  const { moves, decisive, winner, board } = kit.review([0, 1, 4, 8, 3, 5, 6]);
  assert.equal(board, "XO.XXOX.O");
  assert.equal(winner, "X");
  assert.equal(decisive, moves[1]);
  assert.deepEqual(decisive, {
    number: 2,
    player: "O",
    cell: 1,
    before: { value: 0, plies: 8 },
    after: { value: -1, plies: 6 },
    best: [4],
    kind: "blunder",
  });
  assert.deepEqual(
    kit.review([0, 1, 8]).moves.map(({ kind }) => kind),
    ["best", "blunder", "blunder"],
  );
  assert.equal(kit.review([4, 1, 0, 2, 3]).moves[4].kind, "slip"); // 8 wins at once
  assert.equal(kit.review(kit.continuation(kit.start)).decisive, null);
  // Unfinished, but won for X already; and a draw in which both have given something away.
  assert.equal(kit.review([0, 1]).decisive.number, 2);
  assert.equal(kit.review([0, 1, 2]).decisive, null);
  assert.deepEqual(kit.review([]).moves, []);
  assert.throws(() => kit.review([0, 0]), RangeError);
});

test("a level's chances add up, and it plays only what has one", () => {
  const kit = new PlayTable(bytes);
  for (const level of [
    Level.easy(kit),
    Level.hard(kit),
    new Level(kit, { noise: 0.25, tricky: true }),
  ]) {
    for (const [board] of [...kit].filter((_, place) => place % 37 === 0)) {
      const chances = level.probabilities(board);
      if (kit.isOver(board)) {
        assert.equal(chances.size, 0);
        assert.equal(level.choose(board), undefined);
        continue;
      }
      const sum = [...chances.values()].reduce((total, chance) => total + chance);
      assert.ok(Math.abs(sum - 1) < 1e-12);
      for (const lot of [0, 0.5, 1 - 2 ** -53]) {
        assert.ok(chances.has(level.choose(board, () => lot)));
      }
    }
  }
  for (const options of [{ depth: -1 }, { depth: "x" }, { noise: 2 }, { noise: NaN }]) {
    assert.throws(() => new Level(kit, options), RangeError);
  }
  assert.throws(() => new Level(tictactoe), { name: "TypeError", message: /PlayTable/ });
});

test("the README's examples print what stands beside them", () => {
  const blocks = readFileSync(here("README.md"), "utf8").match(/(?<=```js\n)[^]*?(?=```)/g);
  assert.ok(blocks.length >= 3);
  for (const block of blocks) {
    const wanted = [...block.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, text]) => text);
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", block], {
      cwd: here("."),
      encoding: "utf8",
    });
    assert.equal(printed.replace(/\s+/g, " ").trim(), wanted.join(" "));
  }
});

test("the types name what the module has", () => {
  const types = readFileSync(here("ttt-table.d.ts"), "utf8");
  const kit = readFileSync(here("kit.d.ts"), "utf8");
  for (const made of [PlayTable, Level, Match]) {
    for (const name of Object.getOwnPropertyNames(made.prototype)) {
      assert.match(kit, RegExp(name));
    }
  }
  const members = types.match(/(?<=^ {2})(\w+)(?=\()/gm).filter((name) => name !== "constructor");
  const own = Object.getOwnPropertyNames(Table.prototype).filter((name) => name !== "constructor");
  assert.deepEqual([...new Set(members)].sort(), own.sort());
});
