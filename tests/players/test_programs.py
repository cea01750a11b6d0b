"""Programs as players: the protocol, and everything that a process can do instead of answering."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest

from ttt_table import open_table
from ttt_table.errors import PlayerError
from ttt_table.grading import Grade, grade
from ttt_table.players import Program, PythonFile
from ttt_table.players.draws import DRAWS
from ttt_table.players.programs import FaultError, unfaulted

TABLE = open_table()
LOOP = "import sys\nfor line in sys.stdin:\n    board = line.strip()\n    "


def written(folder: Path, text: str, name: str = "bot.py") -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


def graded(program: Program, side: str = "O") -> Grade:
    with program:
        return grade(program, side=side)


def program(folder: Path, text: str, limit: float = 10.0) -> Program:
    return Program([sys.executable, written(folder, text)], limit=limit)


def function(
    folder: Path, text: str, name: str = "move", limit: float = 10.0
) -> PythonFile:
    return PythonFile(written(folder, text), name, limit=limit)


def test_a_program_is_graded_as_the_function_it_is(tmp_path: Path) -> None:
    """A board on a line in, cells with weights on a line out, one process for all."""
    (tmp_path / "started").write_text("")
    note = f"open({str(tmp_path / 'started')!r}, 'a').write('.')\n"
    flood = "print('x' * 10_000, file=sys.stderr); "  # of complaints: it is read away
    cells = "board.index('.'), board.rindex('.'), sep=':1/2 ', end=':1/2\\n'"
    found = graded(program(tmp_path, f"{note}{LOOP}{flood}print({cells}, flush=True)"))
    due = grade(lambda board: {board.index("."): 1, board.rindex("."): 1}, side="O")
    assert (found.counts.games, found.chances) == (due.counts.games, due.chances)
    assert (tmp_path / "started").read_text() == "."


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [(LOOP + "print('hello', flush=True)", "type", "'hello' is not a cell")],
)
def test_a_program_that_does_not_answer_forfeits(
    tmp_path: Path, text: str, kind: str, words: str
) -> None:
    """Once on each board, here on the empty one; nothing is raised and nothing hangs."""
    found = graded(program(tmp_path, text), side="X")
    (forfeit,) = found.mistakes.forfeits
    assert (forfeit.board, forfeit.kind) == (".........", kind)
    assert words in forfeit.reason


def test_who_never_answers_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the clock, even where what it has started lives on in another group with its output."""
    monkeypatch.setattr("ttt_table.grading.traversal.MOST_UNANSWERED", 3)
    text = f"echo $$ >> {tmp_path}/pids; setsid sh -c 'echo $$ >> {tmp_path}/left; sleep 60' & wait"
    with pytest.raises(
        PlayerError, match=r"none of 3 boards .* within 0.1 s: .*--limit 0.6"
    ):
        graded(Program(["sh", "-c", text], limit=0.1), side="X")
    for pid in map(int, (tmp_path / "left").read_text().split()):
        os.killpg(pid, signal.SIGKILL)  # raises where it has ended, and was waited for
    for pid in map(int, (tmp_path / "pids").read_text().split()):
        with pytest.raises(ProcessLookupError):
            os.killpg(pid, 0)


def test_a_python_file_may_print_and_read(tmp_path: Path) -> None:
    """Its prints are dropped, and its input is empty: neither breaks the protocol."""
    found = graded(
        function(
            tmp_path,
            "import os, sys\nprint('hello')\nos.write(1, b'4\\n')\n"
            "def move(board):\n    print('thinking')\n    'X' in board or os.system('echo 5')\n"
            "    assert sys.stdin.read() == ''\n    return board.index('.')\n",
        ),
        side="X",
    )
    assert not found.mistakes.forfeits
    assert found.counts.games == (83, 16, 58)


def test_a_python_file_may_have_the_name_of_a_module(tmp_path: Path) -> None:
    """Which stays what everybody imports by it; and a method may play, by its dotted name."""
    text = "import json, os, random\nassert os.path and random.choice\nclass Bot:\n"
    text += "    def act(self, board):\n        return board.index('.')\nbot = Bot()\n"
    player = PythonFile(written(tmp_path, text, "os.py"), "bot.act")
    assert graded(player, side="X").counts.games == (83, 16, 58)


