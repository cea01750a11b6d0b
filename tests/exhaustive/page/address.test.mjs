// The address, boards and games set up from text, and table files, good, damaged and hostile.
import assert from "node:assert/strict";
import { closeSync, copyFileSync, ftruncateSync, openSync, readFileSync, writeFileSync } from "node:fs"; // prettier-ignore
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { FOLDER, START, visited } from "./visited.mjs";

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
  assert.deepEqual(await visit.said(), { game: "3x3k3", board: "X...O...." });
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
      if (more) await visit.turn(address + more);
      else await visit.go(address);
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
  // Who moves first can be chosen meanwhile, and a link is to what was set up.
  await visit.cell(3);
  await visit.choose("first", "O");
  assert.equal(await visit.board(), "XOXOO...X");
  await visit.click("#link");
  const link = await visit.page.$eval("#address", (one) => one.value);
  assert.match(link, /&board=XOXOO\.\.\.X&first=O&side=O$/);
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
  await visit.select("#game", "1x9k3");
  await visit.select("#exact", "5");
  await visit.select("#game", "2x2k2"); // which has no such level
  assert.equal(await visit.text("#sees"), "It sees everything.");
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

visited("a browser that cannot unpack says so, and plays what it can", async (visit) => {
  await visit.page.evaluateOnNewDocument(() => delete globalThis.DecompressionStream);
  await visit.go("");
  assert.match(await visit.text("#alert"), /3x4k3: This browser cannot unpack it/);
  assert.equal(await visit.board(), START);
});
