// The map beside the board. In each cell where the person may move lies the board that follows,
// with the answer of a perfect player on it, and so on to the end. The boards of the game are
// framed.
import { placeOnBoard } from "../board/board.js";
import { CELL, placesOf } from "../board/places.js";
import { byId, element } from "../dom/elements.js";
import { prefersCalm } from "../dom/motion.js";
import { guarded } from "../errors.js";
import { cellName, OUTCOMES } from "../language/names.js";
import { capitalize, translate } from "../language/translate.js";
import { indexOfSmallest } from "../numbers.js";
import { startGame } from "../play/game.js";
import { runAtOnce, runInSlices } from "../slices.js";
import { isOver, isReviewing, state } from "../state.js";
import { followBook, makeBook } from "./book-of-play.js";
import { isMapVisible, matrixWithin, paintMap, shrinkFactor } from "./painter.js";

const MOST_CELLS = 9; // of a game whose map is drawn whole
const DEPTH = 2; // moves that the map of any other game shows
const DEPTH_ON_SERVER = 1; // as more would be many requests
const SMALLEST_CELL = 20; // pixels of a cell in which a finger can choose a board
const GLIDE_TIME = 400; // milliseconds

const wayButtons = byId("map-ways");
const zoom = byId("map-zoom");

let drawnBook;
let sizes = new Map(); // of the books of one game, see `makeBook`
let sizesOf = ""; // and which game and player that is
let latestWork; // on the newest book
let deepest = 0; // the last board of the path that holds others
let levelsAbove = Infinity; // how many boards further out the map is seen from

/** Draw the map of the game as it stands; a whole book takes a while. */
export const drawMap = guarded(async () => {
  if (!isMapVisible()) {
    return;
  }
  const work = currentBook();
  latestWork = work;
  const { source } = state;
  const book = source ? await source.ask(() => runAtOnce(currentBook())) : await runInSlices(work);
  if (latestWork === work) {
    drawnBook = book;
    drawBook(book);
  }
});

/** Show more or less of the map: 0 shows all of it, and each level one board further in. */
export function zoomMap(level) {
  levelsAbove = deepest - level;
  return drawMap();
}

/** The book of the game as it stands: the drawn one, if the game goes on within it. */
function* currentBook() {
  const { table, boards, played, source } = state;
  const player = bookPlayer();
  const name = `${state.gameName}${player}${table.first}`;
  if (sizesOf !== name) {
    sizes = new Map();
    sizesOf = name;
  }
  if (holdsGame(drawnBook, player)) {
    return drawnBook;
  }
  const whole = table.start.length <= MOST_CELLS && !source;
  const depth = source ? DEPTH_ON_SERVER : DEPTH;
  return yield* makeBook(table, player, sizes, { boards, played, whole, depth });
}

/** The player whose answers the map holds: the one that the person does not play. */
function bookPlayer() {
  return state.side === "O" ? "X" : "O";
}

function holdsGame(book, player) {
  const { table, boards, played } = state;
  if (!book?.whole || book.table !== table || book.player !== player || book.from !== boards[0]) {
    return false;
  }
  return followBook(book, played).moves >= played.length;
}

function drawBook(book) {
  const places = placesOf(book.table);
  const played = isReviewing() ? state.played.slice(0, state.reviewedMove) : state.played;
  const { nodes, moves } = followBook(book, played);
  // A board without replies holds no others: it is not worth being seen alone.
  const lastHoldsOthers = nodes.at(-1).replies.size > 0;
  deepest = Math.max(lastHoldsOthers ? nodes.length - 1 : nodes.length - 2, 0);
  const shownDepth = Math.max(deepest - levelsAbove, 0);

  let matrix = new DOMMatrix();
  for (const node of nodes.slice(1, shownDepth + 1)) {
    matrix = matrixWithin(matrix, node.moves[0], places);
  }
  glideTo(matrix, (view) => paintMap(places, nodes, shownDepth, view));
  zoom.hidden = !book.whole || deepest === 0 || isReviewing();
  zoom.max = deepest;
  zoom.value = shownDepth;
  const hasLeftBook = moves < played.length;
  byId("map-says").textContent = translate(explanationKey(book, hasLeftBook, played));
  drawWays(book, places, nodes, shownDepth);
}