def test_what_a_file_draws_is_the_same_in_each_run(tmp_path: Path) -> None:
    """So that the verdict is the same."""
    text = "from random import choice, Random\nfrom numpy.random import default_rng\n"
    text += "own = Random()\ndef move(board):\n"
    text += "    return choice(range(9)) + own.randrange(9) + int(default_rng().integers(9))\n"
    with function(tmp_path, text) as one, function(tmp_path, text) as two:
        said = [one.ask(str(at)) for at in range(20)]
        assert said == [two.ask(str(at)) for at in range(20)]
    assert len(set(said)) > 2


def test_whatever_a_file_draws_from_is_noticed(tmp_path: Path) -> None:
    """It errs so seldom that no two answers show it."""
    text = (
        "import random\nimport numpy\nlots = [random, random.Random(), numpy.random]\n"
    )
    text += "lots += [numpy.random.default_rng(3), numpy.random.RandomState(3)]\n"
    text += "lots += [numpy.random.default_rng(), random.SystemRandom()]\n"
    text += "def move(at):\n    return int(at == '9' or lots[int(at)].random() < 2)\n"
    with function(tmp_path, text) as player:
        assert DRAWS not in player.called
        assert all(DRAWS in player.ask(str(at)) for at in range(7))
        assert player.ask("9") == "1"


def test_a_player_that_does_not_start_again_is_no_player(tmp_path: Path) -> None:
    """The boards that are left are none of its forfeits."""
    text = "import os\nos.remove(__file__)\ndef move(board):\n    os._exit(3)\n"
    with pytest.raises(PlayerError, match=r"No such file .*bot\.py"):
        graded(function(tmp_path, text))


def test_to_load_is_not_to_answer(tmp_path: Path) -> None:
    """Neither at first nor after a late answer: it has its own time, and is not the slowest."""
    text = "import time\ntime.sleep(0.3)\ndef move(board):\n"
    text += "    time.sleep(60 * (board == '.' * 9))\n    return board.index('.')\n"
    found = graded(function(tmp_path, text, limit=0.2), "X")
    assert [board for board, _ in found.mistakes.unanswered] == ["........."]


def running(pid: str) -> bool:
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        )
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM])
@pytest.mark.parametrize("view", ["text"])
def test_no_player_outlives_its_grader(number: int, view: str, tmp_path: Path) -> None:
    """Where that is stopped, its processes go with it, amid a batch too; it is no forfeit."""
    pids = tmp_path / "pids"
    pids.write_text("")
    shell = f"echo $$ $PPID > {pids}; sleep 60 & echo $! >> {pids}; wait"
    file = written(
        tmp_path, f"import os\ndef move(boards):\n    os.system({shell!r})\n"
    )
    player = ["--program", f"sh -c '{shell}'"] if view == "text" else [f"{file}:move"]
    command = [sys.executable, "-m", "ttt_table", "grade", *player, "--view", view]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as grader:
        while len(pids.read_text().split()) < 3:
            time.sleep(0.01)
        grader.send_signal(number)
        out, err = grader.communicate(timeout=10)
    assert (grader.returncode, out) == (128 + number, b"")
    words = "interrupted" if number == signal.SIGINT else signal.Signals(number).name
    assert words in err.decode()
    while any(map(running, pids.read_text().split())):
        time.sleep(0.01)  # for ever, where they go on


@pytest.mark.skipif(
    not hasattr(os, "setpgid"), reason="it leaves its group of processes"
)
@pytest.mark.parametrize(
    ("leave", "left"),
    [
        ("os.setpgid(0, os.getpgid(os.getppid()))", False),
        ("os.fork() and os._exit(0)\nos.setsid()", True),
    ],
)
def test_who_leaves_the_group_is_not_waited_for(
    tmp_path: Path, leave: str, left: bool
) -> None:
    """The process itself is killed, and what it has left behind may hold its output."""
    pid = tmp_path / "pid"
    text = f"import os, pathlib, time\n{leave}\n"
    text += f"pathlib.Path({str(pid)!r}).write_text(str(os.getpid()))\ntime.sleep(60)\n"
    with program(tmp_path, text, 0.5) as one, pytest.raises(FaultError):
        one.ask(".........")
    with nullcontext() if left else pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), signal.SIGKILL)  # raises where it has ended


