// In which language the page speaks. A language is a file of words; a new one is listed here.
import { de } from "./words/de.js";
import { en } from "./words/en.js";
import { es } from "./words/es.js";

export const LANGUAGES = { en, de, es };
let words = en;

/** A text, with what stands in braces filled in. */
export const say = (key, values = {}) =>
  words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** One of several words that are parted by strokes. */
export const pick = (key, at) => words[key].split("|")[at];

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** A number with the signs of the language; the browser's own way to it takes long to begin. */
export const number = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, words.comma);
export const percent = (share) =>
  `${(100 * share).toFixed(1).replace(".", words.point)}\u00a0%`;

/** The language that an address or the browser asks for, else English. */
export const preferred = (asked) =>
  [asked, ...navigator.languages].map((one) => one?.slice(0, 2)).find((one) => LANGUAGES[one]) ??
  "en";

/** Speak this language, in what stands in the page too. */
export const speak = (code) => {
  words = LANGUAGES[code];
  document.documentElement.lang = code;
  for (const one of document.querySelectorAll("[data-say]")) one.textContent = say(one.dataset.say);
  for (const one of document.querySelectorAll("[data-label]"))
    one.setAttribute("aria-label", say(one.dataset.label));
};
