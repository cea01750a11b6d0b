// What a person does: the keys, clicks and choices, and how the page begins.
import { LANGUAGES, say, speak } from "./say.js"; // first: texts pack best beside those of the template
import { Level, PlayTable } from "../../../readers/js/kit.js";
import { TableError } from "../../../readers/js/ttt-table.js";
import { addressOfGame, DEFAULTS, findGame, gameIn, levelIn, wishes, write } from "./address.js";
import { copy } from "./copy.js";
import { byId, element, miniature } from "./elements.js";
import { complain, cut, guarded, reason, Refusal } from "./faults.js";
import { goToStep } from "./lesson.js";
import { zoomMap } from "./map.js";
import { enter, startAnew, togglePractice } from "./menace/room.js";
import { levelName } from "./names.js";
import { again, exactLevels, HOME, LADDER, LONGEST, lookAt, open, opponent, proceed, resume, setUp, start } from "./play.js";
import { address as addressOfPuzzles, begin as beginPuzzles, daily, inGame, LESSON } from "./puzzles.js";
import { printSheet } from "./sheet.js";
import { draw, furnish } from "./shell.js";
import { board, changed, isOver, listen, looksBack, state } from "./state.js";
import { games, openAddress, openEmbedded, openFile } from "./tables.js";

const on = (target, event, act) => target.addEventListener(event, guarded(act));

// The address, and the menu that says the same.

let begun = ""; // the game to come back to from other rooms
let language = ""; // one that was chosen, and not the browser's

const writeAddress = () => {
  const { step, room, lab } = state;
  const addresses = { puzzles: addressOfPuzzles, menace: () => "menace", play: addressOfGame };
  const shown = step ? `lesson=${step}` : addresses[room]();
  write(`#${shown}${language && `&lang=${language}`}${lab ? "&lab" : ""}`);
};

/** The page as the address asks for it; what is wrong with it, if anything, is said. */
const readAddress = () =>
  followAddress(wishes()).catch(async (error) => {
    state.room = "play";
    await start();
    complain(reason(error));
  });

const followAddress = async (found) => {
  complain(location.hash.length > LONGEST ? say("tooLong") : "");
  if (found.has("lang")) speakIn(found.get("lang"));
  state.lab ||= found.has("lab");
  Object.assign(state, { step: 0, looking: -1 });
  if (found.has("lesson") && games.has(HOME)) return atHome(() => goToStep(found.get("lesson")));
  if (found.has("menace") && games.has(HOME)) return enter(found);
  if (found.has("day")) return atHome(() => beginPuzzles([daily()], 0, true));
  if (found.has("puzzles")) return readPuzzles(found);
  state.room = "play";
  return readGame(found);
};

/** Where a lesson and its puzzles are at home: on tic-tac-toe, as X begins. */
const atHome = async (act) => {
  if (state.gameName !== HOME || state.table.first !== "X") {
    open(HOME);
    await start();
  }
  return act();
};

const readPuzzles = async (found) => {
  const texts = found.get("puzzles").split("_").filter(Boolean);
  const name = findGame(found.get("game"));
  if (state.gameName !== name && games.has(name)) {
    open(name);
    await start();
  }
  const list = texts.map((text) => state.table.text(text)).filter((one) => !state.table.isOver(one));
  const at = found.get("at") - 1;
  return list.length ? beginPuzzles(list, at) : atHome(() => beginPuzzles(LESSON, at));
};

const readGame = async (found) => {
  const address = found.get("table");
  const asks = ["board", "game", "table"].some((name) => found.has(name));
  if (begun && !asks) return state.gameName === begun ? proceed() : resume(begun);
  if (address) await openAddress(address);
  const wanted = address ?? findGame(found.get("game"));
  if (!games.has(wanted))
    throw new Refusal(say("noTable", { name: cut(found.get("game")), names: cut([...games.keys()].join(", ")) }));
  begun = wanted;
  open(begun, found.get("first") === "O" ? "O" : "X");
  state.level = levelIn(found);
  const side = found.get("side");
  state.side = ["X", "O", "XO"].includes(side) ? side : DEFAULTS.side;
  for (const name of ["hints", "projector"]) state[name] = found.get(name) === "1";
  if (!found.get("board")) return start();
  const { end, from, line } = await ask(() => gameIn(found));
  if (!side && end !== state.table.start) state.side = state.table.mover(end);
  return start(from, line);
};

const ask = async (act) => (state.source ? state.source.ask(act) : act());

const speakIn = (code) => {
  language = Object.hasOwn(LANGUAGES, code) ? code : "";
  speak(language);
};

const options = (id, pairs, chosen) =>
  byId(id).replaceChildren(...pairs.map(([value, words]) => new Option(words, value, false, value === chosen)));

const drawMenu = () => {
  byId("games").hidden = games.size < 2;
  options("game", [...games].map(([name, { title }]) => [name, title()]), state.gameName);
  const levels = new Set([...LADDER, ...(state.lab ? exactLevels() : []), state.level]);
  options("level", [...levels].map((one) => [one, levelName(one)]), state.level);
  options("language", Object.entries(LANGUAGES).map(([code, { name }]) => [code, name]), document.documentElement.lang);
  byId("side").value = state.side;
  byId("first").value = state.table.first;
  byId("hints").checked = state.hints;
  byId("projector").checked = state.projector;
  byId("lab").hidden = !state.lab;
  byId("lines").hidden = !state.table.name;
  for (const own of document.querySelectorAll(".own")) own.hidden = !games.has(HOME);
};

