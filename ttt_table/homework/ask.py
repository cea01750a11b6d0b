"""A file whose parts are asked in a subprocess; `serve` is the other side.

Each answer is read and counted here, so that nothing a file says of itself is a
verdict.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import monotonic
from typing import Self

from ttt_table.errors import PlayerError
from ttt_table.homework.answers import (
    Asked,
    Failure,
    FailureKind,
    PartAnswer,
    answer_from_json,
)
from ttt_table.homework.board_form import BoardForm
from ttt_table.homework.spec import Part, Question
from ttt_table.players.file_process import FileProcess
from ttt_table.players.process import BUSY, LateError, Process
from ttt_table.players.protocol import FaultError, Record
from ttt_table.table.files import Path

# What one part may use for all its boards. It searches nothing: most need less than a
# second.
PART_SECONDS = 10.0  # of processor time
PART_PRINTS = 50_000_000  # bytes
PART_ANSWERS = 1_000_000  # characters and items of lists, in answers

SECONDS_BETWEEN_LOOKS = 0.02


@dataclass(frozen=True, slots=True)
class DrawnForm:
    """The form of boards that a file draws by itself."""

    form: BoardForm | None = None  # as `initial_state` draws an empty board
    has_marks: bool = False  # the file has variables X and O
    failure: Failure | None = None  # why there is no form


class PartsOfFile(FileProcess):
    """A Python file whose parts are asked in a subprocess.

    Args:
        path: The file.
        names: The names of parts that have another one there.
        first: The player who moves first, "X" or "O".
        limit: Seconds of processor time for an answer.

    Attributes:
        parts: Those that the file has, and that can be asked.
        with_other_arguments: Those that need other arguments than courses say.
        first: The player who moves first.
        part_names: The names of all parts in the file, also of those that it does not
            have.

    Raises:
        PlayerError: The file is missing, does not load, or has none of the parts.

    """

    def __init__(
        self, path: Path, names: Mapping[str, str], first: str, limit: float
    ) -> None:
        self._play_question: Record | None = None
        settings = {"names": dict(names), "first": first}
        super().__init__(path, "homework.serve", settings, limit=limit)
        self.first = first
        self._silent: set[Part] = set()  # those that gave no answer somewhere
        self._own_arguments = (path, names, first, limit)
        self.part_names = {part: names.get(part.value, part.value) for part in Part}
        self.parts = self._claimed_parts("parts")
        self.with_other_arguments = self._claimed_parts("with_other_arguments")

    def _claimed_parts(self, key: str) -> tuple[Part, ...]:
        claimed = self.ready.get(key)
        if not isinstance(claimed, list):
            return ()
        return tuple(part for part in Part if part.value in claimed)

    def in_new_process(self) -> Self:
        """Return the same file in a process of its own, which remembers nothing."""
        other = type(self)(*self._own_arguments)
        other._silent = set(self._silent)
        return other

    def drawn_form(self) -> DrawnForm:
        """Ask how the file draws its empty board, and whether it names its marks."""
        budget = self._new_budget()
        try:
            record = self.ask({"draw": True}, budget.next_limit())
            if "error" in record:
                return DrawnForm(failure=answer_from_json(record).failure)
            form = record["form"]
            return DrawnForm(
                form=None if form is None else BoardForm.from_json(form),
                has_marks=record["has_marks"] is True,
            )
        except UNUSABLE as error:
            self.close()
            return DrawnForm(failure=budget.failure(error, 0))

    def answers(self, asked: Asked) -> dict[str, PartAnswer]:
        """Return what a part answers to its boards.

        The answers end with a failure if the file ends, or uses more than a part may
        use.
        """
        asked = replace(asked, silent=sorted(self._silent))
        answers: dict[str, PartAnswer] = {}
        budget = self._new_budget()
        for board in asked.every_board():
            try:
                if answers:
                    record = self.next_answer(budget.next_limit())
                else:
                    record = self.ask(asked.as_json(), budget.next_limit())
                budget.count(record)
                answers[board] = answer_from_json(record)
            except UNUSABLE as error:
                failure = budget.failure(error, len(answers))
                answers[board] = PartAnswer(failure=failure)
                self._end_silent(asked.question)
                break
        return answers

    def start_play(self, asked: Asked) -> None:
        """Let the file's `minimax` answer boards, in this process and later ones.

        Args:
            asked: A question about `minimax`; its boards are not used.

        Raises:
            PlayerError: The process does not get ready.

        """
        self._play_question = {"play": replace(asked, silent=self._silent).as_json()}
        if self._process is None:
            self._start()
        else:
            self._wait_for_play()

    def _start(self) -> Process:
        process = super()._start()
        if self._play_question is not None:
            self._wait_for_play()
        return process

    def _wait_for_play(self) -> None:
        assert self._play_question is not None
        try:
            record = self.ask(self._play_question, self._loading_limit)
        except (FaultError, LateError) as error:
            raise PlayerError(
                f"{self.path}: minimax cannot be asked: {error}"
            ) from None
        if "ready" not in record:
            raise PlayerError(f"{self.path}: minimax cannot be asked")

    def _end_silent(self, question: Question) -> None:
        """End a process that may still be busy with the last question."""
        self.close()
        if isinstance(question, Part):
            self._silent.add(question)

    def _new_budget(self) -> _Budget:
        if self._process is None:
            self._start()  # which the budget does not pay for
        return _Budget(self)


class _Budget:
    """What one part may still use."""

    def __init__(self, file: PartsOfFile) -> None:
        self._file = file
        self._spent_before = file.spent()
        self._printed_before = file.printed()
        self._answered = 0
        self._seconds_left = PART_SECONDS
        self._next_look = 0.0

    def next_limit(self) -> float:
        """Return the seconds for the next answer.

        Raises:
            _SpentError: None are left, or the part prints too much.

        """
        now = monotonic()
        # Most parts give many answers between two looks at their process.
        if now >= self._next_look:
            self._next_look = now + SECONDS_BETWEEN_LOOKS
            self._seconds_left = self._measure_seconds_left()
            if self._prints_too_much():
                raise _SpentError
        if self._seconds_left <= 0:
            raise _SpentError
        return min(self._file.limit, self._seconds_left)

    def _measure_seconds_left(self) -> float:
        spent = self._file.spent()
        computed = spent.computing - self._spent_before.computing
        waited = spent.waiting - self._spent_before.waiting
        elapsed = waited * BUSY
        # A part that sleeps uses no processor time; one on a busy machine uses some.
        if elapsed > PART_SECONDS and computed < waited:
            return 0.0
        return PART_SECONDS - max(computed, waited)

    def count(self, record: Record) -> None:
        """Count what an answer takes."""
        value = record.get("value")
        if isinstance(value, list | str):
            self._answered += len(value)

    def _prints_too_much(self) -> bool:
        printed = self._file.printed() - self._printed_before
        return printed > PART_PRINTS or self._answered > PART_ANSWERS

    def failure(self, error: Exception, answered: int) -> Failure:
        """Return why there is no further answer.

        Args:
            error: One of `UNUSABLE`, which the last attempt to get one has raised.
            answered: The number of answers before.

        """
        boards = "1 board" if answered == 1 else f"{answered:,} boards"
        if self._prints_too_much():
            amount = f"{PART_PRINTS // 1_000_000} MB for {boards}"
            return Failure(FailureKind.PRINTS_TOO_MUCH, f"more than {amount}")
        if isinstance(error, LateError) and error.seconds == self._file.limit:
            return Failure(FailureKind.TOO_SLOW, str(error))
        if isinstance(error, LateError | _SpentError):
            reason = f"it answered {boards} within {PART_SECONDS:g} seconds"
            return Failure(FailureKind.TOO_SLOW, reason)
        if isinstance(error, FaultError):
            return Failure(FailureKind.NO_ANSWER, error.reason)
        return Failure(FailureKind.NO_ANSWER, "it writes where its answers are read")


class _SpentError(Exception):
    """A part has used all that it may use."""


# What the next answer of a file may raise instead: the last two for one that no part
# has given, but the file has written by itself.
UNUSABLE = (FaultError, LateError, _SpentError, KeyError, TypeError)
