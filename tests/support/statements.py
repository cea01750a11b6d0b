"""A second opinion on a check's statements: runs the program, and reads the sentence.

It shares no code with the package: it finds boards, lines and right answers by itself,
and takes a cause for what its words say. Boards are text such as ``X...O....``;
programs have rows of "X", "O" and None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

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
IN_ITSELF = ", in itself"


@dataclass(frozen=True)
class Odd:
    """An answer that is not of the part's kind."""

    text: str


def is_shown(answer: object, text: str | None) -> bool:
    """Whether a text shows an answer; a long one of another kind may be cut."""
    if text is None:
        return False
    if not isinstance(answer, Odd):
        return text == str(answer)
    if text.endswith("..."):
        return answer.text.startswith(text.removesuffix("..."))
    return text == answer.text


@dataclass(frozen=True)
class Raised:
    """The error that a part has raised."""

    text: str


@dataclass(frozen=True)
class Statement:
    """The statement of a check about a part."""

    part: str
    cause: str
    tested: int
    wrong: int
    board: str | None
    given: str | None
    expected: str | None
    through_others: bool


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
        try:
            if part == "result":
                return [
                    as_text(names[part](as_rows(board), divmod(cell, 3)))
                    for cell in range(9)
                    if board[cell] == "."
                ]
            if part == "initial_state":
                return as_text(names[part]())
            return plain(part, names[part](as_rows(board)))
        except Exception as error:
            return Raised(f"{type(error).__name__}: {error}".removesuffix(": "))


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


def check_statement(program: Program, statement: Statement) -> None:
    """Assert that all of a statement is true of the program."""
    part = statement.part
    right = program.right_answers(part)
    answers = program.answers(part)
    wrong = {board for board in right if answers[board] != right[board]}
    assert statement.tested == len(right)
    assert statement.wrong == len(wrong)

    by_itself = program.answers(part, among_right_parts=True)
    wrong_by_itself = {board for board in right if by_itself[board] != right[board]}
    assert statement.through_others == bool(wrong and not wrong_by_itself)
    if not wrong:
        assert not statement.cause
        return

    assert statement.board is not None
    cause = statement.cause
    if cause.endswith(IN_ITSELF):
        cause = cause.removesuffix(IN_ITSELF)
        answers = by_itself
        wrong = wrong_by_itself
    assert statement.board in wrong
    explained = check_cause(part, cause, answers, right, wrong)
    assert statement.board in explained, statement
    _check_example(part, statement, answers[statement.board], right[statement.board])


def _check_example(part: str, statement: Statement, answer: Any, expected: Any) -> None:
    """Assert that the example says what was given and expected on its board."""
    if isinstance(answer, Raised):
        assert statement.given is None
        assert statement.expected is None
        return
    if IN_ITSELF in statement.cause:  # this is about the file as it is
        return
    if part == "result":
        pairs = [
            pair for pair in zip(answer, expected, strict=True) if len({*pair}) > 1
        ]
        answer, expected = pairs[0]
    assert is_shown(answer, statement.given)
    assert statement.expected == str(expected)


def check_cause(
    part: str,
    cause: str,
    answers: Mapping[str, Any],
    right: Mapping[str, Any],
    wrong: set[str],
) -> set[str]:
    """Assert that a cause is true, and return the wrong boards that it speaks of."""
    raising = {board for board in wrong if isinstance(answers[board], Raised)}
    if cause.startswith("raises "):
        return _check_raising(part, cause, answers, right, wrong)
    if not cause:
        return wrong
    assert not raising
    counts = re.search(r" \(explains ([\d,]+) of ([\d,]+); the other (\d+) ha", cause)
    if counts is None:
        explained = explained_boards(part, cause, answers, right, wrong)
        assert explained == wrong, cause
        return explained
    sentence = cause[: counts.start()]
    explained = explained_boards(part, sentence, answers, right, wrong)
    numbers = [int(number.replace(",", "")) for number in counts.groups()]
    unexplained_count = len(wrong) - len(explained)
    assert numbers == [len(explained), len(wrong), unexplained_count], cause
    return explained


