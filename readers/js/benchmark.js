// How long a look-up takes beside that of a Map that holds every board: node benchmark.js
import { tictactoe } from "./tictactoe.js";

const map = new Map(tictactoe);
const boards = [...map.keys()];
for (let last = boards.length; --last;) {
  const other = Math.floor(Math.random() * (last + 1));
  [boards[last], boards[other]] = [boards[other], boards[last]];
}

/** The fewest nanoseconds a look-up, of several rounds through all boards in random order. */
const measured = (holder) => {
  let best = Infinity;
  for (let round = 0; round < 60; round++) {
    const start = process.hrtime.bigint();
    let plies = 0;
    for (const board of boards) {
      plies += holder.get(board).plies;
    }
    const taken = Number(process.hrtime.bigint() - start);
    if (plies && round > 9) {
      best = Math.min(best, taken);
    }
  }
  return best / boards.length;
};

const [ofMap, ofTable] = [measured(map), measured(tictactoe)];
console.log(
  `Map ${ofMap.toFixed(0)} ns, table ${ofTable.toFixed(0)} ns,`,
  `ratio ${(ofTable / ofMap).toFixed(1)}`,
);
