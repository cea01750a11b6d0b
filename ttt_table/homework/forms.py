"""Which format a file's boards have: declared, drawn by the file, or proposed.

A format is never taken by trial: what a trial finds is a proposal for the user.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.homework.answers import Asked, PartAnswer, Unreadable
from ttt_table.homework.ask import DrawnForm, PartsOfFile
from ttt_table.homework.board_form import DEFAULT_FORM, BoardForm
from ttt_table.homework.spec import (
    LINES,
    RETURNS_AN_ACTION,
    Part,
    Question,
    asked_boards,
    is_unfinished,
    reachable_boards,
    true_answers,
    winner,
)
from ttt_table.players.adapter import DEFAULT, Adapter

TRIAL_SECONDS = 10.0  # of processor time, for all formats

LETTERS = (("X", "O"), ("x", "o"))
USUAL_EMPTY = (None, " ", "", "_", "-", ".", "*", 0)
USUAL_NUMBERS = ("digit1", "index1", "digit", "index")
USUAL_CELLS = (
    *product((*USUAL_EMPTY, *USUAL_NUMBERS), LETTERS),
    (0, (1, -1)),
    (0, (1, 2)),
    (None, (1, -1)),
    (-1, (1, 0)),
)
USUAL_TEXT = tuple(product(".-_ ", LETTERS))


@dataclass(frozen=True, slots=True)
class Declared:
    """What the user says of a file's boards, if anything, in the words of `Adapter`."""

    board: str = ""
    empty: object = DEFAULT
    marks: Sequence[object] | None = None

    def __bool__(self) -> bool:
        has_marks = self.marks is not None
        return bool(self.board or has_marks or self.empty is not DEFAULT)

    def over(self, form: BoardForm) -> BoardForm:
        """Return a form as it is where this says nothing.

        Raises:
            ArgumentError: The result is not the form of a board.

        """
        board = self.board or form.board
        if board == "batch":
            raise ArgumentError("a part gets one board, so its format is not a batch")
        is_same_board = board == form.board
        empty = form.empty if is_same_board else DEFAULT
        marks = form.marks if is_same_board else None
        return form_of(
            Adapter(
                board=board,
                empty=empty if self.empty is DEFAULT else self.empty,
                marks=marks if self.marks is None else self.marks,
            )
        )


def form_of(adapter: Adapter) -> BoardForm:
    """Return the form of the boards that an adapter declares."""
    board_format = adapter.board_format
    return BoardForm(board_format.layout, board_format.free_cell, board_format.marks)


def options_of(form: BoardForm) -> list[str]:
    """Return the words of the command line that declare a form."""
    usual = form_of(Adapter(board=form.board))
    words = Adapter(
        board=form.board,
        empty=DEFAULT if form.empty == usual.empty else form.empty,
        marks=None if form.marks == usual.marks else form.marks,
    ).options()
    # Text is what a player gets by default, but not a part.
    return ["--board", "text", *words] if form.board == "text" else words


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a file's answers fit a format, on some boards."""

    asked: int = 0
    useful: int = 0  # of the right type, by parts that do not always say the same
    right: int = 0
    failure: str = ""  # what the first part without a useful answer did

    @property
    def is_perfect(self) -> bool:
        """True if every answer is right."""
        return self.right == self.asked

    @property
    def is_useless(self) -> bool:
        """True if the answers only tell that the file was not understood."""
        return 2 * self.useful <= self.asked

    def is_better_than(self, other: Fit) -> bool:
        """Return True if more of the answers are useful and right."""
        return self.useful + self.right > other.useful + other.right


def choose_form(
    file: PartsOfFile,
    declared: Declared,
    drawn: DrawnForm,
    command: Sequence[str],
) -> BoardForm:
    """Return the format of a file's boards.

    Args:
        file: The file, whose parts are asked about a few boards if nobody says what its
            boards are.
        declared: What the user says of them.
        drawn: What the file says.
        command: The words of a command line that checks the file.

    Raises:
        ArgumentError: What is declared is not the form of a board.
        PlayerError: No format is declared, and the one that is usual does not fit: the
            message has another one to try, or says how to declare one.

    """
    form = declared.over(drawn.form or DEFAULT_FORM)
    if declared or (drawn.form and drawn.has_marks):
        return form
    trial = _Trial(file, file.parts)
    fit = trial.fit(form)
    if fit.is_perfect:
        return form
    with file.in_new_process() as other_process:
        better = _better_form(_Trial(other_process, trial.parts), fit, drawn)
    if better is not None:
        raise PlayerError(_proposal(file, form, better, command))
    if fit.is_useless and drawn.form is None:
        raise PlayerError(_advice(file, form, fit, command))
    return form


