// The room of MENACE: a game against it, its practice, its beads as they come and go, its boxes.
import { byId, element, svgElement } from "../elements.js";
import { complain } from "../faults.js";
import { pick, number, say } from "../say.js";
import { inShares } from "../shares.js";
import { changed, state } from "../state.js";
import { games } from "../tables.js";
import { contents, drawBox } from "./box.js";
import { drawCurve } from "./curve.js";
import { OPPONENTS, Positions, School } from "./machine.js";

const PAUSE = 350; // milliseconds before the machine moves, as people need them
const BEAT = 550; // and between two boxes whose beads come or go
const TICK = 40; // and between two shares of its practice
const ROUND = 1000; // games of a practice
const MOST = 5000; // games that an address may ask for
const GAME = "3x3k3";

const room = {
  table: undefined,
  school: undefined,
  board: ".........",
  drawn: [], // the machine's moves in this game, each with its board
  drawers: [], // the boxes that it opened: their beads as they are shown, and what came or went
  timer: 0,
  practising: false,
  share: 1, // games of the next share of a practice
  moves: { X: [], O: [] }, // of the machine and of the person, whether each was without mistake
  race: [], // and what share of them was, as the machine learned
  hurried: false,
  shownBoxes: new Map(),
};

const positions = () => room.school.positions;
const over = () => !positions().get(room.board).next.size;
const leads = () => (state.hints ? (board, cell) => positions().value(board, cell) : undefined);
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const later = (act, time) => {
  clearTimeout(room.timer);
  room.timer = setTimeout(act, time);
};

const table = () => (room.table ??= games.get(GAME).open("X"));
export const hasMenace = () => games.has(GAME);

/** Fill the boxes, and let it learn as often as an address asks. */
export const enter = async (asked = new URLSearchParams()) => {
  const count = (name, most) => Math.min(Math.trunc(Math.abs(Number(asked.get(name)))) || 0, most);
  const wanted = count("games", MOST);
  const kind = asked.get("against");
  if (Object.hasOwn(OPPONENTS, kind ?? "")) byId("against").value = kind;
  if (room.school && !wanted && !asked.has("seed")) return;
  const seed = asked.has("seed") ? count("seed", 999_999) : 1;
  clearTimeout(room.timer);
  Object.assign(room, { school: undefined, practising: false, timer: 0 });
  changed();
  room.known ??= await inShares(Positions.of(table()));
  const school = await inShares(School.of(room.known, seed));
  await inShares(trainFor(school, byId("against").value, wanted));
  Object.assign(room, { school, race: [], moves: { X: [], O: [] } });
  room.shownBoxes.clear();
  begin();
};

function* trainFor(school, against, games) {
  for (; games; games--) {
    school.train(against);
    yield;
  }
  yield* school.noting();
}

const begin = () => {
  Object.assign(room, { board: room.table.start, drawn: [], drawers: [], practising: false, hurried: false });
  complain("");
  later(draw, calm() ? 0 : PAUSE);
  changed();
};

/** The machine shakes a box and draws a bead. */
const draw = () => {
  room.timer = 0;
  const { machine } = room.school;
  const { board } = room;
  const cell = machine.draw(board, room.school.inPlay);
  const drawer = machine.drawers.get(board);
  if (drawer) {
    const [box, turn] = drawer;
    room.drawers.push({ box, board, cell, beads: machine.beads(board), colour: (one) => turn[one] });
  }
  room.drawn.push([board, cell]);
  put(cell);
  if (over()) learn();
  changed();
};

const put = (cell) => {
  const { next, best, mover } = positions().get(room.board);
  const value = ([board]) => room.table.get(board).value;
  room.moves[mover].push(value(best) === value([next.get(cell)]));
  room.board = next.get(cell);
};

