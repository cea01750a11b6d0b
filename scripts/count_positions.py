"""Count the positions and games of an m,n,k game without solving it.

    python scripts/count_positions.py [ROWS COLS K]

It shares no code with the package, and lists no positions: pairs of disjoint sets are counted by
summing over subsets. A position is reachable just where the player to move has no line, and all
lines of the other have a cell in common: his last stone stands there and made them all.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from math import factorial
from operator import add
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Orbits = list[list[int]]  # cells that a symmetry carries to one another
Row = list[int]  # a number for each ply
Counts = dict[str, int | Row]  # by the names that the audit gives to its counts


class Tally(NamedTuple):
    """Positions without a line, with one, and games that a line finishes, by ply; drawn games."""

    going_on: Row
    by_line: Row
    games: Row
    drawn_games: int


def main() -> None:
    """Count, and print a JSON object."""
    rows, cols, k = map(int, sys.argv[1:] or (3, 3, 3))
    print(
        json.dumps(counted(lines(rows, cols, k), symmetries(rows, cols), misere=False))
    )


def counted(
    winning: Sequence[int], turns: Sequence[Row], misere: bool, breaker: bool = False
) -> Counts:
    """How many there are, where lines are sets of cells, and the first symmetry moves nothing."""
    cells = len(turns[0])
    # By Burnside's lemma there are as many classes as positions left in place, on the average.
    left = [left_in_place(cells, winning, orbits(turn), breaker) for turn in turns]
    going_on, by_line, last_stones = left[0]
    classes, classes_by_line, _ = (
        [sum(numbers) // len(left) for numbers in zip(*rows_of_one, strict=True)]
        for rows_of_one in zip(*left, strict=True)
    )
    # The stones before the last one can have come in these orders, the players in turn.
    games = [
        many * factorial(max(0, -(-ply // 2) - 1)) * factorial(ply // 2)
        for ply, many in enumerate(last_stones)
    ]
    drawn_games = going_on[-1] * factorial(-(-cells // 2)) * factorial(cells // 2)
    tally = Tally(going_on, by_line, games, drawn_games)
    return named(tally, Tally(classes, classes_by_line, [], 0), misere, breaker)


def named(tally: Tally, classes: Tally, misere: bool, breaker: bool) -> Counts:
    """The counts by their names, of all positions and of those up to symmetry."""
    full, full_classes = tally.going_on[-1], classes.going_on[-1]
    rules = misere, breaker
    return {
        "positions": sum(tally.going_on) + sum(tally.by_line),
        "positions up to symmetry": sum(classes.going_on) + sum(classes.by_line),
        "unfinished": sum(tally.going_on[:-1]),
        **ended("finished", tally.by_line, full, *rules),
        **ended("finished up to symmetry", classes.by_line, full_classes, *rules),
        "positions per ply": [*map(add, tally.going_on, tally.by_line)],
        "classes per ply": [*map(add, classes.going_on, classes.by_line)],
        "finished classes per ply": [
            *classes.by_line[:-1],
            classes.by_line[-1] + full_classes,
        ],
        **ended("games", tally.games, tally.drawn_games, *rules),
        "games ending per ply": [
            *tally.games[:-1],
            tally.games[-1] + tally.drawn_games,
        ],
    }


def lines(rows: int, cols: int, k: int) -> list[int]:
    """Every set of k cells in a row."""
    board = [(row, col) for row in range(rows) for col in range(cols)]
    ways = [(0, 1), (1, 0), (1, 1), (1, -1)]
    runs = [
        [(row + step * down, col + step * right) for step in range(k)]
        for row, col in board
        for down, right in ways
    ]
    inside = [run for run in runs if {*run} <= {*board}]
    return sorted({sum(1 << board.index(cell) for cell in run) for run in inside})


def symmetries(rows: int, cols: int, gravity: bool = False) -> list[Row]:
    """Where each symmetry of the board carries each cell; the first carries none anywhere."""
    board = np.arange(rows * cols).reshape(rows, cols)
    turned = [np.rot90(board, quarters) for quarters in range(1 if gravity else 4)]
    images = [image for one in turned for image in (one, one[:, ::-1])]
    flat = [
        tuple(image.ravel().tolist()) for image in images if image.shape == board.shape
    ]
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


def left_in_place(
    cells: int, winning: Sequence[int], orbits: Orbits, breaker: bool
) -> tuple[Row, Row, Row]:
    """By ply: the positions without a line, those with one, and these by stones that came last.

    Only positions that play can reach and that fill all cells of an orbit alike.
    """
    sets, sizes = whole_orbits(orbits)
    of_x = shared_cells(sets, winning)  # -1 without a line
    of_o = np.full_like(of_x, -1) if breaker else of_x
    rows: tuple[Row, Row, Row] = ([], [], [])
    movers, summed = -1, np.empty(0)
    for ply in range(cells + 1):
        own, shared = (of_o, of_x) if ply % 2 else (of_x, of_o)
        # The player to move has half the stones, rounded down.
        if movers != ply // 2 or breaker:
            movers = ply // 2
            summed = sums_over_subsets((own < 0) & (sizes == movers))
        beside = summed[
            ::-1
        ]  # the movers' sets that have no cell in common with each set
        of_last = np.flatnonzero(sizes == ply - movers)
        lines_of_last, ways = shared[of_last], beside[of_last].astype(np.int64)
        rows[0].append(int(ways[lines_of_last < 0].sum()))
        rows[1].append(int(ways[lines_of_last > 0].sum()))
        rows[2].append(int(ways @ np.maximum(lines_of_last, 0)))
    return rows


def whole_orbits(orbits: Orbits) -> tuple[Array, Array]:
    """Every set of cells that is made of whole orbits, in the order of numbers, and its size."""
    sets, sizes = np.zeros(1, np.int32), np.zeros(1, np.int8)
    for orbit in orbits:
        sets = np.concatenate([sets, sets | np.int32(sum(1 << cell for cell in orbit))])
        sizes = np.concatenate([sizes, sizes + np.int8(len(orbit))])
    return sets, sizes


def shared_cells(sets: Array, winning: Sequence[int]) -> Array:
    """How many cells all the lines in each set have in common; -1 where it has no line."""
    common = np.full(
        len(sets), -1, np.int32
    )  # all bits set: the cells common to no lines at all
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


def ended(
    name: str, by_line: Row, full: int, misere: bool, breaker: bool
) -> dict[str, int | Row]:
    """How many have ended, and how: X has made the line where the number of stones is odd."""
    of_x, of_o, drawn = sum(by_line[1::2]), sum(by_line[::2]), full
    if breaker:  # a full board is O's
        of_o, drawn = full, 0
    x_wins, o_wins = (of_o, of_x) if misere else (of_x, of_o)
    return {
        name: of_x + of_o + drawn,
        f"{name}, X wins": x_wins,
        f"{name}, O wins": o_wins,
        f"{name}, drawn": drawn,
    }


if __name__ == "__main__":
    main()
