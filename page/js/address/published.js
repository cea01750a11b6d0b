// Where the page and its games are published.

const SITE = "https://ttt-table.github.io/ttt-table/";

/** The name of the page with what is for teachers, which lies beside the one to play on. */
export const CLASS_PAGE = "class.html";

/** The name of the page to play on. */
export const PLAY_PAGE = "play.html";

/** The games that have a page of their own: the name, the words, and the address of each. */
export const PUBLISHED_GAMES = [
  { name: "3x3k3", words: "3 × 3", page: `${SITE}${PLAY_PAGE}` },
  { name: "3x3k3-misere", words: "Misère", page: `${SITE}gallery/misere.html` },
  { name: "4x4k4-gravity", words: "4 × 4 ↓", page: `${SITE}gallery/falling.html` },
  { name: "3x3-hex", words: "Hex", page: `${SITE}gallery/hex.html` },
];

/** Return the address of a published page, with what follows the hash sign. */
export function published(page, hash) {
  return `${SITE}${page}#${hash}`;
}

/**
 * Return the address of this page as others can open it, with what follows the hash sign; of a page
 * that is a file, that of the published one, where it shows the same.
 */
export function pageAddress(hash, isPublished = true) {
  if (location.protocol === "file:" && isPublished) {
    return published(document.body.dataset.page, hash);
  }
  return `${location.href.split("#")[0]}#${hash}`;
}
