"""A file in a subprocess that is asked about its parts; `child` is the other side."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeAlias

from ttt_table.errors import PlayerError
from ttt_table.homework.findings import board_text
from ttt_table.homework.form import MAX_ACTIONS
from ttt_table.homework.part_tests import OFF_BOARD, PARTS, PartTest
from ttt_table.players.answers import advised_limit
from ttt_table.players.moves import Move, move_in
from ttt_table.players.process import (
    WALL_SECONDS_PER_IDLE_SECOND,
    LateError,
    Process,
    RestartingProcess,
)
from ttt_table.players.programs import FileProcess
from ttt_table.players.records import FaultError, Record, fault_in, stray_output

# A part searches nothing: most need less than a second for all their boards.
SECONDS_OF_PART = 10.0
SECONDS_OF_ANSWER = 5.0

SECONDS_BETWEEN_MEASUREMENTS = 0.02

NAMES_EFFECT = "tells which functions they are"

Silence: TypeAlias = LateError | FaultError
"""Why a part gives no more answers: it was too slow, or it ended the process."""


@dataclass(frozen=True, slots=True)
class AskedFile:
    """A file to check, and what is declared of it.

    Attributes:
        path: The file.
        names: The names of parts that have other names there.
        board: "rows" or "list"; "" if that is not declared.
        empty: A tuple with the content of a free cell; an empty one if it is not.
        marks: The marks of X and O; an empty tuple if they are not.
        first: The player who moves first, "X" or "O".
        limit: Seconds for an answer of `minimax`, and for loading if they are over 10.
    """

    path: str
    names: Mapping[str, str]
    board: str = ""
    empty: tuple[Any, ...] = ()
    marks: tuple[Any, ...] = ()
    first: str = "X"
    limit: float = 60.0

    def settings(self) -> Record:
        """Return what `course_file.CourseFile` needs to know."""
        return {
            "names": {part: self.names.get(part, part) for part in PARTS},
            "board": self.board,
            "empty": self.empty,
            "marks": self.marks,
            "first": self.first,
        }


@dataclass(slots=True)
class PartAnswers:
    """The answers of a part to the boards of a test.

    Attributes:
        values: The answers by board, as far as there are some.
        wrong: The boards with a wrong answer, in the order asked.
        changed: What became of the boards that it has changed, by board; as values.
        kinds: By board, the kind of an answer of `result`, or the answer of `minimax`,
            that should be of another kind.
        end: Why there are no more answers; empty if there is one to each board.
        is_late: Whether it ran out of time, so that nothing is known of the rest.
    """

    values: dict[str, Any] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    changed: dict[str, Any] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    end: str = ""
    is_late: bool = False

    def add(self, board: str, value: Any, right: Any) -> None:
        """Keep an answer, and whether it is the right one."""
        self.values[board] = value
        if value != right:
            self.wrong.append(board)

    def note(self, board: str, record: Record) -> None:
        """Keep what a record says besides the answer."""
        if "changed" in record and _is_value(record["changed"]):
            self.changed[board] = record["changed"]
        if isinstance(record.get("kind"), str):
            self.kinds[board] = record["kind"]


@dataclass(frozen=True, slots=True)
class FormText:
    """How a file writes boards, for people.

    Attributes:
        words: The form of its boards in words.
        kind: The types of which they are made, such as ``list of list``.
        guess: What of this is a guess, as `FoundForm.guess`.
        example: A board as the file writes it.
        moves_off_board: The moves to the cells of `OFF_BOARD` as the file writes them.
    """

    words: str
    kind: str
    guess: str
    example: str
    moves_off_board: Sequence[str]


class PartsFile(FileProcess):
    """A file in a subprocess that is asked about its parts.

    Args:
        asked: The file.
        silent: The parts that are known to give no answer, with the reasons.

    Attributes:
        parts: The parts that the file has.
        other_arguments: The parts that need other arguments than courses say.
        silent: The parts that gave no answer, with the reasons. Nobody calls them any
            more: the file's other functions call right ones in their place.
        noted: The moves of `minimax` for `answer`, and what was noted of them.

    Raises:
        PlayerError: The file is missing, does not load, or has none of the parts.
    """

    def __init__(
        self, asked: AskedFile, silent: Mapping[str, Silence] | None = None
    ) -> None:
        self.silent: dict[str, Silence] = dict(silent or {})
        self.noted = PartAnswers()
        self._first = asked.first
        self._corrected: list[str] = []
        super().__init__(
            asked.path, "homework.child", asked.settings(), limit=asked.limit
        )

    @property
    def parts(self) -> list[str]:
        """The parts that the file has."""
        return self._parts_in("parts")

    @property
    def other_arguments(self) -> list[str]:
        """The parts that need other arguments than courses say."""
        return self._parts_in("other_arguments")

    def _parts_in(self, key: str) -> list[str]:
        names = self.ready.get(key)  # the file may have written anything
        return [part for part in PARTS if isinstance(names, list) and part in names]

    def correct(self, parts: Collection[str]) -> None:
        """Let the file's functions call corrected parts, also after a restart."""
        self._corrected = list(parts)
        if self._process is None:
            self._start()
        else:
            self._correct_parts()

    def form(self) -> FormText:
        """Return how the file writes boards, for which two of its parts are called."""
        for part in ("initial_state", "actions"):
            if part in self.parts and part not in self.silent:
                limit = min(self.limit, SECONDS_OF_ANSWER)
                try:
                    self._ask_about_parts({"call": part}, limit)
                except (LateError, FaultError) as error:
                    self._silence(part, error)
        try:
            return _form_text_in(self._ask_about_parts({"form": True}))
        except (LateError, FaultError) as error:
            raise PlayerError(f"{self.path}: {reason_of(error)}") from None

    def answers(
        self,
        test: PartTest,
        boards: Sequence[str] | None = None,
        seconds: float | None = None,
    ) -> PartAnswers:
        """Return the answers of a part.

        Args:
            test: The test of the part.
            boards: The boards to ask it about; by default all of the test.
            seconds: Seconds of processor time for all of them; by default
                `SECONDS_OF_PART`.
        """
        answers = PartAnswers()
        if test.part not in self.silent:
            try:
                self._read_answers(answers, test, boards, seconds or SECONDS_OF_PART)
            except (LateError, FaultError) as error:
                self._silence(test.part, error)
        if test.part in self.silent:
            silence = self.silent[test.part]
            answers.end = reason_of(silence)
            answers.is_late = isinstance(silence, LateError)
        if answers.end and not answers.is_late:
            board = (boards or test.boards())[len(answers.values)]
            answers.add(board, {"raised": answers.end}, test.right(board))
        return answers

    def _read_answers(
        self,
        answers: PartAnswers,
        test: PartTest,
        boards: Sequence[str] | None,
        seconds: float,
    ) -> None:
        if self._process is None:
            self._start()
        budget = _Budget(self, seconds)
        record = None
        for board in boards or test.boards():
            limit = min(self.limit, SECONDS_OF_ANSWER, budget.seconds_left())
            try:
                if record is None:
                    question = {"test": test.name, "boards": boards}
                    record = self._ask_about_parts(question, limit)
                else:
                    record = self.next_answer(limit)
            except LateError:
                if limit < min(self.limit, SECONDS_OF_ANSWER):  # the budget is spent
                    raise _SpentError(seconds) from None
                raise
            if not _is_answer(record.get("value", ()), test, board):
                raise stray_output(record)
            answers.add(board, record["value"], test.right(board))
            answers.note(board, record)

    def answer(self, board: str, seed: int | None = None) -> Move:
        """Return the move of `minimax` at a board, for the grader.

        Raises:
            FaultError: It has raised, or has not returned a move.
            PlayerError: There was no answer within the limit.
        """
        our_board = board_text(board, self._first)
        question = {"move": our_board, "seed": seed}
        try:
            record = self._ask_about_parts(question)
        except LateError as error:
            limit = advised_limit(error.seconds)
            raise PlayerError(
                f"{error}, such as to {board}: give it a limit of {limit:g} s"
            ) from None
        self.noted.values[our_board] = record.get("move")
        self.noted.note(our_board, record)
        if "fault" in record:
            raise fault_in(record)
        return move_in(record)

    def _ask_about_parts(self, question: Record, limit: float | None = None) -> Record:
        return self.ask({**question, "silent": list(self.silent)}, limit)

    def _silence(self, part: str, error: Silence) -> None:
        self.silent[part] = error
        self.close()

    def _missing_error(self, message: str) -> PlayerError:
        return PlayerError(message, argument="names", effect=NAMES_EFFECT)

    def _start(self) -> Process:
        process = super()._start()
        self._correct_parts()
        return process

    def _correct_parts(self) -> None:
        corrected = {*self._corrected, *self.silent}
        if not corrected:
            return
        parts = [part for part in self.parts if part in corrected]
        try:
            self._ask_about_parts({"correct": parts})
        except (LateError, FaultError) as error:
            raise PlayerError(
                f"{self.path}: its parts cannot be corrected: {reason_of(error)}"
            ) from None


