// What the tests share: a browser, and visits to a page of several games. BROWSER says which
// browser; FOLDER holds the page, some tables, and what Python says of them (see
// test_page_in_browser.py).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, Visit } from "./visit.mjs";

export const { BROWSER = "chrome", FOLDER } = process.env;
const PAGE = join(FOLDER, "page.html");
export const truth = JSON.parse(readFileSync(join(FOLDER, "truth.json")));
export const START = ".........";
export const LOST = "#game=3x3k3&board=XO.XXOX.O&moves=0.1.4.8.3.5.6";

/** Runs in the page: whether MENACE's wall, where it is seen, has all its boxes and their beads. */
export const isWallDrawn = () => {
  const boxes = [...document.querySelectorAll("#wall button")];
  const isSeen = document.querySelector("#wall")?.checkVisibility();
  return !isSeen || (boxes.length === 304 && boxes.every(({ dataset }) => dataset.shown));
};

let browser;
before(async () => {
  browser = await launch(BROWSER);
});
after(() => browser.close());

export const opened = () => browser;

/**
 * A test of one visit, after which nothing may have been loaded, and no error been missed. What
 * waits for ever fails after `timeout` milliseconds.
 */
export const visited = (name, act, { timeout = 300_000, ...options } = {}) =>
  test(name, { timeout }, async () => {
    const visit = await Visit.open(browser, PAGE, "", options);
    try {
      await act(visit);
    } finally {
      await visit.context.close();
    }
    visit.checkComplaints();
  });

/** The same in Chromium alone: what only it can pretend, or what is long and no browser changes. */
export const visitedInChromium = (name, act, options) =>
  BROWSER === "chrome" && visited(name, act, options);
