// The lab: a board or a game as text, the player who moves first, and table files.
import { byId } from "../dom.js";
import { clearAlert } from "../messages.js";
import { playAgain, startGame } from "../play/game.js";
import { openGame } from "../play/saved-games.js";
import { setUpGame } from "../play/setup.js";
import { state } from "../state.js";
import { openFile } from "../tables/tables.js";

/** By the id of a control of the lab, what its change does. */
export const LAB_CHANGES = {
  first: async (control) => {
    await openGame(state.gameName, control.value);
    return playAgain();
  },
  file: async (control) => {
    const [file] = control.files;
    if (file) {
      await openGame(await openFile(file));
      await startGame();
    }
  },
};

/** Draw what is chosen. */
export function drawLab() {
  byId("first").value = state.table.first;
}

/** Set up the board or the game in the text field. */
export function setUpFromText(event) {
  event.preventDefault();
  clearAlert();
  return setUpGame(byId("text").value);
}
