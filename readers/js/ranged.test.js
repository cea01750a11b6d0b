// A table on a server: the same answers, few bytes, and a clear sentence for whatever a server
// does.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { subsets, TableError } from "ttt-table";
import { Level, Match, PlayTable } from "ttt-table/kit";
import { RangedTable } from "ttt-table/ranged";

const file = (name) =>
  readFileSync(fileURLToPath(new URL(`../vectors/tables/${name}.msgpack`, import.meta.url)));
const make = (bytes, options) => new PlayTable(bytes, options);

/** The first and the last byte that a request asks for. */
const requested = (request) => /(\d+)-(\d+)/.exec(request.headers.range).slice(1).map(Number);

/** The range that `range` makes of the one that is requested, with an honest header. */
const answerWith = (request, data, range, total = data.length) => {
  const [from, to] = range(...requested(request));
  const last = Math.min(to, data.length - 1);
  return {
    body: data.subarray(from, last + 1),
    headers: { "content-range": `bytes ${from}-${last}/${total}`, etag: '"one"' },
  };
};

/** A table on a server that does as `answer` says, with what is asked and what it sends for it. */
const serving = async (name, act, answer = () => {}) => {
  const data = file(name);
  let asked = 0;
  const server = createServer((request, response) => {
    const sent = {
      status: 206,
      ...answerWith(request, data, (from, to) => [from, to]),
      ...answer(++asked, request, data),
    };
    if (sent.status === 0) {
      return request.destroy();
    }
    response.writeHead(sent.status, sent.headers);
    return sent.endless ? response.write(sent.body) : response.end(sent.body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const address = `http://127.0.0.1:${server.address().port}/`;
    return await act((options) => RangedTable.open(address, { make, ...options }), data);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};
const refused = (code, act) =>
  assert.rejects(act, (error) => error instanceof TableError && error.code === code);
const whole = (_, __, data) => ({ status: 200, headers: {}, body: data });

for (const name of ["3x3k3-misere", "3x4k3-gravity", "3x3-torus-k3", "1x7-fano-misere"]) {
  test(`${name}: a server's bytes answer as the file does`, () =>
    serving(name, async (open, data) => {
      const ranged = await open();
      const known = new PlayTable(data);
      const boards = [...known.keys()].filter((_, at) => at % 37 === 0);
      const all = (table) => boards.map((board) => [board, table.moves(board), table.get(board)]);
      assert.deepEqual(await ranged.ask(all), all(known));
      assert.ok(ranged.requests < boards.length * 3);
    }));
}

for (const name of ["3x3k3-misere", "3x4k3-gravity"]) {
  test(`${name}: masks that are too many to make are read`, () =>
    serving(name, async (open, data) => {
      const ranged = await open();
      ranged.masks = () => undefined;
      const known = new PlayTable(data);
      for (const board of [...known.keys()].filter((_, at) => at % 101 === 0)) {
        assert.deepEqual(await ranged.ask((table) => table.moves(board)), known.moves(board));
      }
    }));
}

const STILL = (cells) => Array.from({ length: cells }, (_, cell) => cell);
const { masks } = RangedTable.prototype;

test("with gravity the masks are those without a floating stone", () => {
  const game = { rows: 3, cols: 4, gravity: true };
  for (let stones = 0; stones <= 12; stones++) {
    const stacked = [...subsets(12, stones)].filter((mask) => !(mask & ~(mask >> 4) & 255));
    assert.deepEqual([...masks({ stones }, game, [STILL(12)])], stacked);
  }
});

test("on 5x6 masks are made with gravity, and read without", () => {
  const mirror = STILL(30).map((cell) => cell + 5 - 2 * (cell % 6));
  const game = { rows: 5, cols: 6, gravity: true };
  assert.equal(masks({ stones: 15 }, game, [STILL(30), mirror]).length, 2166);
  assert.equal(masks({ stones: 15 }, { ...game, gravity: false }, [STILL(30)]), undefined);
});

/** A header of 5x6k3 with one block a tier, where the largest has 38,786,376. */
const ONE_BLOCK_A_TIER =
  "jKZmb3JtYXSpdHR0LXRhYmxlp3ZlcnNpb24BpHJvd3MFpGNvbHMGoWsDpm1pc2VyZcKpcG9zaXRpb25z" +
  "AaV0aWVyc9wAH5IBkQCSAZEAkgGRAJIBkQCSAZEAkgGRAJIBkQCSAZEAkgGRAJIBkQCSAZEAkgGRAJIB" +
  "kQCSAZEAkgGRAJIBkQCSAZEAkgGRAJIBkQCSAZEAkgGRAJIBkQCSAZEAkgGRAJIBkQCSAZEAkgGRAJIB" +
  "kQCSAZEAkgGRAJIBkQCqYm9keV9jcmMzMgCqaGVhZF9jcmMzMs7oFOux";

test("a table with too few blocks is refused before any mask is made", () => {
  const header = Buffer.from(ONE_BLOCK_A_TIER, "base64");
  const source = { checkSize: () => {}, masks: assert.fail, byte: assert.fail };
  assert.throws(() => new PlayTable(header, { source }), { code: "inconsistent" });
});

test("the kit answers too: levels, reviews, matches", () =>
  serving("3x4k3-gravity", async (open, data) => {
    const ranged = await open();
    const known = new PlayTable(data);
    for (const ask of [
      (table) => Level.hard(table).probabilities(table.start),
      (table) => new Level(table, { tricky: true }).probabilities(table.start),
      (table) => table.review(table.continuation(table.start)),
      (table) => new Match(table).play({ column: 1 }).play({ column: 1 }).columns,
      (table) => new Match(table).play({ column: 1 }).undo().board,
    ]) {
      assert.deepEqual(await ranged.ask(ask), ask(known));
    }
    await assert.rejects(
      ranged.ask((table) => table.get("XX..........")),
      { name: "BoardError" },
    );
    assert.throws(() =>
      new PlayTable(data.subarray(0, 400), { source: ranged }).moves("X..........."),
    );
    const exchanged = ranged.remade({ first: "O" });
    assert.equal(await ranged.ask(() => exchanged.mover(exchanged.start)), "O");
  }));

test("a server that knows no ranges is read whole", () =>
  serving(
    "3x3k3",
    async (open, data) => {
      const ranged = await open();
      assert.deepEqual([ranged.requests, ranged.received], [1, data.length]);
      assert.equal(await ranged.ask((table) => table.get("XX.OO....").plies), 1);
    },
    whole,
  ));

test("what a server does wrong is told, and asking again goes on", () => {
  const start = (table) => table.moves(table.start);
  const third =
    (fault) =>
    (asked, ...given) =>
      asked === 3 && fault(asked, ...given);
  const other = { headers: { etag: '"two"', "content-range": "bytes 0-0/1" } };
  const faults = [
    ["unanswered", () => ({ status: 503 })],
    ["changed", () => other],
    ["changed", whole],
    ["truncated", () => ({ body: Buffer.alloc(0) })],
  ];
  return Promise.all(
    faults.map(([code, fault]) =>
      serving(
        "3x3k3",
        async (open) => {
          const ranged = await open();
          await ranged.ask((table) => table.get("X...O...."));
          await refused(code, ranged.ask(start));
          assert.equal((await ranged.ask(start)).length, 9);
        },
        third(fault),
      ),
    ),
  );
});

test("a server without ETag and Last-Modified is refused, unless its file never changes", () =>
  serving(
    "3x3k3",
    async (open) => {
      await refused("no-validator", open());
      const ranged = await open({ unchanging: true });
      assert.equal(await ranged.ask((table) => table.get("XX.OO....").plies), 1);
    },
    (_, request) => {
      const [from, to] = requested(request);
      return { headers: { "content-range": `bytes ${from}-${Math.min(to, 991)}/992` } };
    },
  ));

test("a file of another size is noticed where the server sends no ETag", () =>
  serving(
    "3x3k3",
    async (open) => {
      const ranged = await open({ unchanging: true });
      await refused(
        "changed",
        ranged.ask((table) => table.get("X...O....")),
      );
    },
    (asked, request) => {
      const [from, to] = requested(request);
      const size = asked === 1 ? 992 : 993;
      return { headers: { "content-range": `bytes ${from}-${Math.min(to, 991)}/${size}` } };
    },
  ));

test("a file that was modified is noticed where the server sends no ETag", () =>
  serving(
    "3x3k3",
    async (open) => {
      const ranged = await open();
      await ranged.ask((table) => table.get("X...O...."));
      await refused(
        "changed",
        ranged.ask((table) => table.get("XX.OO....")),
      );
    },
    (asked, request) => {
      const [from, to] = requested(request);
      const range = `bytes ${from}-${Math.min(to, 991)}/992`;
      const modified = `Sat, 28 Nov 2026 10:00:0${asked < 3 ? 1 : 2} GMT`;
      return { headers: { "content-range": range, "last-modified": modified } };
    },
  ));

const RANGES_WITH_ALL = {
  "that starts 16 bytes early": (from, to) => [Math.max(0, from - 16), to],
  "that ends 16 bytes late": (from, to) => [from, to + 16],
  "of whole blocks": (from, to) => [from - (from % 256), to - (to % 256) + 255],
  "from the first byte on": (_, to) => [0, to],
  "of the whole file": () => [0, Infinity],
};
for (const [kind, range] of Object.entries(RANGES_WITH_ALL)) {
  for (const total of [undefined, "*"]) {
    test(`of a range ${kind}, of ${total ?? "a known size"}, the right bytes are read`, () =>
      serving(
        "3x4k3-gravity",
        async (open, data) => {
          const ranged = await open();
          const known = new PlayTable(data);
          const boards = [...known.keys()].filter((_, at) => at % 37 === 0);
          for (const board of boards) {
            assert.deepEqual(await ranged.ask((table) => table.moves(board)), known.moves(board));
          }
        },
        (_, request, data) => answerWith(request, data, range, total),
      ));
  }
}

const OTHER_RANGES = {
  "that starts late": { range: (from, to) => [from + 1, to + 1] },
  "that ends before": { range: (from) => [from - 9, from - 1] },
  "without Content-Range": { text: () => [] },
  "whose Content-Range is no range": { text: () => "bytes */992" },
  "whose Content-Range is reversed": { text: (from, to) => `bytes ${to}-${from - 1}/992` },
  "that ends behind the file": { text: (from) => `bytes ${from}-992/992` },
  "in another unit": { text: (from, to) => `cells ${from}-${to}/992` },
};
for (const [kind, { range = (from, to) => [from, to], text }] of Object.entries(OTHER_RANGES)) {
  test(`a range ${kind} is refused`, () =>
    serving(
      "3x3k3",
      async (open) => {
        const ranged = await open();
        const ask = () => ranged.ask((table) => table.get("X...O...."));
        await refused("other-range", ask());
        assert.equal((await ask()).plies, 7);
      },
      (asked, request, data) => {
        if (asked !== 2) {
          return {};
        }
        const answer = answerWith(request, data, range);
        answer.headers["content-range"] =
          text?.(...requested(request)) ?? answer.headers["content-range"];
        return answer;
      },
    ));
}

test("a table whose first bytes are not sent is not opened", () =>
  serving(
    "3x3k3",
    (open) => refused("other-range", open()),
    (_, request, data) => answerWith(request, data, (from, to) => [from + 16, to + 16]),
  ));

test("of a large file no more than a block is read before the bytes asked for", () =>
  serving(
    "3x3k3",
    async (open) => {
      const ranged = await open();
      await refused(
        "other-range",
        ranged.ask(() => ranged.byte(3_000_000)),
      );
    },
    (asked) =>
      asked === 2 ? { headers: { etag: '"one"', "content-range": "bytes 0-3000000/*" } } : {},
  ));

test("requests on connections that the server has just closed are sent once more", () => {
  const kept = new Set();
  let closing = new Set();
  return serving(
    "3x3k3",
    async (open, data) => {
      const ranged = await open();
      const known = new PlayTable(data);
      for (const board of ["X........", "X...O....", "XO.......", "X..O....."]) {
        closing = new Set(kept);
        assert.deepEqual(await ranged.ask((table) => table.moves(board)), known.moves(board));
      }
    },
    (_, { socket }) => {
      kept.add(socket);
      if (!closing.has(socket)) {
        return {};
      }
      closing.forEach((closed) => closed.destroy());
      return { status: 0 };
    },
  );
});

test("a server that breaks every connection is given up", () => {
  let breaks = true;
  return serving(
    "3x3k3",
    async (open) => {
      await refused("unanswered", open());
      breaks = false;
      assert.equal((await open()).requests, 1);
    },
    () => breaks && { status: 0 },
  );
});

test("of a response that never ends only what was asked for is read", () =>
  serving(
    "3x3k3",
    async (open) => {
      const ranged = await open();
      assert.equal(await ranged.ask((table) => table.get("XX.OO....").plies), 1);
      assert.ok(ranged.received < 2048 + 100, String(ranged.received));
    },
    (asked, request, data) => {
      const from = Number(/\d+/.exec(request.headers.range)[0]);
      const more = Buffer.alloc(3000);
      return { endless: true, body: Buffer.concat([data.subarray(from), more]) };
    },
  ));

test("bytes that contradict the table are asked for anew", () =>
  serving(
    "3x3k3-misere",
    async (open) => {
      const ranged = await open();
      const ask = () => ranged.ask((table) => table.moves("XO......."));
      await refused("inconsistent", ask());
      assert.equal((await ask()).length, 7);
    },
    (asked) => asked === 2 && { body: Buffer.alloc(3000, 255) },
  ));

test("a server that stays silent is given up after 15 seconds", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let connected;
  const asked = new Promise((resolve) => {
    connected = resolve;
  });
  const server = createServer(() => connected());
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const opened = RangedTable.open(`http://127.0.0.1:${server.address().port}/`);
  await asked;
  context.mock.timers.tick(15_000);
  await refused("unanswered", opened);
  server.closeAllConnections();
  server.close();
});

test("a server that sends a byte now and then is given up too", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let send;
  const asked = new Promise((resolve) => {
    send = (request, response) => {
      response.writeHead(206, answerWith(request, file("3x3k3"), (...range) => range).headers);
      response.write(Buffer.from([0x8c]));
      resolve(response);
    };
  });
  const server = createServer((...given) => send(...given));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const opened = RangedTable.open(`http://127.0.0.1:${server.address().port}/`);
  const response = await asked;
  await pauses(50);
  context.mock.timers.tick(14_000);
  response.write(Buffer.from([0xa6]));
  await pauses(50);
  context.mock.timers.tick(1_000);
  await refused("unanswered", opened);
  server.closeAllConnections();
  server.close();
});

/** Let what is on its way arrive, which mocked timers do not wait for. */
const pauses = async (turns) => {
  for (let turn = 0; turn < turns; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
};

test("no table is opened from what is none", async () => {
  for (const [code, fault] of [
    ["missing", { status: 404 }],
    ["unanswered", { status: 500 }],
    ["not-a-table", { body: Buffer.from("<html>"), headers: { "content-range": "bytes 0-5/6" } }],
    ["truncated", { body: Buffer.from([0x8c]) }],
  ]) {
    await serving(
      "3x3k3",
      (open) => refused(code, open()),
      () => fault,
    );
  }
  await serving(
    "3x3k3",
    (open) => refused("truncated", open()),
    () => ({ headers: { "content-range": "bytes 0-991/993" } }),
  );
});

test("a weak ETag is compared and not sent, and a strong one is sent", async () => {
  for (const [etag, sent] of [
    ['W/"one"', undefined],
    ['"one"', '"one"'],
  ]) {
    const seen = [];
    await serving(
      "3x3k3",
      async (open) => (await open()).ask((table) => table.moves(table.start)),
      (_, request) => {
        seen.push(request.headers["if-range"]);
        const [from, to] = requested(request);
        return { headers: { etag, "content-range": `bytes ${from}-${Math.min(to, 991)}/992` } };
      },
    );
    assert.deepEqual([seen[0], seen[1]], [undefined, sent]);
  }
});
