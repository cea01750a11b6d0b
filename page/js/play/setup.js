// A position or a game that the person sets up from text.
import { PageError, shorten } from "../messages.js";
import { translate } from "../language/translate.js";
import { isTwoPlayer, state } from "../state.js";
import { startGame } from "./game.js";

/** The most characters of a board, a game or an address that are read. */
export const MOST_CHARACTERS = 2000;

/** Set up a board or the cells of a played game; the person plays the side that is to move then. */
export function setUpGame(text) {
  if (text.length > MOST_CHARACTERS) {
    throw new PageError(translate("tooLong"));
  }
  const { table } = state;
  const isPlayedGame = /^[\d\s,;-]+$/.test(text) && /\d/.test(text);
  const board = isPlayedGame ? table.start : table.text(text);
  const played = isPlayedGame ? readMoves(text) : [];
  const end = table.review(played, board).board;
  if (end !== table.start && !isTwoPlayer()) {
    state.side = table.mover(end);
  }
  return startGame(board, played);
}

/** Return the cells of a game from the empty board that is written as numbers. */
export function readMoves(text) {
  const { table } = state;
  /** @type {number[]} */
  const cells = [];
  let board = table.start;
  for (const number of splitNumbers(text)) {
    const cell = readMove(number, board);
    if (cell === undefined || !table.legalMoves(board).includes(cell)) {
      const values = { number: cells.length + 1, move: shorten(number) };
      throw new PageError(translate("notAMove", values));
    }
    board = table.push(board, cell);
    cells.push(cell);
  }
  return cells;
}

/** The numbers of a text; where each cell has one digit they need no spaces. */
function splitNumbers(text) {
  const numbers = text.match(/\d+/g) ?? [];
  const digitsSuffice = state.table.start.length <= 10;
  return numbers.length === 1 && digitsSuffice ? [...numbers[0]] : numbers;
}

/** The cell of a number, which with gravity may be that of a column. */
function readMove(number, board) {
  const { table } = state;
  const { cols, gravity } = table.game;
  const isColumn = gravity && number < cols;
  return isColumn ? table.columns(board).get(Number(number)) : Number(number);
}
