// What a person does: the keys, clicks and choices, and how the page begins.
import { Level, PlayTable } from "../../../readers/js/kit.js";
import { TableError } from "../../../readers/js/ttt-table.js";
import { addressOfGame, wishes, DEFAULTS, gameIn, levelIn, findGame, write } from "./address.js";
import { byId, element, miniature } from "./elements.js";
import { complain, cut, guarded, reason } from "./faults.js";
import { goToStep } from "./lesson.js";
import { zoomMap } from "./map.js";
import { enter, hasMenace, startAnew, togglePractice } from "./menace/room.js";
import { again, LADDER, LONGEST, lookAt, open, opponent, proceed, resume, setUp, start } from "./play.js";
import { address as addressOfPuzzles, begin as beginPuzzles, daily, LESSON } from "./puzzles.js";
import { LANGUAGES, preferred, say, speak } from "./say.js";
import { printSheet } from "./sheet.js";
import { draw, furnish, levelName } from "./shell.js";
import { board, changed, isOver, listen, looksBack, state } from "./state.js";
import { openEmbedded, games, openFile, openAddress } from "./tables.js";

const on = (target, event, act) => target.addEventListener(event, guarded(act));

// The address, and the menu that says the same.

let begun = ""; // the game to come back to from other rooms
let language = ""; // one that was chosen, and not the browser's

const writeAddress = () => {
  const spoken = language && `&lang=${language}`;
  if (state.step) return write(`#lesson=${state.step}${spoken}`);
  if (state.room === "puzzles") return write(addressOfPuzzles() + spoken);
  if (state.room === "menace") return write(`#menace${spoken}`);
  return write(addressOfGame(language));
};

/** The page as the address asks for it; what is wrong with it, if anything, is said. */
const readAddress = () =>
  followAddress(wishes()).catch(async (error) => {
    state.room = "play";
    open([...games.keys()][0]);
    await start();
    complain(reason(error));
  });

const followAddress = async (found) => {
  complain(location.hash.length > LONGEST ? say("tooLong") : "");
  if (found.has("lang")) speakIn(found.get("lang"));
  state.lab ||= found.has("lab");
  const lesson = found.get("lesson");
  Object.assign(state, { step: 0, looking: -1 });
  if (lesson !== null && games.has("3x3k3")) return atHome(() => goToStep(lesson));
  if (found.has("menace") && hasMenace()) {
    state.room = "menace";
    return enter(found).then(changed);
  }
  if (found.has("day")) return atHome(() => puzzling([daily()], 0, true));
  if (found.has("puzzles")) return readPuzzles(found);
  state.room = "play";
  return readGame(found);
};

/** Where a lesson and its puzzles are at home: on tic-tac-toe, as X begins. */
const atHome = async (act) => {
  if (state.gameName !== "3x3k3" || state.table.first !== "X") {
    open("3x3k3");
    await start();
  }
  return act();
};

const puzzling = (list, at, day) => {
  state.room = "puzzles";
  beginPuzzles(list, at, day);
};

const readPuzzles = async (found) => {
  const texts = found.get("puzzles").split("_").filter(Boolean);
  const name = findGame(found.get("game")) ?? state.gameName;
  if (state.gameName !== name) {
    open(name);
    await start();
  }
  const list = texts.map((text) => state.table.text(text)).filter((one) => !state.table.isOver(one));
  const at = found.get("at") - 1;
  return list.length ? puzzling(list, at) : atHome(() => puzzling(LESSON, at));
};

