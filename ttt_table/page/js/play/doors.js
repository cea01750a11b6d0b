// Where to go on from a game that is solved: other games, and the puzzle of the day.
import { byId, element } from "../dom/elements.js";
import { capitalize, translate } from "../language/translate.js";
import { state } from "../state.js";
import { games } from "../tables/tables.js";
import { TIC_TAC_TOE } from "./saved-games.js";

const MOST_GAMES = 3;

/** Where games are published, each on a page of its own. */
const GALLERY = "https://ttt-table.github.io/ttt-table/gallery/";

/** By the name of its game, each published page that may follow, and what leads there. */
const EXHIBITS = {
  "3x3k3-misere": { page: "misere.html", words: () => capitalize(translate("misere")) },
  "4x4k4": { page: "4x4.html", words: () => "4 × 4" },
  "4x4-hex": { page: "hex.html", words: () => "Hex" },
};

/** Draw the doors once the game in play has been solved. */
export function drawDoors() {
  const doors = state.solving ? findDoors() : [];
  const links = doors.flatMap(([href, words]) => [
    " ",
    element("a", { class: "button", href, target: "_top" }, words),
  ]);
  byId("doors").replaceChildren(...(links.length > 0 ? [translate("nextDoor"), ...links] : []));
}

/** Other games of this page, or else published ones, and the puzzle of the day. */
function findDoors() {
  const others = [...games].filter(([name]) => name !== state.gameName);
  const doors = others.map(([name, { title }]) => [`#game=${name}`, title()]).slice(0, MOST_GAMES);
  if (doors.length === 0) {
    for (const [name, { page, words }] of Object.entries(EXHIBITS)) {
      if (name !== state.gameName) {
        doors.push([GALLERY + page, words()]);
      }
    }
  }
  if (games.has(TIC_TAC_TOE)) {
    doors.push(["#day", translate("dayPuzzle")]);
  }
  return doors;
}
