// The tables that can be played: those of this page, and those opened from files.
import { PlayTable } from "../../../readers/js/kit.js";
import { Table } from "../../../readers/js/ttt-table.js";
import { cut, Refusal } from "./state.js";
import { TEXT } from "./texts.js";
import { reason } from "./view.js";

const MOST = 2 ** 30; // bytes of a file: browsers hold no more than about twice that at once
const MOST_UNPACKED = 2 ** 28; // a few kB of gzip can unpack to any size

/** By its name, each game's bytes and title; a picked file's name follows that of its game. */
export const games = new Map();

export const nameOf = ({ name, game: { rows, cols, k, misere, gravity } }) =>
  `${rows}x${cols}${name ? `-${name}` : `k${k}`}${gravity ? "-gravity" : ""}${misere ? "-misere" : ""}`;

/** The bytes of a file, unpacked where it is gzip; refused before they fill the memory. */
const bytesFrom = (blob) =>
  unpacked(blob).catch((error) => {
    // What browsers throw differs: where a file cannot be read, is no gzip, or memory runs out.
    throw error instanceof Refusal ? error : new Refusal(TEXT.unreadable);
  });

const unpacked = async (blob) => {
  if (blob.size > MOST) throw new Refusal(TEXT.tooLarge(blob.size, MOST));
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return new Uint8Array(await blob.arrayBuffer());
  if (!globalThis.DecompressionStream) throw new Refusal(TEXT.cannotUnpack);
  const reader = blob.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts = [];
  let size = 0;
  for (let part; !(part = await reader.read()).done; parts.push(part.value)) {
    size += part.value.length;
    if (size > MOST_UNPACKED || (!parts.length && !beginsAsTable(part.value))) {
      await reader.cancel();
      throw new Refusal(size > MOST_UNPACKED ? TEXT.unpacksTooLarge : TEXT.notATable);
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

const beginsAsTable = (bytes) => {
  try {
    new Table(bytes.slice(0, 64));
  } catch (error) {
    return error.code !== "not-a-table";
  }
  return true;
};

/** Whether all of a table can be read, its first and best moves too; throws what is wrong with it. */
const tried = (bytes) => {
  const table = new PlayTable(bytes, { verify: true });
  table.line(table.start);
  return table;
};

/** The tables that stand in this page; what is wrong with one does not stop the others. */
export const embedded = async () => {
  const faults = [];
  for (const { dataset, textContent } of document.querySelectorAll("script[data-game]")) {
    const packed = Uint8Array.from(atob(textContent), (character) => character.charCodeAt());
    try {
      const bytes = await bytesFrom(new Blob([packed]));
      games.set(dataset.game, { bytes, title: TEXT.title(tried(bytes)) });
    } catch (error) {
      faults.push(`${dataset.game}: ${reason(error)}`);
    }
  }
  return faults;
};

/** A picked file's table, under a name of its own. It is listed only if it can be played. */
export const picked = async (file) => {
  const bytes = await bytesFrom(file);
  const table = tried(bytes);
  const name = `${nameOf(table)} ${file.name}`;
  games.set(name, { bytes, title: `${TEXT.title(table)} (${cut(file.name)})` });
  return name;
};