def _better_form(trial: _Trial, fit: Fit, drawn: DrawnForm) -> BoardForm | None:
    """Return the usual form that fits best, if any fits better than this."""
    best_form = None
    best_fit = fit
    for form in usual_forms(drawn.form):
        if trial.is_over():
            break
        form_fit = trial.fit(form)
        if form_fit.is_better_than(best_fit):
            best_form = form
            best_fit = form_fit
    return best_form


def usual_forms(drawn: BoardForm | None) -> Iterator[BoardForm]:
    """Yield the forms that boards usually have; if one was drawn, with other marks."""
    for board in ("rows", "list", "array", "list1", "dict1", "text"):
        for empty, marks in USUAL_TEXT if board == "text" else USUAL_CELLS:
            form = BoardForm(board, empty, marks)
            if empty in marks:
                continue
            if drawn is None or (drawn.board, drawn.empty) == (board, empty):
                yield form


class _Trial:
    """A file whose parts are asked about a few boards in several formats.

    Args:
        file: The file.
        parts: Those of its parts that are asked.

    """

    def __init__(self, file: PartsOfFile, parts: Iterable[Part]) -> None:
        self._file = file
        self._spent_before = file.spent()
        self.parts = [part for part in parts if part is not Part.INITIAL_STATE]

    def is_over(self) -> bool:
        """Return True if the file has used the time of a trial."""
        spent = self._file.spent()
        computed = spent.computing - self._spent_before.computing
        waited = spent.waiting - self._spent_before.waiting
        return max(computed, waited) > TRIAL_SECONDS

    def fit(self, form: BoardForm) -> Fit:
        """Return how well the answers fit; a part that ends is not asked again."""
        asked = useful = right = 0
        failure = ""
        for part in list(self.parts):
            question: Question = RETURNS_AN_ACTION if part is Part.MINIMAX else part
            expected = trial_boards(question)
            answers = self._file.answers(Asked(question, form, boards=list(expected)))
            if len(answers) < len(expected):
                self.parts.remove(part)
            useful_boards = _useful_boards(answers, expected)
            asked += len(expected)
            useful += len(useful_boards)
            for board in useful_boards:
                right += answers[board].value == expected[board]
            if not failure:
                name = self._file.part_names[part]
                failure = _first_failure(name, answers, useful_boards)
        return Fit(asked, useful, right, failure)


def _useful_boards(
    answers: Mapping[str, PartAnswer], expected: Mapping[str, object]
) -> list[str]:
    useful = [board for board, answer in answers.items() if _is_readable(answer)]
    different_answers = {repr(answers[board].value) for board in useful}
    different_truths = {repr(expected[board]) for board in expected}
    if len(different_answers) == 1 and len(different_truths) > 1:
        return []
    return useful


def _is_readable(answer: PartAnswer) -> bool:
    if answer.failure is not None:
        return False
    values = answer.value if isinstance(answer.value, list) else [answer.value]
    return not any(isinstance(value, Unreadable) for value in values)


def _first_failure(
    name: str, answers: Mapping[str, PartAnswer], useful: Sequence[str]
) -> str:
    """Say what a part did on the first board without a useful answer, if any."""
    for board, answer in answers.items():
        if board in useful:
            continue
        what = str(answer.failure or f"gives {answer.value}")
        return f"`{name}` {what} on {board}"
    return ""


@cache
def trial_boards(question: Question) -> dict[str, object]:
    """Return some boards of all kinds, with what is true of them.

    They are a won board for each player and line, a few unfinished ones, and draws.
    """
    if not isinstance(question, Part):
        return dict.fromkeys(asked_boards(question)[::60])
    chosen = {*_won_boards(), *_other_boards()}
    truths = true_answers(question)
    return {board: truth for board, truth in truths.items() if board in chosen}


def _won_boards() -> Iterator[str]:
    for line in LINES:
        for player in "XO":
            yield next(
                board
                for board in reachable_boards()
                if winner(board, (line,)) == player
            )


def _other_boards() -> list[str]:
    boards = reachable_boards()
    unfinished = [board for board in boards if is_unfinished(board)]
    draws = [board for board in boards if "." not in board and winner(board) is None]
    return unfinished[::350] + draws[:4]


def _command_text(command: Sequence[str], form: BoardForm) -> str:
    return shlex.join([*command, *options_of(form)])


def _proposal(
    file: PartsOfFile, form: BoardForm, better: BoardForm, command: Sequence[str]
) -> str:
    return (
        f"{file.path}: its answers do not fit boards as {form.text};"
        f" try: {_command_text(command, better)}"
        f" (or declare the others: {_command_text(command, form)})"
    )


def _advice(
    file: PartsOfFile, form: BoardForm, fit: Fit, command: Sequence[str]
) -> str:
    return (
        f"{file.path}: most answers are of no use on boards as {form.text}:"
        f" {fit.failure}; declare its boards with --board, --empty and --marks, and if"
        f" they are such boards: {_command_text(command, form)}"
    )
