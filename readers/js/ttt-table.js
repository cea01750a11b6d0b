// SPDX-FileCopyrightText: The ttt-table authors
// SPDX-License-Identifier: MIT
/**
 * ttt-table 1.0.0-dev.0: answers from the bytes of a table file alone, who wins, how soon, and
 * which moves are best.
 *
 * It follows docs/format.md and needs nothing but the language. Everything is seen by the mover,
 * the player whose turn it is. A set of cells is an integer, bit i for cell i; cells are numbered
 * from 0 at the top left, along the rows.
 */

// 1 for plain games, 2 for those with gravity, 3 for games of lines; where X is a Maker and O a
// Breaker 4 with k, 5 with lines; where O has other lines than X 6.
const VERSION = 6;
const MAX_HEAD = 1 << 15;
const WHOLE_BELOW = 1 << 20; // a larger file's body is verified on request
const REMEMBERED = 1 << 13; // how many masks a table remembers: all 512 of 3x3 fit
/**
 * What stands for an outcome whose byte is still to be fetched: its moves are to be asked for, too.
 */
const UNREAD = Object.freeze({ value: 0, plies: 1 });
const KEYS = "format version rows cols k misere positions tiers body_crc32 head_crc32";

/** A table that cannot be used; `code` tells the kinds apart. */
export class TableError extends Error {
  name = "TableError";
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Not a board of this game, or one that play cannot reach; `cells` are the cells at fault. */
export class BoardError extends Error {
  name = "BoardError";
  constructor(code, message, cells = []) {
    super(message);
    this.code = code;
    this.cells = cells;
  }
}

const damaged = (what) => new TableError("damaged", `${what}: some bytes have changed`);
const truncated = (data) => new TableError("truncated", `the file ends after ${data.length} bytes`);

const inconsistent = (what) =>
  new TableError("inconsistent", `the file contradicts itself: ${what}`);

const check = (holds, what) => {
  if (!holds) {
    throw inconsistent(what);
  }
};

/** The bytes of a text whose characters are bytes. */
const bytesOf = (text) => Uint8Array.from(text, (character) => character.charCodeAt());

/** BINOMIAL[n][r]: how many ways there are to choose r of n cells. */
const BINOMIAL = [[1, ...Array(30).fill(0)]];
for (let n = 1; n <= 30; n++) {
  BINOMIAL.push(BINOMIAL[n - 1].map((ways, r, row) => ways + (r && row[r - 1])));
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) {
    crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
  }
  return crc;
});

const crc32 = (data, start, end) => {
  let crc = -1;
  for (let at = start; at < end; at++) {
    crc = CRC[(crc ^ data[at]) & 255] ^ (crc >>> 8);
  }
  return ~crc >>> 0;
};

const cellsIn = (mask) => {
  const cells = [];
  for (let cell = 0; mask >> cell; cell++) {
    if ((mask >> cell) & 1) {
      cells.push(cell);
    }
  }
  return cells;
};

const count = (mask) => {
  let found = 0;
  for (let left = mask; left; left &= left - 1) {
    found++;
  }
  return found;
};

const maskOf = (cells) => cells.reduce((mask, cell) => mask | (1 << cell), 0);

const listed = (cells) => `cell${cells.length > 1 ? "s" : ""} ${cells.join(" ")}`;

/** The sets of `size` of the first `n` cells, in increasing order. */
export function* subsets(n, size) {
  for (let set = (1 << size) - 1; set < 1 << n;) {
    yield set;
    if (!set) {
      return;
    }
    const low = set & -set;
    const high = set + low;
    set = high | (((set ^ high) / low) >> 2);
  }
}

/** Every set of k cells in a row, as an array of cells. */
export const lines = ({ rows, cols, k }) => {
  const found = [];
  // What each way adds to row and column; with k = 1 they are all the same.
  const ways = [
    [0, 1],
    [1, 0],
    [1, 1],
    [1, -1],
  ];
  for (const [down, right] of k > 1 ? ways : ways.slice(3)) {
    for (let cell = 0; cell < rows * cols; cell++) {
      const end = (cell % cols) + right * (k - 1);
      if (end >= 0 && end < cols && Math.floor(cell / cols) + down * (k - 1) < rows) {
        found.push(Array.from({ length: k }, (_, i) => cell + i * (down * cols + right)));
      }
    }
  }
  return found;
};

