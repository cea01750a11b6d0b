// Every state of the page as it is seen: the classes of the body are those of the game's rules.
import assert from "node:assert/strict";
import { visited } from "./visited.mjs";

const DAY = 86_400_000;
const FIRST_DAY = Date.parse("2026-01-01") / DAY;
const DAYS = 127;
const dateOf = (day) => new Date(day * DAY).toISOString().slice(0, 10);

/** By its class, whether the body has it, and whether the rules of the game say so. */
const readClasses = () => {
  const { misere, gravity } = tttTable.shownGame().game;
  const { classList } = document.body;
  return [
    [classList.contains("misere"), misere],
    [classList.contains("falls"), gravity],
    [classList.contains("hexagons"), tttTable.shownGame().name === "hex"],
  ];
};

visited("on each day the board looks as the rules of its game say", async (visit) => {
  for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day++) {
    await visit.turn(`#day=${dateOf(day)}`);
    for (const [shown, expected] of await visit.page.evaluate(readClasses)) {
      assert.equal(shown, expected, dateOf(day));
    }
  }
});

visited("the map fills the screen where that is wanted", async (visit) => {
  await visit.go("#game=3x3k3&board=X........&moves=0");
  await visit.click("#map-full");
  await visit.until(() => document.fullscreenElement !== null);
  const { width, height } = await visit.page.$eval("#map-box", (box) =>
    box.getBoundingClientRect().toJSON(),
  );
  assert.ok(width > 600 && height > 600, `${width} x ${height}`);
});
