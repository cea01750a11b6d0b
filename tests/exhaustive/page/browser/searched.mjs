// What the page finds by searching, as JSON: node searched.mjs. For each daily puzzle its weekday,
// its game, its board, and the outcomes of all boards that can follow; for some games as
// objects in the arguments the outcomes of all boards.
import { DAILY_GAMES, DAILY_PUZZLES } from "#page/puzzles/daily.js";
import { puzzleOfDay } from "#page/puzzles/day.js";
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

/** The rules of a game, each named. */
function rulesOf({ rows, cols, k = 0, name = null, misere = false, gravity = false }) {
  return { rows, cols, k, name, misere, gravity };
}

const MONDAY = 20458; // January 5th, 2026, in days since 1970
const games = new Map(DAILY_GAMES.map((game) => [JSON.stringify(rulesOf(game)), game]));
const daily = Array.from({ length: DAILY_PUZZLES[0].split(" ").length * 7 }, (_, index) => {
  const { table, board } = puzzleOfDay(MONDAY + index);
  const game = games.get(JSON.stringify(rulesOf({ ...table.game, name: table.name })));
  return { weekday: index % 7, game, board, outcomes: outcomesFrom(table, board) };
});
const whole = process.argv.slice(2).map((text) => {
  const table = new SearchedGame(JSON.parse(text));
  return outcomesFrom(table, table.start);
});
console.log(JSON.stringify({ daily, whole }));
