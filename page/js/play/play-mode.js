// The part of the page in which games are played: its board, its texts and its buttons.
import { other } from "#readers/kit.js";
import { sharedAddress } from "../address/address.js";
import { copyText } from "../dom/clipboard.js";
import { byId } from "../dom/elements.js";
import { cellName, gameRules, gameTitle, levelName } from "../language/names.js";
import { translate } from "../language/translate.js";
import { drawMap } from "../map/map.js";
import {
  currentBoard,
  isOver,
  isPersonsTurn,
  isReviewing,
  isTwoPlayer,
  NONE,
  state,
} from "../state.js";
import { movesToUndo, playAgain, swapSides, undo } from "./game.js";
import { nextLevel, opponentIsPerfect } from "./levels.js";
import { drawNextGames } from "./next-games.js";
import { findMistake, playCell, playOnFromReview, reviewMove } from "./person.js";
import { drawStrip, stripLegend } from "./strip.js";

/** The part of the page in which games are played; see `screen.js` for what a mode has. */
export const playMode = {
  table: () => state.table,
  press: playCell,
  view() {
    const view = isReviewing() ? reviewView() : gameView();
    return {
      ...view,
      lines: state.table.winningLines(view.board),
      busy: isBusy(),
      score: scoreText(),
      celebrating: state.celebrating,
    };
  },
  drawSide() {
    drawStrip((isOver() && !state.solving) || isReviewing());
    drawNextGames();
    drawMap();
  },
};

function isBusy() {
  return state.timer !== 0 || state.waiting;
}

// While the game goes on, and at its end.

function gameView() {
  const { headline, text } = isOver() ? endTexts() : turnTexts();
  return {
    board: currentBoard(),
    playable: !isBusy() && isPersonsTurn() && !isOver(),
    lastMove: state.played.at(-1),
    hints: hintsByCell(),
    headline,
    message: text === headline ? "" : text,
    spokenMessage: isOver() ? spokenEnd(headline) : "",
    buttons: isOver() ? endButtons() : turnButtons(),
  };
}

function turnTexts() {
  return { headline: translate("canYouWin"), text: turnText() };
}

/** Whose turn it is, what the opponent played, and with hints what can be reached. */
function turnText() {
  const { table, lastAnswer, hints } = state;
  if (!isPersonsTurn()) {
    return translate("itThinks");
  }
  if (isFreshGame()) {
    return gameRules(table) || translate("howToBegin");
  }
  const player = table.mover(currentBoard());
  const sentences = [];
  if (lastAnswer !== NONE) {
    sentences.push(translate("itPlayed", { place: cellName(lastAnswer, table) }));
  }
  sentences.push(translate(isTwoPlayer() ? "turnOf" : "yourTurn", { player }));
  if (hints) {
    sentences.push(outlook(player));
  }
  return sentences.join(" ");
}

/** Who can win from here, if anybody can. */
function outlook(mover) {
  const { value } = state.table.get(currentBoard());
  if (value === 0) {
    return translate("wouldDraw");
  }
  return translate("wouldWin", { player: value > 0 ? mover : other(mover) });
}

function endTexts() {
  const { side, table, hasPlayed } = state;
  const winner = table.winner(currentBoard());
  const hasOpponent = hasPlayed && !isTwoPlayer();
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
  return hasOpponent && state.opponentWasPerfect ? "perfectText" : "drawText";
}

/** How the game has ended, for those who do not see the board. */
function spokenEnd(headline) {
  const { lastAnswer, table } = state;
  if (lastAnswer === NONE) {
    return headline;
  }
  return `${translate("itPlayed", { place: cellName(lastAnswer, table) })} ${headline}`;
}

function turnButtons() {
  if (isFreshGame()) {
    const words = translate(state.side === "O" ? "personFirst" : "opponentFirst");
    return [{ words, act: swapSides }];
  }
  const buttons = [];
  if (movesToUndo() > 0) {
    buttons.push({ words: translate("undo"), act: undo });
  }
  if (currentBoard() !== (state.newGameBoard ?? state.table.start)) {
    buttons.push({ words: translate("newGame"), act: () => playAgain() });
  }
  return buttons;
}

