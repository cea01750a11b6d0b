// The story of the game: what each move did, the decisive mistake, and the way back.
import { byId, element, stone, svgElement } from "./elements.js";
import { goTo } from "./play.js";
import { board, browsing, place, short, side, state } from "./state.js";
import { TEXT, WORD } from "./texts.js";
import { guarded, status, unspoken } from "./view.js";

/** Whether what each move did may be told: not while a game is played without hints. */
const revealed = () =>
  byId("hints").checked ||
  browsing() ||
  state.table.isOver(board()) ||
  (state.pasted && !state.hasPlayed);

/** The move that the page comments on: the one looked at, the decisive one, or one just played. */
const remarkable = ({ moves, decisive }) => {
  const gave = ({ kind }) => kind === "blunder";
  if (browsing()) return gave(moves[state.now]) ? moves[state.now] : undefined;
  if (state.table.isOver(board())) return decisive ?? undefined;
  const ours = ({ player }) => side().includes(player) || byId("hints").checked;
  return moves
    .slice(-2)
    .reverse()
    .find((move) => gave(move) && ours(move));
};

export const drawStory = () => {
  const review = state.table.review(state.played, state.boards[0]);
  const over = state.table.isOver(review.board);
  const decisive = over && review.decisive;
  const wrong = state.editing || state.puzzle ? undefined : remarkable(review);
  byId("story").hidden = !state.played.length || Boolean(state.editing);
  const held = [...document.querySelectorAll(".chip")].indexOf(document.activeElement);
  const chips = review.moves.map((move) => chip(move, move === decisive));
  if (browsing()) chips.push(button("chip", TEXT.toTheEnd, () => goTo(state.played.length)));
  byId("chips").replaceChildren(
    ...chips.map((one) => {
      const item = element("li", "");
      item.append(one);
      return item;
    }),
  );
  // They are made anew, and whoever stood on one stays there.
  if (held >= 0) chips[Math.min(held, chips.length - 1)].focus();
  byId("why").hidden = !wrong;
  if (wrong) drawWhy(wrong);
  byId("retry").hidden = !wrong || state.now === wrong.number - 1;
  const words = status(wrong && { ...wrong, decisive: wrong === decisive });
  // Screen readers say again what is only written again.
  if (byId("status").textContent !== words) byId("status").textContent = words;
};

const button = (className, words, act) => {
  const made = element("button", className, words);
  made.type = "button";
  made.addEventListener("click", guarded(act));
  return made;
};

/** A move as a button that leads back to before it. */
const chip = ({ number, player, cell, before, after }, decisive) => {
  const did = revealed() && TEXT.did(before.value, after.value);
  const made = button("chip", "", () => goTo(number - 1));
  made.append(stone(player), element("b", "", short(cell)));
  if (did) {
    made.append(" ", element("span", "", did));
    made.classList.add(`from-${WORD[before.value]}`, `to-${WORD[after.value]}`);
  }
  if (decisive) made.append(element("span", "mark", "✗"));
  [...made.children].forEach(unspoken);
  made.classList.toggle("later", number > state.now);
  made.setAttribute(
    "aria-label",
    TEXT.told({ number, player, cell: short(cell), place: place(cell), did, decisive }),
  );
  if (number === state.now) made.setAttribute("aria-current", "step");
  return made;
};

const drawWhy = ({ number, player, cell, before, after }) => {
  const better = state.table
    .moves(state.boards[number - 1])
    .filter(({ value }) => value === before.value);
  byId("why-text").textContent = TEXT.why(
    player,
    short(cell),
    place(cell),
    before.value,
    after,
    better.map((move) => `${short(move.cell)} (${TEXT.label(move)})`).join(", "),
  );
  let shown = state.boards[number - 1];
  const steps = [cell, ...state.table.line(state.boards[number])].map((cell) => {
    const words = TEXT.chip(state.table.mover(shown), short(cell));
    shown = state.table.push(shown, cell);
    return step(shown, [cell], words);
  });
  steps.at(-1).append(TEXT.result(state.table.winner(shown)));
  byId("why-line").replaceChildren(...steps);
  byId("retry").value = number - 1;
};

/** A line of the game on a small board. */
export const lineDrawn = (line) => {
  const marks = [...state.table.start].map((_, cell) => (line.includes(cell) ? "O" : ".")).join("");
  return step(marks, line, line.join(" "));
};

/** A small board, its new stones in full ink. */
const step = (board, fresh, words) => {
  const { rows, cols } = state.table.game;
  const drawn = svgElement("svg", {
    viewBox: `0 0 ${cols * 100} ${rows * 100}`,
    "aria-hidden": "true",
  });
  let lattice = "";
  for (let col = 1; col < cols; col++) lattice += `M${col * 100} 0V${rows * 100}`;
  for (let row = 1; row < rows; row++) lattice += `M0 ${row * 100}H${cols * 100}`;
  const old = svgElement("g", { class: "old" });
  drawn.append(svgElement("path", { class: "lattice", d: lattice }), old);
  [...board].forEach((mark, at) => {
    if (mark === ".") return;
    const place = { x: (at % cols) * 100, y: Math.floor(at / cols) * 100, width: 100, height: 100 };
    (fresh.includes(at) ? drawn : old).append(stone(mark, place));
  });
  const item = element("li", "");
  item.append(drawn, words);
  return item;
};
