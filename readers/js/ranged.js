// SPDX-FileCopyrightText: The ttt-table authors
// SPDX-License-Identifier: MIT
/**
 * A table on a server, of which a few bytes a position are read: its header once, and then a byte
 * for each move, by HTTP range requests. Any static host will do.
 *
 * Call tables, kits and matches within a function that is given to `ask`. It is called again until
 * all bytes that it needs have been fetched, so it must have no side effects.
 */
import { countMasks, subsets, Table, TableError } from "./ttt-table.js";

const FIRST = 2048; // bytes of the first request: the header of nearly every table
const MOST_HEADER = 1 << 15;
const MOST_WHOLE = 50_000_000; // what is read of a server that knows no ranges
const MOST_BEFORE = 1 << 20; // bytes that a server may send before those that were asked for
const GAP = 64; // bytes that are cheaper read than left out
const PATIENCE = 15_000; // milliseconds after which a silent server is given up
const LEAST = 1 << 15; // bytes that a large answer has to bring within that time
const MOST_MASKS = 1 << 18; // masks of a tier that are made here; those of a larger one are read
const PAUSE = 100; // milliseconds before a request whose connection broke is sent again

const NO_FILE = [404, 410]; // the statuses that say that there is none

const fault = (code, message) => new TableError(code, message);

const unanswered = (reason) => fault("unanswered", `the server does not answer (${reason})`);

const changed = () => fault("changed", "the file on the server has changed: open it anew");

/**
 * Which bytes of the file a response has, by its Content-Range: the place of the first one, the
 * place after the last one, and the size of the file where the server tells it.
 */
const sentRange = (response) => {
  const text = response.headers.get("content-range");
  if (text === null) {
    throw fault(
      "other-range",
      "the server does not say which bytes it sent: it has to send Content-Range, and to expose " +
        "it to pages of other hosts",
    );
  }
  const [start, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(text)?.slice(1) ?? [];
  const size = total === "*" ? undefined : Number(total);
  if (!(Number(start) <= Number(last) && Number(last) < (size ?? Infinity))) {
    throw fault("other-range", `the server sent an invalid Content-Range: ${text.slice(0, 80)}`);
  }
  return { start: Number(start), end: Number(last) + 1, size };
};

/**
 * The first bytes of a stream, at most so many; what follows is not read. `onProgress` is called
 * whenever `LEAST` more have come.
 */
const readFirst = async (stream, most, onProgress = () => {}) => {
  const parts = [];
  let size = 0;
  let goal = LEAST;
  const reader = stream.getReader();
  while (size < most) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    parts.push(value);
    size += value.length;
    if (size >= goal) {
      goal = size + LEAST;
      onProgress();
    }
  }
  reader.cancel().catch(() => {});
  return new Uint8Array(await new Blob(parts).slice(0, most).arrayBuffer());
};

/** All bytes of a stream; undefined where there are more than `most`. */
export const readAll = async (stream, most, onProgress) => {
  const bytes = await readFirst(stream, most + 1, onProgress);
  return bytes.length > most ? undefined : bytes;
};

/** With gravity, the masks of so many stones in the columns from `col` on. */
const stackedMasks = (stones, game, col = 0) => {
  const { rows, cols } = game;
  if (col === cols) {
    return [0];
  }
  const masks = [];
  let filled = 0;
  for (let height = 0; height <= Math.min(rows, stones); height++) {
    // The columns that follow have to hold the other stones.
    if (stones - height <= rows * (cols - col - 1)) {
      for (const others of stackedMasks(stones - height, game, col + 1)) {
        masks.push(filled | others);
      }
    }
    filled |= 1 << ((rows - 1 - height) * cols + col);
  }
  return masks;
};

export class RangedTable {
  #address;
  #make;
  #header; // the first bytes of the file, or all of them
  #isWhole = false; // whether those are all
  #size; // of the file, once the server has said it
  #bytes = new Map(); // by its place, each byte that has been fetched
  #missing; // the places of bytes that a call has needed and that are still to be fetched
  #version = null; // the file's ETag, or else when it was modified
  #unchanging; // whether the caller knows that the file is never replaced

