"""How a player's file is loaded in its subprocess, and what crosses the pipe."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.cases import exhaustive
from support.commands import HANGS

from ttt_table.errors import PlayerError
from ttt_table.grading import PythonFile
from ttt_table.grading.child import GUARD, Distribution, ForfeitError

BOARD = "X...O...."
FIRST_FREE = "def move(board):\n    return board.index('.')\n"


def bot(folder: Path, text: str, file: str = "bot.py") -> Path:
    path = folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def opened(
    path: Path,
    name: str = "move",
    timeout: float = 10.0,
    adapter: str = "",
    call: str = "call",
) -> PythonFile:
    source = f"{path}:{name}" if name else path
    return PythonFile(source, f"{adapter}:{call}" if adapter else "", timeout=timeout)


def answer(path: Path, name: str = "move", board: str = BOARD) -> Distribution:
    with opened(path, name) as process:
        return process.move(board)


def test_a_function_answers_with_a_move(tmp_path: Path) -> None:
    assert answer(bot(tmp_path, FIRST_FREE)) == {1: "1"}


def test_a_file_is_run_once_under_its_own_name(tmp_path: Path) -> None:
    text = "assert __name__ == 'bot'\nimport bot\nruns = getattr(bot, 'runs', 0) + 1\n"
    text += "def move(board):\n    return runs\n"
    assert answer(bot(tmp_path, text)) == {1: "1"}


def test_a_file_of_a_package_imports_its_neighbours(tmp_path: Path) -> None:
    bot(tmp_path, "", "game/__init__.py")
    bot(tmp_path, "", "game/players/__init__.py")
    bot(tmp_path, "CELL = 3\n", "game/rules.py")
    bot(tmp_path, "SHIFT = 1\n", "game/players/shift.py")
    text = "from ..rules import CELL\nfrom . import shift\nimport game.rules\n"
    text += "import shift as neighbour\n"
    text += "def move(board):\n    return CELL + shift.SHIFT * neighbour.SHIFT\n"
    assert answer(bot(tmp_path, text, "game/players/bot.py")) == {4: "1"}


def test_neighbours_are_a_package_even_without_its_file(tmp_path: Path) -> None:
    bot(tmp_path, "CELL = 3\n", "rules.py")
    text = "from .rules import CELL\nfrom . import rules\n"
    text += "def move(board):\n    return CELL + rules.CELL\n"
    assert answer(bot(tmp_path, text)) == {6: "1"}


@pytest.mark.parametrize("file", ["random.py", *exhaustive(["json.py", "os.py"])])
def test_a_file_with_the_name_of_a_library_does_not_hide_it(
    tmp_path: Path, file: str
) -> None:
    text = "import random, json, os\nrandom.random\njson.loads\nos.getcwd\n"
    assert answer(bot(tmp_path, text + FIRST_FREE, file)) == {1: "1"}


def test_nothing_is_written_beside_the_file(tmp_path: Path) -> None:
    bot(tmp_path, "", "neighbour.py")
    answer(bot(tmp_path, f"import neighbour\n{FIRST_FREE}"))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "bot.py",
        "neighbour.py",
    ]


@pytest.mark.parametrize(
    ("ending", "reason"),
    [
        ("input()", "EOFError: EOF when reading a line (bot.py, line 3)"),
        ("exit()", "it called sys.exit(None) (bot.py, line 3)"),
        ("1 / 0", "ZeroDivisionError: division by zero (bot.py, line 3)"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt (bot.py, line 3)"),
    ],
)
def test_a_file_that_ends_in_an_exception_is_used_as_far_as_it_has_come(
    tmp_path: Path, ending: str, reason: str
) -> None:
    with opened(bot(tmp_path, f"{FIRST_FREE}{ending}\nmove = None\n")) as process:
        assert process.move(BOARD) == {1: "1"}
        assert process.loaded_until.removesuffix(f"; {GUARD}") == reason


@pytest.mark.parametrize(
    "loop",
    [
        "while True:\n    pass\n",
        *exhaustive(
            [
                "import time\ntime.sleep(60)\n",
                "while True:\n    try:\n        input()\n    except:\n        pass\n",
            ]
        ),
    ],
)
@pytest.mark.usefixtures("timed_by_processor")
def test_a_file_that_runs_on_is_stopped(tmp_path: Path, loop: str) -> None:
    with opened(bot(tmp_path, FIRST_FREE + loop), timeout=0.2) as process:
        assert process.move(BOARD) == {1: "1"}
        assert "no end within 0.2 seconds" in process.loaded_until


@pytest.mark.exhaustive
def test_a_file_that_cannot_be_stopped_does_not_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_table.grading.players.READY_SECONDS", 0.1)
    text = f"{FIRST_FREE}import signal, time\nsignal.setitimer(signal.ITIMER_REAL, 0)\n"
    with pytest.raises(PlayerError, match=r"does not load: no answer .*__main__"):
        opened(bot(tmp_path, f"{text}time.sleep(60)\n"), timeout=0.1)


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        (FIRST_FREE, "best", r"bot.py: it has no best; it has move\(board\)$"),
        ("", "move", r"it has no move; it has no function at all$"),
        (
            f"import no_such_module\n{FIRST_FREE}",
            "move",
            r"bot.py: it does not load: ModuleNotFoundError: .* \(bot.py, line 1\)$",
        ),
        (f"input()\n{FIRST_FREE}", "move", r"does not load: EOFError.*__main__"),
        (
            f"def best(board): pass\ninput()\n{FIRST_FREE}",
            "move",
            r"it has no move; it has best\(board\); it was loaded only until EOFError",
        ),
        ("def move(", "move", r"not load: SyntaxError: .* \(bot.py, line 1\)$"),
        ("import os\nos._exit(3)\n", "move", "does not load: it ended with status 3"),
    ],
)
def test_a_file_without_its_player_is_told_what_it_has(
    tmp_path: Path, text: str, name: str, message: str
) -> None:
    with pytest.raises(PlayerError, match=message):
        opened(bot(tmp_path, text), name)


def test_an_outline_has_functions_classes_and_methods(tmp_path: Path) -> None:
    text = "from os.path import join\nCELLS = 9\n"
    text += "class Bot:\n    def __init__(self, size=3):\n        pass\n"
    text += (
        "    def reply(self, cells):\n        pass\n    def _own(self):\n        pass\n"
    )
    text += "def best(cells, mark, depth=0):\n    pass\ndef _hidden():\n    pass\n"
    with opened(bot(tmp_path, text), "best") as process:
        assert process.outline() == [
            "Bot(size=3)",
            "Bot.reply(self, cells)",
            "best(cells, mark, depth=0)",
        ]


def test_an_outline_has_what_classes_inherit_and_what_is_given_by_name(
    tmp_path: Path,
) -> None:
    text = """
