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
    ...(games.size > 1 ? linksWithin() : publishedLinks()),
    twoPlayersButton(),
  );
}

function linksWithin() {
  const names = [...games.keys()].slice(0, MOST_GAMES);
  return names.map((name) => {
    const isInPlay = name === state.gameName;
    const href = `#game=${encodeURIComponent(name)}`;
    return makeLink(href, games.get(name)?.title(), isInPlay);
  });
}

function publishedLinks() {
  return PUBLISHED_GAMES.map(([name, words, href]) =>
    makeLink(href, words, name === state.gameName),
  );
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