  /**
   * Open the table at an address; `make` is what makes it of its bytes, such as a `PlayTable`. With
   * `unchanging` a server may send neither ETag nor Last-Modified.
   */
  static async open(
    address,
    { make = (bytes, options) => new Table(bytes, options), unchanging = false } = {},
  ) {
    const opened = new RangedTable();
    opened.#address = address;
    opened.#make = make;
    opened.#unchanging = unchanging;
    await opened.#begin();
    return opened;
  }

  /** How many requests were made and how many bytes came, for the curious. */
  requests = 0;
  received = 0;

  /** Another table of the same bytes, with other options. */
  remade(options) {
    return this.#make(this.#header, { ...options, ...(this.#isWhole ? {} : { source: this }) });
  }

  /** What a function returns that calls this table, or anything made of it. */
  async ask(act) {
    const fetched = [];
    for (;;) {
      const missing = new Set();
      this.#missing = missing;
      let answer;
      let refusal;
      try {
        answer = act(this.table);
      } catch (error) {
        refusal = error;
      }
      this.#missing = undefined;
      if (missing.size) {
        await this.#read([...missing].sort((place, next) => place - next));
        fetched.push(...missing);
      } else if (refusal) {
        // Bytes that contradict the table may have been spoilt on their way: forget them.
        fetched.forEach((place) => refusal instanceof TableError && this.#bytes.delete(place));
        throw refusal;
      } else {
        return answer;
      }
    }
  }

  // What a table calls of its source.

  byte(place) {
    const byte = this.#bytes.get(place);
    if (byte === undefined && !this.#missing) {
      throw fault("unread", "ask the server first");
    }
    if (byte === undefined) {
      this.#missing.add(place);
    }
    return byte;
  }

  checkSize(end) {
    if (this.#size && this.#size !== end) {
      throw fault("truncated", `the file has ${this.#size} bytes, and its header says ${end}`);
    }
  }

  /**
   * The masks of a tier that no symmetry makes smaller, in increasing order; undefined where there
   * are too many to go through.
   */
  masks({ stones }, game, symmetries) {
    if (countMasks(game)[stones] > MOST_MASKS) {
      return undefined;
    }
    // The image of a mask is that of its bytes.
    const images = symmetries
      .slice(1)
      .map((goals) =>
        [0, 8, 16, 24].map((low) =>
          Uint32Array.from({ length: 256 }, (_, set) =>
            goals
              .slice(low, low + 8)
              .reduce((mask, goal, i) => ((set >> i) & 1 ? mask | (1 << goal) : mask), 0),
          ),
        ),
      );
    const least = (mask) =>
      images.every(
        ([a, b, c, d]) =>
          (a[mask & 255] | b[(mask >> 8) & 255] | c[(mask >> 16) & 255] | d[mask >> 24]) >= mask,
      );
    const { rows, cols, gravity } = game;
    const masks = gravity ? stackedMasks(stones, game) : subsets(rows * cols, stones);
    return Uint32Array.from(masks).filter(least).sort();
  }

  // What it asks the server.

  async #begin() {
    this.#header = await this.#fetch(0, FIRST);
    try {
      this.table = this.remade();
    } catch (error) {
      if (this.#isWhole || error.code !== "truncated" || this.#header.length < FIRST) {
        throw error;
      }
      this.#header = await this.#fetch(0, MOST_HEADER);
      this.table = this.remade();
    }
    if (!this.#isWhole && this.#version === null && !this.#unchanging) {
      throw fault(
        "no-validator",
        "the server sends neither ETag nor Last-Modified, or does not expose them to pages of " +
          "other hosts, so a file that is replaced would be answered wrongly",
      );
    }
  }

  /** Read these bytes, near ones by one request, all requests at once. */
  async #read(places) {
    const runs = [];
    for (const place of places) {
      if (runs.length && place - runs.at(-1)[1] <= GAP) {
        runs.at(-1)[1] = place;
      } else {
        runs.push([place, place]);
      }
    }
    const read = async ([from, to]) => {
      const bytes = await this.#fetch(from, to - from + 1);
      if (bytes.length !== to - from + 1) {
        throw fault("truncated", "the server sent too little");
      }
      bytes.forEach((byte, i) => this.#bytes.set(from + i, byte));
    };
    const done = await Promise.allSettled(runs.map(read));
    const failed = done.find(({ status }) => status === "rejected");
    if (failed) {
      throw failed.reason;
    }
  }

