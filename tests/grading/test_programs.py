"""Programs as players, and everything that a process can do instead of answering."""

from __future__ import annotations

import errno
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from typing import IO, Any

import pytest
from support.bots import LOOP, graded, program, written
from support.commands import HANGS

from ttt_table.errors import PlayerError
from ttt_table.grading import Program, grade, process
from ttt_table.grading.child import Distribution, ForfeitError
from ttt_table.grading.process import MAX_LINE_BYTES

BOARD = "X...O...."


@pytest.mark.exhaustive
def test_a_program_is_graded_as_the_function_it_is(tmp_path: Path) -> None:
    """A board on a line in, cells with weights on a line out."""
    cells = "board.index('.'), board.rindex('.'), sep=':1/2 ', end=':1/2\\n'"
    result = graded(program(tmp_path, f"{LOOP}print({cells}, flush=True)"))
    expected = grade(
        lambda board: {board.index("."): 1, board.rindex("."): 1}, side="O"
    )
    assert result.games == expected.games
    assert (result.vs_random, result.worst) == (expected.vs_random, expected.worst)


def test_it_is_said_if_there_is_too_little_memory_for_a_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot_start(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", cannot_start)
    with pytest.raises(PlayerError, match=r"needs threads.*can't start new thread"):
        program(tmp_path, LOOP)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    """The processes that a test starts."""
    processes: list[subprocess.Popen[bytes]] = []

    class Recorded(subprocess.Popen[bytes]):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            processes.append(self)

    monkeypatch.setattr(subprocess, "Popen", Recorded)
    yield processes
    for each in processes:
        with each:
            each.kill()


INTERRUPTED_AT = {
    "once it runs": (process, "_streams"),
    "before a thread reads its output": (threading.Thread, "start"),
    "once it is known": (process.LineProcess, "__enter__"),
}
"""What is called when the interrupt arrives, by the time of the start."""


@pytest.mark.parametrize("when", INTERRUPTED_AT)
def test_an_interrupt_while_a_program_starts_leaves_none_behind(
    when: str,
    tmp_path: Path,
    started: list[subprocess.Popen[bytes]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place, name = INTERRUPTED_AT[when]
    usual = getattr(place, name)

    def interrupted(*args: object) -> Any:
        signal.raise_signal(signal.SIGINT)
        return usual(*args)

    monkeypatch.setattr(place, name, interrupted)
    try:
        with program(tmp_path, LOOP):
            pytest.fail("it has started")
    except KeyboardInterrupt:
        pass
    assert [each.poll() for each in started] == [-signal.SIGKILL]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interrupt_while_a_program_cannot_start_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        signal.raise_signal(signal.SIGINT)
        raise OSError(errno.ENOEXEC, "Exec format error")

    monkeypatch.setattr(subprocess, "Popen", fails)
    with pytest.raises(KeyboardInterrupt):
        program(tmp_path, LOOP)


def test_a_program_that_nobody_ends_is_killed_when_it_is_forgotten(
    tmp_path: Path, started: list[subprocess.Popen[bytes]]
) -> None:
    program(tmp_path, LOOP)
    assert [each.poll() for each in started] == [-signal.SIGKILL]


@pytest.mark.parametrize("platform", ["emscripten", "wasi"])
def test_where_no_process_can_be_started_that_is_said(
    platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a browser, to which every thread is refused too."""
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(PlayerError, match=f"a process of its own.* none on {platform}"):
        program(tmp_path, LOOP)


def test_one_process_answers_all_boards(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    note = f"open({str(starts)!r}, 'a').write('.')\n"
    graded(program(tmp_path, f"{note}{LOOP}print(board.index('.'), flush=True)"))
    assert starts.read_text() == "."


def test_a_flood_of_complaints_is_read_away(tmp_path: Path) -> None:
    flood = "print('x' * 100_000, file=sys.stderr); "
    text = f"{LOOP}{flood}print(board.index('.'), flush=True)"
    with program(tmp_path, text) as player:
        assert [player.move(BOARD) for _ in range(20)] == [{1: "1"}] * 20


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        (LOOP + "print('hello', flush=True)", "type", "it prints 'hello'"),
        (LOOP + "print('!exit', flush=True)", "type", "it prints '!exit'"),
        (LOOP + "print(9, flush=True)", "illegal", "no cell 9"),
        (
            LOOP + "sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()",
            "type",
            "it prints",
        ),
        ("while True: print(end='4' * 999)", "type", "a line of more than"),
        ("import sys\nsys.exit(3)", "exit", "status 3"),
        ("raise ValueError('oh')", "exit", "ValueError: oh"),
    ],
)
def test_a_program_that_does_not_answer_forfeits(
    tmp_path: Path, text: str, kind: str, words: str
) -> None:
    """Once on each board, here on the empty one; nothing hangs."""
    result = graded(program(tmp_path, text), side="X", as_is=True)
    (forfeit,) = result.forfeits
    assert (forfeit.board, forfeit.kind) == (".........", kind)
    assert words in forfeit.reason


@pytest.mark.exhaustive
def test_a_program_that_answers_before_it_is_asked_fills_no_pipe() -> None:
    """Its questions stay unread, and the grader must not wait until they are read."""
    with Program(["yes", "4"]) as player:
        assert all(player.move(BOARD * 1000) == {4: "1"} for _ in range(100))


@pytest.mark.parametrize("end", ["", "\\n"])
def test_a_line_may_be_long_but_not_endless(tmp_path: Path, end: str) -> None:
    text = f"print('4' * {MAX_LINE_BYTES * 3}, end='{end}', flush=True)\ninput()\n"
    with (
        program(tmp_path, text) as player,
        pytest.raises(ForfeitError, match="a line of more than 131,072 bytes"),
    ):
        player.move(BOARD)


def test_an_answer_may_come_in_pieces(tmp_path: Path) -> None:
    text = LOOP + "[print(end=c, flush=True) for c in '0:1/3 4:2/3\\n']"
    with program(tmp_path, text) as player:
        assert player.move(BOARD) == {0: "1/3", 4: "2/3"}
        assert player.move(BOARD) == {0: "1/3", 4: "2/3"}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("4", {4: "1"}),
        ("-1", {-1: "1"}),
        ("1 2", {(1, 2): "1"}),
        ("1,2", {(1, 2): "1"}),
        ("0:1/4 1,1:0.75", {0: "1/4", (1, 1): "0.75"}),
    ],
)
def test_a_line_is_a_move(tmp_path: Path, line: str, expected: Distribution) -> None:
    with program(tmp_path, f"{LOOP}print({line!r}, flush=True)") as player:
        assert player.move(BOARD) == expected


@pytest.mark.parametrize(
    "line",
    ["four", "1_0", "4.0", "-0", "9" * 19, "1 2 3", "None", "4:1 4:1", ""],
)
def test_nothing_else_is_a_move(tmp_path: Path, line: str) -> None:
    with (
        program(tmp_path, f"{LOOP}print({line!r}, flush=True)") as player,
        pytest.raises(ForfeitError, match="it prints") as caught,
    ):
        player.move(BOARD)
    assert caught.value.kind == "type"


def test_the_last_line_needs_no_end(tmp_path: Path) -> None:
    with program(tmp_path, "print(end='4')") as player:
        assert player.move(BOARD) == {4: "1"}


def test_the_last_line_counts_though_it_is_read_after_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a busy machine, where the program ends before a thread reads its line."""
    read = process._queue_lines

    def read_later(output: IO[bytes], lines: Queue[bytes]) -> None:
        time.sleep(0.3)
        read(output, lines)

    monkeypatch.setattr(process, "_queue_lines", read_later)
    with program(tmp_path, "print('4')") as player:
        assert player.move(BOARD) == {4: "1"}


@pytest.mark.usefixtures("timed_by_processor")
def test_a_late_answer_is_not_taken_for_the_next_one(tmp_path: Path) -> None:
    text = f"{LOOP}exec(\"while board[0] == '.': pass\"); print(4, flush=True)"
    with program(tmp_path, text, timeout=0.2) as player:
        with pytest.raises(ForfeitError):
            player.move(".........")
        assert player.move(BOARD) == {4: "1"}


def is_running(pid: str) -> bool:
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        )
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (signal.SIGTERM, "program"),
        (signal.SIGHUP, "program"),
        (signal.SIGINT, "program"),
        (signal.SIGTERM, "function"),
    ],
)
@pytest.mark.exhaustive
def test_no_player_outlives_its_grader(number: int, kind: str, tmp_path: Path) -> None:
    """If that is stopped, its processes go with it."""
    pids = tmp_path / "pids"
    pids.write_text("")
    shell = f"echo $$ $PPID > {pids}; sleep 9999 & echo $! >> {pids}; wait"
    file = written(
        tmp_path, f"import os\ndef move(boards):\n    os.system({shell!r})\n"
    )
    player = [f"{file}:move"]
    if kind == "program":
        # It is asked when the grader knows of its process, and not before.
        player = ["--program", f"sh -c 'read board; {shell}'"]
    command = [sys.executable, "-m", "ttt_table", "grade", *player]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as grader:
        while len(pids.read_text().split()) < 3:
            time.sleep(0.01)
        grader.send_signal(number)
        out, err = grader.communicate(timeout=HANGS)
    assert (grader.returncode, out) == (128 + number, b"")
    words = "interrupted" if number == signal.SIGINT else signal.Signals(number).name
    assert words in err.decode()
    while any(map(is_running, pids.read_text().split())):
        time.sleep(0.01)  # for ever, if they go on


LEAVES_ITS_GROUP = """
os.setpgid(0, os.getpgid(os.getppid()))
write_pid()
time.sleep(60)
"""
IS_A_DAEMON = """
if os.fork():
    while not path.exists():
        time.sleep(0.01)
    os._exit(0)
os.setsid()
if os.fork() == 0:
    write_pid()
    time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
@pytest.mark.parametrize("leave", [LEAVES_ITS_GROUP, IS_A_DAEMON])
def test_what_leaves_the_group_of_processes_ends_with_the_player(
    tmp_path: Path, leave: str
) -> None:
    path = tmp_path / "pid"
    text = f"import os, pathlib, time\npath = pathlib.Path({str(path)!r})\n"
    text += "def write_pid():\n    new = path.with_suffix('.new')\n"
    text += "    new.write_text(str(os.getpid()))\n    new.rename(path)\n"
    with program(tmp_path, text + leave, 0.5) as player:
        while not path.exists():
            time.sleep(0.01)
        with pytest.raises(ForfeitError):
            player.move(".........")
    while is_running(path.read_text()):
        time.sleep(0.01)  # for ever, if it goes on


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import sys\nsys.exit(7)", "it ended with status 7"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "ended by SIGKILL"),
        ("import os, time\nos.close(1)\ntime.sleep(60)", "it closed its output"),
    ],
)
def test_it_is_said_how_a_program_ended_by_itself(
    tmp_path: Path, text: str, words: str
) -> None:
    """And not that the grader has killed it then."""
    with program(tmp_path, text) as player, pytest.raises(ForfeitError, match=words):
        player.move(BOARD)


@pytest.mark.parametrize("command", [["./no-such-program"], ["{bot}"]])
def test_a_command_that_cannot_be_started_is_an_error(
    tmp_path: Path, command: list[str]
) -> None:
    bot = written(tmp_path, "x", "bot.txt")
    with pytest.raises(PlayerError):
        Program([word.format(bot=bot) for word in command])


def test_a_program_that_cannot_be_started_again_is_an_error(tmp_path: Path) -> None:
    """The boards that are left are none of its forfeits."""
    path = written(tmp_path, "#!/bin/sh\nrm $0\n")
    path.chmod(0o700)
    with pytest.raises(PlayerError, match="cannot be started"):
        graded(Program([str(path)]))
