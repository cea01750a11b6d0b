"""What docs/boards.md says of the lists holds for every game on them."""

from collections.abc import Iterator
from typing import Any

import boards
import pytest
from support.records import BUILT as RECORDS

Record = dict[str, Any]


def rows_of(
    *, misere: bool = False, gravity: bool = False, breaker: bool = False
) -> list[Record]:
    """Return the records of k in a row in a mode."""
    return [
        record
        for record in RECORDS.values()
        if "k" in record
        and record["misere"] == misere
        and record["gravity"] == gravity
        and record.get("breaker", False) == breaker
    ]


def is_from_3x4_on(record: Record) -> bool:
    """Return whether a board has three rows and four columns, or more."""
    return int(record["rows"]) >= 3 and int(record["cols"]) >= 4


@pytest.mark.parametrize(("misere", "winner"), [(False, 1), (True, -1)])
def test_three_in_a_row_is_won_from_3x4_on(misere: bool, winner: int) -> None:
    """By X, in misère by O."""
    games = [record for record in rows_of(misere=misere) if record["k"] == 3]
    assert len(games) > 20
    for record in games:
        value = winner if is_from_3x4_on(record) else 0
        assert record["value"] == value, record["game"]
        if value == 1:
            assert record["plies"] == (7 if record["rows"] == 3 else 5)


def test_x_wins_no_k_in_a_row_in_misere() -> None:
    """Whatever k is."""
    values = [record["value"] for record in rows_of(misere=True)]
    assert len(values) > 200
    assert max(values) == 0


def test_the_first_moves_of_three_in_a_row_depend_on_their_place() -> None:
    """Corners, the middle of a short side, the edge and inner cells."""
    games = [
        record for record in rows_of() if record["k"] == 3 and is_from_3x4_on(record)
    ]
    assert len(games) == 9
    for record in games:
        for cell, *outcome in record["first_moves"]:
            assert outcome == expected_outcome(record, cell), (record["game"], cell)


def expected_outcome(record: Record, cell: int) -> list[int]:
    """Return the winner and the ply that the page gives for a first move."""
    row, column = divmod(cell, record["cols"])
    is_in_first_or_last_row = row in (0, record["rows"] - 1)
    is_in_first_or_last_column = column in (0, record["cols"] - 1)
    has_three_rows = record["rows"] == 3
    if is_in_first_or_last_row and is_in_first_or_last_column:
        return [1, 9] if has_three_rows else [1, 11]
    if has_three_rows:
        return [-1, 10] if is_in_first_or_last_column else [1, 7]
    if is_in_first_or_last_row or is_in_first_or_last_column:
        return [1, 7]
    return [1, 5]


@pytest.mark.parametrize("misere", [False, True])
def test_four_in_a_row_and_more_are_draws(misere: bool) -> None:
    games = [record for record in rows_of(misere=misere) if record["k"] >= 4]
    assert len(games) > 150
    assert {record["value"] for record in games} == {0}


def test_every_first_move_of_a_drawn_plain_game_draws() -> None:
    """An extra stone is no harm, so after it O gets no more than who moves first."""
    drawn = [
        record
        for name, record in RECORDS.items()
        if record["value"] == 0
        and not (record["misere"] or record["gravity"])
        and not (boards.LISTED[name].breaker or boards.LISTED[name].o_lines)
    ]
    assert len(drawn) > 200
    for record in drawn:
        assert {value for _, value, _ in record["first_moves"]} == {0}, record["game"]


def test_with_gravity_three_in_a_row_is_won_by_x_from_3x4_on() -> None:
    """More in a row are a draw, except that O wins one game."""
    won_by_o = set()
    for record in rows_of(gravity=True):
        if record["k"] == 3:
            assert record["value"] == is_from_3x4_on(record), record["game"]
        elif record["k"] >= 4 and record["value"]:
            won_by_o.add((record["game"], record["value"]))
    assert won_by_o == {("4x6k4-gravity", -1)}


def columns_of(record: Record) -> Iterator[tuple[int, list[int]]]:
    """Yield how far each first column is from the edge, and what a stone there does."""
    for cell, *outcome in record["first_moves"]:
        column = cell % record["cols"]
        yield min(column, record["cols"] - 1 - column), outcome


