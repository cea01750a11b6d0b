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

const VERSION = 2;
const MAX_HEADER = 1 << 15;
const MAX_CELLS = 30;
const MAX_LINES = 512; // no array in a header is longer
const MAX_SYMMETRIES = 800;
const WHOLE_BELOW = 1 << 20; // a larger file's body is verified on request
const READ_AT_ONCE = 256; // masks that a source reads in one run rather than by bisection
const REMEMBERED = 1 << 13; // how many masks a table remembers: all 512 of 3x3 fit
/**
 * What stands for an outcome whose byte is still to be fetched: its moves are to be asked for, too.
 */
const UNREAD = Object.freeze({ value: 0, plies: 1 });
const CODE_OF_0 = 48; // of the character that stands for cell 0 in the text of symmetries
// No name reads as a rule or a size.
const RESERVED = /(^|-)(gravity|misere|breaker)$|^[kx]*\d[\dkx]*$/i;
/** The keys of each version. */
const KEYS_BY_VERSION = new Map([
  [1, "format version rows cols k misere positions tiers body_crc32 head_crc32".split(" ")],
  [2, "format version rows cols rules positions tiers body_crc32 head_crc32".split(" ")],
]);
const RULES_IN_A_ROW = ["misere", "gravity", "breaker", "k"];
const RULES_OF_LINES = ["misere", "gravity", "breaker", "lines", "o_lines", "name", "symmetries"];

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
const invalidValue = () => damaged("a value in the header");
const truncated = (data) => new TableError("truncated", `the file ends after ${data.length} bytes`);

const inconsistent = (fault) =>
  new TableError("inconsistent", `the file contradicts itself: ${fault}`);

const check = (isValid, part) => {
  if (!isValid) {
    throw inconsistent(`invalid ${part}`);
  }
};

/** The bytes of a text whose characters are bytes. */
const bytesOf = (text) => Uint8Array.from(text, (character) => character.charCodeAt());

