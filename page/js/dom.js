// Elements, focus, motion, and what is kept on this device.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return the element of the page with an id.
 *
 * @returns {any} Its kind is that in the template.
 */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * Return the elements that a selector finds.
 *
 * @returns {any[]} Their kind is that in the template.
 */
export function allOf(selector) {
  return [...document.querySelectorAll(selector)];
}

/**
 * Make an element of HTML.
 *
 * @param {string} name The name of its tag.
 * @param {Record<string, any>} [attributes] Its attributes; one that is undefined is left
 *   out.
 * @param {...(Node | string | number)} children What it holds.
 */
export function element(name, attributes = {}, ...children) {
  return furnish(document.createElement(name), attributes, children);
}

/** Make an element of SVG, given like one of HTML. */
export function svgElement(name, attributes = {}, ...children) {
  return furnish(document.createElementNS(SVG, name), attributes, children);
}

function furnish(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) {
      made.setAttribute(name, value);
    }
  }
  made.append(...children);
  return made;
}

/** Set custom properties of an element's style. */
export function setProperties(styled, properties) {
  for (const [name, value] of Object.entries(properties)) {
    styled.style.setProperty(`--${name}`, value);
  }
}

/** Let the element of a group that has the focus be the group's stop for the Tab key. */
export function keepOneTabStop(group) {
  group.addEventListener("focusin", ({ target }) => {
    tabStop(group).tabIndex = -1;
    target.tabIndex = 0;
  });
}

/** Return the element of a group that is its stop for the Tab key. */
export function tabStop(group) {
  return group.querySelector("[tabindex='0']");
}

/** Move the focus to where a key leads: `goals` has elements by the names of keys. */
export function followKey(event, goals) {
  if (!(event.key in goals) || event.altKey || event.metaKey) {
    return;
  }
  goals[event.key]?.focus();
  event.preventDefault();
}

/** Return whether the person has asked for less motion. */
export function prefersCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** What is kept where the browser does not let a page do so, until the page is left. */
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
