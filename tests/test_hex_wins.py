"""data/hex.csv proves who wins Hex after each first move, as far as it was built."""

import csv
import subprocess
import sys
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import boards
import check_hex
import counts
import hex_wins
import pytest
from check_hex import Board, InvalidProofError
from support.cases import exhaustive
from support.records import BUILT

from ttt_table.rules.families import hex_lines, hex_o_lines

with hex_wins.LIST.open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))
ROWS_OF = {name: list(rows) for name, rows in groupby(ROWS, key=itemgetter("game"))}
WINNERS = {1: "X", -1: "O"}
CHECKER = Path(check_hex.__file__)
BRIDGES = "[3|6][2|5]"
"""X's strategy on 3x3 after taking the middle."""


@pytest.mark.parametrize("name", ROWS_OF)
def test_each_first_move_of_hex_has_a_strategy_that_connects(name: str) -> None:
    """On the ply that the list gives, at the latest."""
    assert check_hex.check_game(name, ROWS_OF[name])


def test_all_boards_up_to_5x5_are_proven() -> None:
    """With two rows and two columns, or more."""
    sides = range(2, 6)
    assert {*ROWS_OF} == {f"{rows}x{cols}-hex" for rows in sides for cols in sides}


def test_what_is_proven_of_hex_is_what_was_built() -> None:
    """Each first move has the same winner, who perhaps wins sooner."""
    compared = 0
    for row in ROWS:
        assert row["listed"] == str(int(row["game"] in boards.LISTED))
        if row["game"] in BUILT:
            outcomes = {}
            for cell, value, plies in BUILT[row["game"]]["first_moves"]:
                outcomes[cell] = (WINNERS[value], plies)
            winner, plies = outcomes[int(row["first"])]
            assert row["winner"] == winner, row
            assert int(row["plies"]) >= plies, row
            compared += 1
    assert compared == len(ROWS) - len(ROWS_OF["5x5-hex"])


def test_x_wins_5x5_from_the_cells_on_the_page() -> None:
    """And from those opposite, to which a half turn carries them."""
    cells = [row["first"] for row in ROWS_OF["5x5-hex"] if row["winner"] == "X"]
    page = boards.PAGE.read_text(encoding="utf-8").replace("\n", " ")
    *most, last = cells
    assert f"X wins 5x5 from {', '.join(most)} and {last}, and from the opp" in page


def test_what_is_published_of_hex_is_what_is_proven() -> None:
    """Of games, and of first moves."""
    path = hex_wins.LIST.with_name("published.csv")
    compared = 0
    with path.open(encoding="utf-8", newline="") as file:
        for published in csv.DictReader(file):
            rows = ROWS_OF.get(published["game"], [])
            if not rows:
                continue
            winners = {int(row["first"]): row["winner"] for row in rows}
            winner = "X" if "X" in winners.values() else "O"
            if published["first_move"]:
                winner = winners[int(published["first_move"])]
            assert published["result"] == f"{winner} wins", published
            compared += 1
    assert compared > 20


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (3, 2), (2, 4), (3, 3)])
def test_stones_connect_edges_if_they_contain_a_chain_of_the_game(
    rows: int, cols: int
) -> None:
    """All sets of cells; the checker knows no chains."""
    board = Board(rows, cols)
    for player, chains in (
        ("X", hex_lines(rows, cols)),
        ("O", hex_o_lines(rows, cols)),
    ):
        masks = [sum(1 << cell for cell in chain) for chain in chains]
        for stones in range(1 << board.cells):
            has_chain = any(stones & mask == mask for mask in masks)
            assert board.is_connected(player, stones) == has_chain


def test_two_bridges_connect_the_middle_of_3x3() -> None:
    """In two further moves of X."""
    assert Board(3, 3).check(4, "X", BRIDGES) == 5


@pytest.mark.parametrize(
    "strategy",
    [
        "[3|6]",  # it leads to one edge only
        "[3|7][2|5]",  # a cell that does not touch the edge
        "[3|6][3|5]",  # a cell in two choices
        "[3][2|5]",  # a choice without an answer to O in its only cell
        "[3|6][2|4]",  # a cell with a stone
        "[3|6][2|9]",  # a cell outside the board
        "[3|6[3|0]][2|5]",  # a cell that both alternatives need
        "1[3|6][2|5]",  # a reply, as if O won
        "[3|6][2|5",
        "[3|6][2|]",
        "[3|6][]",
        "[3|6][2|5]]",
        "3|6",
        "x",
        "",
    ],
)
def test_a_strategy_that_does_not_connect_is_refused(strategy: str) -> None:
    with pytest.raises(InvalidProofError):
        Board(3, 3).check(4, "X", strategy)


@pytest.mark.parametrize("strategy", ["4[1|2][6|7]", "0[1|2][6|7]", "[1|2][6|7]"])
def test_a_win_of_o_begins_with_its_reply(strategy: str) -> None:
    """In a free cell; here X has taken cell 0."""
    board = Board(3, 3)
    if strategy[0] == "4":
        assert board.check(0, "O", strategy) == 6
    else:
        with pytest.raises(InvalidProofError):
            board.check(0, "O", strategy)


def test_a_game_without_one_of_its_first_moves_is_not_proven() -> None:
    """Nor one with other plies, nor one that is not Hex."""
    rows = ROWS_OF["3x3-hex"]
    assert check_hex.check_game("3x3-hex", rows)
    assert not check_hex.check_game("3x3-hex", rows[1:])
    assert not check_hex.check_game("3x3-hex", [{**rows[0], "plies": "8"}, *rows[1:]])
    assert not check_hex.check_game("3x3k3", rows)


@pytest.mark.parametrize(
    "name", [*(name for name in ROWS_OF if name != "5x5-hex"), *exhaustive(["5x5-hex"])]
)
def test_the_script_finds_the_strategies_again(name: str) -> None:
    """Choice by choice."""
    found = hex_wins.rows_of_board(*map(int, name.removesuffix("-hex").split("x")))
    assert [{key: str(value) for key, value in row.items()} for row in found] == (
        ROWS_OF[name]
    )


def test_a_proof_of_hex_counts_as_one_of_its_breaker_game() -> None:
    """Where X does not connect, O does; so a Breaker wins the same positions."""
    values = counts.proven_values()
    assert values["4x4-hex"] == values["4x4-hex-breaker"] == "X wins"
    assert values["4x5-hex"] == values["4x5-hex-breaker"] == "O wins"


@pytest.mark.parametrize(("spoilt", "status"), [("", 0), ("4[", 1)])
def test_the_checker_of_hex_runs_alone(spoilt: str, status: int) -> None:
    """With one game, and no code of the package."""
    assert "ttt_table" not in CHECKER.read_text(encoding="utf-8")
    lines = ["game,first,winner,plies,strategy"]
    for row in ROWS_OF["3x3-hex"]:
        strategy = row["strategy"].replace(spoilt, "", 1)
        lines.append(
            f"3x3-hex,{row['first']},{row['winner']},{row['plies']},{strategy}"
        )
    done = subprocess.run(
        [sys.executable, CHECKER],
        input="\n".join(lines),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stdout == f"3x3-hex {status == 0}\n"
    assert done.returncode == status