/** The lines of an m,n,k game, and its turns and reflections: the cell that every cell goes to. */
const rowsOf = (game) => {
  const { rows, cols, gravity } = game;
  const found = [];
  const ofGrid = rows === cols ? 8 : 4;
  const kinds = gravity ? 2 : ofGrid;
  for (let kind = 0; kind < kinds; kind++) {
    found.push(
      Array.from({ length: rows * cols }, (_, cell) => {
        let row = Math.floor(cell / cols);
        let col = cell % cols;
        if (kind & 1) {
          col = cols - 1 - col;
        }
        if (kind & 2) {
          row = rows - 1 - row;
        }
        return kind & 4 ? col * cols + row : row * cols + col;
      }),
    );
  }
  return { name: null, lines: lines(game), symmetries: found };
};

/** What a head lists of a game of lines: its name, its lines, its symmetries. */
const checkedLines = ({
  version,
  rows,
  cols,
  gravity,
  name,
  lines: masksInHead,
  symmetries: text,
}) => {
  const cells = rows * cols;
  const isLine = (mask, i, masks) =>
    Number.isInteger(mask) &&
    mask > (masks[i - 1] ?? 0) &&
    mask < 2 ** cells &&
    !masks.slice(0, i).some((other) => (mask & other) === other);
  check(typeof name === "string" && /^[^\W_][\w-]{0,39}$/.test(name), "its name");
  // One list for both players, or in version 6 one for each.
  const byOwner = version === 6 ? masksInHead : [masksInHead];
  check(
    Array.isArray(byOwner) &&
      byOwner.length === (version === 6 ? 2 : 1) &&
      byOwner.every((masks) => Array.isArray(masks) && masks.every(isLine)),
    "its lines",
  );
  const [ofX, ofO] = byOwner;
  check(!ofO || (ofO.length > 0 && String(ofO) !== String(ofX)), "O's lines");

  // One text of as many characters as cells for each.
  const images = String(text).match(RegExp(`[^]{${cells}}`, "g")) ?? [];
  const symmetries = images.map((one) => Array.from(bytesOf(one), (goal) => goal - 48));
  const fits = (holds) => check(holds, "its symmetries");
  fits(symmetries[0]?.every((goal, cell) => goal === cell) && images.length <= 800);
  const group = new Set(images);
  fits([...group].sort().join("") === text);
  const reached = new Set([images[0]]);
  const leading = [];
  symmetries.forEach((goals, i) => {
    // Only one that is no product of others is looked at: a product keeps what they keep.
    if (reached.has(images[i])) {
      return;
    }
    fits(goals.every((_, cell) => goals.includes(cell)));
    const carried = (mask) => maskOf(cellsIn(mask).map((cell) => goals[cell]));
    fits(byOwner.every((masks) => masks.every((mask) => masks.includes(carried(mask)))));
    fits(
      !gravity || goals.every((goal, cell) => (goals[cell + cols] ?? goal + cols) === goal + cols),
    );
    leading.push(images[i]);
    // The set goes on with what is added to it meanwhile.
    for (const other of reached) {
      for (const lead of leading) {
        const product = other.replace(/./g, (goal) => lead[goal.charCodeAt() - 48]);
        fits(group.has(product));
        reached.add(product);
      }
    }
  });
  return { name, lines: ofX.map(cellsIn), oLines: ofO?.map(cellsIn), symmetries };
};

