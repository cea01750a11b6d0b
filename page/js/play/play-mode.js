// The part of the page in which games are played: its board, its texts and its buttons.
import { shareText } from "../messages.js";

import { other } from "#readers/kit.js";
import { pageAddress } from "../address/published.js";
import { cellGoal, gameRules, gameTitle, levelName } from "../language/names.js";
import { translate } from "../language/translate.js";
import { drawMap } from "../map/map.js";
import {
  currentBoard,
  isOver,
  isPersonsTurn,
  isReviewing,
  isTimerSet,
  isTwoPlayer,
  NONE,
  state,
} from "../state.js";
import { TIC_TAC_TOE } from "../tables/tables.js";
import { gameAddress } from "./address.js";
import { endTexts, spokenEnd } from "./endings.js";
import { movesToUndo, playAgain, swapSides, undo } from "./game.js";
import { nextLevel } from "./levels.js";
import { findMistake } from "./mistakes.js";
import { drawGames } from "./games-row.js";
import { hasWon, playCell, reviewMove } from "./person.js";
import { isSolved, scoreAgainst } from "./record.js";
import { reviewView } from "./review.js";
import { drawStrip } from "./strip.js";

/** The part of the page in which games are played; see `screen.js` for what a mode has. */
export const playMode = {
  table: () => state.table,
  address: gameAddress,
  press: playCell,
  view() {
    const view = isReviewing() ? reviewView() : gameView();
    return {
      ...view,
      lines: state.table.winningLines(view.board),
      busy: isBusy(),
      score: scoreText(),
      ended: isOver() || isReviewing(),
      solved: state.solving,
      title: gameTitle(state.table),
      link: state.lab ? "#lab" : undefined,
    };
  },
  drawSide() {
    drawStrip((isOver() && !state.solving) || isReviewing());
    drawGames();
    drawMap();
  },
};

function isBusy() {
  return isTimerSet() || state.waiting;
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
  const player = state.table.mover(currentBoard());
  const headline = isTwoPlayer() ? translate("turnOf", { player }) : translate("canYouWin");
  return { headline, text: turnText(player) };
}

/** Whose turn it is, what the opponent played, and with hints what can be reached. */
function turnText(player) {
  const { table, lastAnswer, hints } = state;
  if (!isPersonsTurn()) {
    return isBusy() ? translate("itThinks") : ""; // its answer could not be fetched
  }
  if (isFreshGame()) {
    return gameRules(table) || translate("howToBegin");
  }
  const sentences = [];
  if (isTwoPlayer() && state.played.length === 0) {
    sentences.push(gameRules(table));
  }
  if (lastAnswer !== NONE) {
    sentences.push(translate("itPlayed", { place: cellGoal(lastAnswer, table) }));
  }
  if (!isTwoPlayer()) {
    sentences.push(translate("yourTurn", { player }));
  }
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
  const level = hasWon() ? nextLevel() : undefined;
  const words = level ? `${translate("next")}: ${translate(level)}` : translate("playAgain");
  const again = { words, act: () => playAgain(level), primary: !state.solving };
  if (!state.solving) {
    const lookBack = () => reviewMove(Math.max(findMistake(), 0));
    return [again, { words: translate("lookBack"), act: lookBack }];
  }
  const share = { words: translate("share"), act: shareSolution };
  const [first, ...others] = [...otherSideButtons(), share, again];
  return [{ ...first, primary: true }, ...others];
}

/** The button to solve the game as the other player too, where that can be done. */
function otherSideButtons() {
  const { table, side } = state;
  const player = side === "X" ? "O" : "X";
  if (isSolved(player) || table.get(table.start).value !== 0) {
    return [];
  }
  return [{ words: translate("asToo", { player }), act: swapSides }];
}

/** Share a card that tells of the perfect game, and challenges others to the same. */
function shareSolution() {
  const { table, played, gameName: game } = state;
  const title = `${gameTitle(table)}: ${translate("perfectText")}`;
  const squares = "🟩".repeat(played.length); // as no move gave anything away
  const challenge = new URLSearchParams({ game, level: "perfect" });
  return shareText([title, squares, pageAddress(challenge, game === TIC_TAC_TOE)].join("\n"));
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

/** The opponent and, once there is one, the score against it. */
function scoreText() {
  if (isTwoPlayer()) {
    return "";
  }
  const opponentText = `${translate("opponent")}: ${levelName(state.level)}`;
  const score = scoreAgainst(state.level);
  const isFirstGame = score.won + score.drawn + score.lost === 0;
  return isFirstGame ? opponentText : `${opponentText} · ${translate("score", score)}`;
}
