// How the machine learned, and how you did against it.
import { byId, svgElement } from "../elements.js";
import { percent, say } from "../say.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [34, 312, 8, 128];

/** The exact curve of a machine, and its race against the person: how many moves of each were right. */
export const drawCurve = (curve, race) => {
  const most = Math.max(curve.at(-1).games, 10);
  const drawn = (kind, list, share, id = kind) => {
    if (!list.length) return [];
    const points = list.map((one) => [
      LEFT + ((RIGHT - LEFT) * one.games) / most,
      BOTTOM - (BOTTOM - TOP) * share(one),
    ]);
    const [cx, cy] = points.at(-1);
    byId(id).textContent = percent(share(list.at(-1)));
    return [
      svgElement("polyline", { class: kind, points: points.join(" ") }),
      svgElement("circle", { class: kind, cx, cy, r: 4 }),
    ];
  };
  const label = (x, y, words) => svgElement("text", { x, y, "text-anchor": "end" }, words);
  byId("curve").replaceChildren(
    svgElement("path", { class: "axis", d: `M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}` }),
    label(LEFT - 5, TOP + 8, 100),
    label(LEFT - 5, BOTTOM, 0),
    label(RIGHT, BOTTOM + 18, say("gamesLearned", { games: most })),
    ...drawn("random", curve, ({ random }) => random.won, "won-random"),
    ...drawn("perfect", curve, ({ perfect }) => perfect.drawn, "drew-perfect"),
    ...drawn("mine", race, ({ mine }) => mine),
    ...drawn("its", race, ({ its }) => its),
  );
  byId("race").hidden = !race.length;
};
