"""A function in a Python file as a player: what it may do, and what it may do wrong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.bots import function, graded, written
from support.cases import exhaustive, exhaustive_rows

from ttt_table.errors import PlayerError
from ttt_table.grading import PythonFile
from ttt_table.grading.players import split_source

FIRST_FREE = "def move(board):\n    return board.index('.')\n"
GAMES_OF_FIRST_FREE = (83, 16, 58)  # as X


@pytest.mark.exhaustive
def test_a_file_may_print_and_read(tmp_path: Path) -> None:
    """Its prints are dropped, and its input is empty: neither breaks the protocol."""
    text = (
        "import os, sys\nprint('hello')\nos.write(1, b'4\\n')\n"
        "def move(board):\n    print('thinking')\n    os.system('echo 5')\n"
        "    assert sys.stdin.read() == ''\n    return board.index('.')\n"
    )
    result = graded(function(tmp_path, text), side="X")
    assert not result.forfeits
    assert result.games == GAMES_OF_FIRST_FREE


@pytest.mark.parametrize("name", ["bot.act", "Bot.of_class", "Bot.free", "bot"])
@pytest.mark.exhaustive
def test_a_method_may_play(tmp_path: Path, name: str) -> None:
    """Of an object of the file, or of a class; and so may an object that is called."""
    text = """class Bot:
    def __call__(self, board):
        return self.act(board)
    def act(self, board):
        return self.free(board)
    @classmethod
    def of_class(cls, board):
        return cls().act(board)
    @staticmethod
    def free(board):
        return board.index(".")
bot = Bot()
"""
    result = graded(function(tmp_path, text, name), side="X")
    assert result.games == GAMES_OF_FIRST_FREE


def test_a_file_may_have_the_name_of_a_module(tmp_path: Path) -> None:
    """What everybody imports by that name stays Python's own."""
    text = f"import json, os, random\nassert os.path and random.choice\n{FIRST_FREE}"
    with PythonFile(f"{written(tmp_path, text, 'os.py')}:move") as player:
        assert player.move("X...O....") == {1: "1"}


def test_a_file_may_be_in_a_package(tmp_path: Path) -> None:
    """It finds what is beside it, under each of the names that an import may have."""
    home = tmp_path / "game" / "bot"
    home.mkdir(parents=True)
    (tmp_path / "game" / "__init__.py").touch()
    written(home, "def free(board):\n    return board.index('.')\n", "rules.py")
    text = "import rules\nfrom . import rules as same\nfrom ..bot.rules import free\n"
    text += "from game.bot.rules import free as whole\n"
    text += "def move(board):\n    return free(board)\n"
    with PythonFile(f"{written(home, text)}:move") as player:
        assert player.move("X...O....") == {1: "1"}


@pytest.mark.parametrize(
    "name",
    ["json", "ttt_table", *exhaustive(["child", "players", "random", "ctypes"])],
)
def test_a_module_beside_the_file_does_not_hide_ours(tmp_path: Path, name: str) -> None:
    """Nor one of Python's that is needed to answer."""
    written(tmp_path, "raise RuntimeError\n", f"{name}.py")
    with function(tmp_path, FIRST_FREE) as player:
        assert player.move("X...O....") == {1: "1"}


@pytest.mark.exhaustive
def test_a_file_may_import_this_package(tmp_path: Path) -> None:
    """It then gets the whole of it, and not the parts that ask it."""
    text = "from ttt_table import open_table\nfrom ttt_table.grading import grade\n"
    text += "from ttt_table.grading import Program\ntable = open_table()\n"
    text += "def move(board):\n    return table.best_move(board)\n"
    assert graded(function(tmp_path, text), side="X").perfect


FAULTS = [
    ("1 / 0", "exception", "ZeroDivisionError: division by zero (bot.py, line 4)"),
    ("os._exit(7)", "exit", "status 7"),
    ("return {4: None}", "type", "it returns {4: None}"),
    ("return {4: 10**5000}", "type", "it returns"),
    ("return 10**5000", "illegal", "no cell"),
    ("raise ValueError('x' * 20_000)", "exception", "ValueError: xxx"),
    ("raise KeyboardInterrupt", "exception", "KeyboardInterrupt (bot.py, line"),
    ("raise GeneratorExit", "exception", "GeneratorExit"),
    ("raise type('Own', (BaseException,), {})", "exception", "Own (bot.py, line"),
]


