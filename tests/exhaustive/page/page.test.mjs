// The page in a real browser: BROWSER=chrome FOLDER=... node --test page.test.mjs. The folder holds a
// page of several games, some tables, and what Python says of them; see test_page_in_browser.py.
import assert from "node:assert/strict";
import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { launch, Visit } from "./visit.mjs";

const { BROWSER = "chrome", FOLDER } = process.env;
const PAGE = join(FOLDER, "page.html");
const truth = JSON.parse(readFileSync(join(FOLDER, "truth.json")));
const AXE = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const START = ".........";
const LOST = "#game=3x3k3&board=XO.XXOX.O&moves=0.1.4.8.3.5.6";

let browser;
before(async () => (browser = await launch(BROWSER)));
after(() => browser.close());

/** A test of one visit, after which nothing may have been loaded, and no error been missed. */
const visited = (name, act, options) =>
  test(name, async () => {
    const visit = await Visit.open(browser, PAGE, "", options);
    await act(visit);
    await visit.close();
  });

/** The same, with what only Chromium can pretend. */
const pretended = (name, act, options) => BROWSER === "chrome" && visited(name, act, options);

const moverOf = (board) => "XO"[(9 - board.split(".").length + 1) & 1] ?? "X";
const over = (board) => !truth.outcomes["3x3k3"][board][1];
const ENDED = /has won|have won|draw/i;

for (const [i, level] of ["easy", "medium", "hard", "perfect", "tricky", "3", "0"].entries())
  visited(`a whole game is played by mouse: ${level}`, async (visit) => {
    const side = "XO"[i % 2];
    if (i < 4) await visit.choose("level", level);
    else await visit.select("#exact", level);
    await visit.choose("side", side);
    for (let board; !over((board = await visit.board()));) {
      assert.equal(moverOf(board), side);
      await visit.cell(board.indexOf("."));
    }
    assert.match(await visit.text("#status"), ENDED);
    const { board, level: said = "perfect" } = await visit.said();
    assert.deepEqual([board, said], [await visit.board(), level]);
  });

