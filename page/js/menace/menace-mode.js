// The part of the page with MENACE: a game against it, its practice, and its beads as they change.
import { clearAlert, showAlert } from "../messages.js";
import { byId, prefersCalm } from "../dom.js";
import { translate, translateChoice } from "../language/translate.js";
import { clamp } from "../numbers.js";
import { runInSlices } from "../slices.js";
import { changed, isTimerSet, later, state, stopTimer } from "../state.js";
import { games, TIC_TAC_TOE } from "../tables/tables.js";
import { drawCurves } from "./curve.js";
import { changesInWords, drawOpenBoxes, isUnchanged, openBox } from "./open-boxes.js";
import { Positions } from "./positions.js";
import { School, TEACHER_NAMES } from "./school.js";
import { drawWall, listenToWall } from "./wall.js";

const SHAKING_TIME = 650; // milliseconds for which a box is shaken before a bead drops
const BEAT = 550; // milliseconds between two boxes whose beads change
const HURRIED_BEAT = BEAT / 6;
const PRACTICE_PAUSE = 40; // milliseconds between two rounds of practice
const WATCHED_PRACTICE_PAUSE = 160; // while a round has only a few games
const PRACTICE_GAMES = 1000;
const MOST_GAMES_PER_ROUND = 20;
const GROWTH_OF_ROUNDS = 1.15; // so that the first games can be watched
const GAMES_TO_WATCH = 3; // a round with fewer is watched
const GAMES_ALL_GRADED = 50; // the first games, after each of which the curve gets a point
const GAMES_PER_POINT = 25; // of later games
const SEED = 1; // of the practice
const MOST_GAMES_ASKED = 5000; // that an address may ask for

const teacherChoice = byId("against");

const { menace } = state;

let table; // of tic-tac-toe
let positions;
let latestFilling; // of the boxes: an older one is given up

/** The part of the page with MENACE; see `screen.js` for what a mode has. */
export const menaceMode = {
  table: () => table,
  address,
  press,
  view: () => ({
    board: menace.board,
    playable: Boolean(menace.school) && !isTimerSet() && !isOver(),
    lines: menace.school ? table.winningLines(menace.board) : [],
    lastMove: menace.drawn.at(-1)?.[1],
    busy: isTimerSet() || !menace.school,
    headline: translate("teachIt"),
    title: "MENACE",
    message: message(),
    spokenMessage: menace.school ? changesInWords(menace.openBoxes, menace.school.machine) : "",
    buttons: buttons(),
  }),
  drawSide() {
    if (!menace.school) {
      return;
    }
    const { machine } = menace.school;
    const shown = { table, machine, moveValue: moveValue() };
    drawOpenBoxes(menace.openBoxes, shown);
    byId("menace").classList.toggle("closed", menace.openBoxes.length === 0);
    const isGuessing = state.lessonStep > 0 && !menace.isRevealed && menace.school.games === 0;
    byId("menace").classList.toggle("guessing", isGuessing);
    drawCurves(menace.school.curve);
    byId("practise").textContent = translate(menace.practising ? "pause" : "practise");
    drawWall({ ...shown, openBoxes: menace.openBoxes, isHeld });
    const { won, drawn: draws, lost } = menace.school.curve.at(-1).lines;
    const all = won + draws + lost;
    byId("sums").textContent = translate("menaceLines", { all, won, drawn: draws, lost });
  },
};

async function openTable() {
  table ??= await games.get(TIC_TAC_TOE)?.open();
}

/** Do something after some milliseconds, and draw what has come of it. */
function soon(act, delay) {
  later(() => {
    act();
    changed();
  }, delay);
}

