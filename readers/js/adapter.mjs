// Answers the requests of readers/vectors/check_reader.py with the JavaScript reader; the protocol
// stands in the README there.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { BoardError, Table, TableError } from "./ttt-table.js";

const ESCAPES = { "\\": "\\", t: "\t", n: "\n", r: "\r" };
const unescaped = (field) =>
  field === "-" ? "" : field.replace(/\\(.)/g, (_, letter) => ESCAPES[letter]);

let table;

const requests = {
  open(first, path) {
    table = new Table(readFileSync(path), { first });
    const { rows, cols, k, misere, gravity, breaker = false } = table.game;
    return [rows, cols, k ?? "-", +misere, +gravity, table.size, table.name ?? "-", +breaker];
  },
  get(board) {
    const { value, plies } = table.get(board);
    return [value, plies];
  },
  scores(board, depth) {
    const scores = table.scores(board, depth ? { depth: +depth } : {});
    return [[...scores].map((pair) => pair.join(":")).join(" ") || "-"];
  },
  best(board, depth) {
    return [table.bestMoves(board, depth ? { depth: +depth } : {}).join(" ") || "-"];
  },
};

const answer = (line) => {
  const [request, ...fields] = line.split("\t").map(unescaped);
  try {
    return ["ok", ...requests[request](...fields)];
  } catch (error) {
    if (error instanceof BoardError) {
      return ["error", error.code, error.cells.join(" ") || "-"];
    }
    if (error instanceof TableError) {
      return ["error", error.code];
    }
    throw error;
  }
};

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${answer(line).join("\t")}\n`);
}
