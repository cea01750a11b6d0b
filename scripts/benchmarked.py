"""The functions that scripts/benchmark.py times within a process.

    python scripts/benchmarked.py NAME [FILE]

NAME is a function below. It returns a function to time, and how many units of work a
call of that does: look-ups, say, or grades. After a first call it is called for a fifth
of a second. The CPU and the wall time of a unit of work are printed, in seconds.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from ttt_table import Game, Table, open_table

Timed = tuple[Callable[[], object], int]
"""A function to time, and how many units of work a call of it does."""

SECONDS = 0.2
"""How long the function is called."""


def main(name: str, *arguments: str) -> None:
    """Time one of the functions below, and print its CPU and its wall time."""
    run, count = globals()[name](*arguments)
    start = time.perf_counter()
    run()
    first_run = time.perf_counter() - start
    times = max(1, int(SECONDS / first_run))

    cpu_start = time.process_time()
    wall_start = time.perf_counter()
    for _ in range(times):
        run()
    cpu = time.process_time() - cpu_start
    wall = time.perf_counter() - wall_start
    print(cpu / times / count, wall / times / count)


def search() -> Timed:
    """Solve 3x3: 5,478 positions, with their distances."""
    from ttt_table.build.search import search as solve

    return lambda: solve(Game()), 1


def seen() -> Timed:
    """Look up boards that the table has answered before."""
    table = open_table()
    boards = list(table)
    return lambda: [table[board] for board in boards], len(boards)


def new(path: str | None = None) -> Timed:
    """Look up boards that are new to the table, and their moves."""
    if path is None:
        boards = list(open_table())
    else:
        _, array = random_boards(path, 4000)
        boards = [text_of_marks(row) for row in array]

    def run() -> None:
        table = open_table(path)
        for board in boards:
            table[board]
            table.moves(board)

    return run, len(boards)


def text_of_marks(marks: Any) -> str:
    """Return a row of an array of boards as text."""
    return "".join(".XO"[mark] for mark in marks)


def values(path: str) -> Timed:
    """Look up the values and plies of boards in an array."""
    table, boards = random_boards(path, 800_000)
    return lambda: table.batch(boards), len(boards)


def scores(path: str) -> Timed:
    """Look up the scores of all their moves too."""
    table, boards = random_boards(path, 800_000)
    return lambda: table.batch(boards).scores, len(boards)


def random_boards(path: str, count: int) -> tuple[Table, Any]:
    """Return random boards with any number of stones.

    Args:
        path: The table of their game.
        count: The number of boards; those that play cannot reach are left out.

    Returns:
        The table, and an array with one row per board.
    """
    import numpy

    table = open_table(path)
    cells = table.game.cells
    rng = numpy.random.default_rng(1)
    # A random order of play, and how much of it has been played.
    order = rng.permuted(numpy.tile(numpy.arange(cells), (count, 1)), axis=1)
    marks_in_turn = 1 - 2 * (numpy.arange(cells) % 2)
    stones = rng.integers(cells, size=(count, 1))
    boards = numpy.where(order < stones, marks_in_turn[order], 0).astype(numpy.int8)
    return table, boards[table.batch(boards).reachable]


def first_free(path: str | None = None) -> Timed:
    """Grade a player that takes the first free cell, on both sides."""
    from ttt_table.grading import grade

    table = open_table(path)
    return lambda: grade(lambda board: board.index("."), table=table), 1


def any_cell() -> Timed:
    """Grade a player that plays any cell, and so meets every board."""
    from ttt_table.grading import grade

    table = open_table()

    def player(board: str) -> dict[int, int]:
        return {cell: 1 for cell in range(9) if board[cell] == "."}

    return lambda: grade(player, table=table), 1


def program() -> Timed:
    """Query a program in Python that takes the first free cell, once per board."""
    from ttt_table.grading import Program, grade

    text = "import sys\nfor line in sys.stdin: print(line.index('.'), flush=True)"
    player = Program([sys.executable, "-c", text])
    queries = 2 * grade(player).decisions
    return lambda: grade(player), queries


if __name__ == "__main__":
    main(*sys.argv[1:])
