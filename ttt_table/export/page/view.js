// What is seen and heard.
import { other } from "../../../readers/js/kit.js";
import { BoardError, TableError } from "../../../readers/js/ttt-table.js";
import { writeAddress } from "./address.js";
import { byId, element, stone, svgElement } from "./elements.js";
import { legal, toUndo } from "./play.js";
import {
  board,
  browsing,
  chooseLevel,
  cut,
  isMine,
  level,
  place,
  Refusal,
  side,
  state,
} from "./state.js";
import { drawStory, lineDrawn } from "./story.js";
import { outcome, sentence, TEXT, WORD } from "./texts.js";


export let cells = [];
let focused = 0;

/** What is wrong, in words; an error that nobody foresaw goes to the console too. */
export const reason = (error) => {
  const foreseen = [BoardError, TableError, Refusal].some((kind) => error instanceof kind);
  if (!foreseen) console.error(error);
  const words = foreseen ? error.message : TEXT.broken(cut(String(error)));
  return sentence(words) + (words.endsWith(".") ? "" : ".");
};

/** The same act, after which an error is told and not thrown. */
export const guarded = (act) => (event) => {
  try {
    return act(event);
  } catch (error) {
    return complain(reason(error), error.cells);
  }
};

export const complain = (words, at = []) => {
  byId("alert").textContent = words;
  cells.forEach((cell, number) => cell.classList.toggle("fault", at.includes(number)));
};

// Words for what is going on.

const ending = () => {
  const winner = state.table.winner(board());
  const mine = state.hasPlayed && side() !== "XO";
  const strong = mine && state.strong;
  const { value } = state.table.get(state.boards[0]);
  const hopes = side() === state.table.mover(state.boards[0]) ? value : -value; // what the person began with
  if (!winner) return strong && hopes <= 0 ? TEXT.drawAgainstPerfect : TEXT.draw;
  if (!mine) return TEXT.hasWon(winner);
  if (side() === winner) return strong ? TEXT.youBeatPerfect(winner) : TEXT.youHaveWon(winner);
  return TEXT.youHaveLost(winner) + (strong && hopes < 0 ? ` ${TEXT.unavoidable}` : "");
};

const turn = () => {
  const mover = state.table.mover(board());
  const { value, plies } = state.table.get(board());
  if (!plies) return ending();
  const whose = side() === "XO" || browsing() ? "turn" : isMine() ? "yourTurn" : "theirTurn";
  if (!byId("hints").checked) return TEXT[whose](mover);
  const winner = value && (value > 0 ? mover : other(mover));
  return `${TEXT[whose](mover)} ${TEXT.prospect(winner, plies)}`;
};

export const status = (wrong) => {
  if (state.editing) return TEXT.editing;
  if (state.solved) return TEXT.solved;
  const task = state.puzzle && isMine();
  const now = task ? TEXT.task(state.table.mover(board()), state.table.get(board())) : turn();
  return [state.spoken, now, wrong && verdictOn(wrong)].filter(Boolean).join(" ");
};

const verdictOn = ({ number, player, before, after, decisive }) => {
  const whose = side() === player && state.hasPlayed ? TEXT.yourMove : TEXT.moveOf(player);
  return TEXT.verdict(whose, before.value, after, decisive && number);
};

// Drawing.

/** What changes with the game: its names, its board, its levels. */
export const showGame = () => {
  const { rows, cols, gravity, misere } = state.table.game;
  byId("game").value = state.gameName;
  byId("title").textContent = TEXT.title(state.table);
  document.title = TEXT.title(state.table);
  byId("rules").textContent = TEXT.rules(state.table);
  byId("sample").textContent = state.table
    .line(state.table.start)
    .slice(0, 4)
    .map((cell) => (gravity ? cell % cols : cell))
    .join(" ");
  const most = rows * cols > 9 ? 8 : Math.min(rows * cols, 5);
  const exact = ["tricky", ...Array.from({ length: most + 1 }, (_, less) => String(most - less))];
  const before = level();
  byId("exact").replaceChildren(
    new Option(TEXT.asAbove, ""),
    ...exact.map((level) => new Option(TEXT.exactly(level), level)),
  );
  chooseLevel(before);
  const field = byId("field");
  document.body.style.setProperty("--cols", cols);
  document.body.style.setProperty("--rows", rows);
  field.classList.toggle("misere", misere);
  field.classList.toggle("falls", gravity);
  byId("columns").replaceChildren(
    ...Array.from({ length: gravity ? cols : 0 }, (_, at) => element("span", "", at)),
  );
  makeBoard(rows, cols);
  byId("lines").hidden = !state.table.name;
  byId("line-list").replaceChildren(
    ...(state.table.name ? state.table.lines.map((line) => lineDrawn(line)) : []),
  );
};

const makeBoard = (rows, cols) => {
  cells = Array.from({ length: rows * cols }, (_, at) => {
    const cell = element("div", "");
    cell.setAttribute("role", "gridcell");
    cell.style.setProperty("--fall", Math.floor(at / cols) + 1);
    return cell;
  });
  focused = 0;
  const made = Array.from({ length: rows }, (_, row) => {
    const one = element("div", "");
    one.setAttribute("role", "row");
    one.append(...cells.slice(row * cols, (row + 1) * cols));
    return one;
  });
  byId("board").replaceChildren(...made);
};

