// Keys and swipes: one key leads through the lesson, and two through a game that is looked back at.
import { guarded } from "../messages.js";
import { byId } from "../dom.js";
import { reviewMove } from "../play/person.js";
import { changed, isReviewing, state } from "../state.js";

const SHORTEST_SWIPE = 45; // pixels

/** @type {(step: number) => any} */
let leadToStep = () => {};

/** Let keys lead through the lesson: `lead` is called with the step that is wanted. */
export function listenToSteps(lead) {
  leadToStep = lead;
}

/** Listen to the keys that mean something wherever the focus is. */
export function listenToKeys() {
  document.addEventListener("keydown", guarded(onKey));
}

function onKey(event) {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  if (hasModifier || document.querySelector("dialog[open]")) {
    return undefined;
  }
  const act = actOfKey(event);
  if (!act) {
    return undefined;
  }
  event.preventDefault();
  return act();
}

/** What a key does now, or undefined. */
function actOfKey({ key, target }) {
  const isTyping = target.closest("input, select, textarea");
  const ownsArrows = isTyping || target.closest("[role=grid], #wall, #map-box");
  const direction = directionOf(key, !ownsArrows);
  // In the lesson a presenter's clicker, which sends Page Down, always leads to the next step.
  const isForReview = key.startsWith("Arrow") || state.lessonStep === 0;
  if (direction !== 0 && isForReview && leadsThroughReview(direction)) {
    return () => reviewMove(state.reviewedMove + direction);
  }
  if (direction !== 0 && state.lessonStep > 0) {
    return () => leadToStep(state.lessonStep + direction);
  }
  return isTyping ? undefined : actOfLetter(key.toLowerCase());
}

/**
 * Whether a direction leads to another move of the game that is looked back at. In the lesson what
 * lies beyond its ends are the other steps.
 */
function leadsThroughReview(direction) {
  const move = state.reviewedMove + direction;
  const isMove = move >= 0 && move <= state.played.length;
  return isReviewing() && state.mode === "play" && (isMove || state.lessonStep === 0);
}

/** 1 for a key that leads on, -1 for one that leads back, else 0. */
function directionOf(key, arrowsLead) {
  if (key === "PageDown" || (key === "ArrowRight" && arrowsLead)) {
    return 1;
  }
  if (key === "PageUp" || (key === "ArrowLeft" && arrowsLead)) {
    return -1;
  }
  return 0;
}

function actOfLetter(letter) {
  const inLesson = state.lessonStep > 0;
  if (letter === "n" && inLesson) {
    return () => byId("note").showModal();
  }
  if (letter === "h" && state.lab) {
    return () => changed({ hints: !state.hints });
  }
  return undefined;
}

/** Let a finger that is drawn across the board lead through a game that is looked back at. */
export function listenToSwipes() {
  const field = byId("field");
  let startX = 0;
  field.addEventListener("pointerdown", ({ clientX }) => {
    startX = clientX;
  });
  field.addEventListener(
    "pointerup",
    guarded(({ clientX }) => {
      const distance = clientX - startX;
      const isSwipe = Math.abs(distance) > SHORTEST_SWIPE;
      if (!isSwipe || !isReviewing() || state.mode !== "play") {
        return undefined;
      }
      return reviewMove(state.reviewedMove - Math.sign(distance));
    }),
  );
}
