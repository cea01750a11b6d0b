// The part of the page with MENACE: a game against it, its practice, and its beads as they change.
import { byId } from "../dom/elements.js";
import { prefersCalm } from "../dom/motion.js";
import { clearAlert, showAlert } from "../errors.js";
import { translate, translateChoice } from "../language/translate.js";
import { clamp } from "../numbers.js";
import { TIC_TAC_TOE } from "../play/saved-games.js";
import { runInSlices } from "../slices.js";
import { changed, state } from "../state.js";
import { games } from "../tables/tables.js";
import { drawCurves } from "./curve.js";
import { changesInWords, drawOpenBoxes, isUnchanged, openBox } from "./open-boxes.js";
import { Positions } from "./positions.js";
import { School, TEACHER_NAMES } from "./school.js";
import { isTimerSet, later, stopTimer } from "./timer.js";
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

let table;
let positions;
let school; // undefined while its boxes are filled
let board = ".........";
let result; // of a finished game, for the machine: 1, 0 or -1
let drawn = []; // the machine's moves in this game, each as its board and its cell
let openBoxes = []; // the boxes that are shown large
let isRevealed = false; // whether the class has guessed how well the new machine plays
let practising = false;
let roundGames = 1; // the games of the next round of practice, growing in fractions
let hurried = false; // whether the person wants the beads to change faster
let latestFilling; // of the boxes: an older one is given up
let kept; // what the machine was before the lesson

/** The part of the page with MENACE; see `screen.js` for what a mode has. */
export const menaceMode = {
  table: ownTable,
  press,
  view: () => ({
    board,
    playable: Boolean(school) && !isTimerSet() && !isOver(),
    lines: school ? table.winningLines(board) : [],
    lastMove: drawn.at(-1)?.[1],
    busy: isTimerSet() || !school,
    headline: translate("teachIt"),
    message: message(),
    spokenMessage: school ? changesInWords(openBoxes, school.machine) : "",
    buttons: buttons(),
  }),
  drawSide() {
    if (!school) {
      return;
    }
    const { machine } = school;
    const shown = { table, machine, moveValue: moveValue() };
    drawOpenBoxes(openBoxes, shown);
    byId("menace").classList.toggle("closed", openBoxes.length === 0);
    const isGuessing = state.lessonStep > 0 && !isRevealed && school.games === 0;
    byId("menace").classList.toggle("guessing", isGuessing);
    drawCurves(school.curve);
    byId("practise").textContent = translate(practising ? "pause" : "practise");
    drawWall({ ...shown, openBoxes, isHeld });
    const { won, drawn: draws, lost } = school.curve.at(-1).lines;
    const all = won + draws + lost;
    byId("sums").textContent = translate("menaceLines", { all, won, drawn: draws, lost });
  },
};

function ownTable() {
  table ??= games.get(TIC_TAC_TOE).open("X");
  return table;
}

/** Show MENACE as an address asks for it: `against` a teacher, after some `games` of practice. */
export async function enterMenace(wishes) {
  const gamesAsked = clamp(wishes.get("games"), 0, MOST_GAMES_ASKED);
  const teacher = wishes.get("against");
  state.mode = "menace";
  if (TEACHER_NAMES.includes(teacher)) {
    teacherChoice.value = teacher;
  }
  if (school && gamesAsked === 0) {
    resumeMenace();
  } else {
    await fillBoxes(gamesAsked);
  }
}

/** Show the machine and its game as they were left. */
export function resumeMenace() {
  if (school) {
    letMachineMove();
  }
  changed();
}

/** Return the address of the machine as it is, where it has practised with one teacher alone. */
export function menaceAddress() {
  const isRepeatable = school?.teacher && !practising && school.games <= MOST_GAMES_ASKED;
  return isRepeatable ? `menace&against=${school.teacher}&games=${school.games}` : "menace";
}

/** Keep the machine with its game while the lesson has new ones. */
export function keepMachine() {
  isRevealed = false;
  kept = { school, board, result, drawn, openBoxes };
}

/** Bring back the machine that was kept, and its game. */
export function restoreMachine() {
  stopTimer();
  latestFilling = undefined;
  practising = false;
  ({ school, board, result, drawn, openBoxes } = kept);
}

/** Show how well the machine plays, which the class has guessed. */
export function reveal() {
  isRevealed = true;
  changed();
}

/** Fill all boxes with new beads. */
export function fillNewBoxes() {
  state.mode = "menace";
  return fillBoxes(0);
}

async function fillBoxes(practiceGames) {
  const filling = {};
  latestFilling = filling;
  stopTimer();
  practising = false;
  school = undefined;
  changed();
  positions ??= await runInSlices(Positions.of(ownTable()));
  const filled = await runInSlices(School.of(positions, SEED));
  await runInSlices(practice(filled, teacherChoice.value, practiceGames));
  if (latestFilling !== filling) {
    return;
  }
  school = filled;
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
  drawn = [];
  openBoxes = [];
  board = table.start;
  practising = false;
  hurried = false;
  clearAlert();
  shakeBox();
  changed();
}