const readGame = async (found) => {
  if (found.has("table")) await openAddress(found.get("table"));
  const wanted = found.get("table") ?? findGame(found.get("game"));
  const first = found.get("first") ?? DEFAULTS.first;
  const same = begun && !found.has("board") && !found.has("game") && !found.has("table");
  if (same) return state.gameName === begun ? proceed() : resume(begun);
  if (!games.has(wanted))
    complain(say("noTable", { name: cut(found.get("game") ?? ""), names: cut([...games.keys()].join(", ")) }));
  begun = games.has(wanted) ? wanted : [...games.keys()][0];
  open(begun, first === "O" ? "O" : "X");
  state.level = levelIn(found);
  const side = found.get("side");
  state.side = ["X", "O", "XO"].includes(side) ? side : DEFAULTS.side;
  for (const name of ["hints", "projector"]) state[name] = found.get(name) === "1";
  if (!found.get("board") || !games.has(wanted)) return start();
  return ask(() => gameIn(found)).then(
    ({ end, from, line }) => {
      if (found.has("puzzle") && !state.table.isOver(end)) return start().then(() => puzzling([end], 0));
      if (!side && end !== state.table.start) state.side = state.table.mover(end);
      return start(from, line);
    },
    (error) => start().then(() => complain(reason(error))),
  );
};

const ask = async (act) => (state.source ? state.source.ask(act) : act());

const speakIn = (code) => {
  language = Object.hasOwn(LANGUAGES, code) ? code : "";
  speak(preferred(language));
};

const options = (id, pairs, chosen) =>
  byId(id).replaceChildren(...pairs.map(([value, words]) => new Option(words, value, false, value === chosen)));

const drawMenu = () => {
  const { game } = state.table;
  byId("games").hidden = games.size < 2;
  options("game", [...games].map(([name, { title }]) => [name, title()]), state.gameName);
  const most = game.rows * game.cols > 9 ? 8 : Math.min(game.rows * game.cols, 5);
  const exact = state.lab ? ["tricky", ...Array.from({ length: most + 1 }, (_, less) => String(most - less))] : [];
  const levels = [...new Set([...LADDER, ...exact, state.level])];
  options("level", levels.map((one) => [one, levelName(one)]), state.level);
  options("language", Object.entries(LANGUAGES).map(([code, { name }]) => [code, name]), document.documentElement.lang);
  byId("side").value = state.side;
  byId("first").value = state.table.first;
  byId("hints").checked = state.hints;
  byId("projector").checked = state.projector;
  byId("lab").hidden = !state.lab;
  byId("lines").hidden = !state.table.name;
  for (const own of document.querySelectorAll(".own")) own.hidden = !games.has("3x3k3");
};

/** Each line of a game of lines, on a board of its own. */
const drawLines = () => {
  const { table } = state;
  const drawn = table.lines.map((line) => {
    const item = element("li");
    const marks = [...table.start].map((_, cell) => (line.includes(cell) ? "O" : ".")).join("");
    item.append(miniature(marks, table), line.join(" "));
    return item;
  });
  byId("line-list").replaceChildren(...drawn);
};

// Acts.

const onPaste = async (event) => {
  event.preventDefault();
  await setUp(byId("text").value);
  complain("");
  byId("menu").close();
};

const onFile = async () => {
  const [file] = byId("file").files;
  if (!file) return;
  try {
    const name = await openFile(file);
    byId("menu").close();
    complain("");
    open(name);
    await start();
  } catch (error) {
    byId("menu").close();
    complain(`${cut(file.name)}: ${reason(error)}`);
  }
};

/** Show a text, and copy it where the browser lets a page do so. */
const copy = async (text, into) => {
  into.hidden = false;
  into.value = text;
  into.select();
  try {
    await navigator.clipboard.writeText(text);
    byId("says").textContent = say("copied");
  } catch {
    into.focus(); // it is selected there, to be copied by hand
  }
};

const onLink = (puzzling) => {
  if (puzzling && isOver()) return complain(say("over"));
  const here = location.href.split("#")[0];
  const game = state.gameName === "3x3k3" ? "" : `game=${state.gameName}&`;
  byId("copied").hidden = false;
  return copy(here + (puzzling ? `#${game}puzzles=${board()}` : location.hash), byId("address"));
};

