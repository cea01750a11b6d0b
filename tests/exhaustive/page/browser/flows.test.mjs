// What a child, a teacher and a class do on the page, each from its beginning to its end.
import assert from "node:assert/strict";
import { PLAY_PAGE, published } from "../../../../page/js/address/published.js";
import {
  BROWSER,
  isWallDrawn,
  LOST,
  START,
  truth,
  visited,
  visitedInChromium,
} from "./visited.mjs";

const outcomes = truth.outcomes["3x3k3"];
const over = (board) => !outcomes[board][1];
const best = (board) => outcomes[board][2][0][0];
const classes = (visit, name) =>
  visit.page.$$eval(
    "[role=gridcell]",
    (all, name) => all.flatMap((cell, at) => (cell.classList.contains(name) ? [at] : [])),
    name,
  );

/** Play the best moves, or others, until the game is over. */
const playOut = async (visit, choose = best) => {
  while ((await visit.text("h1")) === "Can you win?") {
    await visit.cell(choose(await visit.board()));
  }
};

visited(
  "the first minute: an easy opponent, a win, a cleverer one, up to the one nobody beats",
  async (visit) => {
    assert.equal(await visit.text("h1"), "Can you win?");
    assert.equal(await visit.board(), START);
    const levels = [];
    for (let games = 0; games < 60; games++) {
      await playOut(visit);
      const won = (await visit.text("h1")) === "You won!";
      const { level = "easy" } = await visit.said();
      assert.ok(!won || level !== "perfect");
      if (level === "perfect") {
        break;
      }
      if (won) {
        levels.push(level);
      }
      await visit.press(won ? "Next" : "Play again");
    }
    assert.deepEqual(levels, ["easy", "medium", "hard"]);
    assert.match(await visit.text("#status"), /Nobody will ever beat you/);
    assert.match(await visit.text("#score"), /you 0, draws [1-9]\d*, opponent 0/);
  },
);

const lose = async (visit) => {
  await visit.go("#game=3x3k3&board=X..O.....&moves=0.3&side=O&level=perfect");
  await visit.go("#game=3x3k3&board=.........&level=perfect");
  await playOut(visit, (board) => {
    const moves = outcomes[board][2];
    return moves.at(-1)[0]; // the worst there is
  });
  await visit.until(() => document.querySelector("h1").textContent === "Look back");
};

visited(
  "a lost game goes back to the mistake, and is looked through by keys alone",
  async (visit) => {
    await visit.page.focus("[role=gridcell][tabindex='0']");
    await lose(visit);
    const [guilty] = await classes(visit, "guilty");
    assert.deepEqual(await classes(visit, "lit"), []);
    assert.ok(!(await visit.shown("#map-box")), "the map gives the answer away");
    assert.match(await visit.text("#says"), /Find a better move!$/);
    await visit.press("Show me");
    const lit = await classes(visit, "lit");
    const before = await visit.page.evaluate(() => tttTable.reviewedBoard());
    const [value, , moves] = outcomes[before];
    const saving = moves.filter((move) => move[1] === value).map(([cell]) => cell);
    assert.deepEqual(lit, saving.sort());
    assert.ok(moves.find(([cell]) => cell === guilty)[1] < value);
    assert.doesNotMatch(await visit.text("#says"), /\d/);
    assert.match(await visit.text("#aloud"), /^X played .*\. Better: /);
    const { page } = visit;
    const look = () => page.evaluate(() => tttTable.reviewedIndex());
    const at = await look();
    await page.focus("#buttons button");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await look(), Math.max(at - 1, 0));
    for (let step = 0; step < 9; step++) {
      await page.keyboard.press("PageDown");
    }
    assert.ok(over(await visit.board()));
    for (let step = 0; step < 9; step++) {
      await page.keyboard.press("PageUp");
    }
    assert.equal(await look(), 0);
    for (let step = 0; step < at; step++) {
      await page.keyboard.press("PageDown");
    }
    await page.keyboard.press("Enter"); // Play on from here, as the focus is on it
    await visit.settle();
    assert.equal(await visit.board(), before);
    assert.ok(await page.evaluate(() => document.activeElement.matches("[role=gridcell]")));
    await visit.cell(lit[0]);
    assert.equal((await visit.board())[lit[0]], "X");
  },
);

