"""A function in a Python file as a player: what it may do, and what it may do wrong."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from support.bots import function, graded, written
from support.cases import exhaustive, exhaustive_rows

from ttt_table import open_table
from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.grading import grade
from ttt_table.players import Adapter, PythonFile
from ttt_table.players.protocol import FaultError

FIRST_FREE = "def move(board):\n    return board.index('.')\n"
GAMES_OF_FIRST_FREE = (83, 16, 58)  # as X
BATCH = Adapter("batch")
BOARDS = np.zeros((2, 9), np.int8)


@pytest.mark.exhaustive
def test_a_file_may_print_and_read(tmp_path: Path) -> None:
    """Its prints are dropped, and its input is empty: neither breaks the protocol."""
    text = (
        "import os, sys\nprint('hello')\nos.write(1, b'4\\n')\n"
        "def move(board):\n    print('thinking')\n    os.system('echo 5')\n"
        "    assert sys.stdin.read() == ''\n    return board.index('.')\n"
    )
    result = graded(function(tmp_path, text), side="X")
    assert not result.mistakes.forfeits
    assert result.counts.games == GAMES_OF_FIRST_FREE


@pytest.mark.exhaustive
def test_a_function_is_called_as_it_is_declared(tmp_path: Path) -> None:
    text = "def move(depth, cells, mine):\n    assert depth == cells.count(0)\n"
    text += "    assert mine == (1 if depth % 2 else -1)\n"
    text += "    return cells.index(0) + 1\n"
    adapter = Adapter(
        "list", 0, (1, -1), arguments=("depth", "board", "mark"), first_index=1
    )
    result = graded(function(tmp_path, text, adapter=adapter), side="X")
    assert result.counts.games == GAMES_OF_FIRST_FREE


@pytest.mark.parametrize("name", ["Bot.act", "bot.act", "Bot.of_class", "Bot.free"])
@pytest.mark.exhaustive
def test_a_method_may_play(tmp_path: Path, name: str) -> None:
    """Of a class that is made without arguments, or of an object of the file."""
    text = """class Bot:
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
    assert result.counts.games == GAMES_OF_FIRST_FREE


def test_a_file_may_have_the_name_of_a_module(tmp_path: Path) -> None:
    """What everybody imports by that name stays Python's own."""
    text = f"import json, os, random\nassert os.path and random.choice\n{FIRST_FREE}"
    with PythonFile(written(tmp_path, text, "os.py"), "move") as player:
        assert player.answer("X...O....") == 1


def test_a_file_may_be_in_a_package(tmp_path: Path) -> None:
    """It finds what is beside it, under each of the names that an import may have."""
    home = tmp_path / "game" / "bot"
    home.mkdir(parents=True)
    (tmp_path / "game" / "__init__.py").touch()
    written(home, "def free(board):\n    return board.index('.')\n", "rules.py")
    text = "import rules\nfrom . import rules as same\nfrom ..bot.rules import free\n"
    text += "from game.bot.rules import free as whole\n"
    text += "def move(board):\n    return free(board)\n"
    with PythonFile(written(home, text), "move") as player:
        assert player.answer("X...O....") == 1


@pytest.mark.parametrize(
    "name",
    ["json", "ttt_table", *exhaustive(["adapted", "protocol", "players", "random"])],
)
def test_a_module_beside_the_file_does_not_hide_ours(tmp_path: Path, name: str) -> None:
    """Nor one of Python's that is needed to answer."""
    written(tmp_path, "raise RuntimeError\n", f"{name}.py")
    with function(tmp_path, FIRST_FREE) as player:
        assert player.answer("X...O....") == 1


def test_nothing_beside_the_file_is_run(tmp_path: Path) -> None:
    """Even if its function asks an object, and a class for that is in the next file."""
    grid = "open('run', 'w')\nclass Grid:\n    board = [' '] * 9\n"
    grid += "    def available_moves(self): ...\n"
    written(tmp_path, grid, "grid.py")
    text = "def move(game):\n    return game.available_moves()[0]\n"
    result = graded(function(tmp_path, text), as_declared=True)
    assert not (tmp_path / "run").exists()
    reason = "'str' object has no attribute 'available_moves'"
    assert reason in result.mistakes.forfeits[0].reason


@pytest.mark.exhaustive
def test_a_file_may_import_this_package(tmp_path: Path) -> None:
    """It then gets the whole of it, and not the parts that ask it."""
    text = "from ttt_table import open_table\nfrom ttt_table.grading import grade\n"
    text += "from ttt_table.players import Adapter\ntable = open_table()\n"
    text += "def move(board):\n    return table.best_move(board)\n"
    assert graded(function(tmp_path, text), side="X").perfect


