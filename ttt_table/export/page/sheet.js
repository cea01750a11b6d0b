// What is printed for the lesson: a sheet for pupils, and a card for the teacher, a page each.
import { byId, element, miniature } from "./elements.js";
import { MINUTES, STEPS } from "./lesson.js";
import { placeOf } from "./names.js";
import { HOME } from "./play.js";
import { answers, LESSON, task } from "./puzzles.js";
import { percent, say } from "./say.js";
import { games } from "./tables.js";

/** What a machine with seed 1 has learned from a thousand games, and from none: a lesson's table says the same. */
const FIGURES = { allNew: [0.607, 0.236], random: [0.77, 0.357], perfectly: [0.718, 0.998], twin: [0.797, 0.556] };
const [, ...TEACHERS] = Object.keys(FIGURES);

const part = (title, ...inside) => element("section", {}, element("h2", {}, title), ...inside);
const line = (words) => element("p", {}, words);

const table = (rows) => {
  const head = ["", say("wonRandom"), say("drewPerfect")];
  const cells = (row, at) => row.map((text, col) => element(at && col ? "td" : "th", {}, text));
  return element("table", {}, ...[head, ...rows].map((row, at) => element("tr", {}, ...cells(row, at))));
};

const pupils = (known) => [
  element("h1", {}, say("canYouWin")),
  line(`${say("sheetName")} ${"_".repeat(30)}`),
  part(
    say("step3"),
    element("div", { class: "puzzles" }, ...LESSON.map((board, at) =>
      element("div", {}, miniature(board, known), line(`${at + 1}. ${task(board, known)}`)))),
  ),
  part(
    say("vote"),
    line(TEACHERS.map((one) => `☐ ${say(one)}`).join("     ")),
    table(TEACHERS.map((one) => [say(one), "", ""])),
  ),
  part(say("lastQuestion"), ...[1, 2, 3].map(() => element("p", { class: "write" }))),
];

const teacher = (known) => [
  element("h1", {}, say("cardTitle")),
  ...Array.from({ length: STEPS }, (_, at) =>
    part(
      `${MINUTES[at]}–${MINUTES[at + 1]}  ${say(`step${at + 1}`)}`,
      line(say(`step${at + 1}Note`)),
      ...(at === 2 ? [line(solutions(known))] : []),
      ...(at === 3 ? [table(results())] : []),
    ),
  ),
];

const solutions = (known) =>
  LESSON.map((board, at) => `${at + 1}: ${answers(board, known).map((cell) => placeOf(cell, known)).join(", ")}`).join(" · ");

const results = () => Object.entries(FIGURES).map(([who, shares]) => [say(who), ...shares.map(percent)]);

/** Have the browser print a sheet, and nothing else. */
export const printSheet = (kind) => {
  const known = games.get(HOME).open("X");
  document.body.dataset.print = kind;
  byId("sheet").className = kind;
  byId("sheet").replaceChildren(...(kind === "pupils" ? pupils(known) : teacher(known)));
  globalThis.print();
};
