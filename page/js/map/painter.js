// Paints the map on its canvas: boards within the cells of boards.
import { byId, element } from "../dom.js";
import { CELL, latticePath } from "../board/places.js";
import { OUTCOMES } from "../language/names.js";
import { runInSlices, runSlice, whileWanted } from "../slices.js";

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
const spareCanvas = element("canvas"); // which is painted, and then shown at once

let latestWork; // only the newest painting goes on
let shownView;

/** Return whether the map can be seen at all. */
export function isMapVisible() {
  return mapCanvas.checkVisibility();
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

/** The path of the ground on which a board is drawn. */
function groundPath(places) {
  return places.outline ? latticePath(places) : `M0 0H${places.width}V${places.height}H0z`;
}

/**
 * Paint a part of the map beside the board, in slices. It is seen once it is whole; while the view
 * changes, what is painted first is seen at once: the larger boards.
 *
 * @param {object} map As for `painting`.
 * @param {object} view As for `painting`.
 */
export async function paintMap(map, view) {
  if (mapWidth() === 0) {
    return; // another part of the page is shown meanwhile
  }
  const work = painting(map, view, mapWidth(), spareCanvas);
  const isMoved = view !== shownView;
  latestWork = work;
  shownView = view;

  const isDone = runSlice(work).done;
  if (isDone || isMoved) {
    showPainted();
  }
  if (!isDone) {
    await runInSlices(whileWanted(work, () => latestWork === work));
    if (latestWork === work) {
      showPainted();
    }
  }
}

function showPainted() {
  mapCanvas.width = spareCanvas.width;
  mapCanvas.height = spareCanvas.height;
  mapCanvas.getContext("2d").drawImage(spareCanvas, 0, 0);
}

/** How many pixels wide the map is painted. */
function mapWidth() {
  return mapCanvas.clientWidth * Math.min(devicePixelRatio, MOST_PIXELS);
}

/**
 * Paint a part of the map, as work that pauses.
 *
 * @param {object} map Where the cells of its boards are, as `places`; the `path` of nodes that the
 *   game has passed, from the root of the map on; and to which depth the boards beside the path
 *   are `unrolled` too.
 * @param {{a: number, e: number, f: number}} view The part that fills the canvas: its scale and its
 *   corner within the root.
 * @param {number} width How many pixels wide it is painted.
 * @param {HTMLCanvasElement} canvas Where.
 */
function* painting({ places, path, unrolled }, { a, e, f }, width, canvas) {
  canvas.width = width;
  canvas.height = (width * places.height) / places.width;
  const brush = {
    places,
    pen: canvas.getContext("2d"),
    lattice: new Path2D(latticePath(places)),
    ground: new Path2D(groundPath(places)),
    colours: readColours(),
  };
  const scale = canvas.width / places.width / a;
  const matrix = new DOMMatrix([scale, 0, 0, scale, -e * scale, -f * scale]);
  const passed = [];

  // The boards wait with their index in the path, NaN if they are not there, and with the number of
  // boards in which they lie; more are added while they are gone through.
  const waiting = [{ matrix, node: path[0], onPath: 0, depth: 0 }];
  for (const { matrix: place, node, onPath, depth } of waiting) {
    paintBoard(brush, place, node);
    yield;
    if (onPath > 0) {
      passed.push(place);
    }
    for (const [cell, reply] of onPath >= 0 || depth < unrolled ? node.replies : []) {
      const within = matrixWithin(place, cell, places);
      const replyOnPath = path[onPath + 1] === reply ? onPath + 1 : NaN;
      if (isSeen(within, places, canvas)) {
        waiting.push({ matrix: within, node: reply, onPath: replyOnPath, depth: depth + 1 });
      }
    }
  }
  for (const place of passed) {
    paintFrame(brush, place);
  }
}

/** The colours that the style has now, by day or by night. */
function readColours() {
  const style = getComputedStyle(mapCanvas);
  const colours = {};
  for (const name of ["X", "O", "edge", "win", "draw", "loss", "strong"]) {
    colours[name] = style.getPropertyValue(`--${name.toLowerCase()}`);
  }
  return colours;
}

function isSeen({ a: unit, e: left, f: top }, places, canvas) {
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