@pytest.mark.exhaustive
def test_o_may_move_first(tmp_path: Path) -> None:
    text = "def move(board, mark):\n    assert mark == 'XO'[board.count('.') % 2]\n"
    text += "    return board.index('.')\n"
    adapter = Adapter(arguments=("board", "mark"))
    with PythonFile(
        written(tmp_path, text), "move", adapter=adapter, first="O"
    ) as player:
        result = grade(player, table=open_table(first="O"), side="O")
    assert result.counts.games == GAMES_OF_FIRST_FREE


FAULTS = [
    ("1 / 0", "exception", "ZeroDivisionError: division by zero (bot.py, line 4)"),
    ("os._exit(7)", "exit", "status 7"),
    ("return {4: None}", "type", "is not a cell"),
    ("return {4: 10**5000}", "type", "is not a cell"),
    ("return 10**5000", "illegal", "outside the board"),
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
    (forfeit,) = graded(player, side="X").mistakes.forfeits
    assert (forfeit.board, forfeit.kind) == (".........", kind)
    assert words in forfeit.reason


HOSTILE = [
    ("sys.exit('bye')", "exit", "sys.exit('bye')"),
    ("input()", "exception", "EOFError"),
    ("return 'a\\nb'", "type", "'a\\nb' is not a cell"),
    ("os.kill(os.getpid(), 9)", "exit", "status -9"),
    ("os.close(0); os.close(1); os.close(2); 1 / 0", "exception", "ZeroDivisionError"),
    ("[os.close(pipe) for pipe in range(3, 9)]", "exit", "status"),
    ("os.write(4, b'four\\n'); 1 / 0", "type", "it writes 'four' to the stream"),
    ("os.fork(); return 9", "illegal", "no cell 9"),
    ("raise ValueError('\\x1b[31m\\ud800\\0')", "exception", "ValueError: "),
    ("raise type('\\x1b[31m\\n', (Exception,), {})", "exception", "(bot.py, line"),
    ("raise SystemExit(Hostile())", "exit", "a Hostile"),
    ("raise Hostile()", "exception", "TypeError"),
    ("return Hostile()", "exception", "MemoryError"),
    ("return Lying()", "type", "is not a cell"),
    ("return {Hostile(): 1}", "exception", "KeyboardInterrupt"),
    ("return {4: Hostile()}", "exception", "MemoryError"),
    ("return [[]] * 10**6", "type", "is not a cell"),
    ("sys.setrecursionlimit(60); return move(board)", "exception", "RecursionError"),
    ("while True: print('x' * 10**6)", "late", ""),
    ("sys.stdout = None; print(4); return 'four'", "type", "'four' is not a cell"),
    ("sys.modules.clear(); return 'four'", "type", "'four' is not a cell"),
    ("import builtins; builtins.__import__ = None; return 9", "illegal", "no cell 9"),
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
    text = f"import os, sys\n{CLASSES}def move(board):\n"
    text += f"    if board == '.' * 9:\n        {line}\n    return board.index('.')\n"
    result = graded(function(tmp_path, text, limit=0.5), side="X")
    if kind == "late":
        assert [missing.board for missing in result.mistakes.unanswered] == ["." * 9]
        return
    (forfeit,) = result.mistakes.forfeits
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
        assert [player.answer(board) for board in boards] == [1, 2, 0] * 5


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("def move(board:\n", "move", r"SyntaxError: .* \(bot.py, line 1\)"),
        ("import os\nos._exit(3)\n", "move", "status 3"),
        ("1 / 0\n", "move", r"ZeroDivisionError: division by zero \(bot.py, line 1\)"),
        *exhaustive_rows(
            [
                ("import no_such_module\n", "move", "No module named 'no_such_module'"),
                ("import sys\nsys.exit(1)\n", "move", "SystemExit"),
                (
                    "input()\ndef move(board): ...\n",
                    "move",
                    "asks for input .*__main__",
                ),
            ]
        ),
    ],
)
def test_a_file_that_does_not_load_is_an_error(
    tmp_path: Path, text: str, name: str, words: str
) -> None:
    """The message says why, and where."""
    with pytest.raises(PlayerError, match=words) as caught:
        function(tmp_path, text, name)
    assert f"{tmp_path}/bot.py does not load: " in str(caught.value)


BOT = "class Bot:\n    def act(self): ...\n"
BOT_WITH_A_MARK = (
    "class Bot:\n    def __init__(self, mark): ...\n    def act(self): ...\n"
)


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        (
            "def best(board): ...\ndef _own(): ...\n",
            "move",
            "it has no function move; it has best$",
        ),
        *exhaustive_rows(
            [
                ("move = 4\n", "move", "no function move; it has no function at all"),
                (BOT, "Bot", r"name its method too.*Bot\.act"),
                (BOT, "Bot.move", "no function Bot.move"),
                (
                    BOT_WITH_A_MARK,
                    "Bot.act",
                    r"Bot\(\) raises TypeError: .*'mark'; write a function",
                ),
                ("def move(board): ...", "", "no function"),
                ("def move(board): ...", "move.", "no function"),
            ]
        ),
    ],
)
def test_a_file_without_the_function_is_an_error_that_names_those_it_has(
    tmp_path: Path, text: str, name: str, words: str
) -> None:
    with pytest.raises(PlayerError, match=words) as caught:
        function(tmp_path, text, name)
    assert "does not load" not in str(caught.value)


