// The part of the page with puzzles: a list of them that one link carries, or the one of the day.
import { sharedAddress } from "../address/address.js";
import { copyText } from "../dom/clipboard.js";
import { byId, element } from "../dom/elements.js";
import { clearAlert, showAlert } from "../errors.js";
import { cellGoal, cellName, gameRules } from "../language/names.js";
import { translate, translateChoice } from "../language/translate.js";
import { clamp } from "../numbers.js";
import { landingCell } from "../play/game.js";
import { TIC_TAC_TOE } from "../play/saved-games.js";
import { changed, NONE, state } from "../state.js";
import { gameName } from "../tables/tables.js";
import { countDay, dateOf, puzzleOfDay, today } from "./day.js";
import { LESSON_PUZZLES, puzzleAnswers, puzzleTask } from "./puzzle.js";

const ANSWERING_TIME = 450; // milliseconds before the other player answers
const SQUARES = ["🟩", "🟨", "🟥"]; // on a card, by the number of wrong moves

let table; // of the game in which they are set
let boards = [];
let wrongMoves = []; // by puzzle, how many there were
let solved = []; // by puzzle, whether it is
let day = NONE; // of a daily puzzle
let squares = ""; // for the card: how each move of the daily puzzle was found
let streak = 0; // how many daily puzzles were solved on days in a row
let current = 0; // the puzzle that is shown
let board = ""; // its board, as far as it is played
let wrongTries = 0; // at its next move
let wrongCell = NONE; // of a move that does not solve it
let lastCell = NONE; // of the newest stone
let answerTimer = 0;

/** Show a list of puzzles of the game in play from one of them on. */
export function beginPuzzles(newBoards, first = 0) {
  table = state.table;
  boards = newBoards;
  day = NONE;
  begin(first);
}

/** Show the puzzle of a day, the days since 1970. */
export function beginDailyPuzzle(newDay) {
  const puzzle = puzzleOfDay(newDay);
  table = puzzle.table;
  boards = [puzzle.board];
  day = newDay;
  begin(0);
}

function begin(first) {
  state.mode = "puzzles";
  wrongMoves = boards.map(() => 0);
  solved = boards.map(() => false);
  squares = "";
  streak = 0;
  showPuzzle(clamp(first, 0, boards.length - 1));
}

function showPuzzle(index) {
  clearTimeout(answerTimer);
  answerTimer = 0;
  current = index;
  board = boards[index];
  wrongTries = 0;
  wrongCell = NONE;
  lastCell = NONE;
  clearAlert();
  changed();
}

/** Return the address of the list that is shown. */
export function puzzlesAddress() {
  if (day !== NONE) {
    return day === today() ? "day" : `day=${dateOf(day)}`;
  }
  const list = boards === LESSON_PUZZLES ? "" : boards.join("_");
  return `${gameInAddress()}puzzles=${list}&at=${current + 1}`;
}

/** Return what an address of puzzles begins with: their game, unless it is tic-tac-toe. */
export function gameInAddress() {
  return state.gameName === TIC_TAC_TOE ? "" : `game=${gameName(state.table)}&`;
}

/** The part of the page with puzzles; see `screen.js` for what a mode has. */
export const puzzleMode = {
  table: () => table,
  press,
  view() {
    const isWrong = wrongCell !== NONE;
    return {
      board: isWrong ? table.push(board, wrongCell) : board,
      playable: !solved[current],
      lines: table.winningLines(board),
      mistakes: [wrongCell],
      lastMove: lastCell,
      busy: answerTimer !== 0,
      headline: headline(),
      message: message(),
      spokenMessage: spokenMessage(),
      link: day === NONE ? "#puzzles" : "#day",
      buttons: buttons(),
    };
  },
  drawSide() {
    byId("puzzle-list").replaceChildren(...boards.map((_, index) => listItem(index)));
    byId("puzzle-list").hidden = boards.length === 1;
  },
};

function press(pressed) {
  if (answerTimer || solved[current]) {
    return;
  }
  const cell = landingCell(pressed, board, table);
  if (!table.legalMoves(board).includes(cell)) {
    showAlert(translate("cellTaken"));
    return;
  }
  clearAlert();
  if (puzzleAnswers(board, table).includes(cell)) {
    wrongCell = NONE;
    playRightMove(cell);
  } else {
    wrongCell = cell;
    wrongMoves[current] += 1;
    wrongTries += 1;
  }
  changed();
}

