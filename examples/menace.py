"""MENACE, a machine of matchboxes that learns tic-tac-toe, graded exactly as it learns.

Donald Michie's machine of 1961 ("Experiments on the mechanization of game-learning",
The Computer Journal 6, 1963) has a box for each board that its X can face up to
symmetry, 304 with the first move. A box holds beads for the moves, and one is drawn.
After a won or drawn game the drawn beads are put back with more of their kind; after a
lost game they are kept.

Elsewhere such a curve is sampled: n games, so many won. Here each point is exact: all
games that the machine may play with its beads, against an opponent who knows the beads.

    python examples/menace.py [--games N] [--seed N] [--svg FILE]
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from ttt_table import Game, Table, open_table, symmetries
from ttt_table.grading import Grade, grade

FIRST_BEADS = {0: 8, 2: 4, 4: 2, 6: 1}
"""Beads of each kind in a new box, by the stones on its board: early moves get more."""
REWARD = {1: 3, 0: 1, -1: -1}
"""How many beads a box gains for the drawn one, after a win, a draw and a loss."""
TURNS = sorted(symmetries(Game()))

Opponent = Callable[[str, random.Random], int]


class Point(NamedTuple):
    """A point of the curve."""

    games: int
    """How many games the machine has played."""
    graded: Grade
    """Its grade as X."""

    @property
    def won(self) -> float:
        """How likely it wins against random play."""
        return float(self.graded.vs_random.won)

    @property
    def worst(self) -> float:
        """Its expected result against a best response."""
        return float(self.graded.worst)


class Menace:
    """The boxes, with their beads. It plays X.

    Attributes:
        table: The table of the game.
        boxes: The beads for each cell, by the board on the label.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.boxes: dict[str, dict[int, int]] = {}
        self.fill()

    def fill(self) -> None:
        """Put the first beads into a box for each board that X can face.

        The last move needs no box.
        """
        for board in self.table:
            stones = 9 - board.count(".")
            moves = self.table.scores(board)
            label, _ = label_of(board)
            if stones not in FIRST_BEADS or not moves or board != label:
                continue
            # Moves that a symmetry of the board exchanges have one kind of bead.
            cells = {}
            for cell in reversed(moves):
                label_after, _ = label_of(put(board, cell, "X"))
                cells[label_after] = cell
            self.boxes[board] = dict.fromkeys(
                sorted(cells.values()), FIRST_BEADS[stones]
            )

    def __call__(self, board: str) -> dict[int, int]:
        """Return how many beads there are for each cell: a player for `grade`."""
        label, turn = label_of(board)
        if label not in self.boxes:  # the last move
            return {board.index("."): 1}
        weights = {}
        for cell_of_label, beads in self.boxes[label].items():
            if beads:
                weights[turn.index(cell_of_label)] = beads
        return weights

    def learn(self, played: Sequence[tuple[str, int]], value: int) -> None:
        """Reward or punish the beads that were drawn.

        Args:
            played: The boards on which beads were drawn, each with its cell.
            value: 1, 0 or -1 for a win, a draw or a loss.
        """
        for board, cell in played:
            label, turn = label_of(board)
            if label not in self.boxes:
                continue
            beads = self.boxes[label]
            cell_of_label = turn[cell]
            beads[cell_of_label] = max(0, beads[cell_of_label] + REWARD[value])
            # Michie's machine gives up when a box is empty; this one keeps a bead.
            if not any(beads.values()):
                beads[cell_of_label] = 1


def label_of(board: str) -> tuple[str, tuple[int, ...]]:
    """Return the label of a board's box: the image of the board that sorts last.

    Also return the symmetry that carries the board to it, as the goal of each cell.
    """
    images = []
    for turn in TURNS:
        image = ["."] * 9
        for cell, goal in enumerate(turn):
            image[goal] = board[cell]
        images.append(("".join(image), turn))
    return max(images, key=itemgetter(0))


