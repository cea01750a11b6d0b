// The page of MENACE in a real browser: BROWSER=chrome node --test menace.test.mjs. What its machine
// computes is compared with Python's by test_menace_in_full.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { PlayTable } from "../../../readers/js/kit.js";
import { Positions, School } from "../../../ttt_table/export/page/menace/machine.js";
import { launch, Visit } from "./visit.mjs";

const { BROWSER = "chrome" } = process.env;
const at = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const PAGE = at("docs/menace.html");
const AXE = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const positions = new Positions(new PlayTable(readFileSync(at("data/tictactoe.msgpack"))));

let browser;
before(async () => (browser = await launch(BROWSER)));
after(() => browser.close());

/** A test of one visit, after which nothing may have been loaded, and no error been missed. */
const visited = (name, act, address = "", options = {}) =>
  test(name, async () => {
    const visit = await Visit.open(browser, PAGE, address, options);
    await act(visit);
    await visit.close();
  });

/** The beads of the machine in the page, box by box. */
const beads = (visit) =>
  visit.page.evaluate(() =>
    [...globalThis.tttTable.state.school.machine.boxes].map(([box, beads]) => [box, ...beads]),
  );
const schooled = (seed, against, games) => {
  const school = new School(positions, seed);
  for (; games; games--) school.train(against);
  return school;
};
const same = async (visit, school) =>
  assert.deepEqual(
    await beads(visit),
    [...school.machine.boxes].map(([box, beads]) => [box, ...beads]),
  );
const figures = (visit) => visit.texts("#grade td");
const expected = ({ machine }) => {
  const { random, perfect } = machine.grade();
  const shown = ({ won, drawn, lost }) =>
    [won, drawn, lost].map((one) => `${(100 * one).toFixed(1)}\u00a0%`);
  return ["", ...shown(random), ...shown(perfect)];
};

for (const way of ["mouse", "keyboard"])
  visited(`games are played by ${way}, and learned from`, async (visit) => {
    for (let game = 1; game <= 2; game++) {
      const before = await beads(visit);
      for (let board; (board = await visit.board()).includes(".") && !ended(board);) {
        const cell = board.lastIndexOf(".");
        if (way === "mouse") await visit.cell(cell);
        else await byKeys(visit, cell);
      }
      const board = await visit.board();
      const reward = { X: 3, O: -1 }[positions.get(board).winner] ?? 1;
      const { drawn } = await visit.page.evaluate(() => globalThis.tttTable.state);
      const known = schooled(1, "random", 0);
      for (const [box, ...kinds] of before) known.machine.boxes.set(box, new Map(kinds));
      known.machine.learn(drawn, { 3: 1, 1: 0, [-1]: -1 }[reward]);
      await same(visit, known);
      assert.match(await visit.text("#count"), RegExp(`from ${game} game`));
      assert.match(await visit.text("#status"), /has won|have won|draw/i);
      assert.deepEqual(await figures(visit), expected(known));
      await visit.click("#new");
    }
  });

const ended = (board) => !positions.get(board).next.size;

const byKeys = async (visit, cell) => {
  const { page } = visit;
  await page.focus("[role=gridcell][tabindex='0']");
  for (let row = 0; row < 3; row++) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  for (let row = 0; row < Math.floor(cell / 3); row++) await page.keyboard.press("ArrowDown");
  for (let col = 0; col < cell % 3; col++) await page.keyboard.press("ArrowRight");
  await page.keyboard.press(cell % 2 ? "Enter" : " ");
  await visit.settle();
};

for (const against of ["random", "perfect", "twin"])
  visited(`it trains against ${against}, and shows what came of it`, async (visit) => {
    await visit.page.click(`input[value=${against}]`);
    for (const games of [1, 10, 100]) {
      await visit.page.click(`#train button[value="${games}"]`);
      await visit.settle();
    }
    const school = schooled(1, against, 111);
    await same(visit, school);
    assert.deepEqual(await figures(visit), expected(school));
    assert.match(await visit.text("#progress"), /^It has trained: 100 games/);
    const rows = await visit.texts("#points tbody th");
    assert.deepEqual(rows, ["0", "1", "11", "100", "111"]);
  });

