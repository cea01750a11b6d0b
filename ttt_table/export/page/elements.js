// Elements of a page, as they are found and made.
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
export const miniature = (board, { rows, cols }, fresh = []) => {
  const [width, height] = [cols * 100, rows * 100];
  const drawn = svgElement("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  drawn.setAttribute("class", "mini");
  let lattice = "";
  for (let col = 1; col < cols; col++) lattice += `M${col * 100} 6V${height - 6}`;
  for (let row = 1; row < rows; row++) lattice += `M6 ${row * 100}H${width - 6}`;
  drawn.append(svgElement("path", { class: "lattice", d: lattice }));
  [...board].forEach((mark, at) => {
    if (mark === ".") return;
    const place = { x: (at % cols) * 100, y: Math.floor(at / cols) * 100, width: 100, height: 100 };
    const made = stone(mark, place);
    if (fresh.length && !fresh.includes(at)) made.classList.add("old");
    drawn.append(made);
  });
  return drawn;
};
