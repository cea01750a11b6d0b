// A table on a server: what is played, and what the page says of whatever a server does.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { FOLDER, START, visited } from "./visited.mjs";

const HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "etag, content-range",
  "access-control-allow-headers": "*",
  etag: '"one"',
};

const WITHOUT_ETAG = { ...HEADERS, etag: [] };
const DATE = "Sat, 31 Jan 2026 12:00:00 GMT";

/**
 * Serve a file as `answer` says, and count what was asked for. It returns for each request the
 * `status`, the `delay` before it, whether the response `hangs` until `release` is called or is
 * `endless`, and what differs in the `body` and the `headers`.
 */
const serve = async (data, answer) => {
  const served = { asked: 0, failing: false, size: data.length };
  const released = new Promise((resolve) => Object.assign(served, { release: resolve }));
  const server = createServer(async (request, response) => {
    if (request.method === "OPTIONS") {
      return response.writeHead(204, HEADERS).end();
    }
    if (request.method === "HEAD") {
      return response.writeHead(200).end();
    }
    served.asked += 1;
    const [from, to] = request.headers.range.match(/\d+/g).map(Number);
    const range = `bytes ${from}-${Math.min(to, data.length - 1)}/${data.length}`;
    const { status = 206, delay = 0, etag, hangs, endless, ...given } = answer(served, range);
    const usual = { 200: data, 206: data.subarray(from, to + 1) }[status] ?? "";
    const ranged = status === 206 ? { "content-range": range } : {};
    const version = etag ? { etag } : {};
    const headers = given.headers ?? { ...HEADERS, ...version, ...ranged };
    const body = given.body ?? usual;
    await (hangs ? released : new Promise((resolve) => setTimeout(resolve, delay)));
    response.writeHead(status, headers);
    return endless ? response.write(body) : response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref(); // where a check fails it stays open, and must keep nobody waiting
  served.address = `http://127.0.0.1:${server.address().port}/table.msgpack`;
  served.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return served;
};

/** A test of a visit to a page that plays a table of 4x5 from a server. */
const servedVisit = (name, answer, act) =>
  visited(name, async (visit) => {
    const served = await serve(readFileSync(join(FOLDER, "4x5k4-gravity.msgpack")), answer);
    await act(visit, served);
    visit.asked = visit.asked.filter((url) => url !== served.address);
    visit.complaints = visit.complaints.filter((text) => !/503|404|CORS|Failed to load/.test(text));
    served.close();
  });

const SERVERS = {
  "with delays and faults": ({ asked, failing }) => ({
    status: failing ? 503 : 206,
    delay: (asked * 13) % 60,
  }),
  "that knows no ranges": () => ({ status: 200 }),
};
for (const [kind, answer] of Object.entries(SERVERS)) {
  servedVisit(`a game of 4x5 is played from a server ${kind}`, answer, async (visit, served) => {
    const ranged = kind.startsWith("with");
    const stones = () => visit.page.$$eval("#board use", (all) => all.length);
    await visit.go(`#table=${served.address}&side=XO`);
    await visit.until(() => document.querySelectorAll("[role=gridcell]").length === 20);
    for (const [played, column] of [1, 1, 2, 2, 3, 3, 4].entries()) {
      if (ranged && [0, 1, 4].includes(played)) {
        served.failing = true;
        await visit.cell(column);
        await visit.until(() =>
          /does not answer.*Tap a square to try again/.test(
            document.querySelector("#alert").textContent,
          ),
        );
        assert.equal(
          await visit.page.$eval("#board", (element) => element.getAttribute("aria-busy")),
          "false",
        );
        assert.equal(await stones(), played);
        served.failing = false;
      }
      await visit.cell(column);
      await visit.until(
        (count) => document.querySelectorAll("#board use").length === count,
        played + 1,
      );
      assert.equal(await visit.text("#alert"), "");
    }
    assert.equal(await visit.text("h1"), "X wins!");
    await visit.press("Look back");
    await visit.until(() => document.querySelector("#buttons button").textContent === "Show me");
    await visit.press("Show me");
    assert.match(
      await visit.text("#says"),
      /^This move lets X make two threats at once\. A highlighted/,
    );
    assert.equal(await visit.text("#alert"), "");
    assert.ok(ranged ? served.asked > 10 : served.asked === 1, String(served.asked));
  });
}

const saidOnly = (visit, pattern) =>
  visit.until(
    (source) => new RegExp(source).test(document.querySelector("#alert").textContent),
    pattern.source,
  );

const SPOILT = {
  "that breaks off": { body: Buffer.alloc(0) },
  "that sends other bytes": { body: Buffer.alloc(3000, 255) },
};
for (const [kind, spoilt] of Object.entries(SPOILT)) {
  servedVisit(
    `a second answer of a server ${kind} leads to the page's own game, with a sentence`,
    ({ asked }) => (asked === 2 ? spoilt : {}),
    async (visit, served) => {
      await visit.go(`#table=${served.address}&side=XO`);
      await saidOnly(visit, /damaged or incomplete/);
      assert.equal(await visit.board(), START);
      await visit.cell(0);
      assert.match(await visit.board(), /^X/);
    },
  );
}

servedVisit(
  "a file that is replaced by one of another size is noticed without an ETag",
  ({ size, failing }, range) => {
    const other = range.replace(/\d+$/, failing ? size + 1 : size);
    return { headers: { ...WITHOUT_ETAG, "last-modified": DATE, "content-range": other } };
  },
  async (visit, served) => {
    await visit.go(`#table=${served.address}&side=XO`);
    await visit.until(() => document.querySelectorAll("[role=gridcell]").length === 20);
    served.failing = true;
    await visit.cell(1);
    await saidOnly(visit, /has changed/);
    assert.equal((await visit.page.$$("#board use")).length, 0);
  },
);

servedVisit(
  "a host that does not tell when its file was changed is named as that",
  (_, range) => ({ headers: { ...WITHOUT_ETAG, "content-range": range } }),
  async (visit, served) => {
    await visit.go(`#table=${served.address}`);
    await saidOnly(visit, /ETag or Last-Modified is missing/);
    assert.equal(await visit.board(), START);
  },
);

servedVisit(
  "of responses that never end only what was asked for is read",
  () => ({ endless: true }),
  async (visit, served) => {
    await visit.go(`#table=${served.address}&side=XO`);
    await visit.until(() => document.querySelectorAll("[role=gridcell]").length === 20);
    await visit.cell(1);
    await visit.until(() => document.querySelectorAll("#board use").length === 1);
    assert.equal(await visit.text("#alert"), "");
  },
);

servedVisit(
  "a server that hangs is waited for with a word",
  ({ asked }) => ({ hangs: asked === 1 }),
  async (visit, served) => {
    await visit.turn(`#table=${served.address}&side=XO`);
    await visit.until(() => document.querySelector("#says").textContent === "Loading …");
    served.release();
    await visit.until(() => document.querySelectorAll("[role=gridcell]").length === 20);
    assert.notEqual(await visit.text("#says"), "Loading …");
  },
);

servedVisit(
  "so it is by a visitor who comes with its address, before there is a board",
  ({ asked }) => ({ hangs: asked === 1 }),
  async (visit, served) => {
    await visit.page.goto("about:blank");
    await visit.page.goto(`${visit.url}#table=${served.address}&side=XO`);
    await visit.until(() => document.querySelector("#says").textContent === "Loading …");
    assert.ok(await visit.shown("#says"));
    served.release();
    await visit.until(() => document.querySelectorAll("[role=gridcell]").length === 20);
  },
);

servedVisit(
  "a missing file is named as that, and reloading the page tries again",
  ({ failing }) => ({ status: failing ? 404 : 206 }),
  async (visit, served) => {
    served.failing = true;
    await visit.go(`#table=${served.address}&side=XO`);
    await saidOnly(visit, /^The server has no such file\.$/);
    assert.equal((await visit.said()).table, served.address);
    served.failing = false;
    await visit.page.reload();
    await visit.until(() => document.querySelectorAll("[role=gridcell]").length === 20);
    assert.equal(await visit.text("#alert"), "");
  },
);

servedVisit(
  "a game that is played instead of a missing file has its own address",
  () => ({ status: 404 }),
  async (visit, served) => {
    await visit.go(`#table=${served.address}`);
    await saidOnly(visit, /no such file/);
    await visit.cell(4);
    const said = await visit.said();
    assert.equal(said.table, undefined);
    assert.equal(said.game, "3x3k3");
  },
);

servedVisit(
  "of a host without ranges that has too large a file it is said what it lacks",
  () => ({ status: 200, body: Buffer.alloc(50_000_001) }),
  async (visit, served) => {
    await visit.go(`#table=${served.address}`);
    await saidOnly(visit, /range requests \(Accept-Ranges\) are missing/);
    assert.equal((await visit.said()).table, served.address);
  },
);

servedVisit(
  "where a file changes while the opponent thinks, nothing is waited for",
  ({ asked, most = Infinity }) => ({
    etag: asked > most ? '"two"' : '"one"',
  }),
  async (visit, served) => {
    const openAndPlay = async () => {
      await visit.go(`#table=${served.address}&level=perfect`);
      await visit.until(() => document.querySelectorAll("[role=gridcell]").length === 20);
      await visit.cell(16);
    };
    await openAndPlay();
    await visit.until(() => document.querySelectorAll("#board use").length === 2);
    const requests = served.asked;
    served.asked = 0;
    served.most = requests - 1; // the last one is for the board after the opponent's answer
    await openAndPlay();
    await saidOnly(visit, /has changed: load the page again\.\s*$/);
    assert.doesNotMatch(await visit.text("#says"), /Let me think/);
    assert.equal(await visit.page.$eval("#board", (board) => board.ariaBusy), "false");
  },
);

servedVisit(
  "a host that shares its file with no other page is named as that",
  () => ({ headers: {} }),
  async (visit, served) => {
    await visit.go(`#table=${served.address}`);
    await saidOnly(visit, /Access-Control-Allow-Origin/);
    assert.equal(await visit.board(), START);
  },
);