visited("a whole game is played by keyboard", async (visit) => {
  const { page } = visit;
  await page.focus("[role=gridcell][tabindex='0']");
  for (let board; !over((board = await visit.board()));) {
    await page.keyboard.down("Control");
    await page.keyboard.press("Home");
    await page.keyboard.up("Control");
    const cell = board.indexOf(".");
    for (let row = 0; row < Math.floor(cell / 3); row++) await page.keyboard.press("ArrowDown");
    for (let col = 0; col < cell % 3; col++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press(cell % 2 ? "Enter" : " ");
    await visit.settle();
    assert.equal((await visit.board())[cell], "X");
  }
  assert.match(await visit.text("#status"), ENDED);
});

visited(
  "one cell at a time is in the order of Tab, and keys do not fall off the board",
  async (visit) => {
    const { page } = visit;
    await page.focus("[role=gridcell]");
    const keys = {
      ArrowRight: 1,
      ArrowDown: 4,
      End: 5,
      ArrowUp: 2,
      Home: 0,
      ArrowLeft: 0,
      "^End": 8,
      "^Home": 0,
    };
    for (const [key, wanted] of Object.entries(keys)) {
      if (key[0] === "^") await page.keyboard.down("Control");
      await page.keyboard.press(key.replace("^", ""));
      await page.keyboard.up("Control");
      const found = await page.$$eval("[role=gridcell]", (all) =>
        all.indexOf(document.activeElement),
      );
      assert.deepEqual([key, found], [key, wanted]);
      assert.equal((await page.$$("[role=gridcell][tabindex='0']")).length, 1);
    }
  },
);

visited("the page agrees with Python on every board, and so do its levels", async (visit) => {
  const { page } = visit;
  // As text, which Firefox hands over much faster than lists.
  const asked = async (ask, given) => JSON.parse(await page.evaluate(ask, JSON.stringify(given)));
  for (const [name, outcomes] of Object.entries(truth.outcomes)) {
    const found = await asked((name) => {
      const table = new tttTable.PlayTable(tttTable.games.get(JSON.parse(name)).bytes);
      const said = ([board, { value, plies }]) => [
        board,
        [value, plies, table.moves(board).map((move) => [move.cell, move.value, move.plies])],
      ];
      return JSON.stringify(Object.fromEntries([...table].map(said)));
    }, name);
    assert.deepEqual(found, outcomes, name);
  }
  for (const [game, played, review] of truth.reviews) {
    const found = await asked(
      (given) => {
        const [game, played] = JSON.parse(given);
        const table = new tttTable.PlayTable(tttTable.games.get(game).bytes);
        return JSON.stringify(table.review(played));
      },
      [game, played],
    );
    assert.deepEqual(found, review);
  }
  for (const { game, options, chances } of truth.levels) {
    const boards = Object.keys(chances);
    const found = await asked(
      (given) => {
        const { game, options, boards } = JSON.parse(given);
        const table = new tttTable.PlayTable(tttTable.games.get(game).bytes);
        const level = new tttTable.Level(table, options);
        return JSON.stringify(
          boards.map((board) => [board, Object.fromEntries(level.chances(board))]),
        );
      },
      { game, options, boards },
    );
    for (const [board, dealt] of found) {
      assert.deepEqual(Object.keys(dealt), Object.keys(chances[board]), `${game} ${board}`);
      for (const [cell, chance] of Object.entries(dealt))
        assert.ok(Math.abs(chance - chances[board][cell]) < 1e-15, `${game} ${board} ${cell}`);
    }
  }
});

visited("hints tell what each move leads to, and stay", async (visit) => {
  await visit.choose("side", "XO");
  await visit.click("#hints");
  // All nine moves draw: that is said once, and no star marks them all.
  assert.equal((await visit.page.$$(".hint")).length, 0);
  assert.match(await visit.text("#legend"), /Every move leads to a draw/);
  assert.match((await visit.labels())[0], /draw$/);
  for (const cell of [0, 1, 4]) {
    await visit.cell(cell);
    const board = await visit.board();
    const [, , moves] = truth.outcomes["3x3k3"][board];
    const labels = await visit.labels();
    const shown = await visit.texts("[role=gridcell]");
    for (const [at, value, plies] of moves) {
      const word = { 1: `win ${plies}`, 0: "draw", "-1": `loss ${plies}` }[value];
      const best = value === moves[0][1] && plies === moves[0][2];
      assert.ok(labels[at].endsWith(word + (best ? ", best" : "")), board);
      assert.equal(shown[at].includes("★ best"), best);
    }
  }
  await visit.click("#hints");
  assert.doesNotMatch(await visit.text("#board"), /win|\d/);
});

visited("a move that gives something away is explained at once", async (visit) => {
  await visit.go("#game=3x3k3&board=XX.OO....");
  await visit.cell(6);
  assert.match(
    await visit.text("#status"),
    /Your move 1 was the decisive mistake: it turned a win into a loss in 2/,
  );
  assert.equal(
    await visit.text("#why-text"),
    "X played 6 (row 3, column 1): that turns a win into a loss in 2 moves. Better: 2 (win 1).",
  );
  assert.deepEqual(await visit.texts("#why-line li"), ["X 6", "O 5: O has won"]);
  assert.equal(await visit.board(), "XX.OOOX..");
  await visit.click("#undo");
  assert.ok(!(await visit.shown("#why")));
  await visit.cell(2);
  assert.match(await visit.text("#status"), /You have won as X/);
  assert.ok(!(await visit.shown("#why")));
});

visited(
  "the story of a lost game shows the decisive mistake and leads back to it",
  async (visit) => {
    await visit.go(`${LOST}&side=O`);
    assert.match(await visit.text("#status"), /^X has won\. O's move 2 was the decisive mistake/);
    const chips = ["0 draw", "1 draw → loss✗", "4 win", "8 loss", "3 win", "5 loss", "6 win"];
    assert.deepEqual(await visit.texts(".chip"), chips);
    const labels = await visit.page.$$eval(".chip", (all) =>
      all.map((one) => one.getAttribute("aria-label")),
    );
    assert.equal(
      labels[1],
      "Move 2, O plays 1: draw → loss, row 1, column 2, the decisive mistake",
    );
    await visit.click("li:nth-child(5) .chip");
    assert.equal(await visit.board(), "XO..X...O");
    assert.equal((await visit.texts(".chip")).at(-1), "to the end");
    await visit.click("li:last-child .chip");
    assert.equal(await visit.board(), "XO.XXOX.O");
    await visit.click("#retry");
    assert.equal(await visit.board(), "X........");
    await visit.cell(4); // another move: what followed is gone, and X answers
    assert.equal((await visit.texts(".chip")).length, 3);
    assert.match(await visit.text("#status"), /X plays/);
  },
);

visited(
  "a game played elsewhere is reviewed, and tells nothing of who looks at it",
  async (visit) => {
    await visit.paste("0 1 4 8 3 5 6");
    assert.match(await visit.text("#status"), /^X has won\. O's move 2 was/);
    await visit.paste("0148356");
    assert.equal((await visit.texts(".chip")).length, 7);
    await visit.paste("0, 4, 8, 1, 7, 6, 2, 5, 3");
    assert.match(await visit.text("#status"), /A draw: the board is full/);
    for (const [text, said] of [
      ["0 0", /Move 2, 0, cannot be played/],
      ["9", /Move 1, 9/],
      ["9".repeat(1500), /Move 1/],
    ]) {
      await visit.paste(text);
      assert.match(await visit.text("#alert"), said);
      assert.ok((await visit.text("#alert")).length < 150);
    }
    await visit.go("#game=3x3k3&board=XXXOO....");
    assert.match(await visit.text("#status"), /^X has won\.$/);
  },
);

visited("while a game is played without hints its story tells nothing", async (visit) => {
  await visit.cell(0);
  assert.doesNotMatch((await visit.texts(".chip")).join(), /win|draw|loss/);
  await visit.click("#hints");
  assert.match((await visit.texts(".chip")).join(), /draw/);
});

visited("undo takes both moves back, and new starts again", async (visit) => {
  const undoes = () => visit.page.$eval("#undo", (one) => one.getAttribute("aria-disabled"));
  assert.equal(await undoes(), "true");
  await visit.cell(0);
  assert.equal((await visit.board()).split(".").length, 8);
  await visit.click("#undo");
  assert.equal(await visit.board(), START);
  await visit.cell(4);
  await visit.click("#new");
  assert.equal(await visit.board(), START);
  await visit.choose("side", "O");
  assert.match(await visit.board(), /X/);
  assert.equal(await undoes(), "true");
  await visit.choose("side", "XO"); // nobody answers, and undo takes one move back
  await visit.click("#new");
  await visit.cell(0);
  await visit.cell(1);
  await visit.click("#undo");
  assert.equal(await visit.board(), "X........");
  assert.match(await visit.text("#status"), /O to move/);
});

visited("an ending has a word of its own, and two ways on", async (visit) => {
  for (let board; !over((board = await visit.board()));) {
    const [, , moves] = truth.outcomes["3x3k3"][board];
    await visit.cell(moves[0][0]);
  }
  assert.match(await visit.text("#status"), /A draw against perfect play: nobody does better\./);
  assert.equal(await visit.text("#new"), "Play again");
  await visit.click("#swap");
  assert.equal((await visit.said()).side, "O");
  assert.match(await visit.board(), /^[^O]*X[^O]*$/);
  assert.ok(!(await visit.shown("#swap")));
});

visited("either may move first, in a game under way from the next one on", async (visit) => {
  await visit.choose("first", "O");
  assert.match(await visit.board(), /O/);
  assert.equal((await visit.said()).first, "O");
  await visit.choose("side", "O");
  await visit.click("#new");
  await visit.cell(0);
  assert.match(await visit.board(), /^O.*X/);
  const running = await visit.board();
  await visit.choose("first", "X");
  assert.equal(await visit.board(), running);
  await visit.click("#new");
  assert.match(await visit.board(), /X/);
});

visited("the address keeps the game and what was chosen", async (visit) => {
  await visit.go("#game=3x3k3-misere&board=x...o...x");
  assert.equal(await visit.board(), "X...O...X");
  assert.match(await visit.text("#status"), /Your turn: O\./);
  assert.deepEqual(await visit.said(), { game: "3x3k3-misere", board: "X...O...X", side: "O" });
  await visit.choose("side", "XO");
  await visit.choose("level", "easy");
  await visit.click("#hints");
  await visit.cell(1);
  const kept = {
    game: "3x3k3-misere",
    board: "XO..O...X",
    moves: "1",
    level: "easy",
    side: "XO",
    hints: "1",
  };
  assert.deepEqual(await visit.said(), kept);
  await visit.page.reload();
  await visit.settle();
  assert.deepEqual(await visit.said(), kept);
  assert.equal((await visit.texts(".chip")).length, 1);
  await visit.page.evaluate(() => void (location.hash = "#game=3x3k3&board=O........&first=O"));
  await visit.until(() => tttTable.table().game.misere === false);
  assert.equal(await visit.board(), "O........");
  // Moves that do not lead to the board are left out; levels that there are not, too.
  await visit.go("#game=3x3k3&board=X...O....&moves=0.5&level=9&side=Y");
  assert.deepEqual(
    await visit.said(),
    { game: "3x3k3", board: "X...O....", side: "X" }.side && { game: "3x3k3", board: "X...O...." },
  );
});

const BAD = [
  ["#game=3x3k3&board=XXX......", /Too many X/],
  ["#game=3x3k3&board=XXXOOO...", /Both have a line/],
  ["#game=3x3k3&board=X..", /3 cells, but a board has 9/],
  ["#game=3x3k3&board=X...?....", /holds/],
  ["#game=5x5k5&board=X", /This page has no table of 5x5k5: open its file\. It has 3x3k3/],
  ["#game=3x3k3&first=Y", /Only X or O can move first\./],
  ["#board=XOXOXOXO%3Cb%3E", /holds/],
  [`#game=${"7".repeat(1500)}`, /no table of 7{79}…/],
  [`#board=${"X".repeat(1e6)}`, /too long/],
  ["#%%%", /^$/],
];
visited("a bad address says why, and play starts empty", async (visit) => {
  for (const [address, reason] of BAD)
    for (const more of ["", "&first=O"]) {
      await visit.go(address + more);
      const alert = await visit.text("#alert");
      if (!more) assert.match(alert, reason);
      assert.equal(Boolean(alert), String(reason) !== "/^$/");
      assert.ok(alert.length < 250);
      if (!more) assert.equal(await visit.board(), START);
      const { scrollWidth, clientWidth } = await visit.page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return { scrollWidth, clientWidth };
      });
      assert.ok(scrollWidth <= clientWidth, address.slice(0, 40));
    }
});

visited("a board is set up from text, or by clicking", async (visit) => {
  await visit.paste("x - - / - o - / - - -");
  assert.equal(await visit.board(), "X...O....");
  await visit.paste("XXXOOO...");
  assert.match(await visit.text("#alert"), /Both have a line/);
  assert.equal((await visit.page.$$(".fault")).length, 6);
  assert.equal(await visit.board(), "X...O....");
  await visit.paste("X...O....");
  assert.equal(await visit.text("#alert"), "");
  assert.equal((await visit.page.$$(".fault")).length, 0);
  await visit.click("#edit");
  for (const cell of [1, 1, 8]) await visit.cell(cell);
  assert.equal(await visit.board(), "XO..O...X");
  await visit.click("#edit");
  assert.equal(await visit.board(), "XO..O...X");
  assert.match(await visit.text("#status"), /Your turn: X/);
  await visit.click("#edit");
  await visit.cell(2); // a third X
  await visit.cell(3);
  await visit.click("#edit");
  assert.match(await visit.text("#alert"), /Too many X/);
  assert.equal(await visit.text("#edit"), "Done");
});

visited("a taken cell says so, and a finished game that it is over", async (visit) => {
  await visit.cell(4);
  await visit.cell(4);
  assert.equal(await visit.text("#alert"), "Row 2, column 2 is taken.");
  await visit.go("#game=3x3k3&board=XXXOO....");
  await visit.cell(8);
  assert.equal(await visit.text("#alert"), "The game is over: start a new one.");
  assert.equal((await visit.page.$$(".line")).length, 3);
  assert.match((await visit.labels())[0], /in the line/);
  assert.equal((await visit.page.$$("#strike path")).length, 1);
});

visited("another game is chosen by its name, and the one left goes on later", async (visit) => {
  const titles = await visit.texts("#game option");
  assert.deepEqual(titles.slice(0, 2), ["Tic-tac-toe", "Misère: three in a row loses"]);
  for (const title of [
    "Three in a row, stones fall",
    "Torus, three in a row",
    "Two in a row on 2x2",
  ])
    assert.ok(titles.includes(title), `${title}: ${titles}`);
  await visit.cell(0);
  const running = await visit.board();
  await visit.select("#game", "2x2k2");
  assert.equal(await visit.board(), "....");
  assert.equal(await visit.text("h1"), "Two in a row on 2x2");
  assert.equal(await visit.page.title(), "Two in a row on 2x2");
  await visit.select("#game", "3x3k3");
  assert.equal(await visit.board(), running);
});

visited(
  "a table file is opened, and one that is refused leaves the page as it was",
  async (visit) => {
    const file = (name) => join(FOLDER, name);
    const alerted = async (name) => {
      await visit.page.$eval("#alert", (one) => (one.textContent = ""));
      await visit.pick(file(name));
      await visit.until(() => document.querySelector("#alert").textContent !== "");
      return visit.text("#alert");
    };
    const large = readFileSync(file("2x8k3.msgpack"));
    assert.ok(large.length > 1 << 20);
    const damaged = Buffer.from(large);
    damaged[large.length >> 1] ^= 1;
    writeFileSync(file("damaged.msgpack"), damaged);
    const small = readFileSync(file("3x3k3.msgpack"));
    writeFileSync(file("small.msgpack"), small.subarray(0, 900));
    writeFileSync(file("garbage.gz"), Buffer.concat([Buffer.from([0x1f, 0x8b]), small]));
    writeFileSync(file("bomb.gz"), gzipSync(Buffer.alloc(1 << 26)));
    // One that begins as a table does, and goes on for too long.
    writeFileSync(
      file("disguised.gz"),
      gzipSync(Buffer.concat([small, Buffer.alloc((1 << 28) + 1)])),
    );
    const huge = openSync(file("huge.msgpack"), "w");
    ftruncateSync(huge, 3 * 2 ** 30);
    closeSync(huge);

    await visit.cell(0);
    const before = [await visit.board(), await visit.said(), await visit.texts("#game option")];
    for (const [name, said] of [
      ["damaged.msgpack", /^damaged\.msgpack: The body's checksum fails/],
      ["small.msgpack", /ends after 900 bytes/],
      ["page.html", /Not a table/],
      ["garbage.gz", /could not be read/],
      ["bomb.gz", /not a table/i],
      ["disguised.gz", /unpacks to more than a page can hold/],
      ["huge.msgpack", /It has 3\.0 GB, and a page opens at most 1 GB/],
    ]) {
      assert.match(await alerted(name), said);
      assert.deepEqual(
        [await visit.board(), await visit.said(), await visit.texts("#game option")],
        before,
      );
      await visit.page.evaluate(() => tttTable.table().get(".........")); // and it still answers
    }
    await visit.click("#undo");
    await visit.cell(8);
    assert.equal(await visit.text("#alert"), "");

    // A good one stands under an entry of its own, also where the page has that game.
    copyFileSync(file("3x3k3.msgpack"), file("mine.msgpack"));
    writeFileSync(file("zipped.msgpack.gz"), gzipSync(large));
    for (const [name, cells] of [
      ["mine.msgpack", 9],
      ["zipped.msgpack.gz", 16],
    ]) {
      await visit.pick(file(name));
      await visit.until((name) => document.querySelector("#game").value.endsWith(name), name);
      assert.equal((await visit.board()).length, cells);
    }
    assert.equal((await visit.texts("#game option")).length, before[2].length + 2);
  },
);

visited("what goes wrong with a table later is told, and the page goes on", async (visit) => {
  await visit.page.evaluate(() => {
    const table = tttTable.table();
    table.push = () => {
      throw new tttTable.TableError("inconsistent", "the file contradicts itself");
    };
  });
  await (await visit.page.$("[role=gridcell]")).click();
  assert.match(await visit.text("#alert"), /contradicts itself/);
  await visit.select("#game", "2x2k2");
  await visit.cell(0);
  assert.match(await visit.text("#status"), /O plays/);
});

test("a browser that cannot unpack says so, and plays what it can", async () => {
  const visit = await Visit.open(browser, PAGE);
  await visit.page.evaluateOnNewDocument(() => delete globalThis.DecompressionStream);
  await visit.go("");
  assert.match(await visit.text("#alert"), /3x4k3: This browser cannot unpack it/);
  assert.equal(await visit.board(), START);
  await visit.close();
});

visited("a line that goes round an edge is struck cell by cell", async (visit) => {
  await visit.go("#game=3x3-torus-k3&board=.X.O.XXO.");
  const labels = await visit.labels();
  assert.deepEqual(
    [...labels.keys()].filter((cell) => labels[cell].includes("in the line")),
    [1, 5, 6],
  );
  assert.match(
    await visit.text("#rules"),
    /fills one of 12 lines wins\. A row goes on at the other edge, and so does/,
  );
  const drawn = await visit.page.$eval("#strike path", (one) => one.getAttribute("d"));
  assert.equal(drawn.match(/M/g).length, 3);
  assert.equal((await visit.texts("#line-list li")).length, 12);
});

visited("stones fall: a click anywhere in a column plays its lowest free cell", async (visit) => {
  await visit.go("#game=3x3k3-gravity&side=XO&hints=1");
  assert.deepEqual(await visit.texts("#columns span"), ["0", "1", "2"]);
  await (await visit.page.$$("[role=gridcell]"))[1].hover();
  assert.deepEqual(
    await visit.page.$$eval(".aim", (all) =>
      all.map((one) => one.ariaLabel ?? one.getAttribute("aria-label")).map((label) => label[0]),
    ),
    ["7"],
  );
  await visit.cell(1);
  assert.equal(await visit.board(), ".......X.");
  await visit.cell(1);
  assert.equal(await visit.board(), "....O..X.");
  await visit.cell(1);
  await visit.cell(1);
  assert.equal(await visit.text("#alert"), "Column 1 is full.");
  await visit.paste("1 1 2"); // the moves of a game are columns here
  assert.equal(await visit.board(), "....O..XX");
});

visited("a puzzle shows its task alone, and judges the answer", async (visit) => {
  await visit.go("#game=3x3k3&board=X...O....&puzzle");
  assert.equal((await visit.text("#status")).trim(), "X to move and keep the draw.");
  await visit.cell(1);
  assert.equal(await visit.text("#status"), "Solved!");
  await visit.go("#game=3x3k3&board=XO.......&puzzle");
  assert.match(
    await visit.text("#status"),
    /X to move and win in 5 moves, both players' counted\./,
  );
  for (const hidden of ["#levels", "#undo", "#hints", "#rules", "#more", "#story"])
    assert.ok(!(await visit.shown(hidden)), hidden);
  await visit.cell(8);
  assert.match(
    await visit.text("#alert"),
    /Row 3, column 3 is not the best: it leads to a (draw|win|loss).*Try again/,
  );
  assert.equal(await visit.board(), "XO.......");
  for (let tries = 0; tries < 4 && !/Solved/.test(await visit.text("#status")); tries++) {
    const [, , moves] = truth.outcomes["3x3k3"][await visit.board()];
    await visit.cell(moves[0][0]);
  }
  assert.match(await visit.text("#status"), /Solved/);
  await visit.click("#new");
  assert.equal(await visit.board(), "XO.......");
  assert.equal((await visit.said()).puzzle, "");
  await visit.click("#leave");
  assert.ok(await visit.shown("#levels"));
  await visit.click("#puzzle");
  assert.match(
    await visit.page.$eval("#address", (one) => one.value),
    /#game=3x3k3&board=XO\.{7}&puzzle$/,
  );
  await visit.click("#link");
  assert.doesNotMatch(await visit.page.$eval("#address", (one) => one.value), /puzzle/);
});

visited("on a projector all is large, and H shows hints", async (visit) => {
  await visit.page.keyboard.press("h");
  assert.ok(!(await visit.said()).hints);
  await visit.click("#projector");
  await visit.page.keyboard.press("h");
  const { hints, projector } = await visit.said();
  assert.deepEqual([hints, projector], ["1", "1"]);
  assert.equal(await visit.page.evaluate(() => getComputedStyle(document.body).fontSize), "24px");
  await visit.page.focus("#text");
  await visit.page.keyboard.type("hh");
  assert.equal((await visit.said()).hints, "1");
});

visited("screen readers are told", async (visit) => {
  const roles = await visit.page.$$eval("[role]", (all) =>
    all.map((one) => one.getAttribute("role")),
  );
  const count = (role) => roles.filter((one) => one === role).length;
  assert.deepEqual(["grid", "row", "gridcell", "alert", "status"].map(count), [1, 3, 9, 1, 1]);
  assert.equal((await visit.labels())[4], "4: row 2, column 2, empty");
  await visit.cell(4);
  const answered = (await visit.board()).indexOf("O");
  assert.match(await visit.text("#status"), RegExp(`O plays ${answered}: row`));
  assert.match((await visit.labels())[answered], /played last/);
});

visited("whoever wants less motion gets none", async (visit) => {
  await visit.go("#game=3x3k3-gravity&side=XO");
  await visit.cell(0);
  const moving = () =>
    visit.page.$eval(".new .stone", (one) => getComputedStyle(one).animationName);
  assert.equal(await moving(), "none");
  if (BROWSER !== "chrome") return;
  await visit.emulate({ "prefers-reduced-motion": "no-preference" });
  assert.equal(await moving(), "fall");
});

test("nothing can be loaded or run from outside", async () => {
  const visit = await Visit.open(browser, PAGE);
  await visit.page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.slipped = true";
    document.body.append(script);
    const image = new Image();
    image.src = "https://example.invalid/picture.png";
  });
  assert.equal(await visit.page.evaluate(() => globalThis.slipped), undefined);
  await visit.until(() => true);
  visit.complaints = visit.complaints.filter((one) => !/Content.Security.Policy/.test(one));
  visit.asked = visit.asked.filter((url) => !url.includes("example.invalid"));
  await visit.close();
});

