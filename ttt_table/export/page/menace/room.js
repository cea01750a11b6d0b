// The room of MENACE: a game against it, its practice, its beads as they come and go, its boxes.
import { byId, element, svgElement } from "../elements.js";
import { complain } from "../faults.js";
import { rove, steer } from "../field.js";
import { HOME } from "../play.js";
import { pick, say } from "../say.js";
import { inShares } from "../shares.js";
import { changed, clamp, isCalm, state } from "../state.js";
import { games } from "../tables.js";
import { boxParts, contents } from "./box.js";
import { drawCurve } from "./curve.js";
import { OPPONENTS, Positions, School } from "./machine.js";

const PAUSE = 350; // milliseconds before the machine moves, as people need them
const BEAT = 550; // and between two boxes whose beads come or go
const TICK = 40; // and between two shares of its practice
const ROUND = 1000; // games of a practice
const SEED = 1; // of what practice draws
const MOST = 5000; // games that an address may ask for

const against = byId("against");
let table;
let positions; // all that there are, found once
let school; // once the boxes are filled
let board = ".........";
let drawn = []; // the machine's moves in this game, each with its board
let drawers = []; // the boxes that it opened: their beads as they are shown, and what came or went
let result; // of the game that is over
let moves; // of the machine and of the person, whether each was without mistake
let race; // and what share of them was, as the machine learned
let practising = false;
let pace; // games of the next share of a practice
let hurried;
let timer = 0;

const isOver = () => !positions.get(board).next.size;
const leads = () => (state.hints ? (board, cell) => positions.value(board, cell) : undefined);
const stop = () => {
  clearTimeout(timer);
  timer = 0;
};
const later = (act, time) => {
  stop();
  timer = setTimeout(() => {
    timer = 0;
    act();
    changed();
  }, time);
};

/** Fill the boxes, if that is still to be done or asked for, and let it learn as often as an address asks. */
export const enter = async (asked, anew) => {
  const wanted = clamp(asked?.get("games"), 0, MOST);
  const kind = asked?.get("against");
  state.room = "menace";
  if (Object.hasOwn(OPPONENTS, kind)) against.value = kind;
  if (school && !wanted && !anew) return changed();
  stop();
  practising = false;
  school = undefined;
  changed();
  positions ??= await inShares(Positions.of(table));
  const filled = await inShares(School.of(positions, SEED));
  await inShares(trainFor(filled, against.value, wanted));
  school = filled;
  race = [];
  moves = { X: [], O: [] };
  begin();
};

function* trainFor(school, against, games) {
  for (; games; games--) {
    school.train(against);
    yield;
  }
  yield* school.noting();
}

const clear = () => {
  drawn = [];
  drawers = [];
};

const begin = () => {
  clear();
  board = table.start;
  practising = hurried = false;
  complain("");
  later(draw, isCalm() ? 0 : PAUSE);
  changed();
};

/** The machine shakes a box and draws a bead. */
const draw = () => {
  const { machine } = school;
  const cell = machine.draw(board, Math.random);
  const [box, turn] = machine.drawers.get(board) ?? [];
  if (box) drawers.push({ box, board, cell, beads: machine.beads(board), colour: (one) => turn[one] });
  drawn.push([board, cell]);
  put(cell);
};

const put = (cell) => {
  const { next, best, mover } = positions.get(board);
  const value = (after) => table.get(after).value;
  moves[mover].push(value(best[0]) === value(next.get(cell)));
  board = next.get(cell);
  if (isOver()) learn();
};

/** It learns at once; what came or went is shown box by box. */
const learn = () => {
  result = school.result(board);
  school.finish(drawn, board);
  school.note();
  const share = (moves) => moves.filter(Boolean).length / moves.length;
  race.push({ games: school.games, its: share(moves.X), mine: share(moves.O) });
  if (isCalm()) while (settle());
  else later(beat, BEAT);
};

const beat = () => {
  if (settle()) later(beat, hurried ? BEAT / 6 : BEAT);
};

/** Show what came into the next box or went out of it; false once all are shown. */
const settle = () => {
  const open = drawers.find(({ change }) => change === undefined);
  if (!open) return false;
  const before = open.beads.get(open.cell);
  open.beads = school.machine.beads(open.board);
  open.change = (open.beads.get(open.cell) ?? 0) - before;
  return true;
};

const press = (at) => {
  if (!school || timer || isOver() || practising) return;
  if (!positions.get(board).next.has(at)) return complain(say("taken"));
  complain("");
  put(at);
  if (!isOver()) later(draw, PAUSE);
  changed();
};

// Practice, in shares that grow, so that its first games can be watched.

const practise = () => {
  const left = ROUND - (school.games % ROUND);
  const share = Math.min(Math.floor(pace), left);
  for (let game = 0; game < share; game++) board = school.train(against.value);
  pace = Math.min(pace * 1.15, 20);
  practising = share < left;
  if (practising) later(practise, share < 3 ? 160 : TICK);
  if (school.curve.at(-1).games < school.games - (school.games > 50 ? 25 : 0) || !practising) school.note();
};

