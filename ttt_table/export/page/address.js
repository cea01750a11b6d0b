// The address of the page: what it names, and what names what is shown.
import { LADDER, LONGEST } from "./play.js";
import { board, looksBack, state } from "./state.js";
import { games, nameOf } from "./tables.js";

export const DEFAULTS = { first: "X", level: "easy", side: "X" };

/** What an address asks for; of one that is too long, nothing. */
export const wishes = (hash = location.hash) =>
  new URLSearchParams(hash.length > LONGEST ? "" : hash.slice(1));

/** The game of a name: the one in play, else one of the page, else one opened from a file. */
export const findGame = (name) => {
  if (!name) return state.gameName || [...games.keys()][0];
  if (state.table && nameOf(state.table) === name) return state.gameName;
  return [...games.keys()].find((one) => one === name || one.startsWith(`${name} `));
};

/** What was chosen, where it is not what goes without saying. */
const choices = (language) => [
  ...[
    ["first", state.table.first],
    ["level", state.level],
    ["side", state.side],
  ].filter(([name, value]) => value !== DEFAULTS[name]),
  ...["hints", "projector"].filter((name) => state[name]).map((name) => [name, "1"]),
  ...(language ? [["lang", language]] : []),
];

/** The address of the game that is shown. */
export const addressOfGame = (language) => {
  const shown = looksBack() ? state.played.slice(0, state.looking) : state.played;
  const pairs = [
    state.source ? ["table", state.gameName] : ["game", nameOf(state.table)],
    ["board", looksBack() ? state.boards[Math.min(state.looking, state.boards.length - 1)] : board()],
    ...(shown.length ? [["moves", shown.join(".")]] : []),
    ...choices(language),
  ];
  return "#" + pairs.map((pair) => pair.join("=")).join("&") + (state.lab ? "&lab" : "");
};

export const write = (hash) => {
  try {
    if (location.hash !== hash) history.replaceState(null, "", hash || "#");
  } catch {
    // A browser may refuse it, so many times in a minute: then the address lags behind.
  }
};

export const levelIn = (found) => {
  const level = found.get("level") ?? DEFAULTS.level;
  const cells = state.table.start.length;
  const most = cells > 9 ? 8 : Math.min(cells, 5);
  const exact = level === "tricky" || (/^\d$/.test(level) && Number(level) <= most);
  return LADDER.includes(level) || exact ? level : "perfect";
};

/** The board in the address, and the moves that led to it, if they do. */
export const gameIn = (found) => {
  const end = state.table.text(found.get("board"));
  const line = (found.get("moves") ?? "").split(".").filter(Boolean).map(Number);
  const from = line.reduce((marks, cell) => marks.slice(0, cell) + "." + marks.slice(cell + 1), end);
  try {
    if (state.table.review(line, from).board === end) return { end, from, line };
  } catch {
    // Those are other moves: the board goes without them.
  }
  return { end, from: end, line: [] };
};
