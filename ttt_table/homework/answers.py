"""Questions about a file's parts, their answers, and the JSON that carries both."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, TypeAlias

from ttt_table.homework.board_form import BoardForm
from ttt_table.homework.spec import (
    Part,
    Subject,
    boards_about,
    subject_name,
    subject_named,
)
from ttt_table.players.protocol import Record, fault_in


@dataclass(frozen=True, slots=True)
class Question:
    """A request to the subprocess of a file, about one part or rule.

    Attributes:
        subject: The part or the rule.
        form: The format of the file's boards.
        only_boards: The boards to ask about; None for all that courses give the part. A
            list must be short, as it goes through a pipe that may hold little.
        among_right_parts: Right parts take the place of all other parts of the file.
        unresponsive: The parts that gave no answer to some question, so that nothing
            may be learned by calling them.
    """

    subject: Subject
    form: BoardForm
    only_boards: Sequence[str] | None = None
    among_right_parts: bool = False
    unresponsive: Collection[Part] = ()

    @property
    def boards(self) -> Sequence[str]:
        """The boards that are asked about, in the order of their answers."""
        if self.only_boards is not None:
            return self.only_boards
        return boards_about(self.subject)

    def as_json(self) -> Record:
        """Return a record that `from_json` reads."""
        return {
            "subject": subject_name(self.subject),
            "form": self.form.as_json(),
            "only_boards": None if self.only_boards is None else [*self.only_boards],
            "among_right_parts": self.among_right_parts,
            "unresponsive": [part.value for part in self.unresponsive],
        }

    @classmethod
    def from_json(cls, record: Record) -> Question:
        """Return the question of a record that `as_json` has made."""
        return cls(
            subject=subject_named(record["subject"]),
            form=BoardForm.from_json(record["form"]),
            only_boards=record["only_boards"],
            among_right_parts=record["among_right_parts"],
            unresponsive=[Part(name) for name in record["unresponsive"]],
        )


class FailureKind(Enum):
    """The failure of a part to answer."""

    EXCEPTION = auto()
    COROUTINE = auto()  # it is an ``async def``, which has not run
    NO_ANSWER = auto()  # its process has ended, or has written something else
    TOO_SLOW = auto()
    PRINTS_TOO_MUCH = auto()
    ANSWERS_TOO_LONG = auto()


# How a sentence about a failure begins; its reason follows.
_BEGINNINGS = {
    FailureKind.EXCEPTION: "raises",
    FailureKind.COROUTINE: "returns",
    FailureKind.NO_ANSWER: "gives no answer:",
    FailureKind.TOO_SLOW: "is too slow to be checked:",
    FailureKind.PRINTS_TOO_MUCH: "prints too much to be checked:",
    FailureKind.ANSWERS_TOO_LONG: "gives too long answers to be checked:",
}


@dataclass(frozen=True, slots=True)
class Failure:
    """The failure of a part to answer.

    Attributes:
        kind: Which kind of failure it is.
        reason: The rest of the sentence, partly in the file's own words.
    """

    kind: FailureKind
    reason: str

    @property
    def is_unknown(self) -> bool:
        """True if the part was not waited for, so that its answer is not known."""
        return self.kind in (
            FailureKind.TOO_SLOW,
            FailureKind.PRINTS_TOO_MUCH,
            FailureKind.ANSWERS_TOO_LONG,
        )

    @property
    def text(self) -> str:
        """The failure as a sentence about the part, without the part."""
        return f"{_BEGINNINGS[self.kind]} {self.reason}"


COROUTINE = Failure(
    FailureKind.COROUTINE, "a coroutine: remove async from its definition"
)
COROUTINE_RECORD: Record = {"coroutine": True}


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An answer, or an item of one, that does not have the form of a right answer.

    Attributes:
        text: The answer as messages show it.
    """

    text: str

    def __str__(self) -> str:
        return self.text


SHARED_ROWS = Unreadable("rows that are one and the same list")


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """The result of calling a part with one board.

    Attributes:
        value: Its answer, as `spec.true_answer` writes right ones; an answer of another
            kind, or such an item in a list, is `Unreadable`. None if it failed.
        changed_board: It has changed the board that it was given.
        failure: What it did instead of answering.
    """

    value: Any = None
    changed_board: bool = False
    failure: Failure | None = None

    def as_json(self) -> Record:
        """Return the record of an answer, which `from_json` reads."""
        return {"value": _value_as_json(self.value), "changed": self.changed_board}

    @classmethod
    def from_json(cls, record: Record) -> PartAnswer:
        """Return the answer of a record of `as_json`, or of a failure.

        Raises:
            KeyError, TypeError: The record is something else.
        """
        failure = _failure_in(record)
        if failure is not None:
            return cls(failure=failure)
        return cls(_value_from_json(record["value"]), record["changed"] is True)


@dataclass(frozen=True, slots=True)
class RuleAnswer:
    """The result of calling the part of a rule with one board.

    Attributes:
        breach: The move that it played or returned against the rule, as text; None if
            it kept the rule, or failed.
        is_move: The breach is a move at all, if a wrong one.
        failure: What the part did instead of answering.
    """

    breach: str | None = None
    is_move: bool = True
    failure: Failure | None = None

    @property
    def is_broken(self) -> bool:
        """True if the part has broken the rule, as far as is known."""
        if self.failure is not None:
            return not self.failure.is_unknown
        return self.breach is not None

    def as_json(self) -> Record:
        """Return the record of an answer, which `from_json` reads."""
        return {"breach": self.breach, "is_move": self.is_move}

    @classmethod
    def from_json(cls, record: Record) -> RuleAnswer:
        """Return the answer of a record of `as_json`, or of a failure.

        Raises:
            KeyError, TypeError: The record is something else.
        """
        failure = _failure_in(record)
        if failure is not None:
            return cls(failure=failure)
        breach = record["breach"]
        if breach is not None:
            breach = _text(breach)
        return cls(breach, record["is_move"] is True)


# By board, in the order in which they were asked about. If a part is given up, its
# last answer is a failure, and the boards after it are missing.
PartAnswers: TypeAlias = Mapping[str, PartAnswer]
RuleAnswers: TypeAlias = Mapping[str, RuleAnswer]


def is_complete(answers: PartAnswers | RuleAnswers) -> bool:
    """Return True if the part was not given up."""
    failures = [answer.failure for answer in answers.values()]
    return not any(failure and failure.is_unknown for failure in failures)


def count_known(answers: PartAnswers | RuleAnswers) -> int:
    """Return the number of boards of which it is known what the part does."""
    if is_complete(answers):
        return len(answers)
    return len(answers) - 1  # the last one was given up


def _failure_in(record: Record) -> Failure | None:
    """Return the failure of which a record tells; None for the record of an answer."""
    if "coroutine" in record:
        return COROUTINE
    if "error" not in record:
        return None
    fault = fault_in(record)
    if fault.kind == "exception":
        return Failure(FailureKind.EXCEPTION, fault.reason)
    return Failure(FailureKind.NO_ANSWER, fault.reason)


def _value_as_json(value: Any) -> Any:
    if isinstance(value, Unreadable):
        return {"unreadable": value.text}
    if isinstance(value, list):
        return [_value_as_json(item) for item in value]
    return value


def _value_from_json(value: Any) -> Any:
    if isinstance(value, dict):
        return Unreadable(_text(value["unreadable"]))
    if isinstance(value, list):
        return [_value_from_json(item) for item in value]
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text is expected")
    return value
