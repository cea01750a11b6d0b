// The map beside the board: in each cell where the person may move lies the board that follows, with
// the answer of a perfect player in it, and so on to the end. The game played glows in it.
import { Book } from "./book.js";
import { button, byId } from "./elements.js";
import { guarded } from "./faults.js";
import { WORD } from "./names.js";
import { lattice, placesOf } from "./places.js";
import { place, start } from "./play.js";
import { capital, say } from "./say.js";
import { atOnce, inShares } from "./shares.js";
import { isOver, looksBack, state } from "./state.js";

const FILL = 0.93; // how much of its cell a board takes
const FILL_OF_HEXAGON = 0.85; // whose corners are cut off
const SMALLEST = 20; // pixels of a board that a finger can choose
const WHOLE = 9; // cells of a game whose map is drawn whole

let deepest = 0; // of the boards on the path, the last that holds others
let above = Infinity; // and how many boards further out the map is seen from
let drawn; // the book that is drawn
let sizes = new Map();
let sized = ""; // whose sizes these are
let making; // the work on the newest map

/** The other one, whose answers the map holds. */
const owner = () => (state.side === "O" ? "X" : "O");
const isWhole = () => state.table.start.length <= WHOLE && !state.source;

/** What a board is worth to the person, whom a perfect player answers. */
const valueAgainst = (player, table, board) => {
  const { value } = table.get(board);
  return table.mover(board) === player ? 0 - value : value;
};

