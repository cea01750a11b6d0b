// Puzzles: a list that one link carries, one a day, and a card of coloured squares to share.
import { button, byId, element } from "./elements.js";
import { other } from "../../../readers/js/kit.js";
import { complain } from "./faults.js";
import { WORD } from "./names.js";
import { legal, place } from "./play.js";
import { capital, say } from "./say.js";
import { changed, state } from "./state.js";

/** Those of the lesson: who is to move wins, or keeps the draw. */
export const LESSON = "XX.OO.... XX..O.... XOXO.O.X. X.O.O...X X...O...X O....X...".split(" ");
const ANSWERING = 450; // milliseconds before the other player answers
const SQUARES = ["🟩", "🟨", "🟥"];

const puzzles = { list: [], at: 0, day: false, tries: [], board: "", wrong: -1, solved: [], timer: 0 };

export const begin = (list, at = 0, day = false) => {
  const tries = list.map(() => 0);
  Object.assign(puzzles, { list, day, tries, solved: list.map(() => false) });
  turnTo(Math.min(Math.max(Math.trunc(at) || 0, 0), list.length - 1));
};

const turnTo = (at) => {
  clearTimeout(puzzles.timer);
  Object.assign(puzzles, { at, board: puzzles.list[at], wrong: -1, timer: 0 });
  complain("");
  changed();
};

/** What is asked of a board, and who is asked. */
export const task = (board, table = state.table) => {
  const { value } = table.get(board);
  const player = table.mover(board);
  return say({ 1: "puzzleWin", 0: "puzzleDraw", "-1": "puzzleLate" }[value], { player });
};

/** The moves that solve it: those that keep what is to be had; where all lose, the longest. */
export const answers = (board, table = state.table) => {
  const { value } = table.get(board);
  if (value < 0) return table.bestMoves(board);
  return table.moves(board).filter((move) => move.value === value).map(({ cell }) => cell);
};

/** The puzzle of a day, the same everywhere: a board with one right move. */
export const daily = (date = new Date()) => {
  const { table } = state;
  const day = Math.floor((date - date.getTimezoneOffset() * 60_000) / 86_400_000);
  const boards = [...table.keys()];
  for (let at = (day * 7919) % boards.length; ; at = (at + 1) % boards.length) {
    const moves = table.moves(boards[at]);
    if (moves.length > 3 && moves[0].value >= 0 && moves[1].value < moves[0].value)
      return boards[at];
  }
};

const press = (clicked) => {
  const { table } = state;
  const { board, at } = puzzles;
  if (puzzles.timer || puzzles.solved[at]) return;
  const cell = legal(clicked, board, table);
  if (!table.legalMoves(board).includes(cell)) return complain(say("taken"));
  complain("");
  const right = answers(board, table).includes(cell);
  puzzles.tries[at] += right ? 0 : 1;
  puzzles.wrong = right ? -1 : cell;
  if (right) advance(cell);
  changed();
};

/** The right move is put; a win is played to its end, a draw kept is enough. */
const advance = (cell) => {
  const { table } = state;
  const { value } = table.get(puzzles.board);
  puzzles.board = table.push(puzzles.board, cell);
  puzzles.solved[puzzles.at] = value <= 0 || table.isOver(puzzles.board);
  if (puzzles.solved[puzzles.at]) return;
  puzzles.timer = setTimeout(() => {
    puzzles.timer = 0;
    puzzles.board = table.push(puzzles.board, table.bestMove(puzzles.board));
    changed();
  }, ANSWERING);
};

/** The card: a square for each puzzle, by how many tries it took. */
const card = () => {
  const { list, tries, solved, day } = puzzles;
  const squares = list.map((_, at) => (solved[at] ? SQUARES[Math.min(tries[at], 2)] : "⬜"));
  const title = day ? `${say("dayPuzzle")} ${new Date().toISOString().slice(0, 10)}` : say("puzzles");
  return `${title}\n${squares.join("")}\n${location.href}`;
};

export const address = () => {
  const { list, at, day } = puzzles;
  return day ? "#day" : `#puzzles=${list.join(".") === LESSON.join(".") ? "" : list.join("_")}&at=${at + 1}`;
};

const status = () => {
  const { board, wrong, at } = puzzles;
  const { table } = state;
  if (puzzles.solved[at]) return say(puzzles.solved.every(Boolean) ? "allSolved" : "solved");
  if (wrong >= 0) {
    const after = { ...table.moves(board).find(({ cell }) => cell === wrong) };
    return say({ 1: "slower", 0: "onlyDraws", "-1": "wrongLoses" }[after.value]);
  }
  return (board === puzzles.list[at] ? "" : say("goOn") + " ") + task(board);
};

const buttons = (share) => {
  const { at, list, solved } = puzzles;
  const total = list.length;
  const next = { words: say("nextPuzzle", { at: Math.min(at + 2, total), total }), act: () => turnTo(at + 1) };
  if (solved.every(Boolean)) return [{ words: say("share"), act: () => share(card()), primary: true }];
  return [
    at < total - 1 ? { ...next, primary: solved[at] } : undefined,
    at ? { words: say("stepBack"), act: () => turnTo(at - 1) } : undefined,
  ].filter(Boolean);
};

export const puzzleRoom = (share) => ({
  game: () => state.table,
  press,
  aim: (at) => (puzzles.solved[puzzles.at] || puzzles.board[at] !== "." ? -1 : legal(at, puzzles.board)),
  view() {
    const { board, wrong, at, list, solved } = puzzles;
    const lines = state.table.winningLines(board);
    const line = new Set(lines.flat());
    const mover = state.table.mover(board);
    return {
      cells: [...board].map((mark, cell) => ({
        mark: cell === wrong ? mover : mark,
        classes: [
          mark === "." && !solved[at] && "free",
          line.has(cell) && "line",
          cell === wrong && "guilty",
        ],
        notes: [cell === wrong && say("guilty")],
      })),
      lines,
      busy: puzzles.timer !== 0,
      headline: puzzles.day ? say("dayPuzzle") : say("puzzleOf", { at: at + 1, total: list.length }),
      status: status(),
      aloud: wrong >= 0 ? place(wrong) : "",
      cheer: solved[at],
      buttons: buttons(share),
    };
  },
  drawSide() {
    const { list, solved, at, day } = puzzles;
    byId("puzzle-list").replaceChildren(
      ...list.map((board, one) => {
        const item = element("li", solved[one] ? "solved" : "", solved[one] ? "✓" : String(one + 1));
        item.setAttribute("aria-label", `${one + 1}${solved[one] ? `, ${say("solved")}` : ""}`);
        if (one === at) item.setAttribute("aria-current", "step");
        return item;
      }),
    );
    byId("day").hidden = day;
    byId("puzzle-copy").hidden = !byId("puzzle-copy").value;
  },
});