/** Let the machine go on with a game in which it is to move, and that was left meanwhile. */
function letMachineMove() {
  const isItsTurn = positions.get(board).mover === "X";
  if (isItsTurn && !isOver() && !isTimerSet() && !practising) {
    shakeBox();
  }
}

/** Open the box of the board and shake it; then a bead drops, and the machine moves. */
function shakeBox() {
  const { machine } = school;
  const box = machine.boxOf(board);
  const isOpen = openBoxes.some((open) => open.board === board);
  if (box && !isOpen) {
    openBoxes.push(openBox(machine, box.label, board, (cell) => box.symmetry[cell]));
  }
  later(machineMoves, prefersCalm() ? 0 : SHAKING_TIME);
}

/** The machine draws a bead and moves. */
function machineMoves() {
  const cell = school.machine.draw(board, Math.random);
  if (school.machine.boxOf(board)) {
    openBoxes.at(-1).drawnCell = cell;
  }
  drawn.push([board, cell]);
  putStone(cell);
}

function press(cell) {
  if (!school || isTimerSet() || isOver() || practising) {
    return;
  }
  if (!positions.get(board).next.has(cell)) {
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
  board = positions.get(board).next.get(cell);
  if (isOver()) {
    learnFromGame();
  }
}

function isOver() {
  return positions.get(board).next.size === 0;
}

/** The machine learns at once; how its beads change is then shown box by box. */
function learnFromGame() {
  result = school.resultFor(board);
  school.finishGame(drawn, board);
  school.grade();
  if (prefersCalm()) {
    let hasMore = true;
    while (hasMore) {
      hasMore = showNextChange();
    }
  } else {
    later(showChanges, BEAT);
  }
}

function showChanges() {
  if (showNextChange()) {
    later(showChanges, hurried ? HURRIED_BEAT : BEAT);
  }
}

/** Show how the beads of the next box have changed; false if all are shown. */
function showNextChange() {
  const box = openBoxes.find(isUnchanged);
  if (!box) {
    return false;
  }
  const before = box.beads.get(box.drawnCell);
  box.beads = school.machine.beads(box.board);
  const after = box.beads.get(box.drawnCell) ?? 0;
  box.change = after - before;
  return true;
}

/**
 * Whether the wall still shows a box as it was, since its change is to be seen in the game first.
 */
function isHeld(label) {
  return isOver() && openBoxes.some((box) => box.label === label && isUnchanged(box));
}

function hurry() {
  hurried = true;
  showChanges();
  changed();
}

// Practice.

/** Let the machine practise, or pause. */
export function togglePractice() {
  if (!school) {
    return;
  }
  stopTimer();
  drawn = [];
  openBoxes = [];
  practising = !practising;
  roundGames = 1;
  if (practising) {
    later(practiseRound, PRACTICE_PAUSE);
  } else {
    school.grade();
  }
  changed();
}

function practiseRound() {
  const gamesLeft = PRACTICE_GAMES - (school.games % PRACTICE_GAMES);
  const count = Math.min(Math.floor(roundGames), gamesLeft);
  for (let game = 0; game < count; game++) {
    board = school.practise(teacherChoice.value);
  }
  roundGames = Math.min(roundGames * GROWTH_OF_ROUNDS, MOST_GAMES_PER_ROUND);
  practising = count < gamesLeft;
  if (practising) {
    later(practiseRound, count < GAMES_TO_WATCH ? WATCHED_PRACTICE_PAUSE : PRACTICE_PAUSE);
  }
  if (needsPoint() || !practising) {
    school.grade();
  }
}

/** Whether the curve needs a point. */
function needsPoint() {
  const gamesSince = school.games - school.curve.at(-1).games;
  return gamesSince > (school.games > GAMES_ALL_GRADED ? GAMES_PER_POINT : 0);
}

// What is drawn.

function message() {
  if (!school) {
    return translate("filling");
  }
  if (isTimerSet() && !practising && !isOver()) {
    return translate("itDraws");
  }
  if (practising || drawn.length === 0) {
    return translate("hasLearned", { games: school.games });
  }
  if (isOver()) {
    return translateChoice("menaceEnds", 1 - result);
  }
  const [, cell] = drawn.at(-1);
  return translate("itDrew", { place: translateChoice("cellNames", cell) });
}

function buttons() {
  if (!school || !isOver()) {
    return [];
  }
  if (isTimerSet() && !practising) {
    return [{ words: translate("faster"), act: hurry }];
  }
  return [{ words: translate("playAgain"), act: beginGame, primary: !practising }];
}

/** With hints, the function that tells what a bead leads to. */
function moveValue() {
  return state.hints ? (onBoard, cell) => positions.moveValue(onBoard, cell) : undefined;
}

/** Show a box of the wall large. */
function lookInside(label) {
  const box = openBox(school.machine, label, label, (cell) => cell);
  openBoxes = [{ ...box, change: 0 }];
  changed();
}

listenToWall(lookInside);
