// The address of the page, which names the game, its moves and what a person has chosen.
import { byId } from "./elements.js";
import { LONGEST, open, start } from "./play.js";
import { board, choose, chooseLevel, cut, level, side, state } from "./state.js";
import { games, nameOf } from "./tables.js";
import { TEXT } from "./texts.js";
import { complain, reason } from "./view.js";

export const DEFAULTS = { first: "X", level: "perfect", side: "X", hints: "", projector: "" };

/** What the address says besides the game and its board, where it is not what goes without saying. */
const settings = () => ({
  first: state.table.first,
  level: level(),
  side: side(),
  hints: byId("hints").checked ? "1" : "",
  projector: byId("projector").checked ? "1" : "",
});

/** The link to what is shown. */
export const address = () => {
  const said = Object.entries(settings()).filter(
    ([name, value]) => value !== DEFAULTS[name] && (name === "first" || !state.puzzle),
  );
  const pairs = [
    ["game", nameOf(state.table)],
    ["board", state.puzzle || board()],
  ];
  if (state.now && !state.puzzle) pairs.push(["moves", state.played.slice(0, state.now).join(".")]);
  return (
    "#" +
    [...pairs, ...said].map((pair) => pair.join("=")).join("&") +
    (state.puzzle ? "&puzzle" : "")
  );
};

export const writeAddress = () => {
  try {
    if (location.hash !== address()) history.replaceState(null, "", address());
  } catch {
    // A browser may refuse it, so many times in a minute: then the address lags behind.
  }
};

/** What the address names; what is wrong with it, if anything, is said, and play starts empty. */
export const readAddress = () => {
  const hash = location.hash.length > LONGEST ? "" : location.hash.slice(1);
  const asked = new URLSearchParams(hash);
  const faults = hash || location.hash.length < 2 ? [] : [TEXT.tooLong];
  const name = named(asked.get("game"));
  if (!games.has(name)) faults.push(TEXT.noTable(cut(name), cut([...games.keys()].join(", "))));
  const first = asked.get("first") ?? DEFAULTS.first;
  if (first !== "X" && first !== "O") faults.push(TEXT.whoFirst);
  state.puzzle = "";
  open(games.has(name) ? name : [...games.keys()][0], first === "O" ? "O" : "X");
  readSettings(asked);
  try {
    if (faults.length || !asked.get("board")) start();
    else readGame(asked);
  } catch (error) {
    faults.push(reason(error));
    start();
  }
  complain(faults.join(" "));
};

/** The game of a name: the one in play, else one of the page, else one opened from a file. */
const named = (name) => {
  if (state.table && nameOf(state.table) === name) return state.gameName;
  const found = [...games.keys()];
  return name
    ? (found.find((one) => one === name || one.startsWith(`${name} `)) ?? name)
    : found[0];
};

const readSettings = (asked) => {
  const said = (name) => asked.get(name) ?? DEFAULTS[name];
  chooseLevel(said("level"));
  choose("side", ["X", "O", "XO"].includes(said("side")) ? said("side") : DEFAULTS.side);
  byId("hints").checked = said("hints") === "1";
  byId("projector").checked = said("projector") === "1";
};

/** The board in the address and the moves that led to it, if they do; a person plays who is to move. */
const readGame = (asked) => {
  const end = state.table.text(asked.get("board"));
  const line = (asked.get("moves") ?? "").split(".").filter(Boolean).map(Number);
  let from = line.reduce((marks, cell) => marks.slice(0, cell) + "." + marks.slice(cell + 1), end);
  try {
    if (state.table.review(line, from).board !== end) from = "";
  } catch {
    from = ""; // those are other moves: the board goes without them
  }
  state.puzzle = asked.has("puzzle") && !state.table.isOver(end) ? end : "";
  if (state.puzzle || (!asked.has("side") && end !== state.table.start))
    choose("side", state.table.mover(end));
  start(from || end, from ? line : []);
};
