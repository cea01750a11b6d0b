// Waiting for a server.
import { translate } from "../language/translate.js";
import { byId } from "./elements.js";

const NOTICE_AFTER = 500; // milliseconds

/** Wait for what a promise resolves to; the person is told once it takes long. */
export async function whileLoading(promise) {
  const notice = setTimeout(() => {
    byId("says").textContent = translate("loading");
  }, NOTICE_AFTER);
  try {
    return await promise;
  } finally {
    clearTimeout(notice);
  }
}
