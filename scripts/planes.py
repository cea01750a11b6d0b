"""Print the lines of a finite plane, or of Sim, for ``ttt-table build --lines``.

python scripts/planes.py affine 4 > plane.txt
ttt-table build --rows 4 --cols 4 --lines plane.txt --name affine-4
"""

from __future__ import annotations

import sys
from itertools import combinations

from ttt_table import Game
from ttt_table.rules.cells import cells_in
from ttt_table.rules.game import lines_of_x


def affine_plane(order: int) -> Game:
    """Return the affine plane of order 2, 3 or 4.

    The point (x, y) is the cell of row x and column y.
    """
    numbers = range(order)
    plane_lines = [list(range(x * order, (x + 1) * order)) for x in numbers]  # rows
    for slope in numbers:
        for start in numbers:
            line = [x * order + _y_on_line(order, slope, x, start) for x in numbers]
            plane_lines.append(line)
    return Game(order, order, lines=plane_lines, name=f"affine-{order}")


def _y_on_line(order: int, slope: int, x: int, start: int) -> int:
    """Return slope * x + start in the field of this order."""
    if order < 4:
        return (slope * x + start) % order
    # The numbers 0 to 3 stand for 0, 1, a and a + 1: a sum is their exclusive or, and
    # 1, 2 and 3 are the powers of a, whose exponents are added modulo 3.
    product = 0
    if slope and x:
        product = (slope - 1 + x - 1) % 3 + 1
    return start ^ product


def projective_plane(order: int) -> Game:
    """Return the projective plane of order 2 or 3, by a difference set.

    Source: J. Singer, A theorem in finite projective geometry, 1938.
    """
    differences = {2: (0, 1, 3), 3: (0, 1, 3, 9)}[order]
    points = order * order + order + 1
    plane_lines = []
    for start in range(points):
        line = [(start + difference) % points for difference in differences]
        plane_lines.append(line)
    return Game(1, points, lines=plane_lines, name=f"projective-{order}")


def sim() -> Game:
    """Return Sim: the player who completes a triangle among six points loses.

    A cell is one of the 15 edges between the points.
    """
    edges = list(combinations(range(6), 2))
    triangles = []
    for corners in combinations(range(6), 3):
        triangles.append([edges.index(edge) for edge in combinations(corners, 2)])
    return Game(3, 5, lines=triangles, name="sim", misere=True)


PLANES: dict[str, Game] = {
    "affine 2": affine_plane(2),
    "affine 3": affine_plane(3),
    "affine 4": affine_plane(4),
    "projective 2": projective_plane(2),
    "projective 3": projective_plane(3),
    "sim": sim(),
}


def main() -> None:
    """Print the lines of the plane that the arguments name."""
    name = " ".join(sys.argv[1:])
    if name not in PLANES:
        sys.exit(f"name one of these: {', '.join(PLANES)}")
    for line in lines_of_x(PLANES[name]):
        print(" ".join(map(str, cells_in(line))))


if __name__ == "__main__":
    main()
