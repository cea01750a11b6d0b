"""Solve a game of lines, or count its games, by the program solve_stacks.c.

It shares no code with the package, and needs gcc. The program keeps an array in which
each board has its own place, whether or not play can reach it. A board is a row of
stacks, which grow by one stone a move: its columns with gravity, otherwise its cells.
"""

from __future__ import annotations

import atexit
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import prod
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from count_positions import (
    Counts,
    Row,
    Tally,
    count_classes,
    name_games,
    name_positions,
)

SOURCE = Path(__file__).with_suffix(".c")

Stack = Sequence[int]  # its cells, from the bottom up
Found = dict[str, list[Row]]  # what the program prints: the lines of each name


@dataclass(frozen=True, slots=True)
class Rules:
    """A game of lines, in normal play and in misère."""

    stacks: Sequence[Stack]
    """The stacks of cells; every cell is in one of them."""
    lines_of_x: Sequence[int]
    """The lines of X, as sets of cells."""
    lines_of_o: Sequence[int]
    """The lines of O."""
    breaker: bool
    """Whether a full board without a line of X is won by O, in misère by X."""
    symmetries: Sequence[Row]
    """For each symmetry the cell to which it carries each cell."""

    @property
    def cells(self) -> int:
        """Return how many cells the board has."""
        return sum(map(len, self.stacks))


def stacks_of(rows: int, cols: int, *, gravity: bool) -> list[Stack]:
    """Return the stacks of a board whose cells are numbered along the rows."""
    if not gravity:
        return [[cell] for cell in range(rows * cols)]
    return [range((rows - 1) * cols + col, -1, -cols) for col in range(cols)]


def boards_of(stacks: Sequence[Stack]) -> int:
    """Return how many places the array has."""
    return prod((2 << len(stack)) - 1 for stack in stacks)


def results(rules: Rules, *, misere: bool) -> dict[str, Any]:
    """Solve a game, and count its positions, also by their outcomes."""
    found = _output_of("solve", _text_of(rules))
    mode = "-misere" if misere else ""
    won = found[f"won{mode}"]
    lost = found[f"lost{mode}"]
    drawn = found[f"drawn{mode}"]
    value, plies = _outcome(found["scores"][0][misere], rules.cells)

    # X moves at even plies.
    won_classes = count_classes(won)
    lost_classes = count_classes(lost)
    tally = Tally(found["going-on"][0], found["by-line"][0], [], 0)
    classes = Tally(
        count_classes(found["going-on"]), count_classes(found["by-line"]), [], 0
    )
    return {
        **name_positions(tally, classes, misere, rules.breaker),
        "won for the mover": sum(won[0]),
        "lost for the mover": sum(lost[0]),
        "drawn for the mover": sum(drawn[0]),
        "value": value,
        "plies": plies,
        "classes X wins per ply": _in_turn(won_classes, lost_classes),
        "classes O wins per ply": _in_turn(lost_classes, won_classes),
    }


def games(rules: Rules, *, misere: bool) -> Counts:
    """Count the games by the orders in which the stones of a board can have come."""
    found = _output_of("orders", _text_of(rules))
    by_line = found["games-by-line"][0]
    drawn = found["drawn-games"][0][0]
    return name_games(Tally([], [], by_line, drawn), misere, rules.breaker)


def _outcome(score: int, cells: int) -> tuple[str, int]:
    """Return the result of a game in words, and its plies, by the first score."""
    if score == 0:
        return "draw", cells
    return f"{'X' if score > 0 else 'O'} wins", cells + 1 - abs(score)


def _in_turn(at_even_plies: Row, at_odd_plies: Row) -> Row:
    """Return a row that takes every other number from another one."""
    row = [*at_even_plies]
    row[1::2] = at_odd_plies[1::2]
    return row


def _text_of(rules: Rules) -> str:
    """Return the rules as the numbers that the program reads."""
    numbers = [rules.cells, int(rules.breaker), len(rules.stacks)]
    for stack in rules.stacks:
        numbers += [len(stack), *stack]
    for lines in (rules.lines_of_x, rules.lines_of_o):
        patterns = [*_patterns(lines)]
        numbers.append(len(patterns))
        for pattern in patterns:
            numbers += pattern
    stack_at = {stack[0]: index for index, stack in enumerate(rules.stacks)}
    numbers.append(len(rules.symmetries))
    for symmetry in rules.symmetries:
        numbers += [stack_at[symmetry[stack[0]]] for stack in rules.stacks]
    return " ".join(map(str, numbers))


def _patterns(lines: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield a line, and as a set by how many cells it is shifted to give others."""
    shifts_by_shape: dict[int, list[int]] = {}
    for line in lines:
        lowest_cell = (line & -line).bit_length() - 1
        shifts_by_shape.setdefault(line >> lowest_cell, []).append(lowest_cell)
    for shape, shifts in shifts_by_shape.items():
        first = min(shifts)
        yield shape << first, sum(1 << (shift - first) for shift in {*shifts})


@lru_cache(maxsize=2)  # misère comes after normal play, and has the same rules
def _output_of(command: str, rules: str) -> Found:
    """Return what the program prints."""
    done = subprocess.run(
        [_program(), command], input=rules, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"solve_stacks: status {done.returncode} {done.stderr}")
    found: Found = {}
    for line in done.stdout.splitlines():
        name, *numbers = line.split()
        found.setdefault(name, []).append([*map(int, numbers)])
    return found


@cache
def _program() -> str:
    """Return the compiled program, which is deleted in the end."""
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    program = f"{folder.name}/{SOURCE.stem}"
    try:
        subprocess.run(["gcc", "-O3", "-o", program, SOURCE], check=True)
    except FileNotFoundError:
        raise SystemExit(f"{SOURCE.name} has to be compiled: install gcc") from None
    return program
