// The big screen, for a class to look at.
import { changed, state } from "../state.js";

/** Fill the screen with the board, or leave it; some browsers cannot. */
export function showProjector(wanted) {
  if (wanted) {
    document.documentElement.requestFullscreen?.().catch(() => {});
  } else if (document.fullscreenElement) {
    document.exitFullscreen();
  }
  changed({ projector: wanted });
}

/**
 * Follow the browser: it keeps Escape for itself, and a screen may fill after it was left again.
 */
export function followFullscreen() {
  const isFilled = document.fullscreenElement === document.documentElement;
  if (state.projector !== isFilled) {
    showProjector(false);
  } else {
    changed(); // the map may fill the screen, and then shows more
  }
}
