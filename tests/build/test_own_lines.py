"""Games in which O has other lines than X, by brute force that shares no code.

Of Hex it knows no chains: it floods the board from an edge.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from support.audits import Check, checked, facts
from support.cases import exhaustive, exhaustive_rows
from support.games import hex_board

from ttt_table import Game, open_table
from ttt_table.audit import audit
from ttt_table.audit.arrays import ArrayCheck
from ttt_table.audit.plain import PlainCheck
from ttt_table.build import build_table
from ttt_table.rules.families import hex_lines, hex_o_lines
from ttt_table.rules.linesets import minimal_lines
from ttt_table.table.files import read_table

Outcomes = dict[str, tuple[int, int]]
"""By board: the value for the mover, and plies to the end."""
HasEnded = Callable[[str, str], bool]
"""Whether a player has filled a line on a board."""
CHECKS: list[Check] = [PlainCheck, ArrayCheck]
METHODS = ["search", "tiers"]
try:
    from ttt_table.audit.compiled import CompiledCheck
    from ttt_table.build.kernel import solve_compiled
except ImportError:  # numba is not installed
    HAS_NUMBA = False
else:
    HAS_NUMBA = True
    CHECKS.append(CompiledCheck)


def outcomes(
    rows: int, cols: int, has_line: HasEnded, *, misere: bool, gravity: bool
) -> Outcomes:
    """Return every board that play can reach, with its result."""
    results_by_board: Outcomes = {}

    def solve(board: str) -> tuple[int, int]:
        if board not in results_by_board:
            results_by_board[board] = result_of(board)
        return results_by_board[board]

    def result_of(board: str) -> tuple[int, int]:
        mover, last = "XO" if board.count("X") == board.count("O") else "OX"
        if has_line(board, last):
            return (1 if misere else -1), 0
        if "." not in board:
            return 0, 0
        results = []
        for cell in range(rows * cols):
            falls = gravity and cell + cols < rows * cols and board[cell + cols] == "."
            if board[cell] == "." and not falls:
                value, plies = solve(board[:cell] + mover + board[cell + 1 :])
                results.append((-value, plies + 1))
        return max(results, key=lambda result: (result[0], -result[0] * result[1]))

    solve("." * (rows * cols))
    return results_by_board


def by_lists(x_lines: list[list[int]], o_lines: list[list[int]]) -> HasEnded:
    def has_line(board: str, player: str) -> bool:
        own_lines = x_lines if player == "X" else o_lines
        own_cells = {cell for cell, mark in enumerate(board) if mark == player}
        return any(own_cells.issuperset(line) for line in own_lines)

    return has_line


def by_flooding(rows: int, cols: int) -> HasEnded:
    """Return the rule of Hex: X joins left and right, O joins top and bottom."""

    def has_chain(board: str, player: str) -> bool:
        if player == "X":
            pending = [(row, 0) for row in range(rows)]
        else:
            pending = [(0, col) for col in range(cols)]
        flooded = set()
        while pending:
            row, col = pending.pop()
            is_on_board = 0 <= row < rows and 0 <= col < cols
            if not is_on_board or (row, col) in flooded:
                continue
            if board[row * cols + col] != player:
                continue
            flooded.add((row, col))
            if (col == cols - 1) if player == "X" else (row == rows - 1):
                return True
            pending += [(row, col - 1), (row, col + 1), (row - 1, col), (row + 1, col)]
            pending += [(row - 1, col + 1), (row + 1, col - 1)]
        return False

    return has_chain


def check_everything(
    game: Game, expected: Outcomes, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check each way to build a table, each way to audit it, and all its answers."""
    files = {}
    for method in METHODS:
        path = folder / method
        build_table(game, path, method=method)
        files[method] = path.read_bytes()
    assert files["search"] == files["tiers"]
    if HAS_NUMBA:
        monkeypatch.setattr("ttt_table.build.tiers.BlocksToSolve.solve", solve_compiled)
        build_table(game, folder / "compiled", method="tiers")
        assert (folder / "compiled").read_bytes() == files["tiers"]

    table = open_table(folder / "tiers")
    assert table.game == game
    assert dict(table) == expected
    batch = table.batch([*expected])
    assert batch.reachable.all()
    results = zip(batch.values.tolist(), batch.plies.tolist(), strict=True)
    assert [*results] == [*expected.values()]
    every_findings = [checked(check, read_table(folder / "tiers")) for check in CHECKS]
    for findings in every_findings:
        assert findings.wrong_slots == 0
        assert facts(findings) == facts(every_findings[0])
    assert audit(folder / "tiers").passed


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    ("rows", "cols"),
    [(2, 2), (2, 3), *exhaustive_rows([(3, 2), (2, 4), (4, 2), (3, 3)])],
)
def test_hex_is_what_flooding_the_board_finds(
    rows: int, cols: int, misere: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every position and slot, however the table is built and audited."""
    has_chain = by_flooding(rows, cols)
    expected = outcomes(rows, cols, has_chain, misere=misere, gravity=False)
    game = hex_board(rows, cols, misere=misere)
    check_everything(game, expected, tmp_path, monkeypatch)


def random_lines(count: int, cells: int, rng: random.Random) -> list[list[int]]:
    """Return so many lines of one to four cells."""
    lengths = [rng.choice([1, 2, 2, 3, 3, 4]) for _ in range(count)]
    return [rng.sample(range(cells), length) for length in lengths]


@pytest.mark.parametrize("seed", [*range(6), *exhaustive(range(6, 60))])
def test_lists_for_each_player_are_what_brute_force_finds(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random lines, some of them of both players; with gravity, and in misère play."""
    rng = random.Random(seed)
    rows, cols = rng.choice([(2, 3), (3, 2), (1, 6), (2, 2), (1, 7)])
    if seed >= 6:
        rows, cols = rng.choice([(2, 4), (3, 3), (4, 2), (2, 3), (1, 8)])
    x_count = rng.randint(0, 5)
    o_count = rng.randint(1, 5)
    shared_count = rng.randint(0, 2)
    x_lines = random_lines(x_count, rows * cols, rng)
    o_lines = random_lines(o_count, rows * cols, rng)
    shared = random_lines(shared_count, rows * cols, rng)
    x_lines += shared
    o_lines += shared
    misere = seed % 2 == 1
    gravity = seed % 3 == 1
    game = Game(
        rows, cols, lines=x_lines, o_lines=o_lines, misere=misere, gravity=gravity
    )
    has_line = by_lists(x_lines, o_lines)
    expected = outcomes(rows, cols, has_line, misere=misere, gravity=gravity)
    check_everything(game, expected, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("rows", "cols", "positions", "value", "plies"),
    [
        (2, 2, 32, 1, 3),
        (2, 3, 243, -1, 4),
        (2, 4, 1783, -1, 4),
        (3, 3, 5514, 1, 5),
        *exhaustive_rows([(3, 4, 130_844, -1, 8), (4, 4, None, 1, 9)]),
    ],
)
def test_hex_has_these_positions_and_winners(  # one row of a table
    rows: int, cols: int, positions: int | None, value: int, plies: int, tmp_path: Path
) -> None:
    """X wins on squares (J. Nash, 1949); else the player with the shorter way."""
    table = open_table(build_table(hex_board(rows, cols), tmp_path / "table"))
    assert table["." * (rows * cols)] == (value, plies)
    assert positions in (None, len(table))


@pytest.mark.parametrize(
    ("rows", "cols"), [(rows, cols) for rows in (2, 3, 4) for cols in (2, 3, 4)]
)
def test_on_every_full_board_exactly_one_player_has_a_chain(
    rows: int, cols: int
) -> None:
    """So Hex has no draws; also for boards that play cannot fill."""
    cells = rows * cols
    x = np.arange(1 << cells)
    o = (1 << cells) - 1 ^ x
    x_has = np.zeros(1 << cells, bool)
    o_has = np.zeros(1 << cells, bool)
    for chain in minimal_lines(hex_lines(rows, cols), cells):
        x_has |= x & chain == chain
    for chain in minimal_lines(hex_o_lines(rows, cols), cells):
        o_has |= o & chain == chain
    assert (x_has != o_has).all()
