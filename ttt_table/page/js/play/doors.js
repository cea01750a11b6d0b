// Where to go on from a game that is solved: other games, and the puzzle of the day.
import { byId, element } from "../dom/elements.js";
import { translate } from "../language/translate.js";
import { state } from "../state.js";
import { games } from "../tables/tables.js";
import { TIC_TAC_TOE } from "./saved-games.js";

const MOST_GAMES = 3;

/** Where games are published, each on a page of its own, and the pages that may follow. */
const GALLERY = "https://ttt-table.github.io/ttt-table/gallery/";
const EXHIBITS = [
  ["misere.html", "Misère"],
  ["4x4.html", "4 × 4"],
  ["hex.html", "Hex"],
];

/** Draw the doors once the game in play has been solved. */
export function drawDoors() {
  const links = (state.solving ? findDoors() : []).map(([href, words]) =>
    element("a", { class: "button", href, target: "_top" }, words),
  );
  byId("doors").replaceChildren(links.length > 0 ? translate("nextDoor") : "", ...links);
}

/** Other games of this page, or else published ones, and the puzzle of the day. */
function findDoors() {
  const others = [...games].filter(([name]) => name !== state.gameName).slice(0, MOST_GAMES);
  const doors = others.map(([name, { title }]) => [`#game=${name}`, title()]);
  if (doors.length === 0) {
    const exhibits = EXHIBITS.filter(([page]) => !location.pathname.endsWith(page));
    doors.push(...exhibits.map(([page, words]) => [GALLERY + page, words]));
  }
  if (games.has(TIC_TAC_TOE)) {
    doors.push(["#day", translate("dayPuzzle")]);
  }
  return doors;
}
