// The screen: the board with what stands above, below and beside it, in whichever mode is shown.
import { boardHasFocus, drawBoard, focusBoard, layOutBoard, listenToBoard } from "./board/board.js";
import { allOf, byId } from "./dom/elements.js";
import { guarded } from "./errors.js";
import { gameTitle, isTicTacToe } from "./language/names.js";
import { translate } from "./language/translate.js";
import { drawLesson } from "./lesson/lesson.js";
import { menaceMode } from "./menace/menace-mode.js";
import { landingCell } from "./play/game.js";
import { playMode } from "./play/play-mode.js";
import { puzzleMode } from "./puzzles/puzzle-mode.js";
import { NONE, state } from "./state.js";

/**
 * The modes by their names. Each has:
 * `table()`, the table of the game that it shows;
 * `press(cell)`, called when a cell is pressed;
 * `drawSide()`, which draws what stands beside the board;
 * `view()`, what is shown: all that `drawBoard` needs, a `headline`, a `message`, a
 * `spokenMessage` for screen readers alone, a `score`, up to three `buttons`, whether one is
 * `reviewing` a game, whether that has `ended`, and the `link` that leads here, if it is not that
 * of the mode's name. A button has its `words`, an `act`, and may have a `label` and be `primary`.
 */
const MODES = { play: playMode, puzzles: puzzleMode, menace: menaceMode };

const buttonElements = [...byId("buttons").children];

/** @type {any} */
let view = { buttons: [] }; // what is drawn
let shownTable; // the table of the game whose cells there are

function mode() {
  return MODES[state.mode];
}

/** Return the game whose board is shown. */
export function shownGame() {
  return mode().table();
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
      guarded(() => view.buttons[index]?.act()),
    );
  }
}

/** The cell where a stone would be put if a cell were pressed. */
function findTarget(cell) {
  const { board, playable } = view;
  if (!playable || board[cell] !== ".") {
    return NONE;
  }
  return landingCell(cell, board, mode().table());
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
  document.body.classList.toggle("asking", Boolean(view.wanted));
  document.body.classList.toggle("ended", Boolean(view.ended));
  const beginsReview = view.reviewing && byId("headline").textContent !== view.headline;
  drawBoard(table, view);
  drawTexts(table);
  drawButtons();
  if (beginsReview && boardHasFocus()) {
    buttonElements[0].focus();
  }
  byId("card").hidden = true;
  markCurrentLink();
  document.title = state.mode === "menace" ? "MENACE" : gameTitle(table);
  drawLesson();
  mode().drawSide();
}

function setBodyClasses() {
  const { body, documentElement } = document;
  const inLesson = state.lessonStep > 0;
  body.dataset.mode = state.mode;
  body.classList.toggle("lesson", inLesson);
  documentElement.classList.toggle("large", inLesson);
}

function drawTexts(table) {
  setText("game-title", isTicTacToe(table) ? "" : gameTitle(table));
  document.body.classList.toggle("titled", !isTicTacToe(table));
  setText("headline", view.headline);
  setText("says", view.message);
  setText("aloud", view.spokenMessage);
  setText("score", view.score ?? "");
}

/** Set the text of an element if it differs: screen readers would say the same text again. */
function setText(id, text) {
  if (byId(id).textContent !== text) {
    byId(id).textContent = text;
  }
}

function drawButtons() {
  for (const [index, button] of buttonElements.entries()) {
    const { words, label, primary } = view.buttons[index] ?? {};
    const isOther = button.textContent !== (words ?? "");
    if (button === document.activeElement && isOther && !view.reviewing) {
      focusBoard(); // since a key that is pressed once more would do something else
    }
    button.hidden = !words;
    button.textContent = words ?? "";
    button.ariaLabel = label ?? null;
    button.classList.toggle("primary", Boolean(primary));
  }
}

function markCurrentLink() {
  const current = state.lessonStep > 0 ? "#lesson" : (view.link ?? `#${state.mode}`);
  for (const link of allOf("nav a")) {
    link.ariaCurrent = link.hash.startsWith(current) ? "page" : null;
  }
}
