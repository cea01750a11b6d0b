// What all rooms share: the board, the words above and under it, the buttons, and what is beside them.
import { byId, element, stone } from "./elements.js";
import { guarded } from "./faults.js";
import { drawBoard, focusBoard, layOut, listenToBoard } from "./field.js";
import { drawLesson } from "./lesson.js";
import { menaceRoom } from "./menace/room.js";
import { titleOf } from "./names.js";
import { legal } from "./play.js";
import { puzzleRoom } from "./puzzles.js";
import { playRoom } from "./room-play.js";
import { say } from "./say.js";
import { state } from "./state.js";

let view = { buttons: [] }; // what is drawn
let shown; // the game whose cells there are
let cheered;
const rooms = { play: playRoom, puzzles: puzzleRoom, menace: menaceRoom };
const room = () => rooms[state.room];
const slots = [...byId("buttons").children];

export const furnish = () => {
  listenToBoard(
    guarded((at) => at >= 0 && room().press(at)),
    (at) => (view.free && view.board[at] === "." ? legal(at, view.board, room().game()) : -1),
  );
  slots.forEach((slot, at) => slot.addEventListener("click", guarded(() => view.buttons[at]?.act())));
};

/** Draw the room that is shown. */
export const draw = () => {
  const table = room().game();
  const { rows, cols } = table.game;
  const { body, documentElement, activeElement } = document;
  const name = state.room + state.gameName;
  if (shown !== name) layOut(table);
  shown = name;
  body.dataset.room = state.room;
  body.classList.toggle("lesson", state.step > 0);
  body.classList.toggle("alone", state.projector && !state.step && state.room !== "menace");
  documentElement.classList.toggle("projector", state.projector);
  byId("board").ariaLabel = `${say("board")}, ${rows} × ${cols}`;
  view = room().view();
  const turns = view.looks && byId("headline").textContent !== view.headline;
  drawBoard(table, view);
  for (const id of ["headline", "says", "aloud", "score"]) write(id, view[id] ?? "");
  drawButtons(view.buttons);
  if (turns && byId("board").contains(activeElement)) slots[0].focus();
  cheer(view.cheer);
  for (const link of document.querySelectorAll("nav a"))
    link.ariaCurrent = link.hash.startsWith(state.step ? "#lesson" : `#${state.room}`) ? "page" : null;
  document.title = state.room === "menace" ? "MENACE" : titleOf(state.table);
  drawLesson();
  return room().drawSide();
};

/** Screen readers say again what is only written again. */
const write = (id, words) => {
  if (byId(id).textContent !== words) byId(id).textContent = words;
};

const drawButtons = (buttons) =>
  slots.forEach((slot, at) => {
    const { words, label, primary } = buttons[at] ?? {};
    if (slot === document.activeElement && !words) focusBoard();
    slot.hidden = !words;
    slot.textContent = words;
    slot.ariaLabel = label ?? null;
    slot.classList.toggle("primary", Boolean(primary));
  });

/** A few stones that fall for joy, once. */
const cheer = (on) => {
  if (on === cheered) return;
  cheered = on;
  const lots = Array.from({ length: on ? 18 : 0 }, (_, at) => {
    const made = element("i", {}, stone("XO"[at % 2]));
    made.style.setProperty("--at", (at * 37) % 100);
    made.style.setProperty("--wait", (at * 53) % 60);
    return made;
  });
  byId("cheer").replaceChildren(...lots);
};
