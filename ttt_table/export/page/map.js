// The map beside the board: in each cell where the person may move lies the board that follows, with
// the answer of a perfect player in it, and so on to the end. The game played glows in it.
import { bookOf, pathOf } from "./book.js";
import { byId, element } from "./elements.js";
import { guarded } from "./faults.js";
import { measure } from "./field.js";
import { WORD } from "./names.js";
import { lattice, placesOf } from "./places.js";
import { place, start } from "./play.js";
import { capital, say } from "./say.js";
import { atOnce, inShares } from "./shares.js";
import { isCalm, isOver, looksBack, state } from "./state.js";

const FILL = 0.93; // how much of its cell a board takes
const FILL_OF_HEXAGON = 0.85; // whose corners are cut off
const SMALLEST = 20; // pixels of a cell in which a finger can choose a board
const WHOLE = 9; // cells of a game whose map is drawn whole

const canvas = byId("map-view");
const ways = byId("map-ways");
const zoom = byId("map-zoom");
const pen = canvas.getContext("2d");
const STONES = {
  X: new Path2D("M26 26 74 74M74 26 26 74"),
  O: new Path2D("M24 50a26 26 0 1 0 52 0a26 26 0 1 0-52 0"),
};

let deepest = 0; // of the boards on the path, the last that holds others
let above = Infinity; // and how many boards further out the map is seen from
let drawn; // the book that is drawn
let sizes = new Map();
let sized = ""; // whose sizes these are
let making; // the work on the newest map

/** The other one, whose answers the map holds. */
const owner = () => (state.side === "O" ? "X" : "O");

export const drawMap = guarded(async () => {
  if (!canvas.checkVisibility()) return;
  const work = (making = bookNow());
  const { source } = state;
  const book = await (source ? source.ask(() => atOnce(bookNow())) : inShares(work));
  if (making !== work) return; // a newer one takes its place
  drawn = book;
  drawPath(book);
});

/** The map of the game as it stands: the one that is drawn, if it holds that too. */
function* bookNow() {
  const { table, boards, played, source } = state;
  const name = `${state.gameName}${owner()}${table.first}`;
  if (sized !== name) sizes = new Map();
  sized = name;
  const fits = drawn?.table === table && drawn.player === owner() && drawn.whole;
  if (fits && boards[0] === drawn.from && pathOf(drawn, played).moves >= played.length) return drawn;
  const whole = table.start.length <= WHOLE && !source;
  const depth = source ? 1 : 2; // more would be many requests
  return yield* bookOf(table, owner(), sizes, { boards, played, whole, depth });
}

/** How much smaller a board is within a cell of another one. */
const shrinking = ({ width, height, hexagons }) =>
  ((hexagons ? FILL_OF_HEXAGON : FILL) * 100) / Math.max(width, height);

/** Where in a cell of a board the next one lies, as a matrix. */
const within = (matrix, cell, places) => {
  const [x, y] = places.at[cell];
  return matrix.translate(x + 50, y + 50).scale(shrinking(places)).translate(-places.width / 2, -places.height / 2);
};

const drawPath = (book) => {
  const places = placesOf(book.table);
  const played = looksBack() ? state.played.slice(0, state.looking) : state.played;
  const { nodes, moves } = pathOf(book, played);
  // What has no replies is too small a world to be in.
  deepest = Math.max(nodes.length - (nodes.at(-1).replies.size ? 1 : 2), 0);
  const at = Math.max(deepest - above, 0);
  const goal = nodes.slice(1, at + 1).reduce((matrix, { moves }) => within(matrix, moves[0], places), new DOMMatrix());
  glide(goal, (seen) => paint(places, nodes, at, seen));
  zoom.hidden = !book.whole || !deepest || looksBack();
  Object.assign(zoom, { max: deepest, value: at });
  const left = moves < played.length && !isOver();
  byId("map-says").textContent = say(!book.whole ? "mapNext" : left ? "mapLeft" : "mapSays");
  drawWays(book, places, nodes, at);
};

/** What is seen of the map: the board that fills the canvas, as a matrix has it. */
let view = { e: 0, f: 0, a: 1 };
let moving = 0;

/** Move to another part of the map, at once where no motion is wanted. */
const glide = (goal, draw) => {
  const from = view;
  const began = performance.now();
  const still = isCalm() || (goal.a === from.a && goal.e === from.e);
  cancelAnimationFrame(moving);
  const step = (now) => {
    const part = still ? 1 : Math.min((now - began) / 400, 1);
    const between = (name) => from[name] + (goal[name] - from[name]) * part;
    view = { e: between("e"), f: between("f"), a: between("a") };
    draw(view);
    if (part < 1) moving = requestAnimationFrame(step);
  };
  step(began);
};