function endButtons() {
  const { celebrating, solving } = state;
  const level = celebrating ? nextLevel() : undefined;
  const words = level ? `${translate("next")}: ${translate(level)}` : translate("playAgain");
  const again = { words, act: () => playAgain(level), primary: !solving };
  if (solving) {
    return [{ words: translate("share"), act: shareSolution, primary: true }, again];
  }
  return [
    again,
    { words: translate("lookBack"), act: () => reviewMove(Math.max(findMistake(), 0)) },
  ];
}

/** Copy a card that tells of the perfect game, and challenges others to the same. */
function shareSolution() {
  const { table, played, gameName: game } = state;
  const title = `${gameTitle(table)}: ${translate("perfectText")}`;
  const squares = "🟩".repeat(played.length); // as no move gave anything away
  const challenge = new URLSearchParams({ game, level: "perfect" });
  return copyText([title, squares, sharedAddress(challenge)].join("\n"), byId("card"));
}

/** Whether nothing has happened yet in a game against the opponent. */
function isFreshGame() {
  return !isTwoPlayer() && currentBoard() === state.table.start;
}

/**
 * By cell what a move leads to, if hints are wanted; a word is shown where not all are the same.
 */
function hintsByCell() {
  const hints = new Map();
  if (!state.hints) {
    return hints;
  }
  const moves = state.table.moves(currentBoard());
  const shown = moves.some(({ value }) => value !== moves[0].value);
  const bestMoves = shown ? state.table.bestMoves(currentBoard()) : [];
  for (const { cell, value } of moves) {
    hints.set(cell, { value, shown, best: bestMoves.includes(cell) });
  }
  return hints;
}

/** The score; before there is one the opponent, or what the strip shows. */
function scoreText() {
  const { won, drawn, lost } = state.score;
  const hasScore = won + drawn + lost > 0 && state.side !== "XO";
  if (isReviewing() && !hasScore) {
    return stripLegend();
  }
  if (state.side === "XO") {
    return "";
  }
  const opponent = `${translate("opponent")}: ${levelName(state.level)}`;
  return hasScore ? `${opponent} · ${translate("score", state.score)}` : opponent;
}

// The review.

function reviewView() {
  const { boards, played, reviewedMove } = state;
  const { move, better } = judgeReviewedMove();
  return {
    board: boards[Math.min(reviewedMove + 1, played.length)],
    playable: false,
    lastMove: move?.cell,
    mistake: better.length > 0 ? move.cell : undefined,
    better,
    headline: translate("lookBack"),
    message: reviewText(move, better),
    spokenMessage: move ? spokenReview(move, better) : "",
    buttons: reviewButtons(),
    reviewing: true,
  };
}

/** The move that is looked back at, and the cells that would have kept what it gave away. */
function judgeReviewedMove() {
  const { table, played, boards, reviewedMove } = state;
  const move = table.review(played, boards[0]).moves[reviewedMove];
  if (move?.kind !== "blunder") {
    return { move, better: [] };
  }
  const moves = table.moves(boards[reviewedMove]);
  const better = moves.filter(({ value }) => value === move.before.value);
  return { move, better: better.map(({ cell }) => cell) };
}

function reviewText(move, better) {
  if (!move) {
    return endTexts().text;
  }
  if (better.length === 0) {
    return translate("noMistake");
  }
  if (move.before.value <= 0) {
    return translate("hadDraw");
  }
  return translate(move.player === state.side ? "youHadWin" : "hadWin");
}

/** The same with the names of cells, for those who do not see the board. */
function spokenReview({ player, cell }, better) {
  const { table } = state;
  const moved = translate("stoneAt", { player, place: cellName(cell, table) });
  if (better.length === 0) {
    return moved;
  }
  const places = better.map((betterCell) => cellName(betterCell, table)).join(", ");
  return `${moved} ${translate("betterAt", { places })}`;
}

function reviewButtons() {
  const { reviewedMove } = state;
  return [
    { words: translate("onFromHere"), act: playOnFromReview, primary: true },
    { words: "◀", label: translate("back"), act: () => reviewMove(reviewedMove - 1) },
    { words: "▶", label: translate("next"), act: () => reviewMove(reviewedMove + 1) },
  ];
}
