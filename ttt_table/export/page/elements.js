// Elements of a page, as they are found and made.
import { lattice, placesOf } from "./places.js";

export const byId = (id) => document.getElementById(id);

/** Give an element its attributes, but for those without a value, and what stands in it. */
const furnished = (made, attributes, inside) => {
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(key, value);
  made.append(...inside);
  return made;
};

export const element = (name, attributes = {}, ...inside) =>
  furnished(document.createElement(name), attributes, inside);

export const svgElement = (name, attributes = {}, ...inside) =>
  furnished(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, inside);

/** A stone, which fills what it stands in. */
export const stone = (mark) =>
  svgElement("svg", { class: `stone ${mark}`, "aria-hidden": "true" }, svgElement("use", { href: `#${mark}` }));

/** The lattice and the stones of a board, each cell 100 wide; `fresh` are stones in full ink. */
export const drawing = (board, places, fresh = [...board].map((_, at) => at)) => [
  svgElement("path", { class: "lattice", d: lattice(places, 6) }),
  ...[...board].flatMap((mark, at) => {
    const [x, y] = places.at[at];
    const look = { class: `stone ${mark} ${fresh.includes(at) ? "" : "old"}`, x, y, width: 100, height: 100 };
    return mark === "." ? [] : svgElement("use", { href: `#${mark}`, ...look });
  }),
];

/** A board drawn small. */
export const miniature = (board, table, fresh) => {
  const places = placesOf(table);
  const look = { viewBox: `0 0 ${places.width} ${places.height}`, class: "mini", "aria-hidden": "true" };
  return svgElement("svg", look, ...drawing(board, places, fresh));
};
