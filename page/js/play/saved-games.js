// Which game is in play; those that were left for another are kept.
import { state } from "../state.js";
import { games } from "../tables/tables.js";
import { startGame } from "./game.js";

/** The name of tic-tac-toe, the game of the lesson, its puzzles, and MENACE. */
export const TIC_TAC_TOE = "3x3k3";

const savedGames = new Map(); // by the name of its game: who moved first, its boards and its moves

/** Open a game of `games`, to be started next; `first` is "X" or "O". The game left is kept. */
export function openGame(name, first = "X") {
  if (state.table) {
    const { table, boards, played } = state;
    savedGames.set(state.gameName, { first: table.first, boards, played });
  }
  const { open, source } = games.get(name);
  Object.assign(state, { table: open(first), source, gameName: name });
}

/** Go on with a game where it was left, or begin it. */
export function resumeGame(name) {
  const saved = savedGames.get(name);
  openGame(name, saved?.first);
  return startGame(saved?.boards[0], saved?.played);
}
