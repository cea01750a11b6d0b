// The look back at a game, move by move. At a mistake of their own the person first tries to find
// what was better; then that lights up, with what followed from the mistake.
import { cellGoal, cellName } from "../language/names.js";
import { translate, translateChoice } from "../language/translate.js";
import { NONE, state } from "../state.js";
import { endTexts } from "./endings.js";
import { findPunishment, isAsking, judgeReviewedMove } from "./mistakes.js";
import { playAgain } from "./game.js";
import { playOnFromReview, reviewMove, showBetter } from "./person.js";

/** Return what is shown of the move that is looked back at; see `screen.js`. */
export function reviewView() {
  const { boards, played, reviewedMove } = state;
  const view = {
    board: boards[Math.min(reviewedMove + 1, played.length)],
    playable: false,
    headline: translate("lookBack"),
    reviewing: true,
  };
  const { move, better } = judgeReviewedMove();
  if (!move) {
    return { ...view, message: endTexts().text, spokenMessage: "", buttons: toldButtons() };
  }
  if (isAsking()) {
    return { ...view, ...askingView(move) };
  }
  return { ...view, ...toldView(move, better) };
}

/** The mistake, and the other move that was tried last. */
function askingView({ player, cell, before }) {
  const { triedCell } = state;
  const hasTried = triedCell !== NONE;
  const question = translate(before.value > 0 ? "findWin" : "findBetter");
  return {
    mistakes: hasTried ? [cell, triedCell] : [cell],
    ghosts: new Map(hasTried ? [[triedCell, player]] : []),
    wanted: true,
    message: hasTried ? `${wrongText(triedCell)} ${translate("tryAnother")}` : question,
    spokenMessage: spokenMove({ player, cell: hasTried ? triedCell : cell }),
    buttons: [{ words: translate("showMe"), act: showBetter, primary: true }, ...stepButtons()],
  };
}

/** What is wrong with a move that was tried. */
function wrongText(cell) {
  const { boards, reviewedMove, table } = state;
  const { value } = table.get(table.push(boards[reviewedMove], cell)); // of the other player
  return translateChoice("wrongMove", 1 + value);
}

function toldView(move, better) {
  if (better.length === 0) {
    return {
      lastMove: move.cell,
      message: translate("noMistake"),
      spokenMessage: spokenMove(move),
      buttons: toldButtons(),
    };
  }
  const { key, values, stones, threats } = findPunishment();
  const hasFound = better.includes(state.triedCell);
  const sentences = [translate(key, values), betterText(move)];
  return {
    mistakes: [move.cell],
    better,
    ghosts: stones,
    threats,
    message: (hasFound ? [translate("right"), ...sentences] : sentences).join(" "),
    spokenMessage: `${spokenMove(move)} ${spokenBetter(better)}`,
    buttons: toldButtons(),
  };
}

function betterText({ player, before }) {
  if (before.value <= 0) {
    return translate("hadDraw");
  }
  return translate(player === state.side ? "youHadWin" : "hadWin");
}

/** A move with the name of its cell, for those who do not see the board. */
function spokenMove({ player, cell }) {
  return translate("stoneAt", { player, place: cellGoal(cell, state.table) });
}

function spokenBetter(better) {
  const places = better.map((cell) => cellName(cell, state.table)).join(", ");
  return translate("betterAt", { places });
}

function toldButtons() {
  const onFromHere = { words: translate("onFromHere"), act: playOnFromReview, primary: true };
  return [onFromHere, ...stepButtons()];
}

function stepButtons() {
  const { reviewedMove } = state;
  return [
    { words: "◀", label: translate("back"), act: () => reviewMove(reviewedMove - 1) },
    { words: "▶", label: translate("next"), act: () => reviewMove(reviewedMove + 1) },
    { words: translate("playAgain"), act: () => playAgain() },
  ];
}
