// Every link of the documents to one of the pages, and what it must show.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { BROWSER, opened, visited } from "./visited.mjs";
import { Visit } from "./visit.mjs";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const FOLDERS = [".", "docs", "docs/lesson", "scripts", "readers/js", "readers/c"];

/** Each link to a page of the documents, once. */
const findLinks = () => {
  const paths = FOLDERS.flatMap((folder) =>
    readdirSync(ROOT + folder).map((name) => `${ROOT}${folder}/${name}`),
  );
  const documents = paths.filter((path) => /\.md$|scripts.*\.html$/.test(path));
  const texts = documents.map((path) => readFileSync(path, "utf8"));
  const links = texts.flatMap((text) => text.match(/(play|class)\.html#[^)"\s]*(?=[)"])/g) ?? []);
  return [...new Set(links)].sort();
};

const title = (text) => async (visit) => assert.equal(await visit.text("#headline"), text);
const puzzle = (board) => async (visit) => {
  await title("Puzzle 1 of 1")(visit);
  assert.equal(await visit.board(), board);
};
const lesson = (step) => async (visit) =>
  assert.equal(await visit.text("#step-count"), `${step} / 5`);
const figure = (selector, text) => async (visit) => assert.equal(await visit.text(selector), text);

const SHOWN = {
  "play.html#day": title("Puzzle of the day"),
  "class.html#lab": async (visit) =>
    assert.ok(!(await visit.page.$eval("#lab", ({ hidden }) => hidden))),
  "class.html#lesson=1": lesson(1),
  "class.html#lesson=2": lesson(2),
  "class.html#lesson=3": lesson(3),
  "class.html#lesson=4": lesson(4),
  "class.html#lesson=5": lesson(5),
  "class.html#menace": figure("#drew-perfect", "23.6\u00a0%"),
  "class.html#menace&against=random&games=1000": figure("#won-random", "77.0\u00a0%"),
  "class.html#menace&against=perfect&games=1000": figure("#drew-perfect", "99.8\u00a0%"),
  "class.html#menace&against=twin&games=1000": figure("#won-random", "79.7\u00a0%"),
  "play.html#puzzles": title("Puzzle 1 of 6"),
  "class.html#puzzles=XX.OO....": puzzle("XX.OO...."),
  "class.html#puzzles=XX..O....": puzzle("XX..O...."),
  "class.html#puzzles=XOXO.O.X.": puzzle("XOXO.O.X."),
  "class.html#puzzles=X.O.O...X": puzzle("X.O.O...X"),
  "class.html#puzzles=X...O...X": puzzle("X...O...X"),
  "class.html#puzzles=O....X...": puzzle("O....X..."),
};

visited("every link of the documents shows what it promises", async (visit) => {
  for (const link of findLinks()) {
    assert.ok(link in SHOWN, `what must ${link} show?`);
    const [page, address] = link.split(".html");
    await visit.go(address, page === "class");
    await SHOWN[link](visit);
    assert.equal(await visit.text("#alert"), "");
  }
});

visited("every link that is tried is in the documents", async () => {
  assert.deepEqual(Object.keys(SHOWN).sort(), findLinks());
});

/** The games of the row, with where each leads. */
const rowOfGames = (visit) =>
  visit.page.$$eval("#games-row a", (all) =>
    all.map((link) => [link.textContent, link.getAttribute("href").replace(/.*ttt-table./, "")]),
  );

if (BROWSER === "chrome") {
  test("a page of one game leads to the others, and offline to none of them", async () => {
    const visit = await Visit.open(opened(), `${ROOT}docs/play.html`);
    assert.deepEqual(await rowOfGames(visit), [
      ["3 × 3", "#game=3x3k3"],
      ["Misère", "gallery/misere.html"],
      ["4 × 4 ↓", "gallery/falling.html"],
      ["Hex", "gallery/hex.html"],
    ]);
    await visit.page.setOfflineMode(true);
    await visit.until(() => document.querySelectorAll("#games-row a").length === 1);
    assert.deepEqual(await rowOfGames(visit), [["3 × 3", "#game=3x3k3"]]);
    await visit.context.close();
    visit.checkComplaints();
  });
}