export const togglePractice = () => {
  if (!school) return;
  stop();
  clear();
  practising = !practising;
  pace = 1;
  if (practising) later(practise, TICK);
  else school.note();
  changed();
};

/** All beads as they were at first. */
export const startAnew = () => enter(undefined, true);

const says = () => {
  if (!school) return say("filling");
  if (timer && !practising && !isOver()) return say("itDraws");
  if (practising || !drawn.length) return say("hasLearned", { games: school.games });
  if (isOver()) return pick("ends", 1 - result);
  return say("itDrew", { place: pick("places", drawn.at(-1)[1]) });
};

const buttons = () => {
  if (!school || !isOver()) return [];
  if (timer && !practising) return [{ words: say("faster"), act: hurry }];
  return [{ words: say("again"), act: begin, primary: !practising }];
};

const hurry = () => {
  hurried = true;
  beat();
  changed();
};

export const menaceRoom = {
  game: () => (table ??= games.get(HOME).open("X")),
  press,
  view: () => ({
    board,
    free: school && !timer && !isOver(),
    lines: school ? table.winningLines(board) : [],
    newest: drawn.at(-1)?.[1],
    busy: Boolean(timer) || !school,
    headline: say("teachIt"),
    says: says(),
    aloud: drawers.flatMap(({ change, box }) => (change ? `${nameOf(box)}: ${signed(change)}` : [])).join(", "),
    buttons: buttons(),
  }),
  drawSide() {
    if (!school) return;
    drawDrawers();
    drawCurve(school.curve, race);
    byId("practise").textContent = say(practising ? "pause" : "practise");
    drawWall();
    const { won, drawn, lost } = school.curve.at(-1).lines;
    byId("sums").textContent = say("sums", { all: won + drawn + lost, won, drawn, lost });
  },
};

const signed = (change) => (change > 0 ? `+${change}` : `−${-change}`);
const numberOf = (box) => [...school.machine.boxes.keys()].indexOf(box) + 1;
const nameOf = (box) => `${say("box")} ${numberOf(box)}`;
const DRAWING = { viewBox: "-5 -5 310 310" };

/** The boxes of this game, large, each with the bead that was drawn. */
const drawDrawers = () =>
  byId("drawers").replaceChildren(
    ...drawers.map(({ box, board, cell, beads, colour, change }) => {
      const look = { leads: leads(), large: true, chosen: cell, colour };
      const names = { role: "img", "aria-label": contents(board, beads, leads()) };
      return element(
        "figure",
        { class: change < 0 ? "lost" : "" },
        svgElement("svg", { ...DRAWING, ...names }, ...boxParts(table, board, beads, look)),
        element("figcaption", {}, nameOf(box)),
        ...(change ? [element("b", { class: "change" }, signed(change))] : []),
      );
    }),
  );

// The wall: every box, drawn anew where its beads have changed; one of them is in the order of Tab.

const wall = byId("wall");
let drawing; // the work that goes on; newer work takes its place

const drawWall = () => {
  const work = (drawing = drawingOfWall());
  inShares(
    (function* () {
      while (school && drawing === work && !work.next().done) yield;
    })(),
  );
};

function* drawingOfWall() {
  const { boxes } = school.machine;
  if (!wall.children.length) makeWall([...boxes.keys()]);
  const open = new Set(drawers.map(({ box }) => box));
  // What comes or goes there is still to be shown.
  const held = isOver() ? drawers.filter(({ change }) => change === undefined) : [];
  const waiting = new Set(held.map(({ box }) => box));
  for (const [at, one] of [...wall.children].entries()) {
    const box = one.value;
    const beads = boxes.get(box);
    const shown = `${[...beads.values()]} ${state.hints} ${document.documentElement.lang}`;
    one.classList.toggle("open", open.has(box));
    if (one.dataset.shown === shown || waiting.has(box)) continue;
    one.dataset.shown = shown;
    one.firstChild.replaceChildren(...boxParts(table, box, beads, { leads: leads() }));
    one.ariaLabel = `${at + 1}: ${contents(box, beads, leads())}`;
    yield;
  }
}

const makeWall = (boxes) => {
  wall.replaceChildren(
    ...boxes.map((value, at) =>
      element(
        "button",
        { type: "button", value, tabindex: at ? -1 : 0, "aria-label": at + 1 },
        svgElement("svg", { ...DRAWING, "aria-hidden": "true" }),
      ),
    ),
  );
  rove(wall);
  wall.addEventListener("keydown", (event) => steer(event, around(event.target)));
  wall.addEventListener("click", lookInside);
};

const lookInside = ({ target }) => {
  const box = target.closest("button")?.value;
  if (!box) return;
  const beads = school.machine.beads(box);
  drawers = [{ box, board: box, beads, change: 0 }];
  changed();
};

/** Where keys lead from a box; as many stand in a row as there is room for. */
const around = (box) => {
  const all = wall.children;
  const at = [...all].indexOf(box);
  const wide = getComputedStyle(wall).gridTemplateColumns.split(" ").length;
  return {
    ArrowLeft: all[at - 1],
    ArrowRight: all[at + 1],
    ArrowUp: all[at - wide],
    ArrowDown: all[at + wide],
    Home: all[0],
    End: all[all.length - 1],
  };
};
