// Every state of the page as it is seen: what should be seen is large enough, nothing lies over
// anything else, nothing scrolls sideways, and the body's classes are those of the game's rules.
import assert from "node:assert/strict";
import { isWallDrawn, LOST, truth, visited } from "./visited.mjs";

const DAY = 86_400_000;
const FIRST_DAY = Date.parse("2026-01-05") / DAY;
const DAYS = 182; // after which the puzzles begin anew
const dateOf = (day) => new Date(day * DAY).toISOString().slice(0, 10);
const LOOKED_AT_CLOSELY = ["3x3k3", "3x3k3-misere", "4x4k4-gravity", "3x3-hex"];
const SOME_SIZES = [[320, 200], [390, 844], [1280, 720]]; // prettier-ignore
const SIZES = [...SOME_SIZES, [320, 568], [768, 1024], [2560, 1440]]; // prettier-ignore
const CLASS_SIZES = [[1024, 768], [1366, 768], [1920, 1080], ...SIZES]; // prettier-ignore

/** The games that have pages of their own are looked at in all sizes. */
const sizesOf = (name) => (LOOKED_AT_CLOSELY.includes(name) ? SIZES : SOME_SIZES);

/** Runs in the page: what is wrong with what is seen now. */
const findFaults = () => {
  const LEAST = 40;
  const isSmall = (one, { width, height }) =>
    one.matches("p") ? height < 15 : width * height < LEAST * LEAST || Math.min(width, height) < 16;
  const LARGE = "#field, #map-box, .spotlight svg, #learning, #wall, .month, #lesson-text";
  const APART = `header a, header button, main h1, main h2, main p, #field, #buttons button, .chip,
    #strip button, #map-box, #map-full, .month > *, #puzzle-list button, summary, #lab label,
    #lab button, #drawers figure, #learning, #reveal, #teaching > *, #wall, #card`;
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest("dialog, .heard") &&
    getComputedStyle(element).clipPath === "none";
  const nameOf = ({ id, className, textContent }) =>
    id || `${className} ${textContent}`.slice(0, 40);
  const faults = [];

  for (const element of document.querySelectorAll(LARGE)) {
    const box = element.getBoundingClientRect();
    if (isSeen(element) && isSmall(element, box)) {
      faults.push(`${nameOf(element)} is ${box.width} x ${box.height}`);
    }
  }

  const boxes = [...document.querySelectorAll(APART)]
    .filter((element) => isSeen(element) && element.textContent + element.innerHTML !== "")
    .map((element) => [element, element.getBoundingClientRect()]);
  for (const [index, [element, box]] of boxes.entries()) {
    for (const [other, otherBox] of boxes.slice(index + 1)) {
      const across = Math.min(box.right, otherBox.right) - Math.max(box.left, otherBox.left);
      const down = Math.min(box.bottom, otherBox.bottom) - Math.max(box.top, otherBox.top);
      const isWithin = element.contains(other) || other.contains(element);
      if (!isWithin && across > 1.5 && down > 1.5) {
        faults.push(`${nameOf(element)} lies over ${nameOf(other)}`);
      }
    }
  }
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) {
    faults.push(`it is ${scrollWidth} wide`);
  }
  const { classList } = document.body;
  const { game, name } = tttTable.shownGame();
  const rules = { misere: game.misere, falls: game.gravity, hexagons: name === "hex" };
  for (const [rule, holds] of Object.entries(rules)) {
    if (classList.contains(rule) !== holds) {
      faults.push(`${rule} is ${!holds}`);
    }
  }
  return faults;
};

/** Look at a state in all sizes, and collect what is wrong. */
const look = async ({ page }, what, sizes, found) => {
  for (const [width, height] of sizes) {
    await page.setViewport({ width, height });
    for (const fault of await page.evaluate(findFaults)) {
      found.push(`${what}, ${width} x ${height}: ${fault}`);
    }
  }
};

/** The states of a game besides its beginning: during it, at its end, and looked back at. */
const statesOfGame = async (visit, what, found) => {
  for (let moves = 0; moves < 30 && (await visit.texts("#strip button")).length === 0; moves++) {
    const cells = await visit.page.$$eval("[role=gridcell]", (all) =>
      all.flatMap((cell, at) => (cell.classList.contains("free") ? [at] : [])),
    );
    await visit.cell(cells[0]);
    if (moves === 0) {
      await look(visit, `${what}, going on`, sizesOf(what), found);
    }
    if (cells.length <= 1) {
      break;
    }
  }
  await look(visit, `${what}, over`, sizesOf(what), found);
};