/** It learns at once; what came or went is shown box by box. */
const learn = () => {
  const { school, drawn } = room;
  room.result = school.result(room.board);
  school.finish(drawn, room.board);
  school.note();
  const share = (moves) => moves.filter(Boolean).length / moves.length;
  const [its, mine] = [room.moves.X, room.moves.O].map(share);
  room.race.push({ games: school.games, its, mine });
  if (calm()) while (settle());
  else later(beat, BEAT);
};

const beat = () => {
  room.timer = 0;
  if (settle()) later(beat, room.hurried ? BEAT / 6 : BEAT);
  changed();
};

/** Show what came into the next box or went out of it; false once all are shown. */
const settle = () => {
  const open = room.drawers.find(({ change }) => change === undefined);
  if (!open) return false;
  const before = open.beads.get(open.cell);
  open.beads = room.school.machine.beads(open.board);
  open.change = (open.beads.get(open.cell) ?? 0) - before;
  return true;
};

const press = (at) => {
  if (!room.school || room.timer || over() || room.practising) return;
  if (!positions().get(room.board).next.has(at)) return complain(say("taken"));
  complain("");
  put(at);
  if (over()) learn();
  else later(draw, PAUSE);
  changed();
};

// Practice, in shares that grow, so that its first games can be watched.

const practise = () => {
  room.timer = 0;
  const { school } = room;
  const left = ROUND - (school.games % ROUND);
  const share = Math.min(Math.floor(room.share), left);
  for (let game = 0; game < share; game++) room.board = school.train(byId("against").value);
  room.share = Math.min(room.share * 1.15, 20);
  if (share < left) later(practise, share < 3 ? 160 : TICK);
  else room.practising = false;
  if (school.curve.at(-1).games < school.games - (school.games > 50 ? 25 : 0) || !room.practising)
    school.note();
  changed();
};

export const togglePractice = () => {
  if (!room.school) return;
  clearTimeout(room.timer);
  Object.assign(room, { timer: 0, drawn: [], drawers: [], practising: !room.practising, share: 1 });
  if (room.practising) later(practise, TICK);
  else room.school.note();
  changed();
};

/** All beads as they were at first. */
export const startAnew = () => enter(new URLSearchParams({ seed: 1 }));

const status = () => {
  if (!room.school) return say("filling");
  const { games: learned } = room.school;
  if (room.practising || !room.drawn.length)
    return room.timer && !room.practising ? say("itDraws") : say("hasLearned", { games: number(learned) });
  const last = room.drawn.at(-1)[1];
  if (!over()) return room.timer ? say("itDraws") : say("itDrew", { place: pick("places", last) });
  return say({ 1: "machineWon", 0: "machineDrew", "-1": "machineLost" }[room.result]);
};

const buttons = () => {
  if (!room.school || !over()) return [];
  if (room.timer && !room.practising) return [{ words: say("faster"), act: () => ((room.hurried = true), beat()) }];
  return [{ words: say("again"), act: begin, primary: !room.practising }];
};

export const menaceRoom = {
  game: table,
  press,
  aim: (at) => (!room.school || room.timer || over() || room.board[at] !== "." ? -1 : at),
  view() {
    const last = room.drawn.at(-1)?.[1];
    const lines = room.school && over() ? room.table.winningLines(room.board) : [];
    const line = new Set(lines.flat());
    return {
      cells: [...room.board].map((mark, at) => ({
        mark,
        classes: [mark === "." && "free", line.has(at) && "line", at === last && "last"],
        notes: [at === last && say("newest")],
      })),
      lines,
      busy: Boolean(room.timer) || !room.school,
      headline: say("teachIt"),
      status: status(),
      aloud: room.drawers.map(({ change, box }) => change && `${say("box")} ${numberOf(box)}: ${signed(change)}`).filter(Boolean).join(", "),
      cheer: false,
      buttons: buttons(),
    };
  },
  drawSide() {
    if (!room.school) return;
    drawDrawers();
    drawCurve(room.school.curve, room.race);
    byId("practise").textContent = say(room.practising ? "pause" : "practise");
    drawWall();
    const { lines, worst } = room.school.curve.at(-1);
    byId("sums").textContent = say("sums", {
      all: number(lines.won + lines.drawn + lines.lost),
      won: number(lines.won),
      drawn: number(lines.drawn),
      lost: number(lines.lost),
      worst: worst.toFixed(2),
    });
  },
};

