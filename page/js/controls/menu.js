// The menu: the game, the opponent, the side, hints and the language.
import { other } from "#readers/kit.js";
import { chooseLanguage } from "../address/navigation.js";
import { pageAddress } from "../address/published.js";
import { miniature } from "../board/drawing.js";
import { hasOwnLines } from "../board/places.js";
import { byId, element } from "../dom.js";
import { levelName } from "../language/names.js";
import { LANGUAGES } from "../language/translate.js";
import { copyText } from "../messages.js";
import { chooseGame } from "../play/address.js";
import { proceed } from "../play/game.js";
import { exactLevels, LADDER } from "../play/levels.js";
import { isBeaten } from "../play/record.js";
import { changed, NONE, state } from "../state.js";
import { games, TIC_TAC_TOE } from "../tables/tables.js";

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
};

/** By the id of a button, what a click on it does. */
export const MENU_CLICKS = {
  "menu-open": () => {
    byId("address").hidden = true;
    byId("menu").showModal();
  },
  link: () => {
    const isPublished = state.gameName === TIC_TAC_TOE;
    return copyText(pageAddress(location.hash.slice(1), isPublished), byId("address"));
  },
};

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
  byId("hints").checked = state.hints;
  byId("lines").hidden = !state.table.name;
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
