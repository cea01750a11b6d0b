"""What scripts/benchmark.py times within a process.

    python scripts/benchmarked.py NAME [FILE]

Each function returns what is timed and how many things that is. After a first run it is repeated
for a fifth of a second; the CPU and the wall time of one thing are printed, in seconds.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from ttt_table import Game, Table, open_table

Timed = tuple[Callable[[], object], int]
SECONDS = 0.2


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


def search() -> Timed:
    """All of 3x3: 5,478 positions, with their distances."""
    from ttt_table.build.search import search as solve

    return lambda: solve(Game()), 1


def seen() -> Timed:
    """Boards that the table has answered before."""
    table = open_table()
    boards = list(table)
    return lambda: [table[board] for board in boards], len(boards)


def new(path: str | None = None) -> Timed:
    """Boards that are new to the table, with all their moves."""
    table, found = (open_table(), None) if path is None else draw_array(path, 4000)
    boards = (
        [*table]
        if found is None
        else ["".join(".XO"[mark] for mark in one) for one in found]
    )

    def run() -> None:
        fresh = open_table(path)
        for board in boards:
            fresh[board]
            fresh.moves(board)

    return run, len(boards)


def values(path: str) -> Timed:
    """Values and plies of boards in an array."""
    table, found = draw_array(path, 800_000)
    return lambda: table.batch(found), len(found)


def scores(path: str) -> Timed:
    """The scores of all their moves too."""
    table, found = draw_array(path, 800_000)
    return lambda: table.batch(found).scores, len(found)


def draw_array(path: str, many: int) -> tuple[Table, Any]:
    """Those of many random boards that play can reach, with any number of stones, in numpy."""
    import numpy

    table, draw = open_table(path), numpy.random.default_rng(1)
    cells = table.game.cells
    order = draw.permuted(numpy.tile(numpy.arange(cells), (many, 1)), axis=1)
    marks = (1 - 2 * (numpy.arange(cells) % 2))[order]
    boards = numpy.where(order < draw.integers(cells, size=(many, 1)), marks, 0).astype(
        numpy.int8
    )
    return table, boards[table.batch(boards).reachable]


def first_free(path: str | None = None) -> Timed:
    """A grade of a player that takes the first free cell, both sides."""
    from ttt_table.grading import grade

    table = open_table(path)
    return lambda: grade(lambda board: board.index("."), table=table), 1


def any_cell() -> Timed:
    """A grade of a player that plays any cell, and so meets every board."""
    from ttt_table.grading import grade

    table = open_table()
    return lambda: grade(
        lambda board: {c: 1 for c in range(9) if board[c] == "."}, table=table
    ), 1


def program() -> Timed:
    """The same first player as a program in Python, for each board that it is asked."""
    from ttt_table.grading import grade
    from ttt_table.players import Program

    text = "import sys\nfor line in sys.stdin: print(line.index('.'), flush=True)"
    asked = Program([sys.executable, "-c", text])
    return lambda: grade(asked), 2 * grade(asked).counts.decisions


if __name__ == "__main__":
    main(*sys.argv[1:])
