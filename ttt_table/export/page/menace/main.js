// The page of MENACE: a game against it, its training, its grade and its boxes.
import { PlayTable } from "../../../../readers/js/kit.js";
import { byId, element, stone, svgElement } from "../elements.js";
import { draw, told } from "./drawing.js";
import { OPPONENTS, Positions, School } from "./machine.js";
import { TEXT } from "./texts.js";

const PAUSE = 350; // milliseconds before the machine moves, as people need them
const TICK = 30; // milliseconds between two shares of a training
const SHARES = 40; // and how many of them there are
const MOST_SEEDS = 999_999;
const MOST_GAMES = 5_000; // that an address may ask for

const capital = (text) => text[0].toUpperCase() + text.slice(1);

const [{ textContent }] = document.querySelectorAll("script[data-game]");
const table = new PlayTable(Uint8Array.from(atob(textContent), (one) => one.charCodeAt(0)));
const positions = new Positions(table);

const state = {
  school: undefined,
  board: table.start,
  drawn: [], // the machine's moves in this game, each with its board
  timer: 0, // set while the machine is about to move
  looked: undefined, // the box that is shown large: its board, beads and words
  left: 0, // games of the training that goes on
  asked: 0, // how many these were
  paused: false,
  beat: 0, // set while a training goes on
};

const over = () => !positions.get(state.board).next.size;
const truth = () => byId("truth").checked;
/** What a bead leads to, where that is to be seen. */
const leads = (board, cell) => truth() && TEXT.leads[positions.value(board, cell)];
const against = () => document.querySelector("input[name=against]:checked").value;

// The board.

const cells = Array.from({ length: 9 }, (_, at) => {
  const cell = element("div");
  cell.setAttribute("role", "gridcell");
  cell.tabIndex = at ? -1 : 0;
  return cell;
});

const focusCell = (at) => {
  cells.forEach((cell, one) => (cell.tabIndex = one === at ? 0 : -1));
  cells[at].focus();
};

const drawBoard = () => {
  byId("board").setAttribute("aria-busy", String(Boolean(state.timer || state.beat)));
  const last = state.drawn.at(-1)?.[1];
  const line = over() ? table.winningLines(state.board).flat() : [];
  cells.forEach((cell, at) => {
    const mark = state.board[at];
    cell.className = [mark !== "." && "taken", line.includes(at) && "line", at === last && "last"]
      .filter(Boolean)
      .join(" ");
    cell.replaceChildren(...(mark === "." ? [] : [stone(mark)]));
    cell.setAttribute("aria-label", TEXT.cell(at, mark, at === last));
  });
};

// The box that is shown large.

const drawLook = () => {
  byId("box").classList.toggle("away", !state.looked);
  if (!state.looked) return;
  const { board, beads, chosen, words, colour } = state.looked;
  draw(byId("look"), board, beads, leads, { large: true, chosen, colour });
  byId("opened").textContent = words;
  byId("contents").textContent = told(board, beads, leads, colour);
};

/** Look into one of the boxes. */
const look = (box) => {
  const beads = new Map(state.school.machine.boxes.get(box));
  const all = [...beads.values()].reduce((sum, one) => sum + one);
  const moves = Math.floor(box.replaceAll(".", "").length / 2);
  state.looked = { box, board: box, beads, words: TEXT.looking(numberOf(box), moves, all) };
  drawLook();
  markBox();
};

// The boxes, by the machine's moves; those that are folded away are not drawn.

const groups = [];
/** Boxes are numbered as the printed labels are. */
const numberOf = (box) => [...state.school.machine.boxes.keys()].indexOf(box) + 1;

