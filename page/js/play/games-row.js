// The row of games under the navigation: those of this page, or else those that are published; and
// two players in place of one.
import { PUBLISHED_GAMES } from "../address/published.js";
import { byId, element } from "../dom.js";
import { translate } from "../language/translate.js";
import { isTwoPlayer, NONE, state } from "../state.js";
import { games } from "../tables/tables.js";
import { proceed } from "./game.js";

const MOST_GAMES = 5; // of the page that have a link; the menu lists all

/** Draw the row of games. */
export function drawGames() {
  byId("games-row").replaceChildren(
    ...(games.size > 1 ? linksWithin() : linksToPages()),
    twoPlayersButton(),
  );
}

function linksWithin() {
  const names = [...games.keys()].slice(0, MOST_GAMES);
  return names.map((name) => {
    const isInPlay = name === state.gameName;
    return makeLink(addressWithin(name), games.get(name)?.title(), isInPlay);
  });
}

function addressWithin(name) {
  return `#game=${encodeURIComponent(name)}`;
}

/** The game of this page, and those that have pages of their own where these can be reached. */
function linksToPages() {
  const isInPlay = ({ name }) => name === state.gameName;
  const reachable = PUBLISHED_GAMES.filter((game) => isInPlay(game) || navigator.onLine);
  const links = reachable.map((game) => {
    const href = isInPlay(game) ? addressWithin(game.name) : game.page;
    return makeLink(href, game.words, isInPlay(game));
  });
  return PUBLISHED_GAMES.some(isInPlay) ? links : [...linksWithin(), ...links];
}

function makeLink(href, words, isInPlay) {
  const current = isInPlay ? "true" : undefined;
  return element("a", { class: "chip", href, target: "_top", "aria-current": current }, words);
}

function twoPlayersButton() {
  const attributes = { class: "chip", type: "button", "aria-pressed": isTwoPlayer() };
  const button = element("button", attributes, translate("twoPlayers"));
  button.addEventListener("click", () =>
    proceed({ side: isTwoPlayer() ? "X" : "XO", reviewedMove: NONE }),
  );
  return button;
}
