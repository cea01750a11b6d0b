// How the machine has learned, as curves.
import { byId, svgElement } from "../dom.js";
import { formatPercent, translate } from "../language/translate.js";

const LEFT = 40;
const RIGHT = 312;
const TOP = 8;
const BOTTOM = 128;
const FEWEST_GAMES = 10; // that the axis shows

/**
 * Draw the curves, and write the last figure of each into its key.
 *
 * @param {object[]} grades The machine's grades, each with its number of `games`.
 */
export function drawCurves(grades) {
  const mostGames = Math.max(grades.at(-1).games, FEWEST_GAMES);
  const curves = [
    { kind: "random", figure: "won-random", share: ({ random }) => random.won },
    { kind: "perfect", figure: "drew-perfect", share: ({ perfect }) => perfect.drawn },
  ];
  const drawn = [...drawAxes(mostGames)];
  for (const curve of curves) {
    byId(curve.figure).textContent = formatPercent(curve.share(grades.at(-1)));
    drawn.push(...drawCurve(curve, grades, mostGames));
  }
  byId("curve").replaceChildren(...drawn);
}

function drawAxes(mostGames) {
  return [
    svgElement("path", { class: "axis", d: `M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}` }),
    label(LEFT - 5, TOP + 8, 100),
    label(LEFT - 5, BOTTOM, 0),
    label(RIGHT, BOTTOM + 18, translate("gamesLearned", { games: mostGames })),
  ];
}

function label(x, y, text) {
  return svgElement("text", { x, y, "text-anchor": "end" }, text);
}

/** A line, and a dot at its end. */
function drawCurve({ kind, share }, grades, mostGames) {
  const points = grades.map((grade) => [
    LEFT + ((RIGHT - LEFT) * grade.games) / mostGames,
    BOTTOM - (BOTTOM - TOP) * share(grade),
  ]);
  const [cx, cy] = points.at(-1);
  return [
    svgElement("polyline", { class: kind, points: points.join(" ") }),
    svgElement("circle", { class: kind, cx, cy, r: 4 }),
  ];
}