const makeBoxes = () => {
  const all = [...state.school.machine.boxes.keys()];
  TEXT.groups.forEach((name, moves) => {
    const group = all.filter((box) => box.replaceAll(".", "").length === 2 * moves);
    const details = element("details");
    details.open = moves < 2;
    const list = element("div", "boxes");
    const buttons = new Map(
      group.map((box, at) => {
        const button = Object.assign(element("button"), { type: "button", value: box });
        button.tabIndex = at ? -1 : 0;
        button.append(svgElement("svg", { viewBox: "-5 -5 310 310", "aria-hidden": "true" }));
        return [box, button];
      }),
    );
    list.append(...buttons.values());
    details.append(element("summary", "", name(group.length)), list);
    details.addEventListener("toggle", () => drawBoxes());
    list.addEventListener(
      "click",
      ({ target }) => target.closest("button") && look(target.closest("button").value),
    );
    list.addEventListener("keydown", (event) => step(event, [...buttons.values()], list));
    groups.push({ details, buttons });
    byId("boxes").append(details);
  });
};

/** Lead the arrow keys from box to box; as many stand in a row as there is room for. */
const step = (event, buttons, list) => {
  const at = buttons.indexOf(event.target);
  const wide = getComputedStyle(list).gridTemplateColumns.split(" ").length;
  const goals = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - wide,
    ArrowDown: at + wide,
    Home: 0,
    End: buttons.length - 1,
  };
  const goal = buttons[goals[event.key]];
  if (!(event.key in goals) || event.altKey || event.metaKey) return;
  event.preventDefault();
  if (!goal) return;
  event.target.tabIndex = -1;
  goal.tabIndex = 0;
  goal.focus();
};

/** Draw those boxes whose beads have changed. */
const drawBoxes = () => {
  for (const { details, buttons } of groups)
    if (details.open)
      for (const [box, button] of buttons) {
        const beads = state.school.machine.boxes.get(box);
        const shown = `${[...beads.values()]} ${truth()}`;
        if (button.dataset.shown === shown) continue;
        button.dataset.shown = shown;
        draw(button.firstChild, box, beads, leads);
        button.setAttribute("aria-label", `${numberOf(box)}. ${told(box, beads, leads)}`);
      }
  markBox();
};

const markBox = () => {
  for (const { buttons } of groups)
    for (const [box, button] of buttons)
      button.setAttribute("aria-pressed", String(box === state.looked?.box));
};

// The grade, now and as it came about.

const drawGrade = () => {
  const now = state.school.machine.grade();
  byId("count").textContent = TEXT.count(state.school.games);
  byId("grade").tBodies[0].replaceChildren(
    ...["random", "perfect"].map((kind) => {
      const row = element("tr");
      const name = element("th", "", `against ${TEXT.against[kind]}`);
      name.scope = "row";
      const { won, drawn, lost } = now[kind];
      row.append(name, ...[won, drawn, lost].map((one) => element("td", "", TEXT.percent(one))));
      return row;
    }),
  );
  byId("sums").textContent = `${TEXT.lines(now.lines)} ${TEXT.worst(now.worst)}`;
  drawCurve();
};

const drawCurve = () => {
  const { curve } = state.school;
  const most = Math.max(100, curve.at(-1).games);
  const [left, right, top, bottom] = [84, 625, 12, 205];
  const x = (games) => left + ((right - left) * games) / most;
  const y = (chance) => bottom - (bottom - top) * chance;
  const lines = { random: (one) => one.random.won, perfect: (one) => one.perfect.drawn };
  byId("curve").replaceChildren(
    ...[0, 0.5, 1].flatMap((chance) => [
      svgElement("path", { class: "axis", d: `M${left} ${y(chance)}H${right}` }),
      svgElement(
        "text",
        { x: left - 8, y: y(chance) + 5, "text-anchor": "end" },
        `${100 * chance} %`,
      ),
    ]),
    svgElement("text", { x: left, y: bottom + 30 }, "0"),
    svgElement("text", { x: right, y: bottom + 30, "text-anchor": "end" }, TEXT.games(most)),
    ...Object.entries(lines).flatMap(([kind, of]) => {
      const places = curve.map((one) => [x(one.games).toFixed(1), y(of(one)).toFixed(1)]);
      const [cx, cy] = places.at(-1);
      return [
        svgElement("polyline", { class: kind, points: places.join(" ") }),
        svgElement("circle", { class: kind, cx, cy, r: 5 }),
      ];
    }),
  );
  byId("curve-says").textContent = TEXT.curve(curve.at(-1));
  byId("points").tBodies[0].replaceChildren(
    ...curve.map((one) => {
      const row = element("tr");
      const name = element("th", "", one.games.toLocaleString("en"));
      name.scope = "row";
      const { random, perfect, lines } = one;
      const figures = [
        TEXT.percent(random.won),
        TEXT.percent(perfect.drawn),
        lines.lost.toLocaleString("en"),
      ];
      row.append(name, ...figures.map((text) => element("td", "", text)));
      return row;
    }),
  );
};

