// What eyes and ears need: names and roles, motion, contrast, room; and that nothing comes from outside.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { BROWSER, LOST, pretended, visited } from "./visited.mjs";

const AXE = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

visited("screen readers are told", async (visit) => {
  const roles = await visit.page.$$eval("[role]", (all) =>
    all.map((one) => one.getAttribute("role")),
  );
  const count = (role) => roles.filter((one) => one === role).length;
  assert.deepEqual(["grid", "row", "gridcell", "alert", "status"].map(count), [1, 3, 9, 1, 1]);
  assert.equal((await visit.labels())[4], "4: row 2, column 2, empty");
  await visit.cell(4);
  const answered = (await visit.board()).indexOf("O");
  assert.match(await visit.text("#status"), RegExp(`O plays ${answered}: row`));
  assert.match((await visit.labels())[answered], /played last/);
  const said = await visit.page.evaluate(() => {
    const before = document.querySelector("#status").firstChild;
    document.querySelector("#projector").click();
    return document.querySelector("#status").firstChild === before;
  });
  assert.ok(said, "nothing is said twice");
});

visited("whoever wants less motion gets none", async (visit) => {
  await visit.go("#game=3x3k3-gravity&side=XO");
  await visit.cell(0);
  const moving = () =>
    visit.page.$eval(".new .stone", (one) => getComputedStyle(one).animationName);
  assert.equal(await moving(), "none");
  if (BROWSER !== "chrome") return;
  await visit.emulate({ "prefers-reduced-motion": "no-preference" });
  assert.equal(await moving(), "fall");
});

visited("nothing can be loaded or run from outside", async (visit) => {
  await visit.page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "globalThis.slipped = true";
    document.body.append(script);
    const image = new Image();
    image.src = "https://example.invalid/picture.png";
  });
  assert.equal(await visit.page.evaluate(() => globalThis.slipped), undefined);
  await visit.until(() => true);
  visit.complaints = visit.complaints.filter((one) => !/Content.Security.Policy/.test(one));
  visit.asked = visit.asked.filter((url) => !url.includes("example.invalid"));
});

/** Each game at its worst on a screen: where it is, and which words of its cells collide. */
const layout = (page) =>
  page.evaluate(() => {
    const box = (one) => one.getBoundingClientRect();
    const collide = (one, other) =>
      one.left < other.right &&
      other.left < one.right &&
      one.top < other.bottom &&
      other.top < one.bottom;
    const texts = (cell, kinds = ".number, .long, .brief") =>
      [...cell.querySelectorAll(kinds)].map(box).filter(({ width }) => width);
    const cells = [...document.querySelectorAll("[role=gridcell]")];
    return {
      collisions: cells.flatMap((cell) =>
        texts(cell, ".number").flatMap((one) =>
          texts(cell, ".long, .brief").filter((other) => collide(one, other)),
        ),
      ).length,
      outside: cells.filter((cell) =>
        texts(cell).some(
          (one) =>
            one.left < box(cell).left ||
            one.right > box(cell).right ||
            one.bottom > box(cell).bottom,
        ),
      ).length,
      smallest: Math.min(...cells.map((cell) => box(cell).width)),
      letters: Math.min(
        ...cells
          .flatMap((cell) => [...cell.querySelectorAll(".hint")])
          .map((one) => parseFloat(getComputedStyle(one).fontSize)),
      ),
      height: box(document.querySelector("#board")).height,
      bottom: box(document.querySelector("#board")).bottom,
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      levels: box(document.querySelector("#levels")).bottom,
      fresh: box(document.querySelector("#new")).bottom,
      screen: innerHeight,
    };
  });

const BOARDS = [
  "3x3k3&board=OX...X...&moves=5",
  "2x5k3&board=XX...OO...",
  "1x9k3&board=XX.OO....",
  "13x2k2-gravity",
  "3x3k3-gravity&board=.......X.",
];
visited("nothing collides on a narrow screen, and every board fits", async (visit) => {
  const sizes = Object.entries({ 320: 568, 390: 844, 1280: 800, 1920: 1080 });
  for (const [width, height] of sizes.map((size) => size.map(Number))) {
    await visit.page.setViewport({ width, height });
    for (const game of BOARDS) {
      await visit.go(`#game=${game}&hints=1&side=XO`);
      const found = await layout(visit.page);
      const where = `${game} at ${width}: ${JSON.stringify(found)}`;
      assert.deepEqual([found.collisions, found.outside, found.wide], [0, 0, 0], where);
      assert.ok(found.smallest >= 24 && (found.letters ?? 11) >= 11, where);
      assert.ok(found.height <= height * 0.78 || found.smallest < 32, where);
    }
  }
  await visit.page.setViewport({ width: 390, height: 844 });
  await visit.go("");
  const found = await layout(visit.page);
  assert.ok(found.levels < found.screen && found.fresh < found.screen, JSON.stringify(found));
});

