"""A fault has one class and one code, whichever public call meets it."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from ttt_table import Game, Table, errors, open_table
from ttt_table.audit import audit
from ttt_table.build import build_table
from ttt_table.grading import grade
from ttt_table.play import Level, Match, explain, judge, review, traps
from ttt_table.rules.board import checked_number

TABLE = open_table()
EMPTY = "." * 9
FINISHED = "XXXOO...."
NOT_INTEGERS = ["4", 4.0, 4.7, True, None, [4], np.array([4.0]), np.array([4, 5])]


def match_after(*cells: int) -> Match:
    """Return a match in which these cells have been played."""
    match = Match(TABLE)
    for cell in cells:
        match.play(cell)
    return match


class Fault(NamedTuple):
    """A fault that several public calls can meet."""

    error: type[errors.TttTableError]
    """The class of its error, which has one code."""
    message: str
    """The end of its message."""
    calls: list[Callable[[], object]]
    """Calls that meet it."""


FAULTS = {
    "a cell that is taken": Fault(
        errors.MoveError,
        "cell 4 is taken",
        [
            lambda: TABLE.push("....X....", 4),
            lambda: match_after(4, 4),
            lambda: Match(TABLE, x=lambda _: 4, o=lambda _: 4).answer(),
            lambda: explain(TABLE, "....X....", 4),
            lambda: review(TABLE, [4, 4]),
        ],
    ),
    "a cell off the board": Fault(
        errors.MoveError,
        "there is no cell 9: they are numbered 0 to 8",
        [
            lambda: TABLE.push(EMPTY, 9),
            lambda: match_after(9),
            lambda: explain(TABLE, EMPTY, 9),
            lambda: review(TABLE, [9]),
        ],
    ),
    "a move that is not an integer": Fault(
        errors.MoveError,
        "a cell is an integer, not '4'",
        [
            lambda: TABLE.push(EMPTY, "4"),  # type: ignore[arg-type]
            lambda: Match(TABLE).play("4"),  # type: ignore[arg-type]
            lambda: Match(TABLE, x=lambda _: "4").answer(),  # type: ignore[arg-type,return-value]
            lambda: explain(TABLE, EMPTY, "4"),  # type: ignore[arg-type]
            lambda: review(TABLE, ["4"]),  # type: ignore[list-item]
            lambda: judge(TABLE, EMPTY, "4"),  # type: ignore[arg-type]
        ],
    ),
    "a finished game": Fault(
        errors.MoveError,
        "the game is over, so there is no move",
        [
            lambda: TABLE.push(FINISHED, 8),
            lambda: match_after(0, 3, 1, 4, 2, 8),
            lambda: explain(TABLE, FINISHED, 8),
            lambda: review(TABLE, [0, 3, 1, 4, 2, 8]),
            lambda: judge(TABLE, FINISHED, 8),
            lambda: Level().choose(FINISHED),
        ],
    ),
    "a column without gravity": Fault(
        errors.ArgumentError,
        "column 0 cannot be played: there is no gravity in 3x3k3",
        [
            lambda: TABLE.push(EMPTY, column=0),
            lambda: Match(TABLE).play(column=0),
            lambda: explain(TABLE, EMPTY, column=0),
            lambda: review(TABLE, columns=[0]),
        ],
    ),
    "no table": Fault(
        errors.ArgumentError,
        "table is 3, but it must be one from open_table",
        [
            lambda: Level(table=3),  # type: ignore[arg-type]
            lambda: Match(3),  # type: ignore[arg-type]
            lambda: explain(3, EMPTY),  # type: ignore[arg-type]
            lambda: review(3, []),  # type: ignore[arg-type]
            lambda: traps(3, EMPTY),  # type: ignore[arg-type]
            lambda: judge(3, EMPTY, 0),  # type: ignore[arg-type]
            lambda: grade(lambda _: 0, table=3),  # type: ignore[arg-type]
        ],
    ),
    "no game": Fault(
        errors.ArgumentError,
        "game is '3x3k3', but it must be a Game, such as Game(3, 3, 3)",
        [
            lambda: build_table("3x3k3"),  # type: ignore[arg-type]
            lambda: open_table(game="3x3k3"),  # type: ignore[arg-type]
        ],
    ),
    "a depth that is no number of plies": Fault(
        errors.ArgumentError,
        "depth is -1, but it must be an integer of 0 or more plies",
        [
            lambda: Level(-1),
            lambda: TABLE.scores(EMPTY, depth=-1),
            lambda: TABLE.best_moves(EMPTY, depth=-1),
            lambda: TABLE.best_move(EMPTY, depth=-1),
        ],
    ),
    "a board of another size": Fault(
        errors.BoardError,
        "Write X, O and . for an empty cell.",
        [
            lambda: TABLE["x"],
            lambda: TABLE.batch(["x"]),
            lambda: TABLE.push("x", 0),
            lambda: judge(TABLE, "x", 0),
            lambda: explain(TABLE, "x"),
            lambda: traps(TABLE, "x"),
            lambda: Level()("x"),
            lambda: Level().choose("x"),
        ],
    ),
    "no file": Fault(
        errors.MissingTableError,
        "missing/file: there is no such file; ttt-table build makes tables",
        [lambda: open_table("missing/file"), lambda: audit("missing/file")],
    ),
    "no path": Fault(
        errors.ArgumentError,
        "a file must be named by its path, not by 3",
        [
            lambda: open_table(3),  # type: ignore[arg-type]
            lambda: audit(3),  # type: ignore[arg-type]
            lambda: build_table(Game(), 3),  # type: ignore[arg-type]
        ],
    ),
    "no workers": Fault(
        errors.ArgumentError,
        "jobs is 0, but it must be an integer from 1 to 1000",
        [lambda: audit("file", jobs=0), lambda: build_table(Game(), jobs=0)],
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_has_one_class_and_one_code(
    fault: Fault, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one message, to which a call may add where the fault is."""
    monkeypatch.chdir(tmp_path)
    codes = set()
    for call in fault.calls:
        with pytest.raises(errors.TttTableError) as caught:
            call()
        assert type(caught.value) is fault.error
        assert str(caught.value).endswith(fault.message)
        codes.add(caught.value.code)
    assert len(codes) == 1


