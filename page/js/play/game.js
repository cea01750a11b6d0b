// The game that is played: begun, moved in by both sides, and taken back.
import { clearAlert, describeError, guarded, showAlert, whileLoading } from "../messages.js";
import { translate } from "../language/translate.js";
import {
  changed,
  currentBoard,
  isOver,
  isPersonsTurn,
  isReviewing,
  later,
  NONE,
  state,
  stopTimer,
} from "../state.js";
import { opponent, opponentIsPerfect } from "./levels.js";
import { findPunishment } from "./mistakes.js";

const THINKING_TIME = 350; // milliseconds before the opponent answers, so that its move is seen

/** Begin a game from a board, by default the empty one, with the cells that were played on it. */
export function startGame(board = state.table.start, played = []) {
  const boards = [board];
  for (const cell of played) {
    boards.push(state.table.push(boards[boards.length - 1], cell));
  }
  return proceed({
    boards,
    played,
    reviewedMove: NONE,
    told: [],
    triedCell: NONE,
    lastAnswer: NONE,
    solving: false,
    hasPlayed: false,
    isCounted: false,
    opponentWasPerfect: true,
  });
}

/** Begin the same game again, against the same opponent or another. */
export function playAgain(level = state.level) {
  state.level = level;
  clearAlert();
  return startGame(state.newGameBoard);
}

/** Begin again on the other side. */
export function swapSides() {
  state.side = state.side === "X" ? "O" : "X";
  return playAgain();
}

/** Change the state, and let the opponent answer if it is to move. */
export async function proceed(changes) {
  stopTimer();
  Object.assign(state, changes, { waiting: false });
  if (state.source && !(await fetchOutcomes(state.source))) {
    return;
  }
  if (!isReviewing() && !isOver() && !isPersonsTurn()) {
    later(guarded(answer), THINKING_TIME);
  }
  changed();
}

let shownGame = {}; // the game as it was drawn last, if its table is on a server

/** Fetch what the game needs next from the server; false if it is not to be drawn. */
async function fetchOutcomes(source) {
  const { table, boards } = state;
  let failure;
  state.waiting = true;
  try {
    await whileLoading(source.ask(readOutcomes));
  } catch (error) {
    failure = error;
  }
  const isOutdated = state.table !== table || state.boards !== boards;
  if (isOutdated) {
    return false;
  }
  state.waiting = false;
  if (failure) {
    returnToShownGame(failure);
    return false;
  }
  clearAlert();
  const { played, reviewedMove } = state;
  shownGame = { table, boards, played, reviewedMove };
  return true;
}

/** Read all outcomes that the game needs before its next move. */
function readOutcomes() {
  const { table } = state;
  const board = currentBoard();
  const { moves } = table.review(state.played, state.boards[0]);
  table.moves(board);
  if (moves[state.reviewedMove]?.kind === "blunder") {
    findPunishment();
  }
  if (!table.isOver(board) && !isPersonsTurn()) {
    opponent().probabilities(board);
  }
}

/** Show the last board whose outcomes are there, and why the game did not go on. */
function returnToShownGame(error) {
  if (shownGame.table !== state.table) {
    throw error;
  }
  Object.assign(state, shownGame, { lastAnswer: NONE });
  const canTryAgain = error.code !== "changed";
  showAlert(`${describeError(error)} ${canTryAgain ? translate("tryAgain") : ""}`);
  changed();
}

function answer() {
  if (!opponentIsPerfect()) {
    state.opponentWasPerfect = false;
  }
  state.lastAnswer = opponent().choose(currentBoard());
  return putStone(state.lastAnswer);
}

let gameEndListener = () => {};

/** Call a function whenever a move has ended a game. */
export function onGameEnd(listener) {
  gameEndListener = listener;
}

/** Put the mover's stone on a cell. */
export async function putStone(cell) {
  const boards = [...state.boards, state.table.push(currentBoard(), cell)];
  await proceed({ boards, played: [...state.played, cell] });
  if (isOver()) {
    gameEndListener();
  }
}

/**
 * Return the cell where a stone put on a cell ends: with gravity, the free one of its column.
 *
 * @param {number} cell
 * @param {string} [board]
 * @param {import("../page-game.js").PageGame} [table]
 */
export function landingCell(cell, board = currentBoard(), table = state.table) {
  if (!table.game.gravity) {
    return cell;
  }
  return table.columns(board).get(cell % table.game.cols) ?? NONE;
}

/** Take a move back, and all that followed it. */
export function cutGame(move) {
  state.boards = state.boards.slice(0, move + 1);
  state.played = state.played.slice(0, move);
  state.told = state.told.filter((toldMove) => toldMove < move);
  Object.assign(state, { reviewedMove: NONE, lastAnswer: NONE, solving: false });
}

/** Return how many moves to take back until it is the person's turn again; 0 if it never was. */
export function movesToUndo() {
  const { boards, side, table } = state;
  for (let count = 1; count < boards.length; count++) {
    if (side.includes(table.mover(boards[boards.length - 1 - count]))) {
      return count;
    }
  }
  return 0;
}

/** Take moves back until it is the person's turn again. */
export function undo() {
  clearAlert();
  cutGame(state.played.length - movesToUndo());
  return proceed();
}