/** Show MENACE as an address asks for it: `against` a teacher, after some `games` of practice. */
export async function enterMenace(wishes) {
  const gamesAsked = clamp(wishes.get("games"), 0, MOST_GAMES_ASKED);
  const teacher = wishes.get("against");
  await openTable();
  state.mode = "menace";
  if (TEACHER_NAMES.includes(teacher)) {
    teacherChoice.value = teacher;
  }
  if (menace.school && gamesAsked === 0) {
    resumeMenace();
  } else {
    await fillBoxes(gamesAsked);
  }
}

/** Show the machine and its game as they were left. */
export function resumeMenace() {
  if (menace.school && menace.practising) {
    soon(practiseRound, PRACTICE_PAUSE);
  } else if (menace.school) {
    letMachineMove();
  }
  changed();
}

/** The address of the machine as it is, where it has practised with one teacher alone. */
function address() {
  const isRepeatable =
    menace.school?.teacher && !menace.practising && menace.school.games <= MOST_GAMES_ASKED;
  return isRepeatable
    ? `menace&against=${menace.school.teacher}&games=${menace.school.games}`
    : "menace";
}

/** Show how well the machine plays, which the class has guessed. */
export function reveal() {
  menace.isRevealed = true;
  changed();
}

/** Fill all boxes with new beads. */
export async function fillNewBoxes() {
  await openTable();
  state.mode = "menace";
  return fillBoxes(0);
}

async function fillBoxes(practiceGames) {
  const filling = {};
  latestFilling = filling;
  stopTimer();
  menace.practising = false;
  menace.school = undefined;
  changed();
  positions ??= await runInSlices(Positions.of(table));
  const filled = await runInSlices(School.of(positions, SEED));
  await runInSlices(practice(filled, teacherChoice.value, practiceGames));
  if (latestFilling !== filling) {
    return;
  }
  menace.school = filled;
  beginGame();
}

function* practice(pupil, teacher, count) {
  for (let game = 0; game < count; game++) {
    pupil.practise(teacher);
    yield;
  }
  yield* pupil.grading();
}

// A game against the machine, which is X.

function beginGame() {
  menace.drawn = [];
  menace.openBoxes = [];
  menace.board = table.start;
  menace.practising = false;
  menace.hurried = false;
  clearAlert();
  shakeBox();
  changed();
}

/** Let the machine go on with a game in which it is to move, and that was left meanwhile. */
function letMachineMove() {
  const isItsTurn = positions.get(menace.board).mover === "X";
  if (isItsTurn && !isOver() && !isTimerSet() && !menace.practising) {
    shakeBox();
  }
}

/** Open the box of the board and shake it; then a bead drops, and the machine moves. */
function shakeBox() {
  const { machine } = menace.school;
  const box = machine.boxOf(menace.board);
  const isOpen = menace.openBoxes.some((open) => open.board === menace.board);
  if (box && !isOpen) {
    menace.openBoxes.push(openBox(machine, box.label, menace.board, (cell) => box.symmetry[cell]));
  }
  soon(machineMoves, prefersCalm() ? 0 : SHAKING_TIME);
}

/** The machine draws a bead and moves. */
function machineMoves() {
  const cell = menace.school.machine.draw(menace.board, Math.random);
  if (menace.school.machine.boxOf(menace.board)) {
    menace.openBoxes.at(-1).drawnCell = cell;
  }
  menace.drawn.push([menace.board, cell]);
  putStone(cell);
}

function press(cell) {
  if (!menace.school || isTimerSet() || isOver() || menace.practising) {
    return;
  }
  if (!positions.get(menace.board).next.has(cell)) {
    showAlert(translate("cellTaken"));
    return;
  }
  clearAlert();
  putStone(cell);
  if (!isOver()) {
    shakeBox();
  }
  changed();
}

function putStone(cell) {
  menace.board = positions.get(menace.board).next.get(cell);
  if (isOver()) {
    learnFromGame();
  }
}

function isOver() {
  return positions.get(menace.board).next.size === 0;
}

