"""A second opinion on a check's findings: runs the program, and reads the sentences.

It shares no code with the package: it finds boards, lines and right answers by itself,
and takes a fact for what its words say. Boards are text such as ``X...O....``;
programs have rows of "X", "O" and None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ttt_table.homework import Finding

ROWS = ["012", "345", "678"]
COLUMNS = ["036", "147", "258"]
DIAGONALS = ["048", "246"]
ALL_LINES = ROWS + COLUMNS + DIAGONALS
GROUPS = {"row": ROWS, "column": COLUMNS, "diagonal": DIAGONALS}

PARTS = (
    "initial_state",
    "player",
    "actions",
    "result",
    "winner",
    "terminal",
    "utility",
)


@dataclass(frozen=True)
class Odd:
    """An answer that is not of the part's kind."""

    text: str


@dataclass(frozen=True)
class Raised:
    """The error that a part has raised."""

    text: str


def marks_on(board: str, line: str) -> set[str]:
    return {board[int(cell)] for cell in line}


def complete(board: str, lines: list[str]) -> list[str]:
    return [line for line in lines if is_complete(board, line)]


@cache
def is_complete(board: str, line: str) -> bool:
    return marks_on(board, line) in ({"X"}, {"O"})


def has_free_line(board: str) -> bool:
    return any(marks_on(board, line) == {"."} for line in ALL_LINES)


def won_by(board: str, lines: list[str] = ALL_LINES) -> str | None:
    completed = complete(board, lines)
    if not completed:
        return None
    first_cell = int(completed[0][0])
    return board[first_cell]


def is_over(board: str) -> bool:
    return won_by(board) is not None or "." not in board


def to_move(board: str) -> str:
    return "XO"[(board.count("X") + board.count("O")) % 2]


def after_each_move(board: str, mark: str) -> list[str]:
    return [
        board[:cell] + mark + board[cell + 1 :]
        for cell in range(9)
        if board[cell] == "."
    ]


@cache
def every_board() -> list[str]:
    boards = {"." * 9}
    waiting = ["." * 9]
    while waiting:
        board = waiting.pop()
        if is_over(board):
            continue
        for next_board in after_each_move(board, to_move(board)):
            if next_board not in boards:
                boards.add(next_board)
                waiting.append(next_board)
    return sorted(boards)


@cache
def boards_of(part: str) -> list[str]:
    """The boards about which a course asks a part."""
    if part == "initial_state":
        return ["." * 9]
    if part in ("player", "actions", "result"):
        return [board for board in every_board() if not is_over(board)]
    if part == "utility":
        return [board for board in every_board() if is_over(board)]
    return every_board()


def right_answer(part: str, board: str, lines: list[str] = ALL_LINES) -> Any:
    won = won_by(board, lines)
    answers: dict[str, Callable[[], Any]] = {
        "initial_state": lambda: "." * 9,
        "player": lambda: to_move(board),
        "actions": lambda: [cell for cell in range(9) if board[cell] == "."],
        "result": lambda: after_each_move(board, to_move(board)),
        "winner": lambda: won,
        "terminal": lambda: won is not None or "." not in board,
        "utility": lambda: {"X": 1, "O": -1, None: 0}[won],
    }
    return answers[part]()


@cache
def right_answers(part: str) -> dict[str, Any]:
    return {board: right_answer(part, board) for board in boards_of(part)}


@cache
def every_nth_board(n: int) -> frozenset[str]:
    """One of so many boards, and the empty one."""
    return frozenset(["." * 9, *every_board()[::n]])


class Program:
    """A program's source, and what its parts answer.

    Args:
        source: The source.
        boards: The boards to ask about, of all that courses ask about.
    """

    def __init__(self, source: str, boards: frozenset[str] | None = None) -> None:
        self._code = compile(source, "program.py", "exec")
        self._boards = boards

    def right_answers(self, part: str) -> dict[str, Any]:
        right = right_answers(part)
        return {board: right[board] for board in self._boards_of(part)}

    def _boards_of(self, part: str) -> list[str]:
        boards = boards_of(part)
        if self._boards is None:
            return boards
        return [board for board in boards if board in self._boards]

    def answers(self, part: str, *, among_right_parts: bool = False) -> dict[str, Any]:
        """The answers by board, with right parts in the place of all others or not."""
        names: dict[str, Any] = {}
        exec(self._code, names)
        if among_right_parts:
            for other_part in PARTS:
                if other_part != part:
                    names[other_part] = right_part(other_part)
        boards = self._boards_of(part)
        return {board: self._answer(names, part, board) for board in boards}

    @staticmethod
    def _answer(names: dict[str, Any], part: str, board: str) -> Any:
        if part == "result":
            return [
                _outcome(part, names[part], as_rows(board), divmod(cell, 3))
                for cell in range(9)
                if board[cell] == "."
            ]
        if part == "initial_state":
            return _outcome(part, names[part])
        return _outcome(part, names[part], as_rows(board))


def _outcome(part: str, function: Callable[..., Any], *arguments: Any) -> Any:
    try:
        answer = function(*arguments)
    except Exception as error:
        return Raised(f"{type(error).__name__}: {error}".removesuffix(": "))
    return (
        as_text(answer) if part in ("result", "initial_state") else plain(part, answer)
    )