visited(
  "by touch a lost game is swiped through, and a tap on a bright square plays on",
  async (visit) => {
    await lose(visit);
    const { page } = visit;
    await visit.press("Show me");
    const [lit] = await classes(visit, "lit");
    const look = () => page.evaluate(() => tttTable.reviewedIndex());
    const at = await look();
    const box = await (await page.$("#field")).boundingBox();
    const swipe = async (from, to) => {
      await page.mouse.move(box.x + box.width * from, box.y + box.height / 6);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * to, box.y + box.height / 6, { steps: 4 });
      await page.mouse.up();
      await visit.settle();
    };
    await swipe(0.9, 0.1);
    assert.equal(await look(), at + 1);
    await swipe(0.1, 0.9);
    assert.equal(await look(), at);
    await visit.cell(lit);
    assert.equal((await visit.board())[lit], "X");
    assert.equal(await look(), -1);
  },
);

visited("what looks back shows a mistake, and nothing where there was none", async (visit) => {
  await visit.go(`${LOST}&side=XO`);
  assert.equal(await visit.text("h1"), "X wins!");
  await visit.press("Look back");
  assert.match(await visit.text("#says"), /^Here it went wrong/);
  await visit.press("Show me");
  assert.deepEqual(await classes(visit, "lit"), [4]);
  await visit.page.keyboard.press("PageUp");
  assert.match(await visit.text("#says"), /Nothing wrong/);
  assert.deepEqual([await classes(visit, "lit"), await classes(visit, "dim")], [[], []]);
});

visited("a list of puzzles is solved to its end, and its card tells how", async (visit) => {
  const { page } = visit;
  await visit.go("#puzzles");
  assert.equal(await visit.text("h1"), "Puzzle 1 of 6");
  await visit.cell(8);
  assert.match(await visit.text("#says"), /That would lose/);
  for (let puzzle = 1; puzzle <= 6; puzzle++) {
    for (let moves = 0; moves < 4 && !/Solved|All/.test(await visit.text("#says")); moves++) {
      await visit.cell(
        best(
          await visit.page.evaluate(() =>
            [...document.querySelectorAll("[role=gridcell]")]
              .map((cell) => (cell.classList.contains("guilty") ? "." : (cell.dataset.mark ?? ".")))
              .join(""),
          ),
        ),
      );
    }
    assert.equal((await visit.texts("#puzzle-list .solved")).length, puzzle);
    if (puzzle < 6) {
      await visit.press(`Next (${puzzle + 1}/6)`);
    }
  }
  assert.match(await visit.text("#says"), /All solved/);
  await visit.press("Share");
  assert.match(
    await page.$eval("#card", (element) => element.value),
    /^Puzzles\n🟨🟩🟩🟩🟩🟩\nhttps:\/\/ttt-table\.github\.io\/ttt-table\/play\.html#puzzles/,
  );
  await visit.go("#puzzles=XO......._XX.OO....&at=2");
  assert.equal(await visit.text("h1"), "Puzzle 2 of 2");
  assert.equal(await visit.board(), "XX.OO....");
});

/** Solve the puzzle that is shown by trying squares; the opponent answers between the moves. */
const solve = async (visit) => {
  const isSolved = async () => (await visit.text("#says")).startsWith("Solved");
  for (let tries = 0; !(await isSolved()); tries++) {
    assert.ok(tries < 20);
    for (const cell of (await visit.board()).matchAll(/\./g)) {
      await visit.cell(cell.index);
      if (!(await visit.text("#says")).endsWith("Try another square.")) {
        break;
      }
    }
  }
};