def _check_raising(
    part: str,
    cause: str,
    answers: Mapping[str, Any],
    right: Mapping[str, Any],
    wrong: set[str],
) -> set[str]:
    raising = {board for board in wrong if isinstance(answers[board], Raised)}
    match = re.match(r"raises (.*?)(?: \(program.py, line \d+\))( and .*)?$", cause)
    assert match, cause
    error, addition = match.groups()
    explained = {board for board in raising if answers[board].text == error}
    assert explained, cause
    misjudged = wrong - raising
    if addition == " and gives wrong answers elsewhere too":
        assert misjudged
    elif addition:
        other_answers = {
            board: answer for board, answer in answers.items() if board not in raising
        }
        second_cause = addition.removeprefix(" and ")
        check_cause(part, second_cause, other_answers, right, misjudged)
    else:
        assert not misjudged, cause
    return explained


def explained_boards(
    part: str,
    sentence: str,
    answers: Mapping[str, Any],
    right: Mapping[str, Any],
    wrong: set[str],
) -> set[str]:
    """Return the wrong boards that a sentence explains; it fits every right one."""
    if sentence.startswith("is wrong "):
        check_region(sentence, answers, wrong)
        return wrong
    if sentence.startswith("stops at a line of free cells"):
        return _stops(sentence, answers, right, wrong)
    claimed_answer = behaviour(part, sentence)
    for board, answer in answers.items():
        if board not in wrong:
            assert claimed_answer(board, right[board]) == answer, (sentence, board)
    return {
        board
        for board in wrong
        if claimed_answer(board, right[board]) == answers[board]
    }


def _stops(
    sentence: str,
    answers: Mapping[str, Any],
    right: Mapping[str, Any],
    wrong: set[str],
) -> set[str]:
    """On the board that is named, a free line hides the winner's line."""
    match = re.search(r"\((\d) (\d) (\d) on ([XO.]{9})\)", sentence)
    assert match
    *cells, board = match.groups()
    assert {board[int(cell)] for cell in cells} == {"."}
    assert board in wrong
    assert complete(board, ALL_LINES)
    return {
        board
        for board in wrong
        if has_free_line(board) and answers[board] == without_winner(right[board])
    }


def without_winner(answer: Any) -> Any:
    """Return the answer for a won board as if nobody had won it."""
    if answer is True:
        return False
    if answer in ("X", "O"):
        return None
    return 0


def behaviour(part: str, sentence: str) -> Callable[[str, Any], Any]:
    """Return a function from a board and the right answer to the claimed answer."""
    invented = re.fullmatch(
        r"takes (\d) (\d) (\d) for a line(?: and never sees (.*))?", sentence
    )
    if invented:
        *cells, unseen_line = invented.groups()
        invented_line = "".join(cells)
        lines = [*ALL_LINES, invented_line]
        if unseen_line:  # the other one stands in its place
            (unseen,) = lines_named(unseen_line)
            lines = [invented_line if line == unseen else line for line in ALL_LINES]
        return lambda board, _: right_answer(part, board, lines)
    if sentence.startswith("never sees "):
        unseen_lines = lines_named(sentence.removeprefix("never sees "))
        lines = [line for line in ALL_LINES if line not in unseen_lines]
        return lambda board, _: right_answer(part, board, lines)
    if sentence.startswith("misses "):
        missed = [int(cell) for cell in re.findall(r"\d", sentence)]
        return lambda _, answer: [cell for cell in answer if cell not in missed]
    if sentence.startswith("always gives "):
        text = sentence.removeprefix("always gives ")
        return lambda *_: _Shown(text)
    if sentence.startswith("takes a line of free cells for a complete one"):
        return lambda board, answer: answer or has_free_line(board)
    return SENTENCES[part, sentence]


