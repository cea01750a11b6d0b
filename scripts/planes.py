"""Lines of finite planes, and of Sim, as ``ttt-table build --lines`` reads them.

python scripts/planes.py affine 4 > plane.txt
ttt-table build --rows 4 --cols 4 --lines plane.txt --name affine-4
"""

from __future__ import annotations

import sys
from itertools import combinations

from ttt_table import Game
from ttt_table.rules.game import cells_in, lines


def affine_plane(order: int) -> Game:
    """The affine plane of order 2, 3 or 4: point (x, y) is the cell of row x and column y."""
    numbers = range(order)

    def on_slope(slope: int, x: int, start: int) -> int:
        if order < 4:
            return (slope * x + start) % order
        # The field of 0, 1, a and a + 1: sums are exclusive ors, and all but 0 are powers of a.
        return start ^ (0 if 0 in (slope, x) else (slope + x - 2) % 3 + 1)

    ends = [[x * order + y for y in numbers] for x in numbers]
    ends += [
        [x * order + on_slope(slope, x, start) for x in numbers]
        for slope in numbers
        for start in numbers
    ]
    return Game(order, order, lines=ends, name=f"affine-{order}")


def projective_plane(order: int) -> Game:
    """The projective plane of order 2 or 3, by a difference set (J. Singer, 1938)."""
    differences = {2: (0, 1, 3), 3: (0, 1, 3, 9)}[order]
    points = order * order + order + 1
    ends = [[(start + one) % points for one in differences] for start in range(points)]
    return Game(1, points, lines=ends, name=f"projective-{order}")


def sim() -> Game:
    """Sim: whoever draws a triangle among six points loses. A cell is one of the 15 edges."""
    edges = list(combinations(range(6), 2))
    triangles = [
        [edges.index(edge) for edge in combinations(corners, 2)]
        for corners in combinations(range(6), 3)
    ]
    return Game(3, 5, lines=triangles, name="sim", misere=True)


PLANES: dict[str, Game] = {
    **{f"affine {order}": affine_plane(order) for order in (2, 3, 4)},
    **{f"projective {order}": projective_plane(order) for order in (2, 3)},
    "sim": sim(),
}


def main() -> None:
    """Print the lines of the plane that is asked for."""
    name = " ".join(sys.argv[1:])
    if name not in PLANES:
        sys.exit(f"which of them? {', '.join(PLANES)}")
    print("\n".join(" ".join(map(str, cells_in(line))) for line in lines(PLANES[name])))


if __name__ == "__main__":
    main()
