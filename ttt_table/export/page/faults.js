// What goes wrong, in words.
import { BoardError, TableError } from "../../../readers/js/ttt-table.js";
import { byId } from "./elements.js";
import { capital, say } from "./say.js";

/** What this page refuses, in words. */
export class Refusal extends Error {}

export const cut = (text) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** What is wrong, in words; an error that nobody foresaw goes to the console too. */
export const reason = (error) => {
  const foreseen = [BoardError, TableError, Refusal].some((kind) => error instanceof kind);
  if (!foreseen) console.error(error);
  const words = foreseen ? error.message : say("broken", { error: cut(String(error)) });
  return capital(words) + (/[.!?]$/.test(words) ? "" : ".");
};

export const complain = (words) => (byId("alert").textContent = words);

/** The same act, after which an error is told and not thrown. */
export const guarded = (act) => async (event) => {
  try {
    await act(event);
  } catch (error) {
    complain(reason(error));
  }
};
