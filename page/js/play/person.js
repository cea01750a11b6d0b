// The person's moves, how their games end, and the look back at a game.
import { clearAlert, guarded, showAlert } from "../errors.js";
import { translate } from "../language/translate.js";
import { clamp } from "../numbers.js";
import {
  changed,
  currentBoard,
  isOver,
  isPersonsTurn,
  isReviewing,
  isTwoPlayer,
  JOY,
  NONE,
  state,
} from "../state.js";
import { cutGame, landingCell, proceed, putStone } from "./game.js";
import { opponentIsPerfect } from "./levels.js";
import { isSolved, markSolved } from "./solved.js";

const REVIEW_DELAY = 1200; // milliseconds in which the end of a game is seen

/** Play a cell, or say why it cannot be played. During a review the game goes on from there. */
export function playCell(pressed) {
  if (state.timer || state.waiting) {
    return undefined;
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

/**
 * Return the person's move that cost them the game, else their last blunder; of a drawn game the
 * last win that they gave away. NONE if there is none.
 */
export function findMistake() {
  const { table, played, boards, side } = state;
  const { moves, decisive } = table.review(played, boards[0]);
  if (decisive && side.includes(decisive.player)) {
    return decisive.number - 1;
  }
  const isDrawn = isOver() && !table.winner(currentBoard());
  return moves.findLastIndex(
    ({ player, kind, before }) =>
      kind === "blunder" && side.includes(player) && (before.value > 0 || !isDrawn),
  );
}

/** Look back at a move; after the last one the end of the game is seen. */
export function reviewMove(move) {
  clearAlert();
  return proceed({ reviewedMove: clamp(move, 0, state.played.length) });
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

/** Count a finished game between the person and the opponent; look back at what it was lost by. */
export function countResult() {
  if (isTwoPlayer() || !state.hasPlayed) {
    return;
  }
  const result = personsResult();
  state.score[result] += 1;
  changed(celebrationFor(result));
  if (result !== "won" && findMistake() !== NONE) {
    state.timer = setTimeout(
      guarded(() => reviewMove(findMistake())),
      REVIEW_DELAY,
    );
  }
}

/** How a result is celebrated, and whether it is the person's first perfect game. */
function celebrationFor(result) {
  const isPerfect = wasPlayedPerfectly(result);
  const solving = isPerfect && !isSolved() && state.lessonStep === 0;
  if (solving) {
    markSolved();
  }
  if (result === "won" || solving) {
    return { celebrating: JOY.great, solving };
  }
  return { celebrating: isPerfect ? JOY.small : 0 };
}

/** Whether a whole game was played without help, as well as it can be against perfect play. */
function wasPlayedPerfectly(result) {
  const { boards, table, opponentWasPerfect, hints } = state;
  const isWhole = boards[0] === table.start;
  const isPerfect = opponentWasPerfect && opponentIsPerfect();
  return result !== "lost" && isWhole && isPerfect && !hints && findMistake() === NONE;
}

function personsResult() {
  const winner = state.table.winner(currentBoard());
  if (!winner) {
    return "drawn";
  }
  return winner === state.side ? "won" : "lost";
}
