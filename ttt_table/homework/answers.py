"""Questions to a file's parts, their answers, and the JSON that carries both."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ttt_table.homework.board_form import BoardForm
from ttt_table.homework.spec import Part, Question, Rule, asked_boards, question_named
from ttt_table.players.protocol import Record, fault_in


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An answer, or a piece of one, that does not have the form that it should."""

    text: str

    def __str__(self) -> str:
        return self.text


SHARED_ROWS = Unreadable("rows that are one and the same list")


class FailureKind(StrEnum):
    """What a part did instead of answering, as a sentence about it begins."""

    RAISES = "raises"
    RETURNS = "returns"
    NO_ANSWER = "gives no answer:"
    TOO_SLOW = "is too slow to be checked:"
    PRINTS_TOO_MUCH = "prints too much to be checked:"


@dataclass(frozen=True, slots=True)
class Failure:
    """What a part did instead of answering."""

    kind: FailureKind
    reason: str  # partly the file's own words

    @property
    def is_unknown(self) -> bool:
        """True if the part was not waited for, so its answer is not known."""
        return self.kind in (FailureKind.TOO_SLOW, FailureKind.PRINTS_TOO_MUCH)

    def __str__(self) -> str:
        return f"{self.kind} {self.reason}"


COROUTINE = Failure(
    FailureKind.RETURNS, "a coroutine: remove async from its definition"
)


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """What a part, or the part that a rule is about, did with one board."""

    # As `true_answer` has it; anything else is `Unreadable`, as a whole or in its place
    # in a list. For a rule: None if the part kept it; else the move that it has played
    # or returned, as text, which is `Unreadable` if it is not a move at all.
    value: Any = None

    changed_board: bool = False
    failure: Failure | None = None

    def as_json(self) -> Record:
        """Return a record that `answer_from_json` reads, unless the part raises."""
        if self.failure is COROUTINE:
            return {"coroutine": True}
        return {"value": _value_as_json(self.value), "changed": self.changed_board}


def answer_from_json(record: Record) -> PartAnswer:
    """Return the answer that `as_json` or `protocol.error_record` has recorded.

    Raises:
        KeyError, TypeError: The record is something else.

    """
    if "error" in record:
        fault = fault_in(record)
        raises = fault.kind == "exception"
        kind = FailureKind.RAISES if raises else FailureKind.NO_ANSWER
        return PartAnswer(failure=Failure(kind, fault.reason))
    if "coroutine" in record:
        return PartAnswer(failure=COROUTINE)
    return PartAnswer(_value_from_json(record["value"]), bool(record["changed"]))


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


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about one part or rule."""

    question: Question

    # How the file draws its boards.
    form: BoardForm

    # The boards to ask about; None for all. A list must be short, as it goes through a
    # pipe that may hold little.
    boards: Sequence[str] | None = None

    # True if right parts stand in the place of all the others of the file.
    among_right_parts: bool = False

    # The parts that gave no answer somewhere: nothing is learned from them.
    silent: Collection[Part] = ()

    def every_board(self) -> Sequence[str]:
        """Return the boards that are asked about, in their order."""
        if self.boards is not None:
            return self.boards
        return asked_boards(self.question)

    def as_json(self) -> Record:
        """Return a record that `asked_from_json` reads."""
        question = self.question
        name = question.name if isinstance(question, Rule) else question.value
        return {
            "part": name,
            "form": self.form.as_json(),
            "boards": None if self.boards is None else list(self.boards),
            "among_right_parts": self.among_right_parts,
            "silent": [part.value for part in self.silent],
        }


def asked_from_json(record: Record) -> Asked:
    """Return the question of a record that `Asked.as_json` has made."""
    return Asked(
        question=question_named(record["part"]),
        form=BoardForm.from_json(record["form"]),
        boards=record["boards"],
        among_right_parts=record["among_right_parts"],
        silent=[Part(name) for name in record["silent"]],
    )
