// The board that is played on: its cells, their stones, and the stroke through a line.
/** @import { PageGame } from "../page-game.js" */
import {
  byId,
  element,
  followKey,
  keepOneTabStop,
  setProperties,
  svgElement,
  tabStop,
} from "../dom.js";
import { other } from "#readers/kit.js";
import { cellName, OUTCOMES } from "../language/names.js";
import { translate } from "../language/translate.js";
import { NONE } from "../state.js";
import { stone } from "./drawing.js";
import { CELL, placesOf, strokePath } from "./places.js";

const [backgroundLayer, grid, strikeLayer] = byId("field").children;

let cells = []; // by its number, the element of each cell
let places; // where they are

/** Put the focus on the cell that is the board's stop for the Tab key. */
export function focusBoard() {
  tabStop(grid).focus();
}

/** Return whether the focus is on the board. */
export function boardHasFocus() {
  return grid.contains(document.activeElement);
}

/**
 * Listen to the person.
 *
 * @param {Function} press Called with the number of a cell that is pressed.
 * @param {Function} findTarget Called with the cell that is pointed at, NONE for none; returns the
 *   cell where a stone would then be put, or NONE.
 */
export function listenToBoard(press, findTarget) {
  keepOneTabStop(grid);
  grid.addEventListener("click", (event) => press(cellOf(event)));
  grid.addEventListener("keydown", (event) => {
    followKey(event, keyGoals(event));
    if (event.key === "Enter" || event.key === " ") {
      press(cellOf(event));
      event.preventDefault();
    }
  });
  for (const name of ["mouseover", "focusin"]) {
    grid.addEventListener(name, (event) => markTarget(findTarget(cellOf(event))));
  }
  for (const name of ["mouseleave", "focusout"]) {
    grid.addEventListener(name, () => markTarget(NONE));
  }
}

function cellOf({ target }) {
  return cells.indexOf(target.closest(".cell"));
}

function markTarget(target) {
  for (const [cell, cellElement] of cells.entries()) {
    cellElement.classList.toggle("aim", cell === target);
  }
}

/** Where keys lead from a cell, along the rows as they are seen. */
function keyGoals({ target, ctrlKey }) {
  const row = target.parentNode;
  const column = [...row.children].indexOf(target);
  const firstRow = ctrlKey ? grid.firstChild : row;
  const lastRow = ctrlKey ? grid.lastChild : row;
  return {
    ArrowLeft: target.previousSibling,
    ArrowRight: target.nextSibling,
    ArrowUp: row.previousSibling?.children[column],
    ArrowDown: row.nextSibling?.children[column],
    Home: firstRow.firstChild,
    End: lastRow.lastChild,
  };
}

/**
 * Make the cells of a game's board.
 *
 * @param {PageGame} table
 */
export function layOutBoard(table) {
  places = placesOf(table);
  const { classList } = document.body;
  classList.toggle("falls", table.game.gravity);
  classList.toggle("misere", table.game.misere);
  classList.toggle("hexagons", places.hexagons);
  classList.toggle("points", places.background !== "");

  for (const layer of [backgroundLayer, strikeLayer]) {
    layer.setAttribute("viewBox", `0 0 ${places.width} ${places.height}`);
  }
  const background = svgElement("path", { class: "lattice", d: places.background });
  backgroundLayer.replaceChildren(background, ...drawEdges(table));
  setProperties(document.documentElement, {
    cols: places.width / CELL,
    rows: places.height / CELL,
    tall: places.cellHeight / CELL,
  });

  cells = places.corners.map((_, cell) => makeCell(cell));
  grid.replaceChildren(...makeRows());
  grid.firstChild.firstChild.tabIndex = 0;
}

/** The edges that each player is to join, in their colour. */
function drawEdges({ first }) {
  const players = [first, other(first)];
  return (places.edges ?? []).map((d, index) => {
    return svgElement("path", { class: `edge ${players[index]}`, d });
  });
}

function makeCell(cell) {
  const made = element("div", { role: "gridcell", tabindex: -1 });
  placeOnBoard(made, cell, places);
  const bottom = places.corners[cell][1] + CELL;
  setProperties(made, { fall: bottom / CELL });
  return made;
}

/** Give an element the place of a cell, as the style expects it: in widths of a cell. */
export function placeOnBoard(placed, cell, { corners, cellHeight }) {
  const [x, y] = corners[cell];
  const top = y + (CELL - cellHeight) / 2;
  setProperties(placed, { across: x / CELL, down: top / CELL });
}

