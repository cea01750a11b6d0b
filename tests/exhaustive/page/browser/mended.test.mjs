// What was broken or confused visitors once, each as they met it.
import assert from "node:assert/strict";
import { BROWSER, START, truth, visited, visitedInChromium } from "./visited.mjs";

const outcomes = truth.outcomes["3x3k3"];
const PHONE = { width: 390, height: 844 };
const BEAMER = { width: 1920, height: 1080 };

const titles = (visit) =>
  visit.page.$$eval("#strip button", (all) => all.map(({ title }) => title));

/** Lose by the worst moves, and wait for the look back. */
const lose = async (visit) => {
  while ((await visit.text("h1")) === "Can you win?") {
    await visit.cell(outcomes[await visit.board()][2].at(-1)[0]);
  }
  await visit.until(() => document.querySelector("h1").textContent === "Look back");
};

visited("a game that was won as X is still that after a reload", async (visit) => {
  await visit.go("#board=X..X.O.O.&moves=0.7.3.5&side=X");
  await visit.cell(6);
  assert.equal(await visit.text("h1"), "You won!");
  const before = await titles(visit);
  assert.ok(
    before.some((title) => title.endsWith("O bottom middle: gained")),
    before,
  );
  await visit.page.reload();
  await visit.settle();
  assert.deepEqual(await titles(visit), before);
  assert.equal(await visit.page.$eval("#side", ({ value }) => value), "X");
});

visited("an address without a side gives X, whatever its board", async (visit) => {
  for (const board of [START, "X...O....", "XXOOOXXOX"]) {
    await visit.go(`#game=3x3k3&board=${board}`);
    assert.equal(await visit.page.$eval("#side", ({ value }) => value), "X");
  }
  await visit.go("#game=3x3k3&board=X........"); // O answers by itself
  assert.equal((await visit.board()).replaceAll(".", "").length, 2);
});