class _Budget:
    """The processor time that a part may still use for its answers.

    Args:
        process: The running process of the file.
        seconds: How much it has in all.
    """

    def __init__(self, process: RestartingProcess, seconds: float) -> None:
        self._process = process
        self._seconds = seconds
        self._before = process.spent()
        self._seconds_left = seconds
        self._next_measurement = 0.0

    def seconds_left(self) -> float:
        """Return the seconds that are left; raise `LateError` if there are none."""
        now = monotonic()
        if now >= self._next_measurement:  # there may be many answers until then
            self._next_measurement = now + SECONDS_BETWEEN_MEASUREMENTS
            self._seconds_left = self._measure()
        if self._seconds_left <= 0:
            raise _SpentError(self._seconds)
        return self._seconds_left

    def _measure(self) -> float:
        spent = self._process.spent()
        cpu_seconds = spent.cpu_seconds - self._before.cpu_seconds
        idle_seconds = spent.idle_seconds - self._before.idle_seconds
        wall_seconds = idle_seconds * WALL_SECONDS_PER_IDLE_SECOND
        # A part that sleeps uses no processor time, so it may only use as much wall
        # time. On a busy machine a part that computes may use more.
        if wall_seconds > self._seconds and cpu_seconds < idle_seconds:
            return 0.0
        return self._seconds - max(cpu_seconds, idle_seconds)


