// Where an address leads: to a part of this page, or to the page beside it.
import { TableError } from "#readers/ttt-table.js";
import { LANGUAGES, speak, translate } from "../language/translate.js";
import { describeError, showAlert } from "../messages.js";
import { wantedGame } from "../play/address.js";
import { startGame } from "../play/game.js";
import { openGame } from "../play/saved-games.js";
import { MOST_CHARACTERS } from "../play/setup.js";
import { beginPuzzles } from "../puzzles/puzzle-mode.js";
import { NONE, state, stopTimer } from "../state.js";
import { games } from "../tables/tables.js";
import { published } from "./published.js";

/** The parameter that is kept in every address, whatever is shown. */
const LANGUAGE = "lang";

let isUnopened = false; // whether the address names a table that could not be opened
let chosenLanguage = ""; // unless the browser's is spoken

/** Speak a language that an address or the menu asks for, by its code. */
export function chooseLanguage(code) {
  chosenLanguage = Object.hasOwn(LANGUAGES, code) ? code : "";
  speak(chosenLanguage);
}

/** Return what the address asks for, as its parameters; nothing if it is too long. */
export function readAddress() {
  return new URLSearchParams(isTooLong() ? "" : location.hash.slice(1));
}

function isTooLong() {
  return location.hash.length > MOST_CHARACTERS;
}

/** Let the address say what is shown. */
export function writeAddress(address) {
  const isUntouched = state.mode === "play" && state.played.length === 0;
  if (isUnopened && isUntouched) {
    return; // so that the table is tried again when the page is loaded again
  }
  isUnopened = false;
  const hash = `#${address}${chosenLanguage ? `&${LANGUAGE}=${chosenLanguage}` : ""}`;
  if (location.hash === hash) {
    return;
  }
  try {
    history.replaceState(null, "", hash);
  } catch {
    // Browsers refuse it after too many times in a minute; then the address lags behind.
  }
}

/**
 * @typedef {object} Parts The parts of a page.
 * @property {Record<string, (wishes: URLSearchParams) => any>} enter By the parameter that asks for
 *   it, what shows each part; "play" is shown where none is asked for.
 * @property {string} start The part that is shown where the address is empty.
 * @property {string} other The page that lies beside this one.
 * @property {string[]} ofOther The parameters that ask for parts of that page.
 */

/**
 * Show what the address asks for; if that fails, say why and show an empty board.
 *
 * @param {Parts} parts
 */
export async function followAddress(parts) {
  isUnopened = false;
  try {
    await follow(parts, readAddress());
  } catch (error) {
    isUnopened = error instanceof TableError && readAddress().has("table");
    await showEmptyBoard(error instanceof TableError);
    showAlert(describeError(error));
  }
}

/** Begin the game in play anew; the page's first game, if its table fails. */
async function showEmptyBoard(tableFails) {
  state.mode = "play";
  if (tableFails && state.source) {
    games.delete(state.gameName);
    await openFirstGame();
  }
  if (games.size > 0) {
    await startGame();
  }
}

async function follow({ enter, start, other, ofOther }, wishes) {
  showAlert(isTooLong() ? translate("tooLong") : "");
  if (wishes.has(LANGUAGE)) {
    chooseLanguage(wishes.get(LANGUAGE));
  }
  stopTimer();
  state.reviewedMove = NONE;
  const moved = ofOther.find((name) => wishes.has(name));
  if (moved && (await isBeside(other))) {
    location.replace(`${other}${location.hash}`);
    return undefined;
  }
  if (moved) {
    showAlert(translate("onOtherPage", { page: published(other, wishes) }));
  }
  const asked = Object.keys(enter).find((name) => wishes.has(name));
  return enter[asked ?? (location.hash ? "play" : start)](wishes);
}

/** Whether a page lies beside this one on its server; of files that cannot be known. */
async function isBeside(page) {
  try {
    return location.protocol !== "file:" && (await fetch(page, { method: "HEAD" })).ok;
  } catch {
    return false;
  }
}

/** Show the puzzles that an address lists. */
export async function enterPuzzles(wishes) {
  const texts = wishes.get("puzzles").split("_").filter(Boolean);
  const name = wantedGame(wishes);
  if (texts.length > 0 && state.gameName !== name && games.has(name)) {
    await openGame(name);
    await startGame();
  }
  const { table } = state;
  const boards = texts.map((text) => table.text(text)).filter((board) => !table.isOver(board));
  return beginPuzzles(table, boards, wishes.get("at") - 1);
}

/** Open the page's first game that can be opened, and return what is wrong with those before it. */
export async function openFirstGame() {
  const faults = [];
  for (const name of games.keys()) {
    try {
      await openGame(name);
      state.boards = [state.table.start];
      return faults;
    } catch (error) {
      games.delete(name);
      faults.push(`${name}: ${describeError(error)}`);
    }
  }
  return faults;
}