const drawAll = () => {
  drawBoard();
  drawLook();
  drawBoxes();
  drawGrade();
};

// A game against a person, who plays O.

const say = (words) => (byId("status").textContent = words);

/** Keep what is seen of the box that a bead is drawn from; the last move needs none. */
const open = (board, cell) => {
  const { machine } = state.school;
  const drawer = machine.drawers.get(board);
  if (!drawer) return;
  const [box, turn] = drawer;
  const beads = machine.beads(board);
  const all = [...beads.values()].reduce((sum, one) => sum + one);
  const colour = (one) => turn[one];
  const kind = TEXT.colours[colour(cell)];
  const words = TEXT.opened(numberOf(box), all, beads.get(cell), kind, TEXT.place(cell));
  state.looked = { box, board, beads, chosen: cell, words, colour };
};

const machineMoves = () => {
  state.timer = 0;
  const { board, school } = state;
  const cell = school.machine.draw(board, school.inPlay);
  open(board, cell);
  state.drawn.push([board, cell]);
  state.board = positions.get(board).next.get(cell);
  drawBoard();
  drawLook();
  markBox();
  if (over()) finish();
  else say(TEXT.yourTurn(TEXT.place(cell)));
};

const start = () => {
  clearTimeout(state.timer);
  Object.assign(state, { board: table.start, drawn: [], looked: undefined, timer: 0 });
  drawAll();
  machineMoves();
};

const finish = () => {
  const result = state.school.result(state.board);
  state.school.finish(state.drawn, state.board);
  state.school.note();
  drawAll();
  say(result > 0 ? TEXT.lost : result < 0 ? TEXT.won : TEXT.drawn);
};

const press = (at) => {
  if (state.timer || over() || state.beat) return;
  const goal = positions.get(state.board).next.get(at);
  if (!goal) return say(TEXT.taken(capital(TEXT.place(at))));
  state.board = goal;
  if (over()) return finish();
  say(TEXT.itsTurn);
  state.timer = setTimeout(machineMoves, PAUSE);
  drawBoard();
};

// Training, in shares, so that the page can be used and the curve is seen to grow.

const showPause = () => {
  byId("pause").textContent = state.paused ? TEXT.goOn : TEXT.pause;
  byId("pause").setAttribute("aria-disabled", String(!state.left));
};

const stopTraining = () => {
  clearTimeout(state.beat);
  Object.assign(state, { beat: 0, left: 0, paused: false });
  showPause();
};

const trainOn = () => {
  const { school } = state;
  const share = Math.min(state.left, Math.ceil(state.asked / SHARES));
  let board;
  for (let game = 0; game < share; game++) board = school.train(state.against);
  state.left -= share;
  Object.assign(state, { board, drawn: [], looked: undefined });
  if (!state.left) {
    school.note();
    stopTraining();
    const grade = school.machine.grade();
    byId("progress").textContent = TEXT.trained(state.asked, TEXT.against[state.against], grade);
    say(TEXT.lastGame);
  } else state.beat = setTimeout(trainOn, TICK);
  drawAll();
};

