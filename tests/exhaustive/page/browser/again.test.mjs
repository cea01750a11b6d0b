// After a game: there is always another one, and each counts once.
import assert from "node:assert/strict";
import { LOST, START, truth, visited } from "./visited.mjs";

const outcomes = truth.outcomes["3x3k3"];
const isMapSeen = () =>
  document.querySelector("#map-box").checkVisibility({ visibilityProperty: true });
const LAST_MOVE = "#game=3x3k3&board=XX.OO....";

visited("after a loss there is another game, also while it is looked back at", async (visit) => {
  await visit.go(`${LOST}&side=O`);
  await visit.press("Look back");
  await visit.press("Play again");
  assert.match(await visit.text("h1"), /^Can you win/);
});

visited("a won game is still won after a reload, and leads to the next opponent", async (visit) => {
  await visit.go("#game=3x3k3&board=X..X.O.O.&moves=0.7.3.5&side=X");
  await visit.cell(6);
  for (const comeBack of [() => {}, () => visit.page.reload()]) {
    await comeBack();
    await visit.settle();
    assert.equal(await visit.text("h1"), "You won!");
    assert.ok((await visit.texts("#buttons button")).includes("Next: medium"));
  }
});

visited("one game counts once, whatever is played on from its look back", async (visit) => {
  const lose = async () => {
    while ((await visit.text("h1")) === "Can you win?") {
      await visit.cell(outcomes[await visit.board()][2].at(-1)[0]);
    }
  };
  await visit.go(`#game=3x3k3&board=${START}&level=perfect`);
  await lose();
  const score = await visit.text("#score");
  await visit.until(() => document.querySelector("h1").textContent === "Look back");
  await visit.page.keyboard.press("PageDown");
  await visit.press("Play on from here");
  await lose();
  assert.equal(await visit.text("#score"), score);
});

visited("a board that was set up counts for no score", async (visit) => {
  await visit.go(LAST_MOVE);
  await visit.cell(2);
  assert.equal(await visit.text("h1"), "You won!");
  assert.equal(await visit.text("#score"), "Opponent: easy");
});

visited("two players are one press away, and are asked nothing that only one is", async (visit) => {
  await visit.page.click("#games-row button");
  assert.equal(await visit.text("h1"), "X is next.");
  await visit.cell(4);
  assert.equal(await visit.text("h1"), "O is next.");
});

visited("the map stays folded until the game ends, unless hints are wanted", async (visit) => {
  await visit.go("#game=3x3k3&board=X........&moves=0&side=XO");
  assert.ok(!(await visit.shown("#map-box")));
  await visit.go("#game=3x3k3&board=X........&moves=0&side=XO&hints=1");
  await visit.until(isMapSeen);
  await visit.go(`${LOST}&side=O`);
  await visit.until(isMapSeen);
});

visited("what is on the page beside is told where that cannot be found", async (visit) => {
  await visit.turn("#menace");
  assert.match(await visit.text("#alert"), /class\.html#menace=$/);
});
