// Moving: a person's moves, the opponent's, and those taken back; games begun, left and resumed.
import { Level, PlayTable } from "../../../readers/js/kit.js";
import {
  board,
  browsing,
  choose,
  chosen,
  cut,
  isMine,
  level,
  place,
  Refusal,
  short,
  side,
  state,
} from "./state.js";
import { games } from "./tables.js";
import { TEXT } from "./texts.js";
import { complain, draw, guarded, showGame } from "./view.js";

const STRONG = ["perfect", "tricky"];
const THINKING = 350; // milliseconds before the opponent answers, so that its move is seen
export const LONGEST = 2000; // characters of a board, a game or an address that are looked at

/** By their names, the games left unfinished for another. */
const left = new Map();

export const opponent = () => {
  const name = state.puzzle ? "perfect" : level();
  if (name === "tricky") return new Level(state.table, { tricky: true });
  return Level[name]?.(state.table) ?? new Level(state.table, { limit: Number(name) });
};

/** Begin a game, from the empty board or another, with the moves played on it. */
export const start = (from = state.table.start, line = [], pasted = false) => {
  state.boards = [from];
  for (const move of line) state.boards.push(state.table.push(state.boards.at(-1), move));
  state.played = line;
  state.now = state.played.length;
  Object.assign(state, { spoken: "", hasPlayed: false, strong: true, solved: false, editing: "" });
  state.pasted = pasted;
  proceed();
};

/** Draw, and let the opponent move if it is its turn. */
export const proceed = () => {
  clearTimeout(state.timer);
  const waits = state.editing || browsing() || state.table.isOver(board()) || isMine();
  state.timer = waits ? 0 : setTimeout(guarded(answer), THINKING);
  draw();
};

const answer = () => {
  state.timer = 0;
  state.strong &&= STRONG.includes(level());
  const cell = opponent().choose(board());
  state.spoken = TEXT.plays(state.table.mover(board()), short(cell), place(cell));
  put(cell);
};

const put = (cell) => {
  state.played = [...state.played.slice(0, state.now), cell];
  state.boards = [...state.boards.slice(0, state.now + 1), state.table.push(board(), cell)];
  state.now++;
  proceed();
};

/** The legal cell that a cell stands for: where stones fall, the free one of its column. */
export const legal = (cell) =>
  state.table.columns(board()).get(cell % state.table.game.cols) ??
  (state.table.game.gravity ? -1 : cell);

/** Play a cell, or say why it cannot be played. */
export const play = (clicked) => {
  if (state.timer || state.solved) return;
  const cell = legal(clicked);
  if (state.table.isOver(board())) complain(TEXT.over);
  else if (!state.table.legalMoves(board()).includes(cell))
    complain(cell < 0 ? TEXT.full(clicked % state.table.game.cols) : TEXT.taken(place(cell)), [
      clicked,
    ]);
  else if (!state.puzzle || judged(cell)) {
    state.spoken = state.puzzle && !state.solved ? TEXT.right : "";
    state.hasPlayed = true;
    complain("");
    put(cell);
  }
};

/** Whether a puzzle's move is one of the best; if not, says what it leads to. */
const judged = (cell) => {
  const { value } = state.table.get(board());
  const best = state.table.bestMoves(board()).includes(cell);
  if (best) state.solved = value <= 0 || state.table.isOver(state.table.push(board(), cell));
  else
    complain(
      TEXT.notBest(
        place(cell),
        state.table.moves(board()).find((move) => move.cell === cell),
      ),
      [cell],
    );
  return best;
};

/** How many moves to take back, so that it is a person's turn again; 0 if none. */
export const toUndo = () => {
  for (let count = 1; count <= state.now && !state.editing; count++)
    if (side().includes(state.table.mover(state.boards[state.now - count]))) return count;
  return 0;
};

export const undo = () => {
  const count = toUndo();
  if (!count) return;
  state.now -= count;
  state.played = state.played.slice(0, state.now);
  state.boards = state.boards.slice(0, state.now + 1);
  state.spoken = TEXT.takenBack;
  complain("");
  proceed();
};

/** Look back to before a move, or to the end. */
export const goTo = (number) => {
  state.now = number;
  state.spoken = browsing() ? TEXT.backAt(number + 1) : "";
  complain("");
  proceed();
};

// Games and positions.

/** Play another game, or let another player move first; the game left is kept. */
export const open = (name, first) => {
  const opened = new PlayTable(games.get(name).bytes, { first });
  if (state.table) left.set(state.gameName, { first: state.table.first, ...state });
  state.table = opened;
  state.gameName = name;
  choose("first", first);
  showGame();
};

/** Go on with the game of that name where it was left, or begin one. */
export const resume = (name) => {
  const kept = left.get(name);
  open(name, kept?.first ?? chosen("first"));
  if (!kept) return start();
  const { boards, played, now, hasPlayed, pasted, strong } = kept;
  Object.assign(state, { boards, played, now, hasPlayed, pasted, strong, spoken: "", editing: "" });
  return proceed();
};

/** Set a position or a game up, from text; whoever is to move then is played by the person. */
export const setUp = (text) => {
  if (text.length > LONGEST) throw new Refusal(TEXT.tooLong);
  const numbers = /^[\d\s,;-]+$/.test(text) && /\d/.test(text);
  const line = numbers ? movesIn(text) : [];
  const from = numbers ? state.table.start : state.table.text(text);
  const end = state.table.review(line, from).board;
  if (end !== state.table.start && side() !== "XO") choose("side", state.table.mover(end));
  start(from, line, true);
};

/** The cells of a played game, written as numbers; where stones fall they are those of columns. */
const movesIn = (text) => {
  const found = text.match(/\d+/g);
  const { cols, gravity } = state.table.game;
  const cells = state.table.start.length;
  // Where each cell is one digit, they may stand without spaces.
  const digits = found.length === 1 && cells <= 10 && found[0].length <= cells;
  const numbers = digits ? [...found[0]] : found;
  let reached = state.table.start;
  return numbers.map((number, before) => {
    const column = gravity && number < cols;
    const cell = column ? state.table.columns(reached).get(Number(number)) : Number(number);
    if (!state.table.legalMoves(reached).includes(cell))
      throw new Refusal(TEXT.notAMove(before + 1, cut(number), state.table.isOver(reached)));
    reached = state.table.push(reached, cell);
    return cell;
  });
};