const onProjector = (onOff) => {
  state.projector = onOff;
  if (!onOff && document.fullscreenElement) document.exitFullscreen();
  else if (onOff) document.documentElement.requestFullscreen?.().catch(() => {});
  changed();
};

const onChoice = {
  game: ({ value }) => resume((begun = value)),
  level: ({ value }) => Object.assign(state, { level: value }) && proceed(),
  side: ({ value }) => Object.assign(state, { side: value, looking: -1 }) && proceed(),
  language: ({ value }) => speakIn(value) ?? changed(),
  hints: ({ checked }) => Object.assign(state, { hints: checked }) && changed(),
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
  const typing = target.closest?.("input, select, textarea");
  const within = typing || target.closest?.("[role=grid], #wall");
  const ahead = key === "PageDown" || (key === "ArrowRight" && !within);
  const back = key === "PageUp" || (key === "ArrowLeft" && !within);
  if (looksBack() && state.room === "play" && (ahead || back)) lookAt(state.looking + (ahead ? 1 : -1));
  else if (state.step && (ahead || back)) goToStep(state.step + (ahead ? 1 : -1));
  else if (state.step && key.toLowerCase() === "n" && !typing) byId("note").showModal();
  else if (state.projector && key === "Escape") onProjector(false);
  else if (key.toLowerCase() === "h" && !typing && (state.projector || state.step || state.lab)) {
    state.hints = !state.hints;
    changed();
  } else return;
  event.preventDefault();
};

/** A finger that is drawn across the board leads through the game that is looked back at. */
const onSwipe = () => {
  let from;
  const field = byId("field");
  field.addEventListener("pointerdown", ({ clientX }) => (from = clientX));
  on(field, "pointerup", ({ clientX }) => {
    const way = clientX - from;
    if (looksBack() && state.room === "play" && Math.abs(way) > 45) return lookAt(state.looking - Math.sign(way));
    return undefined;
  });
};

const listenToAll = () => {
  on(byId("menu-open"), "click", () => {
    drawMenu();
    byId("copied").hidden = true;
    byId("menu").showModal();
  });
  for (const [id, act] of Object.entries(onChoice))
    on(byId(id), "change", async ({ target }) => {
      complain("");
      await act(target);
      drawMenu();
    });
  for (const dialog of document.querySelectorAll("dialog"))
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog || target.className === "close") dialog.close();
    });
  on(byId("lines"), "toggle", drawLines);
  on(byId("link"), "click", () => onLink(false));
  on(byId("puzzle"), "click", () => onLink(true));
  on(byId("paste"), "submit", onPaste);
  on(byId("file"), "change", onFile);
  on(byId("map-zoom"), "input", ({ target }) => zoomMap(Number(target.value)));
  on(byId("practise"), "click", togglePractice);
  on(byId("new-boxes"), "click", startAnew);
  on(byId("step-on"), "click", () => goToStep(state.step + 1));
  on(byId("step-back"), "click", () => goToStep(state.step - 1));
  on(byId("note-open"), "click", () => byId("note").showModal());
  for (const one of document.querySelectorAll("[data-print]"))
    if (one !== document.body) on(one, "click", () => printSheet(one.dataset.print));
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
  furnish((text) => copy(text, byId("puzzle-copy")));
  const faults = await openEmbedded();
  if (!games.size && !wishes().has("table")) return complain(faults.join(" "));
  if (games.size) open([...games.keys()][0]);
  if (state.table) state.boards = [state.table.start];
  listen(draw);
  listen(drawMenu);
  listen(writeAddress);
  listenToAll();
  for (const change of ["(prefers-color-scheme: dark)", "(min-width: 60rem)"])
    on(matchMedia(change), "change", changed); // the map is painted in the colours of its time
  await readAddress();
  if (faults.length) complain(faults.join(" "));
  return undefined;
};

await begin();

/** For the console, and for the tests of this page. */
globalThis.tttTable = { Level, PlayTable, TableError, games, opponent, state, table: () => state.table };
