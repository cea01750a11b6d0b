// The lesson: five steps on the screen, driven by one key, each above one of the rooms.
import { byId, element, miniature } from "./elements.js";
import { complain } from "./faults.js";
import { startAnew } from "./menace/room.js";
import { start } from "./play.js";
import { begin, LESSON } from "./puzzles.js";
import { say } from "./say.js";
import { clamp, state } from "./state.js";

export const STEPS = 5;
/** When each step begins, and when the last one ends. */
export const MINUTES = [0, 11, 20, 28, 41, 45];
const TREE = "XOXXOO.X.";

const play = (board, side) => () => {
  Object.assign(state, { room: "play", side, level: "perfect", hints: false });
  return start(board);
};
const alone = play(undefined, "X");
const BEGIN = [alone, play(TREE, "XO"), () => begin(LESSON), startAnew, alone];

export const goToStep = (step) => {
  complain("");
  state.step = clamp(step, 1, STEPS);
  BEGIN[state.step - 1]();
  byId("step-on").focus();
};

export const drawLesson = () => {
  const { step } = state;
  document.body.dataset.step = step;
  if (!step) return;
  const words = { "lesson-title": "", "lesson-text": "Says", "note-text": "Note" };
  for (const [id, kind] of Object.entries(words)) byId(id).textContent = say(`step${step}${kind}`);
  byId("step-count").textContent = `${step} / ${STEPS}`;
  byId("step-back").disabled = step === 1;
  byId("step-on").disabled = step === STEPS;
  byId("tree").replaceChildren(...(step === 2 ? drawTree() : []));
};

const tried = new Set();

/** The ways on from the board of the second step that were tried, each with its end. */
const drawTree = () => {
  if (state.boards[0] === TREE && state.played.length > 1) tried.add(state.played[0]);
  return [...tried].map((cell) => {
    const { table } = state;
    const after = table.push(TREE, cell);
    const answer = table.bestMove(after);
    const end = table.push(after, answer);
    const winner = table.winner(end);
    const words = winner ? say("winnerHead", { winner }) : say("drawHead");
    const boards = [miniature(after, table, [cell]), miniature(end, table, [answer])];
    return element("div", { class: "branch" }, ...boards, words);
  });
};
