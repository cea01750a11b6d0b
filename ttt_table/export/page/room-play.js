// The room to play in: what its board, its words and its buttons are, and the review on the board.
import { again, legal, lookAt, mistake, nextLevel, place, play, playOn, swap, toUndo, undo } from "./play.js";
import { drawMap } from "./map.js";
import { rulesOf, WORD } from "./names.js";
import { say } from "./say.js";
import { board, isMine, isOver, looksBack, state } from "./state.js";

/** What the review says of the move that is looked at. */
const judge = () => {
  const { table, played, boards, looking } = state;
  const review = table.review(played, boards[0]);
  const move = review.moves[looking];
  const better = move?.kind === "blunder" ? betterThan(move) : [];
  return { move, better, decisive: review.decisive };
};

/** The cells that would have kept what the move gave away. */
const betterThan = ({ number, before }) =>
  state.table
    .moves(state.boards[number - 1])
    .filter(({ value }) => value === before.value)
    .map(({ cell }) => cell);

/** One sentence on the move that is looked at. */
const remark = ({ move, better }) => {
  if (!move) return ending();
  if (!better.length) return say("fine");
  return say(move.before.value > 0 ? "hadWin" : "hadDraw");
};

/** The same in names of cells, for whoever does not see the board. */
const remarkAloud = ({ move, better }) =>
  move && say("stoneAt", { player: move.player, place: place(move.cell) }) +
  (better.length ? ` ${say("betterAt", { places: better.map(place).join(", ") })}` : "");

const ending = () => {
  const winner = state.table.winner(board());
  const mine = state.hasPlayed && state.side !== "XO";
  if (!winner) return say(mine && state.strong ? "drawPerfect" : "drawSaid");
  if (!mine) return say("winnerHead", { winner });
  if (winner !== state.side) return say(mistake() >= 0 ? "lostSaid" : "lostAnyhow");
  return say(nextLevel() ? "wonSaid" : "wonPerfect");
};

const headline = () => {
  if (looksBack()) return say("lookBack");
  if (!isOver()) return say("canYouWin");
  const winner = state.table.winner(board());
  if (!winner) return say("drawHead");
  if (state.side === "XO" || !state.hasPlayed) return say("winnerHead", { winner });
  return say(winner === state.side ? "youWon" : "youLostHead");
};

const turn = () => {
  const player = state.table.mover(board());
  const { value } = state.table.get(board());
  const answered = state.last >= 0 ? say("itPlayed", { place: place(state.last) }) + " " : "";
  const whole = state.side === "XO" ? say("turnOf", { player }) : say("yourTurn", { player });
  const now = isMine() ? answered + whole : say("itThinks");
  if (!state.hints) return now;
  return `${now} ${say(value ? "wouldWin" : "wouldDraw", { player: value > 0 ? player : player === "X" ? "O" : "X" })}`;
};

/** What there is to do next, the first of it in the strongest colour. */
const buttons = () => {
  if (looksBack())
    return [
      { words: say("onFromHere"), act: playOn, primary: true },
      { words: "◀", label: say("stepBack"), act: () => lookAt(state.looking - 1) },
      { words: "▶", label: say("stepOn"), act: () => lookAt(state.looking + 1) },
    ];
  if (!isOver())
    return state.played.length
      ? [
          { words: say("undo"), act: undo, off: !toUndo() },
          { words: say("newGame"), act: () => again() },
        ]
      : !isFresh()
        ? []
        : [{ words: say(state.side === "O" ? "iBegin" : "itBegins"), act: swap }];
  const won = state.hasPlayed && state.table.winner(board()) === state.side;
  const next = won && nextLevel();
  return [
    next
      ? { words: say("next", { level: say(next) }), act: () => again(next), primary: true }
      : { words: say("again"), act: () => again(), primary: true },
    { words: say("lookBack"), act: () => lookAt(Math.max(mistake() || 0, 0)) },
  ];
};

const cellsOf = (shown, look, lines) => {
  const hints = state.hints && !looksBack() && state.table.moves(shown);
  const known = new Map((hints || []).map((move) => [move.cell, move]));
  const best = hints?.length ? state.table.bestMoves(shown) : [];
  const all = new Set([...known.values()].map(({ value }) => value)).size === 1;
  const newest = looksBack() ? (look.move?.cell ?? -1) : (state.played.at(-1) ?? -1);
  const line = new Set(lines.flat());
  return [...shown].map((mark, at) => {
    const move = known.get(at);
    const isBest = best.includes(at) && !all;
    const lit = look?.better.includes(at);
    const guilty = look?.better.length && at === newest;
    const notes = [
      move && say(WORD[move.value]) + (isBest ? `, ${say("best")}` : ""),
      lit && say("wouldSave"),
      guilty && say("guilty"),
      line.has(at) && say("inTheLine"),
      !guilty && at === newest && mark !== "." && say("newest"),
    ];
    return {
      mark,
      classes: [
        mark === "." && isMine() && !isOver() && "free",
        at === newest && mark !== "." && "last",
        line.has(at) && "line",
        lit && "lit",
        guilty && "guilty",
        look?.better.length && !lit && !guilty && "dim",
        move && WORD[move.value],
      ],
      word: move && !all ? say(WORD[move.value]) + (isBest ? " ★" : "") : "",
      notes,
    };
  });
};

export const playRoom = {
  game: () => state.table,
  press: play,
  aim: (at) =>
    state.timer || state.waiting || looksBack() || isOver() || !isMine() || board()[at] !== "."
      ? -1
      : legal(at),
  view() {
    const look = looksBack() ? judge() : undefined;
    const { looking } = state;
    const after = looking >= 0 ? state.boards[Math.min(looking + 1, state.boards.length - 1)] : "";
    const shown = after || board();
    const lines = state.table.winningLines(shown);
    const words = look ? remark(look) : isOver() ? ending() : isFresh() && isMine() ? opening() : turn();
    const twice = words === headline(); // seen once, and heard all the same
    return {
      cells: cellsOf(shown, look, lines),
      lines,
      busy: state.timer !== 0 || state.waiting,
      headline: headline(),
      status: twice ? "" : words,
      focus: Boolean(look),
      aloud: look ? remarkAloud(look) : twice ? words : "",
      buttons: buttons(),
    };
  },
  drawSide: drawMap,
};

/** Whether nothing has happened yet. */
const isFresh = () => state.side !== "XO" && board() === state.table.start;

const opening = () => rulesOf(state.table) || say("howToBegin");
