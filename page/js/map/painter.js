// Paints the map on its canvas: boards within the cells of boards.
import { CELL, latticePath } from "../board/places.js";
import { byId } from "../dom/elements.js";
import { OUTCOMES } from "../language/names.js";

const FILL = 0.93; // of its cell, how much a board takes
const FILL_OF_HEXAGON = 0.85; // whose corners are cut off
const SMALLEST_BOARD = 3; // pixels of width, below which a board is left out
const SMALLEST_STONE = 0.05; // pixels a unit, below which a stone is a square, which is faster
const MOST_PIXELS = 2; // of the canvas for one of the style
const STONES = {
  X: new Path2D("M26 26 74 74M74 26 26 74"),
  O: new Path2D("M24 50a26 26 0 1 0 52 0a26 26 0 1 0-52 0"),
};

const mapCanvas = byId("map-view");

/** Return whether the map can be seen at all. */
export function isMapVisible() {
  return mapCanvas.checkVisibility();
}

/** Return how many pixels wide the map is painted. */
export function mapWidth() {
  return mapCanvas.clientWidth * Math.min(devicePixelRatio, MOST_PIXELS);
}

/** Return how much smaller a board is that lies in a cell of another. */
export function shrinkFactor({ width, height, hexagons }) {
  const fill = hexagons ? FILL_OF_HEXAGON : FILL;
  return (fill * CELL) / Math.max(width, height);
}

/** Return the matrix of a board that lies in a cell of another, whose matrix is given. */
export function matrixWithin(matrix, cell, places) {
  const [x, y] = places.corners[cell];
  return matrix
    .translate(x + CELL / 2, y + CELL / 2)
    .scale(shrinkFactor(places))
    .translate(-places.width / 2, -places.height / 2);
}

/** Return the path of the ground on which a board is drawn. */
export function groundPath(places) {
  return places.outline ? latticePath(places) : `M0 0H${places.width}V${places.height}H0z`;
}

/**
 * Paint a part of the map.
 *
 * @param {object} map Where the cells of its boards are, as `places`; the `path` of nodes that the
 *   game has passed, from the root of the map on; and to which depth the boards beside the path
 *   are `unrolled` too.
 * @param {{a: number, e: number, f: number}} view The part that fills the canvas: its scale and its
 *   corner within the root.
 * @param {number} width How many pixels wide it is painted.
 * @param {HTMLCanvasElement} [canvas] Where, if not beside the board.
 */
export function paintMap({ places, path, unrolled }, { a, e, f }, width, canvas = mapCanvas) {
  canvas.width = width;
  canvas.height = (width * places.height) / places.width;
  const brush = {
    places,
    path,
    unrolled,
    canvas,
    pen: canvas.getContext("2d"),
    lattice: new Path2D(latticePath(places)),
    ground: new Path2D(groundPath(places)),
    colours: readColours(),
  };
  const scale = canvas.width / places.width / a;
  const matrix = new DOMMatrix([scale, 0, 0, scale, -e * scale, -f * scale]);
  paintNode(brush, matrix, path[0], 0, 0);
}

/** Return the colours that the style has now, by day or by night. */
export function readColours() {
  const style = getComputedStyle(mapCanvas);
  const colours = {};
  for (const name of ["X", "O", "edge", "win", "draw", "loss", "strong"]) {
    colours[name] = style.getPropertyValue(`--${name.toLowerCase()}`);
  }
  return colours;
}

/**
 * Paint a board and those within it; `onPath` is its index in the path, NaN if it is not there, and
 * `depth` in how many boards it lies.
 */
function paintNode(brush, matrix, node, onPath, depth) {
  if (!isSeen(brush, matrix)) {
    return;
  }
  paintBoard(brush, matrix, node);
  const isUnfolded = onPath >= 0 || depth < brush.unrolled;
  for (const [cell, reply] of isUnfolded ? node.replies : []) {
    const replyOnPath = brush.path[onPath + 1] === reply ? onPath + 1 : NaN;
    paintNode(brush, matrixWithin(matrix, cell, brush.places), reply, replyOnPath, depth + 1);
  }
  if (onPath > 0) {
    paintFrame(brush, matrix);
  }
}

function isSeen({ places, canvas }, { a: unit, e: left, f: top }) {
  const width = unit * places.width;
  const height = unit * places.height;
  const isLarge = width >= SMALLEST_BOARD;
  return (
    isLarge && left <= canvas.width && top <= canvas.height && left >= -width && top >= -height
  );
}

function paintBoard({ pen, places, colours, lattice, ground }, matrix, node) {
  const unit = matrix.a;
  pen.setTransform(matrix);
  pen.globalAlpha = 1;
  pen.fillStyle = colours[OUTCOMES[node.value]];
  pen.fill(ground);
  if (unit > SMALLEST_STONE) {
    pen.strokeStyle = colours.edge;
    pen.lineWidth = 2;
    pen.stroke(lattice);
  }

  pen.lineWidth = 14;
  pen.lineCap = "round";
  for (const [cell, [x, y]] of places.corners.entries()) {
    const mark = node.board[cell];
    if (mark === ".") {
      continue;
    }
    pen.globalAlpha = cell === node.newCell ? 1 : 0.55;
    if (unit < SMALLEST_STONE) {
      pen.fillStyle = colours[mark];
      pen.fillRect(x + 25, y + 25, 50, 50);
    } else {
      pen.setTransform(matrix.translate(x, y));
      pen.strokeStyle = colours[mark];
      pen.stroke(STONES[mark]);
    }
  }
}

/** The frame around a board that the game has passed. */
function paintFrame({ pen, places, colours }, matrix) {
  pen.setTransform(matrix);
  pen.globalAlpha = 1;
  pen.strokeStyle = colours.strong;
  pen.lineWidth = Math.max(2 / matrix.a, places.width / 22);
  pen.strokeRect(0, 0, places.width, places.height);
}
