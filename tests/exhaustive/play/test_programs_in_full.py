"""In full: everything that a program can do instead of answering."""

from __future__ import annotations

from pathlib import Path

import test_programs
from exhaustive import in_full
from test_programs import LOOP, graded, program


def test_a_program_may_answer_with_a_distribution(tmp_path: Path) -> None:
    """Cells with weights on a line."""
    answer = "print(*(f'{i}:1/2' for i, c in enumerate(board) if c == '.'), flush=True)"
    found = graded(program(tmp_path, LOOP + answer), side="X")
    assert str(found.worst) == "-874/945"


def test_a_program_that_ends_is_started_again(tmp_path: Path) -> None:
    """One that answers three boards and exits forfeits none that it answers."""
    text = "for _ in range(3): print(input().index('.'), flush=True)"
    found = graded(program(tmp_path, text), side="X")
    assert found.forfeits[0].reason == "it ended with status 0, where it should read on"
    assert found.decisions > len(found.forfeits) > 0


test_a_program_that_does_not_answer_forfeits = in_full(
    test_programs.test_a_program_that_does_not_answer_forfeits,
    text=[
        ("raise ValueError('oh')", "exit", "ValueError: oh"),
        (LOOP + "print(flush=True)", "type", "'' is not a cell"),
        ("while True: print(end='4' * 999)", "type", "a line of more than"),
        (LOOP + "print(9, flush=True)", "illegal", "no cell 9"),
        (LOOP + "print('!exit', flush=True)", "type", "'!exit' is not a cell"),
        (LOOP + "sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "type", "no cell"),
    ],
)
test_what_a_function_in_a_file_does_wrong_is_a_forfeit = in_full(
    test_programs.test_what_a_function_in_a_file_does_wrong_is_a_forfeit,
    body=[
        ("sys.exit('bye')", "exit", "sys.exit('bye')"),
        ("input()", "exception", "EOFError"),
        ("return 'a\\nb'", "type", "'a\\nb' is not a cell"),
        ("os.kill(os.getpid(), 9)", "exit", "status -9"),
        ("while True: pass", "time-out", "within 1 seconds"),
    ],
)
test_a_file_that_does_not_load_is_no_player = in_full(
    test_programs.test_a_file_that_does_not_load_is_no_player,
    text=[
        ("import no_such_module\n", "move", "No module named 'no_such_module'"),
        ("import sys\nsys.exit(1)\n", "move", "SystemExit"),
        ("move = 4\n", "move", "no function move; it has none"),
        ("while True: pass\n", "move", "within 0.5 seconds; give it more time"),
    ],
)
