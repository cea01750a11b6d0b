// A visit to the page as a person makes it, in Chromium or in Firefox.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const PROGRAMS = {
  chrome: ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"],
  firefox: ["firefox-esr", "firefox"],
};

const PATIENCE = 60_000; // milliseconds for what comes at once on a machine with nothing else to do

/** A browser that wants less motion, and has no network. */
export const launch = (browser) => {
  const found = PROGRAMS[browser]
    .flatMap((name) => process.env.PATH.split(":").map((folder) => `${folder}/${name}`))
    .find(existsSync);
  return puppeteer.launch({
    browser,
    executablePath: found,
    headless: browser === "chrome" ? "shell" : true,
    args:
      browser === "chrome"
        ? ["--no-sandbox", "--disable-gpu", "--force-prefers-reduced-motion"]
        : [],
    extraPrefsFirefox: {
      "ui.prefersReducedMotion": 1,
      "network.proxy.type": 1,
      "network.proxy.http": "127.0.0.1",
      "network.proxy.http_port": 9,
    },
  });
};

/** Wait until something holds, and fail where it never does. */
export const until = async (holds, what = holds) => {
  const end = Date.now() + PATIENCE;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

export class Visit {
  /** Open the page; the opponent answers at once, as its pause is for people. */
  static async open(browser, file, address = "", { width = 1280, height = 900, features } = {}) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const visit = new Visit(context, page, pathToFileURL(file).href);
    page.setDefaultTimeout(PATIENCE);
    await page.setViewport({ width, height });
    if (features) {
      await visit.emulate(features);
    }
    await page.evaluateOnNewDocument(() => {
      const later = setTimeout;
      globalThis.setTimeout = (act, time) => later(act, time >= 350 && time < 15_000 ? 0 : time);
    });
    await visit.go(address);
    return visit;
  }

  constructor(context, page, url) {
    Object.assign(this, { context, page, url, asked: [], complaints: [] });
    page.on("request", (request) => this.asked.push(request.url()));
    page.on("console", (message) => this.complaints.push(message.text()));
    page.on("pageerror", (error) => this.complaints.push(String(error)));
  }

  /** Check that nothing was loaded from anywhere, and nothing went wrong unseen. */
  checkComplaints() {
    assert.deepEqual(this.complaints, []);
    for (const url of this.asked) {
      assert.match(url, /^(file|data|about):/);
    }
  }

  /** What only Chromium can pretend: colours that the system chooses, say. */
  async emulate(features) {
    const session = await this.page.createCDPSession();
    await session.send("Emulation.setEmulatedMedia", {
      features: Object.entries(features).map(([name, value]) => ({ name, value })),
    });
  }

  /** Open an address; the lesson, MENACE and the lab are on the page beside. */
  async go(address, isForClass = /[#&](lesson|menace|lab)\b/.test(address)) {
    const url = isForClass ? this.url.replace("page.html", "class.html") : this.url;
    await this.page.goto("about:blank");
    await this.page.goto(url + address);
    await this.settle();
  }

  /** Change what the address says while the page stays open, which is quicker too. */
  async turn(address) {
    await this.page.evaluate((hash) => {
      globalThis.hasTurned = location.hash === hash;
      addEventListener("hashchange", () => Object.assign(globalThis, { hasTurned: true }), {
        once: true,
      });
      location.hash = hash;
    }, address);
    await this.until(() => globalThis.hasTurned);
    await this.settle();
  }

  /** Wait for something; the page's policy forbids puppeteer's own way. */
  until(holds, ...given) {
    return until(() => this.page.evaluate(holds, ...given), holds);
  }

  /** Wait until it is a person's turn, or nobody's. */
  settle() {
    return this.until(() =>
      Boolean(globalThis.tttTable && document.querySelector("#board[aria-busy=false]")),
    );
  }

  /** The position as it is drawn. */
  board() {
    return this.page.evaluate(() =>
      [...document.querySelectorAll("[role=gridcell]")]
        .map((cell) => cell.querySelector("use")?.getAttribute("href").slice(1) ?? ".")
        .join(""),
    );
  }

  text(selector) {
    return this.page.$eval(selector, (element) => element.textContent);
  }

  texts(selector) {
    return this.page.$$eval(selector, (all) => all.map((element) => element.textContent));
  }

  labels() {
    return this.page.$$eval("[role=gridcell]", (all) =>
      all.map((element) => element.ariaLabel ?? element.getAttribute("aria-label")),
    );
  }

  /** Whether something is shown at all. */
  shown(selector) {
    return this.page.$eval(selector, (element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );
  }

  /** What the address says. */
  said() {
    return Object.fromEntries(new URLSearchParams(new URL(this.page.url()).hash.slice(1)));
  }

  async cell(at) {
    await (await this.page.$$("[role=gridcell]"))[at].click();
    await this.settle();
  }

  /** Click something; for what stands in the menu that is opened first, and closed after. */
  async click(selector) {
    const inMenu = await this.page.$eval(selector, (element) => Boolean(element.closest("#menu")));
    if (inMenu) {
      await this.page.$eval("#menu", (element) => element.open || element.showModal());
    }
    await this.page.$eval(selector, (element) => element.scrollIntoView({ block: "center" }));
    await this.page.click(selector);
    if (inMenu) {
      await this.page.$eval("#menu", (element) => element.close());
    }
    await this.settle();
  }

  async select(selector, value) {
    await this.page.select(selector, value);
    await this.settle();
  }

  /** One of the buttons under the board, by its words. */
  async press(words) {
    const all = await this.page.$$("#buttons button:not([hidden])");
    for (const element of all) {
      if ((await element.evaluate((found) => found.textContent)).startsWith(words)) {
        await element.click();
        return this.settle();
      }
    }
    return assert.fail(`${words} is none of ${await this.texts("#buttons button")}`);
  }

  /** Put a text into the field for boards and games, and set it up. */
  async paste(text) {
    await this.page.$eval("#text", (element, value) => Object.assign(element, { value }), text);
    await this.page.$eval("#paste", (element) => element.requestSubmit());
    await this.settle();
  }

  async pick(file) {
    await (await this.page.$("#file")).uploadFile(file);
  }
}