/** The head: its pairs, and where its parts end. Only what docs/format.md allows there is read. */
const readHead = (data) => {
  const magic = bytesOf("\xa6format\xa9ttt-table");
  const start = data.subarray(1, 1 + magic.length);
  if (data[0] < 0x8c || data[0] > 0x8f || start.some((byte, i) => byte !== magic[i])) {
    throw new TableError("not-a-table", "not a table");
  }

  let at = 1;
  const skip = (bytes) => {
    at += bytes;
    if (at > MAX_HEAD) {
      throw damaged("a value in the head");
    }
    if (at > data.length) {
      throw truncated(data);
    }
    return at - bytes;
  };
  const number = (bytes, signed) => {
    const from = skip(bytes);
    let found = signed ? (data[from] << 24) >> 24 : data[from];
    for (let i = from + 1; i < at; i++) {
      found = found * 256 + data[i];
    }
    return found;
  };
  // A text need not be UTF-8: its characters are its bytes.
  const text = (length) => String.fromCharCode(...data.subarray(skip(length), at));
  const array = (length, depth) => {
    if (length > 512 || depth > 4) {
      throw damaged("a value in the head");
    }
    const found = [];
    while (found.length < length) {
      found.push(value(depth));
    }
    return found;
  };
  const value = (depth = 0) => {
    const tag = number(1);
    if (tag < 0x80 || tag > 0xdf) {
      return (tag << 24) >> 24;
    }
    if (tag >> 4 === 9) {
      return array(tag & 15, depth + 1);
    }
    if (tag >> 5 === 5) {
      return text(tag & 31);
    }
    if (tag === 0xc0) {
      return null;
    }
    if (tag >> 1 === 0x61) {
      return tag === 0xc3;
    }
    if (tag > 0xcb && tag < 0xd4) {
      return number(1 << (tag & 3), tag > 0xcf);
    }
    if (tag > 0xd8 && tag < 0xdc) {
      return text(number(1 << (tag - 0xd9)));
    }
    if (tag >> 1 === 0x6e) {
      return array(number(tag & 1 ? 4 : 2), depth + 1);
    }
    throw damaged("a value in the head");
  };

  const keys = [];
  const values = [];
  let keyEnd;
  if (!data.length) {
    throw truncated(data);
  }
  do {
    keys.push(value());
    keyEnd = at;
    values.push(value());
    if (keys[1] === "version" && Number.isInteger(values[1]) && values[1] > VERSION) {
      throw new TableError("version", `its version is ${values[1]}: update ttt-table`);
    }
  } while (keys.at(-1) !== "head_crc32");
  if (values.at(-1) !== crc32(data, 0, keyEnd)) {
    throw damaged("the head's checksum fails");
  }
  return { keys, values, end: at };
};

/** The game that the head describes, and its values by their keys. */
const checkedHead = (data, { keys, values }) => {
  const head = Object.fromEntries(keys.map((key, i) => [key, values[i]]));
  const texts = new Set(keys.filter((key) => typeof key === "string")).add("masks").add("slots");
  // Versions 3, 5 and 6 have no k: nothing else in their heads can have that name.
  const { version, rows, cols, k = 1, misere, positions, body_crc32 } = head;
  const gravity = version > 1 && head.gravity;
  const withK = KEYS.replace("misere", "misere gravity");
  const withLines = KEYS.replace("k misere", "misere gravity name lines symmetries");
  const known = [KEYS, withK, withLines, withK, withLines, withLines][version - 1];
  const extra = keys.length - known?.split(" ").length;
  check(
    extra >= 0 &&
      texts.size === keys.length + 2 && // the two more that stand in the body
      texts.size === data[0] - 0x80 &&
      [...keys.slice(0, -2 - extra), ...keys.slice(-2)].join(" ") === known,
    "its keys",
  );
  check(
    [version, rows, cols, k, positions, body_crc32].every(Number.isInteger) &&
      Math.min(version, rows, cols, k, positions, body_crc32 + 1) > 0 &&
      Math.max(k, body_crc32) < 2 ** 32 &&
      rows * cols <= 30 &&
      typeof gravity === "boolean" &&
      (gravity || version !== 2) &&
      typeof misere === "boolean",
    "its game",
  );
  const ofLines = known === withLines;
  const breaker = (version === 4 || version === 5) && { breaker: true };
  const game = Object.freeze({ rows, cols, k: ofLines ? null : k, misere, gravity, ...breaker });
  return { head, game, ...(ofLines ? checkedLines(head) : rowsOf(game)) };
};

/**
 * Where each tier stands and the outcomes of its palette, the headers between, and where it ends.
 */
