"""The example that tests homework: what it finds in a program, and what it says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from support.cases import exhaustive_rows
from support.course import WITH_LOOPS
from support.homework import EXAMPLE, RESULTS, changed, example_for, judged

PAGE = Path(__file__).parents[2] / "docs" / "homework.md"
PLAYS = """
from functools import cache

def minimax(board):
    return None if terminal(board) else best(tuple(map(tuple, board)))[1]

@cache
def best(rows):
    board = [list(row) for row in rows]
    if terminal(board):
        return utility(board), None
    sign = 1 if player(board) == X else -1
    moves = sorted(actions(board))
    values = [best(tuple(map(tuple, result(board, move))))[0] for move in moves]
    return max(zip(values, moves), key=lambda pair: sign * pair[0])
"""
RIGHT = WITH_LOOPS + PLAYS


@cache
def with_all_boards() -> Any:
    return example_for(Path())


@cache
def with_some_boards() -> Any:
    """The example for one of nine boards: other tests need no more."""
    return example_for(Path(), "BOARDS = list(table)[::9]")


def verdict_of(
    tmp_path: Path, source: str, test: str, example: Any = None
) -> tuple[str, str]:
    """Return the verdict of one test on a program, and its reasons."""
    example = example or with_some_boards()
    example.STUDENT = tmp_path / "program.py"
    example.STUDENT.write_text(source, encoding="utf-8")
    return judged(example, test)[test]


def replaced(old: str, new: str) -> str:
    assert old in RIGHT
    return RIGHT.replace(old, new)


@pytest.mark.exhaustive
def test_a_right_program_is_right(tmp_path: Path) -> None:
    example = with_all_boards()
    for test in example.RIGHT:
        assert verdict_of(tmp_path, RIGHT, test, example) == ("right", "")


def test_a_failure_shows_the_boards_with_fewest_stones_as_the_course_writes_them(
    tmp_path: Path,
) -> None:
    source = replaced("board[0][2] == board[1][1]", "False")
    verdict, reasons = verdict_of(tmp_path, source, "winner", with_all_boards())
    assert verdict == "wrong"
    assert reasons.splitlines()[:3] == [
        "winner: wrong in 133 of 5,478 calls",
        "    winner([[None, 'O', 'X'], [None, 'X', 'O'], ['X', None, None]])",
        "        returns None; right is 'X'",
    ]
    assert reasons.count("right is") == 3


def test_a_function_that_calls_a_wrong_one_is_wrong_with_others_only(
    tmp_path: Path,
) -> None:
    source = replaced("board[0][2] == board[1][1]", "False")
    verdict, reasons = verdict_of(tmp_path, source, "terminal", with_all_boards())
    assert verdict == "others"
    assert (
        "terminal: wrong in 125 of 5,478 calls, but only with your other functions: "
        "repair these first" in reasons
    )


FINISHED_BOARDS = """
def player(board):
    if winner(board) is not None:
        return EMPTY
    return X if sum(row.count(EMPTY) for row in board) % 2 == 1 else O

def utility(board):
    full = EMPTY not in sum(board, [])
    last = O if player(board) == X else X
    return (1 if last == X else -1) if winner(board) is not None else 0
"""


def test_right_functions_also_answer_finished_boards(tmp_path: Path) -> None:
    """A caller that asks for the mover after the end is not to blame."""
    verdict, _ = verdict_of(tmp_path, RIGHT + FINISHED_BOARDS, "utility")
    assert verdict == "others"
    assert verdict_of(tmp_path, RIGHT + FINISHED_BOARDS, "player")[0] == "right"


def test_functions_may_be_called_by_the_names_of_their_arguments(
    tmp_path: Path,
) -> None:
    source = replaced("board[0][2] == board[1][1]", "False")
    source = source.replace("if winner(board) is not", "if winner(board=board) is not")
    assert verdict_of(tmp_path, source, "terminal")[0] == "others"


LOST = """
def minimax(board):
    if terminal(board):
        return None
    value, move = best(tuple(map(tuple, board)))
    if value == (-1 if player(board) == X else 1):
        {answer}
    return move
"""


@pytest.mark.parametrize("answer", ["return (-1, -1)", "raise KeyError(3)"])
@pytest.mark.exhaustive
def test_minimax_answers_lost_boards_that_its_own_play_avoids(
    answer: str, tmp_path: Path
) -> None:
    source = RIGHT + LOST.format(answer=answer)
    verdict, reasons = verdict_of(tmp_path, source, "minimax", with_all_boards())
    assert verdict == "wrong"
    assert "wrong in 632 of 5,478 calls" in reasons


ANOTHER_FIRST = """
calls = []
right_player = player

def player(board):
    calls.append(board)
    is_first = len(calls) == 1 and board != initial_state()
    return EMPTY if is_first else right_player(board)
