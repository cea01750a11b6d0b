// What the page says of every mistake on every board of some tables, as JSON: node punished.mjs
// TABLE... For each table, by board and by cell of a mistake, its punishment.
import { readFileSync } from "node:fs";
import { findPunishment } from "#page/play/mistakes.js";
import { state } from "#page/state.js";
import { PlayTable } from "#readers/kit.js";

const punishments = (table) => {
  const found = {};
  for (const [board, { value }] of table) {
    for (const move of table.moves(board).filter((each) => each.value < value)) {
      const boards = [board, table.push(board, move.cell)];
      Object.assign(state, { table, boards, played: [move.cell], reviewedMove: 0 });
      const { key, values, stones, threats } = findPunishment();
      found[board] ??= {};
      found[board][move.cell] = { key, values, stones: [...stones], threats };
    }
  }
  return found;
};

const tables = process.argv.slice(2).map((path) => new PlayTable(readFileSync(path)));
console.log(JSON.stringify(tables.map(punishments)));
