// What is kept on this device alone, where the browser lets a page do so.

/** Return the text that was kept under a name, or an empty one. */
export function recall(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** Keep a text under a name. */
export function remember(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch {
    // It is forgotten when the page is left.
  }
}
