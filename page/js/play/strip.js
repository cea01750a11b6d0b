// The strip of a finished game: a square for each move, which tells by colour and form whether the
// person has gained, kept or given away something by it.
import { byId, element, followKey, keepOneTabStop } from "../dom.js";
import { cellName, OUTCOMES } from "../language/names.js";
import { translateChoice } from "../language/translate.js";
import { state } from "../state.js";
import { reviewMove } from "./person.js";

/** By what a move did for the person, 1, 0 or -1, the form on its square. */
const FORMS = { 1: "▲", 0: "●", "-1": "▼" };

const strip = byId("strip");

keepOneTabStop(strip);
strip.addEventListener("keydown", (event) => {
  const { previousSibling, nextSibling } = event.target;
  followKey(event, { ArrowLeft: previousSibling, ArrowRight: nextSibling });
});

/** Draw the strip of a game; one that goes on has none. */
export function drawStrip(isShown) {
  const { table, played, boards } = state;
  const moves = isShown ? table.review(played, boards[0]).moves : [];
  byId("strip-key").textContent = isShown ? describeForms() : "";
  if (strip.children.length !== moves.length) {
    strip.replaceChildren(...moves.map((_, index) => makeSquare(index)));
  }
  for (const [index, move] of moves.entries()) {
    drawSquare(strip.children[index], move, index);
  }
}

/** What the forms on the squares mean. */
function describeForms() {
  return [1, 0, -1].map((effect) => `${FORMS[effect]} ${nameEffect(effect)}`).join(" · ");
}

function nameEffect(effect) {
  return translateChoice("effects", 1 - effect);
}

/** A square; the first one is the strip's stop for the Tab key. */
function makeSquare(index) {
  const square = element("button", { type: "button", tabindex: index === 0 ? 0 : -1 });
  square.addEventListener("click", () => reviewMove(index));
  return square;
}

function drawSquare(square, { player, cell, kind, number }, index) {
  const effect = effectOf(player, kind);
  square.className = OUTCOMES[effect];
  square.textContent = FORMS[effect];
  square.title = `${number}. ${player} ${cellName(cell, state.table)}: ${nameEffect(effect)}`;
  square.ariaLabel = square.title;
  square.ariaCurrent = index === state.reviewedMove ? "step" : null;
}

/** What a move did for the person; for two persons, for the one who made it. */
function effectOf(player, kind) {
  if (kind !== "blunder") {
    return 0;
  }
  return state.side.includes(player) ? -1 : 1;
}
