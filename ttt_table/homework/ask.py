"""A file whose parts are asked in a subprocess; `serve` is the other side.

Each answer is read and counted here, so that nothing a file says of itself is a
verdict.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from ttt_table.errors import PlayerError
from ttt_table.homework.answers import (
    Failure,
    PartAnswer,
    PartAnswers,
    Question,
    RuleAnswer,
    RuleAnswers,
)
from ttt_table.homework.board_form import BoardForm
from ttt_table.homework.budget import PartBudget, SpentError
from ttt_table.homework.spec import Part
from ttt_table.players.old_file_process import FileProcess
from ttt_table.players.process import LateError, Process
from ttt_table.players.protocol import FaultError, Record
from ttt_table.table.files import Path

# What the next answer of a file may raise instead. The last two mean that the file has
# written a record by itself, in which an answer's keys are missing or of other types.
UNUSABLE_ANSWER = (FaultError, LateError, SpentError, KeyError, TypeError)

AnswerT = TypeVar("AnswerT", PartAnswer, RuleAnswer)


@dataclass(frozen=True, slots=True)
class OwnForm:
    """The format of boards as the file itself shows it.

    Attributes:
        form: The format of the empty board that `initial_state` returns; None if it
            returns no such board, or is missing.
        has_marks: The file has variables X and O, which are the marks.
        failure: What `initial_state` did instead of answering.
    """

    form: BoardForm | None = None
    has_marks: bool = False
    failure: Failure | None = None


class PartsOfFile(FileProcess):
    """A Python file whose parts are asked in a subprocess.

    Args:
        path: The file.
        names: The names of parts that are called otherwise in the file.
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
        self._unresponsive: set[Part] = set()
        self._names = names
        self.part_names = {part: names.get(part.value, part.value) for part in Part}
        self.parts = self._claimed_parts("parts")
        self.with_other_arguments = self._claimed_parts("with_other_arguments")

    def _claimed_parts(self, key: str) -> tuple[Part, ...]:
        claimed = self.ready.get(key)
        if not isinstance(claimed, list):
            return ()
        return tuple(part for part in Part if part.value in claimed)

    def in_another_process(self) -> Self:
        """Load the file in another process, which has not been asked anything.

        Returns:
            The file in that process, which is to be closed like this one.
        """
        other_file = type(self)(self.path, self._names, self.first, self.limit)
        other_file._unresponsive = set(self._unresponsive)
        return other_file

    def own_form(self) -> OwnForm:
        """Ask which format the file's empty board has, and whether it has marks."""
        budget = self._new_budget()
        try:
            record = self.ask({"own_form": True}, budget.next_limit())
            if "error" in record:
                return OwnForm(failure=PartAnswer.from_json(record).failure)
            form = record["form"]
            return OwnForm(
                form=None if form is None else BoardForm.from_json(form),
                has_marks=record["has_marks"] is True,
            )
        except UNUSABLE_ANSWER as error:
            self.close()
            return OwnForm(failure=budget.failure(error, 0))

    def part_answers(self, question: Question) -> PartAnswers:
        """Return what a part answers to its boards.

        The answers end with a failure if the file ends, or uses more than a part may
        use.
        """
        return self._answers(question, PartAnswer)

    def rule_answers(self, question: Question) -> RuleAnswers:
        """Return what the part of a rule does with the rule's boards.

        The answers end as those of `part_answers` do.
        """
        return self._answers(question, RuleAnswer)

    def _answers(
        self, question: Question, answer_type: type[AnswerT]
    ) -> dict[str, AnswerT]:
        answers: dict[str, AnswerT] = {}
        question_record = self._record_of(question)
        budget = self._new_budget()
        for board in question.boards:
            try:
                if answers:
                    record = self.next_answer(budget.next_limit())
                else:
                    record = self.ask(question_record, budget.next_limit())
                budget.count(record)
                answers[board] = answer_type.from_json(record)
            except UNUSABLE_ANSWER as error:
                failure = budget.failure(error, len(answers))
                answers[board] = answer_type(failure=failure)
                self._give_up(question)
                break
        return answers

    def _record_of(self, question: Question) -> Record:
        unresponsive = sorted(self._unresponsive)
        return replace(question, unresponsive=unresponsive).as_json()

    def _give_up(self, question: Question) -> None:
        """End the process, which may still be busy with a part's last question."""
        self.close()
        if isinstance(question.subject, Part):
            self._unresponsive.add(question.subject)

    def _new_budget(self) -> PartBudget:
        if self._process is None:
            self._start()  # the part does not pay for loading the file
        return PartBudget(self)

    def start_play(self, question: Question) -> None:
        """Let the file's `minimax` answer boards, in this process and later ones.

        Args:
            question: A question about `minimax`; its boards are not used.

        Raises:
            PlayerError: The process does not get ready.
        """
        self._play_question = {"play": self._record_of(question)}
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
        except FaultError as fault:
            raise self._play_error(fault.reason) from None
        except LateError as error:
            raise self._play_error(str(error)) from None
        if "ready" not in record:
            raise self._play_error(f"it wrote {record} to the channel for its answers")

    def _play_error(self, cause: str) -> PlayerError:
        name = self.part_names[Part.MINIMAX]
        return PlayerError(
            f"{self.path}: `{name}` cannot be asked for moves: {cause}; check the other"
            " parts alone, with --parts"
        )