  async #fetch(from, size) {
    const headers = { range: `bytes=${from}-${from + size - 1}` };
    // From elsewhere this header needs leave that hosts seldom give: there the ETag is compared.
    const { location } = globalThis;
    const near = !location || new URL(this.#address, location).origin === location.origin;
    if (near && this.#version?.startsWith('"')) {
      headers["if-range"] = this.#version; // a strong ETag
    }
    const patience = new Patience();
    try {
      return await this.#fetchWith(patience, headers, from, size);
    } catch (error) {
      throw error instanceof TableError ? error : await this.#silence(patience, error);
    } finally {
      patience.end();
    }
  }

  async #fetchWith(patience, headers, from, size) {
    const response = await this.#respond(patience, headers);
    if (NO_FILE.includes(response.status)) {
      throw fault("missing", `the server has no such file (${response.status})`);
    }
    if (response.status !== 206 && response.status !== 200) {
      throw unanswered(response.status);
    }
    // Of other hosts a page often sees no ETag, but always when the file was modified.
    const version = response.headers.get("etag") ?? response.headers.get("last-modified");
    if (this.#version !== null && (version !== this.#version || response.status === 200)) {
      throw changed();
    }
    if (response.status === 200) {
      return this.#readWhole(response, patience);
    }

    const sent = sentRange(response);
    if (this.#size && sent.size && this.#size !== sent.size) {
      throw changed();
    }
    const before = from - sent.start;
    if (before < 0 || before > MOST_BEFORE || sent.end <= from) {
      throw fault("other-range", "the server sent other bytes than those that were asked for");
    }
    this.#version ??= version;
    this.#size ??= sent.size;
    const most = Math.min(before + size, sent.end - sent.start);
    const bytes = await readFirst(response.body, most, () => patience.begin());
    this.received += bytes.length;
    if (bytes.length < most) {
      throw fault("truncated", "the server sent too little");
    }
    return bytes.subarray(before);
  }

  /**
   * The server's response. A server may close a connection that it has kept just when the next
   * request is sent on it, so a request that breaks before its response is sent once more.
   */
  async #respond(patience, headers) {
    const { signal } = patience;
    const request = () => {
      this.requests++;
      return fetch(this.#address, { headers, cache: "no-store", signal });
    };
    try {
      return await request();
    } catch (error) {
      if (signal.aborted) {
        throw error;
      }
      // Meanwhile it shows which of the other kept connections have been closed too.
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      return request();
    }
  }

  /** Why nothing came of a request: a browser does not tell a page, so it is tried out. */
  async #silence(patience, error) {
    if (patience.signal.aborted) {
      return unanswered(`for ${PATIENCE / 1000} s`);
    }
    const { location } = globalThis;
    const isElsewhere = location && new URL(this.#address, location).origin !== location.origin;
    const request = { mode: "no-cors", method: "HEAD", cache: "no-store" };
    if (isElsewhere && (await fetch(this.#address, request).catch(() => undefined))) {
      return fault(
        "cross-origin",
        "the server does not let this page read the file: it sends no Access-Control-Allow-Origin",
      );
    }
    return unanswered(error.message);
  }

  /** All of it, from a server that knows no ranges: at the beginning, and if it is not large. */
  async #readWhole(response, patience) {
    const most = this.table ? 0 : MOST_WHOLE;
    const bytes = await readAll(response.body, most, () => patience.begin());
    if (!bytes) {
      throw fault("no-ranges", "the server sends only whole files, and this one is too large");
    }
    this.#isWhole = true;
    this.received += bytes.length;
    return bytes;
  }
}

/** How long a server may stay silent before a request is given up. */
class Patience {
  #controller = new AbortController();
  #timer;

  constructor() {
    this.begin();
  }

  get signal() {
    return this.#controller.signal;
  }

  /** Begin to wait anew. */
  begin() {
    this.end();
    this.#timer = setTimeout(() => this.#controller.abort(), PATIENCE);
  }

  end() {
    clearTimeout(this.#timer);
  }
}
