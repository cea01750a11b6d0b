// The lesson: one key leads through it whatever was done, and leaving it brings everything back.
import assert from "node:assert/strict";
import { BROWSER, START, truth, visited } from "./visited.mjs";

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
  const address = "#lab&game=3x3k3&board=XO.......&moves=0.1&level=medium&side=X&hints=1";
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
  await visit.go("#lab");
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

const STEPS = [1, 2, 3, 4, 5];

/** In pixels of the screen, the smallest text that is seen, with what it says. */
const smallestText = (visit) =>
  visit.page.evaluate(() => {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      const isSeen = parent.checkVisibility({ visibilityProperty: true });
      if (isSeen && !parent.closest(".heard, option") && walker.currentNode.data.trim()) {
        const scale = parent.ownerSVGElement ? parent.getScreenCTM().a : 1;
        const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
        texts.push([size, walker.currentNode.data]);
      }
    }
    return texts.sort(([one], [other]) => one - other)[0];
  });

/** Nothing but small print is taken for it: the map and the menu are closed here. */
const readFromAfar = async (visit, what) => {
  const [size, text] = await smallestText(visit);
  assert.ok(size >= 28, `${what}: ${text} has ${size} pixels`);
};

visited(
  "everything in the lesson can be read on a projector",
  async (visit) => {
    for (const step of STEPS) {
      await visit.go(`#lesson=${step}`);
      await readFromAfar(visit, `step ${step}`);
    }
    await visit.go("#lesson=2");
    await visit.cell(6);
    await visit.cell(8);
    await visit.press("Look back");
    await readFromAfar(visit, "step 2, looked back at");
    await visit.go("#lesson=4");
    await visit.click("#reveal");
    await visit.click("#practise");
    await visit.until(() => /1,000/.test(document.querySelector("#curve").textContent));
    await readFromAfar(visit, "step 4, after practice");
  },
  { width: 1920, height: 1080 },
);

/** Where some elements stand, by their selectors. */
const boxesOf = (visit, selectors) =>
  visit.page.evaluate(
    (all) =>
      Object.fromEntries(
        all.map((selector) => [
          selector,
          document.querySelector(selector).getBoundingClientRect().toJSON(),
        ]),
      ),
    selectors,
  );

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
]) {
  visited(
    `board and footer stay where they are from step to step at ${width} x ${height}`,
    async (visit) => {
      const staying = ["#board", "#step-back", "#step-on", "#note-open"];
      const first = {};
      for (const step of STEPS.slice(0, 3)) {
        await visit.go(`#lesson=${step}`);
        const boxes = await boxesOf(visit, staying);
        for (const selector of staying) {
          const { left, top, width } = boxes[selector];
          first[selector] ??= { left, top, width };
          assert.deepEqual({ left, top, width }, first[selector], `${selector} in step ${step}`);
        }
      }
    },
    { width, height },
  );

  visited(
    `nothing that is pressed is under the footer at ${width} x ${height}`,
    async (visit) => {
      for (const step of STEPS) {
        await visit.go(`#lesson=${step}`);
        if (step === 4) {
          await visit.page.click("#reveal");
        }
        const hidden = await visit.page.evaluate(() => {
          const { top } = document.querySelector("#steps").getBoundingClientRect();
          const controls = [...document.querySelectorAll("main :is(button, select, a)")];
          return controls
            .filter((control) => control.checkVisibility() && !control.closest("#wall"))
            .filter((control) => control.getBoundingClientRect().bottom > top)
            .map(({ id, textContent }) => id || textContent);
        });
        assert.deepEqual(hidden, [], `step ${step}`);
      }
    },
    { width, height },
  );

  if (BROWSER === "chrome") {
    visited(
      `a class sees no jump in the lesson at ${width} x ${height}`,
      async (visit) => {
        await visit.go("#lesson=1");
        await visit.page.evaluate(() => {
          globalThis.shift = 0;
          const add = (entries) => {
            for (const { value } of entries) {
              globalThis.shift += value;
            }
          };
          const observer = new PerformanceObserver((list) => add(list.getEntries()));
          observer.observe({ type: "layout-shift" });
          globalThis.shifted = () => {
            add(observer.takeRecords());
            return globalThis.shift;
          };
        });
        for (const step of STEPS.slice(1)) {
          await visit.page.keyboard.press("PageDown");
          await visit.until(
            (count) => document.querySelector("#step-count").textContent === count,
            `${step} / 5`,
          );
          await visit.settle();
          await visit.page.evaluate(
            () =>
              new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
          );
          const shift = await visit.page.evaluate(() => globalThis.shifted());
          assert.ok(shift <= 0.05, `${shift} until step ${step}`);
        }
      },
      { width, height },
    );
  }
}
