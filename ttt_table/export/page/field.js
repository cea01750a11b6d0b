// The board: cells to press, stones, and the stroke through a line.
import { byId, element, stone, svgElement } from "./elements.js";
import { placeOf, WORD } from "./names.js";
import { placesOf, strokes } from "./places.js";
import { say } from "./say.js";

const [ground, grid, strike] = byId("field").children;
let cells = [];
let places;

/** Lengths as a style's own properties, in widths of a cell. */
export const measure = ({ style }, lengths) => {
  for (const [name, length] of Object.entries(lengths)) style.setProperty(`--${name}`, length / 100);
};

/** Arrow keys lead to where `goals` says; in a group one element is in the order of Tab. */
export const steer = (event, goals) => {
  if (!(event.key in goals) || event.altKey || event.metaKey) return;
  goals[event.key]?.focus();
  event.preventDefault();
};

/** Whatever has the focus in a group is the one in the order of Tab. */
export const rove = (group) =>
  group.addEventListener("focusin", ({ target }) => {
    focused(group).tabIndex = -1;
    target.tabIndex = 0;
  });

const focused = (group) => group.querySelector("[tabindex='0']");
export const focusBoard = () => focused(grid).focus();

/** `press` is called with a cell, `aim` where one points; it says which cell is meant. */
export const listenToBoard = (press, aim) => {
  const cellOf = ({ target }) => cells.indexOf(target.closest(".cell"));
  const point = (goal) => cells.forEach((cell, at) => cell.classList.toggle("aim", at === goal));
  rove(grid);
  grid.addEventListener("click", (event) => press(cellOf(event)));
  grid.addEventListener("keydown", (event) => {
    steer(event, around(event));
    if (event.key !== "Enter" && event.key !== " ") return;
    press(cellOf(event));
    event.preventDefault();
  });
  for (const event of ["mouseover", "focusin"])
    grid.addEventListener(event, (event) => point(aim(cellOf(event))));
  for (const event of ["mouseleave", "focusout"]) grid.addEventListener(event, () => point(-1));
};

/** Where keys lead from a cell. */
const around = ({ target, ctrlKey }) => {
  const row = target.parentNode;
  const at = [...row.children].indexOf(target);
  const [first, last] = ctrlKey ? [grid.firstChild, grid.lastChild] : [row, row];
  return {
    ArrowLeft: target.previousSibling,
    ArrowRight: target.nextSibling,
    ArrowUp: row.previousSibling?.children[at],
    ArrowDown: row.nextSibling?.children[at],
    Home: first.firstChild,
    End: last.lastChild,
  };
};

/** As many cells as a game has. */
export const layOut = (table) => {
  const { gravity, misere } = table.game;
  const { at, width, height, tall, hexagons, drawn = "" } = (places = placesOf(table));
  const kinds = { falls: gravity, misere, hexagons, points: drawn };
  for (const [name, on] of Object.entries(kinds)) document.body.classList.toggle(name, Boolean(on));
  for (const drawing of [ground, strike]) drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  ground.replaceChildren(svgElement("path", { class: "lattice", d: drawn }));
  measure(document.documentElement, { cols: width, rows: height, tall });
  cells = at.map(([x, y]) => {
    const cell = element("div", { role: "gridcell", tabindex: -1 });
    measure(cell, { across: x, down: y + 50 - tall / 2, fall: y + 100 });
    return cell;
  });
  const rows = [...new Set(at.map(([, y]) => y))].sort((one, other) => one - other);
  const inOrder = [...cells.keys()].sort((one, other) => at[one][0] - at[other][0]);
  grid.replaceChildren(
    ...rows.map((row) => element("div", { role: "row" }, ...inOrder.filter((cell) => at[cell][1] === row).map((cell) => cells[cell]))),
  );
  grid.firstChild.firstChild.tabIndex = 0;
};

/**
 * Draw a board as a room has it: `free` where it can be played on, its `lines`, the `newest` stone, a
 * `guilty` one and the cells `lit` that were better, and by cell the `hints`: a move's value, and
 * whether it is best, `told` where not all are the same.
 */
export const drawBoard = (table, view) => {
  const inLine = new Set(view.lines.flat());
  grid.ariaBusy = view.busy;
  cells.forEach((cell, at) => {
    const mark = view.board[at];
    const hint = view.hints?.get(at) ?? {};
    const kinds = kindsOf(view, at, mark);
    kinds.line = inLine.has(at);
    kinds.new = mark !== "." && (cell.dataset.mark ?? ".") === ".";
    kinds[WORD[hint.value]] = hint.value !== undefined;
    cell.className = ["cell", ...Object.keys(kinds).filter((kind) => kinds[kind])].join(" ");
    cell.dataset.mark = mark;
    const word = hint.told && say(WORD[hint.value]) + (hint.best ? " ★" : "");
    cell.ariaLabel = [placeOf(at, table), mark === "." ? say("empty") : mark, ...notes(kinds, hint)].filter(Boolean).join(", ");
    cell.replaceChildren(
      ...(mark === "." ? [] : [stone(mark)]),
      ...(word ? [element("span", { class: "word", "aria-hidden": "true" }, word)] : []),
    );
  });
  // A line that goes round an edge is seen by its cells alone.
  const drawn = view.lines.map((line) => strokes(places, line)).filter(Boolean);
  strike.replaceChildren(...drawn.map((d) => svgElement("path", { d, pathLength: 1 })));
};

const kindsOf = ({ free, newest, guilty, lit = [] }, at, mark) => ({
  free: free && mark === ".",
  last: at === newest,
  guilty: at === guilty,
  lit: lit.includes(at),
  dim: lit.length && at !== guilty && !lit.includes(at),
});

/** What a screen reader says of a cell beyond its place and its stone. */
const notes = ({ last, line, lit, guilty }, { value, best }) => [
  value !== undefined && say(WORD[value]),
  best && say("best"),
  lit && say("wouldSave"),
  guilty && say("guilty"),
  line && say("inTheLine"),
  last && !guilty && say("newest"),
];
