// Elements of a page, as they are found and made.
const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

export const element = (name, className = "", text = "") => {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
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
