"""A Python file in a subprocess: how it is loaded, and what crosses the pipe."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest
from support.cases import exhaustive

from ttt_table.errors import PlayerError
from ttt_table.players.adapter import Adapter
from ttt_table.players.old_file_process import FileProcess
from ttt_table.players.process import CHUNK_BYTES, LateError
from ttt_table.players.protocol import FaultError, answer_in

BOARD = "X...O...."
FIRST_FREE = "def move(board):\n    return board.index('.')\n"


def bot(folder: Path, text: str, file: str = "bot.py") -> Path:
    path = folder / file
    path.write_text(text)
    return path


def opened(path: Path, name: str = "move", limit: float = 10.0) -> FileProcess:
    settings = {
        "function": name,
        "cols": 3,
        "first": "X",
        "call": Adapter().call.as_json(),
        "answer_form": Adapter().answer_form,
    }
    return FileProcess(path, "players.old_child", settings, limit=limit)


def answer(path: Path, name: str = "move", board: str = BOARD) -> Any:
    with opened(path, name) as process:
        return answer_in(process.ask({"board": board}))


def test_a_function_answers_with_a_cell(tmp_path: Path) -> None:
    assert answer(bot(tmp_path, FIRST_FREE)) == 1


def test_a_wrapper_may_import_a_file_that_asks_for_input(tmp_path: Path) -> None:
    bot(tmp_path, f"{FIRST_FREE}input()\n")
    wrapper = bot(tmp_path, "from bot import move\n", "wrapped.py")
    assert answer(wrapper) == 1


@pytest.mark.exhaustive
def test_a_bare_except_around_input_does_not_hide_that_a_game_is_played(
    tmp_path: Path,
) -> None:
    loop = "while True:\n    try:\n        input()\n    except:\n        pass\n"
    text = FIRST_FREE + loop
    assert answer(bot(tmp_path, text)) == 1
    wrapper = bot(tmp_path, "from bot import move\n", "wrapped.py")
    assert answer(wrapper) == 1


def test_a_wrapper_may_import_a_file_through_another(tmp_path: Path) -> None:
    bot(tmp_path, f"{FIRST_FREE}input()\n", "game.py")
    bot(tmp_path, "from game import move\nimport sys\nsys.exit()\n")
    wrapper = bot(tmp_path, "from bot import move\n", "wrapped.py")
    with opened(wrapper) as process:
        assert answer_in(process.ask({"board": BOARD})) == 1
        assert (
            process.observations.loaded_until
            == "game.py asks for input when it is loaded"
        )


def test_a_wrapper_may_import_a_file_that_ends_in_an_error(tmp_path: Path) -> None:
    bot(tmp_path, f"{FIRST_FREE}1 / 0\n")
    wrapper = bot(tmp_path, "from bot import move\n", "wrapped.py")
    assert answer(wrapper) == 1


@pytest.mark.exhaustive
def test_a_file_that_plays_for_ever_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_table.players.old_file_process.LOADING_LIMIT", 10.2)
    monkeypatch.setattr("ttt_table.players.old_file_process.INTERRUPT_MARGIN", 10.0)
    bot(tmp_path, f"{FIRST_FREE}while True:\n    pass\n")
    wrapper = bot(tmp_path, "from bot import move\n", "wrapped.py")
    assert answer(wrapper) == 1


def test_random_numbers_are_noted_with_their_answer(tmp_path: Path) -> None:
    text = "import random\ndef move(board):\n"
    text += "    return random.choice([0]) if 'X' in board else 4\n"
    with opened(bot(tmp_path, text)) as process:
        assert process.ask({"board": "........."}) == {"cell": 4}
        assert not process.observations.draws_random_numbers
        assert process.ask({"board": BOARD}) == {"cell": 0, "draws": True}
        assert process.observations.draws_random_numbers


def test_an_exception_is_a_record_with_file_and_line(tmp_path: Path) -> None:
    text = "def move(board):\n    return board.index('?')\n"
    with opened(bot(tmp_path, text)) as process:
        assert process.ask({"board": BOARD})["error"] == {
            "type": "exception",
            "exception": "ValueError",
            "message": "substring not found",
            "file": "bot.py",
            "line": 2,
        }


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "[]",
        '{"cell": true}',
        *exhaustive(["4", '{"error": 1}', '{"weights": [[0]]}', ""]),
    ],
)
def test_a_line_that_is_not_an_answer_is_a_fault(tmp_path: Path, line: str) -> None:
    """A player may find the pipe of its answers, and write on it by itself."""
    text = "import os\ndef move(board):\n    for pipe in range(3, 9):\n        try:\n"
    text += f"            os.write(pipe, {(line + chr(10)).encode()!r})\n"
    text += "        except OSError:\n            pass\n    return 4\n"
    with (
        pytest.raises(FaultError) as caught,
        opened(bot(tmp_path, text)) as process,
    ):
        answer_in(process.ask({"board": BOARD}))
    assert caught.value.kind == "type"


def test_a_late_answer_is_not_taken_for_the_next_one(tmp_path: Path) -> None:
    text = "import time\ndef move(board):\n"
    text += "    time.sleep(9 * (board[0] == '.'))\n    return board.index('.')\n"
    with opened(bot(tmp_path, text), limit=0.1) as process:
        with pytest.raises(LateError):
            process.ask({"board": "........."})
        assert process.ask({"board": BOARD}) == {"cell": 1}


@pytest.mark.exhaustive
def test_a_player_that_computes_without_end_is_late(tmp_path: Path) -> None:
    """When it has used its limit of processor time, however many cores are busy."""
    text = "def move(board):\n    while board[0] == '.': pass\n    return 1\n"
    with opened(bot(tmp_path, text), limit=0.1) as process:
        with pytest.raises(LateError):
            process.ask({"board": "........."})
        assert process.ask({"board": BOARD}) == {"cell": 1}


def test_a_file_without_the_function_is_told_which_it_has(tmp_path: Path) -> None:
    with pytest.raises(PlayerError, match=r"it has no function best; it has move$"):
        opened(bot(tmp_path, FIRST_FREE), "best")


def test_a_file_that_shows_a_game_between_pauses_need_not_be_waited_for(
    tmp_path: Path,
) -> None:
    """It does not sleep while it is loaded, but does when it is asked."""
    text = "from time import monotonic, sleep\nimport time\n"
    text += "sleep(60)\ntime.sleep(60)\ndef move(board):\n"
    text += "    started = monotonic()\n    sleep(0.01)\n"
    text += "    return int(monotonic() - started >= 0.01)\n"
    assert answer(bot(tmp_path, text)) == 1


def test_a_thread_may_sleep_while_a_file_is_loaded(tmp_path: Path) -> None:
    """It would otherwise use the processor time that the file has."""
    text = "import threading, time\nslept = []\n"
    text += "def sleeps():\n    started = time.monotonic()\n    time.sleep(0.01)\n"
    text += "    slept.append(time.monotonic() - started >= 0.01)\n"
    text += "thread = threading.Thread(target=sleeps)\nthread.start()\nthread.join()\n"
    text += "def move(board):\n    return int(slept[0])\n"
    assert answer(bot(tmp_path, text)) == 1


@pytest.mark.parametrize(
    "ending",
    [
        "input()",
        "from sys import stdin; stdin.readlines()",
        *exhaustive(
            [
                "import sys; sys.stdin.readline()",
                "import sys; sys.stdin.read()",
                "import sys; next(sys.stdin)",
                "import sys; list(sys.stdin)",
            ]
        ),
    ],
)
def test_every_way_of_asking_for_input_ends_the_loading(
    tmp_path: Path, ending: str
) -> None:
    with opened(bot(tmp_path, f"{FIRST_FREE}{ending}\nmove = None\n")) as process:
        assert answer_in(process.ask({"board": BOARD})) == 1
        assert "asks for input" in process.observations.loaded_until


@pytest.mark.parametrize(
    "ending", ["exit()", "1 / 0", *exhaustive(["raise SystemExit", "quit(1)"])]
)
@pytest.mark.exhaustive
def test_a_file_that_ends_in_an_error_is_used_as_far_as_it_has_come(
    tmp_path: Path, ending: str
) -> None:
    with opened(bot(tmp_path, f"{FIRST_FREE}{ending}\nmove = None\n")) as process:
        assert answer_in(process.ask({"board": BOARD})) == 1
        assert process.observations.loaded_until.startswith("it ends in ")


def test_a_wrapper_may_do_without_a_module_that_fails(tmp_path: Path) -> None:
    """An error that it catches is its own affair: the import is not kept."""
    bot(tmp_path, f"{FIRST_FREE}import no_such_module\n")
    text = "try:\n    from bot import move\nexcept ImportError:\n"
    text += "    def move(board):\n        return 8\n"
    assert answer(bot(tmp_path, text, "wrapped.py")) == 8


def test_a_wrapper_that_plays_itself_is_used_as_far_as_it_has_come(
    tmp_path: Path,
) -> None:
    """The game is in a function of the imported file, but no import is under way."""
    bot(tmp_path, f"{FIRST_FREE}def play():\n    input()\n")
    text = "import bot\nmove = bot.move\nbot.play()\n"
    assert answer(bot(tmp_path, text, "wrapped.py")) == 1


def test_a_wrapper_may_import_several_files_that_play(tmp_path: Path) -> None:
    bot(tmp_path, f"{FIRST_FREE}input()\n", "first.py")
    bot(tmp_path, "import first\nother = first.move\ninput()\n", "second.py")
    text = "from second import other\nfrom first import move\nassert other is move\n"
    assert answer(bot(tmp_path, text, "wrapped.py")) == 1


def test_a_wrapper_of_a_file_without_the_function_is_told_what_ended_it(
    tmp_path: Path,
) -> None:
    bot(tmp_path, f"input()\n{FIRST_FREE}")
    wrapper = bot(tmp_path, "from bot import move\n", "wrapped.py")
    with pytest.raises(PlayerError, match=r"bot.py asks for input .*__main__"):
        opened(wrapper)


def test_a_program_may_end_while_it_is_loaded(tmp_path: Path) -> None:
    with pytest.raises(PlayerError, match="does not load: it ended with status 3"):
        opened(bot(tmp_path, "import os\nos._exit(3)\n"))


def test_a_file_that_prints_without_an_end_is_counted(tmp_path: Path) -> None:
    text = "def move(board):\n    print('x' * 100_000)\n    return 4\n"
    with opened(bot(tmp_path, text)) as process:
        for _ in range(4):
            process.ask({"board": BOARD})
        # A pipe that is full, and as much that was just read, are still on their way.
        assert process.printed() >= 400_000 - 2 * CHUNK_BYTES


@pytest.mark.parametrize(
    ("before", "after", "delivery"), [(0.0, 0.2, 60), (0.2, 0.0, 0)]
)
@pytest.mark.exhaustive
def test_an_answer_in_time_counts_even_if_it_is_read_late(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    before: float,
    after: float,
    delivery: float,
) -> None:
    """On a busy machine the thread that reads may wait for its turn."""
    read = os.read

    def read_late(file: int, count: int) -> bytes:
        time.sleep(before)
        data = read(file, count)
        time.sleep(after)
        return data

    with opened(bot(tmp_path, FIRST_FREE), limit=0.05) as process:
        monkeypatch.setattr("ttt_table.players.process.DELIVERY_SECONDS", delivery)
        monkeypatch.setattr("ttt_table.players.process.os.read", read_late)
        answers = [process.ask({"board": BOARD}) for _ in range(3)]
        assert [answer_in(answer) for answer in answers] == [1, 1, 1]
