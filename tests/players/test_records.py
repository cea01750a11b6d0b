"""The lines between a player's file and the grader, and what may be wrong with them."""

from __future__ import annotations

import pytest

from ttt_table.players.records import (
    MAX_MESSAGE,
    FaultError,
    Record,
    decode,
    encode,
    exception_text,
    fault_in,
    fault_of,
    fault_record,
    on_one_line,
)


@pytest.mark.parametrize(
    "line", [b"4\n", b"[4]\n", b"four\n", b"\xff\n", b"[" * 99_999]
)
def test_a_line_that_is_no_object_is_a_fault(line: bytes) -> None:
    with pytest.raises(FaultError, match="to the stream of its answers"):
        decode(line)


@pytest.mark.parametrize(
    "record", [{"fault": "late"}, {"fault": {}}, {"fault": {"kind": "late"}}]
)
def test_a_record_that_is_no_fault_is_a_fault_that_shows_it(record: Record) -> None:
    """The player's own code has written it to the pipe of the answers."""
    fault = fault_in(record)
    reason = f"it writes {record} to the stream of its answers"
    assert (fault.kind, fault.reason) == ("type", reason)


@pytest.mark.parametrize(
    ("error", "kind", "reason"),
    [
        (ValueError("no free cell"), "exception", "ValueError: no free cell"),
        (KeyError(), "exception", "KeyError"),
        (ValueError("one\ntwo"), "exception", "ValueError: one two"),
        (ValueError("half \ud800"), "exception", r"ValueError: half \ud800"),
        (SystemExit(3), "exit", "it called sys.exit(3)"),
        (KeyboardInterrupt(), "exception", "KeyboardInterrupt"),
        (FaultError("type", "it is a class"), "type", "it is a class"),
    ],
)
def test_what_a_player_raises_is_a_forfeit_of_its_kind(
    error: BaseException, kind: str, reason: str
) -> None:
    fault = fault_in(decode(encode(fault_record(fault_of(error)))))
    assert (fault.kind, fault.reason) == (kind, reason)


def test_an_exception_is_placed_at_the_last_line_of_the_players_own() -> None:
    """Not in Python's library, which that line has called."""
    code = compile("import json\n\njson.loads('{')\n", "folder/bot.py", "exec")
    with pytest.raises(ValueError) as caught:
        exec(code, {})
    assert exception_text(caught.value).endswith(" (bot.py, line 3)")


def test_a_syntax_error_is_placed_where_it_is_in_the_file() -> None:
    with pytest.raises(SyntaxError) as caught:
        compile("\n\nmove(", "folder/bot.py", "exec")
    assert exception_text(caught.value) == (
        "SyntaxError: '(' was never closed (bot.py, line 3)"
    )


def test_an_exception_that_cannot_be_shown_is_named() -> None:
    class MuteError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert exception_text(MuteError()) == "MuteError: a MuteError"


@pytest.mark.parametrize(("length", "shown"), [(6, "abcdef"), (5, "ab..."), (3, "...")])
def test_a_text_that_is_too_long_is_cut(length: int, shown: str) -> None:
    assert on_one_line("abcdef", str, length) == shown


def test_a_message_may_be_as_long_as_is_kept() -> None:
    kept = exception_text(ValueError("x" * MAX_MESSAGE))
    assert kept == f"ValueError: {'x' * MAX_MESSAGE}"
    assert len(exception_text(ValueError("x" * MAX_MESSAGE * 2))) == len(kept)