const inside = (page) =>
  page.evaluate(() => {
    /** Relative luminance, as WCAG 2.2 defines it. */
    const light = (colour) => {
      const parts = colour
        .match(/[\d.]+/g)
        .slice(0, 3)
        .map((part) => part / 255);
      const [red, green, blue] = parts.map((c) =>
        c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (...colours) => {
      const [dark, bright] = colours.map(light).sort((one, other) => one - other);
      return (bright + 0.05) / (dark + 0.05);
    };
    const paper = getComputedStyle(document.body).backgroundColor;
    const edges = [...document.querySelectorAll("[role=gridcell], button, select, #text")].filter(
      (one) => one.checkVisibility(),
    );
    const stones = [...document.querySelectorAll("[role=gridcell] .stone")];
    return {
      edges: Math.min(
        ...edges
          .map((one) => getComputedStyle(one))
          .flatMap((style) =>
            parseFloat(style.borderTopWidth) >= 1 ? [contrast(style.borderTopColor, paper)] : [0],
          ),
      ),
      stones: Math.min(
        ...stones.map((one) =>
          contrast(
            getComputedStyle(one).stroke,
            getComputedStyle(one.parentElement).backgroundColor,
          ),
        ),
      ),
    };
  });

for (const look of [
  {},
  { "prefers-color-scheme": "dark" },
  { "forced-colors": "active" },
  { "forced-colors": "active", "prefers-color-scheme": "dark" },
])
  pretended(
    `edges and stones are seen: ${JSON.stringify(look)}`,
    async (visit) => {
      for (const address of [
        `${LOST}&hints=1`,
        "#game=3x3k3-misere&board=XO.XXOX.O",
        "#game=3x3k3&board=OX.......&hints=1",
        "#game=3x3k3&board=OX.......&projector=1",
      ]) {
        await visit.go(address);
        const { edges, stones } = await inside(visit.page);
        assert.ok(edges >= 3 && stones >= 3, `${address}: ${edges} ${stones}`);
        const choices = await visit.page.$$eval("#levels input", (all) =>
          all.map(({ checked, nextSibling }) => {
            const { border, backgroundColor } = getComputedStyle(nextSibling);
            return [checked, border + backgroundColor];
          }),
        );
        const looks = (made) =>
          new Set(choices.filter(([one]) => one === made).map(([, look]) => look));
        for (const look of looks(true)) assert.ok(!looks(false).has(look), "a choice is not seen");
        // What is special about a cell is not said by a background alone, which the system takes away.
        const kinds = await visit.page.$$eval("[role=gridcell]", (all) =>
          all.map((one) => [one.className, getComputedStyle(one).border]),
        );
        const border = (name) => kinds.find(([classes]) => classes.split(" ").includes(name))?.[1];
        for (const name of ["last", "line"].filter(border))
          if (look["forced-colors"])
            assert.notEqual(
              border(name),
              kinds.find(([classes]) => !/last|line/.test(classes))[1],
              name,
            );
      }
    },
    { features: look },
  );

const axe = async (visit, what) => {
  await visit.page.evaluate(AXE);
  const found = await visit.page.evaluate(async () =>
    (await axe.run()).violations.map(({ id, nodes }) => [
      id,
      nodes.map(({ html, any }) => [html.slice(0, 200), any[0]?.message]),
    ]),
  );
  assert.deepEqual(found, [], what);
};

const STATES = [
  "#game=3x3k3&board=OX.......&hints=1&side=XO",
  `${LOST}&side=O`,
  "#game=3x3k3&board=XXOOOXXXO&moves=0.4.1.2.6.3.5.8.7",
  "#game=3x3k3&board=XO.......&puzzle",
  "#game=3x3k3-gravity&board=.......X.&hints=1&side=XO",
  "#game=3x3-torus-k3&board=.X.O.XXO.&projector=1",
];
const axeOn = (width, features, tried = features ? pretended : visited) =>
  tried(
    `axe finds nothing at ${width}, ${JSON.stringify(features ?? {})}`,
    async (visit) => {
      for (const address of STATES) {
        await visit.go(address);
        if (!/puzzle/.test(address)) {
          await visit.cell(2); // a mistake, or a complaint; and all unfolded
          await visit.page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
          await visit.paste("XXX");
        }
        await axe(visit, address);
        const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${address}: ${wide}`);
      }
    },
    { width, height: 800, features },
  );
axeOn(320);
axeOn(1280);
axeOn(390, { "prefers-color-scheme": "dark" });
axeOn(1920, { "prefers-color-scheme": "dark" });
axeOn(390, { "forced-colors": "active" });
