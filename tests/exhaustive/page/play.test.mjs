// Playing: levels, hints, mistakes, the story of a game, endings, puzzles.
import assert from "node:assert/strict";
import { LOST, START, truth, visited } from "./visited.mjs";

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
    assert.match(await visit.page.evaluate(() => document.activeElement.ariaLabel ?? "1:"), /^1:/);
    // What was better is named by its number, which is on the board to be found.
    assert.equal((await visit.page.$$(".number")).length, 8);
    await visit.click("#puzzle");
    assert.match(await visit.page.$eval("#address", (one) => one.value), /&board=X\.{8}&puzzle$/);
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
    await visit.paste("0 1 4");
    await visit.select("#game", "2x2k2"); // another game, and back
    await visit.select("#game", "3x3k3");
    assert.deepEqual(await visit.texts(".chip"), ["0 draw", "1 draw → loss", "4 win"]);
    await visit.paste("0, 4, 8, 1, 7, 6, 2, 5, 3");
    assert.match(await visit.text("#status"), /A draw: the board is full/);
    for (const [text, said] of [
      ["0 0", /Move 2, 0, cannot be played/],
      ["9", /Move 1, 9, .*: it is taken or not on the board/],
      ["012345678", /Move 8, 7, .*: the game was over before it/],
      ["9".repeat(1500), /Move 1/],
    ]) {
      await visit.paste(text);
      assert.match(await visit.text("#alert"), said);
      assert.ok((await visit.text("#alert")).length < 200);
    }
    await visit.go("#game=3x3k3&board=XXXOO....");
    assert.match(await visit.text("#status"), /^X has won\.$/);
  },
);

visited("while a game is played without hints its story tells nothing", async (visit) => {
  await visit.cell(0);
  assert.doesNotMatch((await visit.texts(".chip")).join(), /win|draw|loss/);
  await visit.page.reload();
  await visit.settle();
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

visited("a taken cell says so, and a finished game that it is over", async (visit) => {
  await visit.cell(4);
  await visit.cell(4);
  assert.equal(await visit.text("#alert"), "Row 2, column 2 is taken.");
  await visit.go("#game=3x3k3&board=XXXOO....");
  for (const act of [() => visit.click("#puzzle"), () => visit.cell(8)]) {
    await visit.page.$eval("#alert", (one) => (one.textContent = ""));
    await act();
    assert.equal(await visit.text("#alert"), "The game is over: start a new one.");
  }
  assert.equal((await visit.page.$$(".line")).length, 3);
  assert.match((await visit.labels())[0], /in the line/);
  assert.equal((await visit.page.$$("#strike path")).length, 1);
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
  // Whatever else an address says, a puzzle is solved by who is to move.
  for (const [board, more] of [
    [START, "first=O"],
    ["XO.......", "side=O"],
  ]) {
    await visit.go(`#game=3x3k3&board=${board}&${more}&puzzle`);
    assert.equal(await visit.board(), board);
  }
  await visit.click("#leave");
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
  assert.ok(await visit.page.$eval("#board", (one) => one.clientHeight <= 0.6 * innerHeight));
  for (const [selector, size] of Object.entries({ body: 24, "#sees": 21 }))
    assert.equal(
      await visit.page.$eval(selector, (one) => getComputedStyle(one).fontSize),
      `${size}px`,
    );
  await visit.page.focus("#text");
  await visit.page.keyboard.type("hh");
  assert.equal((await visit.said()).hints, "1");
});