/** Each line of a game of lines, on a board of its own. */
const drawLines = () => {
  const { table } = state;
  const drawn = table.lines.map((line) => {
    const marks = [...table.start].map((_, cell) => (line.includes(cell) ? "O" : ".")).join("");
    return element("li", {}, miniature(marks, table), line.join(" "));
  });
  byId("line-list").replaceChildren(...drawn);
};

// Acts.

const onPaste = (event) => {
  event.preventDefault();
  complain("");
  byId("menu").close();
  return setUp(byId("text").value);
};

const onFile = async ({ target }) => {
  complain("");
  byId("menu").close();
  if (!target.files.length) return;
  open(await openFile(target.files[0]));
  await start();
};

const onLink = (hash) => copy(location.href.split("#")[0] + hash, byId("address"));

const onPuzzle = () => {
  if (isOver()) return complain(say("over"));
  return onLink(`#${inGame()}puzzles=${board()}`);
};

const openMenu = () => {
  byId("address").hidden = true;
  byId("menu").showModal();
};

const onProjector = (projector) => {
  if (projector) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen();
  changed({ projector });
};

const onChoice = {
  game: ({ value }) => resume((begun = value)),
  level: ({ value }) => proceed({ level: value }),
  side: ({ value }) => proceed({ side: value, looking: -1 }),
  language: ({ value }) => {
    speakIn(value);
    changed();
  },
  hints: ({ checked }) => changed({ hints: checked }),
  projector: ({ checked }) => onProjector(checked),
  first: ({ value }) => {
    open(state.gameName, value);
    return again();
  },
};

/** One key leads through a lesson, and two through a game that is looked back at. */
const onKey = (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const typing = target.closest("input, select, textarea");
  const within = typing || target.closest("[role=grid], #wall");
  const ahead = key === "PageDown" || (key === "ArrowRight" && !within);
  const back = key === "PageUp" || (key === "ArrowLeft" && !within);
  const way = ahead - back;
  if (way && looksBack() && state.room === "play") lookAt(state.looking + way);
  else if (way && state.step) stepBy(way);
  else if (state.step && key.toLowerCase() === "n" && !typing) openNote();
  else if (state.projector && key === "Escape") onProjector(false);
  else if (key.toLowerCase() === "h" && !typing && (state.projector || state.step || state.lab))
    changed({ hints: !state.hints });
  else return;
  event.preventDefault();
};

/** A finger that is drawn across the board leads through the game that is looked back at. */
const onSwipe = () => {
  let from;
  const field = byId("field");
  field.addEventListener("pointerdown", ({ clientX }) => (from = clientX));
  on(field, "pointerup", ({ clientX }) => {
    const way = clientX - from;
    if (looksBack() && state.room === "play" && Math.abs(way) > 45) lookAt(state.looking - Math.sign(way));
  });
};

const openNote = () => byId("note").showModal();
const stepBy = (steps) => goToStep(state.step + steps);

const onClick = {
  "menu-open": openMenu,
  link: () => onLink(location.hash),
  puzzle: onPuzzle,
  practise: togglePractice,
  "new-boxes": startAnew,
  "step-on": () => stepBy(1),
  "step-back": () => stepBy(-1),
  "note-open": openNote,
  pupils: () => printSheet("pupils"),
  teacher: () => printSheet("teacher"),
};

const listenToAll = () => {
  for (const [id, act] of Object.entries(onClick)) on(byId(id), "click", act);
  for (const [id, act] of Object.entries(onChoice))
    on(byId(id), "change", ({ target }) => {
      complain("");
      return act(target);
    });
  for (const dialog of document.querySelectorAll("dialog"))
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog || target.className === "close") dialog.close();
    });
  on(byId("lines"), "toggle", drawLines);
  on(byId("paste"), "submit", onPaste);
  on(byId("file"), "change", onFile);
  on(byId("map-zoom"), "input", ({ target }) => zoomMap(target.value));
  on(globalThis, "afterprint", () => delete document.body.dataset.print);
  on(document, "keydown", onKey);
  on(document, "fullscreenchange", () => {
    // Browsers keep Escape for themselves; and a screen may fill after it was left again.
    if (state.projector !== Boolean(document.fullscreenElement)) onProjector(false);
  });
  on(globalThis, "hashchange", readAddress);
  onSwipe();
};

const begin = async () => {
  speakIn(wishes().get("lang"));
  furnish();
  const faults = await openEmbedded();
  if (!games.size && !wishes().has("table")) return complain(faults.join(" "));
  if (games.size) open([...games.keys()][0]);
  if (state.table) state.boards = [state.table.start];
  listen(draw);
  listen(drawMenu);
  listen(writeAddress);
  listenToAll();
  for (const change of ["(prefers-color-scheme: dark)", "(min-width: 60rem)"])
    on(matchMedia(change), "change", () => changed()); // the map is painted in the colours of its time
  await readAddress();
  if (faults.length) complain(faults.join(" "));
  return undefined;
};

await begin();

/** For the console, and for the tests of this page. */
globalThis.tttTable = { Level, PlayTable, TableError, games, opponent, state, table: () => state.table };
