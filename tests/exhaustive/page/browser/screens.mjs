// Pictures of the page in its states, to be looked at: node screens.mjs FOLDER [PAGE]. That of the
// documents is among them, page.png; BROWSER=firefox shows what Firefox makes of it.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, Visit } from "./visit.mjs";

const docs = fileURLToPath(new URL("../../../../docs/play.html", import.meta.url));
const [folder, file = docs] = process.argv.slice(2);
const LOST = "#game=3x3k3&board=XO.XXOX.O&moves=0.1.4.8.3.5.6&side=O";
const lookBack = (visit) => visit.press("Look back");
const showMe = async (visit) => {
  await lookBack(visit);
  await visit.press("Show me");
};
const STATES = {
  start: ["#game=3x3k3&board=........."],
  hints: ["#game=3x3k3&board=OX...X...&hints=1&moves=5&side=XO"],
  lost: [LOST],
  asked: [LOST, lookBack],
  review: [LOST, showMe],
  misere: ["#game=3x3k3-misere&board=XO.XXOX.O&moves=0.1.4.8.3.5.6&side=XO"],
  puzzles: ["#puzzles"],
  menace: [
    "#menace&games=300&against=twin",
    async (visit) => visit.cell((await visit.board()).lastIndexOf(".")),
  ],
  solved: ["#board=XOX.OOOXX&moves=0.4.8.1.7.6.2.5&level=perfect", (visit) => visit.cell(3)],
  day: ["#day=2026-11-28"],
  ...Object.fromEntries([1, 2, 3, 4, 5].map((step) => [`step${step}`, [`#lesson=${step}`]])),
};
const LOOKS = {
  light: undefined,
  dark: { "prefers-color-scheme": "dark" },
  forced: { "forced-colors": "active" },
};
const SIZES = [[360, 740], [1280, 720], [1920, 1080]]; // prettier-ignore

/** Runs in the page: whether the map, where it is seen, has its boards. */
const isMapDrawn = () =>
  !document.querySelector("#map-view").checkVisibility() ||
  document.querySelector("#map-ways button") !== null;

const browser = await launch(process.env.BROWSER ?? "chrome");
const shoot = async (path, [address, prepare = () => {}], [width, height], features) => {
  const visit = await Visit.open(browser, file, address, { width, height, features });
  await prepare(visit);
  await visit.until(isMapDrawn);
  await visit.page.screenshot({ path: join(folder, path) });
  await visit.context.close();
};
for (const [name, state] of Object.entries(STATES)) {
  for (const [look, features] of Object.entries(LOOKS)) {
    for (const size of SIZES) {
      if (!features || process.env.BROWSER !== "firefox") {
        await shoot(`${name}-${size[0]}-${look}.png`, state, size, features);
      }
    }
  }
}
await shoot("page.png", STATES.review, [1280, 760]);
await browser.close();
