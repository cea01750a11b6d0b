// How the machine has learned, and how the person did against it, as curves.
import { byId, svgElement } from "../dom/elements.js";
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
 * @param {object[]} race After each game against the person, `games` and the shares of moves
 *   without a mistake: `mine` the person's, `its` the machine's.
 */
export function drawCurves(grades, race) {
  const mostGames = Math.max(grades.at(-1).games, FEWEST_GAMES);
  const curves = [
    { kind: "random", figure: "won-random", list: grades, share: ({ random }) => random.won },
    {
      kind: "perfect",
      figure: "drew-perfect",
      list: grades,
      share: ({ perfect }) => perfect.drawn,
    },
    { kind: "mine", figure: "mine", list: race, share: ({ mine }) => mine },
    { kind: "its", figure: "its", list: race, share: ({ its }) => its },
  ];
  const drawn = [...drawAxes(mostGames)];
  for (const curve of curves) {
    if (curve.list.length > 0) {
      byId(curve.figure).textContent = formatPercent(curve.share(curve.list.at(-1)));
      drawn.push(...drawCurve(curve, mostGames));
    }
  }
  byId("curve").replaceChildren(...drawn);
  byId("race").hidden = race.length === 0;
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
function drawCurve({ kind, list, share }, mostGames) {
  const points = list.map((entry) => [
    LEFT + ((RIGHT - LEFT) * entry.games) / mostGames,
    BOTTOM - (BOTTOM - TOP) * share(entry),
  ]);
  const [cx, cy] = points.at(-1);
  return [
    svgElement("polyline", { class: kind, points: points.join(" ") }),
    svgElement("circle", { class: kind, cx, cy, r: 4 }),
  ];
}
