// The page against Python, on every board; and the kit's example.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { until } from "./visit.mjs";
import { FOLDER, opened, truth, visited } from "./visited.mjs";

visited("the page agrees with Python on every board, and so do its levels", async (visit) => {
  const { page } = visit;
  // As text, which Firefox hands over much faster than lists.
  const asked = async (ask, given) => JSON.parse(await page.evaluate(ask, JSON.stringify(given)));
  for (const [name, outcomes] of Object.entries(truth.outcomes)) {
    const found = await asked(async (name) => {
      const table = await tttTable.games.get(JSON.parse(name)).open();
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
      async (given) => {
        const [game, played] = JSON.parse(given);
        const table = await tttTable.games.get(game).open();
        return JSON.stringify(table.review(played));
      },
      [game, played],
    );
    assert.deepEqual(found, review);
  }
  for (const { game, options, chances } of truth.levels) {
    const boards = Object.keys(chances);
    const found = await asked(
      async (given) => {
        const { game, options, boards } = JSON.parse(given);
        const table = await tttTable.games.get(game).open();
        const level = new tttTable.Level(table, options);
        return JSON.stringify(
          boards.map((board) => [board, Object.fromEntries(level.probabilities(board))]),
        );
      },
      { game, options, boards },
    );
    for (const [board, dealt] of found) {
      assert.deepEqual(Object.keys(dealt), Object.keys(chances[board]), `${game} ${board}`);
      for (const [cell, chance] of Object.entries(dealt)) {
        assert.ok(Math.abs(chance - chances[board][cell]) < 1e-15, `${game} ${board} ${cell}`);
      }
    }
  }
});

test("the kit's example plays in a browser, also with gravity", async () => {
  const served = fileURLToPath(new URL("../../../../readers/js", import.meta.url));
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
  const page = await opened().newPage();
  try {
    await page.goto(`http://127.0.0.1:${server.address().port}/example.html`);
    const play = async () => {
      for (
        let moves = 0;
        moves < 25 && /turn/.test(await page.$eval("#status", (element) => element.textContent));
        moves++
      ) {
        for (const cell of await page.$$("#board button")) {
          if ((await cell.evaluate((element) => element.textContent)) === ".") {
            await cell.click();
            break;
          }
        }
      }
      return page.$eval("#status", (element) => element.textContent);
    };
    assert.match(await play(), /has won/);
    await (await page.$("#file")).uploadFile(join(FOLDER, "4x5k4-gravity.msgpack"));
    await until(async () => (await page.$$("#board button")).length === 20);
    assert.match(await play(), /has won/);
  } finally {
    await page.close();
    server.close();
  }
});
