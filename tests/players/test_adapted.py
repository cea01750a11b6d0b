"""Functions that are called as their adapters say."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from ttt_table.players.adapted import AdaptedFunction
from ttt_table.players.adapter import Adapter
from ttt_table.players.answer_forms import UnreadableAnswerError
from ttt_table.players.calls import Constant
from ttt_table.players.protocol import fault_of

BOARD = "X...O...."  # X is to move


def given(adapter: Adapter, board: str = BOARD, first: str = "X") -> list[object]:
    """Return the arguments that a function gets."""
    calls: list[tuple[object, ...]] = []

    def player(*arguments: object) -> None:
        calls.append(arguments)

    AdaptedFunction(player, adapter.call, adapter.answer_form, cols=3, first=first)(
        board
    )
    return list(calls[0])


def module_of(text: str) -> ModuleType:
    """Return a player's file as a module."""
    module = ModuleType("bot")
    exec(text, vars(module))
    return module


def answer_of(text: str, adapter: Adapter, board: str = BOARD) -> Any:
    """Return what the function `move` of a file answers."""
    module = module_of(text)
    player = AdaptedFunction(
        module.move,
        adapter.call,
        adapter.answer_form,
        cols=3,
        first="X",
        module=module,
    )
    return player(board)


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("mark", "X"),
        ("opponent", "O"),
        ("x-to-move", True),
        ("depth", 7),
        ("-inf", -float("inf")),
        ("inf", float("inf")),
        ("true", True),
        (0, 0),
        (-1.5, -1.5),
        (False, False),
        (None, None),
        (Constant("board"), "board"),
        (Constant("it's easy"), "it's easy"),
    ],
)
def test_an_argument_gets_what_its_name_or_literal_says(
    argument: object, value: object
) -> None:
    assert given(Adapter(arguments=("board", argument))) == [BOARD, value]


@pytest.mark.parametrize(
    ("board", "first", "values"),
    [
        ("X...O....", "X", ["X", "O", True]),
        ("X........", "X", ["O", "X", False]),
        ("O........", "O", ["X", "O", True]),
        (".........", "O", ["O", "X", False]),
    ],
)
def test_arguments_tell_whose_turn_it_is(
    board: str, first: str, values: list[object]
) -> None:
    adapter = Adapter(arguments=("mark", "opponent", "x-to-move", "board"))
    assert given(adapter, board, first)[:3] == values


def test_marks_are_those_of_the_board() -> None:
    adapter = Adapter("list", 0, (1, 2), ("mark", "opponent", "board"))
    mark, opponent, board = given(adapter)
    assert (mark, opponent, board) == (1, 2, [1, 0, 0, 0, 2, 0, 0, 0, 0])


def test_arguments_come_in_the_order_that_is_declared() -> None:
    assert given(Adapter(arguments=("depth", "board"))) == [7, BOARD]


@pytest.mark.parametrize(
    "text",
    [
        "grid = [None] * 9\ndef move():\n    return grid.index(None)\n",
        "grid = None\ndef move():\n    return grid.index(None)\n",
        "grid = ()\nkept = grid\ndef move():\n    return grid.index(None)\n",
    ],
)
def test_a_board_is_put_into_a_variable_of_the_file(text: str) -> None:
    assert answer_of(text, Adapter("list", kept_in="grid")) == 1


def test_another_name_of_the_same_board_sees_it_too() -> None:
    text = "grid = [None] * 9\nother = grid\n"
    text += "def move():\n    return other.index(None)\n"
    assert answer_of(text, Adapter("list", kept_in="grid")) == 1


def test_a_variable_that_is_missing_is_named_with_those_that_hold_boards() -> None:
    text = "grid = []\nspare = {}\nsize = 3\ndef move():\n    pass\n"
    with pytest.raises(LookupError) as caught:
        answer_of(text, Adapter("list", kept_in="board"))
    assert str(caught.value) == (
        "it has no variable board (--board-in); its lists, dictionaries and arrays"
        " are grid, spare"
    )


def test_a_file_without_boards_is_told_so() -> None:
    with pytest.raises(LookupError, match="none of its variables holds a list"):
        answer_of("def move():\n    pass\n", Adapter("list", kept_in="board"))