def as_rows(board: str) -> list[list[str | None]]:
    cells = [None if mark == "." else mark for mark in board]
    return [cells[0:3], cells[3:6], cells[6:9]]


def as_text(rows: Any) -> Any:
    try:
        if [len(row) for row in rows] != [3, 3, 3]:
            return Odd(repr(rows))
        marks = {None: ".", "X": "X", "O": "O"}
        return "".join(marks[cell] for row in rows for cell in row)
    except (TypeError, KeyError):
        return Odd(repr(rows))


def plain(part: str, answer: Any) -> Any:
    """An answer in the form of `right_answer`, or `Odd`."""
    if part == "terminal":
        return bool(answer)
    if part == "actions":
        try:
            cells = [3 * row + col for row, col in answer]
        except TypeError:
            return Odd(repr(answer))
        if all(0 <= row < 3 and 0 <= col < 3 for row, col in answer):
            return sorted(cells)
        return Odd(repr(answer))
    if part == "utility":
        is_number = isinstance(answer, int | float)
        if is_number and answer in (-1, 0, 1):
            return int(answer)
        return Odd(repr(answer))
    if answer is None or answer is False or answer == "":
        return None
    if answer in ("X", "O"):
        return answer
    return Odd(repr(answer))


def right_part(part: str) -> Callable[..., Any]:
    """A right function of rows."""

    def answer(*arguments: Any) -> Any:
        if part == "initial_state":
            return as_rows("." * 9)
        board = as_text(arguments[0])
        if isinstance(board, Odd):
            raise ValueError("no board")
        if part == "result":
            row, col = arguments[1]
            cell = 3 * row + col
            if not (0 <= row < 3 and 0 <= col < 3) or board[cell] != ".":
                raise ValueError("no legal move")
            return as_rows(board[:cell] + to_move(board) + board[cell + 1 :])
        right = right_answer(part, board)
        if part == "actions":
            return {divmod(cell, 3) for cell in right}
        return right

    return answer


def check_finding(program: Program, finding: Finding) -> None:
    """Assert that all that a finding says of a part is true of the program."""
    part = finding.part
    right = program.right_answers(part)
    answers = program.answers(part)
    wrong = [board for board in right if answers[board] != right[board]]
    assert (finding.tested, finding.wrong) == (len(right), len(wrong))

    by_itself = program.answers(part, among_right_parts=True)
    is_right_by_itself = by_itself == right
    if not wrong:
        assert finding.state == "right"
        assert not finding.fact
    else:
        assert finding.state == ("others" if is_right_by_itself else "wrong")
    if finding.state != "wrong":
        assert not finding.examples
        return

    assert is_fact(part, finding.fact, answers, right), finding
    assert finding.examples
    stones = [9 - example.board.count(".") for example in finding.examples]
    assert stones == sorted(stones)
    for example in finding.examples:
        answer = answers[example.board]
        expected = right[example.board]
        assert answer != expected
        if isinstance(example.move, int):
            free = [cell for cell in range(9) if example.board[cell] == "."]
            at = free.index(example.move)
            expected = expected[at]
            answer = answer[at]
        assert example.right == shown(part, expected)
        assert is_shown(part, answer, example.given)


def shown(part: str, answer: Any) -> str:
    if part == "actions":
        return f"cells {' '.join(map(str, answer))}" if answer else "no cells"
    return str(answer)


def is_shown(part: str, answer: Any, text: str) -> bool:
    """Whether a text shows an answer; a long one of another kind may be cut."""
    if isinstance(answer, Raised):
        return text.startswith(answer.text)
    if isinstance(answer, Odd):
        return answer.text.startswith(text.removesuffix("..."))
    return text == shown(part, answer)


def is_fact(
    part: str, fact: str, answers: Mapping[str, Any], right: Mapping[str, Any]
) -> bool:
    """Whether a sentence is true of all boards of a part."""
    wrong = [board for board in right if answers[board] != right[board]]
    if not fact:
        return True
    if fact.startswith(("always gives ", "each time ")):
        text = fact.partition(" ")[2].partition(" ")[2]
        items = [
            item
            for answer in answers.values()
            for item in (
                answer if part == "result" and isinstance(answer, list) else [answer]
            )
        ]
        return all(is_shown(part, item, text) for item in items)
    if fact.startswith("leaves out "):
        left_out = {int(cell) for cell in re.findall(r"\d", fact)}
        return all(
            answer == [cell for cell in right[board] if cell not in left_out]
            for board, answer in answers.items()
        )
    if fact.startswith("never sees "):
        unseen = {line.replace(" ", "") for line in re.findall(r"\d \d \d", fact)}
        seen = [line for line in ALL_LINES if line not in unseen]
        return all(
            answer == right_answer(part, board, seen)
            for board, answer in answers.items()
        )
    if fact.startswith("always the other player: "):
        return all({answers[board], right[board]} == {"X", "O"} for board in right)
    if fact == "all of these boards have a line of free cells":
        return all(map(has_free_line, wrong))
    assert fact == "all of these are full boards that nobody has won"
    return all("." not in board and won_by(board) is None for board in wrong)
