// The puzzle of the day: what it remembers, and when it gives way to the next one.
import assert from "node:assert/strict";
import { visited } from "./visited.mjs";

/** Let the page's clock stand at a time of the person's own, from its next loading on. */
const setClock = (visit, time) =>
  visit.page.evaluateOnNewDocument((start) => {
    const Real = Date;
    globalThis.now = new Real(start).getTime();
    globalThis.Date = class extends Real {
      constructor(...given) {
        super(...(given.length > 0 ? given : [globalThis.now]));
      }

      static now() {
        return globalThis.now;
      }
    };
  }, time);
const waitUntil = (visit, time) =>
  visit.page.evaluate((then) => {
    globalThis.now = new Date(then).getTime();
  }, time);
const isSolved = async (visit) => (await visit.text("#says")).startsWith("Solved");

/** Solve the puzzle that is shown by trying squares. */
const solve = async (visit) => {
  for (let tries = 0; !(await isSolved(visit)); tries++) {
    assert.ok(tries < 20);
    for (const cell of (await visit.board()).matchAll(/\./g)) {
      await visit.cell(cell.index);
      if (!(await visit.text("#says")).endsWith("Try another square.")) {
        break;
      }
    }
  }
};
const keep = (visit, days) =>
  visit.page.evaluate((kept) => localStorage.setItem("days", kept), days);
const DAY_20785 = "2026-11-28T12:00"; // the days since 1970

visited("a solved puzzle stays solved, with its card", async (visit) => {
  await setClock(visit, DAY_20785);
  await visit.go("#day");
  await solve(visit);
  const end = await visit.board();
  await visit.press("Share");
  const card = await visit.page.$eval("#card", ({ value }) => value);
  for (const comeBack of [
    () => visit.page.reload(),
    async () => {
      await visit.turn("#play");
      await visit.turn("#day");
    },
  ]) {
    await comeBack();
    await visit.settle();
    assert.ok(await isSolved(visit));
    assert.equal(await visit.board(), end);
    await visit.press("Share");
    assert.equal(await visit.page.$eval("#card", ({ value }) => value), card);
  }
  assert.equal(await visit.text(".month .solved"), "✓");
});

visited("days in a row are counted, and one in the future is not", async (visit) => {
  await setClock(visit, DAY_20785);
  for (const [kept, says] of [
    ["20784:000 20783:010 20782:000 20781:002", "Solved! Days in a row: 5."],
    ["20783:000 20790:000", "Solved! Days in a row: 1."],
    ["20784:~000", "Solved! Days in a row: 1."],
  ]) {
    await keep(visit, kept);
    await visit.go("#day");
    await solve(visit);
    assert.equal(await visit.text("#says"), says);
  }
  await visit.turn("#day=2026-01-31");
  await solve(visit);
  assert.equal(await visit.text("#says"), "Solved!");
});

visited("what is solved after midnight counts for the day that it was shown on", async (visit) => {
  await setClock(visit, "2026-11-28T23:58");
  await keep(visit, "20784:000");
  await visit.go("#day");
  await waitUntil(visit, "2026-11-29T00:03");
  await solve(visit);
  assert.equal(await visit.text("#says"), "Solved! Days in a row: 2.");
});

visited("a page that stays open has the new puzzle once it is looked at again", async (visit) => {
  await setClock(visit, DAY_20785);
  await visit.go("#day");
  await visit.cell((await visit.board()).indexOf("."));
  const board = await visit.board();
  await waitUntil(visit, "2026-11-29T08:00");
  await visit.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await visit.settle();
  assert.notEqual(await visit.board(), board);
  await waitUntil(visit, "2026-11-30T08:00");
  const second = await visit.board();
  await visit.click("#today");
  assert.notEqual(await visit.board(), second);
  assert.equal(await visit.page.title(), "Puzzle of the day");
});

visited("a date without a puzzle is told", async (visit) => {
  for (const date of ["1969-12-31", "2026-02-30", "tomorrow"]) {
    await visit.go(`#day=${date}`);
    assert.match(await visit.text("#alert"), new RegExp(`^There is no puzzle of ${date}`));
  }
});
