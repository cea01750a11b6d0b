// Elements of the page, as they are found and made.

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
