// The map beside the board: in each cell where the person may move lies the board that follows, with
// the answer of a perfect player in it, and so on to the end. The game played glows in it.
import { Book } from "./book.js";
import { button, byId } from "./elements.js";
import { guarded } from "./faults.js";
import { WORD } from "./names.js";
import { place, start } from "./play.js";
import { capital, say } from "./say.js";
import { atOnce, inShares } from "./shares.js";
import { looksBack, state } from "./state.js";

const FILL = 0.93; // how much of its cell a board takes
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

/** What a board is worth to the person. */
const valueFor = ({ board }) => {
  const { value } = state.table.get(board);
  return state.table.mover(board) === owner() ? 0 - value : value;
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
  made.values = new Map(made.nodes.map((node) => [node, valueFor(node)]));
  return Object.assign(made, { from: boards[0] });
}

/** What is seen of the map: a part of it fills the canvas. */
let view = { x: 0, y: 0, scale: 1 };
let moving = 0;

/** Where in its cell a board lies, in parts of the whole, and how much smaller it is. */
const placeWithin = ({ x, y, scale }, cell, { rows, cols }) => {
  const smaller = FILL / Math.max(rows, cols);
  const [col, row] = [cell % cols, Math.floor(cell / cols)];
  return {
    x: x + scale * ((col + 0.5) / cols - smaller / 2),
    y: y + scale * ((row + 0.5) / rows - smaller / 2),
    scale: scale * smaller,
  };
};

