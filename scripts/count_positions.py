"""Count the positions and games of an m,n,k game without solving it: docs/counts.md.

    python scripts/count_positions.py [ROWS COLS K] [--misere] [--json]

It shares no code with the package, neither with its solvers nor with its audit, and goes through no
list of positions: pairs of disjoint sets are counted by summing over subsets, for each set of cells
once. So it can tell whether a table has all the positions that play can reach, and no other; it
cannot tell their values. 5x5 takes a quarter of a minute and 0.7 GB.

A position is reachable just where the player to move has no line, and all lines of the other, who
moved last, have a cell in common: his last stone stands there and made them all.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Cells = list[tuple[int, int]]
Orbits = list[list[int]]
"""Cells that a symmetry carries to one another: a position that it leaves in place fills all of
them alike."""
Row = list[int]
"""A number for each ply: so many stones."""


def main() -> None:
    """Count, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="?", type=int, default=3)
    parser.add_argument("cols", nargs="?", type=int, default=3)
    parser.add_argument("k", nargs="?", type=int, default=3)
    parser.add_argument("--misere", action="store_true", help="whoever makes a line loses")
    parser.add_argument("--json", action="store_true", help="print a JSON object")
    options = parser.parse_args()
    found = counts(options.rows, options.cols, options.k, misere=options.misere)
    if options.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name}: {value:,}" if isinstance(value, int) else f"{name}: {value}")