PLACES = "def move(board, mark):\n    board[1] = mark\n"
RETURNS = "def move(board, mark):\n    new = list(board)\n    new[1] = mark\n"


@pytest.mark.parametrize(
    "text", [PLACES, PLACES + "    return board\n", RETURNS + "    return new\n"]
)
def test_the_answer_may_be_a_board_with_one_stone_more(text: str) -> None:
    adapter = Adapter("list", arguments=("board", "mark"), answer="board")
    assert answer_of(text, adapter) == 1


@pytest.mark.parametrize(
    ("board", "answer"),
    [
        ("text", "'XX..O....'"),
        ("rows", "[['X', 'X', None], [None, 'O', None], [None] * 3]"),
        ("list1", "['', 'X', 'X', None, None, 'O'] + [None] * 4"),
        ("list", "('X', 'X', None, None, 'O') + (None,) * 4"),
    ],
)
def test_a_new_board_may_have_any_format(board: str, answer: str) -> None:
    text = f"def move(board):\n    return {answer}\n"
    assert answer_of(text, Adapter(board, answer="board")) == 1


def test_the_stone_may_be_placed_where_the_file_keeps_its_board() -> None:
    text = "grid = [None] * 9\ndef move():\n    grid[1] = 'X'\n"
    adapter = Adapter("list", kept_in="grid", answer="board")
    assert answer_of(text, adapter) == 1


def test_the_file_may_keep_a_new_board() -> None:
    text = "grid = [None] * 9\ndef move():\n    global grid\n"
    text += "    grid = grid[:]\n    grid[1] = 'X'\n"
    adapter = Adapter("list", kept_in="grid", answer="board")
    assert answer_of(text, adapter) == 1


@pytest.mark.parametrize(
    "text",
    [
        "def move(board):\n    return board\n",
        "def move(board):\n    board[1] = 'O'\n",
        "def move(board):\n    board[0] = 'O'\n",
        "def move(board):\n    board[1] = board[2] = 'X'\n",
        "def move(board):\n    board.append('X')\n",
        "def move(board):\n    return 1\n",
    ],
)
def test_a_board_without_exactly_one_stone_more_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableAnswerError):
        answer_of(text, Adapter("list", answer="board"))


def reason_of(text: str, adapter: Adapter) -> str:
    """Return what is reported of a player that does not answer."""
    with pytest.raises((TypeError, UnreadableAnswerError)) as caught:
        answer_of(text, adapter)
    return fault_of(caught.value).reason


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "def move(board, player, depth): ...",
            "TypeError: move takes board, player, depth; --args gives it board, mark",
        ),
        ("def move(): ...", "TypeError: move takes no arguments; --args gives it"),
        (
            "def move(board, mark, *, depth): ...",
            "TypeError: move takes board, mark, *, depth; --args gives it board, mark",
        ),
        (
            "class Bot:\n    def reply(self, board): ...\nmove = Bot().reply",
            "TypeError: reply takes board; --args gives it board, mark",
        ),
    ],
)
def test_a_call_with_the_wrong_arguments_names_those_of_the_function(
    text: str, words: str
) -> None:
    assert words in reason_of(text, Adapter(arguments=("board", "mark")))


def test_a_type_error_within_the_function_keeps_its_words() -> None:
    text = "def move(board):\n    return len(4)\n"
    assert "object of type 'int' has no len()" in reason_of(text, Adapter())


def test_a_type_error_of_a_builtin_keeps_its_words() -> None:
    """Nobody can tell whether its arguments were wrong."""
    reason = reason_of("move = int.from_bytes", Adapter("list"))
    assert "cannot be interpreted as an integer" in reason


def test_a_coroutine_says_what_to_remove() -> None:
    text = "async def move(board):\n    return 4\n"
    assert reason_of(text, Adapter()) == (
        "it returns a coroutine: remove async from its definition"
    )


def test_a_generator_is_not_a_cell() -> None:
    text = "def move(board):\n    yield 4\n"
    assert reason_of(text, Adapter()).endswith("write return in place of yield")
