// The part of the page with puzzles: a list of them that one link carries, or the one of the day.
import { pageAddress } from "../address/published.js";
import { byId, element } from "../dom.js";
import { cellGoal, cellName, gameRules, gameTitle } from "../language/names.js";
import { translate, translateChoice } from "../language/translate.js";
import { clearAlert, PageError, shareText, shorten, showAlert } from "../messages.js";
import { clamp } from "../numbers.js";
import { landingCell } from "../play/game.js";
import { changed, isTimerSet, later, NONE, state, stopTimer } from "../state.js";
import { gameName, TIC_TAC_TOE } from "../tables/tables.js";
import {
  dateOf,
  keepSolved,
  numberOfDay,
  puzzleOfDay,
  readDay,
  solvedDays,
  streaks,
  today,
} from "./day.js";
import { drawCalendar } from "./calendar.js";
import { LESSON_PUZZLES, puzzleAnswers, puzzleTask } from "./puzzle.js";
import { SearchedGame } from "./searched-game.js";

const ANSWERING_TIME = 450; // milliseconds before the other player answers
const THINKING_TIME = 30 * 60_000; // milliseconds for which a puzzle is not taken away by a new day
const SQUARES = ["🟩", "🟨", "🟥"]; // on a card, by the number of wrong moves

/** Show the puzzles of tic-tac-toe that the lesson has, or others of a game. */
export function beginPuzzles(table, boards, first = 0) {
  const isLesson = boards.length === 0;
  begin({
    table: isLesson ? new SearchedGame({ rows: 3, cols: 3, k: 3 }) : table,
    boards: isLesson ? LESSON_PUZZLES : boards,
    day: NONE,
    first,
  });
}

/**
 * Show the puzzle of a date, by default of today; one that was begun goes on.
 *
 * @param {string | null} [date]
 */
export function beginDailyPuzzle(date) {
  const day = date ? readDay(date) : today();
  if (day === undefined) {
    throw new PageError(translate("noPuzzle", { date: shorten(date) }));
  }
  if (state.puzzles.day === day) {
    showPuzzle(0, true);
    return;
  }
  const { table, board } = puzzleOfDay(day);
  begin({ table, boards: [board], day, first: 0 });
  const solved = solvedDays().get(day);
  if (solved) {
    const { puzzles } = state;
    puzzles.wrong = [solved.wrong];
    puzzles.solved = [true];
    puzzles.board = playToEnd(board, table);
    changed();
  }
}

/** The board at the end of a puzzle that is played without a mistake. */
function playToEnd(board, table) {
  const cell = table.bestMove(board);
  return cell === undefined ? board : playToEnd(table.push(board, cell), table);
}

/** Show the puzzle of a new day in place of that of an older one, unless it is being solved. */
export function renewDailyPuzzle() {
  const { day, isOnTime, solved, triedAt } = state.puzzles;
  const isBeingSolved = !solved[0] && Date.now() - triedAt < THINKING_TIME;
  if (state.mode === "puzzles" && isOnTime && day !== today() && !isBeingSolved) {
    beginDailyPuzzle();
  }
}

function begin({ table, boards, day, first }) {
  Object.assign(state.puzzles, {
    table,
    boards,
    day,
    isOnTime: day === today(),
    wrong: boards.map(() => ""),
    solved: boards.map(() => false),
  });
  showPuzzle(clamp(first, 0, boards.length - 1));
}

/** Show a puzzle of the list from its beginning, or as it was left. */
function showPuzzle(index, isLeft = false) {
  stopTimer();
  clearAlert();
  const { boards, solved } = state.puzzles;
  const begun = {
    board: boards[index],
    wrongTries: 0,
    wrongCell: NONE,
    lastCell: NONE,
    triedAt: 0,
  };
  if (!isLeft && !solved[index]) {
    state.puzzles.wrong[index] = "";
  }
  Object.assign(state.puzzles, isLeft ? {} : begun, { current: index });
  state.mode = "puzzles";
  goOn();
  changed();
}

/** Let the other player answer, if it is to move. */
function goOn() {
  const { boards, board, current, solved } = state.puzzles;
  const stones = (text) => text.replaceAll(".", "").length;
  if (!solved[current] && (stones(board) - stones(boards[current])) % 2 === 1) {
    later(answer, ANSWERING_TIME);
  }
}

/** The address of the puzzles that are shown. */
function puzzlesAddress() {
  const { boards, day, isOnTime, current, table } = state.puzzles;
  if (day !== NONE) {
    return isOnTime && day === today() ? "day" : `day=${dateOf(day)}`;
  }
  const list = boards === LESSON_PUZZLES ? "" : boards.join("_");
  const name = gameName(table);
  const game = name === TIC_TAC_TOE ? "" : `game=${name}&`;
  return `${game}puzzles=${list}&at=${current + 1}`;
}

/** The part of the page with puzzles; see `screen.js` for what a mode has. */
export const puzzleMode = {
  table: () => state.puzzles.table,
  address: puzzlesAddress,
  press,
  view() {
    const { table, board, current, day, lastCell, solved, wrongCell } = state.puzzles;
    const isWrong = wrongCell !== NONE;
    return {
      board: isWrong ? table.push(board, wrongCell) : board,
      playable: !solved[current],
      lines: table.winningLines(board),
      mistakes: [wrongCell],
      lastMove: lastCell,
      busy: isTimerSet(),
      headline: headline(),
      message: message(),
      spokenMessage: spokenMessage(),
      title: day === NONE ? translate("puzzles") : translate("dayPuzzle"),
      link: day === NONE ? "#puzzles" : "#day",
      buttons: buttons(),
    };
  },
  drawSide() {
    const { boards, day } = state.puzzles;
    byId("puzzle-list").replaceChildren(...boards.map((_, index) => listItem(index)));
    byId("puzzle-list").hidden = boards.length === 1;
    drawCalendar(day);
  },
};

