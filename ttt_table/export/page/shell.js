// What all rooms share: the board, the words above and under it, the buttons, and what is beside them.
import { byId, element, stone } from "./elements.js";
import { Field } from "./field.js";
import { guarded } from "./faults.js";
import { drawLesson } from "./lesson.js";
import { menaceRoom } from "./menace/room.js";
import { placeOf, titleOf } from "./names.js";
import { puzzleRoom } from "./puzzles.js";
import { playRoom } from "./room-play.js";
import { say } from "./say.js";
import { state } from "./state.js";

let field;
let shown; // the game whose cells there are
let cheered = false;
const rooms = {};
const acts = [];

export const furnish = (share) => {
  Object.assign(rooms, { play: playRoom, puzzles: puzzleRoom(share), menace: menaceRoom });
  field = new Field(
    byId("field"),
    (at) => guarded(() => rooms[state.room].press(at))(),
    (at) => rooms[state.room].aim(at),
  );
  [...byId("buttons").children].forEach((slot, at) =>
    slot.addEventListener("click", guarded(() => !slot.ariaDisabled?.includes("true") && acts[at]?.())),
  );
};

/** Draw the room that is shown. */
export const draw = () => {
  const room = rooms[state.room];
  const table = room.game();
  const { rows, cols } = table.game;
  const name = `${state.room}${state.gameName}`;
  if (shown !== name) field.resize(table);
  shown = name;
  const { body } = document;
  body.dataset.room = state.room;
  body.classList.toggle("lesson", state.step > 0);
  document.documentElement.classList.toggle("projector", state.projector);
  byId("board").setAttribute("aria-label", `${say("board")}, ${rows} × ${cols}`);
  const view = room.view();
  const held = byId("board").contains(document.activeElement);
  const moved = byId("headline").textContent !== view.headline;
  const cells = view.cells.map((cell, at) => ({ ...cell, label: labelOf(cell, at, table) }));
  field.draw(cells, view.lines, view.busy);
  write("headline", view.headline);
  write("says", view.status);
  write("aloud", view.aloud);
  drawButtons(view.buttons);
  if (moved && held && view.focus) byId("buttons").firstElementChild.focus();
  drawScore();
  cheer(view.cheer ?? state.cheer);
  for (const link of document.querySelectorAll("[data-room]"))
    if ((state.step ? "lesson" : state.room) === link.dataset.room && link.tagName === "A")
      link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  document.title = state.room === "menace" ? "MENACE" : titleOf(state.table);
  drawLesson();
  return room.drawSide();
};

/** What a screen reader says of a cell. */
const labelOf = ({ mark, notes }, at, table) =>
  [placeOf(at, table), mark === "." ? say("empty") : mark, ...notes].filter(Boolean).join(", ");

/** Screen readers say again what is only written again. */
const write = (id, words) => {
  if (byId(id).textContent !== words) byId(id).textContent = words;
};

const drawButtons = (buttons) => {
  acts.length = 0;
  [...byId("buttons").children].forEach((slot, at) => {
    const { words = "", label, act, primary = false, off = false } = buttons[at] ?? {};
    acts.push(act);
    if (slot === document.activeElement && !words) field.focus();
    slot.hidden = !words;
    slot.textContent = words;
    slot.classList.toggle("primary", primary);
    slot.setAttribute("aria-disabled", String(off));
    if (label) slot.setAttribute("aria-label", label);
    else slot.removeAttribute("aria-label");
  });
};

const drawScore = () => {
  const { won, drawn, lost } = state.score;
  const played = won + drawn + lost;
  const opponent = say("against", { level: levelName(state.level) });
  byId("score").textContent =
    state.room !== "play" || state.side === "XO"
      ? ""
      : opponent + (played ? ` · ${say("score", { won, drawn, lost })}` : "");
};

export const levelName = (level) => (/^\d$/.test(level) ? say("sees", { level }) : say(level));

/** A few stones that fall for joy, once. */
const cheer = (on) => {
  if (on === cheered) return;
  cheered = on;
  const lots = Array.from({ length: on ? 18 : 0 }, (_, at) => {
    const made = element("i", "");
    made.append(stone("XO"[at % 2]));
    made.style.setProperty("--at", String((at * 37) % 100));
    made.style.setProperty("--wait", String((at * 53) % 60));
    return made;
  });
  byId("cheer").replaceChildren(...lots);
};

export const focusBoard = (at) => field.focus(at);
