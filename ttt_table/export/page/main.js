// What a person does: the keys, clicks and choices, and how the page begins.
import { Level, other, PlayTable } from "../../../readers/js/kit.js";
import { TableError } from "../../../readers/js/ttt-table.js";
import { address, readAddress } from "./address.js";
import { byId } from "./elements.js";
import { goTo, open, opponent, play, proceed, resume, setUp, start, undo } from "./play.js";
import { board, choose, chooseLevel, chosen, cut, side, state } from "./state.js";
import { embedded, games, picked } from "./tables.js";
import { TEXT } from "./texts.js";
import { aim, cells, complain, draw, focusable, guarded, reason } from "./view.js";

/** Where a key leads from a cell. */
const goal = (at, key, whole) => {
  const { rows, cols } = state.table.game;
  const row = Math.floor(at / cols);
  const col = at % cols;
  const places = {
    ArrowLeft: [row, Math.max(col - 1, 0)],
    ArrowRight: [row, Math.min(col + 1, cols - 1)],
    ArrowUp: [Math.max(row - 1, 0), col],
    ArrowDown: [Math.min(row + 1, rows - 1), col],
    Home: [whole ? 0 : row, 0],
    End: [whole ? rows - 1 : row, cols - 1],
  };
  const found = places[key];
  return found && found[0] * cols + found[1];
};

const cellOf = (event) => cells.indexOf(event.target.closest?.('[role="gridcell"]'));

/** Play a cell, or while a board is set up change what stands there. */
const press = (at) => {
  focusable(at);
  if (!state.editing) return play(at);
  const marks = [...state.editing];
  marks[at] = { ".": "X", X: "O", O: "." }[marks[at]];
  state.editing = marks.join("");
  complain("");
  return draw();
};

const onKey = (event) => {
  const at = cellOf(event);
  if (at < 0 || event.altKey || event.metaKey) return;
  const found = goal(at, event.key, event.ctrlKey);
  if (found !== undefined) {
    focusable(found);
    cells[found].focus();
  } else if (event.key === "Enter" || event.key === " ") press(at);
  else return;
  event.preventDefault();
};

const onNew = () => {
  complain("");
  if (chosen("first") !== state.table.first) open(state.gameName, chosen("first"));
  start(state.puzzle || undefined);
};

const onSwap = () => {
  choose("side", other(side()));
  onNew();
  byId("new").focus(); // what was pressed is gone
};

const onEdit = () => {
  complain("");
  if (!state.editing) {
    clearTimeout(state.timer);
    state.timer = 0;
    state.editing = board();
    return draw();
  }
  if (state.editing !== board()) return setUp(state.editing); // while that is refused, it goes on
  state.editing = "";
  return proceed();
};

const onLeave = () => {
  state.puzzle = "";
  state.solved = false;
  complain("");
  proceed();
  byId("new").focus();
};

const onRetry = () => {
  goTo(Number(byId("retry").value));
  const mistake = state.played[state.now];
  focusable(mistake);
  cells[mistake].focus();
};

const onPaste = (event) => {
  event.preventDefault();
  setUp(byId("text").value);
  complain("");
};

const onFile = async () => {
  const [file] = byId("file").files;
  if (!file) return;
  try {
    const name = await picked(file);
    listGames();
    complain("");
    open(name, chosen("first"));
    start();
  } catch (error) {
    complain(`${cut(file.name)}: ${reason(error)}`);
  }
};

/** Show a link to what is shown, and copy it where the browser lets a page do so. */
const onLink = (puzzling) => {
  if (state.editing) onEdit(); // what is shown is what was set up
  if (puzzling && state.table.isOver(board())) return complain(TEXT.over);
  const kept = state.puzzle;
  if (puzzling) state.puzzle = board();
  const link = location.href.split("#")[0] + address();
  state.puzzle = kept;
  byId("copied").hidden = false;
  byId("address").value = link;
  byId("address").select();
  return copy(link);
};

const copy = async (link) => {
  try {
    await navigator.clipboard.writeText(link);
    byId("status").textContent = TEXT.copied;
  } catch {
    byId("address").focus(); // it is selected there, to be copied by hand
  }
};

const onGame = () => {
  complain("");
  resume(byId("game").value);
};

/** Another player moves first: at once if no stone is on the board, else from the next game on. */
const onFirst = () => {
  const marks = state.editing;
  if (!marks && (state.played.length || board() !== state.table.start)) return;
  open(state.gameName, chosen("first"));
  start();
  if (!marks) return;
  onEdit(); // the board that is being set up stays
  state.editing = marks;
  draw();
};

const onLevel = (event) => {
  chooseLevel(event.target.value);
  draw();
};

const onShortcut = (event) => {
  const typing = event.target.closest?.("input:not([type=radio], [type=checkbox]), select");
  if (
    !byId("projector").checked ||
    typing ||
    event.ctrlKey ||
    event.metaKey ||
    event.key.toLowerCase() !== "h"
  )
    return;
  byId("hints").checked = !byId("hints").checked;
  draw();
};

const listGames = () =>
  byId("game").replaceChildren(...[...games].map(([name, { title }]) => new Option(title, name)));

const begin = async () => {
  document.documentElement.lang = TEXT.language;
  for (const named of document.querySelectorAll("[data-text]"))
    named.textContent = TEXT[named.dataset.text];
  for (const named of document.querySelectorAll("[data-label]"))
    named.setAttribute("aria-label", TEXT[named.dataset.label]);
  const faults = await embedded();
  if (!games.size) return complain([TEXT.noTables, ...faults].join(" "));
  listGames();
  readAddress();
  if (faults.length) complain(faults.join(" "));

  const on = (target, event, act) => target.addEventListener(event, guarded(act));
  on(byId("board"), "keydown", onKey);
  on(byId("board"), "click", (event) => cellOf(event) >= 0 && press(cellOf(event)));
  for (const event of ["mouseover", "focusin"])
    on(byId("board"), event, (event) => aim(cellOf(event)));
  for (const event of ["mouseleave", "focusout"]) on(byId("board"), event, () => aim(-1));
  on(byId("new"), "click", onNew);
  on(byId("swap"), "click", onSwap);
  on(byId("undo"), "click", undo);
  on(byId("leave"), "click", onLeave);
  on(byId("retry"), "click", onRetry);
  for (const name of ["hints", "projector"]) on(byId(name), "change", () => draw());
  on(byId("levels"), "change", onLevel);
  on(byId("exact"), "change", onLevel);
  on(byId("paste"), "submit", onPaste);
  on(byId("edit"), "click", onEdit);
  on(byId("link"), "click", () => onLink(false));
  on(byId("puzzle"), "click", () => onLink(true));
  on(byId("file"), "change", onFile);
  on(byId("game"), "change", onGame);
  for (const input of document.querySelectorAll('input[name="first"]'))
    on(input, "change", onFirst);
  for (const input of document.querySelectorAll('input[name="side"]'))
    on(input, "change", () => {
      state.spoken = "";
      proceed();
    });
  on(document, "keydown", onShortcut);
  on(window, "hashchange", readAddress);
};

await begin();

/** For the console, and for the tests of this page. */
globalThis.tttTable = { Level, PlayTable, TableError, games, opponent, table: () => state.table };
