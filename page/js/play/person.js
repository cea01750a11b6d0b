// The person's moves, how their games end, and the look back at a game.
import { clearAlert, guarded, showAlert } from "../messages.js";
import { translate } from "../language/translate.js";
import { clamp } from "../numbers.js";
import {
  changed,
  currentBoard,
  isOver,
  isPersonsTurn,
  isReviewing,
  isTwoPlayer,
  later,
  NONE,
  state,
} from "../state.js";
import { cutGame, landingCell, proceed, putStone } from "./game.js";
import { opponentIsPerfect } from "./levels.js";
import { findMistake, isAsking, judgeReviewedMove } from "./mistakes.js";
import { countGame, isSolved, markSolved } from "./record.js";

const REVIEW_DELAY = 1800; // milliseconds in which the end of a game is seen

/** Play a cell, or say why it cannot be played. During a review the game goes on from there. */
export function playCell(pressed) {
  if (state.timer || state.waiting) {
    return undefined;
  }
  if (isAsking()) {
    return tryBetterMove(pressed);
  }
  if (isReviewing()) {
    const { played, reviewedMove } = state;
    if (reviewedMove >= played.length || pressed === played[reviewedMove]) {
      return undefined;
    }
    cutGame(reviewedMove);
  }
  if (isOver()) {
    return showAlert(translate("gameOver"));
  }
  if (!isPersonsTurn()) {
    return proceed(); // the opponent's answer could not be fetched before
  }
  const cell = landingCell(pressed);
  if (!state.table.legalMoves(currentBoard()).includes(cell)) {
    return showAlert(translate("cellTaken"));
  }
  clearAlert();
  state.hasPlayed = true;
  state.lastAnswer = NONE;
  return putStone(cell);
}

/** Try to find what was better than the move that is looked back at. */
function tryBetterMove(pressed) {
  const { boards, played, reviewedMove, table } = state;
  const board = boards[reviewedMove];
  const cell = landingCell(pressed, board);
  if (cell === played[reviewedMove]) {
    return undefined;
  }
  if (!table.legalMoves(board).includes(cell)) {
    return showAlert(translate("cellTaken"));
  }
  clearAlert();
  state.triedCell = cell;
  return judgeReviewedMove().better.includes(cell) ? tell() : changed();
}

/** Show what was better than the move that is looked back at. */
export function showBetter() {
  clearAlert();
  state.triedCell = NONE;
  tell();
}

function tell() {
  changed({ told: [...state.told, state.reviewedMove] });
}

/** Look back at a move; after the last one the end of the game is seen. */
export function reviewMove(move) {
  clearAlert();
  return proceed({ reviewedMove: clamp(move, 0, state.played.length), triedCell: NONE });
}

/** Play on from the board that is looked back at, as the player who is to move there. */
export function playOnFromReview() {
  const { boards, played, reviewedMove, table } = state;
  if (!isTwoPlayer() && reviewedMove < played.length) {
    state.side = table.mover(boards[reviewedMove]);
  }
  cutGame(Math.min(reviewedMove, played.length - 1));
  return proceed();
}

/**
 * Count a finished game between the person and the opponent, once; look back at what it was lost
 * by.
 */
export function countResult() {
  if (isTwoPlayer() || !state.hasPlayed) {
    return;
  }
  const result = personsResult();
  if (state.lessonStep === 0 && !state.isCounted && isWhole()) {
    countGame(result);
    state.isCounted = true;
    state.solving = isFirstSolution(result);
  }
  if (state.solving) {
    markSolved();
  }
  changed();
  if (result !== "won" && findMistake() !== NONE) {
    later(
      guarded(() => reviewMove(findMistake())),
      REVIEW_DELAY,
    );
  }
}

/**
 * Whether a game is the first that this player solved: played without help, and as well as it can
 * be against perfect play.
 */
function isFirstSolution(result) {
  const { opponentWasPerfect, hints, side } = state;
  const isPerfect = opponentWasPerfect && opponentIsPerfect() && findMistake() === NONE;
  return result !== "lost" && isPerfect && !hints && !isSolved(side);
}

/** Whether the game began with the empty board, and not with one that was set up. */
function isWhole() {
  return state.boards[0] === state.table.start;
}

/** Return whether the person has won the game in play. */
export function hasWon() {
  return state.table.winner(currentBoard()) === state.side;
}

function personsResult() {
  if (!state.table.winner(currentBoard())) {
    return "drawn";
  }
  return hasWon() ? "won" : "lost";
}
