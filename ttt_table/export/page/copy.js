// Copying a text, where the browser lets a page do so.
import { byId } from "./elements.js";
import { say } from "./say.js";

/** Show a text in an element, and copy it; where that is refused it is selected, to be copied by hand. */
export const copy = async (text, into) => {
  into.hidden = false;
  into.value = text;
  into.select();
  try {
    await navigator.clipboard.writeText(text);
    byId("says").textContent = say("copied");
  } catch {
    into.focus();
  }
};