def test_columns_have_the_same_errors(table_of: Callable[[Game], Table]) -> None:
    """A full column, one off the board, and what is not an integer."""
    table = table_of(Game(2, 3, 3, gravity=True))
    full = table.push(table.push("......", column=0), column=0)
    for column, message in [
        (0, "column 0 is full"),
        (3, "there is no column 3: they are numbered 0 to 2"),
        (-1, "there is no column -1"),
        ("1", "a column is an integer, not '1'"),
    ]:
        calls: list[Callable[[Any], object]] = [
            lambda column: table.push(full, column=column),
            lambda column: explain(table, full, column=column),
            lambda column: review(table, columns=[0, 0, column]),
        ]
        for call in calls:
            with pytest.raises(errors.MoveError, match=message):
                call(column)


def test_a_cell_in_the_air_may_be_meant_as_a_column(
    table_of: Callable[[Game], Table],
) -> None:
    """In Python, where a number is a cell."""
    table = table_of(Game(2, 3, 3, gravity=True))
    expected = "cell 1 cannot be played yet; for the column, say column=1"
    with pytest.raises(errors.MoveError, match=expected):
        table.push("......", 1)


@pytest.mark.parametrize("value", NOT_INTEGERS, ids=repr)
def test_what_is_not_an_integer_is_not_a_move(value: object) -> None:
    """Neither text nor a float, nor several numbers."""
    with pytest.raises(errors.MoveError, match="a cell is an integer, not"):
        checked_number(value)


@pytest.mark.parametrize("value", [4, np.int8(4), np.array(4), np.array([4])], ids=repr)
def test_integers_of_any_kind_and_arrays_of_one_are_moves(value: object) -> None:
    """As networks and environments return them."""
    assert checked_number(value) == 4


def test_an_illegal_move_is_still_a_value_error() -> None:
    """And a `BoardError`, so that no caller has to change."""
    with pytest.raises(ValueError, match="cell 0 is taken"):
        TABLE.push("X........", 0)
    assert issubclass(errors.MoveError, errors.BoardError)
