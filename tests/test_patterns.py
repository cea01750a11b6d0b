"""What docs/boards.md says of the lists holds for every game on them."""

from typing import Any

import boards
import pytest

Record = dict[str, Any]

RECORDS = boards.known_records()


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
