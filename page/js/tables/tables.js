// The tables that can be played: those in the page, those opened from files, one on a server.
import { PlayTable } from "#readers/kit.js";
import { RangedTable, readAll } from "#readers/ranged.js";
import { allOf } from "../dom.js";
import { gameTitle } from "../language/names.js";
import { translate } from "../language/translate.js";
import { PageError, shorten } from "../messages.js";

/** The name of tic-tac-toe, the game of the lesson and of MENACE. */
export const TIC_TAC_TOE = "3x3k3";

const MOST_BYTES = 2 ** 30; // of a file: browsers hold no more than about twice that at once
const MOST_UNPACKED = 2 ** 28; // a few kB of gzip can unpack to any size

/**
 * @typedef {object} Listed A game that can be played.
 * @property {() => string} title
 * @property {(first?: "X" | "O") => Promise<PlayTable> | PlayTable} open Reads and checks its
 *   table, with X or O moving first.
 * @property {RangedTable<PlayTable>} [source] Of a table on a server.
 */

/**
 * By its name each game that can be played.
 *
 * @type {Map<string, Listed>}
 */
export const games = new Map();

/** Return the name of a table's game, such as "4x5k4-gravity". */
export function gameName({ name, game }) {
  const { rows, cols, k, misere, gravity, breaker } = game;
  const parts = [name ? `${rows}x${cols}-${name}` : `${rows}x${cols}k${k}`];
  if (gravity) {
    parts.push("gravity");
  }
  if (misere) {
    parts.push("misere");
  }
  if (breaker) {
    parts.push("breaker");
  }
  return parts.join("-");
}

/**
 * Return what a name says of its game.
 *
 * @returns {import("../page-game.js").NamedGame}
 */
function readGameName(text) {
  const [, rows, cols, k, name, rules] =
    /^(\d+)x(\d+)(?:k(\d+)|-(.+?))((?:-gravity|-misere|-breaker)*)$/.exec(text) ?? [];
  const has = (rule) => (rules ?? "").includes(rule);
  return {
    name: name ?? null,
    game: {
      rows: Number(rows),
      cols: Number(cols),
      k: Number(k),
      misere: has("misere"),
      gravity: has("gravity"),
      breaker: has("breaker"),
    },
  };
}

/** List the tables in the page; each is read when it is opened. */
export function listEmbeddedTables() {
  for (const { dataset, textContent } of allOf("script[data-game]")) {
    const game = readGameName(dataset.game);
    listGame(dataset.game, new Blob([decodeBase64(textContent)]), () => gameTitle(game));
  }
}

function decodeBase64(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** List a game whose table is in a blob. */
function listGame(name, blob, title) {
  let bytes; // of a table that was found to be one
  /** @param {"X" | "O"} [first] */
  const open = async (first = "X") => {
    if (!bytes) {
      const read = await readTable(blob);
      const table = new PlayTable(read, { verify: true });
      table.continuation(table.start);
      bytes = read;
    }
    return new PlayTable(bytes, { first });
  };
  games.set(name, { title, open });
}

/** List the table in a file; resolves to the name under which it is listed. */
export async function openFile(file) {
  const table = new PlayTable(await readTable(file));
  const name = `${gameName(table)} ${file.name}`;
  listGame(name, file, () => `${gameTitle(table)} (${shorten(file.name)})`);
  try {
    await games.get(name)?.open();
  } catch (error) {
    games.delete(name);
    throw error;
  }
  return name;
}

/** List the table at an address, under that address. */
export async function openAddress(address) {
  if (games.has(address)) {
    return;
  }
  const source = await RangedTable.open(address, {
    make: (bytes, options) => new PlayTable(bytes, options),
  });
  games.set(address, {
    source,
    title: () => gameTitle(source.table),
    open: (first = "X") => source.remade({ first }),
  });
}

/** The bytes of a file, unpacked if it is gzip. */
async function readTable(blob) {
  try {
    return await readUnpacked(blob);
  } catch (error) {
    // Browsers throw different errors where a file cannot be read, is broken gzip, or memory runs
    // out.
    throw error instanceof PageError ? error : new PageError(translate("unreadableFile"));
  }
}

async function readUnpacked(blob) {
  const packed = await isGzip(blob);
  const stream = packed
    ? blob.stream().pipeThrough(new DecompressionStream("gzip"))
    : blob.stream();
  const bytes = await readAll(stream, packed ? MOST_UNPACKED : MOST_BYTES);
  if (!bytes) {
    throw new PageError(translate("tooLarge"));
  }
  return bytes;
}

async function isGzip(blob) {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}
