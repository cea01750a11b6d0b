// What both pages share: they open their tables, listen to the person, and follow their address.
import { Level, PlayTable } from "#readers/kit.js";
import { TableError } from "#readers/ttt-table.js";
import {
  chooseLanguage,
  followAddress,
  openFirstGame,
  readAddress,
  writeAddress,
} from "./address/navigation.js";
import { listenToKeys, listenToSwipes } from "./controls/keys.js";
import { drawLines, drawMenu, MENU_CHANGES, MENU_CLICKS } from "./controls/menu.js";
import { allOf, byId } from "./dom.js";
import { listenToMap, MAP_CLICKS } from "./map/map.js";
import { clearAlert, guarded, showAlert } from "./messages.js";
import { onGameEnd } from "./play/game.js";
import { opponent } from "./play/levels.js";
import { countResult } from "./play/person.js";
import { addressShown, drawScreen, listenToScreen, shownGame } from "./screen.js";
import { changed, onChange, state } from "./state.js";
import { games, listEmbeddedTables } from "./tables/tables.js";

function listen(target, event, act) {
  target.addEventListener(event, guarded(act));
}

/** Do by its id what a click on a button does. */
export function listenToClicks(clicks) {
  for (const [id, act] of Object.entries(clicks)) {
    listen(byId(id), "click", act);
  }
}

/** Do by its id what the change of a control does. */
export function listenToChanges(changes) {
  for (const [id, act] of Object.entries(changes)) {
    listen(byId(id), "change", ({ target }) => {
      clearAlert();
      return act(target);
    });
  }
}

function listenToPerson() {
  listenToScreen();
  listenToKeys();
  listenToSwipes();
  listenToClicks({ ...MENU_CLICKS, ...MAP_CLICKS });
  listenToChanges(MENU_CHANGES);
  for (const dialog of allOf("dialog")) {
    listen(dialog, "click", ({ target }) => closeDialog(dialog, target));
  }
  listen(byId("lines"), "toggle", drawLines);
  listenToMap();
}

/** Close a dialog by its button, or by a click beside it. */
function closeDialog(dialog, clicked) {
  if (clicked === dialog || clicked.className === "close") {
    dialog.close();
  }
}

function listenToBrowser(parts) {
  listen(globalThis, "hashchange", () => followAddress(parts));
  // The map shows more where it fills the screen.
  listen(document, "fullscreenchange", () => changed());
  // The row of games has no links to other pages while there is no network.
  listen(globalThis, "online", () => changed());
  listen(globalThis, "offline", () => changed());
  // The map is painted in the colours of its time.
  listen(matchMedia("(prefers-color-scheme: dark)"), "change", () => changed());
}

/**
 * Begin the page.
 *
 * @param {import("./address/navigation.js").Parts} parts
 */
export async function beginPage(parts) {
  byId("no-script").remove();
  document.body.classList.toggle("framed", window.parent !== window);
  chooseLanguage(readAddress().get("lang"));
  listEmbeddedTables();
  const faults = await openFirstGame();
  if (games.size === 0 && !readAddress().has("table")) {
    showAlert(faults.join(" "));
    return;
  }
  onGameEnd(countResult);
  onChange(drawScreen);
  onChange(drawMenu);
  onChange(() => writeAddress(addressShown()));
  listenToPerson();
  listenToBrowser(parts);
  await followAddress(parts);
  if (faults.length > 0) {
    showAlert(faults.join(" "));
  }
}

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
