// Which game is in play; those that were left for another are kept.
import { state } from "../state.js";
import { games } from "../tables/tables.js";
import { startGame } from "./game.js";

const savedGames = new Map(); // by the name of its game: who moved first, its boards and its moves

/**
 * Open a game of `games`, to be started next; the game left is kept.
 *
 * @param {string} name
 * @param {"X" | "O"} [first]
 */
export async function openGame(name, first = "X") {
  const { open, source } = /** @type {any} */ (games.get(name));
  const opened = await open(first);
  if (state.table) {
    const { table, boards, played } = state;
    savedGames.set(state.gameName, { first: table.first, boards, played });
  }
  Object.assign(state, { table: opened, source, gameName: name });
}

/** Go on with a game where it was left, or begin it. */
export async function resumeGame(name) {
  const saved = savedGames.get(name);
  await openGame(name, saved?.first);
  return startGame(saved?.boards[0], saved?.played);
}