export const drawMap = guarded(async () => {
  if (!byId("map").checkVisibility()) return;
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
  if (fits && boards[0] === drawn.from && drawn.path(played).moves >= played.length) return drawn;
  const depth = source ? 1 : 2; // more would be many requests
  const made = yield* Book.of(table, owner(), sizes, { boards, played, whole: isWhole(), depth });
  made.values = new Map(made.nodes.map((node) => [node, valueAgainst(made.player, table, node.board)]));
  return Object.assign(made, { from: boards[0] });
}

/** What is seen of the map: a part of it fills the canvas. */
let view = { x: 0, y: 0, scale: 1 };
let moving = 0;

/** How much smaller a board is within a cell of another one. */
const smaller = ({ width, height, hexagons }) =>
  ((hexagons ? FILL_OF_HEXAGON : FILL) * 100) / Math.max(width, height);

/** Where in its cell a board lies, in parts of the whole, and how much smaller it is. */
const placeWithin = ({ x, y, scale }, cell, places) => {
  const { at, width, height } = places;
  const [left, top] = at[cell];
  const half = smaller(places) / 2;
  return {
    x: x + scale * ((left + 50) / width - half),
    y: y + scale * ((top + 50) / height - half),
    scale: scale * half * 2,
  };
};

const drawPath = (book) => {
  const whole = placesOf(book.table);
  const played = looksBack() ? state.played.slice(0, state.looking) : state.played;
  const { nodes, moves } = book.path(played);
  const places = [{ x: 0, y: 0, scale: 1 }];
  for (const { moves } of nodes.slice(1)) places.push(placeWithin(places.at(-1), moves[0], whole));
  // What has no replies is too small a world to be in.
  deepest = nodes.at(-1).replies.size ? nodes.length - 1 : Math.max(nodes.length - 2, 0);
  const at = Math.max(deepest - above, 0);
  glide(places[at], (seen) => paint(book, whole, places.slice(at + 1), seen));
  const zoom = byId("map-zoom");
  zoom.hidden = !book.whole || !deepest || looksBack();
  Object.assign(zoom, { max: deepest, value: at });
  const left = book.whole && moves < played.length && !isOver();
  byId("map-says").textContent = say(!book.whole ? "mapNext" : left ? "mapLeft" : "mapSays");
  drawWays(book, nodes.slice(0, at + 1), nodes.slice(at + 1));
};

/** Move to another part of the map, at once where no motion is wanted. */
const glide = (goal, draw) => {
  const from = view;
  const began = performance.now();
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const far = goal.scale !== from.scale || goal.x !== from.x;
  cancelAnimationFrame(moving);
  const step = (now) => {
    const part = calm || !far ? 1 : Math.min(Math.max((now - began) / 400, 0), 1);
    const between = (name) => from[name] + (goal[name] - from[name]) * part;
    view = { x: between("x"), y: between("y"), scale: between("scale") };
    draw(view);
    if (part < 1) moving = requestAnimationFrame(step);
  };
  step(began);
};

/** Paint the boards that are seen, and a frame around each that the game has passed. */
const paint = (book, whole, frames, seen) => {
  const canvas = byId("map-view");
  const style = getComputedStyle(canvas);
  const colour = (name) => style.getPropertyValue(`--${name}`);
  const width = canvas.clientWidth * Math.min(devicePixelRatio, 2);
  Object.assign(canvas, { width, height: (width * whole.height) / whole.width });
  const pen = canvas.getContext("2d");
  const onCanvas = ({ x, y, scale }) => [
    ((x - seen.x) / seen.scale) * canvas.width,
    ((y - seen.y) / seen.scale) * canvas.height,
    (scale / seen.scale) * canvas.width,
  ];
  const colours = Object.fromEntries(["x", "o", "edge", "win", "draw", "loss"].map((name) => [name, colour(name)]));
  const ground = new Path2D(whole.outline ? lattice(whole) : `M0 0H${whole.width}V${whole.height}H0`);
  const brush = { pen, values: book.values, places: whole, ground, lines: new Path2D(lattice(whole)), onCanvas, colours };
  paintBoard(brush, book.root, { x: 0, y: 0, scale: 1 });
  pen.resetTransform();
  pen.globalAlpha = 1;
  pen.strokeStyle = colour("strong");
  for (const frame of frames) {
    const [x, y, size] = onCanvas(frame);
    pen.lineWidth = Math.max(2, size / 22);
    pen.strokeRect(x, y, size, (size * whole.height) / whole.width);
  }
};

/** A board in units of 100 for a cell, and then those within it. */
const paintBoard = (brush, node, place) => {
  const { pen, places, colours } = brush;
  const [x, y, size] = brush.onCanvas(place);
  const unit = size / places.width;
  const { width, height } = pen.canvas;
  if (size < 3 || x > width || y > height || x + size < 0 || y + unit * places.height < 0) return;
  pen.setTransform(unit, 0, 0, unit, x, y);
  pen.globalAlpha = 1;
  pen.fillStyle = colours[WORD[brush.values.get(node)]];
  pen.fill(brush.ground);
  pen.strokeStyle = colours.edge;
  pen.lineWidth = 100 / 45;
  if (unit > 0.05) pen.stroke(brush.lines);
  places.at.forEach((corner, at) => {
    const mark = node.board[at];
    if (mark === ".") return;
    pen.globalAlpha = at === node.fresh ? 1 : 0.55;
    pen.strokeStyle = colours[mark.toLowerCase()];
    stone(pen, mark, corner);
  });
  for (const [cell, reply] of node.replies) paintBoard(brush, reply, placeWithin(place, cell, places));
};

const stone = (pen, mark, [x, y]) => {
  pen.beginPath();
  pen.lineWidth = 14;
  pen.lineCap = "round";
  if (mark === "O") pen.arc(x + 50, y + 50, 26, 0, 7);
  else {
    pen.moveTo(x + 26, y + 26);
    pen.lineTo(x + 74, y + 74);
    pen.moveTo(x + 74, y + 26);
    pen.lineTo(x + 26, y + 74);
  }
  pen.stroke();
};

/** A button for each board within the one that is shown: by pointer those within it, too. */
const drawWays = (book, nodes, ahead) => {
  const { at, width, height, tall, hexagons } = placesOf(book.table);
  const before = book.whole ? nodes.flatMap(({ moves }) => moves) : state.played;
  const held = [...byId("map-ways").children].indexOf(document.activeElement);
  const ways = [...nodes.at(-1).replies].map(([cell, node]) => {
    const go = (event) => goTo([...before, ...chosen(event, node, book)]);
    const made = button("", guarded(go), node === ahead[0] ? "way lit" : "way");
    made.setAttribute("aria-label", nameOf(node, book));
    if (node === ahead[0]) made.setAttribute("aria-current", "step");
    const [x, y] = at[cell];
    Object.assign(made.style, {
      left: `${(100 * x) / width}%`,
      top: `${(100 * (y + 50 - tall / 2)) / height}%`,
      width: `${10000 / width}%`,
      height: `${(100 * tall) / height}%`,
    });
    return made;
  });
  byId("map-ways").replaceChildren(...ways);
  byId("map-ways").className = hexagons ? "hexagons" : "";
  if (held >= 0) (ways[held] ?? ways[0] ?? byId("map-zoom")).focus();
};

const nameOf = (node, { values }) =>
  capital(
    [
      ...node.moves.map((cell) => `${node.board[cell]} ${place(cell)}`),
      say(WORD[values.get(node)]),
    ].join(", "),
  );

/** The moves from a button to the board within it that the pointer is on. */
const chosen = (event, node, { table, whole }) => {
  const moves = [...node.moves];
  if (!event.detail || !whole) return moves;
  const places = placesOf(table);
  const box = event.currentTarget.getBoundingClientRect();
  // In pixels from the middle of a cell, then in units of the board within it.
  let [x, y] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
  let unit = (box.width / 100) * smaller(places);
  for (let here = node; unit * 100 >= SMALLEST; unit *= smaller(places)) {
    const far = places.at.map(([left, top]) => [
      x / unit + places.width / 2 - left - 50,
      y / unit + places.height / 2 - top - 50,
    ]);
    const reach = far.map(([across, down]) => Math.hypot(across, down));
    const cell = reach.indexOf(Math.min(...reach));
    here = here.replies.get(cell);
    if (!here) break;
    moves.push(...here.moves);
    [x, y] = far[cell].map((one) => one * unit);
  }
  return moves;
};

const goTo = (line) => {
  const { first, hasPlayed } = { first: state.boards[0], hasPlayed: state.hasPlayed };
  start(first, line);
  state.hasPlayed = hasPlayed;
};

export const zoomMap = (level) => {
  above = deepest - level;
  return drawMap();
};