// What the eye needs.

/** Each game at its worst on a screen: where it is, and which words of its cells collide. */
const layout = (page) =>
  page.evaluate(() => {
    const box = (one) => one.getBoundingClientRect();
    const collide = (one, other) =>
      one.left < other.right &&
      other.left < one.right &&
      one.top < other.bottom &&
      other.top < one.bottom;
    const texts = (cell, kinds = ".number, .long, .brief") =>
      [...cell.querySelectorAll(kinds)].map(box).filter(({ width }) => width);
    const cells = [...document.querySelectorAll("[role=gridcell]")];
    return {
      collisions: cells.flatMap((cell) =>
        texts(cell, ".number").flatMap((one) =>
          texts(cell, ".long, .brief").filter((other) => collide(one, other)),
        ),
      ).length,
      outside: cells.filter((cell) =>
        texts(cell).some(
          (one) =>
            one.left < box(cell).left ||
            one.right > box(cell).right ||
            one.bottom > box(cell).bottom,
        ),
      ).length,
      smallest: Math.min(...cells.map((cell) => box(cell).width)),
      letters: Math.min(
        ...cells
          .flatMap((cell) => [...cell.querySelectorAll(".hint")])
          .map((one) => parseFloat(getComputedStyle(one).fontSize)),
      ),
      height: box(document.querySelector("#board")).height,
      bottom: box(document.querySelector("#board")).bottom,
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      levels: box(document.querySelector("#levels")).bottom,
      fresh: box(document.querySelector("#new")).bottom,
      screen: innerHeight,
    };
  });

