// Where the cells of a board are: in rows, as hexagons, in layers, or as points of a geometry.
import geometries from "../../../ttt_table/drawing/geometries.json" with { type: "json" };

/** The width of a cell, in the units of everything here. */
export const CELL = 100;

const HEXAGON = "m50-8l50 29v58l-50 29-50-29v-58z"; // around the square in which a stone lies
const SQUARE = "h100v100h-100z";
const CIRCLE = "m0 50a50 50 0 1 0 100 0a50 50 0 1 0-100 0";

const HEXAGON_HEIGHT = 116;
const HEXAGON_PITCH = 87; // from one row of hexagons to the next
const LAYER_GAP = 25;
const STROKE_OVERHANG = 0.36; // of a cell, by which a stroke goes on beyond the middles at its ends

/** Return whether the cells of a table's board are hexagons. */
export function isHex({ name }) {
  return name === "hex";
}

/**
 * Return the layers, rows and columns of a box, which its name tells; any other board is one layer.
 */
export function boxSize({ name, game: { rows, cols } }) {
  const match = /^(\d+)x(\d+)x(\d+)-k/.exec(name);
  const sides = match ? match.slice(1).map(Number) : [];
  const volume = sides.reduce((product, side) => product * side, 1);
  return match && volume === rows * cols ? sides : [1, rows, cols];
}

/** Return whether the second player has other lines than the first, and not none at all. */
export function hasOwnLines({ lines, oLines, game }) {
  return oLines !== lines && !game.breaker;
}

/**
 * Return where the cells of a table's board are, as `ttt_table/export/pictures/places.py` does.
 *
 * @returns {object} `corners` of the square in which each cell's stone lies, `width` and `height`
 *   of the board, `cellHeight`, whether the cells are `hexagons`, and two paths: `outline` of a
 *   cell from its corner, empty where squares form one grid, and `background` behind the cells.
 *   A board of hexagons has `edges` too: the paths of those that the first player joins, and of
 *   those that the second one does.
 */
export function placesOf(table) {
  const lines = table.lines.map((line) => line.join("")).join(" ");
  const geometry = geometries[lines];
  if (geometry && !hasOwnLines(table)) {
    return { ...geometry, cellHeight: CELL, hexagons: false, outline: CIRCLE };
  }
  return isHex(table) ? hexagonalPlaces(table) : squarePlaces(table);
}

function hexagonalPlaces(table) {
  const { rows, cols } = table.game;
  const overlap = (HEXAGON_HEIGHT - CELL) / 2;
  const corners = table.start.split("").map((_, cell) => {
    const row = Math.floor(cell / cols);
    const col = cell % cols;
    return [col * CELL + (row * CELL) / 2, row * HEXAGON_PITCH + overlap];
  });
  const width = cols * CELL + ((rows - 1) * CELL) / 2;
  const height = (rows - 1) * HEXAGON_PITCH + HEXAGON_HEIGHT;
  const shape = { cellHeight: HEXAGON_HEIGHT, hexagons: true, outline: HEXAGON, background: "" };
  return { corners, width, height, ...shape, edges: hexagonalEdges(corners, rows, cols) };
}

/** The paths along the left and the right edge, and along the upper and the lower one. */
function hexagonalEdges(corners, rows, cols) {
  const [[left, top]] = corners;
  const [right] = corners[cols - 1];
  const [bottomLeft, bottom] = corners.at(-cols);
  const leftEdge = `M${left} ${top + 21}${"v58l50 29".repeat(rows)}`;
  const rightEdge = `M${right + 50} ${top - 8}${"l50 29v58".repeat(rows)}`;
  const topEdge = `M${left} ${top + 21}${"l50-29l50 29".repeat(cols - 1)}l50-29`;
  const bottomEdge = `M${bottomLeft + 50} ${bottom + 108}l50-29${"l50 29l50-29".repeat(cols - 1)}`;
  return [leftEdge + rightEdge, topEdge + bottomEdge];
}

function squarePlaces(table) {
  const [layers, rows, cols] = boxSize(table);
  const pitch = cols * CELL + LAYER_GAP;
  const corners = table.start.split("").map((_, cell) => {
    const layer = Math.floor(cell / (cols * rows));
    const row = Math.floor(cell / cols) % rows;
    const col = cell % cols;
    return [layer * pitch + col * CELL, row * CELL];
  });
  const width = layers * pitch - LAYER_GAP;
  const outline = layers > 1 ? SQUARE : "";
  const shape = { cellHeight: CELL, hexagons: false, outline, background: "" };
  return { corners, width, height: rows * CELL, ...shape };
}

/**
 * Return the path of the lines between cells; `margin` is how far those of a grid end from its
 * edge.
 */
export function latticePath({ corners, width, height, outline, background }, margin = 0) {
  if (outline) {
    return background + corners.map((corner) => `M${corner}${outline}`).join("");
  }
  let path = "";
  for (let x = CELL; x < width; x += CELL) {
    path += `M${x} ${margin}V${height - margin}`;
  }
  for (let y = CELL; y < height; y += CELL) {
    path += `M${margin} ${y}H${width - margin}`;
  }
  return path;
}

/** Return the path of a stroke through a line: empty where its cells lie apart. */
export function strokePath({ corners, hexagons }, line) {
  const middles = line.map((cell) => corners[cell].map((corner) => corner + CELL / 2));
  return hexagons ? chainPath(middles) : straightPath(middles);
}

/** A stroke from each cell of a chain to those that it touches. */
function chainPath(middles) {
  let path = "";
  for (const [index, [x, y]] of middles.entries()) {
    for (const [otherX, otherY] of middles.slice(index + 1)) {
      if (Math.hypot(otherX - x, otherY - y) < 1.1 * CELL) {
        path += `M${x} ${y}L${otherX} ${otherY}`;
      }
    }
  }
  return path;
}

/** One stroke through cells that follow each other in one direction. */
function straightPath(middles) {
  if (middles.length < 2) {
    return "";
  }
  const [startX, startY] = middles[0];
  const [endX, endY] = middles.at(-1);
  const stepX = (endX - startX) / (middles.length - 1);
  const stepY = (endY - startY) / (middles.length - 1);
  const touching = Math.max(Math.abs(stepX), Math.abs(stepY)) === CELL;
  const straight = middles.every(
    ([x, y], index) => x === startX + index * stepX && y === startY + index * stepY,
  );
  if (!touching || !straight) {
    return "";
  }
  const overX = stepX * STROKE_OVERHANG;
  const overY = stepY * STROKE_OVERHANG;
  return `M${startX - overX} ${startY - overY}L${endX + overX} ${endY + overY}`;
}