def _form_text_in(record: Record) -> FormText:
    moves = record.get("moves_off_board")
    if not isinstance(moves, list) or len(moves) != len(OFF_BOARD):
        raise stray_output(record)
    texts = [record.get(key) for key in ("words", "kind", "guess", "example")]
    if not all(isinstance(text, str) for text in texts + moves):
        raise stray_output(record)
    words, kind, guess, example = map(str, texts)
    return FormText(words, kind, guess, example, moves)


class _SpentError(LateError):
    """A part has used up its time for all its boards."""

    def __str__(self) -> str:
        return f"no answer to all of its boards within {self.seconds:g} seconds"


def reason_of(error: Silence) -> str:
    """Return why a part gave no answer."""
    if isinstance(error, FaultError):
        return error.reason
    return str(error)


def _is_answer(value: Any, test: PartTest, board: str) -> bool:
    """Return False for what is no answer of `child`: the file has written it."""
    if test.cells is None:
        return _is_value(value)
    return (
        isinstance(value, list)
        and len(value) == len(test.cells(board))
        and all(_is_value(answer, may_be_list=False) for answer in value)
    )


def _is_value(value: Any, *, may_be_list: bool = True) -> bool:
    """Return False for what is neither odd nor of the kind of an answer."""
    if isinstance(value, dict):
        return len(value) == 1 and all(
            key in ("odd", "raised") and isinstance(text, str)
            for key, text in value.items()
        )
    if isinstance(value, list):
        items_are_values = all(_is_value(item, may_be_list=False) for item in value)
        return may_be_list and len(value) <= MAX_ACTIONS and items_are_values
    return value is None or isinstance(value, str | int)