function explanationKey(book, hasLeftBook, played) {
  if (!book.whole) {
    return "mapNext";
  }
  return hasLeftBook && !isOver() && hasChance(book, played) ? "mapLeft" : "mapText";
}

/** Whether the book's player has made a mistake that the other one has not given back since. */
function hasChance({ table, player, from }, played) {
  const { moves } = table.review(played, from);
  return moves.findLast(({ kind }) => kind === "blunder")?.player === player;
}

let view = { a: 1, e: 0, f: 0 }; // which part of the map is seen: scale and corner, as in a matrix
let animation = 0;

/** Move to another part of the map: at once if the person wants less motion. */
function glideTo(goal, paint) {
  const start = view;
  const startTime = performance.now();
  const still = prefersCalm() || (goal.a === start.a && goal.e === start.e);
  cancelAnimationFrame(animation);

  const step = (now) => {
    const progress = still ? 1 : Math.min((now - startTime) / GLIDE_TIME, 1);
    const between = (name) => start[name] + (goal[name] - start[name]) * progress;
    view = { a: between("a"), e: between("e"), f: between("f") };
    paint(view);
    if (progress < 1) {
      animation = requestAnimationFrame(step);
    }
  };
  step(startTime);
}

/**
 * Draw a button for each board within the one that is shown; a pointer also finds those within it.
 */
function drawWays(book, places, path, shownDepth) {
  const shown = path[shownDepth];
  const nextOnPath = path[shownDepth + 1];
  const movesBefore = book.whole
    ? path.slice(0, shownDepth + 1).flatMap(({ moves }) => moves)
    : state.played;
  const focused = [...wayButtons.children].indexOf(document.activeElement);

  const buttons = [...shown.replies].map(([cell, node]) => {
    const button = makeWay(node, node === nextOnPath);
    placeOnBoard(button, cell, places);
    button.addEventListener(
      "click",
      guarded((event) => {
        const byPointer = event.detail > 0; // and not by a key
        const moves = byPointer && book.whole ? movesAt(event, shown, places) : node.moves;
        return goTo([...movesBefore, ...moves]);
      }),
    );
    return button;
  });
  wayButtons.replaceChildren(...buttons);
  if (focused >= 0) {
    const focusGoal = buttons[focused] ?? buttons[0] ?? zoom;
    focusGoal.focus();
  }
}

function makeWay(node, isOnPath) {
  return element("button", {
    type: "button",
    class: isOnPath ? "way lit" : "way",
    "aria-current": isOnPath ? "step" : undefined,
    "aria-label": nodeName(node),
  });
}

/** The moves that lead to a board and what it is worth, such as "X centre, O top left, draw". */
function nodeName({ board, moves, value }) {
  const parts = moves.map((cell) => `${board[cell]} ${cellName(cell, state.table)}`);
  parts.push(translate(OUTCOMES[value]));
  return capitalize(parts.join(", "));
}

/** The moves to the smallest board under the pointer that a finger can choose. */
function movesAt({ clientX, clientY }, shown, places) {
  const box = wayButtons.getBoundingClientRect();
  const shrinks = shrinkFactor(places);
  const moves = [];
  let node = shown;
  let unit = box.width / places.width; // pixels of one unit of the board
  let x = (clientX - box.left) / unit;
  let y = (clientY - box.top) / unit;
  while (unit * CELL >= SMALLEST_CELL) {
    const cell = nearestCell(x, y, places);
    node = node.replies.get(cell);
    if (!node) {
      break;
    }
    moves.push(...node.moves);
    const [left, top] = places.corners[cell];
    x = (x - left - CELL / 2) / shrinks + places.width / 2;
    y = (y - top - CELL / 2) / shrinks + places.height / 2;
    unit *= shrinks;
  }
  return moves;
}

function nearestCell(x, y, { corners }) {
  return indexOfSmallest(
    corners.map(([left, top]) => Math.hypot(x - left - CELL / 2, y - top - CELL / 2)),
  );
}

/** Set the game up that has these moves; it is still the person's own. */
function goTo(played) {
  const { hasPlayed } = state;
  const started = startGame(state.boards[0], played);
  state.hasPlayed = hasPlayed;
  return started;
}