class Base:
    def __init__(self, mark, *, depth, seed=0): pass
    def reply(self, cells): pass
class Bot(Base):
    @staticmethod
    def best(cells, *, mark): pass
    @classmethod
    def named(cls, name): pass
def any_of(*cells, mark): pass
"""
    with opened(bot(tmp_path, text), "Bot") as process:
        outline = process.outline()
    assert outline[2:] == [
        "Bot(mark, *, depth, seed=0)",
        "Bot.best(cells, *, mark)",
        "Bot.named(name)",
        "Bot.reply(self, cells)",
        "any_of(*cells, mark)",
    ]


def test_random_numbers_are_seen_to_be_drawn(tmp_path: Path) -> None:
    text = "import random\nrandom.random()\ndef move(board):\n"
    text += "    return random.choice([0]) if 'X' in board else 4\n"
    with opened(bot(tmp_path, text)) as process:
        assert process.move(".") == {4: "1"}
        assert not process.drew()
        assert process.move(BOARD) == {0: "1"}
        assert process.drew()


def test_a_file_gets_the_same_random_numbers_in_each_run(tmp_path: Path) -> None:
    text = "import random\nloaded = random.random()\n"
    text += "def move(board):\n    return int(1e9 * (loaded + random.random()))\n"
    path = bot(tmp_path, text)
    assert answer(path) == answer(path)


def test_an_exception_is_a_fault_with_file_and_line(tmp_path: Path) -> None:
    text = "def move(board):\n    return board.index('?')\n"
    with pytest.raises(ForfeitError) as caught:
        answer(bot(tmp_path, text))
    assert (caught.value.kind, caught.value.reason) == (
        "exception",
        "ValueError: substring not found (bot.py, line 2)",
    )


@pytest.mark.parametrize(
    "line",
    ["hello", "[[]]", '{"move": true}', *exhaustive(["4", '{"forfeit": 1}', ""])],
)
def test_a_line_that_is_not_an_answer_is_a_fault(tmp_path: Path, line: str) -> None:
    """A player may find the pipe of its answers, and write on it by itself."""
    text = "import os\ndef move(board):\n    for pipe in range(3, 9):\n        try:\n"
    text += f"            os.write(pipe, {(line + chr(10)).encode()!r})\n"
    text += "        except OSError:\n            pass\n    return 4\n"
    with pytest.raises(ForfeitError) as caught:
        answer(bot(tmp_path, text))
    assert caught.value.kind == "type"


@pytest.mark.usefixtures("timed_by_processor")
def test_a_late_answer_is_not_taken_for_the_next_one(tmp_path: Path) -> None:
    text = "def move(board):\n    while board[0] == '.': pass\n"
    text += "    return board.index('.')\n"
    with opened(bot(tmp_path, text), timeout=0.1) as process:
        with pytest.raises(ForfeitError):
            process.move(".........")
        assert process.move(BOARD) == {1: "1"}


def test_a_copy_of_the_process_does_not_answer(tmp_path: Path) -> None:
    text = "import os\nos.fork()\ndef move(board):\n    os.fork()\n    return 4\n"
    with opened(bot(tmp_path, text)) as process:
        assert [process.move(BOARD) for _ in range(3)] == [{4: "1"}] * 3


def test_what_a_file_prints_is_discarded(tmp_path: Path) -> None:
    text = "import os\nprint('hello')\n"
    text += "def move(board):\n    print('x' * 99_999)\n    os.write(1, b'4')\n"
    text += "    return 4\n"
    with opened(bot(tmp_path, text)) as process:
        assert [process.move(BOARD) for _ in range(3)] == [{4: "1"}] * 3


def test_an_adapter_gets_the_player_and_the_board(tmp_path: Path) -> None:
    path = bot(
        tmp_path, "class Bot:\n    def reply(self, cells):\n        return cells\n"
    )
    call = bot(
        tmp_path,
        "def call(player, board):\n    return player().reply(board.index('.'))\n",
        "call.py",
    )
    with opened(path, "Bot", adapter=str(call)) as process:
        assert process.move(BOARD) == {1: "1"}


def test_an_adapter_with_the_name_of_the_file_does_not_hide_it(tmp_path: Path) -> None:
    path = bot(tmp_path, FIRST_FREE)
    text = "import bot\ndef ask(player, board):\n"
    text += "    return player.move(board) + bot.move(board)\n"
    call = bot(tmp_path, text, "adapters/bot.py")
    with opened(path, "", adapter=str(call), call="ask") as process:
        assert process.move(BOARD) == {2: "1"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "def ask(player, board):\n    pass\n",
            r"it has no call; it has ask\(player, board\)",
        ),
        ("call = 4\n", "is not a function"),
        (
            "1 / 0\n",
            r"call.py does not load: ZeroDivisionError: .* \(call.py, line 1\)",
        ),
    ],
)
def test_an_adapter_that_is_none_is_told_so(
    tmp_path: Path, text: str, message: str
) -> None:
    call = bot(tmp_path, text, "call.py")
    with pytest.raises(PlayerError, match=message):
        opened(bot(tmp_path, FIRST_FREE), adapter=str(call))


STARTS_A_PLAYER = """
import sys
from ttt_table.grading import PythonFile
process = PythonFile(f"{sys.argv[1]}:move", timeout=60)
process.move(".........")
"""
COMPUTES_IN_C = """
import os
def move(board):
    with open("started.txt", "w") as file:
        file.write(str(os.getpid()))
    os.rename("started.txt", "pid.txt")
    return sum(range(10**12))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems ask each second")
def test_a_player_ends_with_its_grader_even_while_it_computes(tmp_path: Path) -> None:
    """In C, where no thread of the player's process is served either."""
    path = bot(tmp_path, COMPUTES_IN_C)
    command = [sys.executable, "-c", STARTS_A_PLAYER, str(path)]
    pid_file = tmp_path / "pid.txt"
    with subprocess.Popen(command, cwd=tmp_path) as grader:
        while not pid_file.exists():
            assert grader.poll() is None
            time.sleep(0.01)
        player = int(pid_file.read_text())
        os.kill(player, 0)
        grader.kill()
    assert not is_running_after_a_while(player)


def is_running_after_a_while(process: int) -> bool:
    for _ in range(100 * HANGS):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2][0]
        except OSError:
            return False
        if state == "Z":  # ended, though nobody has asked for its status
            return False
        time.sleep(0.01)
    os.kill(process, signal.SIGKILL)
    return True
