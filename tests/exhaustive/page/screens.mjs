// Pictures of the page in all its states, to be looked at: node screens.mjs FOLDER [PAGE]. That of the
// documents is among them, page.png; BROWSER=firefox shows what Firefox makes of it.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, Visit } from "./visit.mjs";

const docs = fileURLToPath(new URL("../../../docs/play.html", import.meta.url));
const [folder, file = docs] = process.argv.slice(2);
const ENDS = {
  lost: "#game=3x3k3&board=XO.XXOX.O&moves=0.1.4.8.3.5.6&side=O",
  won: "#game=3x3k3&board=XO.XXOX.O&moves=0.1.4.8.3.5.6&side=X&level=easy",
  drawn: "#game=3x3k3&board=XXOOOXXXO&moves=0.4.1.2.6.3.5.8.7",
};
const STATES = {
  start: "",
  hints: "#game=3x3k3&board=OX...X...&hints=1&moves=5&side=XO",
  ...ENDS,
  misere: "#game=3x3k3-misere&board=XO.XXOX.O&moves=0.1.4.8.3.5.6",
  puzzle: "#game=3x3k3&board=XO.......&puzzle",
  projector: "#game=3x3k3&board=OX...X...&hints=1&projector=1&side=XO",
  // These are shown where the page has the games: see test_page_in_browser.py.
  falls: "#game=3x3k3-gravity&board=.X..O..XO&hints=1&side=XO",
  torus: "#game=3x3-torus-k3&board=.X.O.XXO.",
  wide: "#game=1x9k3&board=XX.OO....&hints=1&side=XO",
  high: "#game=13x2k2-gravity&hints=1&side=XO",
};
const LOOKS = {
  light: {},
  dark: { "prefers-color-scheme": "dark" },
  forced: { "forced-colors": "active" },
};
const SIZES = [[320, 568], [390, 844], [1280, 800], [1920, 1080]]; // prettier-ignore

const browser = await launch(process.env.BROWSER ?? "chrome");
const shoot = async (
  name,
  address,
  { looks = LOOKS, sizes = SIZES, prepare = () => {}, full = false, page = file } = {},
) => {
  for (const [look, features] of Object.entries(looks))
    for (const [width, height] of sizes) {
      const options = { width, height, features: look === "light" ? undefined : features };
      const visit = await Visit.open(browser, page, address, options);
      await prepare(visit);
      const path = join(folder, sizes.length > 1 ? `${name}-${width}-${look}.png` : `${name}.png`);
      await visit.page.screenshot({ path, fullPage: full });
      await visit.close();
    }
};

const looks = process.env.BROWSER === "firefox" ? { light: {} } : LOOKS;
const unfold = (visit) =>
  visit.page.$$eval("details", (all) => all.forEach((one) => (one.open = true)));
for (const [name, address] of Object.entries(STATES)) await shoot(name, address, { looks });
const once = { looks: { light: {} }, full: true };
await shoot("more", ENDS.lost, { ...once, sizes: [[390, 844]], prepare: unfold });
if (process.env.BROWSER !== "firefox")
  await shoot("print", ENDS.lost, {
    ...once,
    sizes: [[800, 1100]],
    prepare: (visit) => visit.page.emulateMediaType("print"),
  });
await shoot("text200", ENDS.lost, {
  ...once,
  sizes: [[390, 844]],
  prepare: (visit) => visit.page.evaluate(() => (document.documentElement.style.fontSize = "200%")),
});
await shoot("page", STATES.hints, { looks: { light: {} }, sizes: [[960, 760]] });
const menace = { page: join(docs, "../menace.html"), looks, full: true };
for (const [name, truth] of Object.entries({ menace: false, "menace-truth": true }))
  await shoot(name, "#games=300&against=twin", {
    ...menace,
    prepare: async (visit) => {
      await visit.cell((await visit.board()).lastIndexOf("."));
      if (truth) await visit.click("#truth");
    },
  });
await shoot("menace-text200", "", {
  ...menace,
  sizes: [[390, 844]],
  looks: { light: {} },
  prepare: (visit) => visit.page.evaluate(() => (document.documentElement.style.fontSize = "200%")),
});
await browser.close();
