// What is printed for the lesson: a sheet for pupils, and a card for the teacher, a page each.
import { byId, element, miniature } from "./elements.js";
import { MINUTES, STEPS } from "./lesson.js";
import { placeOf } from "./names.js";
import { answers, LESSON, task } from "./puzzles.js";
import { say } from "./say.js";
import { games } from "./tables.js";

/** What a machine with seed 1 has learned from a thousand games, in percent: a test counts them anew. */
export const FIGURES = { none: [60.7, 23.6], random: [77.0, 35.7], perfect: [71.8, 99.8], twin: [79.7, 55.6] };
const TEACHERS = ["random", "perfectly", "twin"];

const part = (title, ...inside) => {
  const made = element("section");
  made.append(element("h2", "", title), ...inside);
  return made;
};

const table = (rows) => {
  const made = element("table");
  rows.forEach((cells, at) => {
    const row = element("tr");
    row.append(...cells.map((text, col) => element(at && col ? "td" : "th", "", text)));
    made.append(row);
  });
  return made;
};

const puzzle = (board, at, known) => {
  const made = element("div", "puzzle");
  const words = element("p", "", `${at + 1}. ${task(board, known)}`);
  made.append(miniature(board, known), words);
  return made;
};

const grid = (known, more = () => "") => {
  const made = element("div", "puzzles");
  made.append(
    ...LESSON.map((board, at) => {
      const one = puzzle(board, at, known);
      one.append(more(board));
      return one;
    }),
  );
  return made;
};

const head = () => ["", say("wonRandom"), say("drewPerfect")];

const pupils = (known) => [
  element("h1", "", say("canYouWin")),
  element("p", "", say("sheetName")),
  part(say("step3"), grid(known)),
  part(
    say("vote"),
    element("p", "", TEACHERS.map((one) => `☐ ${say(one)}`).join("     ")),
    table([head(), ...TEACHERS.map((one) => [say(one), "", ""])]),
  ),
  part(say("lastQuestion"), ...[1, 2, 3].map(() => element("p", "write"))),
];

const teacher = (known) => [
  element("h1", "", say("cardTitle")),
  ...Array.from({ length: STEPS }, (_, at) =>
    part(
      `${MINUTES[at]}–${MINUTES[at + 1]}  ${say(`step${at + 1}`)}`,
      element("p", "", say(`step${at + 1}Note`)),
      ...(at === 2 ? [solutions(known)] : []),
      ...(at === 3 ? [table([head(), ...results()])] : []),
    ),
  ),
];

const solutions = (known) => {
  const list = LESSON.map((board, at) => {
    const places = answers(board, known).map((cell) => placeOf(cell, known));
    return `${at + 1}: ${places.join(", ")}`;
  });
  return element("p", "", list.join(" · "));
};

const results = () =>
  Object.entries(FIGURES).map(([who, figures]) => [
    say(who === "none" ? "allNew" : who === "perfect" ? "perfectly" : who),
    ...figures.map((figure) => `${figure.toFixed(1)} %`),
  ]);

/** Make a sheet ready, so that the browser prints it and nothing else. */
export const prepare = (kind) => {
  const known = games.get("3x3k3")?.open("X");
  document.body.dataset.print = kind;
  byId("sheet").className = kind;
  byId("sheet").replaceChildren(...(kind === "pupils" ? pupils(known) : teacher(known)));
};

export const printSheet = (kind) => {
  prepare(kind);
  globalThis.print();
};