/** Paint the boards that are seen, and a frame around each within that the game has passed. */
const paint = (places, path, seenFrom, { e, f, a }) => {
  const width = canvas.clientWidth * Math.min(devicePixelRatio, 2);
  Object.assign(canvas, { width, height: (width * places.height) / places.width });
  const style = getComputedStyle(canvas);
  const names = ["X", "O", "edge", "win", "draw", "loss", "strong"];
  const colours = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name.toLowerCase()}`)]));
  const lines = new Path2D(lattice(places));
  const ground = places.outline ? lines : new Path2D(`M0 0H${places.width}V${places.height}H0`);
  const scale = width / places.width / a;
  const matrix = new DOMMatrix([scale, 0, 0, scale, -e * scale, -f * scale]);
  paintBoard({ places, path, seenFrom, colours, lines, ground }, matrix, path[0], 0);
};

/** A board, with its depth on the path if it is there, and those within it. */
const paintBoard = (brush, matrix, node, depth) => {
  const { places, path, colours } = brush;
  const { a: unit, e: left, f: top } = matrix;
  const [right, bottom] = [left + unit * places.width, top + unit * places.height];
  if (right - left < 3 || left > canvas.width || top > canvas.height || right < 0 || bottom < 0) return;
  pen.setTransform(matrix);
  pen.globalAlpha = 1;
  pen.fillStyle = colours[WORD[node.value]];
  pen.fill(brush.ground);
  pen.strokeStyle = colours.edge;
  pen.lineWidth = 2;
  if (unit > 0.05) pen.stroke(brush.lines);
  pen.lineWidth = 14;
  pen.lineCap = "round";
  places.at.forEach(([x, y], at) => {
    const mark = node.board[at];
    if (mark === ".") return;
    pen.globalAlpha = at === node.fresh ? 1 : 0.55;
    pen.fillStyle = pen.strokeStyle = colours[mark];
    if (unit < 0.05) return pen.fillRect(x + 25, y + 25, 50, 50); // faster, and no eye can tell
    pen.setTransform(matrix.translate(x, y));
    pen.stroke(STONES[mark]);
  });
  for (const [cell, reply] of node.replies)
    paintBoard(brush, within(matrix, cell, places), reply, path[depth + 1] === reply ? depth + 1 : NaN);
  if (!(depth > brush.seenFrom)) return;
  pen.setTransform(matrix);
  pen.globalAlpha = 1;
  pen.strokeStyle = colours.strong;
  pen.lineWidth = Math.max(2 / unit, places.width / 22);
  pen.strokeRect(0, 0, places.width, places.height);
};

/** A button for each board within the one that is shown: by pointer those within it, too. */
const drawWays = (book, places, path, at) => {
  const { at: corners, tall } = places;
  const shown = path[at];
  const before = book.whole ? path.slice(0, at + 1).flatMap(({ moves }) => moves) : state.played;
  const held = [...ways.children].indexOf(document.activeElement);
  const made = [...shown.replies].map(([cell, node]) => {
    const played = node === path[at + 1];
    const way = element("button", {
      type: "button",
      class: played ? "way lit" : "way",
      "aria-current": played ? "step" : undefined,
      "aria-label": nameOf(node),
    });
    const go = (event) => (event.detail && book.whole ? movesAt(event, shown, places) : node.moves);
    way.addEventListener("click", guarded((event) => goTo([...before, ...go(event)])));
    const [x, y] = corners[cell];
    measure(way, { across: x, down: y + 50 - tall / 2 });
    return way;
  });
  ways.replaceChildren(...made);
  if (held >= 0) (made[held] ?? made[0] ?? zoom).focus();
};

const nameOf = ({ board, moves, value }) =>
  capital([...moves.map((cell) => `${board[cell]} ${place(cell)}`), say(WORD[value])].join(", "));

/** The moves to the smallest board within the one shown that the pointer is on. */
const movesAt = ({ clientX, clientY }, shown, places) => {
  const box = ways.getBoundingClientRect();
  const shrinks = shrinking(places);
  const moves = [];
  let unit = box.width / places.width;
  let [x, y] = [(clientX - box.left) / unit, (clientY - box.top) / unit];
  for (let here = shown; unit * 100 >= SMALLEST; unit *= shrinks) {
    const far = places.at.map(([left, top]) => Math.hypot(x - left - 50, y - top - 50));
    const cell = far.indexOf(Math.min(...far));
    here = here.replies.get(cell);
    if (!here) break;
    moves.push(...here.moves);
    const [left, top] = places.at[cell];
    x = (x - left - 50) / shrinks + places.width / 2;
    y = (y - top - 50) / shrinks + places.height / 2;
  }
  return moves;
};

const goTo = (line) => {
  const { hasPlayed } = state;
  start(state.boards[0], line);
  state.hasPlayed = hasPlayed;
};

export const zoomMap = (level) => {
  above = deepest - level;
  return drawMap();
};
