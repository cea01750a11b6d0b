// The games to play after one that is solved: links to other games and the puzzle of the day.
import { byId, element } from "../dom/elements.js";
import { translate } from "../language/translate.js";
import { state } from "../state.js";
import { games } from "../tables/tables.js";
import { TIC_TAC_TOE } from "./saved-games.js";

const MOST_GAMES = 3;

/** The folder of pages that have one published game each, and those that are linked. */
const GALLERY = "https://ttt-table.github.io/ttt-table/gallery/";
const PUBLISHED_GAMES = [
  ["misere.html", "Misère"],
  ["4x4.html", "4 × 4"],
  ["hex.html", "Hex"],
];

/** Draw links to the next games once the game in play has been solved. */
export function drawNextGames() {
  const links = (state.solving ? nextGames() : []).map(([href, words]) =>
    element("a", { class: "button", href, target: "_top" }, words),
  );
  byId("next-games").replaceChildren(links.length > 0 ? translate("nextGames") : "", ...links);
}

/** The address and the words of each link: games of this page or else published ones, a puzzle. */
function nextGames() {
  const others = [...games].filter(([name]) => name !== state.gameName).slice(0, MOST_GAMES);
  const links = others.map(([name, { title }]) => [`#game=${name}`, title()]);
  if (links.length === 0) {
    const published = PUBLISHED_GAMES.filter(([page]) => !location.pathname.endsWith(page));
    links.push(...published.map(([page, words]) => [GALLERY + page, words]));
  }
  if (games.has(TIC_TAC_TOE)) {
    links.push(["#day", translate("dayPuzzle")]);
  }
  return links;
}
