// The puzzles of the days: which one a day has, and on which days this device has solved it.
/** @import { PageGame } from "../page-game.js" */
import { recall, remember } from "../dom.js";
import { DAILY_GAMES, DAILY_PUZZLES } from "./daily.js";
import { SearchedGame } from "./searched-game.js";

const DAY = 86_400_000; // milliseconds
const WEEK = 7; // days
const MONDAY = 3; // the days from the Monday before 1970 until it began
const FIRST_DAY = Date.UTC(2025, 0, 1) / DAY; // of the first puzzle
const SOLVED = "days"; // under which name the solved days are kept
const LATE = "~"; // stands before the squares of one that was solved later than on its day

/** Return the days since 1970, as they begin where the person is. */
export function today() {
  const offset = new Date().getTimezoneOffset() * 60_000;
  return Math.floor((Date.now() - offset) / DAY);
}

/** Return in how many minutes the next day begins. */
export function minutesToNext() {
  const now = new Date();
  const next = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  return Math.ceil((next.getTime() - now.getTime()) / 60_000);
}

/** Return the day of a date such as "2026-01-31"; undefined if there is no puzzle of that date. */
export function readDay(date) {
  const day = Date.parse(date) / DAY;
  return day >= FIRST_DAY && dateOf(day) === date ? day : undefined;
}

/** Return the date of a day. */
export function dateOf(day) {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** Return which puzzle a day has, counted from 1. */
export function numberOfDay(day) {
  return day - FIRST_DAY + 1;
}

/** Return the day of the week, 0 for Monday. */
export function weekdayOf(day) {
  return modulo(day + MONDAY, WEEK);
}

/**
 * Return a day's puzzle, the same for everybody.
 *
 * @returns {{ table: PageGame, board: string }}
 */
export function puzzleOfDay(day) {
  const puzzles = DAILY_PUZZLES[weekdayOf(day)].split(" ");
  const puzzle = puzzles[modulo(Math.floor((day + MONDAY) / WEEK), puzzles.length)];
  const game = DAILY_GAMES[puzzle.charCodeAt(0) - "a".charCodeAt(0)];
  return { table: new SearchedGame(game), board: puzzle.slice(1) };
}

function modulo(number, divisor) {
  return ((number % divisor) + divisor) % divisor;
}

/**
 * @typedef {object} SolvedDay
 * @property {string} wrong For each move of the solution, how many others were tried, as a digit.
 * @property {boolean} late Whether it was solved later than on its day.
 */

/**
 * Return the days whose puzzles were solved.
 *
 * @returns {Map<number, SolvedDay>}
 */
export function solvedDays() {
  const kept = recall(SOLVED).matchAll(/(\d+):(~?)(\d+)/g);
  return new Map([...kept].map(([, day, late, wrong]) => [Number(day), { wrong, late: !!late }]));
}

/** Keep that a day's puzzle was solved, the first time that it is. */
export function keepSolved(day, { wrong, late }) {
  if (!solvedDays().has(day)) {
    remember(SOLVED, `${recall(SOLVED)} ${day}:${late ? LATE : ""}${wrong}`.trim());
  }
}

/**
 * Return how many puzzles were solved on days in a row until a day, or until the day before, and
 * the most that ever were; one that was solved later does not count.
 */
export function streaks(day) {
  const days = [...solvedDays()].filter(([, { late }]) => !late).map(([solved]) => solved);
  const lengthAt = (last) => {
    let length = 0;
    while (days.includes(last - length)) {
      length += 1;
    }
    return length;
  };
  const past = days.filter((solved) => solved <= day);
  return { current: lengthAt(day) || lengthAt(day - 1), best: Math.max(0, ...past.map(lengthAt)) };
}