"""


def test_a_player_that_is_wrong_in_its_first_call_only_is_wrong(tmp_path: Path) -> None:
    verdict, reasons = verdict_of(tmp_path, RIGHT + ANOTHER_FIRST, "player")
    assert verdict == "wrong"
    assert "wrong in 5 of " in reasons


LATER = """
calls = []
right_player = player

def player(board):
    calls.append(board)
    return EMPTY if len(calls) > 300 else right_player(board)
"""


def test_a_function_that_depends_on_earlier_calls_is_not_excused_by_others(
    tmp_path: Path,
) -> None:
    """It is right when only its wrong calls are repeated."""
    verdict, reasons = verdict_of(tmp_path, RIGHT + LATER, "player")
    assert verdict == "wrong"
    assert "It depends on earlier calls or on chance" in reasons


LISTS = "\n    return [*free]\n\ndef result"


def test_actions_return_a_set_unless_lists_are_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = replaced("\n    return free\n\ndef result", LISTS)
    assert verdict_of(tmp_path, source, "actions")[0] == "wrong"
    monkeypatch.setattr(with_some_boards(), "ACTIONS_MAY_BE_LISTS", True)
    assert verdict_of(tmp_path, source, "actions")[0] == "right"


def test_actions_that_count_from_1_are_to_blame_and_not_result(tmp_path: Path) -> None:
    source = replaced("free.add((i, j))", "free.add((i + 1, j + 1))")
    assert verdict_of(tmp_path, source, "actions")[0] == "wrong"
    assert verdict_of(tmp_path, source, "result")[0] == "right"


@pytest.mark.parametrize(
    ("condition", "test"),
    [
        ("i < 0 and j < 0 or board[i][j]", "result off the board"),
        *exhaustive_rows(
            [
                ("i not in (0, 1, 2) or j > 2 or board[i][j]", "result off the board"),
                ("not (0 <= i < 3 and 0 <= j < 3) or False", "result of a taken cell"),
            ]
        ),
    ],
)
def test_result_refuses_each_move_that_is_none(
    condition: str, test: str, tmp_path: Path
) -> None:
    old = "i not in (0, 1, 2) or j not in (0, 1, 2) or board[i][j]"
    source = replaced(f"{old} != EMPTY", f"{condition} != EMPTY")
    source = source.replace("or False != EMPTY", "")
    assert verdict_of(tmp_path, source, test)[0] == "wrong"
    assert verdict_of(tmp_path, source, "result")[0] == "right"


def test_a_function_that_changes_its_board_is_wrong(tmp_path: Path) -> None:
    source = replaced("after = [list(row) for row in board]", "after = board")
    verdict, reasons = verdict_of(tmp_path, source, "result")
    assert verdict == "wrong"
    assert "changes its board to [[" in reasons


@pytest.mark.parametrize(
    ("body", "does"),
    [
        (
            "while True: pass",
            "takes too long: over 0.1 seconds, or 3600 with its pauses (line ",
        ),
        ("return terminal(board)", "calls itself too often: RecursionError"),
        ("raise SystemExit(3)", "ends Python by SystemExit: 3 (line "),
        ("raise KeyboardInterrupt", "ends Python by KeyboardInterrupt (line "),
        ("raise KeyError('\\x1b[2J')", r"raises KeyError: '\\x1b[2J' (line "),
        ("raise MemoryError", "takes too much memory"),
    ],
)
def test_what_a_function_does_instead_of_answering_is_its_failure(
    body: str, does: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first board is named, also where no more are asked about."""
    monkeypatch.setattr(with_some_boards(), "SECONDS", 0.1)
    source = f"{RIGHT}\ndef terminal(board):\n    {body}\n"
    verdict, reasons = verdict_of(tmp_path, source, "terminal")
    assert verdict == "wrong"
    assert does in reasons
    assert "terminal([[" in reasons


@pytest.mark.exhaustive
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has this limit")
def test_memory_and_recursion_have_limits(tmp_path: Path) -> None:
    """A program cannot raise them; in a process of its own."""
    source = "import sys\nsys.setrecursionlimit(10**9)\n"
    source += "def player(board):\n    return player(board)\n"
    source += "def terminal(board):\n    return [0] * 10**10\n"
    (tmp_path / "program.py").write_text(source)
    (tmp_path / "test_it.py").write_text(EXAMPLE.read_text(encoding="utf-8"))
    printed = printed_by_pytest(tmp_path, "-k", "player or terminal")
    assert "calls itself too often: RecursionError" in printed
    assert "takes too much memory" in printed