def put(board: str, cell: int, mark: str) -> str:
    """Return the board after a move."""
    return board[:cell] + mark + board[cell + 1 :]


def play_at_random(board: str, rng: random.Random) -> int:
    """Play any empty cell, as an opponent."""
    return rng.choice([cell for cell, mark in enumerate(board) if mark == "."])


def play(menace: Menace, opponent: Opponent, rng: random.Random) -> int:
    """Play a game, and let the machine learn from it.

    Returns:
        1, 0 or -1 for a win, a draw or a loss of the machine.
    """
    board = "." * 9
    played = []
    while not menace.table.is_over(board):
        beads = menace(board)
        (cell,) = rng.choices(list(beads), list(beads.values()))
        played.append((board, cell))
        board = put(board, cell, "X")
        if not menace.table.is_over(board):
            board = put(board, opponent(board, rng), "O")

    winner = menace.table.winner(board)
    value = {"X": 1, None: 0, "O": -1}[winner]
    menace.learn(played, value)
    return value


def learning_curve(games: int, every: int, seed: int) -> list[Point]:
    """Grade a machine as X, before it learns and each time after ``every`` games."""
    rng = random.Random(seed)
    menace = Menace(open_table())
    points = [Point(0, grade(menace, table=menace.table, side="X"))]
    for number in range(1, games + 1):
        play(menace, play_at_random, rng)
        if number % every == 0:
            graded = grade(menace, table=menace.table, side="X")
            points.append(Point(number, graded))
    return points


def row(point: Point) -> str:
    """Return a point of the curve as a line, with a bar of up to fifty characters."""
    bar = "#" * round(50 * point.won)
    return f"{point.games:6}  {point.won:6.2%}  {point.worst:+.3f}  {bar}"


def svg(points: Sequence[Point]) -> str:
    """Draw the curves: wins against random play, and the worst expected result."""
    width = 600
    height = 240
    left = 40
    last = max(point.games for point in points) or 1

    def line(values: Sequence[float], low: float, colour: str) -> str:
        """Draw values from low, at the bottom, to 1, at the top."""
        places = []
        for point, value in zip(points, values, strict=True):
            x = left + (width - left) * point.games / last
            y = height * (1 - (value - low) / (1 - low))
            places.append(f"{x:.1f},{y:.1f}")
        stroke = f'fill="none" stroke="{colour}" stroke-width="2"'
        return f'<polyline {stroke} points="{" ".join(places)}"/>'

    won = line([point.won for point in points], 0, "#1b7837")
    worst = line([point.worst for point in points], -1, "#762a83")
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -10 {width + 10} {height + 50}" \
font-size="13" font-family="sans-serif">
<title>MENACE as it learns, each point exact</title>
<path d="M{left} 0V{height}H{width}" fill="none" stroke="#888"/>
{won}
{worst}
<text x="{left}" y="{height + 18}">0</text>
<text x="{width}" y="{height + 18}" text-anchor="end">{last} games</text>
<text x="{left}" y="{height + 36}" fill="#1b7837">\
won against random play, 0 to 100 %</text>
<text x="{width}" y="{height + 36}" fill="#762a83" text-anchor="end">\
worst result, -1 to 1</text>
</svg>
"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Let a machine learn, and print its curve."""
    parser = argparse.ArgumentParser(description="MENACE, graded exactly as it learns")
    parser.add_argument(
        "--games", type=int, default=1000, help="games against random play (1000)"
    )
    parser.add_argument(
        "--every", type=int, default=100, help="games between two grades (100)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="of the random generator (1)"
    )
    parser.add_argument(
        "--svg", metavar="FILE", help="write the curve as a picture, too"
    )
    options = parser.parse_args(arguments)
    points = learning_curve(options.games, options.every, options.seed)
    print(" games     won   worst  (as X; won against random play, exactly)")
    for point in points:
        print(row(point))
    if options.svg:
        Path(options.svg).write_text(svg(points), encoding="utf-8")


if __name__ == "__main__":
    main()
