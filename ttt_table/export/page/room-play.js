// The room to play in: what its board, its words and its buttons are, and the review on the board.
import { other } from "../../../readers/js/kit.js";
import { drawMap } from "./map.js";
import { levelName, rulesOf } from "./names.js";
import { again, lookAt, mistake, nextLevel, place, play, playOn, swap, toUndo, undo } from "./play.js";
import { say } from "./say.js";
import { board, isMine, isOver, looksBack, state } from "./state.js";

/** The move that is looked at, and the cells that would have kept what it gave away. */
const judge = () => {
  const { table, played, boards, looking } = state;
  const move = table.review(played, boards[0]).moves[looking];
  const moves = move?.kind === "blunder" ? table.moves(boards[looking]) : [];
  const better = moves.filter(({ value }) => value === move.before.value).map(({ cell }) => cell);
  return { move, better };
};

/** One sentence on the move that is looked at. */
const remark = ({ move, better }) => {
  if (!move) return ending()[1];
  if (!better.length) return say("fine");
  return say(move.before.value > 0 ? "hadWin" : "hadDraw");
};

/** The same in names of cells, for whoever does not see the board. */
const remarkAloud = ({ move, better }) =>
  move && say("stoneAt", { player: move.player, place: place(move.cell) }) +
  (better.length ? ` ${say("betterAt", { places: better.map(place).join(", ") })}` : "");

/** The headline of a game that is over, and a sentence. */
const ending = () => {
  const winner = state.table.winner(board());
  const mine = state.hasPlayed && state.side !== "XO";
  if (!winner) return [say("drawHead"), say(mine && state.strong ? "drawPerfect" : "drawSaid")];
  if (!mine) return Array(2).fill(say("winnerHead", { winner }));
  if (winner !== state.side) return [say("youLostHead"), say(mistake() >= 0 ? "lostSaid" : "lostAnyhow")];
  return [say("youWon"), say(nextLevel() ? "wonSaid" : "wonPerfect")];
};

/** Whose turn it is, what was played, and with hints what it comes to. */
const turn = () => {
  if (!isMine()) return say("itThinks");
  if (isFresh()) return rulesOf(state.table) || say("howToBegin");
  const player = state.table.mover(board());
  const { value } = state.table.get(board());
  return [
    state.last >= 0 && say("itPlayed", { place: place(state.last) }),
    say(state.side === "XO" ? "turnOf" : "yourTurn", { player }),
    state.hints && say(value ? "wouldWin" : "wouldDraw", { player: value > 0 ? player : other(player) }),
  ]
    .filter(Boolean)
    .join(" ");
};

/** What there is to do next, the first of it in the strongest colour. */
const buttons = () => {
  if (looksBack())
    return [
      { words: say("onFromHere"), act: playOn, primary: true },
      { words: "◀", label: say("stepBack"), act: () => lookAt(state.looking - 1) },
      { words: "▶", label: say("stepOn"), act: () => lookAt(state.looking + 1) },
    ];
  if (isOver()) {
    const level = state.cheer ? nextLevel() : undefined;
    const words = level ? `${say("stepOn")}: ${say(level)}` : say("again");
    return [
      { words, act: () => again(level), primary: true },
      { words: say("lookBack"), act: () => lookAt(mistake() || 0) },
    ];
  }
  if (isFresh()) return [{ words: say(state.side === "O" ? "iBegin" : "itBegins"), act: swap }];
  const back = { words: say("undo"), act: undo };
  const anew = { words: say("newGame"), act: () => again() };
  return state.played.length ? [...(toUndo() ? [back] : []), anew] : [];
};

/** By cell what a move leads to, and whether it is best, where that is asked for. */
const hints = () => {
  const moves = state.hints && !looksBack() ? state.table.moves(board()) : [];
  const told = moves.some(({ value }) => value !== moves[0].value);
  const best = told ? state.table.bestMoves(board()) : [];
  return new Map(moves.map(({ cell, value }) => [cell, { value, told, best: best.includes(cell) }]));
};

const score = () => {
  const { won, drawn, lost } = state.score;
  const parts = [`${say("opponent")}: ${levelName(state.level)}`];
  if (won + drawn + lost) parts.push(say("score", { won, drawn, lost }));
  return state.side === "XO" ? "" : parts.join(" · ");
};

export const playRoom = {
  game: () => state.table,
  press: play,
  view() {
    const { looking, boards, played } = state;
    const look = looksBack() && judge();
    const shown = look ? boards[Math.min(looking + 1, played.length)] : board();
    const newest = look ? look.move?.cell : played.at(-1);
    const [headline, words] = look ? [say("lookBack"), remark(look)] : isOver() ? ending() : [say("canYouWin"), turn()];
    const says = words === headline ? "" : words; // seen once, and heard all the same
    const busy = state.timer !== 0 || state.waiting;
    return {
      board: shown,
      free: !busy && !look && isMine() && !isOver(),
      lines: state.table.winningLines(shown),
      newest,
      guilty: look?.better?.length ? newest : undefined,
      lit: look?.better,
      hints: hints(),
      busy,
      headline,
      says,
      aloud: look ? remarkAloud(look) : says ? "" : words,
      score: score(),
      buttons: buttons(),
      cheer: state.cheer,
      looks: Boolean(look),
    };
  },
  drawSide: drawMap,
};

/** Whether nothing has happened yet. */
const isFresh = () => state.side !== "XO" && board() === state.table.start;
