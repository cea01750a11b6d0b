// The game that an address asks for, and the address of the game that is shown.
import { whileLoading, PageError, shorten } from "../messages.js";
import { translate } from "../language/translate.js";
import { isReviewing, state } from "../state.js";
import { gameName, games, openAddress } from "../tables/tables.js";
import { proceed, startGame } from "./game.js";
import { exactLevels, LADDER } from "./levels.js";
import { reachedLevel } from "./record.js";
import { openGame, resumeGame } from "./saved-games.js";
import { readMoves } from "./setup.js";

const DEFAULTS = { first: "X", level: "easy", side: "X" }; // which an address leaves out
const SIDES = ["X", "O", "XO"];
const OF_A_GAME = ["board", "moves", "game", "table"];

let gameInPlay = ""; // the game to which one comes back from other modes

/** Return the address of the game that is shown, without the hash sign. */
export function gameAddress() {
  const { table, source, boards, played, reviewedMove } = state;
  const shown = isReviewing() ? reviewedMove : played.length;
  const parameters = {
    [source ? "table" : "game"]: source ? state.gameName : gameName(table),
    board: boards[shown],
    moves: played.slice(0, shown).join("."),
    first: table.first,
    level: state.level,
    side: state.side,
    hints: state.hints ? "1" : "",
  };
  const needed = Object.entries(parameters).filter(
    ([name, value]) => value && value !== DEFAULTS[name],
  );
  return String(new URLSearchParams(needed));
}

/** Go on with a game of `games`, or begin it. */
export function chooseGame(name) {
  gameInPlay = name;
  return resumeGame(name);
}

/** Show the game that an address asks for, or go on with the one in play. */
export async function enterGame(wishes) {
  state.mode = "play";
  const asksForGame = OF_A_GAME.some((name) => wishes.has(name));
  if (gameInPlay && !asksForGame) {
    return state.gameName === gameInPlay ? proceed() : resumeGame(gameInPlay);
  }
  await openWantedGame(wishes);

  state.level = asksForGame || wishes.has("level") ? wantedLevel(wishes) : reachedLevel();
  state.side = wantedSide(wishes);
  state.hints = wishes.get("hints") === "1";
  if (!wishes.get("board") && !wishes.get("moves")) {
    return startGame();
  }
  const { from, played } = await whileLoading(askTable(() => wantedMoves(wishes)));
  return startGame(from, played);
}

async function openWantedGame(wishes) {
  const address = wishes.get("table");
  if (address) {
    await whileLoading(openAddress(address));
  }
  const name = address ?? wantedGame(wishes);
  if (!games.has(name)) {
    const names = shorten([...games.keys()].join(", "));
    throw new PageError(translate("noTable", { name: shorten(wishes.get("game")), names }));
  }
  await openGame(name, wishes.get("first") === "O" ? "O" : "X");
  gameInPlay = name;
}

/** Return by which name `games` lists the game of an address: the one in play if it names none. */
export function wantedGame(wishes) {
  const name = wishes.get("game");
  const isInPlay = state.table && gameName(state.table) === name;
  return !name || isInPlay ? state.gameName : name;
}

/** The level of an address; what is no level is taken for the perfect one. */
function wantedLevel(wishes) {
  const level = wishes.get("level") ?? DEFAULTS.level;
  return [...LADDER, ...exactLevels()].includes(level) ? level : "perfect";
}

/** The side of an address; what is no side is taken for that which an address leaves out. */
function wantedSide(wishes) {
  const side = wishes.get("side");
  return SIDES.includes(side) ? side : DEFAULTS.side;
}

/** Ask the table in play, which may have to fetch its bytes from a server. */
function askTable(act) {
  return state.source ? state.source.ask(act) : act();
}

/**
 * The game of an address: `from` which board on which cells were `played`. Moves that do not lead
 * to its board are left out; without a board they are played from the empty one.
 */
function wantedMoves(wishes) {
  if (!wishes.has("board")) {
    return { from: state.table.start, played: readMoves(wishes.get("moves")) };
  }
  const end = state.table.text(wishes.get("board"));
  const played = (wishes.get("moves") ?? "").split(".").filter(Boolean).map(Number);
  const from = withoutStones(end, played);
  try {
    if (state.table.review(played, from).board === end) {
      return { from, played };
    }
  } catch {
    // They cannot be played.
  }
  return { from: end, played: [] };
}

function withoutStones(board, cells) {
  return [...board].map((mark, cell) => (cells.includes(cell) ? "." : mark)).join("");
}
