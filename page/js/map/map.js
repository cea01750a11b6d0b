// The map beside the board. In each cell where the person may move lies the board that follows,
// with the answer of a perfect player on it, and so on to the end. The boards of the game are
// framed.
import { guarded } from "../messages.js";
import { byId, element, prefersCalm } from "../dom.js";
import { placeOnBoard } from "../board/board.js";
import { CELL, placesOf } from "../board/places.js";
import { cellName, OUTCOMES } from "../language/names.js";
import { capitalize, translate } from "../language/translate.js";
import { indexOfSmallest } from "../numbers.js";
import { startGame } from "../play/game.js";
import { isSolved } from "../play/record.js";
import { runAtOnce, runInSlices } from "../slices.js";
import { isOver, isReviewing, state } from "../state.js";
import { followBook, makeBook } from "./book-of-play.js";
import { isMapVisible, matrixWithin, paintMap, shrinkFactor } from "./painter.js";
import { currentView, glideToWhole, listenToZoom } from "./zoom.js";

const MOST_CELLS = 9; // of a game whose map is drawn whole
const DEPTH = 2; // moves that the map of any other game shows
const DEPTH_ON_SERVER = 1; // as more would be many requests
const SMALLEST_CELL = 20; // pixels of a cell in which a finger can choose a board
const UNROLLING_BEAT = 600; // milliseconds from one depth to the next
const DEEPEST = 5; // of the boards of a whole map that lie in others
const NEARLY = 0.7; // of the scale of what is seen, from which a board counts as shown

const box = byId("map-box");
const wayButtons = byId("map-ways");

let drawnBook;
/** @type {any} */
let map; // what is drawn: its book and places, the path of the game, and where its boards lie
let shownDepth = 0; // the index in the path of the board whose ways are buttons
let sizes = new Map(); // of the books of one game, see `makeBook`
let sizesOf = ""; // and which game and player that is
let latestWork; // on the newest book

/** By the id of a button, what a click on it does. */
export const MAP_CLICKS = {
  "map-full": () =>
    document.fullscreenElement ? document.exitFullscreen() : byId("map").requestFullscreen(),
};

/** Listen to the person. */
export function listenToMap() {
  byId("map-full").hidden = !document.fullscreenEnabled;
  listenToZoom(box, () => map.places, paint);
  box.addEventListener(
    "click",
    guarded((event) => {
      const byPointer = event.detail > 0; // and not by a key
      return byPointer && map.book.whole ? goTo(movesAt(event)) : undefined;
    }),
  );
}

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
  const matrices = [new DOMMatrix()];
  for (const node of nodes.slice(1)) {
    matrices.push(matrixWithin(matrices.at(-1), node.moves[0], places));
  }
  const isWholeShown = !book.whole || isSolved() || document.fullscreenElement;
  map = { book, places, path: nodes, matrices, unrolled: isWholeShown ? Infinity : 0 };

  const hasLeftBook = moves < played.length;
  byId("map-says").textContent = translate(explanationKey(book, hasLeftBook, played));
  shownDepth = findShownDepth();
  drawWays();
  if (state.solving && !prefersCalm()) {
    unroll(map);
  }
  if (isInView(matrices[matrices.length - 1])) {
    paint();
  } else {
    glideToWhole(paint);
  }
}

/** Unroll a map from its first boards to its last, before the person's eyes. */
function unroll(drawn, depth = 0) {
  drawn.unrolled = depth;
  setTimeout(() => {
    if (map === drawn && depth < DEEPEST) {
      unroll(drawn, depth + 1);
      paint();
    }
  }, UNROLLING_BEAT);
}

/** Whether the middle of a board, whose matrix is given, is seen. */
function isInView({ a: scale, e, f }) {
  const view = currentView();
  const { width, height } = map.places;
  const x = e + (scale * width) / 2 - view.e;
  const y = f + (scale * height) / 2 - view.f;
  return x >= 0 && y >= 0 && x <= view.a * width && y <= view.a * height;
}

/** The last board of the path that is seen nearly as large as the map, and holds others. */
function findShownDepth() {
  const { a } = currentView();
  return Math.max(
    map.path.findLastIndex(
      ({ replies }, depth) =>
        replies.size > 0 && map.matrices[depth].a >= NEARLY * a && isInView(map.matrices[depth]),
    ),
    0,
  );
}

/** Paint what is seen of the map, and put the buttons of its ways over it. */
function paint() {
  const view = currentView();
  paintMap(map, view);
  const depth = findShownDepth();
  if (depth !== shownDepth) {
    shownDepth = depth;
    drawWays();
  }
  const { a, e, f } = map.matrices[depth];
  const { width, height } = map.places;
  const across = (100 * (e - view.e)) / (view.a * width);
  const down = (100 * (f - view.f)) / (view.a * height);
  wayButtons.style.transform = `translate(${across}%, ${down}%) scale(${a / view.a})`;
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

/** Draw a button for each board within the one that is shown. */
function drawWays() {
  const { book, places, path } = map;
  const nextOnPath = path[shownDepth + 1];
  const movesBefore = book.whole
    ? path.slice(0, shownDepth + 1).flatMap(({ moves }) => moves)
    : state.played;
  const focused = [...wayButtons.children].indexOf(document.activeElement);

  const buttons = [...path[shownDepth].replies].map(([cell, node]) => {
    const button = makeWay(node, node === nextOnPath);
    placeOnBoard(button, cell, places);
    button.addEventListener(
      "click",
      guarded((event) => {
        const byPointer = event.detail > 0; // then the map finds a board within this one
        return byPointer && book.whole ? undefined : goTo([...movesBefore, ...node.moves]);
      }),
    );
    return button;
  });
  wayButtons.replaceChildren(...buttons);
  if (focused >= 0) {
    const focusGoal = buttons[focused] ?? buttons[0] ?? byId("map-full");
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

/** The moves to the smallest drawn board under the pointer that a finger can choose. */
function movesAt({ clientX, clientY }) {
  const { places, path, unrolled } = map;
  const view = currentView();
  const { left: boxLeft, top: boxTop, width: boxWidth } = box.getBoundingClientRect();
  const shrinks = shrinkFactor(places);
  const moves = [...path[0].moves];
  let unit = boxWidth / places.width / view.a; // pixels of one unit of the board
  let x = view.e + (clientX - boxLeft) / unit;
  let y = view.f + (clientY - boxTop) / unit;
  let node = path[0];
  while (unit * CELL >= SMALLEST_CELL && (unrolled > 0 || path.includes(node))) {
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