/** The machine learns at once; how its beads change is then shown box by box. */
function learnFromGame() {
  menace.result = menace.school.resultFor(menace.board);
  menace.school.finishGame(menace.drawn, menace.board);
  menace.school.grade();
  if (prefersCalm()) {
    let hasMore = true;
    while (hasMore) {
      hasMore = showNextChange();
    }
  } else {
    soon(showChanges, BEAT);
  }
}

function showChanges() {
  if (showNextChange()) {
    soon(showChanges, menace.hurried ? HURRIED_BEAT : BEAT);
  }
}

/** Show how the beads of the next box have changed; false if all are shown. */
function showNextChange() {
  const box = menace.openBoxes.find(isUnchanged);
  if (!box) {
    return false;
  }
  const before = box.beads.get(box.drawnCell);
  box.beads = menace.school.machine.beads(box.board);
  const after = box.beads.get(box.drawnCell) ?? 0;
  box.change = after - before;
  return true;
}

/**
 * Whether the wall still shows a box as it was, since its change is to be seen in the game first.
 */
function isHeld(label) {
  return isOver() && menace.openBoxes.some((box) => box.label === label && isUnchanged(box));
}

function hurry() {
  menace.hurried = true;
  showChanges();
  changed();
}

// Practice.

/** Let the machine practise, or pause. */
export function togglePractice() {
  if (!menace.school) {
    return;
  }
  stopTimer();
  menace.drawn = [];
  menace.openBoxes = [];
  menace.practising = !menace.practising;
  menace.roundGames = 1;
  if (menace.practising) {
    soon(practiseRound, PRACTICE_PAUSE);
  } else {
    menace.school.grade();
  }
  changed();
}

function practiseRound() {
  const gamesLeft = PRACTICE_GAMES - (menace.school.games % PRACTICE_GAMES);
  const count = Math.min(Math.floor(menace.roundGames), gamesLeft);
  for (let game = 0; game < count; game++) {
    menace.board = menace.school.practise(teacherChoice.value);
  }
  menace.roundGames = Math.min(menace.roundGames * GROWTH_OF_ROUNDS, MOST_GAMES_PER_ROUND);
  menace.practising = count < gamesLeft;
  if (menace.practising) {
    soon(practiseRound, count < GAMES_TO_WATCH ? WATCHED_PRACTICE_PAUSE : PRACTICE_PAUSE);
  }
  if (needsPoint() || !menace.practising) {
    menace.school.grade();
  }
}

/** Whether the curve needs a point. */
function needsPoint() {
  const gamesSince = menace.school.games - menace.school.curve.at(-1).games;
  return gamesSince > (menace.school.games > GAMES_ALL_GRADED ? GAMES_PER_POINT : 0);
}

// What is drawn.

function message() {
  if (!menace.school) {
    return translate("filling");
  }
  if (isTimerSet() && !menace.practising && !isOver()) {
    return translate("itDraws");
  }
  if (menace.practising || menace.drawn.length === 0) {
    return translate("hasLearned", { games: menace.school.games });
  }
  if (isOver()) {
    return translateChoice("menaceEnds", 1 - menace.result);
  }
  const [, cell] = menace.drawn[menace.drawn.length - 1];
  return translate("itDrew", { place: translateChoice("cellNames", cell) });
}

function buttons() {
  if (!menace.school || !isOver()) {
    return [];
  }
  if (isTimerSet() && !menace.practising) {
    return [{ words: translate("faster"), act: hurry }];
  }
  return [{ words: translate("playAgain"), act: beginGame, primary: !menace.practising }];
}

/** With hints, the function that tells what a bead leads to. */
function moveValue() {
  return state.hints ? (onBoard, cell) => positions.moveValue(onBoard, cell) : undefined;
}

/** Show a box of the wall large. */
function lookInside(label) {
  const box = openBox(menace.school.machine, label, label, (cell) => cell);
  menace.openBoxes = [{ ...box, change: 0 }];
  changed();
}

listenToWall(lookInside);
