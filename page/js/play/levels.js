// The opponents of the person.
import { Level } from "#readers/kit.js";
import { state } from "../state.js";

/** The levels of the opponents that follow each other: after a win against one comes the next. */
export const LADDER = ["easy", "medium", "hard", "perfect"];

const PERFECT_LEVELS = ["perfect", "tricky"];
const MOST_PLIES = { small: 5, large: 8 }; // that an exact level sees

/** Return the opponent of the level that is chosen. */
export function opponent() {
  const { level, table } = state;
  if (level === "tricky") {
    return new Level(table, { tricky: true });
  }
  if (LADDER.includes(level)) {
    return Level[level](table);
  }
  return new Level(table, { depth: Number(level) });
}

/** Return whether the opponent never makes a mistake. */
export function opponentIsPerfect() {
  return PERFECT_LEVELS.includes(state.level);
}

/** Return the next level of the ladder; undefined after the last, and beside the ladder. */
export function nextLevel() {
  const index = LADDER.indexOf(state.level);
  return index < 0 ? undefined : LADDER[index + 1];
}

/** Return the levels that are named by how many moves they see, the farthest first. */
export function exactLevels() {
  const cells = state.table.start.length;
  const most = cells > 9 ? MOST_PLIES.large : Math.min(cells, MOST_PLIES.small);
  const numbers = Array.from({ length: most + 1 }, (_, index) => String(most - index));
  return ["tricky", ...numbers];
}
