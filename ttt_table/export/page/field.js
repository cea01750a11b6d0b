// The board: cells to press, stones, and the stroke through a line.
import { element, stone, svgElement } from "./elements.js";
import { placesOf, strokes } from "./places.js";

/** Lengths as a style's own properties, in widths of a cell. */
const measure = ({ style }, lengths) => {
  for (const [name, length] of Object.entries(lengths)) style.setProperty(`--${name}`, length / 100);
};

export class Field {
  /** In an element that holds a grid and a stroke; `press` is called with a cell, `aim` where one points. */
  constructor(host, press, aim = () => -1) {
    this.host = host;
    this.grid = host.querySelector("[role=grid]");
    this.strike = host.querySelector(".strike");
    this.cells = [];
    this.aim = aim;
    const cellOf = ({ target }) => this.cells.indexOf(target.closest?.("[role=gridcell]"));
    this.grid.addEventListener("keydown", (event) => this.#onKey(event, cellOf(event), press));
    this.grid.addEventListener("click", (event) => {
      const at = cellOf(event);
      if (at < 0) return;
      this.focusable(at);
      press(at);
    });
    for (const event of ["mouseover", "focusin"])
      this.grid.addEventListener(event, (event) => this.#aimAt(cellOf(event)));
    for (const event of ["mouseleave", "focusout"])
      this.grid.addEventListener(event, () => this.#aimAt(-1));
  }

  /** As many cells as a game has. */
  resize(table) {
    const { gravity, misere } = table.game;
    const { at, width, height, tall, hexagons, drawn = "" } = (this.places = placesOf(table));
    const kinds = { falls: gravity, misere, hexagons, points: drawn };
    for (const [name, on] of Object.entries(kinds)) this.host.classList.toggle(name, Boolean(on));
    this.host.firstElementChild.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.host.firstElementChild.replaceChildren(svgElement("path", { class: "lattice", d: drawn }));
    measure(document.documentElement, { cols: width, rows: height, tall });
    const rows = new Map();
    this.cells = at.map(([x, y], number) => {
      const cell = element("div");
      cell.setAttribute("role", "gridcell");
      measure(cell, { across: x, down: y + 50 - tall / 2, fall: y + 100 });
      rows.set(y, [...(rows.get(y) ?? []), number]);
      return cell;
    });
    this.rows = [...rows].sort(([y], [lower]) => y - lower).map(([, row]) => row.sort((one, two) => at[one][0] - at[two][0]));
    this.focused = this.rows[0][0];
    this.grid.replaceChildren(
      ...this.rows.map((row) => {
        const one = element("div");
        one.setAttribute("role", "row");
        one.append(...row.map((cell) => this.cells[cell]));
        return one;
      }),
    );
  }

  /** Draw the cells: of each its mark, classes, a word to stand in it, and its name. */
  draw(cells, lines, busy) {
    this.grid.setAttribute("aria-busy", String(busy));
    cells.forEach(({ mark, classes, word = "", label }, at) => {
      const cell = this.cells[at];
      const had = cell.dataset.mark ?? ".";
      cell.dataset.mark = mark;
      cell.className = classes.filter(Boolean).join(" ");
      cell.classList.toggle("new", mark !== "." && had === ".");
      cell.setAttribute("aria-label", label);
      const parts = mark === "." ? [] : [stone(mark)];
      if (word) parts.push(element("span", "word", word));
      parts.forEach((part) => part.setAttribute("aria-hidden", "true"));
      cell.replaceChildren(...parts);
    });
    this.#strike(lines);
    this.focusable(this.focused);
  }

  focusable(at) {
    this.focused = at;
    this.cells.forEach((cell, one) => (cell.tabIndex = one === at ? 0 : -1));
  }

  focus(at = this.focused) {
    this.focusable(at);
    this.cells[at].focus();
  }

  /** A stroke through each line; one that goes round an edge is seen by its cells alone. */
  #strike(lines) {
    const { width, height } = this.places;
    const drawn = lines.map((line) => strokes(this.places, line)).filter(Boolean);
    this.strike.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.strike.replaceChildren(...drawn.map((d) => svgElement("path", { d, pathLength: 1 })));
  }

  #aimAt(at) {
    const goal = at < 0 ? -1 : this.aim(at);
    this.cells.forEach((cell, one) => cell.classList.toggle("aim", one === goal));
  }

  #onKey(event, at, press) {
    if (at < 0 || event.altKey || event.metaKey) return;
    const goal = this.#goal(at, event.key, event.ctrlKey);
    if (goal !== undefined) this.focus(goal);
    else if (event.key === "Enter" || event.key === " ") press(at);
    else return;
    event.preventDefault();
  }

  /** Where a key leads from a cell. */
  #goal(at, key, whole) {
    const { rows } = this;
    const row = rows.findIndex((cells) => cells.includes(at));
    const col = rows[row].indexOf(at);
    const places = {
      ArrowLeft: [row, col - 1],
      ArrowRight: [row, col + 1],
      ArrowUp: [row - 1, col],
      ArrowDown: [row + 1, col],
      Home: [whole ? 0 : row, 0],
      End: [whole ? rows.length - 1 : row, rows[row].length - 1],
    };
    const goal = places[key];
    return goal && (rows[goal[0]]?.[goal[1]] ?? at);
  }
}
