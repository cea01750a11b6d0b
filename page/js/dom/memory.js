// What is kept on this device alone; where the browser does not let a page do so, until the page is
// left.

const kept = new Map();

/** Return the text that was kept under a name, or an empty one. */
export function recall(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return kept.get(name) ?? "";
  }
}

/** Keep a text under a name. */
export function remember(name, text) {
  kept.set(name, text);
  try {
    localStorage.setItem(name, text);
  } catch {
    // It is forgotten when the page is left.
  }
}
