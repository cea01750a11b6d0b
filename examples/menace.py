"""MENACE, a machine of matchboxes that learns tic-tac-toe, graded exactly as it learns.

Donald Michie's machine of 1961 ("Experiments on the mechanization of game-learning", The Computer
Journal 6, 1963) has a box for each board that its X can face up to symmetry, 304 with the first
move; in it are beads for the moves, and one is drawn. The beads of a game that is won or drawn are
put back with more of their kind, those of a game that is lost are kept.

Elsewhere such a curve is sampled: so many games, so many won. Here each point is exact, all games
that the machine may play by the beads it has, against an opponent who knows the beads:

    python examples/menace.py [--games N] [--seed N] [--svg FILE]
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from operator import itemgetter
from pathlib import Path

from ttt_table import Game, Table, open_table, symmetries
from ttt_table.grading import Grade, grade

FIRST_BEADS = {0: 8, 2: 4, 4: 2, 6: 1}
"""Beads of each kind in a new box, by the stones on its board: early moves need patience."""
REWARD = {1: 3, 0: 1, -1: -1}
"""Beads that come back beside the drawn one, after a win, a draw and a loss."""
TURNS = sorted(symmetries(Game()))

Opponent = Callable[[str, random.Random], int]


class Menace:
    """The boxes, with their beads; it plays X."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.boxes: dict[str, dict[int, int]] = {}
        self.fill()

    def fill(self) -> None:
        """Put the first beads into a box for each board that X can face, but for the last move."""
        for board in self.table:
            stones = 9 - board.count(".")
            moves = self.table.scores(board)
            if stones in FIRST_BEADS and moves and board == turned_to_box(board)[0]:
                # One kind of bead for moves that a symmetry of the board exchanges.
                kinds = {
                    turned_to_box(put(board, cell, "X"))[0]: cell
                    for cell in reversed(moves)
                }
                self.boxes[board] = dict.fromkeys(
                    sorted(kinds.values()), FIRST_BEADS[stones]
                )

    def __call__(self, board: str) -> dict[int, int]:
        """The player, for `grade`: how many beads lie for each cell of this very board."""
        box, turn = turned_to_box(board)
        if box not in self.boxes:  # the last move, which needs no beads
            return {board.index("."): 1}
        return {
            turn.index(cell): beads for cell, beads in self.boxes[box].items() if beads
        }

    def learn(self, played: Sequence[tuple[str, int]], value: int) -> None:
        """Reward or punish the beads that were drawn, each with its board."""
        for board, cell in played:
            box, turn = turned_to_box(board)
            if box in self.boxes:
                beads = self.boxes[box]
                beads[turn[cell]] = max(0, beads[turn[cell]] + REWARD[value])
                if not any(
                    beads.values()
                ):  # Michie's machine would give up; this one starts anew
                    beads[turn[cell]] = 1


def turned_to_box(board: str) -> tuple[str, tuple[int, ...]]:
    """The greatest of its images, as on the labels, and the cell there that each cell goes to."""
    images = []
    for turn in TURNS:
        image = ["."] * 9
        for cell, goal in enumerate(turn):
            image[goal] = board[cell]
        images.append(("".join(image), turn))
    return max(images, key=itemgetter(0))


def put(board: str, cell: int, mark: str) -> str:
    """The board after a move."""
    return board[:cell] + mark + board[cell + 1 :]


def anyhow(board: str, lots: random.Random) -> int:
    """An opponent who plays any empty cell."""
    return lots.choice([cell for cell, mark in enumerate(board) if mark == "."])


def play(menace: Menace, opponent: Opponent, lots: random.Random) -> int:
    """Play a game and learn from it; returns 1, 0 or -1 for a win, a draw or a loss."""
    board, played = "." * 9, []
    while menace.table[board].plies:
        beads = menace(board)
        (cell,) = lots.choices(list(beads), list(beads.values()))
        played.append((board, cell))
        board = put(board, cell, "X")
        if menace.table[board].plies:
            board = put(board, opponent(board, lots), "O")
    x_to_move = board.count("X") == board.count("O")
    value = menace.table[board].value * (1 if x_to_move else -1)
    menace.learn(played, value)
    return value


def learning(games: int, every: int, seed: int) -> list[tuple[int, Grade]]:
    """The grade of a machine as X, before it learns and after every so many games."""
    lots = random.Random(seed)
    menace = Menace(open_table())
    found = [(0, grade(menace, table=menace.table, side="X"))]
    for number in range(1, games + 1):
        play(menace, anyhow, lots)
        if number % every == 0:
            found.append((number, grade(menace, table=menace.table, side="X")))
    return found


def row(games: int, learned: Grade) -> str:
    """A point of the curve in a line, with a bar of up to fifty characters."""
    won = learned.chances.vs_random.won
    worst = float(learned.chances.worst)
    bar = "#" * round(50 * won)
    return f"{games:6}  {float(won):6.2%}  {worst:+.3f}  {bar}"


def svg(points: Sequence[tuple[int, Grade]]) -> str:
    """The curves as a picture: wins against random play, and the worst expected result."""
    width, height, left = 600, 240, 40
    last = max(games for games, _ in points) or 1

    def line(values: Sequence[float], low: float, colour: str) -> str:
        places = []
        for (games, _), one in zip(points, values, strict=True):
            across, up = games / last, (one - low) / (1 - low)
            places.append(
                f"{left + (width - left) * across:.1f},{height * (1 - up):.1f}"
            )
        drawn = f'fill="none" stroke="{colour}" stroke-width="2"'
        return f'<polyline {drawn} points="{" ".join(places)}"/>'

    chances = [learned.chances for _, learned in points]
    won = line([float(each.vs_random.won) for each in chances], 0, "#1b7837")
    worst = line([float(each.worst) for each in chances], -1, "#762a83")
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -10 {width + 10} {height + 50}" font-size="13" \
font-family="sans-serif">
<title>MENACE as it learns, each point exact</title>
<path d="M{left} 0V{height}H{width}" fill="none" stroke="#888"/>
{won}
{worst}
<text x="{left}" y="{height + 18}">0</text>
<text x="{width}" y="{height + 18}" text-anchor="end">{last} games</text>
<text x="{left}" y="{height + 36}" fill="#1b7837">won against random play, 0 to 100 %</text>
<text x="{width}" y="{height + 36}" fill="#762a83" text-anchor="end">worst result, -1 to 1</text>
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
    parser.add_argument("--seed", type=int, default=1, help="of all lots (1)")
    parser.add_argument(
        "--svg", metavar="FILE", help="write the curve as a picture, too"
    )
    options = parser.parse_args(arguments)
    points = learning(options.games, options.every, options.seed)
    print(
        " games     won   worst  (as X; won against random play, all games that it may play)"
    )
    for games, one in points:
        print(row(games, one))
    if options.svg:
        Path(options.svg).write_text(svg(points), encoding="utf-8")


if __name__ == "__main__":
    main()
