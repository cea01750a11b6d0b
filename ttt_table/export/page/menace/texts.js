// Every word of this page that its script says; the others stand in template.html.
const PLACES = [
  "top left",
  "top middle",
  "top right",
  "middle left",
  "centre",
  "middle right",
  "bottom left",
  "bottom middle",
  "bottom right",
];
const count = (number, one, more = `${one}s`) =>
  `${number.toLocaleString("en")} ${number === 1 ? one : more}`;

export const TEXT = {
  place: (cell) => PLACES[cell],
  cell: (cell, mark, last) =>
    `${PLACES[cell]}, ${mark === "." ? "free" : mark}${last ? ", played last" : ""}`,
  percent: (chance) => `${(100 * chance).toFixed(1)}\u00a0%`,
  beads: (number) => count(number, "bead"),
  games: (number) => count(number, "game"),
  count: (number) => `It has learned from ${count(number, "game")}.`,
  against: {
    random: "random play",
    perfect: "perfect play",
    twin: "its twin",
  },
  empty: "The empty board",
  stones: (marks) => marks.map(([mark, cell]) => `${mark} ${PLACES[cell]}`).join(", "),
  box: (board, beads) => `${board}. Beads: ${beads}.`,
  bead: (cell, number, colour, leads) =>
    `${PLACES[cell]} ${number} ${colour}${leads ? `, ${leads}` : ""}`,
  /** As in colours.json, and so as on the printed labels. */
  colours: ["white", "yellow", "orange", "red", "pink", "purple", "blue", "green", "black"],
  leads: { 1: "win", 0: "draw", "-1": "loss" },
  groups: ["first", "second", "third", "fourth"].map(
    (name) => (number) => `Its ${name} move: ${count(number, "box", "boxes")}`,
  ),
  yourTurn: (place) => `It plays ${place}. Your turn: you are O.`,
  itsTurn: "It draws a bead.",
  won: "You have won. It keeps the beads that it drew out of their boxes: that is how it learns.",
  drawn: "A draw. Each bead that it drew goes back into its box, with one more of its kind.",
  lost: "It has won. Each bead that it drew goes back into its box, with three more of its kind.",
  taken: (place) => `${place} is taken.`,
  opened: (box, all, number, colour, place) =>
    `It opened box ${box}, turned as the board stands. Of ${count(all, "bead")}, ${number} ${number === 1 ? "was" : "were"} ${colour}, for ${place}; it drew one of these.`,
  looking: (box, moves, all) =>
    `Box ${box}, for its ${["first", "second", "third", "fourth"][moves]} move: ${count(all, "bead")}.`,
  training: (games, against) => `It trains: ${count(games, "game")} against ${against}.`,
  trained: (games, against, { perfect, random }) =>
    `It has trained: ${count(games, "game")} against ${against}. Now it wins ${TEXT.percent(random.won)} against random play, and loses ${TEXT.percent(perfect.lost)} against perfect play.`,
  lastGame: "The last game of its training. New game plays one with you.",
  paused: (left) => `Paused, with ${count(left, "game")} to go.`,
  pause: "Pause",
  goOn: "Go on",
  anew: (seed) => `All boxes are filled anew, with seed ${seed}.`,
  noSeed: "A seed is a whole number from 0 to 999999.",
  lines: ({ won, drawn, lost }) =>
    `With these beads ${count(won + drawn + lost, "different game")} can happen: it wins ${won.toLocaleString("en")}, draws ${drawn.toLocaleString("en")} and loses ${lost.toLocaleString("en")}.`,
  worst: (worst) =>
    `Somebody who saw every bead would win ${TEXT.percent(-worst)} more of the games than it.`,
  curve: (last) =>
    `After ${count(last.games, "game")}: wins against random play ${TEXT.percent(last.random.won)}, draws against perfect play ${TEXT.percent(last.perfect.drawn)}.`,
};