class _Shown:
    """Equal to every answer that is shown as this text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __eq__(self, answer: object) -> bool:
        return is_shown(answer, self._text)

    __hash__ = None  # type: ignore[assignment]


def lines_named(text: str) -> list[str]:
    """The lines of a text such as ``a row and 2 4 6``."""
    if text == "any line":
        return ALL_LINES
    lines: list[str] = []
    names = text.split(" and ") if text else []
    for name in names:
        lines += GROUPS.get(name.removeprefix("a "), [name.replace(" ", "")])
    assert set(lines) <= set(ALL_LINES), text
    return lines


def _transposed(board: str, _: Any) -> list[str]:
    mark = to_move(board)
    boards = []
    for cell in range(9):
        if board[cell] == ".":
            transposed = 3 * (cell % 3) + cell // 3
            boards.append(board[:transposed] + mark + board[transposed + 1 :])
    return boards


OTHER_PLAYER = {"X": "O", "O": "X", None: None}
SENTENCES: dict[tuple[str, str], Callable[[str, Any], Any]] = {
    ("player", "gives the other player"): lambda _, answer: OTHER_PLAYER[answer],
    ("winner", "gives the loser"): lambda _, answer: OTHER_PLAYER[answer],
    ("actions", "offers every cell, the taken ones too"): lambda *_: [*range(9)],
    ("result", "places the mark of the player who moved last"): lambda board, _: (
        after_each_move(board, OTHER_PLAYER[to_move(board)] or "")
    ),
    ("result", "always places X"): lambda board, _: after_each_move(board, "X"),
    ("result", "always places O"): lambda board, _: after_each_move(board, "O"),
    ("result", "gives back the board without the move"): lambda board, _: (
        after_each_move(board, ".")
    ),
    ("result", "takes the row for the column"): _transposed,
    ("terminal", "gives True for False and False for True"): lambda _, a: not a,
    ("utility", "has the wrong sign"): lambda _, answer: -answer,
    ("utility", "is 1 no matter who has won"): lambda _, answer: abs(answer),
}


def check_region(sentence: str, answers: Mapping[str, Any], wrong: set[str]) -> None:
    """Assert that a part is wrong on the boards that a sentence names alone."""
    partly = re.fullmatch(
        r"is wrong only (.*), on ([\d,]+) of these ([\d,]+) boards", sentence
    )
    if partly is None:
        words = sentence.removeprefix("is wrong ")
        assert wrong == boards_inside(words, answers), sentence
        return
    inside = boards_inside(partly[1], answers)
    assert wrong < inside, sentence
    numbers = [int(number.replace(",", "")) for number in partly.groups()[1:]]
    assert numbers == [len(wrong), len(inside)], sentence


def boards_inside(words: str, boards: Iterable[str]) -> set[str]:
    """Return those of the boards that the words name."""
    return {board for board in boards if is_inside(board, words)}


def is_inside(board: str, words: str) -> bool:
    """Return whether a board is one of those that the words name."""
    line = r"(?:a (row|column|diagonal)|(\d \d \d))"
    match = re.fullmatch(rf"where {line} is complete", words)
    if match:
        lines = _lines_of(*match.groups())
        return bool(complete(board, lines))
    match = re.fullmatch(rf"where ([XO]) has completed {line}", words)
    if match:
        player, *names = match.groups()
        return won_by(board, _lines_of(*names)) == player
    match = re.fullmatch(r"on (unfinished )?boards with (\d) free cells?", words)
    if match:
        unfinished, free = match.groups()
        return board.count(".") == int(free) and not (unfinished and is_over(board))
    won = won_by(board)
    is_full = "." not in board
    return {
        "where two lines are complete": len(complete(board, ALL_LINES)) == 2,
        "on the empty board": board == "." * 9,
        "where X is to move": not is_over(board) and to_move(board) == "X",
        "where X is to move, except on the empty board": (
            not is_over(board) and to_move(board) == "X" and board != "." * 9
        ),
        "where O is to move": not is_over(board) and to_move(board) == "O",
        "on full boards that nobody has won": is_full and won is None,
        "on full boards that X has won": is_full and won == "X",
        "on full boards": is_full,
        "on won boards with a free cell": won is not None and not is_full,
        "where X has won": won == "X",
        "where O has won": won == "O",
        "where somebody has won": won is not None,
        "where nobody has won": won is None,
        "on finished boards": is_over(board),
        "on unfinished boards": not is_over(board),
    }[words]


def _lines_of(group: str | None, cells: str | None) -> list[str]:
    if group:
        return GROUPS[group]
    assert cells
    return [cells.replace(" ", "")]