/** A win is played to its end; to have kept a draw, or to have held out, is enough. */
function playRightMove(cell) {
  const { value } = table.get(board);
  board = table.push(board, cell);
  lastCell = cell;
  squares += SQUARES[Math.min(wrongTries, SQUARES.length - 1)];
  wrongTries = 0;
  if (value <= 0 || table.isOver(board)) {
    finish();
  } else {
    answerTimer = setTimeout(answer, ANSWERING_TIME);
  }
}

/** Let the other player answer; where a line loses, that may end the game. */
function answer() {
  answerTimer = 0;
  lastCell = table.bestMove(board);
  board = table.push(board, lastCell);
  if (table.isOver(board)) {
    finish();
  }
  changed();
}

function finish() {
  solved[current] = true;
  streak = day === today() ? countDay(day) : 0;
}

function headline() {
  if (day !== NONE) {
    return translate("dayPuzzle");
  }
  return translate("puzzleOf", { at: current + 1, total: boards.length });
}

function message() {
  if (solved[current]) {
    return solvedText();
  }
  if (wrongCell !== NONE) {
    return `${wrongMoveText()} ${translate("tryAnother")}`;
  }
  if (answerTimer) {
    return translate("rightGoOn");
  }
  const task = puzzleTask(board, table);
  const isUntouched = board === boards[current];
  return `${isUntouched ? gameRules(table) : translate("rightGoOn")} ${task}`;
}

function solvedText() {
  if (day === NONE) {
    return translate(solved.every(Boolean) ? "allSolved" : "solved");
  }
  return streak > 0 ? translate("solvedDays", { days: streak }) : translate("solved");
}

/** The newest move in words, for those who do not see the board. */
function spokenMessage() {
  if (wrongCell !== NONE) {
    return `${translate("theMistake")}: ${cellName(wrongCell, table)}`;
  }
  if (lastCell === NONE) {
    return "";
  }
  return translate("stoneAt", { player: board[lastCell], place: cellGoal(lastCell, table) });
}

/** What is wrong with the wrong move. */
function wrongMoveText() {
  if (table.get(board).value < 0) {
    return translateChoice("wrongMove", 3); // all moves lose, and this one sooner
  }
  const { value } = table.moves(board).find(({ cell }) => cell === wrongCell);
  return translateChoice("wrongMove", 1 - value);
}

function buttons() {
  if (solved.every(Boolean)) {
    return [{ words: translate("share"), act: shareCard, primary: true }];
  }
  const shown = [];
  if (current < boards.length - 1) {
    const words = `${translate("next")} (${current + 2}/${boards.length})`;
    const act = () => showPuzzle(current + 1);
    shown.push({ words, act, primary: solved[current] });
  }
  if (current > 0) {
    shown.push({ words: translate("back"), act: () => showPuzzle(current - 1) });
  }
  return shown;
}

/** Copy a card that tells by coloured squares how each puzzle, or each move of one, was found. */
function shareCard() {
  const card = day === NONE ? listCard() : dailyCard();
  return copyText(card.join("\n"), byId("card"));
}

function listCard() {
  const found = wrongMoves.map((count) => SQUARES[Math.min(count, SQUARES.length - 1)]);
  return [translate("puzzles"), found.join(""), sharedAddress(puzzlesAddress())];
}

function dailyCard() {
  const title = `${translate("dayPuzzle")} ${dateOf(day)}`;
  return [title, squares, sharedAddress(`day=${dateOf(day)}`)];
}

/** The number of a puzzle in the list, or a check mark once it is solved. */
function listItem(index) {
  const number = index + 1;
  const isSolved = solved[index];
  const attributes = {
    class: isSolved ? "solved" : "",
    "aria-label": isSolved ? `${number}, ${translate("solved")}` : number,
    "aria-current": index === current ? "step" : undefined,
  };
  const button = element("button", attributes, isSolved ? "✓" : number);
  button.addEventListener("click", () => showPuzzle(index));
  return element("li", {}, button);
}
