// The map beside the board: in each cell where the person may move lies the board that follows, with
// the answer of a perfect player in it, and so on to the end. The game played glows in it.
import { Book } from "./book.js";
import { button, byId, stone, svgElement } from "./elements.js";
import { guarded } from "./faults.js";
import { WORD } from "./names.js";
import { place, start } from "./play.js";
import { capital, say } from "./say.js";
import { looksBack, state } from "./state.js";

const FILL = 0.93; // how much of its cell a board takes
const SMALLEST = 20; // pixels of a board that a finger can choose
const WHOLE = 9; // cells of a game whose map is drawn whole

let zoomed = false;
let drawn; // the book that is drawn
let sizes = new Map();
let sized = ""; // whose sizes these are

/** The other one, whose answers the map holds. */
const owner = () => (state.side === "O" ? "X" : "O");
const isWhole = () => state.table.start.length <= WHOLE;
const ask = (act) => (state.source ? state.source.ask(act) : act());

/** What a board is worth to the person. */
const valueFor = ({ board }) => {
  const { value } = state.table.get(board);
  return state.table.mover(board) === owner() ? 0 - value : value;
};

export const drawMap = async () => {
  if (!byId("map").checkVisibility() || state.editing) return;
  const book = await ask(() => {
    const name = `${state.gameName}${owner()}${state.table.first}`;
    if (sized !== name) sizes = new Map();
    sized = name;
    const { boards, played } = state;
    const fits = drawn?.table === state.table && drawn.player === owner() && drawn.whole;
    if (fits && boards[0] === drawn.from && drawn.path(played).moves >= played.length) return drawn;
    const made = new Book(state.table, owner(), sizes, { boards, played, whole: isWhole() });
    made.values = new Map(made.nodes.map((node) => [node, valueFor(node)]));
    return Object.assign(made, { from: boards[0] });
  });
  if (book !== drawn) drawBook(book);
  drawn = book;
  drawPath(book);
};

/** Each board once, in the places of all that use it. */
const drawBook = (book) => {
  const { rows, cols } = book.table.game;
  byId("map-view").setAttribute("viewBox", `0 0 ${cols * 100} ${rows * 100}`);
  byId("map-boards").replaceChildren(...book.nodes.map((node) => nodeDrawn(node, book)));
  byId("map-root").setAttribute("href", `#${book.root.id}`);
};

const nodeDrawn = (node, { table: { game }, values }) => {
  const { rows, cols } = game;
  const group = svgElement("g", { id: node.id });
  const ground = { class: `ground ${WORD[values.get(node)]}`, rx: 8 };
  group.append(svgElement("rect", { ...ground, width: cols * 100, height: rows * 100 }));
  let lattice = "";
  for (let col = 1; col < cols; col++) lattice += `M${col * 100} 5V${rows * 100 - 5}`;
  for (let row = 1; row < rows; row++) lattice += `M5 ${row * 100}H${cols * 100 - 5}`;
  group.append(svgElement("path", { class: "lattice", d: lattice }));
  [...node.board].forEach((mark, at) => {
    const [x, y] = [(at % cols) * 100, Math.floor(at / cols) * 100];
    if (mark !== ".") {
      const made = stone(mark, { x, y, width: 100, height: 100 });
      if (at !== node.fresh) made.classList.add("old");
      group.append(made);
    }
    const reply = node.replies.get(at);
    if (!reply) return;
    const [edge, scale] = inset(game);
    const use = { href: `#${reply.id}`, transform: `translate(${x + edge.x} ${y + edge.y})scale(${scale})` };
    group.append(svgElement("use", use));
  });
  return group;
};

/** Where in its cell a board lies, and how much smaller it is. */
const inset = ({ rows, cols }) => {
  const scale = FILL / Math.max(rows, cols);
  return [{ x: (100 - scale * cols * 100) / 2, y: (100 - scale * rows * 100) / 2 }, scale];
};

/** The place of a board within the map: of the root, and then cell by cell. */
const placeWithin = ({ x, y, scale }, cell, game) => {
  const [edge, smaller] = inset(game);
  const [col, row] = [cell % game.cols, Math.floor(cell / game.cols)];
  return {
    x: x + scale * (col * 100 + edge.x),
    y: y + scale * (row * 100 + edge.y),
    scale: scale * smaller,
  };
};

const drawPath = (book) => {
  const { game } = book.table;
  const [width, height] = [game.cols * 100, game.rows * 100];
  const played = looksBack() ? state.played.slice(0, state.looking) : state.played;
  const { nodes, moves } = book.path(played);
  const places = [{ x: 0, y: 0, scale: 1 }];
  for (const { moves } of nodes.slice(1)) places.push(placeWithin(places.at(-1), moves[0], game));
  byId("map-path").replaceChildren(
    ...places.slice(1).map(({ x, y, scale }) =>
      svgElement("rect", { x, y, width: width * scale, height: height * scale, rx: 8 * scale, "stroke-width": 3 + 9 * scale }),
    ),
  );
  // What has no replies is too small a world to be in.
  const deep = nodes.at(-1).replies.size ? nodes.length - 1 : Math.max(nodes.length - 2, 0);
  const at = zoomed ? deep : 0;
  const { x, y, scale } = places[at];
  byId("map-zoomed").style.transform = `scale(${1 / scale}) translate(${-x}px, ${-y}px)`;
  byId("map-path").classList.toggle("thin", zoomed);
  byId("map-zoom").hidden = !book.whole;
  byId("map-zoom").textContent = say(zoomed ? "zoomOut" : "zoomIn");
  const left = book.whole && moves < played.length;
  byId("map-says").textContent = say(!book.whole ? "mapNext" : left ? "mapLeft" : "mapSays");
  drawWays(book, nodes.slice(0, at + 1), nodes.slice(at + 1));
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

export const zoomMap = () => {
  zoomed = !zoomed;
  return drawMap();
};
