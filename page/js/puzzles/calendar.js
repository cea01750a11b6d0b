// What stands beside the puzzle of the day: the month, the days in a row, yesterday's answer, and
// when the next one comes.
/** @import { SolvedDay } from "./day.js" */
import { miniature } from "../board/drawing.js";
import { byId, element } from "../dom.js";
import { cellGoal } from "../language/names.js";
import { capitalize, formatMonth, translate, weekdayLetters } from "../language/translate.js";
import { NONE } from "../state.js";
import {
  dateOf,
  minutesToNext,
  puzzleOfDay,
  solvedDays,
  streaks,
  today,
  weekdayOf,
} from "./day.js";

/** Draw the calendar of a day; NONE takes it away. */
export function drawCalendar(day) {
  const calendar = byId("calendar");
  const isAnswerSeen = calendar.querySelector("details")?.open;
  calendar.replaceChildren(...(day === NONE ? [] : contents(day, isAnswerSeen)));
}

function contents(day, isAnswerSeen) {
  const { current, best } = streaks(today());
  const minutes = minutesToNext();
  const time = translate("hoursMinutes", {
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
  });
  return [
    element("h2", {}, capitalize(formatMonth(day))),
    element("div", { class: "month" }, ...weekdays(), ...daysOfMonth(day)),
    element("p", {}, translate("streaks", { current, best })),
    element("p", { class: "small" }, translate("nextPuzzle", { time })),
    answerOf(today() - 1, isAnswerSeen),
  ];
}

function weekdays() {
  return weekdayLetters().map((letter) => element("span", { class: "small" }, letter));
}

/** The days of a day's month; each that has come leads to its puzzle. */
function daysOfMonth(day) {
  const solved = solvedDays();
  const month = dateOf(day).slice(0, 7);
  const first = day + 1 - Number(dateOf(day).slice(8));
  const days = [];
  for (let shown = first; dateOf(shown).startsWith(month); shown++) {
    const found = solved.get(shown);
    days.push(dayOfMonth(shown, { isShown: shown === day, found }));
  }
  days[0].style.gridColumn = weekdayOf(first) + 1;
  return days;
}

function dayOfMonth(day, { isShown, found }) {
  const number = Number(dateOf(day).slice(8));
  if (day > today()) {
    return element("span", { class: "small" }, number);
  }
  const name = found ? `${number}, ${translate("solved")}` : number;
  return element(
    "a",
    {
      href: day === today() ? "#day" : `#day=${dateOf(day)}`,
      class: found ? `solved${found.late ? " late" : ""}` : "",
      "aria-label": name,
      "aria-current": isShown ? "date" : undefined,
    },
    found ? "✓" : number,
  );
}

/** The first move of a day's solution, on its board and in words. */
function answerOf(day, isSeen) {
  const { table, board } = puzzleOfDay(day);
  const [{ cell }] = table.moves(board);
  const place = cellGoal(cell, table);
  const text = translate("yesterday", { player: table.mover(board), place });
  const drawn = miniature(table.push(board, cell), table, [cell]);
  const title = element("summary", {}, translate("yesterdayTitle"));
  const shown = { open: isSeen ? "" : undefined };
  return element("details", shown, title, element("p", {}, text), drawn);
}
