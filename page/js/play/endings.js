// What is said at the end of a game.
import { cellGoal } from "../language/names.js";
import { translate } from "../language/translate.js";
import { currentBoard, isTwoPlayer, NONE, state } from "../state.js";
import { nextLevel, opponentIsPerfect } from "./levels.js";
import { findMistake } from "./mistakes.js";

/** Return the `headline` and the `text` of a game that has ended. */
export function endTexts() {
  const { side, table } = state;
  const winner = table.winner(currentBoard());
  const hasOpponent = !isTwoPlayer();
  if (state.solving) {
    return { headline: translate("solvedHeadline"), text: translate("solvedText") };
  }
  if (!winner) {
    return { headline: translate("drawHeadline"), text: translate(drawText(hasOpponent)) };
  }
  if (!hasOpponent) {
    const headline = translate("winnerHeadline", { winner });
    return { headline, text: headline };
  }
  if (winner === side) {
    return { headline: translate("wonHeadline"), text: wonText() };
  }
  const text = findMistake() === NONE ? "lostAnyhowText" : "lostText";
  return { headline: translate("lostHeadline"), text: translate(text) };
}

function wonText() {
  if (nextLevel()) {
    return translate("wonText");
  }
  return opponentIsPerfect() ? translate("perfectText") : "";
}

/** The key of what is said of a draw. */
function drawText(hasOpponent) {
  if (hasOpponent && findMistake() !== NONE) {
    return "lostText";
  }
  return hasOpponent && state.opponentWasPerfect && opponentIsPerfect()
    ? "perfectText"
    : "drawText";
}

/** Return how the game has ended, for those who do not see the board. */
export function spokenEnd(headline) {
  const { lastAnswer, table } = state;
  if (lastAnswer === NONE) {
    return headline;
  }
  return `${headline} ${translate("itPlayed", { place: cellGoal(lastAnswer, table) })}`;
}
