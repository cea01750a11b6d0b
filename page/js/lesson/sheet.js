// What is printed for the lesson, a page each: a sheet for pupils and a card for the teacher.
import { byId, element } from "../dom.js";
import { miniature } from "../board/drawing.js";
import { cellName } from "../language/names.js";
import { formatPercent, translate } from "../language/translate.js";
import { LESSON_PUZZLES, puzzleAnswers, puzzleTask } from "../puzzles/puzzle.js";
import { state } from "../state.js";
import { MINUTES, STEPS } from "./lesson.js";

/**
 * What MENACE has learned with seed 1: the share of games won against random play, and that of
 * games drawn against perfect play, new and after a thousand games against each teacher.
 */
const RESULTS = {
  allNew: [0.607, 0.236],
  againstRandom: [0.77, 0.357],
  againstPerfect: [0.718, 0.998],
  againstTwin: [0.797, 0.556],
};
const TEACHERS = ["againstRandom", "againstPerfect", "againstTwin"];
const WRITING_LINES = 3;

/** Let the browser print a sheet, "pupils" or "teacher", and nothing else. */
export function printSheet(kind) {
  const table = state.table;
  const sheet = byId("sheet");
  document.body.dataset.print = kind;
  sheet.className = kind;
  sheet.replaceChildren(...(kind === "pupils" ? pupilsSheet(table) : teachersCard(table)));
  globalThis.print();
}

function pupilsSheet(table) {
  const puzzles = LESSON_PUZZLES.map((board, index) => printedPuzzle(board, index, table));
  const votes = TEACHERS.map((teacher) => `☐ ${translate(teacher)}`).join("     ");
  const lines = Array.from({ length: WRITING_LINES }, () => element("p", { class: "write" }));
  return [
    element("h1", {}, translate("canYouWin")),
    paragraph(`${translate("sheetName")} ${"_".repeat(30)}`),
    section(translate("step3Title"), element("div", { class: "puzzles" }, ...puzzles)),
    section(
      translate("voteTitle"),
      paragraph(votes),
      resultsTable(TEACHERS.map((teacher) => [translate(teacher), "", ""])),
    ),
    section(translate("lastQuestion"), ...lines),
  ];
}

function printedPuzzle(board, index, table) {
  const task = paragraph(`${index + 1}. ${puzzleTask(board, table)}`);
  return element("div", {}, miniature(board, table), task);
}

function teachersCard(table) {
  const sections = Array.from({ length: STEPS }, (_, index) => {
    const step = index + 1;
    const minutes = `${MINUTES[index]}–${MINUTES[index + 1]}`;
    return section(
      `${minutes}  ${translate(`step${step}Title`)}`,
      paragraph(translate(`step${step}Note`)),
      ...extrasOfStep(step, table),
    );
  });
  return [element("h1", {}, translate("teacherTitle")), ...sections];
}

/** What the card has for a step beside its minutes, and what to say and to ask. */
function extrasOfStep(step, table) {
  if (step === 3) {
    return [paragraph(solutions(table))];
  }
  if (step === 4) {
    const rows = Object.entries(RESULTS).map(([teacher, shares]) => [
      translate(teacher),
      ...shares.map(formatPercent),
    ]);
    return [resultsTable(rows)];
  }
  return [];
}

function solutions(table) {
  const lines = LESSON_PUZZLES.map((board, index) => {
    const cells = puzzleAnswers(board, table).map((cell) => cellName(cell, table));
    return `${index + 1}: ${cells.join(", ")}`;
  });
  return lines.join(" · ");
}

function section(title, ...children) {
  return element("section", {}, element("h2", {}, title), ...children);
}

function paragraph(text) {
  return element("p", {}, text);
}

/** A table of what the machine has learned, with its rows as lists of texts. */
function resultsTable(rows) {
  const titles = ["", translate("wonRandom"), translate("drewPerfect")];
  const header = titles.map((title) => element("th", {}, title));
  const body = rows.map(([name, ...results]) => {
    const cells = results.map((result) => element("td", {}, result));
    return element("tr", {}, element("th", {}, name), ...cells);
  });
  return element("table", {}, element("tr", {}, ...header), ...body);
}
