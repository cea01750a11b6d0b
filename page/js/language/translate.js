import { allOf, byId } from "../dom.js";
// The texts of the page in the language that is spoken.

/** By its code, each language that the page holds, as the object of its texts. */
export const LANGUAGES = readLanguages();

const [FIRST_LANGUAGE] = Object.keys(LANGUAGES);

let texts = LANGUAGES[FIRST_LANGUAGE];

/** The languages in the page's data, which lists the keys of all texts once. */
function readLanguages() {
  const { keys, ...lists } = JSON.parse(byId("texts").textContent);
  const languages = {};
  for (const [code, list] of Object.entries(lists)) {
    languages[code] = Object.fromEntries(keys.map((key, index) => [key, list[index]]));
  }
  return languages;
}

/**
 * Return a text in the language that is spoken.
 *
 * @param {string} key The key of the text.
 * @param {object} [values] What replaces each name in braces; numbers get separators.
 */
export function translate(key, values) {
  return fill(texts[key], values);
}

/** Return one of the texts that are listed under a key. */
export function translateChoice(key, index, values) {
  return fill(texts[key][index], values);
}

function fill(text, values) {
  return text.replace(/{(\w+)}/g, (_, name) => format(values[name]));
}

/** A number with the language's separators; `toLocaleString` would take long at its first call. */
function format(value) {
  if (typeof value !== "number") {
    return value;
  }
  return String(value).replace(/\B(?=(\d{3})+$)/g, texts.thousandsSeparator);
}

/** Return a share from 0 to 1 as a percentage with one decimal. */
export function formatPercent(share) {
  const number = (100 * share).toFixed(1).replace(".", texts.decimalPoint);
  return `${number}\u00a0%`;
}

/** Return a text with its first letter in upper case. */
export function capitalize(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/**
 * Speak a language from now on, in the fixed texts of the page too.
 *
 * @param {string | null} wanted A code; if it is unknown the browser's languages decide, else
 *   it is the first one of the page.
 */
export function speak(wanted) {
  const code = knownLanguage([wanted ?? "", ...navigator.languages]);
  texts = LANGUAGES[code];
  document.documentElement.lang = code;
  for (const labelled of allOf("[data-text]")) {
    labelled.textContent = translate(labelled.dataset.text);
  }
  for (const labelled of allOf("[data-label]")) {
    labelled.ariaLabel = translate(labelled.dataset.label);
  }
}

/** The first of these languages that the page speaks, whatever their regions. */
function knownLanguage(languages) {
  const codes = languages.map((language) => language.slice(0, 2));
  return codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? FIRST_LANGUAGE;
}

/** Return the month and the year of a day, counted from 1970. */
export function formatMonth(day) {
  return formatDay(day, { month: "long", year: "numeric" });
}

/** Return the letters of the days of the week, from Monday on. */
export function weekdayLetters() {
  const monday = 4; // January 5th, 1970
  return [0, 1, 2, 3, 4, 5, 6].map((day) => formatDay(monday + day, { weekday: "narrow" }));
}

function formatDay(day, parts) {
  const date = new Date(day * 86_400_000);
  return date.toLocaleDateString(document.documentElement.lang, { ...parts, timeZone: "UTC" });
}
