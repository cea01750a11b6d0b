// What this device keeps of the person's games: the score against each opponent, and which games
// they have solved, as which player.
import { recall, remember } from "../dom.js";
import { state } from "../state.js";
import { LADDER } from "./levels.js";

/** Return how many games against an opponent were `won`, `drawn` and `lost` by the person. */
export function scoreAgainst(level) {
  const [won = 0, drawn = 0, lost = 0] = recall(scoreKey(level)).match(/\d+/g) ?? [];
  return { won: Number(won), drawn: Number(drawn), lost: Number(lost) };
}

/** Count a game against the opponent: "won", "drawn" or "lost". */
export function countGame(result) {
  const score = scoreAgainst(state.level);
  score[result] += 1;
  remember(scoreKey(state.level), `${score.won} ${score.drawn} ${score.lost}`);
}

/** Return whether the person has won against an opponent; a perfect one is beaten by solving. */
export function isBeaten(level) {
  return level === "perfect" ? isSolved() : scoreAgainst(level).won > 0;
}

/** Return the first opponent of the ladder who is not beaten yet; the last one if all are. */
export function reachedLevel() {
  return LADDER.find((level) => !isBeaten(level)) ?? LADDER.at(-1);
}

/**
 * Return whether the person has solved the game in play: by not losing to an opponent who never
 * errs, and without a mistake; as "X", as "O", or by default as either.
 */
export function isSolved(side = "") {
  const sides = recall(solvedKey());
  return sides !== "" && sides.includes(side);
}

/** Keep that the person has solved it as the player that they are. */
export function markSolved() {
  remember(solvedKey(), recall(solvedKey()) + state.side);
}

function scoreKey(level) {
  return `score ${state.gameName} ${level}`;
}

function solvedKey() {
  return `solved ${state.gameName}`;
}
