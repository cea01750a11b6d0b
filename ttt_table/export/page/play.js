// Moving: a person's moves, the opponent's, and those taken back; games begun, left and resumed.
import { Level } from "../../../readers/js/kit.js";
import { complain, cut, guarded, reason, Refusal } from "./faults.js";
import { placeOf } from "./names.js";
import { say } from "./say.js";
import { board, changed, clamp, isMine, isOver, looksBack, state } from "./state.js";
import { games } from "./tables.js";

/** The opponents, each met after a win against the one before. */
export const LADDER = ["easy", "medium", "hard", "perfect"];
export const HOME = "3x3k3"; // the game of the puzzles, of MENACE and of the lesson
export const LONGEST = 2000; // characters of a board, a game or an address that are looked at
const STRONG = ["perfect", "tricky"];
const LOSING = 1200; // before a lost game goes back to the mistake, so that its end is seen
const THINKING = 350; // milliseconds before the opponent answers, so that its move is seen

/** By their names, the games left unfinished for another. */
const left = new Map();

export const opponent = () => {
  const { level, table } = state;
  if (level === "tricky") return new Level(table, { tricky: true });
  return Level[level]?.(table) ?? new Level(table, { limit: Number(level) });
};

/** The levels that are named by what they see, the farthest first. */
export const exactLevels = () => {
  const cells = state.table.start.length;
  const most = cells > 9 ? 8 : Math.min(cells, 5);
  return ["tricky", ...Array.from({ length: most + 1 }, (_, less) => String(most - less))];
};

/** Begin a game, from the empty board or another, with the moves played on it. */
export const start = (from = state.table.start, line = []) => {
  const boards = [from];
  for (const move of line) boards.push(state.table.push(boards.at(-1), move));
  return proceed({ boards, played: line, looking: -1, last: -1, cheer: false, hasPlayed: false, strong: true });
};

/** Change the state and let the opponent move if it is its turn; a table on a server is asked beforehand. */
export const proceed = async (news) => {
  clearTimeout(state.timer);
  Object.assign(state, news, { timer: 0 });
  if (state.source) {
    state.waiting = true;
    const asked = state.boards.length;
    const error = await state.source.ask(survey).then(() => undefined, (fault) => fault);
    state.waiting = false; // before anything is drawn
    if (error && asked === state.boards.length) return refuse(error);
    if (!error) complain("");
  }
  if (!looksBack() && !isOver() && !isMine())
    state.timer = setTimeout(guarded(answer), THINKING);
  return changed();
};

/** All that will be asked of the table before the next move. */
const survey = () => {
  const { table } = state;
  table.review(state.played, state.boards[0]);
  table.moves(board());
  if (!table.isOver(board()) && !isMine()) opponent().chances(board());
};

/** The last move waits until the server can be asked again. */
const refuse = (error) => {
  if (state.played.length) cutAt(state.played.length - 1);
  complain(`${reason(error)} ${say("onceMore")}`);
  changed();
};

const answer = () => {
  state.timer = 0;
  state.strong &&= STRONG.includes(state.level);
  state.last = opponent().choose(board());
  put(state.last);
};

const put = (cell) => {
  const boards = [...state.boards, state.table.push(board(), cell)];
  return proceed({ boards, played: [...state.played, cell] }).then(() => isOver() && finish());
};

/** The move that cost the person the game, or the best of it; else the first one. */
export const mistake = () => {
  const { moves, decisive } = state.table.review(state.played, state.boards[0]);
  const mine = moves.filter(({ player, kind }) => kind === "blunder" && state.side.includes(player));
  return (decisive && state.side.includes(decisive.player) ? decisive : mine.at(-1))?.number - 1;
};

/** Count the game, if it was one between the person and the opponent. */
const finish = () => {
  if (state.side === "XO" || !state.hasPlayed) return;
  const winner = state.table.winner(board());
  const result = !winner ? "drawn" : winner === state.side ? "won" : "lost";
  state.score[result] += 1;
  changed({ cheer: result === "won" });
  // A lost game goes back to the mistake by itself.
  if (result === "lost" && mistake() >= 0) state.timer = setTimeout(guarded(() => lookAt(mistake())), LOSING);
};