@pytest.mark.parametrize(("left", "words"), [("os.mkfifo(path)", "no file")])
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="it makes a pipe")
def test_a_batch_is_read_from_a_small_file_alone(
    tmp_path: Path, left: str, words: str
) -> None:
    """Neither a pipe nor gigabytes of nothing hold the grader up."""
    text = f"import numpy as np, os\nfrom pathlib import Path\ndef save(path, _):\n    {left}\n"
    path = written(
        tmp_path, f"{text}np.save = save\ndef move(boards):\n    return boards == 0\n"
    )
    with (
        PythonFile(path, "move", view="batch") as player,
        pytest.raises(FaultError, match=words),
    ):
        player.ask_batch(np.zeros((1, 9), np.int8))


@pytest.mark.parametrize("line", ["!\x1b[31mred hot", "!load it", "!"])
def test_a_forfeit_has_one_of_four_kinds(line: str) -> None:
    """Whatever a player writes to its grader by itself: no kind of its own, and no escapes."""
    with pytest.raises(FaultError) as caught:
        unfaulted(line)
    assert caught.value.args[0] == "type"


FAULTS = [
    ("1 / 0", "exception", "ZeroDivisionError: division by zero (bot.py, line 5)"),
    ("os._exit(7)", "exit", "status 7"),
    ("return {4: None}", "type", "is not a cell"),
    ("return {4: 10**5000}", "type", "is not a cell"),
    ("return 10**5000", "illegal", "outside the board"),
    ("raise ValueError('x' * 20_000)", "exception", "ValueError: xxx"),
    ("raise KeyboardInterrupt", "exception", "KeyboardInterrupt (bot.py, line"),
    ("raise GeneratorExit", "exception", "GeneratorExit"),
    ("raise type('Own', (BaseException,), {})", "exception", "Own (bot.py, line"),
]


@pytest.mark.parametrize("faults", [FAULTS])
def test_what_a_function_in_a_file_does_wrong_is_a_forfeit(
    tmp_path: Path, faults: list[tuple[str, str, str]]
) -> None:
    """It says what was raised and where, and the next board is asked: one for each fault."""
    text = "import os, sys\ndef move(board):\n"
    text += "    at = board.find('X') if board.count('.') == 8 else -1\n"
    text += "".join(
        f"    if at == {at}:\n        {fault[0]}\n" for at, fault in enumerate(faults)
    )
    player = function(tmp_path, text + "    return board.index('.')\n", limit=1.0)
    found = graded(player, side="both")  # as X it does nothing wrong
    for at, (_, kind, words) in enumerate(faults):
        forfeit = next(
            one for one in found.mistakes.forfeits if one.board.index("X") == at
        )
        assert (forfeit.board.count("."), forfeit.kind) == (8, kind)
        assert words in forfeit.reason


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("def move(board:\n", "move", "SyntaxError"),
        ("import os\nos._exit(3)\n", "move", "status 3"),
    ],
)
def test_a_file_that_does_not_load_is_no_player(
    tmp_path: Path, text: str, name: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message says why, with the line."""
    monkeypatch.setattr("ttt_table.players.pythonfile.LOADING", 0.5)
    # Later than that, so it is the grader that ends a file, and not the clock in its process.
    monkeypatch.setattr("ttt_table.players.pythonfile.BEFORE_THAT", -5.0)
    with pytest.raises(PlayerError) as caught:
        function(tmp_path, text, name, limit=0.5 if "while" in text else 10.0)
    assert words in str(caught.value)
    assert "bot.py" in str(caught.value)


def test_what_is_not_there_is_no_player(tmp_path: Path) -> None:
    """A missing file or program, one that is a folder or no program, an empty command."""
    for path in (tmp_path / "none.py", tmp_path):
        with pytest.raises(PlayerError, match="no such file"):
            PythonFile(str(path), "move")
    for command in (["./no-such-program"], [written(tmp_path, "x", "bot.txt")], []):
        with pytest.raises(PlayerError):
            Program(command)


def test_who_gets_no_processor_is_not_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine the clock says nothing of how long a player has thought."""
    text = "import time\ndef move(board):\n    time.sleep(0.3 * (board == '.' * 9))\n"
    text += "    return board.index('.')\n"
    monkeypatch.setattr("ttt_table.players.programs.Process.computed", lambda _: 0.0)
    monkeypatch.setattr(
        "ttt_table.players.programs.Process._is_running", lambda _: True
    )
    assert not graded(function(tmp_path, text, limit=0.1), "X").mistakes.unanswered
