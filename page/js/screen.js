// The screen: the board with what stands above, below and beside it, in whichever mode is shown.
import { guarded } from "./messages.js";
import { allOf, byId } from "./dom.js";
/** @import { PageGame } from "./page-game.js" */
import { boardHasFocus, drawBoard, focusBoard, layOutBoard, listenToBoard } from "./board/board.js";
import { gameTitle, isTicTacToe } from "./language/names.js";
import { translate } from "./language/translate.js";
import { landingCell } from "./play/game.js";
import { NONE, state } from "./state.js";

/**
 * @typedef {object} Button
 * @property {string} words
 * @property {() => any} act
 * @property {string} [label]
 * @property {boolean} [primary]
 */

/**
 * @typedef {object} View What is shown: all that `drawBoard` needs, and this.
 * @property {string} board
 * @property {boolean} playable
 * @property {string} headline
 * @property {string} message
 * @property {string} spokenMessage For screen readers alone.
 * @property {string} title Of the browser's tab.
 * @property {Button[]} buttons Up to four.
 * @property {string} [score]
 * @property {boolean} [wanted] Whether a better move is to be found.
 * @property {boolean} [reviewing] Whether a game is looked back at.
 * @property {boolean} [ended] Whether the game has ended.
 * @property {boolean} [solved] Whether its map is shown in the place of the board.
 * @property {string} [link] What leads here, if it is not that of the mode's name.
 */

/**
 * @typedef {object} Mode A part of the page.
 * @property {() => PageGame} table The game that it shows.
 * @property {() => string} address Its address, without the hash sign.
 * @property {(cell: number) => any} press Called when a cell is pressed.
 * @property {() => View} view
 * @property {() => void} drawSide Draws what stands beside the board.
 */

/** @type {Record<string, Mode>} */
let modes = {};

/**
 * Show these modes, by their names.
 *
 * @param {Record<string, Mode>} shown
 */
export function showModes(shown) {
  modes = shown;
}

const buttonElements = [...byId("buttons").children];

/** @type {View | undefined} */
let view; // what is drawn
let shownTable; // the table of the game whose cells there are

function mode() {
  return modes[state.mode];
}

/** Return the game whose board is shown. */
export function shownGame() {
  return mode().table();
}

/** Return the address of what is shown, without the hash sign. */
export function addressShown() {
  return state.lessonStep > 0 ? `lesson=${state.lessonStep}` : mode().address();
}

/** Listen to the board and to the buttons below it. */
export function listenToScreen() {
  listenToBoard(
    guarded((cell) => cell === NONE || mode().press(cell)),
    findTarget,
  );
  for (const [index, button] of buttonElements.entries()) {
    button.addEventListener(
      "click",
      guarded(() => view?.buttons[index]?.act()),
    );
  }
}

/** The cell where a stone would be put if a cell were pressed. */
function findTarget(cell) {
  if (!view?.playable || view.board[cell] !== ".") {
    return NONE;
  }
  return landingCell(cell, view.board, shownGame());
}

/** Draw everything anew; a game on a server once its outcomes have come. */
export function drawScreen() {
  if (state.waiting && state.mode === "play") {
    return;
  }
  const table = mode().table();
  if (shownTable !== table) {
    layOutBoard(table);
    shownTable = table;
  }
  setBodyClasses();
  const { rows, cols } = table.game;
  byId("board").ariaLabel = `${translate("board")}, ${rows} × ${cols}`;

  view = mode().view();
  const { body } = document;
  body.classList.toggle("asking", Boolean(view.wanted));
  body.classList.toggle("ended", Boolean(view.ended));
  body.classList.toggle("solved", Boolean(view.solved));
  body.classList.toggle("hinted", state.hints);
  const beginsReview = view.reviewing && byId("headline").textContent !== view.headline;
  drawBoard(table, view);
  drawTexts(table, view);
  drawButtons(view);
  if ((beginsReview || view.solved) && boardHasFocus()) {
    buttonElements[0].focus({ preventScroll: true });
  }
  byId("card").hidden = true;
  markCurrentLink(view);
  document.title = view.title;
  mode().drawSide();
}

function setBodyClasses() {
  const { body, documentElement } = document;
  const inLesson = state.lessonStep > 0;
  body.dataset.mode = state.mode;
  body.classList.toggle("lesson", inLesson);
  documentElement.classList.toggle("large", inLesson);
}

function drawTexts(table, shown) {
  setText("game-title", isTicTacToe(table) ? "" : gameTitle(table));
  document.body.classList.toggle("titled", !isTicTacToe(table));
  setText("headline", shown.headline);
  setText("says", shown.message);
  setText("aloud", shown.spokenMessage);
  setText("score", shown.score ?? "");
}

/** Set the text of an element if it differs: screen readers would say the same text again. */
function setText(id, text) {
  if (byId(id).textContent !== text) {
    byId(id).textContent = text;
  }
}

function drawButtons(shown) {
  for (const [index, button] of buttonElements.entries()) {
    const { words, label, primary } = shown.buttons[index] ?? {};
    const isOther = button.textContent !== (words ?? "");
    if (button === document.activeElement && isOther && !shown.reviewing) {
      focusBoard(); // since a key that is pressed once more would do something else
    }
    button.hidden = !words;
    button.textContent = words ?? "";
    button.ariaLabel = label ?? null;
    button.classList.toggle("primary", Boolean(primary));
  }
}

function markCurrentLink(shown) {
  const current = state.lessonStep > 0 ? "#lesson" : (shown.link ?? `#${state.mode}`);
  for (const link of allOf("nav a")) {
    link.ariaCurrent = link.hash.startsWith(current) ? "page" : null;
  }
}
