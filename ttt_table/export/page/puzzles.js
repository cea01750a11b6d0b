// Puzzles: a list that one link carries, one a day, and a card of coloured squares to share.
import { copy } from "./copy.js";
import { byId, element } from "./elements.js";
import { complain } from "./faults.js";
import { HOME, legal, place } from "./play.js";
import { pick, say } from "./say.js";
import { changed, clamp, state } from "./state.js";
import { nameOf } from "./tables.js";

/** Those of the lesson: who is to move wins, or keeps the draw. */
export const LESSON = "XX.OO.... XX..O.... XOXO.O.X. X.O.O...X X...O...X O....X...".split(" ");
const ANSWERING = 450; // milliseconds before the other player answers
const DAY = 86_400_000;
const SQUARES = ["🟩", "🟨", "🟥"];

let list = []; // boards, and of each how many tries it took and whether it is solved
let tries = [];
let solved = [];
let at = 0; // which one is shown, as far as it is played
let shown = "";
let wrong = -1; // the cell of a move that does not solve it
let ofDay = false;
let timer = 0;

export const begin = (boards, first = 0, day = false) => {
  state.room = "puzzles";
  list = boards;
  tries = list.map(() => 0);
  solved = list.map(() => false);
  ofDay = day;
  turnTo(clamp(first, 0, list.length - 1));
};

const turnTo = (next) => {
  clearTimeout(timer);
  timer = 0;
  at = next;
  shown = list[at];
  wrong = -1;
  complain("");
  changed();
};

/** What is asked of a board, and who is asked. */
export const task = (board, table = state.table) => {
  const { value } = table.get(board);
  const player = table.mover(board);
  return pick("tasks", 1 - value, { player });
};

/** The moves that solve it: those that keep what is to be had; where all lose, the longest. */
export const answers = (board, table = state.table) => {
  const { value } = table.get(board);
  if (value < 0) return table.bestMoves(board);
  return table.moves(board).filter((move) => move.value === value).map(({ cell }) => cell);
};

/** Days since 1970, as they begin here. */
const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / DAY);

/** The puzzle of a day, the same everywhere: a board with one right move. */
export const daily = () => {
  const { table } = state;
  const boards = [...table.keys()];
  for (let at = (today() * 7919) % boards.length; ; at = (at + 1) % boards.length) {
    const moves = table.moves(boards[at]);
    if (moves.length > 3 && moves[0].value >= 0 && moves[1].value < moves[0].value)
      return boards[at];
  }
};

const press = (clicked) => {
  const { table } = state;
  if (timer || solved[at]) return;
  const cell = legal(clicked, shown, table);
  if (!table.legalMoves(shown).includes(cell)) return complain(say("taken"));
  complain("");
  const right = answers(shown).includes(cell);
  tries[at] += right ? 0 : 1;
  wrong = right ? -1 : cell;
  if (right) advance(cell);
  changed();
};

/** The right move is put; a win is played to its end, a draw kept is enough. */
const advance = (cell) => {
  const { table } = state;
  const { value } = table.get(shown);
  shown = table.push(shown, cell);
  solved[at] = value <= 0 || table.isOver(shown);
  if (solved[at]) return;
  timer = setTimeout(() => {
    timer = 0;
    shown = table.push(shown, table.bestMove(shown));
    changed();
  }, ANSWERING);
};

/** Copy a card with a square for each puzzle, by how many tries it took. */
const share = () => {
  const squares = tries.map((count) => SQUARES[Math.min(count, 2)]).join("");
  const day = new Date(today() * DAY).toISOString().slice(0, 10);
  const title = ofDay ? `${say("dayPuzzle")} ${day}` : say("puzzles");
  return copy([title, squares, location.href].join("\n"), byId("puzzle-copy"));
};

/** A list of boards in an address needs its game, if it is another one. */
export const inGame = () => (state.gameName === HOME ? "" : `game=${nameOf(state.table)}&`);

export const address = () =>
  ofDay ? "day" : `${inGame()}puzzles=${list === LESSON ? "" : list.join("_")}&at=${at + 1}`;

const says = () => {
  if (solved[at]) return say(solved.every(Boolean) ? "allSolved" : "solved");
  if (wrong < 0) return (shown === list[at] ? "" : say("goOn") + " ") + task(shown);
  const { value } = state.table.moves(shown).find(({ cell }) => cell === wrong);
  const late = state.table.get(shown).value < 0; // whatever one plays
  return `${pick("wrong", late ? 3 : 1 - value)} ${say("tryAnother")}`;
};

const buttons = () => {
  const total = list.length;
  if (solved.every(Boolean)) return [{ words: say("share"), act: share, primary: true }];
  const next = { words: `${say("stepOn")} (${at + 2}/${total})`, act: () => turnTo(at + 1), primary: solved[at] };
  const back = { words: say("stepBack"), act: () => turnTo(at - 1) };
  return [...(at < total - 1 ? [next] : []), ...(at ? [back] : [])];
};

export const puzzleRoom = {
  game: () => state.table,
  press,
  view: () => ({
    board: wrong < 0 ? shown : state.table.push(shown, wrong),
    free: !solved[at],
    lines: state.table.winningLines(shown),
    guilty: wrong,
    busy: timer !== 0,
    headline: ofDay ? say("dayPuzzle") : say("puzzleOf", { at: at + 1, total: list.length }),
    says: says(),
    aloud: wrong < 0 ? "" : `${say("guilty")}: ${place(wrong)}`,
    cheer: solved[at],
    buttons: buttons(),
  }),
  drawSide() {
    const item = (_, one) => {
      const name = one + 1;
      const marks = { "aria-label": solved[one] ? `${name}, ${say("solved")}` : name, "aria-current": one === at ? "step" : undefined };
      return element("li", { class: solved[one] ? "solved" : "", ...marks }, solved[one] ? "✓" : name);
    };
    byId("puzzle-list").replaceChildren(...list.map(item));
    byId("day").hidden = ofDay;
    byId("puzzle-copy").hidden = !byId("puzzle-copy").value;
  },
};
