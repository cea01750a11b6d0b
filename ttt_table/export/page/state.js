// What is being played, and what a person has chosen for it.
import { byId } from "./elements.js";
import { TEXT } from "./texts.js";

/**
 * `boards[now]` is shown, and `played[now]` led on from there. Whoever looks back has a `now` before
 * the end, and by another move drops what followed.
 */
export const state = {
  table: undefined,
  gameName: "",
  boards: [],
  played: [],
  now: 0,
  timer: 0, // set while the opponent thinks
  spoken: "",
  hasPlayed: false, // whether the person has moved: only then is a win or a loss theirs
  pasted: false, // whether the game came as text, to be looked at
  strong: true, // whether all answers were perfect
  puzzle: "", // the board of a puzzle, while it is one
  solved: false,
  editing: "", // the board while it is being set up by clicking
};

/** What this page refuses, in words. */
export class Refusal extends Error {}

export const board = () => state.boards[state.now];
export const browsing = () => state.now < state.played.length;
export const cut = (text) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

export const chosen = (name) => document.querySelector(`input[name="${name}"]:checked`)?.value;
export const side = () => chosen("side");
export const level = () => byId("exact").value || chosen("level");
export const isMine = () => browsing() || side().includes(state.table.mover(board()));
export const choose = (name, value) => {
  for (const input of document.querySelectorAll(`input[name="${name}"]`))
    input.checked = input.value === value;
};

/** Choose a level, of the buttons or of More; one that the game does not have gives way to perfect play. */
export const chooseLevel = (name) => {
  choose("level", name);
  byId("exact").value = chosen("level") ? "" : name;
  if (level()) return;
  choose("level", "perfect");
  byId("exact").value = "";
};

/** What a cell is called where room is short: with gravity it is its column that counts. */
export const short = (cell) => (state.table.game.gravity ? cell % state.table.game.cols : cell);
export const place = (cell) => TEXT.place(cell, state.table.game);