const layout = ({ rows, cols, gravity }, head, headEnd) => {
  const cells = rows * cols;
  const width = cells > 16 ? 4 : 2;
  const described = head.tiers;
  check(Array.isArray(described) && described.length === cells + 1, "its tiers");
  // How many masks there are of each number of stones: each column, or each cell, is filled so far.
  let filled = [1];
  for (let column = gravity ? cols : cells; column--;) {
    filled = Array.from({ length: cells + 1 }, (_, stones) =>
      filled
        .slice(Math.max(0, stones - (gravity ? rows : 1)), stones + 1)
        .reduce((sum, ways) => sum + ways, 0),
    );
  }
  let possible = 0;
  let masks = 0;
  const tiers = described.map((tier, stones) => {
    const [blocks, palette] = Array.isArray(tier) && tier.length === 2 ? tier : [];
    const most = BINOMIAL[cells][stones];
    check(Number.isInteger(blocks) && blocks > 0 && blocks <= most, "its blocks");
    check(Array.isArray(palette) && palette.length > 0, "a palette");
    const scores = palette.at(-1) === null ? palette.slice(0, -1) : palette;
    scores.forEach((score, i) => {
      const plies = cells + 1 - Math.abs(score);
      check(
        Number.isInteger(score) &&
          (!score || (plies >= 0 && plies <= cells - stones)) &&
          !(score <= scores[i - 1]),
        "a palette",
      );
    });
    const perBlock = BINOMIAL[stones][(stones + 1) >> 1];
    const bits = [1, 2, 4, 8].find((each) => palette.length <= 1 << each);
    const size = Math.ceil((blocks * perBlock * bits) / 8);
    check(size < 2 ** 32, "its tiers");
    possible += filled[stones] * perBlock;
    masks += blocks * width;
    const outcomes = scores.map((score) =>
      Object.freeze({
        value: Math.sign(score),
        plies: score ? cells + 1 - Math.abs(score) : cells - stones,
      }),
    );
    return { stones, blocks, perBlock, bits, palette, outcomes, size };
  });
  check(head.positions <= possible, "its positions");

  const headers = [];
  let end = headEnd;
  const expect = (...bytes) => {
    headers.push([end, bytes]);
    end += bytes.length;
  };
  const binary = (size) => {
    const log = [1 << 8, 1 << 16].filter((limit) => size >= limit).length;
    const bytes = [0xc4 + log];
    for (let i = 1 << log; i--;) {
      bytes.push(Math.floor(size / 256 ** i) % 256);
    }
    return bytes;
  };
  expect(...bytesOf("\xa5masks"), ...binary(masks));
  for (const tier of tiers) {
    tier.masksAt = end;
    end += tier.blocks * width;
  }
  const many = cells > 14; // then an array's length no longer fits its first byte
  expect(...bytesOf("\xa5slots"), ...(many ? [0xdc, 0, cells + 1] : [0x91 + cells]));
  for (const tier of tiers) {
    expect(...binary(tier.size));
    tier.slotsAt = end;
    end += tier.size;
  }
  return { tiers, headers, end };
};

const checkBody = (data, { tiers, headers, end }, head, headEnd, verify) => {
  if (data.length < end) {
    throw truncated(data);
  }
  if (data.length > end) {
    throw damaged("something follows the table's end");
  }
  const whole = verify || end < WHOLE_BELOW;
  if (whole && crc32(data, headEnd, end) !== head.body_crc32) {
    throw damaged("the body's checksum fails");
  }
  for (const [at, bytes] of headers) {
    check(
      bytes.every((byte, i) => byte === data[at + i]),
      "where its body stands",
    );
  }
  for (const { slotsAt, size, blocks, perBlock, bits } of whole ? tiers : []) {
    const used = (blocks * perBlock * bits) % 8;
    check(!used || !(data[slotsAt + size - 1] >> used), "bits behind a last slot");
  }
};

const HINT = "Write . for an empty cell.";
const SEPARATORS = /[ \t\r\n/|]/g;
const MARKS = new Map([..."XxOo.-_"].map((mark, i) => [mark, "XXOO..."[i]]));
const LIST_MARKS = new Map([...MARKS, ["", "."], [" ", "."], [null, "."], [undefined, "."]]);

const isNumber = (cell) =>
  Number.isInteger(cell) || (typeof cell === "string" && /^\d{1,4}$/.test(cell));

/** So many rows of so many cells, as the widths of what is drawn are compared. */
const widths = (rows, cols) => Array(rows).fill(cols).join();

const checkRows = (drawn, { rows, cols }) => {
  if (drawn !== widths(rows, cols)) {
    throw new BoardError(
      drawn === widths(cols, rows) ? "turned" : "wrong-rows",
      `drawn in rows of ${drawn} cells, but the game has ${rows} rows of ${cols}`,
    );
  }
};

/**
 * Refuse text that is drawn in other rows than the game's. Line ends and / divide rows. Without
 * them | or blanks may divide either the rows or all cells.
 */