def printed_by_pytest(folder: Path, *options: str) -> str:
    """Return what the example prints of a program in its folder."""
    command = "import os, sys, pytest; os.environ['STUDENT'] = 'program.py'\n"
    command += "sys.exit(pytest.main(sys.argv[1:]))"
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            command,
            "-p",
            "no:cacheprovider",
            "test_it.py",
            *options,
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def test_a_missing_function_is_missing(tmp_path: Path) -> None:
    verdict, reasons = verdict_of(tmp_path, "", "winner")
    assert (verdict, reasons) == ("missing", "program.py has no function winner")


def test_of_a_file_that_does_not_load_functions_are_tested_that_it_has(
    tmp_path: Path,
) -> None:
    """What it lacks is not missing: it may come later."""
    source = RIGHT.replace("def actions", "input('Your name? ')\ndef actions")
    assert verdict_of(tmp_path, source, "player")[0] == "right"
    assert verdict_of(tmp_path, source, "winner")[0] == "not tested"
    example = with_some_boards()
    with example.beside_the_program():
        _, (does, what) = example.load()
    assert (does, what) == ("raises", "EOFError: EOF when reading a line (line 15)")


@pytest.mark.exhaustive
def test_rows_that_are_one_list_are_found(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("def initial_state(): return [[None] * 3] * 3")
    (tmp_path / "test_it.py").write_text(EXAMPLE.read_text(encoding="utf-8"))
    printed = printed_by_pytest(tmp_path, "-k", "rows or file")
    assert "initial_state: some of its rows are one and the same list" in printed
    assert "1 failed, 1 passed" in printed


FLAT = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8)]
LINES += [(2, 4, 6)]
known = {}

def check_win(board, mark):
    return any(all(board[cell] == mark for cell in line) for line in LINES)

def free_cells(board):
    return [cell for cell in range(9) if board[cell] == " "]

def value(board, mark):
    key = tuple(board)
    if key not in known:
        other = "O" if mark == "X" else "X"
        known[key] = -1 if check_win(board, other) else 0
        cells = free_cells(board)
        if cells and not check_win(board, other):
            known[key] = max(-value(after(board, c, mark), other) for c in cells)
    return known[key]

def after(board, cell, mark):
    return [*board[:cell], mark, *board[cell + 1 :]]

def best_move(board):
    mark, other = "XO" if board.count("X") == board.count("O") else "OX"
    return max(free_cells(board), key=lambda c: -value(after(board, c, mark), other))
