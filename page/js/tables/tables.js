// The tables that can be played: those in the page, those opened from files, one on a server.
import { PlayTable } from "#readers/kit.js";
import { RangedTable, readAll } from "#readers/ranged.js";
import { allOf } from "../dom/elements.js";
import { describeError, PageError, shorten } from "../errors.js";
import { gameTitle } from "../language/names.js";
import { translate } from "../language/translate.js";

const MOST_BYTES = 2 ** 30; // of a file: browsers hold no more than about twice that at once
const MOST_UNPACKED = 2 ** 28; // a few kB of gzip can unpack to any size

/**
 * By its name each game that can be played: its `title()`, and `open(first)`, which returns its
 * table with X or O moving first. One on a server has a `source` too, any other its `bytes`.
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

/** List the tables in the page; resolves to messages about those that cannot be read. */
export async function openEmbeddedTables() {
  const messages = [];
  for (const { dataset, textContent } of allOf("script[data-game]")) {
    try {
      listGame(dataset.game, await readTable(new Blob([decodeBase64(textContent)])));
    } catch (error) {
      messages.push(`${dataset.game}: ${describeError(error)}`);
    }
  }
  return messages;
}

function decodeBase64(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** List the table in a file; resolves to the name under which it is listed. */
export async function openFile(file) {
  const bytes = await readTable(file);
  const name = `${gameName(new PlayTable(bytes))} ${file.name}`;
  listGame(name, bytes, file.name);
  return name;
}

/** List a game once its table, and best play from its start, can be read. */
function listGame(name, bytes, fileName) {
  const table = new PlayTable(bytes, { verify: true });
  table.continuation(table.start);
  games.set(name, {
    bytes,
    title: () => withFileName(gameTitle(table), fileName),
    open: (first) => new PlayTable(bytes, { first }),
  });
}

function withFileName(title, fileName) {
  return fileName ? `${title} (${shorten(fileName)})` : title;
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
    open: (first) => source.remade({ first }),
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