const checkDrawing = (board, game) => {
  const size = game.rows * game.cols;
  const whole = widths(1, size);
  const cells = widths(size, 1);
  const divided = (separator) => {
    const parts = board.split(separator).map((part) => part.replace(SEPARATORS, "").length);
    return parts.filter(Boolean).join();
  };
  let drawn = divided(/[\r\n/]/);
  if (drawn === whole) {
    const bars = divided("|");
    const blanks = divided(/[ \t]/);
    if (blanks === widths(game.rows, game.cols) || bars === cells) {
      return;
    }
    drawn = bars !== whole || blanks === cells ? bars : blanks;
  }
  if (drawn !== whole) {
    checkRows(drawn, game);
  }
};

/** The cells of a list, or of a list of rows, each text or a list. */
const cellsOfList = (board, game) => {
  const items = Array.from(board);
  const isText = (item) => typeof item === "string";
  const texts = items.length === game.rows && game.cols > 1 && items.every(isText);
  if (!texts && !items.some(Array.isArray)) {
    return items;
  }
  const rows = items.map((row) => {
    if (isText(row)) {
      return [...row.replace(SEPARATORS, "")];
    }
    return Array.isArray(row) ? Array.from(row) : [];
  });
  checkRows(rows.map((row) => row.length).join(), game);
  return rows.flat();
};

/** A board in its one standard spelling, whichever of the understood ones it is in. */
const standard = (board, game) => {
  const isText = typeof board === "string";
  if (!isText && !Array.isArray(board)) {
    throw new BoardError("not-a-board", "a board is text or an array");
  }
  const cells = isText ? [...board.replace(SEPARATORS, "")] : cellsOfList(board, game);
  const marks = isText ? MARKS : LIST_MARKS;
  const places = [...cells.keys()];
  const numbered = isText ? [] : places.filter((cell) => isNumber(cells[cell]));
  const strange = places.find((cell) => !marks.has(cells[cell]) && !numbered.includes(cell));
  if (strange >= 0) {
    const cell = cells[strange];
    const found = typeof cell === "string" ? JSON.stringify(cell) : typeof cell;
    throw new BoardError("strange-character", `cell ${strange} holds ${found}. ${HINT}`, [strange]);
  }
  const base = cells[numbered[0]] - numbered[0];
  if (numbered.some((cell) => cells[cell] - cell !== (base && 1))) {
    throw new BoardError(
      "wrong-number",
      `${listed(numbered)}: an empty cell may hold its own number, from 0 or from 1`,
      numbered,
    );
  }
  const size = game.rows * game.cols;
  if (cells.length !== size) {
    throw new BoardError("wrong-length", `${cells.length} cells, but a board has ${size}. ${HINT}`);
  }
  if (isText) {
    checkDrawing(board, game);
  }
  return cells.map((cell) => LIST_MARKS.get(cell) ?? ".").join("");
};

/** The sets of cells that hold X and O, or undefined unless the board is in standard spelling. */
const stonesOf = (board, cells) => {
  let x = 0;
  let o = 0;
  for (let cell = 0; cell < cells; cell++) {
    const code = board.charCodeAt(cell);
    if (code === 88) {
      x |= 1 << cell;
    } else if (code === 79) {
      o |= 1 << cell;
    } else if (code !== 46) {
      return undefined;
    }
  }
  return { x, o };
};

/** A read-only map from every board that play can reach to its outcome for the mover. */
export class Table {
  #data;
  #tiers;
  #cells;
  #symmetries;
  #source;
  #places = new Map();

