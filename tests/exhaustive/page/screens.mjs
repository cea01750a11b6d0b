// Pictures of the page in all its states: node screens.mjs FOLDER [PAGE]; look at them.
import { fileURLToPath } from "node:url";
import { launch, Visit } from "./visit.mjs";

const [folder, file = fileURLToPath(new URL("../../../docs/play.html", import.meta.url))] =
  process.argv.slice(2);
const LOST = "#game=3x3k3&board=XO.XXOX.O&moves=0.1.4.8.3.5.6&side=O";
const STATES = {
  start: ["", {}],
  hints: ["#game=3x3k3&board=OX...X...&first=X&hints=1&moves=5&side=XO", {}],
  lost: [LOST, {}],
  puzzle: ["#game=3x3k3&board=X.O....XO&puzzle", {}],
  projector: ["#game=3x3k3&board=OX...X...&hints=1&projector=1&side=XO", {}],
};
const SIZES = { 320: 568, 390: 844, 1280: 800, 1920: 1080 };
const browser = await launch(process.env.BROWSER ?? "chrome");
for (const [name, [address]] of Object.entries(STATES))
  for (const [width, height] of Object.entries(SIZES))
    for (const [look, features] of Object.entries({
      light: {},
      dark: { "prefers-color-scheme": "dark" },
      forced: { "forced-colors": "active" },
    })) {
      if (look !== "light" && (width === "320" || width === "1920")) continue;
      const visit = await Visit.open(browser, file, address, { width: +width, height, features });
      await visit.page.screenshot({ path: `${folder}/${name}-${width}-${look}.png` });
      await visit.context.close();
      if (visit.complaints.length) console.log(name, visit.complaints);
    }
await browser.close();
