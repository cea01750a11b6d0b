// Copying a text, where the browser lets a page do so.
import { translate } from "../language/translate.js";
import { byId } from "./elements.js";

/**
 * Show a text in a field and copy it; if that is refused it stays selected, to be copied by hand.
 */
export async function copyText(text, field) {
  field.hidden = false;
  field.value = text;
  field.select();
  try {
    await navigator.clipboard.writeText(text);
    byId("says").textContent = translate("copied");
  } catch {
    field.focus();
  }
}
