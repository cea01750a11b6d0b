// The puzzle of the day, and on how many days in a row it was solved on this device.
import { recall, remember } from "../dom/memory.js";
import { DAILY_PUZZLES } from "./daily.js";
import { SearchedGame } from "./searched-game.js";

const DAY = 86_400_000; // milliseconds
const STRIDE = 17; // puzzles from one day's to the next at first, so that the games differ
const STREAK = "streak"; // under which name the last day and the number of days are kept

/** Return the days since 1970, as they begin where the person is. */
export function today() {
  const offset = new Date().getTimezoneOffset() * 60_000;
  return Math.floor((Date.now() - offset) / DAY);
}

/** Return the day of a date such as "2026-01-31"; today if it is none. */
export function readDay(date) {
  return Math.floor(Date.parse(date) / DAY) || today();
}

/** Return the date of a day. */
export function dateOf(day) {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** Return a day's puzzle, the same for everybody: its `board`, and its game as a `table`. */
export function puzzleOfDay(day) {
  const puzzles = DAILY_PUZZLES.flatMap(({ game, boards }) =>
    boards.split(" ").map((board) => ({ game, board })),
  );
  const { game, board } = puzzles[indexOfDay(Math.abs(day), puzzles.length)];
  return { table: new SearchedGame(game), board };
}

/**
 * The puzzle of a day, by its index. As the number of puzzles is prime, every stride leads through
 * all of them; each round has another stride, and so another order.
 */
function indexOfDay(day, count) {
  const round = Math.floor(day / count);
  const stride = 1 + ((STRIDE + round) % (count - 1));
  return (day * stride) % count;
}

/** Count a day whose puzzle was solved, and return how many there have been in a row. */
export function countDay(day) {
  const [lastDay, before] = recall(STREAK).split(" ").map(Number);
  if (lastDay === day) {
    return before;
  }
  const count = lastDay === day - 1 ? before + 1 : 1;
  remember(STREAK, `${day} ${count}`);
  return count;
}
