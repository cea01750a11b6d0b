// The lesson: five steps, each beside one of the modes of the page, and all driven by one key.
import { clearAlert } from "../messages.js";
import { byId, element } from "../dom.js";
import { miniature } from "../board/drawing.js";
import { translate } from "../language/translate.js";
import { fillNewBoxes, resumeMenace } from "../menace/menace-mode.js";
import { clamp } from "../numbers.js";
import { proceed, startGame } from "../play/game.js";
import { beginPuzzles } from "../puzzles/puzzle-mode.js";
import { changed, keepState, restoreState, state } from "../state.js";
import { openGame } from "../play/saved-games.js";
import { TIC_TAC_TOE } from "../tables/tables.js";

/** How many steps the lesson has. */
export const STEPS = 5;

/** The minute in which each step begins, and that in which the last one ends. */
export const MINUTES = [0, 11, 20, 28, 41, 45];

const LAST_TWO_CELLS = "XOXXOO.X."; // the board of the second step

const BEGINNINGS = [
  () => play({ side: "X" }),
  () => play({ side: "XO", board: LAST_TWO_CELLS }),
  () => beginPuzzles(state.table, []),
  fillNewBoxes,
  () => play({ side: "X" }),
];

/** @param {{ side: string, board?: string }} options */
function play({ side, board }) {
  const chosen = { side, level: "perfect", hints: false, newGameBoard: board };
  Object.assign(state, { mode: "play", ...chosen });
  return startGame(board);
}

/** By the mode that a step is beside, what goes on with it. */
const GOING_ON = { play: proceed, puzzles: changed, menace: resumeMenace };

const OUTSIDE = 0; // the step that stands for what is not the lesson

/** @type {Map<number, import("../state.js").State>} */
const left = new Map(); // by step, the state in which it was left
const triedCells = new Set(); // on the board of the second step

/** Show the step that an address asks for; the lesson begins anew. */
export async function enterLesson(wishes) {
  if (state.lessonStep === OUTSIDE) {
    left.clear();
    triedCells.clear();
    left.set(OUTSIDE, keepState());
  }
  if (state.gameName !== TIC_TAC_TOE || state.table.first !== "X") {
    await openGame(TIC_TAC_TOE);
  }
  state.menace.isRevealed = false;
  return goToStep(wishes.get("lesson") ?? 1);
}

/** Let everything be as it was before the lesson. */
export function leaveLesson() {
  const before = left.get(OUTSIDE);
  if (state.lessonStep !== OUTSIDE && before) {
    restoreState(before);
  }
}

/**
 * Begin a step, counted from 1, or go on with it where it was left; what is no step leads to the
 * nearest.
 */
export function goToStep(wanted) {
  clearAlert();
  if (state.lessonStep !== OUTSIDE) {
    left.set(state.lessonStep, keepState());
  }
  const step = clamp(wanted, 1, STEPS);
  const begun = left.has(step) ? goOn(step) : begin(step);
  byId("step-on").focus();
  return begun;
}

function begin(step) {
  state.lessonStep = step;
  return BEGINNINGS[step - 1]();
}

function goOn(step) {
  restoreState(left.get(step));
  return GOING_ON[state.mode]();
}

/** Draw the texts of the step, if there is one. */
export function drawLesson() {
  const step = state.lessonStep;
  document.body.dataset.step = String(step);
  if (step === 0) {
    return;
  }
  drawTexts([
    element("h1", { id: "lesson-title" }, translate(`step${step}Title`)),
    element("p", { id: "lesson-text" }, translate(`step${step}Text`)),
    element("div", { id: "tree" }, ...(step === 2 ? drawTree() : [])),
  ]);
  byId("step-count").textContent = `${step} / ${STEPS}`;
  byId("step-back").disabled = step === 1;
  byId("step-on").disabled = step === STEPS;
}

/** Put new elements in place of those that say something else: the same ones would jump. */
function drawTexts(elements) {
  const text = elements.map(({ textContent }) => textContent).join("");
  if (byId("lesson").textContent !== text) {
    byId("lesson").replaceChildren(...elements);
  }
}

/** The moves that were tried on the board of the second step, each with its end. */
function drawTree() {
  if (state.boards[0] === LAST_TWO_CELLS && state.played.length > 1) {
    triedCells.add(state.played[0]);
  }
  return [...triedCells].map(drawBranch);
}

function drawBranch(cell) {
  const { table } = state;
  const board = table.push(LAST_TWO_CELLS, cell);
  const answer = table.bestMoves(board)[0];
  const end = table.push(board, answer);
  const winner = table.winner(end);
  const result = winner ? translate("winnerHeadline", { winner }) : translate("drawHeadline");
  return element(
    "div",
    { class: "branch" },
    miniature(board, table, [cell]),
    miniature(end, table, [answer]),
    element("span", {}, result),
  );
}