visited(
  "a win on a phone widens nothing, and covers nothing",
  async (visit) => {
    await visit.go("#board=X..X.O.O.&moves=0.7.3.5&side=X");
    await visit.cell(6);
    assert.equal(await visit.text("h1"), "You won!");
    const width = await visit.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${width} wide`);
    const top = await visit.page.$eval("[role=gridcell]", (cell) => {
      const { x, y, width, height } = cell.getBoundingClientRect();
      return cell.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    assert.ok(top);
  },
  PHONE,
);

visited("Enter, Enter after a loss takes back one move alone", async (visit) => {
  await visit.go("#game=3x3k3&board=.........&level=perfect");
  await visit.page.focus("[role=gridcell][tabindex='0']");
  await lose(visit);
  await visit.page.focus("#buttons button");
  await visit.page.keyboard.press("Enter"); // Show me
  await visit.page.keyboard.press("Enter"); // Play on from here
  await visit.settle();
  const stones = (await visit.board()).replaceAll(".", "").length;
  const focused = () => visit.page.evaluate(() => document.activeElement.getAttribute("role"));
  assert.equal(await focused(), "gridcell");
  await visit.page.keyboard.press("Enter");
  await visit.settle();
  assert.ok((await visit.board()).replaceAll(".", "").length >= stones);
});

visited("N opens what there is to print, and nothing else", async (visit) => {
  await visit.go("#lesson=1");
  await visit.page.keyboard.press("n");
  assert.deepEqual(await visit.texts("#note button"), [
    "Print the pupils' sheet",
    "Print the teacher's card",
    "Close",
  ]);
});

visited(
  "a stray Page Up leaves the machine, the puzzles and the game as they were",
  async (visit) => {
    const { page } = visit;
    const turnPage = async (key, step) => {
      await page.keyboard.press(key);
      await visit.until((text) => document.querySelector("#step-count").textContent === text, step);
      await visit.settle();
    };
    await visit.go("#lesson=1");
    await visit.cell(0);
    const board = await visit.board();
    await turnPage("PageDown", "2 / 5");
    await turnPage("PageDown", "3 / 5");
    await visit.cell(2);
    await turnPage("PageDown", "4 / 5");
    await visit.click("#reveal");
    await visit.click("#practise");
    await visit.until(() => /1,000/.test(document.querySelector("#says").textContent));
    const taught = await visit.text("#drew-perfect");
    assert.notEqual(taught, "23.6\u00a0%");
    await turnPage("PageUp", "3 / 5");
    assert.equal((await visit.texts("#puzzle-list .solved")).length, 1);
    await turnPage("PageDown", "4 / 5");
    assert.equal(await visit.text("#drew-perfect"), taught);
    for (const step of ["3 / 5", "2 / 5", "1 / 5"]) {
      await turnPage("PageUp", step);
    }
    assert.equal(await visit.board(), board);
  },
);

visited(
  "one Page Down leads on from a look back in the lesson; arrows look back",
  async (visit) => {
    await visit.go("#lesson=1");
    await lose(visit);
    const look = () => visit.page.evaluate(() => tttTable.reviewedIndex());
    const move = await look();
    await visit.page.focus("#step-on");
    await visit.page.keyboard.press("ArrowRight");
    assert.equal(await look(), move + 1);
    await visit.page.keyboard.press("PageDown");
    assert.equal(await visit.text("#step-count"), "2 / 5");
  },
);

visited("the key of the strip stands under it after a game with a score", async (visit) => {
  await visit.go("#board=X..X.O.O.&moves=0.7.3.5&side=X");
  await visit.cell(6);
  assert.match(await visit.text("#score"), /you 1/);
  assert.equal(await visit.text("#strip-key"), "▲ gained · ● kept · ▼ given away");
  assert.ok(await visit.shown("#strip-key"));
});

visited("a page tells its game, and Hex whose edges are which", async (visit) => {
  assert.equal(await visit.text("#game-title"), "");
  await visit.go("#game=3x3k3-misere");
  assert.equal(await visit.text("#game-title"), "3 in a row, a line loses");
  await visit.go("#game=3x3-hex");
  assert.equal(await visit.text("#game-title"), "Hex");
  const edges = await visit.page.$$eval(".edge", (all) =>
    all.map((edge) => {
      const { width, height } = edge.getBBox();
      return [edge.classList[1], width > 0 && height > 0, getComputedStyle(edge).stroke];
    }),
  );
  assert.deepEqual(
    edges.map(([player, isSeen]) => [player, isSeen]),
    [
      ["X", true],
      ["O", true],
    ],
  );
  assert.notEqual(edges[0][2], edges[1][2]);
  await visit.go("#game=3x3-hex&first=O&side=O");
  assert.deepEqual(
    await visit.page.$$eval(".edge", (all) => all.map((edge) => edge.classList[1])),
    ["O", "X"],
  );
});

visited(
  "a screen reader hears how a game ended before it hears of the look back",
  async (visit) => {
    await visit.page.evaluate(() => {
      globalThis.heard = [];
      const status = document.querySelector("#status");
      const listener = new MutationObserver(() => heard.push(status.textContent.trim()));
      listener.observe(status, { childList: true, subtree: true });
    });
    await visit.turn("game=3x3k3&board=.........&level=perfect");
    await lose(visit);
    const heard = await visit.page.evaluate(() => globalThis.heard);
    const end = heard.find((text) => text.includes("I won!"));
    assert.match(end, /^I won! I play .*\. +Let us look where it went wrong\.$/);
    const lookBack = heard.at(-1);
    assert.match(lookBack, /^X played .*\. +Here it went wrong/);
  },
);

visited(
  "a class sees the end of a game, large questions and a large curve",
  async (visit) => {
    const box = (selector) =>
      visit.page.$eval(selector, (found) => found.getBoundingClientRect().toJSON());
    await visit.go("#lesson=1");
    const board = await box("#board");
    assert.ok(board.width >= 0.4 * 1920, String(board.width));
    assert.ok((await box("#status")).left >= board.right);
    while ((await visit.text("h1")) === "Can you win?") {
      await visit.cell(outcomes[await visit.board()][2][0][0]);
    }
    const { height, left } = await box("#headline");
    assert.ok(height >= 40 && left >= board.right, "the end is seen beside the board");

    await visit.go("#lesson=4");
    await visit.click("#reveal");
    await visit.click("#practise");
    await visit.until(() => /1,000/.test(document.querySelector("#says").textContent));
    assert.ok((await box("#curve")).height >= 180);

    await visit.go("#lesson=5");
    assert.ok(!(await visit.shown("#board")));
    const size = await visit.page.$eval("#lesson-text", (text) => getComputedStyle(text).fontSize);
    assert.ok(parseFloat(size) >= 60, size);
  },
  BEAMER,
);

visitedInChromium("where scripts are blocked the page says so at its top", async (visit) => {
  assert.equal((await visit.page.$$("#no-script")).length, 0);
  await visit.page.setJavaScriptEnabled(false);
  await visit.page.goto(visit.url);
  const snapshot = await visit.page.accessibility.snapshot();
  assert.match(JSON.stringify(snapshot), /This page needs JavaScript/);
});

visited("moves without a board are played from the empty one", async (visit) => {
  await visit.go("#moves=4.0.8&side=XO");
  assert.equal(await visit.board(), "O...X...X");
  await visit.go("#game=3x3k3-gravity&moves=7.4&side=XO");
  assert.equal(await visit.board(), "....O..X.");
  await visit.go("#moves=4.4");
  assert.equal(await visit.text("#alert"), "Move 2, 4, cannot be played.");
  assert.equal(await visit.board(), START);
});

visited("the address of MENACE keeps its practice, until a person plays", async (visit) => {
  await visit.go("#menace&against=perfect&games=200");
  const taught = await visit.text("#drew-perfect");
  assert.deepEqual(await visit.said(), { menace: "", against: "perfect", games: "200" });
  await visit.page.reload();
  await visit.until(() => document.querySelector("#drew-perfect").textContent !== "");
  assert.equal(await visit.text("#drew-perfect"), taught);
  while ((await visit.board()).includes(".") && !/won|draw/.test(await visit.text("#says"))) {
    await visit.cell((await visit.board()).indexOf("."));
  }
  assert.deepEqual(await visit.said(), { menace: "" });
});

visited("German and Spanish say it as people do", async (visit) => {
  await visit.go("#game=3x3k3&board=X........&moves=0&side=XO&lang=de");
  const labels = await visit.labels();
  assert.match(labels[3], /^Mitte links/);
  await visit.go("#game=3x3k3&board=.........&level=perfect&side=O&lang=de&moves=");
  await visit.go("#game=3x3k3&board=X........&moves=0&level=perfect&lang=de");
  assert.equal(await visit.text("#says"), "Ich setze in die Mitte. Du bist dran, mit X.");
  assert.equal(await visit.text("#map-full"), "Vollbild");
});

if (BROWSER === "chrome") {
  visited(
    "forced colours: no text speaks of a colour that is not there",
    async (visit) => {
      await visit.go("#game=3x3k3&board=XO.XXOX.O&moves=0.1.4.8.3.5.6&side=O");
      await visit.press("Look back");
      await visit.press("Show me");
      assert.doesNotMatch(await visit.text("#says"), /yellow/);
      const border = await visit.page.$eval(".lit", (cell) => getComputedStyle(cell).borderStyle);
      assert.equal(border, "double");
    },
    { width: 390, height: 844, features: { "forced-colors": "active" } },
  );
}