def test_with_gravity_the_first_columns_of_three_in_a_row_depend_on_their_place() -> (
    None
):
    """How far they are from the edge; one ply of each player later with five rows."""
    games = [
        record
        for record in rows_of(gravity=True)
        if record["k"] == 3 and is_from_3x4_on(record)
    ]
    assert len(games) > 10
    for record in games:
        later = 2 if record["rows"] > 4 else 0
        expected = {0: [-1, 12 + later], 1: [1, 9 + later]}
        for distance, outcome in columns_of(record):
            if record["cols"] > 4:
                assert outcome == expected.get(distance, [1, 9]), record["game"]
            elif distance:
                assert outcome == expected[1], record["game"]
            elif record["rows"] < 7:
                assert outcome[0] == 1, record["game"]


def test_with_gravity_the_outer_columns_of_two_rows_lose_three_in_a_row() -> None:
    """From five columns on; the line comes last."""
    games = [
        record
        for record in rows_of(gravity=True)
        if record["k"] == 3 and record["rows"] == 2 and record["cols"] > 4
    ]
    assert len(games) > 4
    for record in games:
        assert record["value"] == 0
        for distance, outcome in columns_of(record):
            if distance == 0:
                assert outcome == [-1, 2 * record["cols"]], record["game"]


def test_with_gravity_few_first_columns_lose_four_in_a_row_and_more() -> None:
    """Those of three long boards and of three with four rows, where k is four."""
    losing = {}
    for record in rows_of(gravity=True):
        if record["k"] >= 4:
            lost = {
                distance for distance, (value, _) in columns_of(record) if value != 0
            }
            if lost:
                losing[record["game"]] = lost
    assert losing == {
        "2x10k4-gravity": {0},
        "2x11k4-gravity": {0},
        "2x12k4-gravity": {0},
        "4x5k4-gravity": {0},
        "4x6k4-gravity": {0, 1, 2},
        "4x7k4-gravity": {0, 1, 2},
    }


def test_with_gravity_x_wins_misere_from_all_or_from_the_outer_columns() -> None:
    """These alone win three in a row from five columns on."""
    games = [
        record
        for record in rows_of(misere=True, gravity=True)
        if record["k"] >= 3 and record["value"] == 1
    ]
    assert len(games) > 10
    for record in games:
        for distance, (value, _) in columns_of(record):
            loses = record["k"] == 3 and record["cols"] > 4 and distance > 0
            assert value == (-1 if loses else 1), record["game"]


def test_with_gravity_and_a_breaker_x_wins_three_in_a_row_from_3x3_on() -> None:
    """O wins the others from k = 3 on, but for two on 3x5."""
    games = [
        record for record in rows_of(gravity=True, breaker=True) if record["k"] >= 3
    ]
    assert len(games) > 200
    for record in games:
        is_from_3x3_on = min(record["rows"], record["cols"]) >= 3
        wins = record["k"] == 3 and is_from_3x3_on
        if record["game"] in ("3x5k4-gravity-breaker", "3x5k5-gravity-breaker"):
            wins = True
        assert record["value"] == (1 if wins else -1), record["game"]


def test_with_gravity_and_a_breaker_o_wins_misere_on_an_even_number_of_cells() -> None:
    """From k = 3 on, with two rows and k columns or more."""
    games = [
        record
        for record in rows_of(misere=True, gravity=True, breaker=True)
        if 3 <= record["k"] <= record["cols"]
        and record["rows"] >= 2
        and record["rows"] * record["cols"] % 2 == 0
    ]
    assert len(games) > 20
    assert {record["value"] for record in games} == {-1}


def test_a_breaker_changes_no_win_of_x_and_two_draws() -> None:
    """Without gravity, in normal play."""
    games = rows_of(breaker=True)
    assert len(games) > 180
    new_wins = {}
    for with_breaker in games:
        record = RECORDS[with_breaker["game"].removesuffix("-breaker")]
        if record["value"] == 1:
            assert with_breaker["value"] == 1
            assert with_breaker["plies"] == record["plies"], record["game"]
        elif with_breaker["value"] == 1:
            new_wins[record["game"]] = with_breaker["plies"]
    assert new_wins == {"3x3k3": 7, "5x5k4": 9}


def test_hex_with_a_side_of_two_is_won_at_once() -> None:
    """By the player whose way it is."""
    narrow = [
        record
        for record in RECORDS.values()
        if record.get("name") == "hex"
        and not (record["misere"] or "breaker" in record)
        and record["rows"] != record["cols"]
        and 2 in (record["rows"], record["cols"])
    ]
    assert len(narrow) > 10
    for record in narrow:
        expected = (-1, 4) if record["rows"] == 2 else (1, 3)
        assert (record["value"], record["plies"]) == expected