  /**
   * Checks the bytes as docs/format.md says; with `verify` the checksum of a large file's body too.
   * With `first: "O"` the colours are exchanged. With a `source` the bytes are those of a head
   * alone, and it gives the others: see ranged.js.
   */
  constructor(bytes, { first = "X", verify, source } = {}) {
    if (first !== "X" && first !== "O") {
      throw new RangeError('only "X" or "O" can move first');
    }
    if (!(bytes?.byteLength >= 0)) {
      throw new TypeError("a table comes as an ArrayBuffer");
    }
    const data = new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset, bytes.byteLength);
    const read = readHead(data);
    const { head, game, ...described } = checkedHead(data, read);
    this.#data = data;
    const laid = layout(game, head, read.end);
    if (source) {
      source.checkSize(laid.end);
    } else {
      checkBody(data, laid, head, read.end, verify);
    }
    this.#tiers = laid.tiers;
    this.#source = source;
    this.#cells = game.rows * game.cols;
    this.#symmetries = described.symmetries;
    this.game = game;
    this.name = described.name;
    this.lines = described.lines;
    // Of a Maker and a Breaker only X has lines.
    this.oLines = game.breaker ? [] : (described.oLines ?? this.lines);
    this.first = first;
    this.size = head.positions;
  }

  /** The outcome of a board, for the mover: {value, plies}. */
  get(board) {
    return this.#outcome(this.#position(board));
  }

  /** True where play can reach the board. */
  has(board) {
    try {
      return !!this.get(board);
    } catch (error) {
      if (error instanceof BoardError) {
        return false;
      }
      throw error;
    }
  }

  /** The board in its standard spelling, for one that play can reach. */
  text(board) {
    const position = this.#position(board);
    this.#outcome(position);
    return this.#text(position);
  }

  /** Every legal move, {cell, value, plies}, best first, equals in cell order. */
  moves(board) {
    return this.#moves(board).sort((one, other) => this.#score(other) - this.#score(one));
  }

  /** The score of each legal move by cell; with a limit, 0 where the end lies further away. */
  scores(board, { limit = Infinity } = {}) {
    if (limit < 0 || (limit !== Infinity && !Number.isInteger(limit))) {
      throw new RangeError(`no search stops after ${limit} plies`);
    }
    const scores = new Map();
    for (const move of this.#moves(board)) {
      scores.set(move.cell, move.plies > limit ? 0 : this.#score(move));
    }
    return scores;
  }

  /** All the cells that are best, in cell order. */
  bestMoves(board, options) {
    const scores = this.scores(board, options);
    const best = Math.max(...scores.values());
    return [...scores.keys()].filter((cell) => scores.get(cell) === best);
  }

  /** One of the best cells, the first unless `choose` picks another; undefined if it is over. */
  bestMove(board, { choose = (cells) => cells[0], ...options } = {}) {
    const best = this.bestMoves(board, options);
    return best.length ? choose(best) : undefined;
  }

  /** Every board that play can reach with its outcome, by tier, mask and pattern. */
  *entries() {
    for (let stones = 0; stones <= this.#cells; stones++) {
      for (const mask of subsets(this.#cells, stones)) {
        if (this.#floating(mask)) {
          continue;
        }
        const cells = cellsIn(mask);
        for (const pattern of subsets(stones, (stones + 1) >> 1)) {
          const x = maskOf(cells.filter((_, place) => (pattern >> place) & 1));
          const outcome = this.#probe(mask, x);
          if (outcome) {
            yield [this.#text({ x, o: mask ^ x }), outcome];
          }
        }
      }
    }
  }

  *keys() {
    for (const [board] of this.entries()) {
      yield board;
    }
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  /** The mark of the player who moves first, and the other's. */
  #marks() {
    return this.first === "X" ? "XO" : "OX";
  }

  #score({ value, plies }) {
    return value * (this.#cells + 1 - plies);
  }

  #text({ x, o }) {
    const marks = this.#marks();
    const markOf = (cell) => {
      if ((x >> cell) & 1) {
        return marks[0];
      }
      return (o >> cell) & 1 ? marks[1] : ".";
    };
    return Array.from({ length: this.#cells }, (_, cell) => markOf(cell)).join("");
  }

  /** The stones of a board, x being those of the player who moved first. */
  #position(board) {
    const cells = this.#cells;
    const stones =
      (typeof board === "string" && board.length === cells && stonesOf(board, cells)) ||
      stonesOf(standard(board, this.game), cells);
    const { x, o } = this.first === "X" ? stones : { x: stones.o, o: stones.x };
    const surplus = count(x) - count(o);
    if (surplus >> 1) {
      throw this.#uneven(x, o, surplus);
    }
    const floating = this.#floating(x | o);
    if (floating) {
      const at = cellsIn(floating);
      throw new BoardError("floating", `no stone stands below ${listed(at)}`, at);
    }
    return { x, o };
  }

  #uneven(x, o, surplus) {
    const marks = this.#marks();
    const at = cellsIn(surplus > 0 ? x : o);
    return new BoardError(
      "uneven-counts",
      `too many ${marks[+(surplus < 0)]}: ${marks[0]} moves first and they take turns`,
      at,
    );
  }

  /** The stones that stand on an empty cell, where stones fall. */
  #floating(mask) {
    const { cols, gravity } = this.game;
    return gravity && mask & ~(mask >> cols) & ((1 << (this.#cells - cols)) - 1);
  }

  #outcome({ x, o }) {
    const found = this.#probe(x | o, x);
    if (!found) {
      throw this.#unreachable(x, o);
    }
    return found;
  }

  /** Why play cannot reach a position that the table denies. */
  #unreachable(x, o) {
    const xMoves = count(x) === count(o);
    const made = (ownLines, stones) =>
      ownLines.filter((line) => line.every((cell) => (stones >> cell) & 1));
    const ofBoth = [made(this.lines, x), made(this.oLines, o)];
    const [own, last] = xMoves ? ofBoth : ofBoth.reverse();
    const at = cellsIn(maskOf([...own, ...last].flat()));
    const refuse = (code, why) =>
      new BoardError(code, at.length ? `${why} (${listed(at)})` : why, at);
    if (own.length && last.length) {
      return refuse("both-have-lines", "both have a line");
    }
    if (own.length) {
      return refuse("moved-after-end", "play went on after a line");
    }
    if (last.length && !last.reduce((shared, line) => shared & maskOf(line), -1)) {
      return refuse("lines-apart", "no move makes all the lines");
    }
    if (this.game.gravity) {
      return refuse("no-order", "no order of moves");
    }
    return inconsistent("a position is missing");
  }

  #moves(board) {
    const { x, o } = this.#position(board);
    const moves = [];
    if (!this.#outcome({ x, o }).plies) {
      return moves;
    }
    const mask = x | o;
    const stone = count(x) === count(o);
    for (let cell = 0; cell < this.#cells; cell++) {
      const after = mask | (1 << cell);
      if (after === mask || this.#floating(after)) {
        continue;
      }
      const reply = this.#probe(after, stone ? x | (1 << cell) : x);
      check(reply, "a position is missing");
      moves.push({ cell, value: 0 - reply.value, plies: reply.plies + 1 });
    }
    return moves;
  }

  /** The outcome where the stones of the mask stand, those of `x` being X's; else undefined. */
  #probe(mask, x) {
    const { tier, first, order } = this.#places.get(mask) ?? this.#place(mask);
    let slot = first;
    let found = 0;
    for (let place = 0; place < order.length; place++) {
      if ((x >> order[place]) & 1) {
        slot += BINOMIAL[place][++found];
      }
    }
    const bit = slot * tier.bits; // beyond 2^31 on large boards: no shift may touch it
    const at = tier.slotsAt + Math.floor(bit / 8);
    const byte = this.#source ? this.#source.byte(at) : this.#data[at];
    if (byte === undefined) {
      return UNREAD;
    }
    const number = (byte >> (bit % 8)) & ((1 << tier.bits) - 1);
    check(number < tier.palette.length, "a slot beyond its palette");
    return tier.outcomes[number];
  }

  /** The first slot of the mask's block, and the mask's cells in the order of that block. */
  #place(mask) {
    const cells = cellsIn(mask);
    const tier = this.#tiers[cells.length];
    let smallest = Infinity;
    let goals;
    for (const symmetry of this.#symmetries) {
      let image = 0;
      for (const cell of cells) {
        image |= 1 << symmetry[cell];
      }
      if (image < smallest) {
        smallest = image;
        goals = symmetry;
      }
    }
    const block = this.#block(tier, smallest);
    check(block < tier.blocks, "a mask is missing");
    if (this.#places.size >= REMEMBERED) {
      this.#places.clear();
    }
    const order = cells.sort((one, other) => goals[one] - goals[other]);
    const place = { tier, first: block * tier.perBlock, order };
    this.#places.set(mask, place);
    return place;
  }

  /** Which block has this mask; beyond the last one if none has it. */
  #block(tier, mask) {
    let low = 0;
    let high = tier.blocks;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#mask(tier, middle) < mask) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return this.#mask(tier, low) === mask ? low : tier.blocks;
  }

  #mask(tier, block) {
    if (this.#source) {
      tier.masks ??= this.#source.masks(tier.stones, this.game, this.#symmetries);
      return tier.masks[block];
    }
    const width = this.#cells > 16 ? 4 : 2;
    let mask = 0;
    for (let i = width; i--;) {
      mask = mask * 256 + this.#data[tier.masksAt + block * width + i];
    }
    return mask;
  }
}