/** Pascal's triangle: BINOMIAL[n][r] is the number of sets of r of n cells. */
const BINOMIAL = [[1, ...Array(MAX_CELLS).fill(0)]];
for (let n = 1; n <= MAX_CELLS; n++) {
  BINOMIAL.push(BINOMIAL[n - 1].map((choices, r, row) => choices + (r && row[r - 1])));
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
  for (let place = start; place < end; place++) {
    crc = CRC[(crc ^ data[place]) & 255] ^ (crc >>> 8);
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

/** The number of cells in a set. */
const count = (mask) => {
  let cells = 0;
  for (let left = mask; left; left &= left - 1) {
    cells++;
  }
  return cells;
};

const maskOf = (cells) => cells.reduce((mask, cell) => mask | (1 << cell), 0);

/** Cells as a message names them. */
const nameCells = (cells) => `cell${cells.length > 1 ? "s" : ""} ${cells.join(" ")}`;

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
  const cellsOfLines = [];
  const directions = [
    [0, 1],
    [1, 0],
    [1, 1],
    [1, -1],
  ];
  // A line of one cell lies in every direction, and is listed once.
  for (const [down, right] of k > 1 ? directions : directions.slice(3)) {
    for (let cell = 0; cell < rows * cols; cell++) {
      const lastRow = Math.floor(cell / cols) + down * (k - 1);
      const lastCol = (cell % cols) + right * (k - 1);
      if (lastRow < rows && lastCol >= 0 && lastCol < cols) {
        const step = down * cols + right;
        cellsOfLines.push(Array.from({ length: k }, (_, i) => cell + i * step));
      }
    }
  }
  return cellsOfLines;
};

/** The turns and reflections of a grid: for each the cell that every cell is carried to. */
const symmetriesOfGrid = ({ rows, cols, gravity }) => {
  const withoutGravity = rows === cols ? 8 : 4;
  return Array.from({ length: gravity ? 2 : withoutGravity }, (_, kind) =>
    Array.from({ length: rows * cols }, (__, cell) => {
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
};

/** The name, the lines and the symmetries that the header of a game of lines lists. */
const readLines = ({ rows, cols }, rules) => {
  const { gravity, breaker, lines: ofX, o_lines: ofO, name, symmetries: text } = rules;
  const cells = rows * cols;
  const isLine = (mask, i, masks) =>
    Number.isInteger(mask) &&
    mask > (masks[i - 1] ?? 0) &&
    mask < 2 ** cells &&
    !masks.slice(0, i).some((other) => (mask & other) === other);
  const isText = typeof name === "string";
  check(isText && /^[^\W_][\w-]{0,39}$/.test(name) && !RESERVED.test(name), "name");
  // One list for both players, or one for each.
  const byOwner = ofO === null ? [ofX] : [ofX, ofO];
  check(
    byOwner.every((masks) => Array.isArray(masks) && masks.every(isLine)),
    "lines",
  );
  check(!ofO || (!breaker && ofO.length > 0 && String(ofO) !== String(ofX)), "lines");
  const symmetries = readSymmetries(text, byOwner, cells, gravity && cols);
  return { name, lines: ofX.map(cellsIn), oLines: ofO?.map(cellsIn), symmetries };
};

/**
 * The symmetries that a header lists as one text, which must form a group and keep the lines of
 * each player; with gravity also the columns, whose number is given then.
 */
const readSymmetries = (text, byOwner, cells, cols) => {
  // One text of as many characters as cells for each.
  const images = String(text).match(RegExp(`[^]{${cells}}`, "g")) ?? [];
  const symmetries = images.map((image) => Array.from(bytesOf(image), (code) => code - CODE_OF_0));
  const checkThem = (areValid) => check(areValid, "symmetries");
  checkThem(symmetries[0]?.every((goal, cell) => goal === cell) && images.length <= MAX_SYMMETRIES);
  const group = new Set(images);
  checkThem([...group].sort().join("") === text);
  const reached = new Set([images[0]]);
  const generators = [];
  symmetries.forEach((goals, i) => {
    // A product keeps what its factors keep, so only generators are checked.
    if (reached.has(images[i])) {
      return;
    }
    checkThem(goals.every((_, cell) => goals.includes(cell)));
    const carried = (mask) => maskOf(cellsIn(mask).map((cell) => goals[cell]));
    checkThem(byOwner.every((masks) => masks.every((mask) => masks.includes(carried(mask)))));
    checkThem(
      !cols || goals.every((goal, cell) => (goals[cell + cols] ?? goal + cols) === goal + cols),
    );
    generators.push(images[i]);
    // The loop goes on with the products that are added meanwhile.
    for (const factor of reached) {
      for (const generator of generators) {
        const product = factor.replace(/./g, (goal) => generator[goal.charCodeAt() - CODE_OF_0]);
        checkThem(group.has(product));
        reached.add(product);
      }
    }
  });
  return symmetries;
};

const laterVersion = (version) =>
  new TableError("version", `its version is ${version}: update ttt-table`);

/** The keys and values of a header, and where it ends; only values that docs/format.md allows. */
const readHeader = (data) => {
  const magic = bytesOf("\xa6format\xa9ttt-table");
  const start = data.subarray(1, 1 + magic.length);
  if (data[0] < 0x8b || data[0] > 0x8f || start.some((byte, i) => byte !== magic[i])) {
    throw new TableError("not-a-table", "not a table");
  }

  let place = 1; // of the next byte to be read
  const skip = (bytes) => {
    place += bytes;
    if (place > MAX_HEADER) {
      throw invalidValue();
    }
    if (place > data.length) {
      throw truncated(data);
    }
    return place - bytes;
  };
  const readNumber = (bytes, signed) => {
    const first = skip(bytes);
    let number = signed ? (data[first] << 24) >> 24 : data[first];
    for (let i = first + 1; i < place; i++) {
      number = number * 256 + data[i];
    }
    return number;
  };
  // A text need not be UTF-8: its characters are its bytes.
  const readText = (length) => String.fromCharCode(...data.subarray(skip(length), place));
  const readArray = (length, depth) => {
    if (length > MAX_LINES || depth > 4) {
      throw invalidValue();
    }
    const elements = [];
    while (elements.length < length) {
      elements.push(readValue(depth));
    }
    return elements;
  };
  // The codes of https://github.com/msgpack/msgpack/blob/master/spec.md.
  const readValue = (depth = 0) => {
    const code = readNumber(1);
    if (code < 0x80 || code > 0xdf) {
      return (code << 24) >> 24;
    }
    if (code >> 4 === 8) {
      const items = readArray(2 * (code & 15), depth + 1);
      return { items }; // its keys and values in turn
    }
    if (code >> 4 === 9) {
      return readArray(code & 15, depth + 1);
    }
    if (code >> 5 === 5) {
      return readText(code & 31);
    }
    if (code === 0xc0) {
      return null;
    }
    if (code >> 1 === 0x61) {
      return code === 0xc3;
    }
    if (code > 0xcb && code < 0xd4) {
      return readNumber(1 << (code & 3), code > 0xcf);
    }
    if (code > 0xd8 && code < 0xdc) {
      return readText(readNumber(1 << (code - 0xd9)));
    }
    if (code >> 1 === 0x6e) {
      return readArray(readNumber(code & 1 ? 4 : 2), depth + 1);
    }
    throw invalidValue();
  };

  const keys = [];
  const values = [];
  let keyEnd;
  if (!data.length) {
    throw truncated(data);
  }
  do {
    keys.push(readValue());
    keyEnd = place;
    values.push(readValue());
    if (keys[1] === "version" && Number.isInteger(values[1]) && values[1] > VERSION) {
      throw laterVersion(values[1]);
    }
  } while (keys.at(-1) !== "head_crc32");
  if (values.at(-1) !== crc32(data, 0, keyEnd)) {
    throw damaged("the header's checksum fails");
  }
  return { keys, values, end: place };
};

const areSame = (keys, expected) =>
  keys.length === expected.length && keys.every((key, i) => key === expected[i]);

/** The rules in a header of version 2, by their keys; a rule that nobody knows is named. */
const readRules = (rules) => {
  check(Array.isArray(rules?.items), "rules");
  const keys = rules.items.filter((_, i) => i % 2 === 0);
  const known = [...RULES_IN_A_ROW, ...RULES_OF_LINES];
  const later = keys.find((key) => typeof key === "string" && !known.includes(key));
  if (later !== undefined) {
    const message = `its game has the rule ${JSON.stringify(later)}: update ttt-table`;
    throw new TableError("version", message);
  }
  check(areSame(keys, RULES_IN_A_ROW) || areSame(keys, RULES_OF_LINES), "rules");
  return Object.fromEntries(keys.map((key, i) => [key, rules.items[2 * i + 1]]));
};

/** The values of a header by their keys, and its game with the game's lines and symmetries. */
const checkHeader = (data, { keys, values }) => {
  const version = values[1];
  if (keys[1] === "version" && version === 2 && !keys.includes("rules")) {
    throw new TableError("version", "it has no rules: build the table again");
  }
  check(
    areSame(keys, KEYS_BY_VERSION.get(version) ?? []) && data[0] === 0x80 + keys.length + 2,
    "keys",
  );
  const header = Object.fromEntries(keys.map((key, i) => [key, values[i]]));
  const { rows, cols, positions, body_crc32 } = header;
  const rules =
    version === 1
      ? { misere: header.misere, gravity: false, breaker: false, k: header.k }
      : readRules(header.rules);
  const { misere, gravity, breaker, k = 1 } = rules;
  check(
    [rows, cols, k, positions, body_crc32].every(Number.isInteger) &&
      Math.min(rows, cols, k, positions, body_crc32 + 1) > 0 &&
      Math.max(k, body_crc32) < 2 ** 32 &&
      rows * cols <= MAX_CELLS &&
      [misere, gravity, breaker].every((flag) => typeof flag === "boolean") &&
      (version === 1 || gravity || breaker || "lines" in rules),
    "rules",
  );
  const game = Object.freeze({
    rows,
    cols,
    k: rules.k ?? null,
    misere,
    gravity,
    ...(breaker && { breaker }),
  });
  const described =
    "lines" in rules
      ? readLines(header, rules)
      : { name: null, lines: lines(game), symmetries: symmetriesOfGrid(game) };
  return { header, game, ...described };
};

/**
 * By the number of stones, how many masks a symmetry leaves in place: those that fill alike the
 * stacks (cells, or with gravity columns) of each of its cycles.
 */
const countFixedMasks = ({ rows, cols, gravity }, symmetry) => {
  const cells = rows * cols;
  const stacks = gravity ? cols : cells;
  const height = gravity ? rows : 1;
  let masks = [1, ...Array(cells).fill(0)];
  for (const length of cycleLengths(symmetry.slice(0, stacks))) {
    const before = masks;
    masks = before.map((_, stones) => {
      let sum = 0;
      for (let filled = 0; filled <= height && filled * length <= stones; filled++) {
        sum += before[stones - filled * length];
      }
      return sum;
    });
  }
  return masks;
};

/** The lengths of the cycles of a permutation. */
const cycleLengths = (permutation) => {
  const lengths = [];
  const counted = new Set();
  for (const first of permutation) {
    const before = counted.size;
    for (let next = first; !counted.has(next); next = permutation[next]) {
      counted.add(next);
    }
    lengths.push(counted.size - before);
  }
  return lengths.filter((length) => length > 0);
};

/** By the number of stones, how many masks there are. */
export const countMasks = (game) => countFixedMasks(game, [...Array(game.rows * game.cols).keys()]);

/**
 * Refuse a table whose tiers have other numbers of blocks than the game has masks up to symmetry
 * (Burnside's lemma). What reads many positions checks this first.
 */
const checkBlocks = (game, symmetries, tiers) => {
  const fixed = symmetries.map((symmetry) => countFixedMasks(game, symmetry));
  for (const { stones, blocks } of tiers) {
    const sum = fixed.reduce((masks, bySymmetry) => masks + bySymmetry[stones], 0);
    check(blocks * symmetries.length === sum, "blocks");
  }
};

/** Where each tier is and its outcomes, the bytes between tiers, and where the body ends. */
const layOut = (game, header, headerEnd) => {
  const cells = game.rows * game.cols;
  const width = cells > 16 ? 4 : 2;
  const described = header.tiers;
  check(Array.isArray(described) && described.length === cells + 1, "tiers");
  const masksByStones = countMasks(game);
  let possible = 0;
  let masks = 0;
  const tiers = described.map((tier, stones) => {
    const [blocks, palette] = Array.isArray(tier) && tier.length === 2 ? tier : [];
    const mostBlocks = BINOMIAL[cells][stones];
    const isCount = Number.isInteger(blocks) && blocks > 0 && blocks <= mostBlocks;
    check(isCount, "blocks");
    check(Array.isArray(palette) && palette.length > 0, "palette");
    const scores = palette.at(-1) === null ? palette.slice(0, -1) : palette;
    scores.forEach((score, i) => {
      const plies = cells + 1 - Math.abs(score);
      check(
        Number.isInteger(score) &&
          (!score || (plies >= 0 && plies <= cells - stones)) &&
          !(score <= scores[i - 1]),
        "palette",
      );
    });
    const perBlock = BINOMIAL[stones][(stones + 1) >> 1];
    const bits = [1, 2, 4, 8].find((size) => palette.length <= 1 << size);
    const size = Math.ceil((blocks * perBlock * bits) / 8);
    check(size < 2 ** 32, "tiers");
    possible += masksByStones[stones] * perBlock;
    masks += blocks * width;
    const outcomes = scores.map((score) =>
      Object.freeze({
        value: Math.sign(score),
        plies: score ? cells + 1 - Math.abs(score) : cells - stones,
      }),
    );
    return { stones, blocks, perBlock, bits, palette, outcomes, size };
  });
  check(header.positions <= possible, "positions");

  const prefixes = []; // the bytes before masks and slots, each with its place
  let end = headerEnd;
  const addPrefix = (...bytes) => {
    prefixes.push([end, bytes]);
    end += bytes.length;
  };
  const binaryPrefix = (size) => {
    const log = [1 << 8, 1 << 16].filter((limit) => size >= limit).length;
    const bytes = [0xc4 + log];
    for (let i = 1 << log; i--;) {
      bytes.push(Math.floor(size / 256 ** i) % 256);
    }
    return bytes;
  };
  addPrefix(...bytesOf("\xa5masks"), ...binaryPrefix(masks));
  for (const tier of tiers) {
    tier.masksAt = end;
    end += tier.blocks * width;
  }
  const isLongArray = cells > 14; // whose length does not fit into its first byte
  const arrayPrefix = isLongArray ? [0xdc, 0, cells + 1] : [0x91 + cells];
  addPrefix(...bytesOf("\xa5slots"), ...arrayPrefix);
  for (const tier of tiers) {
    addPrefix(...binaryPrefix(tier.size));
    tier.slotsAt = end;
    end += tier.size;
  }
  return { tiers, prefixes, end };
};

const checkBody = (data, { tiers, prefixes, end }, header, headerEnd, verify) => {
  if (data.length < end) {
    throw truncated(data);
  }
  if (data.length > end) {
    throw damaged("something follows the table's end");
  }
  const isVerified = verify || end < WHOLE_BELOW;
  if (isVerified && crc32(data, headerEnd, end) !== header.body_crc32) {
    throw damaged("the body's checksum fails");
  }
  for (const [place, bytes] of prefixes) {
    check(
      bytes.every((byte, i) => byte === data[place + i]),
      "body layout",
    );
  }
  for (const { slotsAt, size, blocks, perBlock, bits } of isVerified ? tiers : []) {
    const bitsInLastByte = (blocks * perBlock * bits) % 8;
    const lastByte = data[slotsAt + size - 1];
    check(!bitsInLastByte || !(lastByte >> bitsInLastByte), "padding");
  }
};

const HINT = "Write . for an empty cell.";
const SEPARATORS = /[ \t\r\n/|]/g;
const MARKS = new Map([..."XxOo.-_"].map((mark, i) => [mark, "XXOO..."[i]]));
const LIST_MARKS = new Map([...MARKS, ["", "."], [" ", "."], [null, "."], [undefined, "."]]);

const isNumber = (cell) =>
  Number.isInteger(cell) || (typeof cell === "string" && /^\d{1,4}$/.test(cell));

/** The widths of rows of equal length, as text to be compared with those of a drawing. */
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

/** A row of so many marks and blanks with dots for its blanks. */
const fillRow = (row, width) =>
  row.length === width && /^[XxOo ]*$/.test(row) ? row.replaceAll(" ", ".") : row;

/**
 * Text in which dots replace the blanks that can only be empty cells: those of a text with a
 * character for each cell, and of a row with one for each column.
 */
const fillBlanks = (board, { rows, cols }) => {
  const size = rows * cols;
  if (board.replace(SEPARATORS, "").length === size) {
    return board;
  }
  const width = board.length === size ? size : cols;
  return board
    .split(/[\r\n/]/)
    .map((row) => fillRow(row, width))
    .join("/");
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
      return [...fillRow(row, game.cols).replace(SEPARATORS, "")];
    }
    return Array.isArray(row) ? Array.from(row) : [];
  });
  checkRows(rows.map((row) => row.length).join(), game);
  return rows.flat();
};

/** A board in standard notation, in whichever notation it is given. */
const standard = (given, game) => {
  const isText = typeof given === "string";
  if (!isText && !Array.isArray(given)) {
    throw new BoardError("not-a-board", "a board is text or an array");
  }
  const board = isText ? fillBlanks(given, game) : given;
  const cells = isText ? [...board.replace(SEPARATORS, "")] : cellsOfList(board, game);
  const marks = isText ? MARKS : LIST_MARKS;
  const places = [...cells.keys()];
  const numbered = isText ? [] : places.filter((cell) => isNumber(cells[cell]));
  const strange = places.find((cell) => !marks.has(cells[cell]) && !numbered.includes(cell));
  if (strange >= 0) {
    const mark = cells[strange];
    const shown = typeof mark === "string" ? JSON.stringify(mark) : typeof mark;
    throw new BoardError("strange-character", `cell ${strange} holds ${shown}. ${HINT}`, [strange]);
  }
  const base = cells[numbered[0]] - numbered[0];
  const isEmpty = (cell) => (LIST_MARKS.get(cells[cell]) ?? ".") === ".";
  const areAll = !numbered.length || numbered.length === places.filter(isEmpty).length;
  if (!areAll || numbered.some((cell) => cells[cell] - cell !== (base && 1))) {
    throw new BoardError(
      "wrong-number",
      `${nameCells(numbered)}: all empty cells hold their own numbers, from 0 or from 1, or none`,
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

/** The sets of cells that hold X and O; undefined unless the board is in standard notation. */
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
   * With `first: "O"` the colours are exchanged. With a `source` the bytes are those of a header
   * alone, and the source gives the others: see ranged.js.
   */
  constructor(bytes, { first = "X", verify, source } = {}) {
    if (first !== "X" && first !== "O") {
      throw new RangeError('only "X" or "O" can move first');
    }
    if (!(bytes?.byteLength >= 0)) {
      throw new TypeError("a table comes as an ArrayBuffer");
    }
    const data = new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset, bytes.byteLength);
    const pairs = readHeader(data);
    const { header, game, ...described } = checkHeader(data, pairs);
    const body = layOut(game, header, pairs.end);
    if (source) {
      source.checkSize(body.end);
      checkBlocks(game, described.symmetries, body.tiers);
    } else {
      checkBody(data, body, header, pairs.end, verify);
    }
    this.#data = data;
    this.#tiers = body.tiers;
    this.#source = source;
    this.#cells = game.rows * game.cols;
    this.#symmetries = described.symmetries;
    this.game = game;
    this.name = described.name;
    this.lines = described.lines;
    // Of a Maker and a Breaker only X has lines.
    this.oLines = game.breaker ? [] : (described.oLines ?? this.lines);
    this.first = first;
    this.size = header.positions;
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

  /** The board in standard notation; play must be able to reach it. */
  text(board) {
    const position = this.#position(board);
    this.#outcome(position);
    return this.#text(position);
  }

  /** Every legal move, {cell, value, plies}, best first, equals in cell order. */
  moves(board) {
    return this.#moves(board).sort((move, next) => this.#score(next) - this.#score(move));
  }

  /** The score of each legal move by cell; with a depth, 0 where the end lies further away. */
  scores(board, { depth = Infinity } = {}) {
    if (depth < 0 || (depth !== Infinity && !Number.isInteger(depth))) {
      throw new RangeError(`no search stops after ${depth} plies`);
    }
    const scores = new Map();
    for (const move of this.#moves(board)) {
      scores.set(move.cell, move.plies > depth ? 0 : this.#score(move));
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
    checkBlocks(this.game, this.#symmetries, this.#tiers);
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
    if (surplus !== 0 && surplus !== 1) {
      throw this.#uneven(x, o, surplus);
    }
    const floating = this.#floating(x | o);
    if (floating) {
      const cellsAtFault = cellsIn(floating);
      const message = `there is no stone below ${nameCells(cellsAtFault)}`;
      throw new BoardError("floating", message, cellsAtFault);
    }
    return { x, o };
  }

  #uneven(x, o, surplus) {
    const [first, second] = this.#marks();
    const excess = surplus > 0 ? first : second;
    return new BoardError(
      "uneven-counts",
      `too many ${excess}: ${first} moves first and they take turns`,
      cellsIn(surplus > 0 ? x : o),
    );
  }

  /** With gravity the stones that have an empty cell below them. */
  #floating(mask) {
    const { cols, gravity } = this.game;
    return gravity && mask & ~(mask >> cols) & ((1 << (this.#cells - cols)) - 1);
  }

  #outcome({ x, o }) {
    const outcome = this.#probe(x | o, x);
    if (!outcome) {
      throw this.#unreachable(x, o);
    }
    return outcome;
  }

  /** The error that says why play cannot reach a position. */
  #unreachable(x, o) {
    const xMoves = count(x) === count(o);
    const filled = (ownLines, stones) =>
      ownLines.filter((line) => line.every((cell) => (stones >> cell) & 1));
    const ofBoth = [filled(this.lines, x), filled(this.oLines, o)];
    const [ofMover, ofOpponent] = xMoves ? ofBoth : ofBoth.reverse();
    const cells = cellsIn(maskOf([...ofMover, ...ofOpponent].flat()));
    const refuse = (code, reason) =>
      new BoardError(code, cells.length ? `${reason} (${nameCells(cells)})` : reason, cells);
    if (ofMover.length && ofOpponent.length) {
      return refuse("both-have-lines", "both have a line");
    }
    if (ofMover.length) {
      return refuse("moved-after-end", "play went on after a line");
    }
    if (ofOpponent.length && !ofOpponent.reduce((shared, line) => shared & maskOf(line), -1)) {
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
    const xMoves = count(x) === count(o);
    for (let cell = 0; cell < this.#cells; cell++) {
      const after = mask | (1 << cell);
      if (after === mask || this.#floating(after)) {
        continue;
      }
      const reply = this.#probe(after, xMoves ? x | (1 << cell) : x);
      check(reply, "slot");
      moves.push({ cell, value: 0 - reply.value, plies: reply.plies + 1 });
    }
    return moves;
  }

  /** The outcome of stones on a mask, of which X has `x`; undefined if play cannot reach it. */
  #probe(mask, x) {
    const place = this.#places.get(mask) ?? this.#place(mask);
    if (!place) {
      return UNREAD;
    }
    const { tier, first, order } = place;
    let slot = first;
    let xStones = 0;
    for (let i = 0; i < order.length; i++) {
      if ((x >> order[i]) & 1) {
        xStones++;
        slot += BINOMIAL[i][xStones];
      }
    }
    const bit = slot * tier.bits; // beyond 2^31 on large boards: no shift may touch it
    const byteAt = tier.slotsAt + Math.floor(bit / 8);
    const byte = this.#byte(byteAt);
    if (byte === undefined) {
      return UNREAD;
    }
    const number = (byte >> (bit % 8)) & ((1 << tier.bits) - 1);
    check(number < tier.palette.length, "slot");
    return tier.outcomes[number];
  }

  /**
   * The first slot of the mask's block, and the mask's cells in the order of that block; undefined
   * while the source has not read it.
   */
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
    if (block === undefined) {
      return undefined;
    }
    check(block < tier.blocks, "masks");
    if (this.#places.size >= REMEMBERED) {
      this.#places.clear();
    }
    const order = cells.sort((cell, otherCell) => goals[cell] - goals[otherCell]);
    const place = { tier, first: block * tier.perBlock, order };
    this.#places.set(mask, place);
    return place;
  }

  /**
   * Which block has this mask; beyond the last one if none has it, and undefined while the source
   * has not read it.
   */
  #block(tier, mask) {
    let low = 0;
    let high = tier.blocks - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const found = this.#mask(tier, middle);
      if (Number.isNaN(found)) {
        this.#needMasks(tier, low, high);
        return undefined;
      }
      if (found < mask) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const last = this.#mask(tier, low);
    if (Number.isNaN(last)) {
      return undefined;
    }
    return last === mask ? low : tier.blocks;
  }

  /** Let the source read masks at once if they are few. */
  #needMasks(tier, low, high) {
    for (let block = low; block <= high && high - low < READ_AT_ONCE; block++) {
      this.#mask(tier, block);
    }
  }

  /** A block's mask; NaN while the source has not read it. */
  #mask(tier, block) {
    if (this.#source) {
      tier.masks ??= this.#source.masks(tier, this.game, this.#symmetries);
      if (tier.masks) {
        return tier.masks[block];
      }
    }
    const width = this.#cells > 16 ? 4 : 2;
    let mask = 0;
    for (let i = width; i--;) {
      mask = mask * 256 + this.#byte(tier.masksAt + block * width + i);
    }
    return mask;
  }

  /** A byte of the file; undefined while the source has not read it. */
  #byte(place) {
    return this.#source ? this.#source.byte(place) : this.#data[place];
  }
}
