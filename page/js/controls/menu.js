// The menu: the game, the opponent and the looks of the page; and in the lab boards and files.
import { other } from "#readers/kit.js";
import { miniature } from "../board/drawing.js";
import { sharedAddress } from "../address/address.js";
import { hasOwnLines } from "../board/places.js";
import { chooseGame, chooseLanguage } from "../address/navigation.js";
import { copyText } from "../dom/clipboard.js";
import { allOf, byId, element } from "../dom/elements.js";
import { clearAlert, showAlert } from "../errors.js";
import { levelName } from "../language/names.js";
import { LANGUAGES, translate } from "../language/translate.js";
import { playAgain, proceed, startGame } from "../play/game.js";
import { exactLevels, LADDER } from "../play/levels.js";
import { isBeaten } from "../play/record.js";
import { openGame, TIC_TAC_TOE } from "../play/saved-games.js";
import { setUpGame } from "../play/setup.js";
import { gameInAddress } from "../puzzles/puzzle-mode.js";
import { changed, currentBoard, isOver, NONE, state } from "../state.js";
import { games, openFile } from "../tables/tables.js";

const menu = byId("menu");

/** By the id of a control of the menu, what its change does. */
export const MENU_CHANGES = {
  game: (control) => chooseGame(control.value),
  level: (control) => proceed({ level: control.value }),
  side: (control) => proceed({ side: control.value, reviewedMove: NONE }),
  language: (control) => {
    chooseLanguage(control.value);
    changed();
  },
  hints: (control) => changed({ hints: control.checked }),
  plies: (control) => changed({ plies: control.checked, hints: state.hints || control.checked }),
  first: (control) => {
    openGame(state.gameName, control.value);
    return playAgain();
  },
  file: openPickedFile,
};

/** By the id of a button, what a click on it does. */
export const MENU_CLICKS = {
  "menu-open": openMenu,
  link: () => copyLink(location.hash.slice(1)),
  puzzle: copyPuzzleLink,
};

function openMenu() {
  byId("address").hidden = true;
  menu.showModal();
}

/** Draw what the menu offers and what is chosen. */
export function drawMenu() {
  byId("games").hidden = games.size < 2;
  const gameTitles = [...games].map(([name, { title }]) => [name, title()]);
  setOptions("game", gameTitles, state.gameName);

  const levels = new Set([...LADDER, ...(state.lab ? exactLevels() : []), state.level]);
  const levelNames = [...levels].map((level) => {
    return [level, `${levelName(level)}${isBeaten(level) ? " ✓" : ""}`];
  });
  setOptions("level", levelNames, state.level);

  const languageNames = Object.entries(LANGUAGES).map(([code, { name }]) => [code, name]);
  setOptions("language", languageNames, document.documentElement.lang);

  byId("side").value = state.side;
  byId("first").value = state.table.first;
  byId("hints").checked = state.hints;
  byId("plies").checked = state.hints && state.plies;
  byId("lab").hidden = !state.lab;
  byId("lines").hidden = !state.table.name;
  for (const link of allOf(".own")) {
    link.hidden = !games.has(TIC_TAC_TOE);
  }
}

function setOptions(id, options, chosen) {
  const made = options.map(([value, words]) => new Option(words, value, false, value === chosen));
  byId(id).replaceChildren(...made);
}

/** Draw each line of a game of lines on a board of its own, and each player's in their colour. */
export function drawLines() {
  const { table } = state;
  const { lines, oLines, first } = table;
  const items = hasOwnLines(table)
    ? [...lineItems(lines, first), ...lineItems(oLines, other(first))]
    : lineItems(lines, "O");
  byId("line-list").replaceChildren(...items);
}

function lineItems(lines, mark) {
  const { table } = state;
  return lines.map((line) => {
    const marks = [...table.start].map((_, cell) => (line.includes(cell) ? mark : "."));
    return element("li", {}, miniature(marks.join(""), table), line.join(" "));
  });
}

function copyLink(hash) {
  return copyText(sharedAddress(hash), byId("address"));
}

function copyPuzzleLink() {
  if (isOver()) {
    showAlert(translate("gameOver"));
    return undefined;
  }
  return copyLink(`${gameInAddress()}puzzles=${currentBoard()}`);
}

/** Set up the board or the game in the text field. */
export function setUpFromText(event) {
  event.preventDefault();
  clearAlert();
  menu.close();
  return setUpGame(byId("text").value);
}

async function openPickedFile(control) {
  menu.close();
  const [file] = control.files;
  if (file) {
    openGame(await openFile(file));
    await startGame();
  }
}
