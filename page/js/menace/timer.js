// MENACE's timer: one thing happens by itself at a time.
import { changed } from "../state.js";

let timer = 0;

/** Do something after some milliseconds, in place of what was to happen before. */
export function later(act, delay) {
  stopTimer();
  timer = setTimeout(() => {
    timer = 0;
    act();
    changed();
  }, delay);
}

/** Let nothing happen by itself. */
export function stopTimer() {
  clearTimeout(timer);
  timer = 0;
}

/** Return whether something is to happen by itself. */
export function isTimerSet() {
  return timer !== 0;
}
