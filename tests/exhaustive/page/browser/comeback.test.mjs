// What makes a visitor come back: they find the better move themselves, see how far the end is, and
// what they have reached stays.
import assert from "node:assert/strict";
import { LOST, START, truth, visited } from "./visited.mjs";

const outcomes = truth.outcomes["3x3k3"];
const best = (board) => outcomes[board][2][0][0];
const valueOf = (board, cell) => outcomes[board][2].find(([other]) => other === cell)[1];
const classes = (visit, name) =>
  visit.page.$$eval(
    "[role=gridcell]",
    (all, name) => all.flatMap((cell, at) => (cell.classList.contains(name) ? [at] : [])),
    name,
  );

/** Play on by a choice of moves until the game is over. */
const playOut = async (visit, choose = best) => {
  while ((await visit.text("h1")) === "Can you win?") {
    await visit.cell(choose(await visit.board()));
  }
};

visited("in the look back a better move is asked for before it is told", async (visit) => {
  await visit.go(`${LOST}&side=O`);
  await visit.press("Look back");
  const before = await visit.page.evaluate(() => tttTable.reviewedBoard());
  assert.match(await visit.text("#says"), /^Here it went wrong\. Find a better move!$/);
  assert.deepEqual(await classes(visit, "lit"), []);
  assert.doesNotMatch((await visit.labels()).join(), /better/);

  const wrong = [...before].findIndex(
    (mark, cell) => mark === "." && cell !== 1 && valueOf(before, cell) < 0,
  );
  await visit.cell(wrong);
  assert.equal(await visit.text("#says"), "That would lose. Try another square.");
  assert.deepEqual(await classes(visit, "guilty"), [1, wrong].sort());

  await visit.cell(best(before));
  assert.match(await visit.text("#says"), /^Right! This move lets X win in 5 moves\./);
  assert.deepEqual(await classes(visit, "lit"), [4]);
  assert.equal((await classes(visit, "ghost")).length, 1);
  assert.match(await visit.text("#buttons button"), /^Play on from here$/);
  await visit.cell(best(before));
  assert.equal((await visit.board())[4], "O"); // a second press plays it
});

visited("what was told once is not asked again, and two threats are marked", async (visit) => {
  await visit.go(`${LOST}&side=O`);
  await visit.click("#strip button:nth-child(2)");
  await visit.press("Show me");
  await visit.page.keyboard.press("ArrowRight");
  await visit.page.keyboard.press("ArrowLeft");
  assert.ok((await visit.text("#says")).endsWith("A highlighted square was better."));

  await visit.go("#game=3x3k3&board=XOX.OXO.X&moves=0.4.8.6.2.1.5&side=O");
  await visit.click("#strip button:nth-child(4)");
  await visit.press("Show me");
  assert.match(await visit.text("#says"), /^This move lets X make two threats at once\./);
  assert.deepEqual(await classes(visit, "ghost"), [2]);
  assert.deepEqual(await classes(visit, "threat"), [1, 5]);
  assert.match((await visit.labels())[1], /a threat/);
  assert.match((await visit.labels())[2], /X could play here/);
});

visited("a mistake of the opponent is told at once", async (visit) => {
  await visit.go(`${LOST}&side=X`);
  await visit.click("#strip button:nth-child(2)");
  assert.ok(!(await visit.texts("#buttons button")).includes("Show me"));
  assert.deepEqual(await classes(visit, "lit"), [4]);
});

visited("the puzzle of the day stands in the navigation", async (visit) => {
  await visit.click("nav a[href='#day']");
  await visit.until(() => document.querySelector("h1").textContent === "Puzzle of the day");
  const current = await visit.texts("nav [aria-current]");
  assert.deepEqual(current, ["Today"]);
});

visited("scores and the opponents who are beaten last across visits", async (visit) => {
  for (let games = 0; (await visit.text("h1")) !== "You won!"; games++) {
    assert.ok(games < 40);
    if (games > 0) {
      await visit.press("Play again");
    }
    await playOut(visit);
  }
  const score = await visit.text("#score");
  await visit.go("");
  assert.equal((await visit.said()).level, "medium"); // easy is beaten
  assert.equal(await visit.text("#score"), "Opponent: medium");
  assert.equal(await visit.text("#level option"), "easy ✓");
  await visit.go("#game=3x3k3&level=easy");
  assert.equal(await visit.text("#score"), score);
});

visited("a game in the lesson counts for no score", async (visit) => {
  await visit.go("#lesson=1");
  await playOut(visit);
  await visit.go("#game=3x3k3&level=perfect");
  assert.equal(await visit.text("#score"), "Opponent: perfect");
});

visited("who has solved the game as X is asked to do so as O too", async (visit) => {
  await visit.go(`#game=3x3k3&board=${START}&level=perfect`);
  await playOut(visit);
  await visit.press("As O too");
  assert.match(await visit.board(), /^\.*X\.*$/);
  assert.equal((await visit.said()).side, "O");
  await playOut(visit);
  assert.equal(await visit.text("h1"), "You have solved it!");
  assert.ok(!(await visit.texts("#buttons button")).includes("As X too"));
  await visit.go("#game=3x3-hex&level=perfect"); // where O cannot win against perfect play
  const hex = truth.outcomes["3x3-hex"];
  while (hex[await visit.board()][1]) {
    await visit.cell(hex[await visit.board()][2][0][0]);
  }
  assert.equal(await visit.text("h1"), "You have solved it!");
  assert.ok(!(await visit.texts("#buttons button")).includes("As O too"));
});
