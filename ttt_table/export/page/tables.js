// The tables that can be played: those of this page, those opened from files, one on a server.
import { PlayTable } from "../../../readers/js/kit.js";
import { RangedTable, readAll } from "../../../readers/js/ranged.js";
import { cut, reason, Refusal } from "./faults.js";
import { titleOf } from "./names.js";
import { say } from "./say.js";

const MOST = 2 ** 30; // bytes of a file: browsers hold no more than about twice that at once
const MOST_UNPACKED = 2 ** 28; // a few kB of gzip can unpack to any size

/** By its name, how each game is opened and what it is called. */
export const games = new Map();

/** The bytes of a file, unpacked where it is gzip; refused before they fill the memory. */
const bytesFrom = (blob) =>
  unpacked(blob).catch((error) => {
    // What browsers throw differs: where a file cannot be read, is no gzip, or memory runs out.
    throw error instanceof Refusal ? error : new Refusal(say("unreadable"));
  });

const unpacked = async (blob) => {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const packed = first === 0x1f && second === 0x8b;
  const stream = packed ? blob.stream().pipeThrough(new DecompressionStream("gzip")) : blob.stream();
  const bytes = await readAll(stream, packed ? MOST_UNPACKED : MOST);
  if (!bytes) throw new Refusal(say("tooLarge"));
  return bytes;
};

/** List a game once its table, and its first and best moves, can be read. */
const list = (name, bytes, file = "") => {
  const table = new PlayTable(bytes, { verify: true });
  table.line(table.start);
  const key = name || `${nameOf(table)} ${file}`;
  const title = () => titleOf(table) + (file && ` (${cut(file)})`);
  games.set(key, { bytes, title, open: (first) => new PlayTable(bytes, { first }) });
  return key;
};

export const nameOf = ({ name, game: { rows, cols, k, misere, gravity, breaker } }) =>
  `${rows}x${cols}${name ? `-${name}` : `k${k}`}${gravity ? "-gravity" : ""}${misere ? "-misere" : ""}${breaker ? "-breaker" : ""}`;

/** The tables that stand in this page; what is wrong with one does not stop the others. */
export const openEmbedded = async () => {
  const faults = [];
  for (const { dataset, textContent } of document.querySelectorAll("script[data-game]")) {
    const packed = Uint8Array.from(atob(textContent), (character) => character.charCodeAt());
    try {
      list(dataset.game, await bytesFrom(new Blob([packed])));
    } catch (error) {
      faults.push(`${dataset.game}: ${reason(error)}`);
    }
  }
  return faults;
};

/** A picked file's table, under a name of its own. */
export const openFile = async (file) => list("", await bytesFrom(file), file.name);

/** A table on a server, under its address. */
export const openAddress = async (address) => {
  if (games.has(address)) return;
  const make = (bytes, options) => new PlayTable(bytes, options);
  const source = await RangedTable.open(address, { make });
  const open = (first) => source.remade({ first });
  games.set(address, { open, source, title: () => titleOf(source.table) });
};
