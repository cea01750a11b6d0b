// The board: cells to press, stones, and the stroke through a line.
import { element, stone, svgElement } from "./elements.js";

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
  resize({ rows, cols, gravity, misere }) {
    this.size = { rows, cols };
    this.host.classList.toggle("falls", gravity);
    this.host.classList.toggle("misere", misere);
    document.documentElement.style.setProperty("--cols", cols);
    document.documentElement.style.setProperty("--rows", rows);
    this.cells = Array.from({ length: rows * cols }, (_, at) => {
      const cell = element("div");
      cell.setAttribute("role", "gridcell");
      cell.style.setProperty("--fall", Math.floor(at / cols) + 1);
      return cell;
    });
    this.focused = 0;
    this.grid.replaceChildren(
      ...Array.from({ length: rows }, (_, row) => {
        const one = element("div");
        one.setAttribute("role", "row");
        one.append(...this.cells.slice(row * cols, (row + 1) * cols));
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

  /** A stroke through straight lines; one that goes round an edge is seen by its cells alone. */
  #strike(lines) {
    const { rows, cols } = this.size;
    const point = (cell) => [(cell % cols) * 100 + 50, Math.floor(cell / cols) * 100 + 50];
    const strokes = lines.map((line) => {
      const places = line.map(point);
      const [[x, y], [ax, ay]] = [places[0], places.at(-1)];
      const [dx, dy] = [ax - x, ay - y].map((one) => one / Math.max(line.length - 1, 1));
      const straight =
        line.length > 1 &&
        Math.max(Math.abs(dx), Math.abs(dy)) === 100 &&
        places.every(([px, py], i) => px === x + i * dx && py === y + i * dy);
      return straight && `M${x - dx * 0.36} ${y - dy * 0.36}L${ax + dx * 0.36} ${ay + dy * 0.36}`;
    });
    this.strike.setAttribute("viewBox", `0 0 ${cols * 100} ${rows * 100}`);
    const paths = strokes.filter(Boolean).map((d) => svgElement("path", { d, pathLength: 1 }));
    this.strike.replaceChildren(...paths);
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
    const { rows, cols } = this.size;
    const [row, col] = [Math.floor(at / cols), at % cols];
    const places = {
      ArrowLeft: [row, Math.max(col - 1, 0)],
      ArrowRight: [row, Math.min(col + 1, cols - 1)],
      ArrowUp: [Math.max(row - 1, 0), col],
      ArrowDown: [Math.min(row + 1, rows - 1), col],
      Home: [whole ? 0 : row, 0],
      End: [whole ? rows - 1 : row, cols - 1],
    };
    const goal = places[key];
    return goal && goal[0] * cols + goal[1];
  }
}
