// The page for a class: the lesson, MENACE, and the lab with boards, files and exact levels.
import { enterPuzzles } from "./address/navigation.js";
import { PLAY_PAGE } from "./address/published.js";
import { listenToSteps } from "./controls/keys.js";
import { drawLab, LAB_CHANGES, setUpFromText } from "./controls/lab.js";
import { byId } from "./dom.js";
import { drawLesson, enterLesson, goToStep, leaveLesson } from "./lesson/lesson.js";
import { printSheet } from "./lesson/sheet.js";
import {
  enterMenace,
  fillNewBoxes,
  menaceMode,
  reveal,
  togglePractice,
} from "./menace/menace-mode.js";
import { guarded } from "./messages.js";
import { beginPage, listenToChanges, listenToClicks } from "./page.js";
import { enterGame } from "./play/address.js";
import { playMode } from "./play/play-mode.js";
import { puzzleMode } from "./puzzles/puzzle-mode.js";
import { showModes } from "./screen.js";
import { onChange, state } from "./state.js";

state.lab = true;
showModes({ play: playMode, puzzles: puzzleMode, menace: menaceMode });
listenToSteps(goToStep);
onChange(drawLesson);
onChange(drawLab);
listenToClicks({
  practise: togglePractice,
  "new-boxes": fillNewBoxes,
  reveal,
  "step-on": () => goToStep(state.lessonStep + 1),
  "step-back": () => goToStep(state.lessonStep - 1),
  "note-open": () => byId("note").showModal(),
  pupils: () => printSheet("pupils"),
  teacher: () => printSheet("teacher"),
});
listenToChanges(LAB_CHANGES);
byId("paste").addEventListener("submit", guarded(setUpFromText));
addEventListener("afterprint", () => {
  delete document.body.dataset.print;
});

/** Leave the lesson for another part of the page. */
function outside(enter) {
  return (wishes) => {
    leaveLesson();
    return enter(wishes);
  };
}

await beginPage({
  enter: {
    lesson: enterLesson,
    menace: outside(enterMenace),
    puzzles: outside(enterPuzzles),
    lab: outside(enterGame),
    play: outside(enterGame),
  },
  start: "lesson",
  other: PLAY_PAGE,
  ofOther: ["day"],
});