const signed = (change) => (change > 0 ? `+${change}` : `−${-change}`);
const numberOf = (box) => [...room.school.machine.boxes.keys()].indexOf(box) + 1;

/** The boxes of this game, large, each with the bead that was drawn. */
const drawDrawers = () =>
  byId("drawers").replaceChildren(
    ...room.drawers.map(({ box, board, cell, beads, colour, change }) => {
      const figure = element("figure", change ? (change > 0 ? "gained" : "lost") : "");
      const drawn = svgElement("svg", { viewBox: "-5 -5 310 310", role: "img" });
      drawn.setAttribute("aria-label", contents(board, beads, leads()));
      drawBox(drawn, board, beads, { leads: leads(), large: true, chosen: cell, colour });
      figure.append(drawn, element("figcaption", "", `${say("box")} ${numberOf(box)}`));
      if (change) figure.append(element("b", "change", signed(change)));
      return figure;
    }),
  );

// The wall: every box, drawn anew where its beads have changed; one of them is in the order of Tab.

let drawing; // the work that goes on; newer work takes its place

const drawWall = () => {
  const wall = byId("wall");
  const work = drawingOfWall(wall);
  drawing = work;
  inShares(
    (function* () {
      while (room.school && drawing === work && !work.next().done) yield;
    })(),
  );
};

function* drawingOfWall(wall) {
  if (!wall.children.length) yield* makeWall(wall);
  const { boxes } = room.school.machine;
  const open = new Set(room.drawers.map(({ box }) => box));
  // What comes or goes there is still to be shown.
  const held = over() ? room.drawers.filter(({ change }) => change === undefined) : [];
  const waiting = new Set(held.map(({ box }) => box));
  for (const one of wall.children) {
    const beads = boxes.get(one.value);
    const shown = `${[...beads.values()]} ${state.hints} ${document.documentElement.lang}`;
    one.classList.toggle("open", open.has(one.value));
    if (room.shownBoxes.get(one.value) === shown || waiting.has(one.value)) continue;
    room.shownBoxes.set(one.value, shown);
    drawBox(one.firstChild, one.value, beads, { leads: leads() });
    const number = numberOf(one.value);
    one.setAttribute("aria-label", `${number}: ${contents(one.value, beads, leads())}`);
    yield;
  }
}

function* makeWall(wall) {
  const all = [];
  for (const box of room.school.machine.boxes.keys()) {
    const tabIndex = all.length ? -1 : 0;
    const made = Object.assign(element("button"), { type: "button", value: box, tabIndex });
    made.append(svgElement("svg", { viewBox: "-5 -5 310 310", "aria-hidden": "true" }));
    made.setAttribute("aria-label", String(all.push(made)));
    yield;
  }
  wall.replaceChildren(...all);
  wall.addEventListener("keydown", step);
  wall.addEventListener("click", lookInside);
}

const lookInside = ({ target }) => {
  const box = target.closest("button")?.value;
  if (!box) return;
  const beads = room.school.machine.beads(box);
  room.drawers = [{ box, board: box, cell: -1, beads, change: 0, colour: (cell) => cell }];
  changed();
};

/** Lead the arrow keys from box to box; as many stand in a row as there is room for. */
const step = (event) => {
  const all = [...event.currentTarget.children];
  const at = all.indexOf(event.target);
  const wide = getComputedStyle(event.currentTarget).gridTemplateColumns.split(" ").length;
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -wide, ArrowDown: wide, Home: -at, End: all.length - 1 - at };
  const goal = all[at + steps[event.key]];
  if (!(event.key in steps) || event.altKey || event.metaKey) return;
  event.preventDefault();
  if (!goal) return;
  event.target.tabIndex = -1;
  goal.tabIndex = 0;
  goal.focus();
};
