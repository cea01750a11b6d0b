// Playing: levels, keys, hints, endings, games of other shapes, and what an address or the lab asks
// for.
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { FOLDER, START, truth, visited } from "./visited.mjs";

const outcomes = truth.outcomes["3x3k3"];
const LAB = "#game=3x3k3&board=.........&lab";

for (const [i, level] of ["easy", "medium", "hard", "perfect", "tricky", "3", "0"].entries()) {
  visited(`a whole game is played: ${level}`, async (visit) => {
    await visit.go(`#game=3x3k3&board=${START}&level=${level}&side=${"XO"[i % 2]}`);
    assert.equal((await visit.said()).level ?? "easy", level);
    while ((await visit.text("h1")) === "Can you win?") {
      await visit.cell((await visit.board()).indexOf("."));
    }
    assert.match(await visit.text("#score"), /you \d, draws \d, opponent \d/);
  });
}

visited("a whole game is played by keyboard, and keys do not fall off the board", async (visit) => {
  const { page } = visit;
  await page.focus("[role=gridcell][tabindex='0']");
  const at = () => page.$$eval("[role=gridcell]", (all) => all.indexOf(document.activeElement));
  for (const [key, wanted] of [
    ["ArrowRight", 1],
    ["ArrowDown", 4],
    ["End", 5],
    ["ArrowUp", 2],
    ["ArrowRight", 2],
    ["Home", 0],
  ]) {
    await page.keyboard.press(key);
    assert.deepEqual([key, await at()], [key, wanted]);
  }
  while ((await visit.text("h1")) === "Can you win?") {
    const cell = (await visit.board()).indexOf(".");
    for (const key of ["ArrowUp", "ArrowUp", "Home"]) {
      await page.keyboard.press(key);
    }
    for (let row = 0; row < Math.floor(cell / 3); row++) {
      await page.keyboard.press("ArrowDown");
    }
    for (let col = 0; col < cell % 3; col++) {
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press(cell % 2 ? "Enter" : " ");
    await visit.settle();
  }
  assert.match(await visit.text("h1"), /won|draw|Look/);
});

visited("hints tell what each move leads to, also to ears", async (visit) => {
  await visit.click("#hints");
  assert.equal((await visit.page.$$(".word")).length, 0); // all nine draw: no cell is marked
  await visit.go("#game=3x3k3&board=XX.OO....&hints=1&side=XO");
  const [, , moves] = outcomes["XX.OO...."];
  const [labels, shown] = [await visit.labels(), await visit.texts("[role=gridcell]")];
  for (const [at, value] of moves) {
    const word = { 1: "win", 0: "draw", "-1": "loss" }[value];
    assert.ok(shown[at].startsWith(word) && labels[at].includes(word), shown[at]);
  }
  assert.deepEqual([shown[2], labels[2]], ["win ★", "top right, empty, win, best"]);
});

visited("undo takes both moves back; the other one may begin; two can play", async (visit) => {
  await visit.cell(0);
  await visit.press("Undo");
  assert.equal(await visit.board(), START);
  await visit.press("Opponent first");
  assert.match(await visit.board(), /^[^O]*X[^O]*$/);
  await visit.go(`${LAB}&side=XO`);
  for (const cell of [0, 1, 4, 8, 3, 5, 6]) {
    await visit.cell(cell);
  }
  assert.equal(await visit.text("h1"), "X wins!");
  assert.equal((await visit.page.$$(".strike path")).length, 1);
  assert.equal(await visit.text("#score"), "");
});

visited("what cannot be played is refused in words", async (visit) => {
  await visit.cell(4);
  await visit.cell(4);
  assert.equal(await visit.text("#alert"), "That square is taken.");
  await visit.go("#game=3x3k3&board=XXXOO....");
  await visit.cell(8);
  assert.equal(await visit.text("#alert"), "This game is over.");
});

visited("stones fall, lines go round edges, and a line may lose", async (visit) => {
  await visit.go("#game=3x3k3-gravity&side=XO");
  await visit.cell(1);
  await visit.cell(1);
  assert.equal(await visit.board(), "....O..X.");
  await visit.go("#game=3x3-torus-k3&board=.X.O.XXO.");
  assert.equal((await visit.page.$$(".line")).length, 3);
  assert.equal((await visit.page.$$(".strike path")).length, 0);
  await visit.go("#game=3x3k3-misere");
  assert.match(await visit.text("#says"), /first gets 3 in a row loses/);
});

visited("cells stand where pictures have them, and arrows follow what is seen", async (visit) => {
  for (const [name, [corners, width, height]] of Object.entries(truth.places)) {
    await visit.go(`#game=${name}`);
    const found = await visit.page.evaluate(() => {
      const board = document.querySelector("#board").getBoundingClientRect();
      return [...document.querySelectorAll("[role=gridcell]")].map((cell) => {
        const box = cell.getBoundingClientRect();
        return [
          (box.x + box.width / 2 - board.x) / board.width,
          (box.y + box.height / 2 - board.y) / board.height,
        ];
      });
    });
    // Row by row, as they are seen.
    const seen = corners.sort(([x, y], [otherX, otherY]) => y - otherY || x - otherX);
    seen.forEach(([x, y], cell) => {
      const [across, down] = found[cell];
      const away = Math.hypot(across * width - x - 50, down * height - y - 50);
      // A cell is 100 wide, and gaps move it a little.
      assert.ok(away < 15, `${name}, ${cell}: ${away}`);
    });
  }
  await visit.go("#game=4x3-2x2x3-k2");
  await visit.page.focus("[role=gridcell][tabindex='0']");
  for (const key of ["End", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowRight"]) {
    await visit.page.keyboard.press(key);
  }
  const label = () => visit.page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.equal(await label(), "layer 2, row 2, column 1, empty");
});

visited("Hex is played to its end, and its chain is struck from cell to cell", async (visit) => {
  await visit.go("#game=3x3-hex&level=perfect");
  assert.match(await visit.text("#says"), /joining the left side to the right/);
  for (let board; truth.outcomes["3x3-hex"][(board = await visit.board())][1];) {
    await visit.cell(truth.outcomes["3x3-hex"][board][2][0][0]);
  }
  assert.equal(await visit.text("h1"), "You have solved it!");
  const line = await visit.page.$$eval(".line", (all) => all.length);
  const struck = await visit.page.$eval(".strike path", (element) => element.getAttribute("d"));
  assert.equal(struck.match(/M/g).length, line - 1);
  await visit.go("#game=3x3-hex&first=O&side=O");
  assert.match(await visit.text("#says"), /^O wins by joining .*, X by/);
});

visited("the address names the game, its moves and choices, and is followed", async (visit) => {
  await visit.go("#game=3x3k3-misere&board=X........&moves=0&level=medium&side=XO&hints=1");
  await visit.cell(1);
  const kept = {
    game: "3x3k3-misere",
    board: "XO.......",
    moves: "0.1",
    level: "medium",
    side: "XO",
    hints: "1",
  };
  assert.deepEqual(await visit.said(), kept);
  await visit.page.reload();
  await visit.settle();
  assert.deepEqual(await visit.said(), kept);
  await visit.turn("#puzzles");
  await visit.turn("#play");
  assert.equal(await visit.board(), "XO.......");
  await visit.go("#game=3x3k3&board=X...O....&moves=0.5&level=9&side=Y");
  assert.deepEqual(await visit.said(), { game: "3x3k3", board: "X...O....", level: "perfect" });
});

visited("a bad address says why, and play starts empty", async (visit) => {
  for (const [address, why] of [
    ["#game=3x3k3&board=XXX......", /too many stones/],
    ["#game=3x3k3&board=XXXOOO...", /cannot lead/],
    ["#game=5x5k5&board=X", /no table of 5x5k5 here/],
    ["#board=XOXOXOXO%3Cb%3E", /no board of this game/],
    [`#game=${"7".repeat(1500)}`, /no table of 7{79}…/],
    [`#board=${"X".repeat(1e6)}`, /too long/],
    ["#%%%", /^$/],
    ["#puzzles=XXXOOO...", /cannot lead/],
    ["#table=data:,x", /does not answer/],
    ["#lang=__proto__&level=__proto__&game=__proto__", /no table of __proto__/],
  ]) {
    await visit.go(address);
    assert.match(await visit.text("#alert"), why);
    assert.ok((await visit.text("#alert")).length < 250);
    assert.equal(await visit.board(), START);
  }
  for (const [address, shown] of [
    ["#puzzles&at=x", "Puzzle 1 of 6"],
    ["#lesson=1.5", "Can you win?"],
  ]) {
    await visit.go(address);
    assert.equal(await visit.text("#headline"), shown);
  }
  visit.complaints = visit.complaints.filter(
    (element) => !/Content.Security.Policy|Fetch API/.test(element),
  );
});

visited(
  "the lab sets up boards and games, and opens files; others see none of it",
  async (visit) => {
    assert.equal(await visit.page.$("#lab"), null);
    await visit.go(`${LAB}&side=XO`);
    await visit.paste("x - - / - o - / - - -");
    assert.equal(await visit.board(), "X...O....");
    await visit.paste("0148356");
    assert.equal(await visit.board(), "XO.XXOX.O");
    for (const [text, why] of [
      ["XXXOOO...", /cannot lead/],
      ["0 0", /Move 2, 0/],
      ["9", /Move 1, 9/],
    ]) {
      await visit.paste(text);
      assert.match(await visit.text("#alert"), why);
    }
    await visit.paste(".O......X");
    await visit.select("#first", "O");
    assert.equal((await visit.said()).first, "O");

    const file = (name) => join(FOLDER, name);
    const small = readFileSync(file("3x3k3.msgpack"));
    writeFileSync(file("small.msgpack"), small.subarray(0, 900));
    writeFileSync(file("garbage.gz"), Buffer.concat([Buffer.from([0x1f, 0x8b]), small]));
    writeFileSync(file("bomb.gz"), gzipSync(Buffer.alloc(1 << 26)));
    for (const [name, why] of [
      ["small.msgpack", /damaged or incomplete/],
      ["garbage.gz", /no table/i],
      ["bomb.gz", /no table/i],
      ["page.html", /no table/i],
    ]) {
      await visit.page.$eval("#alert", (element) => element.replaceChildren());
      await visit.pick(file(name));
      await visit.until(() => document.querySelector("#alert").textContent !== "");
      assert.match(await visit.text("#alert"), why);
    }
    copyFileSync(file("2x8k3.msgpack"), file("mine.msgpack"));
    await visit.pick(file("mine.msgpack"));
    await visit.until(() => document.querySelectorAll("[role=gridcell]").length === 16);
    assert.equal(await visit.text("#alert"), "");
  },
);

visited("another game is chosen in the menu, and the one left goes on later", async (visit) => {
  await visit.cell(0);
  const running = await visit.board();
  await visit.select("#game", "2x2k2");
  await visit.until(() => document.title === "2 in a row, 2 × 2");
  await visit.select("#game", "3x3k3");
  await visit.until(() => document.title === "Tic-tac-toe");
  assert.equal(await visit.board(), running);
});

visited("what goes wrong with a table later is told, and the page goes on", async (visit) => {
  await visit.page.evaluate(() => {
    tttTable.table().push = () => {
      throw new tttTable.TableError("inconsistent", "the file contradicts itself");
    };
  });
  await (await visit.page.$("[role=gridcell]")).click();
  await visit.until(() =>
    /damaged or incomplete/.test(document.querySelector("#alert").textContent),
  );
  await visit.select("#game", "2x2k2");
  await visit.until(() => document.querySelectorAll("[role=gridcell]").length === 4);
  await visit.cell(0);
  assert.match(await visit.text("#says"), /I play/);
});
