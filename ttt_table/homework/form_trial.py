"""Tries the usual formats of boards on a file, to see which its answers fit best.

What a trial finds is a proposal for the user, and never taken by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TypeAlias

from ttt_table.homework.answers import (
    PartAnswer,
    PartAnswers,
    Question,
    RuleAnswer,
    Unreadable,
)
from ttt_table.homework.ask import PartsOfFile
from ttt_table.homework.board_form import BoardForm
from ttt_table.homework.spec import (
    LINES,
    RETURNS_AN_ACTION,
    Part,
    boards_about,
    is_unfinished,
    reachable_boards,
    true_answers,
    winner,
)

TRIAL_SECONDS = 10.0  # of processor time, for all formats

UPPER_CASE = ("X", "O")
LOWER_CASE = ("x", "o")
FREE_CELLS = (None, " ", "", "_", "-", ".", "*", 0)
CELL_NUMBERS = ("digit1", "index1", "digit", "index")
# What a free cell holds, and the marks of X and O.
USUAL_CELLS = (
    *product((*FREE_CELLS, *CELL_NUMBERS), (UPPER_CASE, LOWER_CASE)),
    (0, (1, -1)),
    (0, (1, 2)),
    (None, (1, -1)),
    (-1, (1, 0)),
)
USUAL_CHARACTERS = tuple(product(".-_ ", (UPPER_CASE, LOWER_CASE)))

# By board, a part's right answer.
TrialBoards: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class FormFit:
    """How well a file's answers fit a format, on some boards.

    Attributes:
        asked: The number of boards, each counted for every part that was asked.
        useful: The number of answers that were understood. Those of a part that says
            the same to every board do not count: it may not have seen its boards.
        right: The number of useful answers that are right.
        failure: What the first part without a useful answer did; empty if all gave one.
    """

    asked: int = 0
    useful: int = 0
    right: int = 0
    failure: str = ""

    def __add__(self, other: FormFit) -> FormFit:
        return FormFit(
            asked=self.asked + other.asked,
            useful=self.useful + other.useful,
            right=self.right + other.right,
            failure=self.failure or other.failure,
        )

    @property
    def is_perfect(self) -> bool:
        """True if every answer is right."""
        return self.right == self.asked

    @property
    def is_useless(self) -> bool:
        """True if the answers only show that the file was not understood."""
        return 2 * self.useful <= self.asked

    def is_better_than(self, other: FormFit) -> bool:
        """Return True if more of the answers are useful and right."""
        return self.useful + self.right > other.useful + other.right


class FormTrial:
    """A file whose parts are asked about a few boards in several formats.

    Args:
        file: The file.
        parts: The parts that are asked, but for `initial_state`, which gets no board.

    Attributes:
        parts: The parts that have answered every question until now.
    """

    def __init__(self, file: PartsOfFile, parts: Iterable[Part]) -> None:
        self._file = file
        self._spent_before = file.spent()
        self.parts: list[Part] = [
            part for part in parts if part is not Part.INITIAL_STATE
        ]

    def is_over(self) -> bool:
        """Return True if the file has used the time of a trial."""
        spent = self._file.spent()
        cpu_seconds = spent.cpu_seconds - self._spent_before.cpu_seconds
        idle_seconds = spent.idle_seconds - self._spent_before.idle_seconds
        return max(cpu_seconds, idle_seconds) > TRIAL_SECONDS

    def fit(self, form: BoardForm) -> FormFit:
        """Return how well the answers fit; a part that ends is not asked again."""
        fit = FormFit()
        for part in list(self.parts):
            if part is Part.MINIMAX:
                fit += self._fit_of_minimax(form)
            else:
                fit += self._fit_of_part(part, form)
        return fit

    def _fit_of_part(self, part: Part, form: BoardForm) -> FormFit:
        expected = trial_boards(part)
        question = Question(part, form, only_boards=list(expected))
        answers = self._file.part_answers(question)
        useful = _useful_boards(answers, expected)
        right = [board for board in useful if answers[board].value == expected[board]]
        self._drop_unless_complete(part, len(answers), len(expected))
        return FormFit(
            asked=len(expected),
            useful=len(useful),
            right=len(right),
            failure=self._first_failure(part, answers, useful),
        )

    def _fit_of_minimax(self, form: BoardForm) -> FormFit:
        """Return on how many boards `minimax` returns a move, and a legal one."""
        boards = boards_about(RETURNS_AN_ACTION)[::60]
        question = Question(RETURNS_AN_ACTION, form, only_boards=boards)
        answers = self._file.rule_answers(question)
        useful = [
            board
            for board, answer in answers.items()
            if answer.failure is None and answer.is_move
        ]
        legal = [board for board in useful if answers[board].breach is None]
        self._drop_unless_complete(Part.MINIMAX, len(answers), len(boards))
        return FormFit(
            asked=len(boards),
            useful=len(useful),
            right=len(legal),
            failure=self._first_failure(Part.MINIMAX, answers, useful),
        )

    def _drop_unless_complete(self, part: Part, answered: int, asked: int) -> None:
        if answered < asked:
            self.parts.remove(part)

    def _first_failure(
        self,
        part: Part,
        answers: Mapping[str, PartAnswer] | Mapping[str, RuleAnswer],
        useful: Sequence[str],
    ) -> str:
        """Say what a part did on the first board without a useful answer, if any."""
        for board, answer in answers.items():
            if board in useful:
                continue
            name = self._file.part_names[part]
            if answer.failure is not None:
                return f"`{name}` {answer.failure.text} on {board}"
            answered = answer.value if isinstance(answer, PartAnswer) else answer.breach
            return f"`{name}` gives {answered} on {board}"
        return ""


def _useful_boards(answers: PartAnswers, expected: TrialBoards) -> list[str]:
    useful = [board for board, answer in answers.items() if _is_readable(answer)]
    different_answers = {repr(answers[board].value) for board in useful}
    different_truths = {repr(truth) for truth in expected.values()}
    if len(different_answers) == 1 and len(different_truths) > 1:
        return []
    return useful


def _is_readable(answer: PartAnswer) -> bool:
    if answer.failure is not None:
        return False
    values = answer.value if isinstance(answer.value, list) else [answer.value]
    return not any(isinstance(value, Unreadable) for value in values)


def usual_forms(own_form: BoardForm | None) -> Iterator[BoardForm]:
    """Yield the forms that boards usually have.

    Args:
        own_form: The form of the file's own empty board: then only forms with other
            marks are yielded. None for all forms.
    """
    for board in ("rows", "list", "array", "list1", "dict1", "text"):
        for empty, marks in USUAL_CHARACTERS if board == "text" else USUAL_CELLS:
            form = BoardForm(board, empty, marks)
            if empty in marks:
                continue
            if own_form is None or (own_form.board, own_form.empty) == (board, empty):
                yield form


@cache
def trial_boards(part: Part) -> TrialBoards:
    """Return some boards of all kinds, with a part's right answers to them.

    They are a won board for each player and line, a few unfinished ones, and draws.
    """
    chosen = {*_won_boards(), *_other_boards()}
    truths = true_answers(part)
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
