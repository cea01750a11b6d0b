// The page to play on: games, puzzles, and the puzzle of the day.
import { enterPuzzles } from "./address/navigation.js";
import { CLASS_PAGE } from "./address/published.js";
import { beginPage, listenToClicks } from "./page.js";
import { enterGame } from "./play/address.js";
import { playMode } from "./play/play-mode.js";
import { beginDailyPuzzle, puzzleMode, renewDailyPuzzle } from "./puzzles/puzzle-mode.js";
import { showModes } from "./screen.js";

showModes({ play: playMode, puzzles: puzzleMode });

// A page that stays open from one day to the next has the new puzzle once it is looked at again.
const renew = () => document.visibilityState === "visible" && renewDailyPuzzle();
document.addEventListener("visibilitychange", renew);
addEventListener("pageshow", renew);

await beginPage({
  enter: {
    day: (wishes) => beginDailyPuzzle(wishes.get("day")),
    puzzles: enterPuzzles,
    play: enterGame,
  },
  start: "play",
  other: CLASS_PAGE,
  ofOther: ["menace", "lesson", "lab"],
});

listenToClicks({ today: () => beginDailyPuzzle() });