def counts(rows: int, cols: int, k: int, *, misere: bool = False) -> dict[str, int | Row]:
    """How many there are of each kind, under the names that the audit gives to its counts."""
    board = [(row, col) for row in range(rows) for col in range(cols)]
    winning = lines(board, k)
    # The first symmetry moves nothing, so it leaves all positions in place. By Burnside's lemma
    # there are as many classes as positions left in place, on the average of the symmetries.
    left = [left_in_place(len(board), winning, orbits(turn)) for turn in symmetries(rows, cols)]
    going_on, by_line, last_stones = left[0]
    classes, classes_by_line, _ = (
        [sum(numbers) // len(left) for numbers in zip(*rows_of_one, strict=True)]
        for rows_of_one in zip(*left, strict=True)
    )
    games = [many * orders(ply) for ply, many in enumerate(last_stones)]
    drawn_games = going_on[-1] * factorial(-(-len(board) // 2)) * factorial(len(board) // 2)
    return {
        "positions": sum(going_on) + sum(by_line),
        "positions up to symmetry": sum(classes) + sum(classes_by_line),
        "unfinished": sum(going_on[:-1]),
        **ended("finished", by_line, going_on[-1], misere),
        **ended("finished up to symmetry", classes_by_line, classes[-1], misere),
        "positions per ply": added(going_on, by_line),
        "classes per ply": added(classes, classes_by_line),
        "finished classes per ply": added(classes_by_line, at_the_end(classes)),
        **ended("games", games, drawn_games, misere),
        "games ending per ply": [*games[:-1], games[-1] + drawn_games],
    }


def lines(board: Cells, k: int) -> list[int]:
    """Every set of k cells in a row."""
    ways = [(0, 1), (1, 0), (1, 1), (1, -1)]
    rows = [
        [(row + step * down, col + step * right) for step in range(k)]
        for row, col in board
        for down, right in ways
    ]
    inside = [row for row in rows if {*row} <= {*board}]
    return sorted({sum(1 << board.index(cell) for cell in row) for row in inside})


def symmetries(rows: int, cols: int) -> list[Row]:
    """Where each symmetry of the board carries each cell; the first carries none anywhere."""
    board = np.arange(rows * cols).reshape(rows, cols)
    turned = [np.rot90(board, quarters) for quarters in range(4)]
    images = [image for one in turned for image in (one, one[:, ::-1])]
    flat = [tuple(image.ravel().tolist()) for image in images if image.shape == board.shape]
    return [list(image) for image in dict.fromkeys(flat)]


def orbits(turn: Row) -> Orbits:
    """The cells that go round together when a symmetry is applied again and again."""
    found: Orbits = []
    for cell in range(len(turn)):
        orbit = [cell]
        while turn[orbit[-1]] != cell:
            orbit.append(turn[orbit[-1]])
        if cell == min(orbit):
            found.append(orbit)
    return found


def left_in_place(cells: int, winning: Sequence[int], orbits: Orbits) -> tuple[Row, Row, Row]:
    """By ply: the positions without a line, those with one, and with one by its last stones.

    Only positions that play can reach and that fill all cells of an orbit alike. A position counts
    in the third row as often as it has stones that can have come last.
    """
    sets, sizes = filled(orbits)
    shared = shared_cells(sets, winning)  # -1 without a line
    no_line = shared < 0
    rows: tuple[Row, Row, Row] = ([], [], [])
    movers, summed = -1, np.empty(0)
    for ply in range(cells + 1):
        # The player to move has half the stones, rounded down.
        if movers != ply // 2:
            movers = ply // 2
            summed = sums_over_subsets(no_line & (sizes == movers))
        beside = summed[::-1]  # the movers' sets that have no cell in common with each set
        of_last = np.flatnonzero(sizes == ply - movers)
        lines_of_last, ways = shared[of_last], beside[of_last].astype(np.int64)
        rows[0].append(int(ways[lines_of_last < 0].sum()))
        rows[1].append(int(ways[lines_of_last > 0].sum()))
        rows[2].append(int(ways @ np.maximum(lines_of_last, 0)))
    return rows


def filled(orbits: Orbits) -> tuple[Array, Array]:
    """Every set of cells that is made of whole orbits, in the order of numbers, and its size."""
    sets, sizes = np.zeros(1, np.int32), np.zeros(1, np.int8)
    for orbit in orbits:
        sets = np.concatenate([sets, sets | np.int32(sum(1 << cell for cell in orbit))])
        sizes = np.concatenate([sizes, sizes + np.int8(len(orbit))])
    return sets, sizes


def shared_cells(sets: Array, winning: Sequence[int]) -> Array:
    """How many cells all the lines in each set have in common; -1 where it has no line."""
    common = np.full(len(sets), -1, np.int32)  # all bits set: the cells common to no lines at all
    for line in winning:
        common[sets & line == line] &= line
    count = np.zeros(len(sets), np.int8)
    for bit in range(30):
        count += (common >> bit & 1).astype(np.int8)
    return np.where(common < 0, np.int8(-1), count)


def sums_over_subsets(chosen: Array) -> Array:
    """For each set how many of its subsets are chosen; sets and subsets by their numbers."""
    sums = chosen.astype(np.int32)
    for bit in range(len(sums).bit_length() - 1):
        without_and_with = sums.reshape(-1, 2, 1 << bit)
        without_and_with[:, 1] += without_and_with[:, 0]
    return sums


def orders(ply: int) -> int:
    """In how many orders the stones before the last one can have come, the players in turn."""
    return factorial(max(0, -(-ply // 2) - 1)) * factorial(ply // 2)


def ended(name: str, by_line: Row, drawn: int, misere: bool) -> dict[str, int | Row]:
    """How many have ended, and how: X has made the line where the number of stones is odd."""
    of_x, of_o = sum(by_line[1::2]), sum(by_line[::2])
    x_wins, o_wins = (of_o, of_x) if misere else (of_x, of_o)
    return {
        name: of_x + of_o + drawn,
        f"{name}, X wins": x_wins,
        f"{name}, O wins": o_wins,
        f"{name}, drawn": drawn,
    }


def added(*rows: Row) -> Row:
    """The sum of some rows."""
    return [sum(numbers) for numbers in zip(*rows, strict=True)]


def at_the_end(row: Row) -> Row:
    """Only the last of a row: what is over because the board is full."""
    return [0] * (len(row) - 1) + row[-1:]


if __name__ == "__main__":
    main()
