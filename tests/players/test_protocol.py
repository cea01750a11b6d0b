"""The lines between a player's file and the grader, and what may be wrong with them."""

from __future__ import annotations

import pytest

from ttt_table.players.answer_forms import Reading, UnreadableAnswerError
from ttt_table.players.protocol import (
    MAX_MESSAGE,
    FaultError,
    Record,
    answer_in,
    answer_record,
    decode,
    encode,
    error_record,
    error_text,
    exception_details,
    fault_in,
    on_one_line,
)


@pytest.mark.parametrize(
    "answer", [None, 0, 8, -1, 10**40, ((4, "1"),), ((0, "0.25"), (4, "3/4")), ()]
)
def test_an_answer_is_the_same_on_the_other_side(answer: Reading) -> None:
    assert answer_in(decode(encode(answer_record(answer)))) == answer


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"cell": True},
        {"cell": 4.0},
        {"cell": "4"},
        {"weights": 4},
        {"weights": {"4": "1"}},
        {"weights": [4]},
        {"weights": [[4]]},
        {"weights": [[4, "1", "1"]]},
        {"weights": [["4", "1"]]},
        {"weights": [[True, "1"]]},
        {"weights": [[4, 1]]},
        {"weights": [[0, "1"], [4, None]]},
        {"error": "late"},
        {"error": {}},
        {"error": {"type": "late"}},
    ],
)
def test_a_record_that_is_no_answer_is_a_fault_that_shows_it(record: Record) -> None:
    """The player's own code has written it to the pipe of the answers."""
    with pytest.raises(FaultError) as fault:
        answer_in(record)
    reason = f"it writes {record} to the stream of its answers"
    assert (fault.value.kind, fault.value.reason) == ("type", reason)


@pytest.mark.parametrize(
    "line", [b"4\n", b"[4]\n", b"four\n", b"\xff\n", b"[" * 99_999]
)
def test_a_line_that_is_no_object_is_a_fault(line: bytes) -> None:
    with pytest.raises(FaultError, match="to the stream of its answers"):
        decode(line)


@pytest.mark.parametrize(
    ("error", "kind", "reason"),
    [
        (ValueError("no free cell"), "exception", "ValueError: no free cell"),
        (KeyError(), "exception", "KeyError"),
        (ValueError("one\ntwo"), "exception", "ValueError: one two"),
        (SystemExit(3), "exit", "it called sys.exit(3)"),
        (UnreadableAnswerError("four"), "type", "'four' is not a cell"),
    ],
)
def test_what_a_player_raises_is_a_forfeit_of_its_kind(
    error: BaseException, kind: str, reason: str
) -> None:
    fault = fault_in(decode(encode(error_record(error))))
    assert (fault.kind, fault.reason) == (kind, reason)


def test_an_exception_is_placed_at_the_last_line_of_the_players_own() -> None:
    """Not in Python's library, which that line has called."""
    code = compile("import json\n\njson.loads('{')\n", "folder/bot.py", "exec")
    with pytest.raises(ValueError) as caught:
        exec(code, {})
    details = exception_details(caught.value)
    assert (details["file"], details["line"]) == ("bot.py", 3)
    assert error_text(details).endswith(" (bot.py, line 3)")


def test_a_syntax_error_is_placed_where_it_is_in_the_file() -> None:
    with pytest.raises(SyntaxError) as caught:
        compile("\n\nmove(", "folder/bot.py", "exec")
    assert error_text(exception_details(caught.value)) == (
        "SyntaxError: '(' was never closed (bot.py, line 3)"
    )


@pytest.mark.parametrize(("length", "shown"), [(6, "abcdef"), (5, "ab..."), (3, "...")])
def test_a_text_that_is_too_long_is_cut(length: int, shown: str) -> None:
    assert on_one_line("abcdef", str, length) == shown


def test_a_message_may_be_as_long_as_is_kept() -> None:
    kept = exception_details(ValueError("x" * MAX_MESSAGE))["message"]
    assert kept == "x" * MAX_MESSAGE
    assert len(exception_details(ValueError(f"{kept}x"))["message"]) == len(kept)