const train = (games) => {
  clearTimeout(state.timer);
  stopTraining();
  Object.assign(state, { timer: 0, left: games, asked: games, against: against() });
  say("");
  byId("progress").textContent = TEXT.training(games, TEXT.against[state.against]);
  showPause();
  state.beat = setTimeout(trainOn, TICK);
  drawBoard();
};

const pause = () => {
  if (!state.left) return;
  clearTimeout(state.beat);
  state.paused = !state.paused;
  state.beat = state.paused ? 0 : setTimeout(trainOn, TICK);
  drawBoard();
  byId("progress").textContent = state.paused
    ? TEXT.paused(state.left)
    : TEXT.training(state.asked, TEXT.against[state.against]);
  showPause();
};

const fill = (seed) => {
  stopTraining();
  state.school = new School(positions, seed);
};

const onAnew = (event) => {
  event.preventDefault();
  const text = byId("seed").value.trim();
  const good = /^\d{1,6}$/.test(text);
  byId("alert").textContent = good ? "" : TEXT.noSeed;
  if (!good) return;
  fill(Number(text));
  byId("progress").textContent = TEXT.anew(Number(text));
  start();
};

/** What the address asks for: #seed=7&against=perfect&games=1000 shows a machine trained already. */
const readAddress = () => {
  const asked = new URLSearchParams(location.hash.slice(1, 200));
  const number = (name, most) => Math.min(Math.trunc(Math.abs(Number(asked.get(name)))) || 0, most);
  const seed = asked.has("seed") ? number("seed", MOST_SEEDS) : 1;
  byId("seed").value = seed;
  const kind = Object.hasOwn(OPPONENTS, asked.get("against")) ? asked.get("against") : "random";
  document.querySelector(`input[name=against][value=${kind}]`).checked = true;
  fill(seed);
  for (let games = number("games", MOST_GAMES); games; games--) state.school.train(kind);
  state.school.note();
};

const onKey = (event) => {
  const at = cells.indexOf(event.target);
  if (at < 0 || event.altKey || event.metaKey || event.ctrlKey) return;
  const [row, col] = [Math.floor(at / 3), at % 3];
  const goals = {
    ArrowLeft: 3 * row + Math.max(col - 1, 0),
    ArrowRight: 3 * row + Math.min(col + 1, 2),
    ArrowUp: 3 * Math.max(row - 1, 0) + col,
    ArrowDown: 3 * Math.min(row + 1, 2) + col,
    Home: 3 * row,
    End: 3 * row + 2,
  };
  if (event.key in goals) focusCell(goals[event.key]);
  else if (event.key === "Enter" || event.key === " ") press(at);
  else return;
  event.preventDefault();
};

byId("board").replaceChildren(
  ...[0, 1, 2].map((row) => {
    const one = element("div");
    one.setAttribute("role", "row");
    one.append(...cells.slice(3 * row, 3 * row + 3));
    return one;
  }),
);
byId("board").addEventListener("keydown", onKey);
byId("board").addEventListener("click", ({ target }) => {
  const at = cells.indexOf(target.closest("[role=gridcell]"));
  if (at < 0) return;
  focusCell(at);
  press(at);
});
byId("new").addEventListener("click", () => {
  stopTraining();
  start();
});
byId("truth").addEventListener("change", () => {
  byId("legend").hidden = !truth();
  drawLook();
  drawBoxes();
});
byId("train").addEventListener("click", ({ target }) => {
  if (target.id === "pause") pause();
  else if (target.value) train(Number(target.value));
});
byId("anew").addEventListener("submit", onAnew);
window.addEventListener("hashchange", () => {
  readAddress();
  start();
});
readAddress();
makeBoxes();
start();

/** For the console, and for the tests of this page. */
globalThis.tttTable = { positions, School, state };
