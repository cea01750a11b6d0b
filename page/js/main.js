// The page begins here: it opens its tables, listens to the person, and follows its address.
import { Level, PlayTable } from "#readers/kit.js";
import { TableError } from "#readers/ttt-table.js";
import { readAddress } from "./address/address.js";
import {
  chooseLanguage,
  followAddress,
  showFirstGame,
  writeAddress,
} from "./address/navigation.js";
import { listenToSwipes, listenToKeys } from "./controls/keys.js";
import { drawLines, drawMenu, MENU_CHANGES, MENU_CLICKS, setUpFromText } from "./controls/menu.js";
import { byId } from "./dom/elements.js";
import { clearAlert, guarded, showAlert } from "./errors.js";
import { goToStep } from "./lesson/lesson.js";
import { printSheet } from "./lesson/sheet.js";
import { listenToMap, MAP_CLICKS } from "./map/map.js";
import { fillNewBoxes, reveal, togglePractice } from "./menace/menace-mode.js";
import { onGameEnd } from "./play/game.js";
import { opponent } from "./play/levels.js";
import { countResult } from "./play/person.js";
import { drawScreen, listenToScreen, shownGame } from "./screen.js";
import { changed, onChange, state } from "./state.js";
import { games, openEmbeddedTables } from "./tables/tables.js";

/** By the id of a button, what a click on it does. */
const CLICKS = {
  ...MENU_CLICKS,
  ...MAP_CLICKS,
  practise: togglePractice,
  "new-boxes": fillNewBoxes,
  reveal,
  "step-on": () => goToStep(state.lessonStep + 1),
  "step-back": () => goToStep(state.lessonStep - 1),
  "note-open": () => byId("note").showModal(),
  pupils: () => printSheet("pupils"),
  teacher: () => printSheet("teacher"),
};

function listen(target, event, act) {
  target.addEventListener(event, guarded(act));
}

function listenToPerson() {
  listenToScreen();
  listenToKeys();
  listenToSwipes();
  for (const [id, act] of Object.entries(CLICKS)) {
    listen(byId(id), "click", act);
  }
  for (const [id, act] of Object.entries(MENU_CHANGES)) {
    listen(byId(id), "change", ({ target }) => {
      clearAlert();
      return act(target);
    });
  }
  for (const dialog of document.querySelectorAll("dialog")) {
    listen(dialog, "click", ({ target }) => closeDialog(dialog, target));
  }
  listen(byId("lines"), "toggle", drawLines);
  listen(byId("paste"), "submit", setUpFromText);
  listenToMap();
}

/** Close a dialog by its button, or by a click beside it. */
function closeDialog(dialog, clicked) {
  if (clicked === dialog || clicked.className === "close") {
    dialog.close();
  }
}

function listenToBrowser() {
  listen(globalThis, "hashchange", followAddress);
  // The map shows more where it fills the screen.
  listen(document, "fullscreenchange", () => changed());
  listen(globalThis, "afterprint", () => {
    delete document.body.dataset.print;
  });
  // The map is painted in the colours of its time, and only where there is room for it.
  for (const query of ["(prefers-color-scheme: dark)", "(min-width: 60rem)"]) {
    listen(matchMedia(query), "change", () => changed());
  }
}

async function begin() {
  byId("no-script").remove();
  document.body.classList.toggle("framed", window.parent !== window);
  chooseLanguage(readAddress().get("lang"));
  const messages = await openEmbeddedTables();
  if (games.size === 0 && !readAddress().has("table")) {
    showAlert(messages.join(" "));
    return;
  }
  showFirstGame();
  onGameEnd(countResult);
  onChange(drawScreen);
  onChange(drawMenu);
  onChange(writeAddress);
  listenToPerson();
  listenToBrowser();
  await followAddress();
  if (messages.length > 0) {
    showAlert(messages.join(" "));
  }
}

await begin();

/** For the console, and for the tests of this page. */
globalThis.tttTable = {
  Level,
  PlayTable,
  TableError,
  games,
  opponent,
  reviewedBoard: () => state.boards[state.reviewedMove],
  reviewedIndex: () => state.reviewedMove,
  shownGame,
  table: () => state.table,
};
