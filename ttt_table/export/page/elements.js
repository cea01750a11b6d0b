// Elements of a page, as they are found and made.
import { lattice, placesOf } from "./places.js";

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

export const element = (name, className = "", text = "") => {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
};

export const button = (words, act, className = "") => {
  const made = element("button", className, words);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
};

export const svgElement = (name, attributes = {}, text = "") => {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
};

export const stone = (mark, at = {}) => {
  const drawn = svgElement("svg", { class: `stone ${mark}`, "aria-hidden": "true", ...at });
  drawn.append(svgElement("use", { href: `#${mark}` }));
  return drawn;
};

/** A board drawn small, each cell 100 wide; `fresh` are stones in full ink. */
export const miniature = (board, table, fresh = []) => {
  const places = placesOf(table);
  const drawn = svgElement("svg", { viewBox: `0 0 ${places.width} ${places.height}`, "aria-hidden": "true" });
  drawn.setAttribute("class", "mini");
  drawn.append(svgElement("path", { class: "lattice", d: lattice(places, 6) }));
  [...board].forEach((mark, at) => {
    if (mark === ".") return;
    const [x, y] = places.at[at];
    const made = stone(mark, { x, y, width: 100, height: 100 });
    if (fresh.length && !fresh.includes(at)) made.classList.add("old");
    drawn.append(made);
  });
  return drawn;
};
