// Which games the person has solved: by a draw against an opponent who never errs.
import { recall, remember } from "../dom/memory.js";
import { state } from "../state.js";

/** Return whether the person has solved the game in play. */
export function isSolved() {
  return recall(keyOf()) !== "";
}

/** Keep that the person has solved it. */
export function markSolved() {
  remember(keyOf(), "1");
}

function keyOf() {
  return `solved ${state.gameName}`;
}
