// What the person is told beside the game: what goes wrong, what is awaited, what was copied.
import { byId } from "./dom.js";
import { BoardError, TableError } from "#readers/ttt-table.js";
import { capitalize, translate } from "./language/translate.js";

const NOTICE_AFTER = 500; // milliseconds of waiting
const LONGEST = 80; // characters of a text from outside that are shown

/** By the code of a reader's error, the key of what the person is told; else `notABoard`. */
const ERROR_TEXTS = {
  "not-a-table": "unreadableFile",
  version: "newerTable",
  truncated: "damagedTable",
  damaged: "damagedTable",
  inconsistent: "damagedTable",
  unread: "loading",
  unanswered: "noAnswer",
  changed: "changedFile",
  "other-range": "otherRange",
  missing: "noFile",
  "no-ranges": "noRanges",
  "no-validator": "noVersion",
  "cross-origin": "notShared",
  "uneven-counts": "unevenCounts",
  floating: "unreachable",
  "both-have-lines": "unreachable",
  "moved-after-end": "unreachable",
  "lines-apart": "unreachable",
  "no-order": "unreachable",
};

/** An error whose message is shown to the person as it is. */
export class PageError extends Error {}

/** Shorten a text that comes from outside, such as the name of a file. */
export function shorten(text) {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Return what went wrong as a sentence; an unexpected error is also logged. */
export function describeError(error) {
  const sentence = capitalize(messageOf(error));
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

function messageOf(error) {
  if (error instanceof PageError) {
    return error.message;
  }
  if (error instanceof BoardError || error instanceof TableError) {
    return translate(ERROR_TEXTS[error.code] ?? "notABoard");
  }
  console.error(error);
  return translate("unexpectedError", { error: shorten(String(error)) });
}

/** Show a message as an alert. */
export function showAlert(message) {
  byId("alert").textContent = message;
}

/** Take the alert away. */
export function clearAlert() {
  showAlert("");
}

/** Return a function that does the same, but shows an error as an alert instead of throwing it. */
export function guarded(act) {
  return async (...given) => {
    try {
      await act(...given);
    } catch (error) {
      showAlert(describeError(error));
    }
  };
}

/** Say something below the board until it is drawn anew. */
function say(key) {
  byId("says").textContent = translate(key);
}

/** Wait for what a promise resolves to; the person is told once it takes long. */
export async function whileLoading(promise) {
  const notice = setTimeout(() => say("loading"), NOTICE_AFTER);
  try {
    return await promise;
  } finally {
    clearTimeout(notice);
  }
}

/**
 * Show a text in a field and copy it; if that is refused it stays selected, to be copied by hand.
 */
export async function copyText(text, field) {
  field.hidden = false;
  field.value = text;
  field.select();
  try {
    await navigator.clipboard.writeText(text);
    say("copied");
  } catch {
    field.focus();
  }
}

/** Hand a text to what the device shares by, or else copy it. */
export async function shareText(text) {
  try {
    await navigator.share({ text });
  } catch (error) {
    // Where nothing is shared by the device, the text is copied; one who thinks better of it is not
    // to be asked again.
    if (!(error instanceof DOMException && error.name === "AbortError")) {
      await copyText(text, byId("card"));
    }
  }
}
