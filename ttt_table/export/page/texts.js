/** Every word that the page says: a translation is another file like this one. */

const NUMBERS = "no one two three four five six seven eight nine ten".split(" ");
const inWords = (count) => NUMBERS[count] ?? String(count);
const moves = (count) => `${count} ${count === 1 ? "move" : "moves"}`;
export const sentence = (words) => words[0].toUpperCase() + words.slice(1);
export const outcome = ({ value, plies }) =>
  value ? `a ${WORD[value]} in ${moves(plies)}` : "a draw";
export const WORD = { 1: "win", 0: "draw", "-1": "loss" };

const SURFACES = {
  cylinder: "Cylinder",
  mobius: "Möbius strip",
  torus: "Torus",
  klein: "Klein bottle",
};

export const TEXT = {
  language: "en",

  // What stands in the page, by the data-text and data-label of its elements.
  theGame: "The game",
  board: "Board",
  swap: "Swap sides",
  undo: "Undo",
  hints: "Hints",
  leave: "Play on from here",
  opponent: "Opponent",
  easy: "easy",
  medium: "medium",
  hard: "hard",
  perfect: "perfect",
  story: "The game so far",
  counted: "So many moves are counted from there to the end, yours and the opponent's.",
  retry: "Go back there and try again",
  whyLine: "Why? The line of best play from there",
  settings: "Settings",
  game: "Game",
  youPlay: "You play",
  both: "both",
  more: "More",
  movesFirst: "Moves first",
  exact: "Exactly how far it sees",
  paste: "A board, or the moves of a game, such as",
  setUp: "Set up",
  copyLink: "Copy link",
  copyPuzzle: "Copy as a puzzle",
  address: "The link",
  file: "A table file of another game",
  projector: "Projector: large and plain, H for hints",
  theLines: "The lines of this game",
  keys:
    "Keys: arrows, Home and End move on the board; Enter or Space plays. The address of this page names the game, so " +
    "that it can be kept and shared. Nothing leaves this page: it needs no network.",

  newGame: "New game",
  again: "Play again",
  tryAgain: "Try again",
  edit: "Set up by clicking",
  done: "Done",
  toTheEnd: "to the end",
  copied: "The link is copied.",
  asAbove: "as chosen above",

  /** What a level sees; numbers are those of More. */
  sees: (level) =>
    ({
      easy: "It sees its own next move, no more.",
      medium: "It sees its next move and your answer.",
      hard: "It sees four moves ahead, yours and its own.",
      perfect: "It sees everything.",
      tricky: "It sees everything, and sets traps.",
      0: "It sees nothing and plays anywhere.",
    })[level] ?? `It sees ${moves(Number(level))} ahead, yours and its own.`,
  exactly: (level) =>
    level === "tricky"
      ? "everything, and sets traps"
      : level === "0"
        ? "nothing: at random"
        : `${moves(Number(level))} ahead`,

  // Games.

  title: ({ name, game: { rows, cols, k, misere, gravity } }) => {
    const size = rows === 3 && cols === 3 ? "" : ` on ${rows}x${cols}`;
    if (`${k}${size}${misere}${gravity}` === "3falsefalse") return "Tic-tac-toe";
    const [, surface, inRow] = /^(cylinder|mobius|torus|klein)-k(\d+)$/.exec(name) ?? [];
    const goal = surface || !name ? `${inWords(surface ? inRow : k)} in a row` : name;
    const plain = surface ? `${SURFACES[surface]}, ${goal}` : sentence(goal);
    return (
      (misere ? `Misère: ${surface ? plain : goal} loses` : plain) +
      size +
      (gravity ? ", stones fall" : "")
    );
  },
  rules: ({ name, lines, game: { rows, cols, k, misere, gravity } }) => {
    const [, surface] = /^(cylinder|mobius|torus|klein)-k\d+$/.exec(name) ?? [];
    const twisted = surface === "mobius" || surface === "klein" ? ", upside down" : "";
    const ends = surface === "torus" || surface === "klein" ? ", and so does a column" : "";
    return (
      `On ${rows === 1 ? "a row" : `${rows} rows`} of ${cols} cells, whoever first ` +
      (name ? `fills one of ${lines.length} lines` : `has ${k} in a row`) +
      ` ${misere ? "loses" : "wins"}.` +
      (surface ? ` A row goes on at the other edge${twisted}${ends}.` : "") +
      (gravity ? " A stone falls to the lowest free cell of its column." : "")
    );
  },

  // The board.

  place: (cell, { rows, cols, gravity }) =>
    gravity
      ? `column ${cell % cols}, height ${rows - Math.floor(cell / cols)}`
      : `row ${Math.floor(cell / cols) + 1}, column ${(cell % cols) + 1}`,
  empty: "empty",
  best: "best",
  inTheLine: "in the line",
  playedLast: "played last",
  label: ({ value, plies }) => WORD[value] + (value ? ` ${plies}` : ""),
  short: ({ value, plies }) => "LDW"[value + 1] + (value ? plies : ""),
  /** What stands in brackets is shown as it is on the board. */
  legend:
    "For the player to move: [win 3] is a win in 3 moves, yours and the opponent's counted; [draw]; [loss 2]. ★ marks the best.",
  allEqual: (outcome) => `Every move leads to ${outcome}.`,

  // Whose turn it is, and how it ends.

  turn: (mover) => `${mover} to move.`,
  yourTurn: (mover) => `Your turn: ${mover}.`,
  theirTurn: (mover) => `${mover} is to move.`,
  prospect: (winner, plies) =>
    `With perfect play: ${winner ? `${winner} wins in ${moves(plies)}` : "a draw"}.`,
  plays: (player, cell, place) => `${player} plays ${cell}: ${place}.`,
  takenBack: "Taken back.",
  backAt: (number) => `Back before move ${number}: try another.`,
  draw: "A draw: the board is full.",
  drawAgainstPerfect: "A draw against perfect play: nobody does better.",
  hasWon: (winner) => `${winner} has won.`,
  youHaveWon: (winner) => `You have won as ${winner}.`,
  youBeatPerfect: (winner) => `You have won as ${winner}: perfect play could not stop you.`,
  youHaveLost: (winner) => `${winner} has won: you have lost.`,
  unavoidable: "Against perfect play nobody does better.",
  editing: "Click the cells: X, O, empty. Then press Done.",

  // The story.

  chip: (player, cell) => `${player} ${cell}`,
  did: (before, after) => (before === after ? WORD[before] : `${WORD[before]} → ${WORD[after]}`),
  told: ({ number, player, cell, place, did, decisive }) =>
    `Move ${number}, ${player} plays ${cell}${did ? `: ${did}` : ""}, ${place}` +
    (decisive ? ", the decisive mistake" : ""),
  verdict: (whose, before, after, number) =>
    (number ? `${whose} ${number} was the decisive mistake: it` : whose) +
    ` turned ${before > 0 ? "a win" : "a draw"} into ${outcome(after)}.`,
  yourMove: "Your move",
  moveOf: (player) => `${player}'s move`,
  why: (player, cell, place, before, after, better) =>
    `${player} played ${cell} (${place}): that turns ${before > 0 ? "a win" : "a draw"} into ${outcome(after)}. Better: ${better}.`,
  result: (winner) => (winner ? `: ${winner} has won` : ": a draw"),

  // Puzzles.

  task: (mover, { value, plies }) =>
    value > 0
      ? `${mover} to move and win in ${moves(plies)}${plies > 1 ? ", both players' counted" : ""}.`
      : `${mover} to move and ${value ? `hold out for ${moves(plies)}` : "keep the draw"}.`,
  right: "Right. Go on.",
  solved: "Solved!",
  notBest: (place, after) =>
    `${sentence(place)} is not the best: it leads to ${outcome(after)}. Try again.`,

  // What is wrong.

  taken: (place) => `${sentence(place)} is taken.`,
  full: (column) => `Column ${column} is full.`,
  over: "The game is over: start a new one.",
  noTable: (name, names) => `This page has no table of ${name}: open its file. It has ${names}.`,
  noTables: "This page holds no table that this browser can open.",
  whoFirst: "Only X or O can move first.",
  tooLong: "That is too long for a board or a game.",
  notAMove: (number, move, over) =>
    `Move ${number}, ${move}, cannot be played: ` +
    (over ? "the game was over before it." : "it is taken or not on the board. Numbers begin at 0."),
  unreadable: "the file could not be read.",
  notATable: "this is not a table.",
  tooLarge: (bytes, most) =>
    `it has ${(bytes / 2 ** 30).toFixed(1)} GB, and a page opens at most ${most / 2 ** 30} GB: play it with ttt-table play --table.`,
  unpacksTooLarge: "it unpacks to more than a page can hold: unpack it first.",
  cannotUnpack: "this browser cannot unpack it. Newer ones can, or unpack the file first.",
  broken: (error) => `Something went wrong: ${error}`,
};