const BOARDS = [
  "3x3k3&board=OX...X...&moves=5",
  "2x5k3&board=XX...OO...",
  "1x9k3&board=XX.OO....",
  "13x2k2-gravity",
  "3x3k3-gravity&board=.......X.",
];
test("nothing collides on a narrow screen, and every board fits", async () => {
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [1280, 800],
    [1920, 1080],
  ])
    for (const game of BOARDS) {
      const visit = await Visit.open(browser, PAGE, `#game=${game}&hints=1&side=XO`, {
        width,
        height,
      });
      const found = await layout(visit.page);
      const where = `${game} at ${width}: ${JSON.stringify(found)}`;
      assert.deepEqual([found.collisions, found.outside, found.wide], [0, 0, 0], where);
      assert.ok(found.smallest >= 24 && (found.letters ?? 11) >= 11, where);
      assert.ok(found.height <= height * 0.78 || found.smallest < 32, where);
      await visit.close();
    }
  const phone = await Visit.open(browser, PAGE, "", { width: 390, height: 844 });
  const found = await layout(phone.page);
  assert.ok(found.levels < found.screen && found.fresh < found.screen, JSON.stringify(found));
  await phone.close();
});

const inside = (page) =>
  page.evaluate(() => {
    /** Relative luminance, as WCAG 2.2 defines it. */
    const light = (colour) => {
      const parts = colour
        .match(/[\d.]+/g)
        .slice(0, 3)
        .map((part) => part / 255);
      const [red, green, blue] = parts.map((c) =>
        c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (...colours) => {
      const [dark, bright] = colours.map(light).sort((one, other) => one - other);
      return (bright + 0.05) / (dark + 0.05);
    };
    const paper = getComputedStyle(document.body).backgroundColor;
    const edges = [...document.querySelectorAll("[role=gridcell], button, select, #text")].filter(
      (one) => one.checkVisibility(),
    );
    const stones = [...document.querySelectorAll("[role=gridcell] .stone")];
    return {
      edges: Math.min(
        ...edges
          .map((one) => getComputedStyle(one))
          .flatMap((style) =>
            parseFloat(style.borderTopWidth) >= 1 ? [contrast(style.borderTopColor, paper)] : [0],
          ),
      ),
      stones: Math.min(
        ...stones.map((one) =>
          contrast(
            getComputedStyle(one).stroke,
            getComputedStyle(one.parentElement).backgroundColor,
          ),
        ),
      ),
    };
  });

for (const look of [
  {},
  { "prefers-color-scheme": "dark" },
  { "forced-colors": "active" },
  { "forced-colors": "active", "prefers-color-scheme": "dark" },
])
  pretended(
    `edges and stones are seen: ${JSON.stringify(look)}`,
    async (visit) => {
      for (const address of [
        `${LOST}&hints=1`,
        "#game=3x3k3-misere&board=XO.XXOX.O",
        "#game=3x3k3&board=OX.......&hints=1",
        "#game=3x3k3&board=OX.......&projector=1",
      ]) {
        await visit.go(address);
        const { edges, stones } = await inside(visit.page);
        assert.ok(edges >= 3 && stones >= 3, `${address}: ${edges} ${stones}`);
        const choices = await visit.page.$$eval("#levels input", (all) =>
          all.map(({ checked, nextSibling }) => {
            const { border, backgroundColor } = getComputedStyle(nextSibling);
            return [checked, border + backgroundColor];
          }),
        );
        const looks = (made) =>
          new Set(choices.filter(([one]) => one === made).map(([, look]) => look));
        for (const look of looks(true)) assert.ok(!looks(false).has(look), "a choice is not seen");
        // What is special about a cell is not said by a background alone, which the system takes away.
        const kinds = await visit.page.$$eval("[role=gridcell]", (all) =>
          all.map((one) => [one.className, getComputedStyle(one).border]),
        );
        const border = (name) => kinds.find(([classes]) => classes.split(" ").includes(name))?.[1];
        for (const name of ["last", "line"].filter(border))
          if (look["forced-colors"])
            assert.notEqual(
              border(name),
              kinds.find(([classes]) => !/last|line/.test(classes))[1],
              name,
            );
      }
    },
    { features: look },
  );

const axe = async (visit, what) => {
  await visit.page.evaluate(AXE);
  const found = await visit.page.evaluate(async () =>
    (await axe.run()).violations.map(({ id, nodes }) => [
      id,
      nodes.map(({ html, any }) => [html.slice(0, 200), any[0]?.message]),
    ]),
  );
  assert.deepEqual(found, [], what);
};

for (const [scheme, width] of [
  ["light", 320],
  ["light", 1280],
  ["dark", 390],
  ["dark", 1920],
])
  if (BROWSER === "chrome" || scheme === "light")
    test(`axe finds nothing, ${scheme} at ${width}`, async () => {
      const features = scheme === "dark" ? { "prefers-color-scheme": "dark" } : undefined;
      const visit = await Visit.open(browser, PAGE, "", { width, height: 800, features });
      for (const address of [
        "#game=3x3k3&board=OX.......&hints=1&side=XO",
        `${LOST}&side=O`,
        "#game=3x3k3&board=XO.......&puzzle",
        "#game=3x3-torus-k3&board=.X.O.XXO.&projector=1",
      ]) {
        await visit.go(address);
        if (!/puzzle/.test(address)) {
          if (/O&side|OX/.test(address)) await visit.cell(/OX/.test(address) ? 2 : 8);
          await visit.page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
          await visit.paste("XXX");
        }
        await axe(visit, address);
        const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${address}: ${wide}`);
      }
      await visit.close();
    });

test("the kit's example plays in a browser, also where stones fall", async () => {
  const served = fileURLToPath(new URL("../../../readers/js", import.meta.url));
  const types = { html: "text/html", js: "text/javascript" };
  const server = createServer((request, response) => {
    const path = join(served, new URL(request.url, "http://x").pathname);
    response.setHeader("content-type", types[path.split(".").at(-1)] ?? "text/plain");
    try {
      response.end(readFileSync(path));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/example.html`);
    const play = async () => {
      for (
        let moves = 0;
        moves < 25 && /turn/.test(await page.$eval("#status", (one) => one.textContent));
        moves++
      )
        for (const cell of await page.$$("#board button"))
          if ((await cell.evaluate((one) => one.textContent)) === ".") {
            await cell.click();
            break;
          }
      return page.$eval("#status", (one) => one.textContent);
    };
    assert.match(await play(), /has won/);
    await (await page.$("#file")).uploadFile(join(FOLDER, "5x5k4-gravity.msgpack"));
    for (let tries = 0; (await page.$$("#board button")).length !== 25; tries++) {
      assert.ok(tries < 200);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.match(await play(), /has won/);
  } finally {
    await page.close();
    server.close();
  }
});