/** The cells in rows from top to bottom, and within them from left to right. */
function makeRows() {
  const { corners } = places;
  const heights = [...new Set(corners.map(([, y]) => y))].sort((y, otherY) => y - otherY);
  return heights.map((height) => {
    const inRow = [...corners.keys()].filter((cell) => corners[cell][1] === height);
    inRow.sort((cell, otherCell) => corners[cell][0] - corners[otherCell][0]);
    return element("div", { role: "row" }, ...inRow.map((cell) => cells[cell]));
  });
}

/** What a view may leave out. */
const NOTHING_MORE = {
  hints: new Map(),
  ghosts: new Map(),
  mistakes: [],
  better: [],
  threats: [],
};

/** By its class, the text that a screen reader says of a mark. */
const SPOKEN_MARKS = {
  lit: "wouldSave",
  threat: "threat",
  guilty: "theMistake",
  line: "inTheLine",
  last: "newest",
};

/**
 * Draw a board.
 *
 * @param {PageGame} table Its game.
 * @param {any} shown What is shown: the `board`, its winning `lines`, whether it is `playable`
 *   and `busy`, and the cell of the `lastMove`; in a review the cells of `mistakes`, those that
 *   were `better`, whether a better one is `wanted`, by cell `ghosts` of stones that could follow,
 *   and the cells of `threats`; and as `hints` by cell the value of a move, whether it is `best`,
 *   and whether a word is `shown` for it.
 */
export function drawBoard(table, shown) {
  const view = { ...NOTHING_MORE, ...shown };
  grid.ariaBusy = view.busy;
  for (const cell of cells.keys()) {
    drawCell(cell, table, view);
  }
  // A line that goes on at the other edge has no stroke: its cells alone show it.
  const paths = view.lines.map((line) => strokePath(places, line)).filter(Boolean);
  strikeLayer.replaceChildren(...paths.map((d) => svgElement("path", { d, pathLength: 1 })));
}

function drawCell(cell, table, view) {
  const cellElement = cells[cell];
  const mark = view.board[cell];
  const hint = view.hints.get(cell);
  const marks = marksOf(cell, view);
  const wasEmpty = cellElement.dataset.mark === "."; // on a board that was seen before
  marks.new = mark !== "." && wasEmpty;
  if (hint) {
    marks[OUTCOMES[hint.value]] = true;
  }

  const classes = Object.keys(marks).filter((name) => marks[name]);
  cellElement.className = ["cell", ...classes].join(" ");
  cellElement.dataset.mark = mark;
  cellElement.ariaLabel = describeCell(cell, table, view, marks);
  cellElement.replaceChildren();
  const drawnMark = mark === "." ? view.ghosts.get(cell) : mark;
  if (drawnMark) {
    cellElement.append(stone(drawnMark));
  }
  if (hint?.shown) {
    const word = `${translate(OUTCOMES[hint.value])}${hint.best ? " ★" : ""}`;
    cellElement.append(element("span", { class: "word", "aria-hidden": "true" }, word));
  }
}

/** By its class, whether a mark is on a cell. */
function marksOf(cell, view) {
  const { board, playable, wanted, lines, lastMove, mistakes, better, ghosts, threats } = view;
  const isMistake = mistakes.includes(cell);
  const isBetter = better.includes(cell);
  return {
    free: (playable || wanted) && board[cell] === ".",
    last: cell === lastMove && !isMistake,
    guilty: isMistake,
    lit: isBetter,
    ghost: ghosts.has(cell),
    threat: threats.includes(cell),
    dim: better.length > 0 && !isMistake && !isBetter && !ghosts.has(cell),
    line: lines.some((line) => line.includes(cell)),
  };
}

/** What a screen reader says of a cell. */
function describeCell(cell, table, { board, hints, ghosts }, marks) {
  const parts = [cellName(cell, table), board[cell] === "." ? translate("empty") : board[cell]];
  if (hints.has(cell)) {
    parts.push(translate(OUTCOMES[hints.get(cell).value]));
  }
  if (hints.get(cell)?.best) {
    parts.push(translate("best"));
  }
  if (marks.ghost && !marks.guilty) {
    parts.push(translate("wouldAnswer", { player: ghosts.get(cell) }));
  }
  for (const [mark, key] of Object.entries(SPOKEN_MARKS)) {
    if (marks[mark]) {
      parts.push(translate(key));
    }
  }
  return parts.join(", ");
}