visited(
  "an address shows a machine that has trained already",
  (visit) => same(visit, schooled(7, "perfect", 200)),
  "#seed=7&against=perfect&games=200",
);

visited(
  "an address that asks for nonsense is taken for what it can be",
  (visit) => same(visit, schooled(0, "random", 0)),
  "#seed=-x&against=constructor&games=NaN",
);

visited("a training is paused, goes on, and is the same as without", async (visit) => {
  const { page } = visit;
  await page.click('#train button[value="1000"]');
  await page.click("#pause");
  const left = await page.evaluate(() => globalThis.tttTable.state.left);
  assert.ok(left > 0 && left <= 1000);
  assert.match(await visit.text("#progress"), RegExp(`${left.toLocaleString("en")} games? to go`));
  await visit.settle();
  await page.click("#pause");
  await visit.until(() => !globalThis.tttTable.state.left);
  await visit.settle();
  await same(visit, schooled(1, "random", 1000));
});

visited("a seed fills all boxes anew, and what is none is refused", async (visit) => {
  const { page } = visit;
  await page.click('#train button[value="10"]');
  await visit.settle();
  await page.$eval("#seed", (one) => (one.value = "1e9"));
  await page.click("#anew button");
  assert.match(await visit.text("#alert"), /whole number/);
  assert.match(await visit.text("#count"), /10 games/);
  await page.$eval("#seed", (one) => (one.value = "5"));
  await page.click("#anew button");
  assert.equal(await visit.text("#alert"), "");
  await same(visit, schooled(5, "random", 0));
});

visited("every box can be looked into, by mouse and by arrow keys", async (visit) => {
  const { page } = visit;
  await page.$$eval("#boxes details", (all) => all.forEach((one) => (one.open = true)));
  await visit.until(() => document.querySelectorAll(".boxes button[aria-label]").length === 304);
  await page.click(".boxes button");
  assert.match(await visit.text("#opened"), /^Box 1, for its first move: 24 beads/);
  await page.focus('#boxes details:nth-of-type(2) button[tabindex="0"]');
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "Enter"])
    await page.keyboard.press(key);
  assert.match(await visit.text("#opened"), /^Box 3, for its second move: 28 beads/);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  assert.match(await visit.text("#opened"), /^Box 13,/);
  assert.equal((await page.$$('.boxes [aria-pressed="true"]')).length, 1);
  assert.equal((await page.$$('.boxes [tabindex="0"]')).length, 4);
  await page.click("#truth");
  assert.match(
    await visit.text("#contents"),
    /top middle 4 yellow, loss; top right 4 orange, win; centre 4 pink, draw/,
  );
});

for (const [look, width] of [
  ["light", 320],
  ["light", 1280],
  ["dark", 390],
  ["forced", 390],
])
  if (BROWSER === "chrome" || look === "light")
    visited(
      `axe finds nothing, and nothing is too wide: ${look} at ${width}`,
      async (visit) => {
        if (look === "dark") await visit.emulate({ "prefers-color-scheme": "dark" });
        if (look === "forced") await visit.emulate({ "forced-colors": "active" });
        const { page } = visit;
        await visit.cell((await visit.board()).indexOf("."));
        for (const truth of [false, true]) {
          if (truth) await page.click("#truth");
          await page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
          const found = await page.evaluate(`${AXE}; axe.run().then(({ violations }) =>
            violations.map(({ id, nodes }) => [id, nodes.length, nodes[0].html]))`);
          assert.deepEqual(found, []);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= width, String(wide));
        }
      },
      "#games=200",
      { width, height: 800 },
    );