visited("the puzzle of the day is the same all day, and is won move by move", async (visit) => {
  await visit.go("#day");
  const board = await visit.board();
  await visit.page.reload();
  await visit.settle();
  assert.equal(await visit.board(), board);
  await solve(visit);
  const solved = await visit.board();
  assert.equal(await visit.text("#says"), "Solved! Days in a row: 1.");
  await visit.press("Share");
  const card = await visit.page.$eval("#card", ({ value }) => value.split("\n"));
  const [title, game, squares, link] = card;
  assert.match(title, /^Puzzle of the day \d+$/);
  assert.equal(game, await visit.text("#game-title"));
  assert.match(squares, /^(🟩|🟨|🟥){3,}$/u);
  const [, date] = /^https:\/\/ttt-table\.github\.io\/ttt-table\/play\.html#day=(.*)$/.exec(link);
  await visit.go(`#day=${date}`);
  assert.equal(await visit.board(), solved);
});

visitedInChromium("every puzzle of a week can be solved", async (visit) => {
  for (let day = 5; day <= 11; day++) {
    await visit.turn(`#day=2026-01-${String(day).padStart(2, "0")}`);
    await solve(visit);
    assert.equal(await visit.text("#alert"), "");
  }
});

visited("the first perfect draw unrolls the map, with a card", async (visit) => {
  await visit.go(`${LOST}&side=O`);
  await visit.until(() => document.querySelector("#map-view").toDataURL().length > 3000);
  const rolledUp = await visit.page.$eval("#map-view", (map) => map.toDataURL().length);
  await visit.go("#game=3x3k3&board=.........&level=perfect");
  await playOut(visit);
  assert.equal(await visit.text("h1"), "You have solved it!");
  await visit.until(() => document.querySelector("#map-box").checkVisibility());
  const middle = await visit.page.$eval("#map-box", (map) => {
    const { left, right } = map.getBoundingClientRect();
    return (left + right) / 2 / document.documentElement.clientWidth;
  });
  assert.ok(Math.abs(middle - 0.5) < 0.01, `the map opens at ${middle} of the width`);
  assert.ok(!(await visit.shown("#board")));
  await visit.press("Share");
  const card = await visit.page.$eval("#card", ({ value }) => value.split("\n"));
  assert.deepEqual(card.slice(1), [
    "🟩".repeat(9),
    published(PLAY_PAGE, "game=3x3k3&level=perfect"),
  ]);
  await visit.press("Play again");
  assert.ok(!(await visit.shown("#card")));
  assert.ok(await visit.shown("#board"));
  await playOut(visit);
  assert.equal(await visit.text("h1"), "A draw!");

  await visit.go(`${LOST}&side=O`);
  await visit.until(
    (before) => document.querySelector("#map-view").toDataURL().length > 1.5 * before,
    rolledUp,
  );
});

visited("with hints, or in the lesson, a draw is no solution", async (visit) => {
  await visit.go("#game=3x3k3&board=.........&level=perfect&hints=1");
  await playOut(visit);
  assert.equal(await visit.text("h1"), "A draw!");
  await visit.go("#lesson=1");
  await playOut(visit);
  assert.equal(await visit.text("h1"), "A draw!");
});

visited(
  "a strip shows what each move gained, kept or gave away, and leads there",
  async (visit) => {
    const { page } = visit;
    await visit.go(`${LOST}&side=O`);
    assert.deepEqual(await visit.texts("#strip button"), ["●", "▼", "●", "●", "●", "●", "●"]);
    const label = await page.$eval("#strip button:nth-child(2)", ({ title }) => title);
    assert.equal(label, "2. O top middle: given away");
    await visit.click("#strip button:nth-child(2)");
    assert.equal(await visit.text("h1"), "Look back");
    assert.deepEqual(await classes(visit, "guilty"), [1]);
    assert.equal(await visit.text("#strip-key"), "▲ gained · ● kept · ▼ given away");
    const current = () => page.$$eval("#strip button", (all) => all.map((one) => one.ariaCurrent));
    assert.equal((await current()).indexOf("step"), 1);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    assert.equal((await current()).indexOf("step"), 2);
    await visit.press("Play on from here");
    assert.equal((await page.$$("#strip button")).length, 0);
    assert.equal(await visit.text("#strip-key"), "");

    await visit.go(`${LOST}&side=X`);
    assert.equal((await visit.texts("#strip button"))[1], "▲");
  },
);

