// The map as a picture to keep, with the game on it: as SVG and as PNG.
import { latticePath } from "../board/places.js";
import { element } from "../dom/elements.js";
import { OUTCOMES } from "../language/names.js";
import { runAtOnce } from "../slices.js";
import { groundPath, matrixWithin, painting, readColours } from "./painter.js";

const PNG_WIDTH = 2700; // pixels
const NAME = "tic-tac-toe";
const WHOLE = { a: 1, e: 0, f: 0 };

/** Save the whole map as SVG; `map` is as for `paintMap`. */
export function saveSvg(map) {
  save(new Blob([svgText(map)], { type: "image/svg+xml" }), "svg");
}

/** Save the whole map as PNG. */
export function savePng(map) {
  const canvas = element("canvas");
  runAtOnce(painting({ ...map, unrolled: Infinity }, WHOLE, PNG_WIDTH, canvas));
  canvas.toBlob((blob) => save(blob, "png"));
}

function save(blob, ending) {
  const href = URL.createObjectURL(blob);
  element("a", { href, download: `${NAME}.${ending}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

function svgText({ places, path }) {
  const { width, height } = places;
  const colours = readColours();
  const ground = groundPath(places);
  const fills = Object.values(OUTCOMES).map((name) => `.${name}{fill:${colours[name]}}`);
  const style = `path,circle{fill:none;stroke-width:14;stroke-linecap:round}
#X{stroke:${colours.X}}#O{stroke:${colours.O}}#l{stroke:${colours.edge};stroke-width:2}
.f{stroke:${colours.strong};stroke-width:${width / 22}}${fills.join("")}`;
  const shapes = `<path id="X" d="M26 26 74 74M74 26 26 74"/><circle id="O" cx="50" cy="50" r="26"/>
<path id="l" d="${latticePath(places)}"/>`;

  const drawNode = ({ board, newCell, value, replies }, depth) => {
    const stones = [...board].map((mark, cell) => {
      const [x, y] = places.corners[cell];
      const opacity = cell === newCell ? 1 : 0.55;
      return mark === "." ? "" : `<use href="#${mark}" x="${x}" y="${y}" opacity="${opacity}"/>`;
    });
    const boards = [...replies].map(([cell, reply]) => {
      const matrix = matrixWithin(new DOMMatrix(), cell, places);
      const replyDepth = path[depth + 1] === reply ? depth + 1 : NaN;
      return `<g transform="${matrix}">${drawNode(reply, replyDepth)}</g>`;
    });
    const frame = depth > 0 ? `<path class="f" d="${ground}"/>` : "";
    const back = `<path class="${OUTCOMES[value]}" d="${ground}"/><use href="#l"/>`;
    return back + stones.join("") + boards.join("") + frame;
  };
  const drawn = drawNode(path[0], 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
<style>${style}</style><defs>${shapes}</defs>${drawn}</svg>`;
}