"""
ARRAYS = "import numpy as np\n" + RIGHT.replace('X = "X"', "X = 1").replace(
    'O = "O"', "O = -1"
).replace("EMPTY = None", "EMPTY = 0").replace(
    "    return [[EMPTY, E", "    return np.array([[EMPTY, E"
).replace("EMPTY, EMPTY]]", "EMPTY, EMPTY]])").replace(
    "row.count(X)", "np.count_nonzero(row == X)"
).replace("row.count(O)", "np.count_nonzero(row == O)").replace(
    "[list(row) for row in board]", "board.copy()", 1
).replace("board = [list(row) for row in rows]", "board = np.array(rows)").replace(
    "map(tuple, board)", "map(tuple, board.tolist())"
).replace("result(board, move))", "result(board, move).tolist())").replace(
    "is not EMPTY", "!= EMPTY"
)
FROM_1 = RIGHT.replace("free.add((i, j))", "free.add(3 * i + j + 1)").replace(
    "i, j = action", "i, j = divmod(action - 1, 3)"
)
COURSES = {"flat": FLAT, "array": ARRAYS, "from 1": FROM_1}


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", range(3))
def test_other_courses_change_the_lines_that_the_page_shows(
    number: int, tmp_path: Path
) -> None:
    """A right program of each is right, and one that sees no diagonal is wrong."""
    blocks = re.findall(
        r"^```py\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL
    )
    assert len(blocks) == len(COURSES)
    source = [*COURSES.values()][number]
    program = tmp_path / "program.py"
    program.write_text(source)
    example = example_for(program, blocks[number])
    verdicts = {test: verdict for test, (verdict, _) in judged(example).items()}
    assert set(verdicts.values()) == {"right"}, verdicts

    without = source.replace("LINES += [(2, 4, 6)]", "")
    program.write_text(without.replace("board[0][2] == board[1][1]", "False"))
    judge = "check_win" if number == 0 else "winner"
    assert judged(example, judge)[judge][0] == "wrong"


def test_a_change_that_is_shown_is_a_change() -> None:
    assert "return cell + 1" in changed("def action(cell):\n    return cell + 1\n")


VERDICT = '<properties><property name="verdict" value="{}"/></properties>'
JUNIT = f"""<testsuites><testsuite>
<testcase name="test_file">{VERDICT.format("right")}</testcase>
<testcase name="test_function[winner]">{VERDICT.format("WINNER")}
<failure message="x">winner: wrong</failure></testcase>
<testcase name="test_function[terminal]">{VERDICT.format("others")}
<failure message="x">terminal: wrong, but</failure></testcase>
</testsuite></testsuites>"""


def printed_by_results(*arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, RESULTS, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_a_class_has_a_line_for_each_student(tmp_path: Path) -> None:
    """Also if Python was ended while its program was tested."""
    (tmp_path / "ada.py.xml").write_text(JUNIT.replace("WINNER", "wrong"))
    (tmp_path / "bob.py.xml").write_text("<testsuites>")
    files = [tmp_path / f"{name}.py.xml" for name in ("ada", "bob", "cy")]
    assert printed_by_results(*files).splitlines() == [
        "student,test_file,winner,terminal",
        f"{tmp_path}/ada.py,right,wrong,others",
        f"{tmp_path}/bob.py,no results,no results,no results",
        f"{tmp_path}/cy.py,no results,no results,no results",
    ]


ODD_XML = {
    "case without a name": b"<a><testcase/></a>",
    "verdict without a value": b"""<a><testcase><failure/><properties>
        <property name="verdict"/></properties></testcase></a>""",
    "unknown encoding": b'<?xml version="1.0" encoding="x"?><a/>',
}


@pytest.mark.parametrize("option", [[], ["--gradescope"]])
@pytest.mark.parametrize("xml", ODD_XML.values(), ids=ODD_XML)
def test_xml_without_verdicts_is_no_results(
    xml: bytes, option: list[str], tmp_path: Path
) -> None:
    """Also in a file whose name is not in UTF-8."""
    path = tmp_path / "\udcff.xml"
    path.write_bytes(xml)
    (tmp_path / "ada.py.xml").write_text(JUNIT)
    others = [] if option else [tmp_path / "ada.py.xml"]
    assert "no results" in printed_by_results(*option, path, *others)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [(["."], "Is a directory: '.'"), (["--gradescope", "a", "b"], "exactly one file")],
)
def test_results_that_cannot_be_read_are_one_complaint(
    arguments: list[str], complaint: str
) -> None:
    done = subprocess.run(
        [sys.executable, RESULTS, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert complaint in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


def test_a_program_that_is_missing_is_named(tmp_path: Path) -> None:
    """With how another file is tested."""
    example = example_for(tmp_path / "nosuch.py")
    request = Mock(node=Mock(user_properties=[]))
    with pytest.raises(pytest.fail.Exception) as failure:
        example.test_file(request)
    first_line, advice = str(failure.value).splitlines()
    assert first_line == f"there is no file {tmp_path}/nosuch.py"
    assert "STUDENT=FILE" in advice
    assert request.node.user_properties == [("verdict", "wrong")]


@pytest.mark.parametrize(("winner", "points"), [("wrong", 2), ("others", 1)])
def test_what_is_wrong_with_others_only_has_its_point(
    winner: str, points: int, tmp_path: Path
) -> None:
    """Unless all are: then they spoil each other."""
    path = tmp_path / "result.xml"
    path.write_text(JUNIT.replace("WINNER", winner))
    tests = json.loads(printed_by_results("--gradescope", path))["tests"]
    assert sum(test["score"] for test in tests) == points
    assert [test["output"] for test in tests][:2] == ["right", "winner: wrong"]


def test_no_results_are_no_points(tmp_path: Path) -> None:
    grade = json.loads(printed_by_results("--gradescope", tmp_path / "none.xml"))
    assert grade["score"] == 0
    assert "took too long" in grade["output"]


@pytest.mark.exhaustive
def test_the_script_for_gradescope_writes_the_results(tmp_path: Path) -> None:
    """As the page shows it, in a folder in place of /autograder."""
    blocks = re.findall(
        r"^```bash\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL
    )
    (script,) = [block for block in blocks if "/autograder/submission" in block]
    assert not re.search(r"apt|pip|useradd|venv -|-m venv", script)
    for name in ("submission", "results", "source", "venv/bin"):
        (tmp_path / name).mkdir(parents=True)
    for name, module in (("pytest", "-m pytest"), ("python", "")):
        command = tmp_path / "venv/bin" / name
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" {module} "$@"\n')
        command.chmod(0o755)
    for path in (EXAMPLE, RESULTS):
        (tmp_path / "source" / path.name).write_text(path.read_text())
    source = replaced("board[0][2] == board[1][1]", "False")
    (tmp_path / "submission/tictactoe.py").write_text(source)

    script = script.replace("runuser -u student -- ", "").replace("-o student ", "")
    script = script.replace("/tmp/student", f"{tmp_path}/student")
    script = script.replace("/autograder", str(tmp_path))
    subprocess.run(["bash", "-c", script], check=True, cwd=tmp_path)
    tests = json.loads((tmp_path / "results/results.json").read_text())["tests"]
    assert [test["name"] for test in tests if not test["score"]] == ["winner"]
