// In which language the page speaks. A language is a file of words; a new one is listed here.
import { de } from "./words/de.js";
import { en } from "./words/en.js";
import { es } from "./words/es.js";

export const LANGUAGES = { en, de, es };
let words = en;

/** A number with the signs of the language; the browser's own way to it takes long to begin. */
const shown = (value) =>
  typeof value === "number" ? String(value).replace(/\B(?=(\d{3})+$)/g, words.comma) : value;

/** One of several texts that are parted by strokes, with what stands in braces filled in. */
export const pick = (key, at, values) =>
  words[key].split("|")[at].replace(/{(\w+)}/g, (_, name) => shown(values[name]));

/** A text, with what stands in braces filled in. */
export const say = (key, values) => pick(key, 0, values);

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

export const percent = (share) =>
  `${(100 * share).toFixed(1).replace(".", words.point)}\u00a0%`;

/** Speak the language that an address or the browser asks for, else English, in what stands in the page too. */
export const speak = (asked) => {
  const codes = [asked, ...navigator.languages].map((one) => one.slice(0, 2));
  const code = codes.find((one) => LANGUAGES[one]) ?? "en";
  words = LANGUAGES[code];
  document.documentElement.lang = code;
  for (const one of document.querySelectorAll("[data-say]")) one.textContent = say(one.dataset.say);
  for (const one of document.querySelectorAll("[data-label]")) one.ariaLabel = say(one.dataset.label);
};
