// How the machine learned, and how you did against it.
import { byId, svgElement } from "../elements.js";
import { number, percent, say } from "../say.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [34, 312, 8, 128];

/** The exact curve of a machine, and its race against the person: how many moves of each were right. */
export const drawCurve = (curve, race) => {
  const most = Math.max(curve.at(-1).games, 10);
  const point = (games, share) =>
    `${(LEFT + ((RIGHT - LEFT) * games) / most).toFixed(1)},${(BOTTOM - (BOTTOM - TOP) * share).toFixed(1)}`;
  const line = (kind, points) => svgElement("polyline", { class: kind, points: points.join(" ") });
  const dot = (kind, at) => {
    const [cx, cy] = at.split(",");
    return svgElement("circle", { class: kind, cx, cy, r: 4 });
  };
  const lines = {
    random: curve.map(({ games, random }) => point(games, random.won)),
    perfect: curve.map(({ games, perfect }) => point(games, perfect.drawn)),
    mine: race.map(({ games, mine }) => point(games, mine)),
    its: race.map(({ games, its }) => point(games, its)),
  };
  byId("curve").replaceChildren(
    svgElement("path", { class: "axis", d: `M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}` }),
    svgElement("text", { x: LEFT - 5, y: TOP + 8, "text-anchor": "end" }, "100"),
    svgElement("text", { x: LEFT - 5, y: BOTTOM, "text-anchor": "end" }, "0"),
    svgElement("text", { x: RIGHT, y: BOTTOM + 18, "text-anchor": "end" }, say("gamesLearned", { games: number(most) })),
    ...Object.entries(lines)
      .filter(([, points]) => points.length)
      .flatMap(([kind, points]) => [line(kind, points), dot(kind, points.at(-1))]),
  );
  const { random, perfect } = curve.at(-1);
  byId("won-random").textContent = percent(random.won);
  byId("drew-perfect").textContent = percent(perfect.drawn);
  byId("race").hidden = !race.length;
  for (const one of ["mine", "its"]) byId(one).textContent = percent(race.at(-1)?.[one] ?? 0);
};