@pytest.mark.parametrize(
    ("line", "kind", "words"), [*FAULTS[:2], *exhaustive_rows(FAULTS[2:])]
)
def test_what_a_function_does_wrong_is_a_forfeit(
    tmp_path: Path, line: str, kind: str, words: str
) -> None:
    """It says what was raised and where, and the next board is asked."""
    text = f"import os\ndef move(board):\n    if board == '.' * 9:\n        {line}\n"
    player = function(tmp_path, f"{text}    return board.index('.')\n")
    (forfeit,) = graded(player, side="X", as_is=True).forfeits
    assert (forfeit.board, forfeit.kind) == (".........", kind)
    assert words in forfeit.reason


HOSTILE = [
    ("sys.exit('bye')", "exit", "sys.exit('bye')"),
    ("input()", "exception", "EOFError"),
    ("return 'a\\nb'", "type", "it returns 'a\\nb'"),
    ("os.kill(os.getpid(), 9)", "exit", "SIGKILL"),
    ("os.close(0); os.close(1); os.close(2); 1 / 0", "exception", "ZeroDivisionError"),
    ("[os.close(pipe) for pipe in range(3, 9)]", "exit", "status"),
    ("os.write(4, b'four\\n'); 1 / 0", "type", "it writes 'four' to the stream"),
    ("os.fork(); return 9", "illegal", "no cell 9"),
    ("raise ValueError('\\x1b[31m\\ud800\\0')", "exception", "ValueError: "),
    ("raise type('\\x1b[31m\\n', (Exception,), {})", "exception", "(bot.py, line"),
    ("raise SystemExit(Hostile())", "exit", "a Hostile"),
    ("raise Hostile()", "exception", "TypeError"),
    ("return Hostile()", "type", "it returns a Hostile"),
    ("return Lying()", "type", "it returns"),
    ("return {Hostile(): 1}", "exception", "KeyboardInterrupt"),
    ("return {4: Hostile()}", "type", "it returns"),
    ("return [[]] * 10**6", "type", "it returns"),
    ("sys.setrecursionlimit(60); return move(board)", "exception", "RecursionError"),
    ("sys.stdout = None; print(4); return 'four'", "type", "it returns 'four'"),
    ("sys.modules.clear(); return 'four'", "type", "it returns 'four'"),
    ("builtins.__import__ = None; return 9", "illegal", "no cell 9"),
]
CLASSES = """class Hostile:
    def __getattribute__(self, name):
        raise MemoryError
    def __repr__(self):
        raise KeyboardInterrupt
    __str__ = __index__ = __hash__ = __eq__ = __repr__
class Lying:
    def tolist(self):
        return self
    def __len__(self):
        return -1
"""


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [*HOSTILE[1:3], *exhaustive_rows([HOSTILE[0], *HOSTILE[3:]])],
)
def test_hostile_code_is_one_players_fault(
    tmp_path: Path, line: str, kind: str, words: str
) -> None:
    """It neither hangs nor stops the grader, and the next board is asked."""
    text = f"import builtins, os, sys\n{CLASSES}def move(board):\n"
    text += f"    if board == '.' * 9:\n        {line}\n    return board.index('.')\n"
    result = graded(function(tmp_path, text, timeout=5), side="X", as_is=True)
    (forfeit,) = result.forfeits
    assert forfeit.kind == kind
    assert words in forfeit.reason
    forfeit.reason.encode()  # it has no half characters


@pytest.mark.skipif(not hasattr(os, "fork"), reason="it forks")
@pytest.mark.parametrize(
    "text",
    [
        f"import os\nos.fork()\n{FIRST_FREE}",
        "import os\ndef move(board):\n    os.fork()\n    return board.index('.')\n",
    ],
)
def test_a_file_that_forks_answers_once(tmp_path: Path, text: str) -> None:
    """Else the answers of its copies would be taken for those to the next boards."""
    with function(tmp_path, text) as player:
        boards = ["X........", "XX.......", "........."] * 5
        assert [player.move(board) for board in boards] == [
            {cell: "1"} for cell in (1, 2, 0)
        ] * 5