/** The legal cell that a cell stands for: where stones fall, the free one of its column. */
export const legal = (cell, on = board(), table = state.table) =>
  table.columns(on).get(cell % table.game.cols) ?? (table.game.gravity ? -1 : cell);

/** Play a cell, or say why it cannot be played. While one looks back the game goes on from there. */
export const play = (clicked) => {
  if (state.timer || state.waiting) return undefined;
  if (looksBack()) {
    if (state.looking >= state.played.length || clicked === state.played[state.looking])
      return undefined;
    cutAt(state.looking);
  }
  const cell = legal(clicked);
  if (isOver()) return complain(say("over"));
  if (!state.table.legalMoves(board()).includes(cell)) return complain(say("taken"));
  complain("");
  Object.assign(state, { hasPlayed: true, last: -1 });
  return put(cell);
};

/** Go on before a move, which is taken back with all that followed it. */
const cutAt = (move) => {
  const [boards, played] = [state.boards.slice(0, move + 1), state.played.slice(0, move)];
  Object.assign(state, { boards, played, looking: -1, last: -1, cheer: false });
};

export const playOn = () => {
  if (state.side !== "XO" && state.looking < state.played.length)
    state.side = state.table.mover(state.boards[state.looking]);
  cutAt(Math.min(state.looking, state.played.length - 1));
  return proceed();
};

export const lookAt = (move) => {
  complain("");
  return proceed({ looking: clamp(move, 0, state.played.length) });
};

/** How many moves to take back, so that it is a person's turn again; 0 if none. */
export const toUndo = () => {
  const all = state.boards.length - 1;
  for (let count = 1; count <= all; count++)
    if (state.side.includes(state.table.mover(state.boards[all - count]))) return count;
  return 0;
};

export const undo = () => {
  complain("");
  cutAt(state.played.length - toUndo());
  return proceed();
};

export const nextLevel = () => LADDER[LADDER.indexOf(state.level) + 1];

export const again = (level = state.level) => {
  state.level = level;
  complain("");
  return start();
};

/** Begin anew as the other player. */
export const swap = () => {
  state.side = state.side === "X" ? "O" : "X";
  return again();
};

// Games and positions.

/** Play another game, or let another player move first; the game left is kept. */
export const open = (name, first = "X") => {
  const game = games.get(name);
  if (state.table)
    left.set(state.gameName, { ...state });
  Object.assign(state, { table: game.open(first), source: game.source, gameName: name });
};

/** Go on with the game of that name where it was left, or begin one. */
export const resume = (name) => {
  const kept = left.get(name);
  open(name, kept?.table.first);
  return start(kept?.boards[0], kept?.played);
};

/** Set a position or a game up, from text; whoever is to move then is played by the person. */
export const setUp = (text) => {
  if (text.length > LONGEST) throw new Refusal(say("tooLong"));
  const numbers = /^[\d\s,;-]+$/.test(text) && /\d/.test(text);
  const line = numbers ? movesIn(text) : [];
  const from = numbers ? state.table.start : state.table.text(text);
  const end = state.table.review(line, from).board;
  if (end !== state.table.start && state.side !== "XO") state.side = state.table.mover(end);
  return start(from, line);
};

/** The cells of a played game, written as numbers; where stones fall they are those of columns. */
const movesIn = (text) => {
  const found = text.match(/\d+/g);
  const { cols, gravity } = state.table.game;
  const cells = state.table.start.length;
  // Where each cell is one digit, they may stand without spaces.
  const digits = found.length === 1 && cells <= 10;
  const numbers = digits ? [...found[0]] : found;
  let reached = state.table.start;
  return numbers.map((number, before) => {
    const column = gravity && number < cols;
    const cell = column ? state.table.columns(reached).get(Number(number)) : Number(number);
    if (!state.table.legalMoves(reached).includes(cell))
      throw new Refusal(say("notAMove", { number: before + 1, move: cut(number) }));
    reached = state.table.push(reached, cell);
    return cell;
  });
};

export const place = (cell) => placeOf(cell, state.table);
