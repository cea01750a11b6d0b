// Where the cells of a board stand: in rows, as hexagons, in layers, or as points of a geometry.
import geometries from "../geometries.json" with { type: "json" };

const HEXAGON = "m50-8l50 29v58l-50 29-50-29v-58z"; // around the square in which a stone lies
const SQUARE = "h100v100h-100z";
const POINT = "m0 50a50 50 0 1 0 100 0a50 50 0 1 0-100 0";

export const isHex = ({ name }) => name === "hex";

/** Layers, rows and columns of a box by its name; of any other board, one layer. */
export const boxOf = ({ name, game: { rows, cols } }) => {
  const sides = /^(\d+)x(\d+)x(\d+)-k/.exec(name)?.slice(1).map(Number) ?? [0];
  return sides.reduce((size, side) => size * side, 1) === rows * cols ? sides : [1, rows, cols];
};

/** Of each cell the corner of its stone's square, a cell being 100 wide; export/places.py says the same. */
export const placesOf = (table) => {
  const geometry = geometries[table.lines.map((line) => line.join("")).join(" ")];
  if (geometry) return { ...geometry, tall: 100, outline: POINT };
  const hexagons = isHex(table);
  const [layers, rows, cols] = boxOf(table);
  const [slant, pitch, tall] = hexagons ? [50, 87, 116] : [0, 100, 100];
  const at = Array.from({ length: layers * rows * cols }, (_, cell) => {
    const row = Math.floor(cell / cols) % rows;
    const layer = Math.floor(cell / (cols * rows));
    return [layer * (cols * 100 + 25) + (cell % cols) * 100 + row * slant, row * pitch + (tall - 100) / 2];
  });
  const [width, height] = [0, 1].map((side) => Math.max(...at.map((corner) => corner[side])) + 100);
  const outline = hexagons ? HEXAGON : layers > 1 ? SQUARE : "";
  return { at, width, height: height + (tall - 100) / 2, tall, outline, hexagons };
};

/** The lines between cells, as commands of a path; `margin` is how far those of one grid end from its edge. */
export const lattice = ({ at, width, height, outline, drawn: behind = "" }, margin = 0) => {
  if (outline) return behind + at.map((corner) => `M${corner}${outline}`).join("");
  let drawn = "";
  for (let x = 100; x < width; x += 100) drawn += `M${x} ${margin}V${height - margin}`;
  for (let y = 100; y < height; y += 100) drawn += `M${margin} ${y}H${width - margin}`;
  return drawn;
};

/** The strokes of a line: straight on, or a chain's from cell to cell; none where cells lie apart. */
export const strokes = ({ at, hexagons }, line) => {
  const middles = line.map((cell) => at[cell].map((corner) => corner + 50));
  if (hexagons)
    return middles
      .flatMap(([x, y], one) => middles.slice(one + 1).map(([ax, ay]) => [x, y, ax, ay]))
      .filter(([x, y, ax, ay]) => Math.hypot(ax - x, ay - y) < 110)
      .map(([x, y, ax, ay]) => `M${x} ${y}L${ax} ${ay}`)
      .join("");
  const [[x, y], [ax, ay]] = [middles[0], middles.at(-1)];
  const [dx, dy] = [ax - x, ay - y].map((one) => one / Math.max(line.length - 1, 1));
  const straight =
    line.length > 1 &&
    Math.max(Math.abs(dx), Math.abs(dy)) === 100 &&
    middles.every(([px, py], i) => px === x + i * dx && py === y + i * dy);
  return straight ? `M${x - dx * 0.36} ${y - dy * 0.36}L${ax + dx * 0.36} ${ay + dy * 0.36}` : "";
};
