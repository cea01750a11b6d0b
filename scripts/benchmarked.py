"""What scripts/benchmark.py times within a process.

    python scripts/benchmarked.py NAME [FILE]

Each function returns what is timed and how many things that is. After a first run it is repeated
for a fifth of a second; the CPU and the wall time of one thing are printed, in seconds.
"""

from __future__ import annotations

import functools
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from ttt_table import Game, Table, open_table

Timed = tuple[Callable[[], object], int]
SECONDS = 0.2
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def main(name: str, *given: str) -> None:
    """Time one of the functions below, and print its two figures."""
    run, things = globals()[name](*given)
    start = time.perf_counter()
    run()
    times = max(1, int(SECONDS / (time.perf_counter() - start)))
    cpu, wall = time.process_time(), time.perf_counter()
    for _ in range(times):
        run()
    spent = time.process_time() - cpu, time.perf_counter() - wall
    print(*(seconds / times / things for seconds in spent))


# Solving 3x3


def search() -> Timed:
    """Ours: 5,478 positions, with their distances."""
    from ttt_table.build.search import search as solve

    return lambda: solve(Game()), 1


def cached() -> Timed:
    """A tutorial's minimax with a memory, on tuples, with distances: 5,478 positions."""

    @functools.cache
    def solve(board: tuple[str, ...], player: str) -> int:
        other = "O" if player == "X" else "X"
        if any(board[a] == board[b] == board[c] == other for a, b, c in LINES):
            return -10
        free = [cell for cell in range(9) if board[cell] == " "]
        if not free:
            return 0
        worst = min(solve((*board[:cell], player, *board[cell + 1 :]), other) for cell in free)
        return (worst > 0) - (worst < 0) - worst

    def run() -> None:
        solve.cache_clear()
        solve((" ",) * 9, "X")

    return run, 1


# Looking up


def seen() -> Timed:
    """Boards that the table has answered before."""
    table = open_table()
    boards = list(table)
    return lambda: [table[board] for board in boards], len(boards)


def dictionary() -> Timed:
    """The same in a dictionary: the least that a board as text can cost."""
    plain = dict(open_table().items())
    return lambda: [plain[board] for board in [*plain]], len(plain)


def new(path: str | None = None) -> Timed:
    """Boards that are new to the table, with all their moves."""
    table = open_table(path)
    boards = [one for one in table if table[one].plies] if path is None else draw_boards(table)

    def run() -> None:
        fresh = open_table(path)
        for board in boards:
            fresh[board]
            fresh.moves(board)

    return run, len(boards)


def draw_boards(table: Table) -> list[str]:
    """Some boards that play can reach, with any number of stones."""
    chance = random.Random(1)
    boards: list[str] = []
    while len(boards) < 2000:
        cells = chance.sample(range(table.game.cells), chance.randrange(table.game.cells))
        marks = dict(zip(cells, "XO" * len(cells), strict=False))
        board = "".join(marks.get(cell, ".") for cell in range(table.game.cells))
        boards += [board] if board in table else []
    return boards


# Many at once


def values(path: str) -> Timed:
    """Values and plies of boards in an array."""
    table, found = draw_array(path)
    return lambda: table.batch(found), len(found)


def scores(path: str) -> Timed:
    """The scores of all their moves too."""
    table, found = draw_array(path)
    return lambda: table.batch(found).scores, len(found)


def draw_array(path: str) -> tuple[Table, Any]:
    """Boards as `draw_boards` draws them, in numpy."""
    import numpy

    table, draw, many = open_table(path), numpy.random.default_rng(1), 400_000
    cells = table.game.cells
    order = draw.permuted(numpy.tile(numpy.arange(cells), (2 * many, 1)), axis=1)
    marks = 1 - 2 * (numpy.arange(cells) % 2)
    boards = numpy.where(order < draw.integers(cells, size=(2 * many, 1)), marks[order], 0)
    boards = boards.astype(numpy.int8)
    return table, boards[table.batch(boards).reachable][:many]


# Grading


def first_free(path: str | None = None) -> Timed:
    """A grade of a player that takes the first free cell, both sides."""
    from ttt_table.play import grade

    table = open_table(path)
    return lambda: grade(lambda board: board.index("."), table=table), 1


def any_cell() -> Timed:
    """A grade of a player that plays any cell, and so meets every board."""
    from ttt_table.play import grade

    table = open_table()
    return lambda: grade(lambda board: {c: 1 for c in range(9) if board[c] == "."}, table=table), 1


def program() -> Timed:
    """The same first player as a program in Python, for each board that it is asked."""
    from ttt_table.play import Program, grade

    text = "import sys\nfor line in sys.stdin: print(line.index('.'), flush=True)"
    asked = Program([sys.executable, "-c", text])
    return lambda: grade(asked), 2 * grade(asked).decisions


if __name__ == "__main__":
    main(*sys.argv[1:])
