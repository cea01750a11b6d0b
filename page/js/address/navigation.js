// Where an address leads: to a game, to puzzles, to MENACE, or into the lesson.
import { TableError } from "#readers/ttt-table.js";
import { whileLoading } from "../dom/loading.js";
import { describeError, PageError, shorten, showAlert } from "../errors.js";
import { LANGUAGES, speak, translate } from "../language/translate.js";
import { enterLesson, goToStep, leaveLesson } from "../lesson/lesson.js";
import { enterMenace, menaceAddress } from "../menace/menace-mode.js";
import { pauseGame, proceed, startGame } from "../play/game.js";
import { openGame, resumeGame, TIC_TAC_TOE } from "../play/saved-games.js";
import { reachedLevel } from "../play/record.js";
import { readDay } from "../puzzles/day.js";
import { LESSON_PUZZLES } from "../puzzles/puzzle.js";
import { beginDailyPuzzle, beginPuzzles, puzzlesAddress } from "../puzzles/puzzle-mode.js";
import { NONE, state } from "../state.js";
import { games, openAddress } from "../tables/tables.js";
import {
  gameAddress,
  isAddressTooLong,
  readAddress,
  replaceAddress,
  wantedGame,
  wantedLevel,
  wantedMoves,
  wantedSide,
} from "./address.js";

let gameInPlay = ""; // the game to which one comes back from other modes
let isUnopened = false; // whether the address names a table that could not be opened
let chosenLanguage = ""; // unless the browser's is spoken

/** Speak a language that an address or the menu asks for, by its code. */
export function chooseLanguage(code) {
  chosenLanguage = Object.hasOwn(LANGUAGES, code) ? code : "";
  speak(chosenLanguage);
}

/** Go on with a game of `games`, or begin it. */
export function chooseGame(name) {
  gameInPlay = name;
  return resumeGame(name);
}

/** Let the address say what is shown. */
export function writeAddress() {
  const isUntouched = state.mode === "play" && state.played.length === 0;
  if (isUnopened && isUntouched) {
    return; // so that the table is tried again when the page is loaded again
  }
  isUnopened = false;
  const language = chosenLanguage ? `&lang=${chosenLanguage}` : "";
  const lab = state.lab ? "&lab" : "";
  replaceAddress(`#${shownAddress()}${language}${lab}`);
}

function shownAddress() {
  if (state.lessonStep > 0) {
    return `lesson=${state.lessonStep}`;
  }
  switch (state.mode) {
    case "puzzles":
      return puzzlesAddress();
    case "menace":
      return menaceAddress();
    default:
      return gameAddress();
  }
}

/** Show what the address asks for; if that fails, say why and show an empty board. */
export async function followAddress() {
  isUnopened = false;
  try {
    await follow(readAddress());
  } catch (error) {
    isUnopened = error instanceof TableError && readAddress().has("table");
    await showEmptyBoard(error instanceof TableError);
    showAlert(describeError(error));
  }
}

/** Begin the game in play anew; the page's first game, if its table on a server fails. */
async function showEmptyBoard(tableFails) {
  state.mode = "play";
  if (tableFails && state.source) {
    games.delete(state.gameName);
    showFirstGame();
  }
  if (games.size > 0) {
    await startGame();
  }
}

function follow(wishes) {
  showAlert(isAddressTooLong() ? translate("tooLong") : "");
  if (wishes.has("lang")) {
    chooseLanguage(wishes.get("lang"));
  }
  if (wishes.has("lab")) {
    state.lab = true;
  }
  pauseGame();
  const hasTicTacToe = games.has(TIC_TAC_TOE);
  if (wishes.has("lesson") && hasTicTacToe) {
    enterLesson();
    return onTicTacToe(() => goToStep(wishes.get("lesson")));
  }
  leaveLesson();
  state.reviewedMove = NONE;
  if (wishes.has("menace") && hasTicTacToe) {
    return enterMenace(wishes);
  }
  if (wishes.has("day")) {
    return onTicTacToe(() => beginDailyPuzzle(readDay(wishes.get("day"))));
  }
  if (wishes.has("puzzles")) {
    return followPuzzles(wishes);
  }
  state.mode = "play";
  return followGame(wishes);
}

/** Do something in a game of tic-tac-toe in which X moves first. */
async function onTicTacToe(act) {
  if (state.gameName !== TIC_TAC_TOE || state.table.first !== "X") {
    openGame(TIC_TAC_TOE);
    await startGame();
  }
  return act();
}

async function followPuzzles(wishes) {
  const name = wantedGame(wishes);
  if (state.gameName !== name && games.has(name)) {
    openGame(name);
    await startGame();
  }
  const { table } = state;
  const texts = wishes.get("puzzles").split("_").filter(Boolean);
  const boards = texts.map((text) => table.text(text)).filter((board) => !table.isOver(board));
  const index = wishes.get("at") - 1;
  if (boards.length > 0) {
    return beginPuzzles(boards, index);
  }
  return onTicTacToe(() => beginPuzzles(LESSON_PUZZLES, index));
}

async function followGame(wishes) {
  const asksForGame = ["board", "moves", "game", "table"].some((name) => wishes.has(name));
  if (gameInPlay && !asksForGame) {
    return state.gameName === gameInPlay ? proceed() : resumeGame(gameInPlay);
  }
  await openWantedGame(wishes);

  state.level = asksForGame || wishes.has("level") ? wantedLevel(wishes) : reachedLevel();
  state.side = wantedSide(wishes);
  state.hints = ["1", "plies"].includes(wishes.get("hints"));
  state.plies = wishes.get("hints") === "plies";
  if (!wishes.get("board") && !wishes.get("moves")) {
    return startGame();
  }
  const { from, played } = await whileLoading(askTable(() => wantedMoves(wishes)));
  return startGame(from, played);
}

async function openWantedGame(wishes) {
  const address = wishes.get("table");
  if (address) {
    await whileLoading(openAddress(address));
  }
  const name = address ?? wantedGame(wishes);
  if (!games.has(name)) {
    const names = shorten([...games.keys()].join(", "));
    throw new PageError(translate("noTable", { name: shorten(wishes.get("game")), names }));
  }
  gameInPlay = name;
  openGame(name, wishes.get("first") === "O" ? "O" : "X");
}

/** Ask the table in play, which may have to fetch its bytes from a server. */
function askTable(act) {
  return state.source ? state.source.ask(act) : act();
}

/** Open the page's first game, if it has one, and draw nothing yet. */
export function showFirstGame() {
  const [first] = games.keys();
  if (first !== undefined) {
    gameInPlay = "";
    openGame(first);
    state.boards = [state.table.start];
  }
}