visited("games look right from their first move to the look back, in all sizes", async (visit) => {
  const found = [];
  for (const name of ["3x3k3", ...Object.keys(truth.places).filter((game) => game !== "3x3k3")]) {
    await visit.turn(`#game=${name}&side=XO`);
    await look(visit, `${name}, begun`, sizesOf(name), found);
    await statesOfGame(visit, name, found);
  }
  await visit.turn(`${LOST}&side=O`);
  await look(visit, "lost", SIZES, found);
  await visit.press("Look back");
  await look(visit, "asked", SIZES, found);
  await visit.press("Show me");
  await look(visit, "told", SIZES, found);
  await visit.turn("#game=3x3k3&board=OX...X...&hints=1");
  await look(visit, "with hints", SIZES, found);
  await visit.turn("#game=3x3k3&board=XOX.OOOXX&moves=0.4.8.1.7.6.2.5&level=perfect");
  await visit.cell(3);
  await visit.until(() => document.querySelector("#map-box").checkVisibility());
  await look(visit, "solved", SIZES, found);
  assert.deepEqual(found, []);
});

visited("puzzles look right, in all sizes", async (visit) => {
  const found = [];
  await visit.turn("#puzzles");
  await look(visit, "a puzzle", SIZES, found);
  await visit.cell(8);
  await look(visit, "a wrong move", SIZES, found);
  await visit.cell(2);
  await look(visit, "a solved puzzle", SIZES, found);
  await visit.turn("#day=2026-11-28");
  await look(visit, "a day", SIZES, found);
  await visit.page.click("summary");
  await look(visit, "yesterday's answer", SIZES, found);
  assert.deepEqual(found, []);
});

visited("the lesson looks right in German, whose words are longer", async (visit) => {
  const found = [];
  for (const step of [1, 2, 3, 4, 5]) {
    await visit.go(`#lesson=${step}&lang=de`);
    await look(visit, `step ${step}`, step === 4 ? CLASS_SIZES : SIZES, found);
  }
  assert.deepEqual(found, []);
});

visited("the page for a class looks right, in all sizes and on projectors", async (visit) => {
  const found = [];
  await visit.go("#lab");
  await look(visit, "the lab", SIZES, found);
  for (const address of ["#menace", "#lesson=1", "#lesson=2", "#lesson=3", "#lesson=4"]) {
    await visit.turn(address);
    await visit.until(() => !document.querySelector("#board[aria-busy=true]"));
    await look(visit, address, address === "#lesson=4" ? CLASS_SIZES : SIZES, found);
  }
  await visit.page.click("#reveal");
  await look(visit, "what the class has guessed", SIZES, found);
  await visit.turn("#lesson=5");
  await look(visit, "the questions", SIZES, found);
  assert.deepEqual(found, []);
});

for (const [width, height] of CLASS_SIZES.filter(([width]) => width >= 1024)) {
  visited(
    `a class sees the board, the box, the controls and all boxes at ${width} x ${height}`,
    async (visit) => {
      for (const language of ["en", "de", "es"]) {
        await visit.go(`#lesson=4&lang=${language}`);
        await visit.until(isWallDrawn);
        const [foot, ...bottoms] = await visit.page.evaluate(() =>
          ["#steps", "#field", ".spotlight", "#reveal", "#teaching", "#wall"].map(
            (one) =>
              document.querySelector(one).getBoundingClientRect()[
                one === "#steps" ? "top" : "bottom"
              ],
          ),
        );
        assert.ok(Math.max(...bottoms) <= foot, `${language}: ${bottoms}, ${foot}`);
      }
    },
    { width, height },
  );
}

visited("every third day looks right, and so each weekday", async (visit) => {
  const found = [];
  for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day += 3) {
    await visit.turn(`#day=${dateOf(day)}`);
    await look(visit, dateOf(day), [[390, 844]], found);
  }
  assert.deepEqual(found, []);
});

visited("the map fills the screen where that is wanted", async (visit) => {
  await visit.go(`${LOST}&side=O`);
  await visit.click("#map-full");
  await visit.until(() => document.fullscreenElement !== null);
  const { width, height } = await visit.page.$eval("#map-box", (box) =>
    box.getBoundingClientRect().toJSON(),
  );
  assert.ok(width > 600 && height > 600, `${width} x ${height}`);
});