visited(
  "a win that was given away is named as one that the person could have had",
  async (visit) => {
    await visit.go("#game=3x3k3&board=XXOOOXXOX&moves=0.3.1.4.6.2.5.7.8&side=X");
    await visit.press("Look back");
    assert.equal(await visit.text("#says"), "A win was possible here. Find it!");
    await visit.press("Show me");
    assert.match(await visit.text("#says"), /A highlighted square would have won\.$/);
  },
);

visited("the map is zoomed by wheel and keys, and leads on in the game", async (visit) => {
  const ways = (count) =>
    visit.until((count) => document.querySelectorAll(".way").length === count, count);
  await visit.go("#game=3x3k3&board=.........&level=perfect&hints=1");
  await ways(9);
  await visit.cell(0);
  await visit.until(() => document.querySelectorAll(".way.lit").length === 1);

  const { page } = visit;
  const countWays = async () => (await page.$$(".way")).length;
  for (let turns = 0; (await countWays()) !== 7; turns++) {
    assert.ok(turns < 40);
    await page.hover(".way.lit");
    await page.mouse.wheel({ deltaY: -200 });
    await visit.settle();
  }
  const name = await page.$eval(".way:last-child", (element) => element.getAttribute("aria-label"));
  assert.match(name, /^X .*, (draw|loss)$/);
  await visit.click(".way:last-child");
  await visit.settle();
  const stones = (await visit.board()).replaceAll(".", "").length;
  assert.ok(stones >= 3, await visit.board());

  await page.focus(".way");
  for (let presses = 0; (await countWays()) !== 9; presses++) {
    assert.ok(presses < 40);
    await page.keyboard.press("-");
    await visit.settle();
  }
  await visit.go("#game=3x3k3&board=X........&moves=0&side=XO&level=easy&hints=1");
  await visit.cell(1); // no perfect player answers so
  await visit.until(() => document.querySelector("#map-says").textContent.includes("left the map"));
  await visit.go("#game=3x4k3&hints=1");
  await ways(12);
});

const CHANCES = [
  ["XXOOO..X.", "0.4.1.2.7.3", false, "X is lost"],
  ["XO.......", "0.1", true, "O has given its draw away"],
  ["XO.....XO", "0.1.7.8", false, "X has given the win back, and O has kept the draw"],
];
for (const [board, moves, hasChance, why] of CHANCES) {
  visited(`the map tells of a mistake only while it can be used: ${why}`, async (visit) => {
    await visit.go(`#game=3x3k3&board=${board}&moves=${moves}&hints=1`);
    await visit.until(() => document.querySelector("#map-says").textContent !== "");
    const said = await visit.text("#map-says");
    assert.equal(said.includes("left the map"), hasChance, said);
  });
}

visited("MENACE is taught by three games: every bead is counted", async (visit) => {
  await visit.go("#menace");
  const labels = () =>
    visit.page.$$eval("#wall button", (all) => all.map(({ ariaLabel }) => ariaLabel));
  const countBeads = (label) =>
    label
      .split("Beads: ")[1]
      .match(/\d+/g)
      .reduce((sum, count) => sum + Number(count), 0);
  await visit.until(isWallDrawn);
  let before = await labels();
  for (let game = 1; game <= 3; game++) {
    for (let board; !over((board = await visit.board()));) {
      await visit.cell(best(board));
    }
    await visit.settle();
    // The wall is drawn in slices; then it differs in as many boxes as the game has changed.
    await visit.until((labelsBefore) => {
      const all = [...document.querySelectorAll("#wall button")];
      const changed = all.filter(({ ariaLabel }, box) => ariaLabel !== labelsBefore[box]);
      return changed.length === document.querySelectorAll(".change").length;
    }, before);
    const after = await labels();
    const changes = after
      .map((label, box) => countBeads(label) - countBeads(before[box]))
      .filter(Boolean);
    const winner = (await visit.text("#says")).match(/^(It won|A draw|You won)/)[0];
    const each = { "It won": 3, "A draw": 1, "You won": -1 }[winner];
    const shown = await visit.texts(".change");
    assert.deepEqual([...new Set(changes)], [each], winner);
    assert.equal(shown.length, changes.length);
    before = after;
    await visit.press("Play again");
  }
});

