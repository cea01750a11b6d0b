// What the page finds by searching, as JSON: node searched.mjs. For each game of the daily puzzles
// their boards, and the outcomes of all boards that can follow on them; for some games as objects
// in the arguments the outcomes of all boards.
import { DAILY_PUZZLES } from "#page/puzzles/daily.js";
import { SearchedGame } from "#page/puzzles/searched-game.js";

/** By its board, the value and plies of a board and of all that follow. */
const outcomesFrom = (table, first) => {
  const outcomes = {};
  const waiting = [first];
  for (const board of waiting) {
    if (board in outcomes) {
      continue;
    }
    const { value, plies } = table.get(board);
    outcomes[board] = [value, plies];
    waiting.push(...table.legalMoves(board).map((cell) => table.push(board, cell)));
  }
  return outcomes;
};

const daily = DAILY_PUZZLES.map(({ game, boards }) => {
  const table = new SearchedGame(game);
  return { game, boards: boards.split(" ").map((board) => [board, outcomesFrom(table, board)]) };
});
const whole = process.argv.slice(2).map((text) => {
  const table = new SearchedGame(JSON.parse(text));
  return outcomesFrom(table, table.start);
});
console.log(JSON.stringify({ daily, whole }));