def test_a_file_that_sleeps_does_not_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_table.players.old_file_process.LOADING_LIMIT", 0.3)
    monkeypatch.setattr("ttt_table.players.old_file_process.INTERRUPT_MARGIN", -5.0)
    with pytest.raises(PlayerError, match=r"within 0.3 seconds; give it more time"):
        function(tmp_path, "import threading\nthreading.Event().wait(60)\n", limit=0.3)


@pytest.mark.exhaustive
def test_a_file_that_does_not_load_again_is_an_error(tmp_path: Path) -> None:
    """The boards that are left are none of its forfeits."""
    text = "import os\nos.remove(__file__)\ndef move(board):\n    os._exit(3)\n"
    with pytest.raises(PlayerError, match=r"No such file .*bot\.py"):
        graded(function(tmp_path, text))


@pytest.mark.parametrize("name", ["none.py", "."])
def test_a_missing_file_is_an_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(PlayerError, match="no such file"):
        PythonFile(tmp_path / name, "move")


def test_a_missing_variable_is_an_error(tmp_path: Path) -> None:
    """The message names those that may hold a board."""
    adapter = Adapter("list", kept_in="board")
    with pytest.raises(PlayerError, match=r"no variable board .* are grid$"):
        function(tmp_path, f"grid = [0] * 9\n{FIRST_FREE}", adapter=adapter)


def test_a_file_has_an_adapter_of_its_own(tmp_path: Path) -> None:
    with (
        function(tmp_path, FIRST_FREE) as player,
        pytest.raises(ArgumentError, match="takes no adapter"),
    ):
        grade(player, adapter=Adapter("list"))


@pytest.mark.exhaustive
def test_to_load_is_not_to_answer(tmp_path: Path) -> None:
    """Neither at first nor after a late answer: loading has its own time."""
    text = "import time\ntime.sleep(0.3)\ndef move(board):\n"
    text += "    time.sleep(60 * (board == '.' * 9))\n    return board.index('.')\n"
    result = graded(function(tmp_path, text, limit=0.2), "X")
    assert [board for board, _ in result.mistakes.unanswered] == ["........."]


@pytest.mark.exhaustive
def test_a_file_draws_the_same_numbers_in_each_run(tmp_path: Path) -> None:
    """So that the verdict is the same."""
    text = "from random import choice, Random\nfrom numpy.random import default_rng\n"
    text += "own = Random()\ndef move(board):\n"
    text += "    of_numpy = int(default_rng().integers(9))\n"
    text += "    return choice(range(9)) + own.randrange(9) + of_numpy\n"
    with function(tmp_path, text) as first, function(tmp_path, text) as second:
        answers = [first.answer("." * 9) for _ in range(20)]
        assert answers == [second.answer("." * 9) for _ in range(20)]
    assert len(set(answers)) > 2


@pytest.mark.parametrize(
    "source",
    [
        "random.Random()",
        *exhaustive(
            [
                "random",
                "random.SystemRandom()",
                "numpy.random",
                "numpy.random.default_rng(3)",
                "numpy.random.RandomState(3)",
                "numpy.random.default_rng()",
            ]
        ),
    ],
)
def test_random_numbers_are_noticed_as_they_are_drawn(
    tmp_path: Path, source: str
) -> None:
    """A player may err so seldom that no two answers show it."""
    text = f"import random\nimport numpy\nsource = {source}\ndef move(board):\n"
    text += "    return int('X' in board and source.random() < 2)\n"
    with function(tmp_path, text) as player:
        player.answer(".........")
        assert not player.observations.draws_random_numbers
        player.answer("X...O....")
        assert player.observations.draws_random_numbers


@pytest.mark.exhaustive
def test_random_numbers_are_noticed_when_a_file_is_loaded(tmp_path: Path) -> None:
    text = f"import random\nrandom.random()\n{FIRST_FREE}"
    with function(tmp_path, text) as player:
        assert player.observations.draws_when_loaded
        player.answer("X...O....")
        assert not player.observations.draws_random_numbers


