// The lesson: one key leads through it whatever was done, and leaving it brings everything back.
import assert from "node:assert/strict";
import { START, truth, visited } from "./visited.mjs";

const outcomes = truth.outcomes["3x3k3"];
const worst = (board) => outcomes[board][2].at(-1)[0];
const step = (visit) => visit.text("#step-count");
/** Leave the lesson by its own link. */
const leave = async (visit) => {
  await visit.click("#steps a");
  await visit.until(() => !document.body.classList.contains("lesson"));
  await visit.settle();
};

visited("Page Down leads from the look back at a lost game to the next step", async (visit) => {
  await visit.go("#lesson=1");
  while ((await visit.text("h1")) === "Can you win?") {
    await visit.cell(worst(await visit.board()));
  }
  await visit.until(() => document.querySelector("h1").textContent === "Look back");
  for (let presses = 0; presses < 10 && (await step(visit)) === "1 / 5"; presses++) {
    await visit.page.keyboard.press("PageDown");
  }
  assert.equal(await step(visit), "2 / 5");
  await visit.page.keyboard.press("PageDown");
  assert.equal(await step(visit), "3 / 5");
});

visited("the second step goes back to its own board", async (visit) => {
  await visit.go("#lesson=2");
  const board = await visit.board();
  await visit.cell(6);
  await visit.press("New game");
  assert.equal(await visit.board(), board);
  await visit.cell(6);
  await visit.cell((await visit.board()).indexOf("."));
  await visit.press("Play again");
  assert.equal(await visit.board(), board);
});

visited("leaving the lesson brings back the game, its choices and its opponent", async (visit) => {
  const address = "#game=3x3k3&board=XO.......&moves=0.1&level=medium&side=X&hints=1";
  for (const left of [1, 2, 3, 4, 5]) {
    await visit.go(address);
    const before = await visit.said();
    await visit.turn(`#lesson=${left}`);
    await leave(visit);
    assert.deepEqual(await visit.said(), before);
    assert.equal(await visit.board(), "XO.......");
  }
});

visited("a new game after the lesson begins on the empty board", async (visit) => {
  await visit.cell(0);
  await visit.turn("#lesson=2");
  await leave(visit);
  await visit.press("New game");
  assert.equal(await visit.board(), START);
});

visited("the machine that was taught before the lesson is there after it", async (visit) => {
  await visit.go("#menace&games=100");
  const taught = await visit.text("#drew-perfect");
  await visit.turn("#lesson=4");
  await visit.until(() => document.querySelector("#drew-perfect").textContent.startsWith("23.6"));
  await visit.turn("#menace");
  assert.equal(await visit.text("#drew-perfect"), taught);
});