@pytest.mark.exhaustive
def test_a_file_that_does_not_load_again_is_an_error(tmp_path: Path) -> None:
    """The boards that are left are none of its forfeits."""
    text = "import os\nos.remove(__file__)\ndef move(board):\n    os._exit(3)\n"
    with pytest.raises(PlayerError, match=r"No such file .*bot\.py"):
        graded(function(tmp_path, text))


@pytest.mark.parametrize("name", ["none.py", "."])
def test_a_missing_file_is_an_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(PlayerError, match=r"no such file|it is not a file"):
        PythonFile(f"{tmp_path / name}:move")


@pytest.mark.skipif(os.name != "posix", reason="it limits a process")
def test_a_player_may_be_given_little_memory(tmp_path: Path) -> None:
    text = "import resource\nresource.setrlimit(resource.RLIMIT_AS, (1 << 30,) * 2)\n"
    text += "def move(board):\n    return [0] * 10**9\n"
    result = graded(function(tmp_path, text), side="X", as_is=True)
    assert "MemoryError" in result.forfeits[0].reason


def test_the_subprocess_imports_little(tmp_path: Path) -> None:
    """Each player pays for its start."""
    loaded = tmp_path / "loaded"
    text = f"import sys\nopen({str(loaded)!r}, 'w').write(' '.join(sys.modules))\n"
    function(tmp_path, f"{text}{FIRST_FREE}").close()
    heavy = {"dataclasses", "inspect", "pathlib", "numpy", "fractions", "argparse"}
    assert heavy.isdisjoint(loaded.read_text().split())


@pytest.mark.parametrize(
    ("source", "path", "name"),
    [
        ("bot.py:move", "bot.py", "move"),
        ("bot.py:Bot.reply", "bot.py", "Bot.reply"),
        ("bot.py", "bot.py", ""),
        ("a:b/bot.py:move", "a:b/bot.py", "move"),
        ("C:\\bots\\bot.py", "C:\\bots\\bot.py", ""),
        ("bot.py:", "bot.py:", ""),
        (":move", ":move", ""),
        ("", "", ""),
    ],
)
def test_a_source_is_a_file_and_perhaps_a_name(
    source: str, path: str, name: str
) -> None:
    assert split_source(source) == (path, name)


def test_a_file_has_an_outline_even_if_it_then_ends(tmp_path: Path) -> None:
    text = "import os\ndef move(board):\n    os._exit(3)\n"
    with function(tmp_path, text) as player:
        assert player.outline() == ["move(board)"]


def test_a_missing_adapter_is_an_error(tmp_path: Path) -> None:
    path = written(tmp_path, FIRST_FREE)
    with pytest.raises(PlayerError, match="there is no such file"):
        PythonFile(f"{path}:move", tmp_path / "none.py")


def test_a_notebook_is_refused_by_what_it_is(tmp_path: Path) -> None:
    """Whatever it is called: as Python, it is a dictionary."""
    path = written(tmp_path, '{"cells": [], "nbformat": 4}')
    with pytest.raises(PlayerError, match=r"it is a notebook.*nbconvert"):
        PythonFile(f"{path}:move")


def test_a_file_without_its_ending_is_proposed_with_it(tmp_path: Path) -> None:
    written(tmp_path, FIRST_FREE)
    with pytest.raises(PlayerError, match=r"no such file; did you mean .*bot\.py\?"):
        PythonFile(f"{tmp_path / 'bot'}:move")


def test_a_mistake_of_ours_in_the_subprocess_is_not_the_players(
    tmp_path: Path,
) -> None:
    """Here the file makes one, by taking a function from the module that serves it."""
    text = "import __main__\n__main__.read_move = None\n"
    with (
        function(tmp_path, text + FIRST_FREE) as player,
        pytest.raises(RuntimeError, match=r"TypeError: .* \(child\.py, line "),
    ):
        player.move("X...O....")