@pytest.mark.parametrize(
    ("dtype", "answer"),
    [
        (bool, "boards == 0"),
        *exhaustive_rows(
            [
                (np.int8, "boards"),
                (np.float32, "(boards == 0).astype(np.float32)"),
                (np.float64, "(boards == 0) / 9"),
                (np.longdouble, "boards.astype(np.longdouble)"),
                (np.dtype(">f8"), "boards.astype('>f8')"),
                (np.float64, "(boards / 9).T.copy().T"),
                (np.int64, "[[1] * 9] * len(boards)"),
            ]
        ),
    ],
)
@pytest.mark.exhaustive
def test_weights_of_a_batch_are_any_numbers(
    tmp_path: Path, dtype: object, answer: str
) -> None:
    text = f"import numpy as np\ndef move(boards):\n    return {answer}\n"
    boards = np.arange(18, dtype=np.int8).reshape(2, 9)
    expected = eval(answer, {"np": np, "boards": boards})
    with function(tmp_path, text, adapter=BATCH) as player:
        weights = player.answer_batch(boards)
    assert weights.dtype == dtype
    assert np.array_equal(weights, expected)


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        ("boards[:1]", "type", r"got int8 of shape \(1, 9\)"),
        *exhaustive_rows(
            [
                ("None", "type", r"expected numbers of shape \(2, 9\), got object"),
                ("boards * 1j", "type", "got complex"),
                ("[['a'] * 9] * 2", "type", "got <U1"),
                ("[[1], [1, 2]]", "exception", "ValueError"),
                ("1 / 0", "exception", "ZeroDivisionError"),
                (
                    "np.ma.masked_array(boards, boards == 0)",
                    "exception",
                    "masked array",
                ),
                ("os._exit(3)", "exit", "status 3"),
                ("[os.close(pipe) for pipe in range(3, 9)]", "exit", "it ended"),
                (
                    '[os.write(4, b\'{"batch": {"dtype": "O"}}\\n\')]',
                    "type",
                    "to the stream of its answers",
                ),
                (
                    '[os.write(4, b\'{"batch": {"dtype": "<f8"}}\\n\'), os._exit(0)]',
                    "exit",
                    "it ended",
                ),
            ]
        ),
    ],
)
@pytest.mark.exhaustive
def test_what_is_not_an_array_of_weights_is_a_fault(
    tmp_path: Path, answer: str, kind: str, words: str
) -> None:
    text = f"import os\nimport numpy as np\ndef move(boards):\n    return {answer}\n"
    with (
        function(tmp_path, text, adapter=BATCH, limit=2.0) as player,
        pytest.raises(FaultError, match=words) as caught,
    ):
        player.answer_batch(BOARDS)
    assert caught.value.kind == kind


@pytest.mark.exhaustive
def test_a_batch_may_be_larger_than_any_pipe(tmp_path: Path) -> None:
    text = "def move(boards):\n    return boards * 1.0\n"
    boards = np.tile(np.arange(9, dtype=np.int8), (100_000, 1))
    with function(tmp_path, text, adapter=BATCH) as player:
        assert np.array_equal(player.answer_batch(boards), boards)


@pytest.mark.exhaustive
def test_a_batch_that_is_late_is_an_error(tmp_path: Path) -> None:
    """It would be late with any other, and no board of it has an answer."""
    text = "def move(boards):\n    while True: pass\n"
    with (
        function(tmp_path, text, adapter=BATCH, limit=0.2) as player,
        pytest.raises(
            PlayerError, match=r"no answer to 2 boards within 0\.2 s.*--limit"
        ),
    ):
        player.answer_batch(BOARDS)


@pytest.mark.exhaustive
def test_a_batch_needs_no_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full one would otherwise be the player's forfeit."""
    monkeypatch.setenv("TMPDIR", str(tmp_path / "none"))
    text = "def move(boards):\n    return boards == 0\n"
    with function(tmp_path, text, adapter=BATCH) as player:
        assert player.answer_batch(BOARDS).all()


@pytest.mark.skipif(os.name != "posix", reason="it limits a process")
def test_a_player_may_be_given_little_memory(tmp_path: Path) -> None:
    text = "import resource\nresource.setrlimit(resource.RLIMIT_AS, (1 << 30,) * 2)\n"
    text += "def move(board):\n    return [0] * 10**9\n"
    result = graded(function(tmp_path, text), side="X", as_declared=True)
    assert "MemoryError" in result.mistakes.forfeits[0].reason


def test_the_subprocess_imports_little(tmp_path: Path) -> None:
    """Each player pays for its start."""
    loaded = tmp_path / "loaded"
    text = f"import sys\nopen({str(loaded)!r}, 'w').write(' '.join(sys.modules))\n"
    function(tmp_path, f"{text}{FIRST_FREE}").close()
    heavy = {"dataclasses", "inspect", "pathlib", "numpy", "fractions", "argparse"}
    assert heavy.isdisjoint(loaded.read_text().split())