export const draw = () => {
  const shown = state.editing || board();
  const found = state.editing ? [] : state.table.moves(shown);
  const lines = state.editing ? [] : state.table.winningLines(shown);
  const hints = byId("hints").checked && !state.puzzle && !state.editing;
  const known = new Map(found.map((move) => [move.cell, move]));
  const best = new Set(hints ? state.table.bestMoves(shown) : []);
  const equal = found.length > 1 && new Set(found.map(TEXT.label)).size === 1;
  cells.forEach((_, at) => {
    const move = known.get(at);
    const hint = hints && move;
    drawCell(at, shown[at], {
      move,
      hint,
      equal,
      best: best.has(at) && !equal,
      line: lines.flat().includes(at),
    });
  });
  strike(lines);
  focusable(focused);
  const over = !state.editing && state.table.isOver(shown);
  byId("board").setAttribute("aria-busy", String(state.timer !== 0));
  byId("undo").setAttribute("aria-disabled", String(!toUndo()));
  byId("new").textContent = state.puzzle ? TEXT.tryAgain : over ? TEXT.again : TEXT.newGame;
  byId("swap").hidden = !over || side() === "XO" || Boolean(state.puzzle);
  byId("leave").hidden = !state.puzzle;
  byId("edit").textContent = state.editing ? TEXT.done : TEXT.edit;
  byId("sees").textContent = TEXT.sees(level());
  document.body.classList.toggle("puzzle", Boolean(state.puzzle));
  // On the root, as the sizes of all type are counted in that of its own.
  document.documentElement.classList.toggle("projector", byId("projector").checked);
  drawLegend(hints && found.length, equal && TEXT.allEqual(outcome(found[0])));
  drawStory();
  writeAddress();
};

const drawLegend = (shown, all) => {
  byId("legend").hidden = !shown;
  const parts = (all || TEXT.legend).split(/\[(.*?)\]/);
  const classes = ["win", "draw", "loss"];
  byId("legend").replaceChildren(
    ...parts.map((part, at) => (at % 2 ? element("span", classes[(at - 1) / 2], part) : part)),
  );
};

const drawCell = (at, mark, { move, hint, equal, best, line }) => {
  const cell = cells[at];
  const isLast = !state.editing && state.played[state.now - 1] === at;
  const isNew = isLast && !cell.querySelector(".stone");
  const parts = [];
  const said = [`${at}: ${place(at)}`, mark === "." ? TEXT.empty : mark];
  const hinted = byId("hints").checked;
  cell.className = "";
  cell.classList.toggle("free", Boolean(state.editing) || (Boolean(move) && isMine()));
  cell.classList.toggle("last", isLast);
  cell.classList.toggle("new", isNew);
  cell.classList.toggle("line", line);
  if (mark !== ".") parts.push(stone(mark));
  else if ((hinted || browsing()) && !state.table.game.gravity) parts.push(numberDrawn(at));
  if (hint) {
    cell.classList.add(WORD[hint.value]);
    said.push(TEXT.label(hint) + (best ? `, ${TEXT.best}` : ""));
    if (!equal) parts.push(hintDrawn(hint, best));
  }
  if (line) said.push(TEXT.inTheLine);
  if (isLast) said.push(TEXT.playedLast);
  cell.replaceChildren(...parts.map(unspoken));
  cell.setAttribute("aria-label", said.join(", "));
};

/** A number that the style draws: read aloud it stands at the head of the cell's name. */
const numberDrawn = (at) => {
  const drawn = element("span", "number");
  drawn.dataset.number = at;
  return drawn;
};

/** The same, for the eye alone: what holds it has a name that says it. */
export const unspoken = (drawn) => {
  drawn.setAttribute("aria-hidden", "true");
  return drawn;
};

/** Two spellings of a hint, of which the style shows the one that there is room for. */
const hintDrawn = (move, best) => {
  const drawn = element("span", "hint");
  drawn.append(
    element("span", "long", TEXT.label(move)),
    element("span", "brief", TEXT.short(move)),
  );
  if (best) drawn.append(element("span", "star", "★"));
  if (best) drawn.lastChild.append(element("span", "long", ` ${TEXT.best}`));
  return drawn;
};

/** A stroke through the lines that ended the game: one, or where a line goes round an edge cell by cell. */
const strike = (lines) => {
  const { rows, cols } = state.table.game;
  const drawn = byId("strike");
  drawn.setAttribute("viewBox", `0 0 ${cols * 100} ${rows * 100}`);
  drawn.replaceChildren(
    ...lines.map((line) => svgElement("path", { d: stroke(line, state.table.game) })),
  );
};

const stroke = (line, { cols }) => {
  const places = line.map((cell) => [cell % cols, Math.floor(cell / cols)]);
  const [[dx, dy] = [2, 2], ...steps] = places
    .slice(1)
    .map(([x, y], i) => [x - places[i][0], y - places[i][1]]);
  const straight =
    Math.max(Math.abs(dx), Math.abs(dy)) === 1 && steps.every(([x, y]) => x === dx && y === dy);
  const point = ([x, y], reach) => `${x * 100 + 50 + reach * dx} ${y * 100 + 50 + reach * dy}`;
  if (straight) return `M${point(places[0], -38)}L${point(places.at(-1), 38)}`;
  return places.map(([x, y]) => `M${x * 100 + 15} ${y * 100 + 50}h70`).join("");
};

// Moving about on the board: one cell at a time is in the order of the Tab key.

export const focusable = (at) => {
  focused = at;
  cells.forEach((cell, number) => (cell.tabIndex = number === at ? 0 : -1));
};

/** Show where a stone would come to stand. */
export const aim = (at) => {
  const waits = at < 0 || state.editing || state.timer || !isMine();
  const goal = !waits && state.table.legalMoves(board()).find((cell) => cell === legal(at));
  cells.forEach((cell, number) => cell.classList.toggle("aim", number === goal));
};
