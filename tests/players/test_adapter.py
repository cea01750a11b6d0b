"""How a player is declared: its options, what they may hold, and what they may not."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from typing import Any

import pytest

from ttt_table.cli.options.adapters import (
    adapter_in,
    add_board_options,
    add_call_options,
)
from ttt_table.errors import ArgumentError, MissingExtraError
from ttt_table.players.adapter import Adapter
from ttt_table.players.calls import Call, Constant

ADAPTERS = [
    Adapter(),
    Adapter("list", " "),
    Adapter("rows", None, ("X", "O")),
    Adapter("rows", "None"),
    Adapter("array", -1, (1, 0)),
    Adapter("list", 0, (1, 2)),
    Adapter("list", "0", ("1", "2")),
    Adapter("list1", "", ("x", "o")),
    Adapter("dict1", "index1"),
    Adapter("text", "-", ("x", "o")),
    Adapter("list", ",", ("'", '"')),
    Adapter("list", "a,b", ("\\", "--help")),
    Adapter("list", 0.5, (-1, True)),
    Adapter(arguments=("board", "mark", "opponent", "x-to-move", "depth")),
    Adapter(arguments=("board", "-inf", "inf", "true")),
    Adapter(arguments=("board", Constant("board"), Constant("a,b"), Constant("'"))),
    Adapter(arguments=("board", 3, -1.5, None, False)),
    Adapter(arguments=("-inf", "board")),
    Adapter(kept_in="grid"),
    Adapter(kept_in="grid", arguments=("mark",)),
    Adapter(answer="score,(row,col)", first_index=1),
    Adapter(answer="board"),
    Adapter(answer="key:best move"),
    Adapter("batch"),
]


def command_line(adapter: Adapter) -> str:
    """Return the options of an adapter, quoted for a shell."""
    return shlex.join(adapter.options())


def parsed(words: list[str]) -> Adapter:
    """Return the adapter that words of the command line declare."""
    parser = argparse.ArgumentParser()
    add_board_options(parser)
    add_call_options(parser)
    return adapter_in(parser.parse_args(words))


@pytest.mark.parametrize("adapter", ADAPTERS, ids=command_line)
def test_the_options_of_an_adapter_declare_it_again(adapter: Adapter) -> None:
    assert parsed(adapter.options()) == adapter


@pytest.mark.parametrize("adapter", ADAPTERS, ids=command_line)
def test_json_keeps_the_call_that_a_subprocess_gets(adapter: Adapter) -> None:
    record = json.loads(json.dumps(adapter.call.as_json()))
    assert Call.from_json(record) == adapter.call


def test_a_proposal_needs_no_quotes_where_a_shell_needs_none() -> None:
    adapter = Adapter("list", " ", (-1, 1), ("board", "mark"), first_index=1)
    assert command_line(adapter) == (
        "--board list --empty ' ' --marks=-1,1 --args board,mark --from 1"
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("-1", -1),
        ("0.5", 0.5),
        ("None", None),
        ("True", True),
        ("' '", " "),
        (" ", " "),
        ("", ""),
        ("-", "-"),
        ("_", "_"),
        ("'0'", "0"),
        ('"None"', "None"),
        ("[]", "[]"),
        ("a b", "a b"),
    ],
)
def test_a_free_cell_is_a_literal_or_else_a_text(text: str, value: object) -> None:
    adapter = Adapter.from_options(board="list", empty=text)
    assert adapter.empty == value
    assert type(adapter.empty) is type(value)


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("x,o", ("x", "o")),
        ("1,-1", (1, -1)),
        ("'1','2'", ("1", "2")),
        ("X, O", ("X", "O")),
        ("True,False", (True, False)),
    ],
)
def test_marks_are_two_such_values(text: str, marks: tuple[object, object]) -> None:
    assert Adapter.from_options(board="list", marks=text).marks == marks


@pytest.mark.parametrize(
    ("board", "free_cell", "marks"),
    [
        ("text", ".", {"X": "X", "O": "O"}),
        ("list", None, {"X": "X", "O": "O"}),
        ("array", 0, {"X": 1, "O": -1}),
    ],
)
def test_what_is_not_said_depends_on_the_format(
    board: str, free_cell: object, marks: dict[str, object]
) -> None:
    board_format = Adapter(board).board_format
    assert (board_format.free_cell, board_format.mark_of) == (free_cell, marks)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"board": "picture"}, "choose from text, list, rows, array, list1, dict1, batch"),
    ({"board": "list", "marks": "X"}, r"marks \(--marks\) are two values"),
    ({"board": "list", "marks": "X,O,Z"}, r"marks \(--marks\) are two values"),
    ({"board": "list", "marks": "X,X"}, "must differ"),
    ({"board": "list", "empty": "X"}, "must differ"),
    ({"board": "list", "empty": "None", "marks": "None,1"}, "must differ"),
    ({"empty": "None"}, "one character"),
    ({"empty": ""}, "one character"),
    ({"marks": "10,20"}, "one character"),
    ({"board": "list", "empty": "'X"}, "not a Python literal"),
    ({"board": "list", "marks": "'X,O"}, "not a Python literal"),
    ({"args": "board,picture"}, "not one of board, mark, opponent, x-to-move, depth"),
    ({"args": "board,"}, "not a Python literal"),
    ({"args": "board,[]"}, "neither a number nor text"),
    ({"args": "mark"}, "no argument gets the board"),
    ({"args": ""}, "no argument gets the board"),
    ({"args": "board", "board_in": "grid"}, "not both"),
    ({"board_in": "grid.cells"}, "a variable of the player's file"),
    ({"board_in": "4"}, "a variable of the player's file"),
    ({"answer": "picture"}, "choose from move; col,row; score,cell"),
    ({"answer": "key:"}, "needs a name"),
    ({"first_index": 2}, "from 0 or from 1, not from 2"),
    ({"board": "batch", "marks": "1,2"}, "'batch' takes no other options"),
    ({"board": "batch", "first_index": 1}, "'batch' takes no other options"),
]


@pytest.mark.parametrize(("options", "words"), REFUSED, ids=str)
def test_what_an_option_cannot_be_is_refused(
    options: dict[str, Any], words: str
) -> None:
    """The message lists what is known, or says what is wanted."""
    with pytest.raises(ArgumentError, match=words) as caught:
        Adapter.from_options(**options)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"board": ["text"]}, "unknown board format"),
        ({"board": "list", "empty": []}, "must hold text, a number or None"),
        ({"board": "list", "marks": "XO"}, r"marks \(--marks\) are two values"),
        ({"board": "list", "marks": 4}, r"marks \(--marks\) are two values"),
        ({"board": "list", "marks": ({}, "O")}, "must hold text, a number or None"),
        ({"arguments": "board"}, r"arguments \(--args\) is a sequence"),
        ({"arguments": 4}, r"arguments \(--args\) is a sequence"),
        ({"arguments": ("board", [])}, r"an argument \(--args\) is a name"),
        ({"arguments": ("board", "easy")}, r"a text itself is Constant\('easy'\)"),
        ({"kept_in": 4}, "names a variable"),
        ({"answer": 4}, "unknown form of answers"),
        ({"answer": ["move"]}, "unknown form of answers"),
        ({"first_index": True}, "from 0 or from 1"),
        ({"first_index": 1.0}, "from 0 or from 1"),
    ],
    ids=str,
)
def test_what_a_field_cannot_be_is_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        Adapter(**fields)


@pytest.mark.parametrize("board", ["array", "batch"])
def test_arrays_need_numpy(board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingExtraError, match="needs numpy"):
        Adapter(board)