visited("MENACE practises a thousand games, and forgets them with new boxes", async (visit) => {
  await visit.go("#menace&against=perfect");
  assert.equal(await visit.text("#drew-perfect"), "23.6\u00a0%");
  await visit.page.click("#practise");
  await visit.until(() => /learned from 1,000/.test(document.querySelector("#says").textContent));
  assert.equal(await visit.text("#drew-perfect"), "99.8\u00a0%");
  await visit.select("#against", "twin");
  assert.equal(await visit.text("#drew-perfect"), "99.8\u00a0%");
  await visit.page.click("#new-boxes");
  await visit.until(() => document.querySelector("#drew-perfect").textContent.startsWith("23.6"));
});

visited(
  "the lesson is five steps driven by one key, with its note and its board",
  async (visit) => {
    const { page } = visit;
    await visit.go("#lesson=1");
    const titles = [];
    for (let step = 1; step <= 5; step++) {
      assert.equal(await visit.text("#step-count"), `${step} / 5`);
      assert.deepEqual(await visit.said(), { lesson: String(step) });
      titles.push(await visit.text("#lesson-title"));
      if (step === 2) {
        for (const cell of [6, 8]) {
          await visit.cell(cell);
          await visit.cell((await visit.board()).indexOf("."));
          await visit.press("Play again");
          await visit.go("#lesson=2");
        }
      }
      await page.keyboard.press("PageDown");
      await visit.settle();
    }
    assert.equal(new Set(titles).size, 5);
    await page.keyboard.press("PageUp");
    assert.equal(await visit.text("#step-count"), "4 / 5");
    await visit.settle();
    await page.keyboard.press("n");
    assert.ok(await visit.shown("#note[open]"));
    const shown = await page.evaluate(() => document.body.innerText);
    assert.doesNotMatch(shown, /23\.6/); // the class has to guess it
  },
);

visited(
  "a sheet for pupils and a card for the teacher take a page each, in every language",
  async (visit) => {
    const { page } = visit;
    await visit.go("#lesson=3");
    await page.evaluate(() => {
      globalThis.print = () => {};
    });
    for (const language of ["en", "de", "es"]) {
      await visit.turn(`#lesson=3&lang=${language}`);
      for (const kind of ["pupils", "teacher"]) {
        for (const format of ["A4", "letter"]) {
          await page.$eval(`#${kind}`, (element) => element.click());
          assert.equal((await page.$$("#sheet section")).length, kind === "pupils" ? 3 : 5);
          const pdf = Buffer.from(await page.pdf({ format, preferCSSPageSize: false })).toString(
            "latin1",
          );
          const pages =
            pdf.match(/\/Type\s*\/Page[^s]/g)?.length ?? pdf.match(/\/Count (\d+)/)?.[1];
          if (BROWSER === "chrome" || pages) {
            assert.equal(Number(pages), 1, `${kind} ${language} ${format}`);
          }
        }
      }
    }
  },
);

visited(
  "it speaks German where that is asked for, and where the menu says so",
  async (visit) => {
    await visit.go("#lang=de");
    assert.equal(await visit.text("h1"), "Kannst du gewinnen?");
    await visit.cell(4);
    assert.match(await visit.text("#says"), /^Ich setze .* Du bist dran, mit X\.$/);
    assert.equal(await visit.page.evaluate(() => document.documentElement.lang), "de");
    await visit.page.$eval("#menu", (element) => element.showModal());
    await visit.select("#language", "es");
    assert.equal(await visit.text("h1"), "¿Puedes ganar?");
    assert.equal((await visit.said()).lang, "es");
    for (const room of ["#lesson=5&lang=de", "#menace&lang=de", "#puzzles&lang=de"]) {
      await visit.go(room);
      assert.equal((await visit.said()).lang, "de");
      const width = await visit.page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 320, `${room} is ${width} wide`); // less beside Firefox's scrollbar
    }
  },
  { width: 320, height: 740 },
);