function press(pressed) {
  const { puzzles } = state;
  const { table, board, current } = puzzles;
  if (isTimerSet() || puzzles.solved[current]) {
    return;
  }
  const cell = landingCell(pressed, board, table);
  if (!table.legalMoves(board).includes(cell)) {
    showAlert(translate("cellTaken"));
    return;
  }
  clearAlert();
  puzzles.triedAt = Date.now();
  if (puzzleAnswers(board, table).includes(cell)) {
    puzzles.wrongCell = NONE;
    playRightMove(cell);
  } else {
    puzzles.wrongCell = cell;
    puzzles.wrongTries += 1;
  }
  changed();
}

/** A win is played to its end; to have kept a draw, or to have held out, is enough. */
function playRightMove(cell) {
  const { puzzles } = state;
  const { table, board, current, wrongTries } = puzzles;
  const { value } = table.get(board);
  puzzles.board = table.push(board, cell);
  puzzles.lastCell = cell;
  puzzles.wrong[current] += Math.min(wrongTries, SQUARES.length - 1);
  puzzles.wrongTries = 0;
  if (value <= 0 || table.isOver(puzzles.board)) {
    finish();
  } else {
    later(answer, ANSWERING_TIME);
  }
}

/** Let the other player answer; where a line loses, that may end the game. */
function answer() {
  const { puzzles } = state;
  const { table, board } = puzzles;
  puzzles.lastCell = table.moves(board)[0].cell;
  puzzles.board = table.push(board, puzzles.lastCell);
  if (table.isOver(puzzles.board)) {
    finish();
  }
  changed();
}

function finish() {
  const { day, isOnTime, solved, wrong, current } = state.puzzles;
  solved[current] = true;
  if (day !== NONE) {
    keepSolved(day, { wrong: wrong[0], late: !isOnTime });
  }
}

function headline() {
  const { boards, current, day, isOnTime } = state.puzzles;
  if (day === NONE) {
    return translate("puzzleOf", { at: current + 1, total: boards.length });
  }
  return isOnTime ? translate("dayPuzzle") : translate("puzzleOfDate", { date: dateOf(day) });
}

function message() {
  const { table, board, boards, current, solved, wrongCell } = state.puzzles;
  if (solved[current]) {
    return solvedText();
  }
  if (wrongCell !== NONE) {
    return `${wrongMoveText()} ${translate("tryAnother")}`;
  }
  if (isTimerSet()) {
    return translate("rightGoOn");
  }
  const isUntouched = board === boards[current];
  const before = isUntouched ? gameRules(table) : translate("rightGoOn");
  return `${before} ${puzzleTask(board, table)}`.trim();
}

function solvedText() {
  const { day, solved } = state.puzzles;
  if (day === NONE) {
    return translate(solved.every(Boolean) ? "allSolved" : "solved");
  }
  const { current } = streaks(day);
  return current > 0 ? translate("solvedDays", { days: current }) : translate("solved");
}

/** The newest move in words, for those who do not see the board. */
function spokenMessage() {
  const { table, board, wrongCell, lastCell } = state.puzzles;
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
  const { table, board, wrongCell } = state.puzzles;
  if (table.get(board).value < 0) {
    return translateChoice("wrongMove", 3); // all moves lose, and this one sooner
  }
  const { value } = table.get(table.push(board, wrongCell)); // of the other player
  return translateChoice("wrongMove", 1 + value);
}

function buttons() {
  const { boards, current, solved } = state.puzzles;
  if (solved.every(Boolean)) {
    const card = state.puzzles.day === NONE ? listCard : dailyCard;
    const act = () => shareText(card().join("\n"));
    return [{ words: translate("share"), act, primary: true }];
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

/** A card that tells by a coloured square how each puzzle of the list was found. */
function listCard() {
  const found = state.puzzles.wrong.map((digits) => SQUARES[Math.max(...[...digits].map(Number))]);
  return [translate("puzzles"), found.join(""), pageAddress(puzzlesAddress())];
}

/** A card that tells by a coloured square how each move of a daily puzzle was found. */
function dailyCard() {
  const { day, table, wrong } = state.puzzles;
  const { current } = streaks(day);
  const squares = [...wrong[0]].map((digit) => SQUARES[Number(digit)]).join("");
  return [
    `${translate("dayPuzzle")} ${numberOfDay(day)}`,
    gameTitle(table),
    current > 1 ? `${squares} ${translate("daysInARow", { days: current })}` : squares,
    pageAddress(`day=${dateOf(day)}`),
  ];
}

/** The number of a puzzle in the list, or a check mark once it is solved. */
function listItem(index) {
  const number = index + 1;
  const isSolved = state.puzzles.solved[index];
  const attributes = {
    class: isSolved ? "solved" : "",
    "aria-label": isSolved ? `${number}, ${translate("solved")}` : number,
    "aria-current": index === state.puzzles.current ? "step" : undefined,
  };
  const button = element("button", attributes, isSolved ? "✓" : number);
  button.addEventListener("click", () => showPuzzle(index));
  return element("li", {}, button);
}
