// The lesson: five steps on the screen, driven by one key, each above one of the rooms.
import { byId, element, miniature } from "./elements.js";
import { complain } from "./faults.js";
import { startAnew } from "./menace/room.js";
import { start } from "./play.js";
import { begin, LESSON } from "./puzzles.js";
import { say } from "./say.js";
import { state } from "./state.js";

export const STEPS = 5;
/** When each step begins, and when the last one ends. */
export const MINUTES = [0, 11, 20, 28, 41, 45];
const TREE = "XOXXOO.X.";

const ROOMS = ["play", "play", "puzzles", "menace", "play"];
const BEGIN = [
  () => play(state.table.start, "X"),
  () => play(TREE, "XO"),
  () => begin(LESSON),
  () => startAnew(),
  () => play(state.table.start, "X"),
];

const play = (board, side) => {
  Object.assign(state, { side, level: "perfect", hints: false });
  return start(board);
};

export const goToStep = (step) => {
  complain("");
  state.step = Math.min(Math.max(Math.trunc(step) || 1, 1), STEPS);
  state.room = ROOMS[state.step - 1];
  BEGIN[state.step - 1]();
  byId("step-on").focus();
};

export const drawLesson = () => {
  const { step } = state;
  document.body.dataset.step = step;
  if (!step) return;
  byId("lesson-title").textContent = say(`step${step}`);
  byId("lesson-text").textContent = say(`step${step}Says`);
  byId("step-count").textContent = `${step} / ${STEPS}`;
  byId("step-back").disabled = step === 1;
  byId("step-on").disabled = step === STEPS;
  byId("note-text").textContent = say(`step${step}Note`);
  byId("tree").replaceChildren(...(step === 2 ? drawTree() : []));
};

const tried = new Set();

/** The ways on from the board of the second step that were tried, each with its end. */
const drawTree = () => {
  if (state.boards[0] === TREE && state.played.length > 1) tried.add(state.played[0]);
  return [...tried].map((cell) => {
    const branch = element("div", "branch");
    const after = state.table.push(TREE, cell);
    const answer = state.table.bestMove(after);
    const end = state.table.push(after, answer);
    const winner = state.table.winner(end);
    const words = winner ? say("winnerHead", { winner }) : say("drawHead");
    branch.append(miniature(after, state.table, [cell]), miniature(end, state.table, [answer]), element("p", "", words));
    return branch;
  });
};

