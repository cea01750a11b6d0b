"""data/wins.csv proves wins of X on boards of any size, as far as they were built."""

import subprocess
import sys
from pathlib import Path

import boards
import check_wins
import pytest
import wins
from check_pairings import lines_in_a_row
from support.cases import exhaustive
from support.records import BUILT

ROWS = {row["game"]: row for row in wins.known_wins()}
QUICK = [name for name, row in ROWS.items() if int(row["positions"]) <= 100]
BEYOND_TABLES = ["5x6k4", "5x5k4-breaker"]
CHECKER = Path(check_wins.__file__)


@pytest.mark.parametrize("name", [*QUICK[::20], *BEYOND_TABLES, *exhaustive(ROWS)])
def test_each_proof_leads_x_to_a_line_whatever_o_plays(name: str) -> None:
    """On the ply that the list gives, at the latest."""
    row = ROWS[name]
    proof = wins.strategy_of(name).check(row["moves"])
    assert proof is not None
    assert (proof.plies, proof.positions) == (int(row["plies"]), int(row["positions"]))


def test_what_is_proven_is_what_was_built() -> None:
    """X wins, and perhaps sooner."""
    compared = 0
    for name, row in ROWS.items():
        assert row["listed"] == str(int(name in boards.LISTED)), name
        if name in BUILT:
            assert BUILT[name]["value"] == 1, name
            assert BUILT[name]["plies"] <= int(row["plies"]), name
            compared += 1
    assert compared > 100


def four_in_a_row(rows: int, cols: int) -> check_wins.Strategy:
    """Return an empty strategy for four in a row."""
    lines = list(lines_in_a_row(rows, cols, 4))
    return check_wins.Strategy(rows, cols, lines, breaker=False)


def test_a_proof_without_one_of_its_moves_is_refused() -> None:
    """The rules do not find each of them."""
    moves = ROWS["5x6k4"]["moves"].split()
    strategy = four_in_a_row(5, 6)
    assert strategy.check(" ".join(moves)) is not None
    for left_out in (0, 1, len(moves) // 2, len(moves) - 1):
        fewer = moves[:left_out] + moves[left_out + 1 :]
        assert strategy.check(" ".join(fewer)) is None


def test_a_proof_on_another_board_is_refused() -> None:
    """Four in a row on 5x5 is a draw."""
    assert four_in_a_row(5, 5).check(ROWS["5x6k4"]["moves"]) is None


@pytest.mark.parametrize("move", ["30", "12-12-3", "12-3-12", "12-3", "99"])
def test_a_move_that_is_not_legal_is_refused(move: str) -> None:
    """Outside the board, on a stone, and one of O."""
    moves = f"{ROWS['5x6k4']['moves']} {move}"
    assert four_in_a_row(5, 6).check(moves) is None


@pytest.mark.parametrize(
    ("lines", "moves"),
    [
        ([{0, 1, 2}], "0"),  # a draw: O takes cell 1
        ([{0, 1}], "3 3-0-2"),  # O fills a line first
    ],
)
def test_moves_by_which_x_does_not_win_are_refused(
    lines: list[set[int]], moves: str
) -> None:
    """On two rows and two columns, and one cell more."""
    strategy = check_wins.Strategy(1, 4, lines, breaker=False)
    assert strategy.check(moves) is None


def test_symmetries_that_change_the_lines_are_not_used() -> None:
    """A move stands for its images only if they have the same lines."""
    strategy = check_wins.Strategy(1, 3, [{0, 1}], breaker=False)
    assert strategy.symmetries == [[0, 1, 2]]
    assert len(four_in_a_row(5, 6).symmetries) == 4
    assert len(four_in_a_row(5, 5).symmetries) == 8


@pytest.mark.parametrize(
    "name",
    [
        "3x4k3",
        "5x5k4-breaker",
        "3x3-tippy",
        "3x4-torus-k4",  # a reply that seems to be of no use refutes the first attempt
        *exhaustive(["5x6k4", "7x7k4"]),
    ],
)
def test_the_script_finds_the_proof_again(name: str) -> None:
    """Move by move."""
    assert wins.proven_row(name, seconds=600) == ROWS[name]


def test_a_draw_is_not_found_to_be_won() -> None:
    """Nor is a game that nobody can win."""
    assert wins.proven_row("3x3k3", seconds=600) is None
    assert wins.proven_row("2x4k3", seconds=600) is None


def test_the_list_is_in_the_form_that_the_script_writes() -> None:
    """Byte by byte."""
    text = wins.LIST.read_text(encoding="utf-8")
    assert text == wins.list_text(list(ROWS.values()))


@pytest.mark.parametrize(("left_out", "status"), [("", 0), (" 14-0-15", 1)])
def test_the_checker_runs_alone(left_out: str, status: int) -> None:
    """With one game, and no code of the package."""
    row = ROWS["5x6k4"]
    moves = row["moves"].replace(left_out, "", 1)
    assert "ttt_table" not in CHECKER.read_text(encoding="utf-8")
    done = subprocess.run(
        [sys.executable, CHECKER],
        input=f"game,plies,moves\n5x6k4,{row['plies']},{moves}\n",
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stdout == f"5x6k4 {status == 0}\n"
    assert done.returncode == status


def test_the_page_of_results_has_the_numbers_of_proofs() -> None:
    """Written by the script."""
    page = wins.PAGE.read_text(encoding="utf-8")
    assert wins.PROVEN.search(page)
    assert wins.with_numbers_proven(page, list(ROWS.values())) == page