const drawPath = (book) => {
  const { game } = book.table;
  const played = looksBack() ? state.played.slice(0, state.looking) : state.played;
  const { nodes, moves } = book.path(played);
  const places = [{ x: 0, y: 0, scale: 1 }];
  for (const { moves } of nodes.slice(1)) places.push(placeWithin(places.at(-1), moves[0], game));
  // What has no replies is too small a world to be in.
  deepest = nodes.at(-1).replies.size ? nodes.length - 1 : Math.max(nodes.length - 2, 0);
  const at = Math.max(deepest - above, 0);
  glide(places[at], (seen) => paint(book, places.slice(at + 1), seen));
  byId("map-zoom").hidden = !book.whole || looksBack();
  byId("map-in").disabled = at === deepest;
  byId("map-out").disabled = at === 0;
  const left = book.whole && moves < played.length;
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
const paint = (book, places, seen) => {
  const canvas = byId("map-view");
  const { rows, cols } = book.table.game;
  const style = getComputedStyle(canvas);
  const colour = (name) => style.getPropertyValue(`--${name}`);
  const width = canvas.clientWidth * Math.min(devicePixelRatio, 2);
  Object.assign(canvas, { width, height: (width * rows) / cols });
  const pen = canvas.getContext("2d");
  const onCanvas = ({ x, y, scale }) => [
    ((x - seen.x) / seen.scale) * canvas.width,
    ((y - seen.y) / seen.scale) * canvas.height,
    (scale / seen.scale) * canvas.width,
  ];
  const colours = Object.fromEntries(["x", "o", "edge", "win", "draw", "loss"].map((name) => [name, colour(name)]));
  paintBoard(pen, book, book.root, { x: 0, y: 0, scale: 1 }, onCanvas, colours);
  pen.globalAlpha = 1;
  pen.strokeStyle = colour("strong");
  for (const place of places) {
    const [x, y, size] = onCanvas(place);
    pen.lineWidth = Math.max(2, size / 22);
    pen.strokeRect(x, y, size, (size * rows) / cols);
  }
};

const paintBoard = (pen, book, node, place, onCanvas, colours) => {
  const { rows, cols } = book.table.game;
  const [x, y, size] = onCanvas(place);
  const cell = size / cols;
  const { width, height } = pen.canvas;
  if (size < 3 || x > width || y > height || x + size < 0 || y + cell * rows < 0) return;
  pen.globalAlpha = 1;
  pen.fillStyle = colours[WORD[book.values.get(node)]];
  pen.fillRect(x, y, size, cell * rows);
  if (cell > 5) lattice(pen, x, y, cell, rows, cols, colours.edge);
  [...node.board].forEach((mark, at) => {
    const reply = node.replies.get(at);
    if (reply) paintBoard(pen, book, reply, placeWithin(place, at, book.table.game), onCanvas, colours);
    if (mark === ".") return;
    pen.globalAlpha = at === node.fresh ? 1 : 0.55;
    pen.strokeStyle = colours[mark.toLowerCase()];
    const middle = [x + ((at % cols) + 0.5) * cell, y + (Math.floor(at / cols) + 0.5) * cell];
    stone(pen, mark, middle, cell);
  });
};

const lattice = (pen, x, y, cell, rows, cols, colour) => {
  pen.beginPath();
  for (let col = 1; col < cols; col++) pen.rect(x + col * cell, y, 0, rows * cell);
  for (let row = 1; row < rows; row++) pen.rect(x, y + row * cell, cols * cell, 0);
  pen.strokeStyle = colour;
  pen.lineWidth = cell / 45;
  pen.stroke();
};

const stone = (pen, mark, [x, y], cell) => {
  const reach = cell * 0.24;
  pen.beginPath();
  pen.lineWidth = cell * 0.14;
  pen.lineCap = "round";
  if (mark === "O") pen.arc(x, y, reach * 1.1, 0, 7);
  else {
    pen.moveTo(x - reach, y - reach);
    pen.lineTo(x + reach, y + reach);
    pen.moveTo(x + reach, y - reach);
    pen.lineTo(x - reach, y + reach);
  }
  pen.stroke();
};

/** A button for each board within the one that is shown: by pointer those within it, too. */
const drawWays = (book, nodes, ahead) => {
  const { rows, cols } = book.table.game;
  const before = book.whole ? nodes.flatMap(({ moves }) => moves) : state.played;
  const held = [...byId("map-ways").children].indexOf(document.activeElement);
  const ways = [...nodes.at(-1).replies].map(([cell, node]) => {
    const go = (event) => goTo([...before, ...chosen(event, node, book)]);
    const made = button("", guarded(go), node === ahead[0] ? "way lit" : "way");
    made.setAttribute("aria-label", nameOf(node, book));
    if (node === ahead[0]) made.setAttribute("aria-current", "step");
    Object.assign(made.style, {
      left: `${(100 * (cell % cols)) / cols}%`,
      top: `${(100 * Math.floor(cell / cols)) / rows}%`,
      width: `${100 / cols}%`,
      height: `${100 / rows}%`,
    });
    return made;
  });
  byId("map-ways").replaceChildren(...ways);
  if (held >= 0) (ways[held] ?? ways[0] ?? byId("map-out")).focus();
};

const nameOf = (node, { values }) =>
  capital(
    [
      ...node.moves.map((cell) => `${node.board[cell]} ${place(cell)}`),
      say(WORD[values.get(node)]),
    ].join(", "),
  );

/** The moves from a button to the board within it that the pointer is on. */
const chosen = (event, node, { table: { game }, whole }) => {
  const moves = [...node.moves];
  if (!event.detail || !whole) return moves;
  const box = event.currentTarget.getBoundingClientRect();
  let [size, x, y] = [box.width * FILL, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  for (let here = node; size / game.cols >= SMALLEST; size *= FILL / game.cols) {
    [x, y] = [(x - 0.5) / FILL + 0.5, (y - 0.5) / FILL + 0.5].map((one) => Math.min(Math.max(one, 0), 0.999));
    const [col, row] = [Math.floor(x * game.cols), Math.floor(y * game.rows)];
    here = here.replies.get(row * game.cols + col);
    if (!here) break;
    moves.push(...here.moves);
    [x, y] = [x * game.cols - col, y * game.rows - row];
  }
  return moves;
};

const goTo = (line) => {
  const { first, hasPlayed } = { first: state.boards[0], hasPlayed: state.hasPlayed };
  start(first, line);
  state.hasPlayed = hasPlayed;
};

export const zoomMap = (steps) => {
  above = Math.min(above, deepest) - steps;
  return drawMap();
};
