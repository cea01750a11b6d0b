"""The subprocess that asks the parts of a file; `asking` is the other side.

After the file is loaded it says which parts there are, and then answers each question:

    {"call": "initial_state"}          {"done": true}
    {"form": true}                     {"words": "rows ...", "guess": "", ...}
    {"correct": ["winner"]}            {"done": true}
    {"test": "player", "boards": null} a line for each board; null means all boards
    {"move": "X...O....", "seed": null}  {"move": 4}
    {"draws": true}                      {"draws": false}

The line about a board is ``{"value": ...}``, in the form of `PartTest.right`, or
``{"value": {"odd": "..."}}`` if the value is of another kind, or ``{"value":
{"raised": "..."}}`` if there is none. It may have more keys:

    "changed": "XX..O...."             what has become of the board that the part got
    "kind": "tuple of tuple"           what should be of another kind

Every question may have "silent", the parts that gave no answer: nobody calls them.
"""

from __future__ import annotations

from typing import Any

from ttt_table.homework.course_file import CourseFile
from ttt_table.homework.form import NoBoardError, kind_of, quoted
from ttt_table.homework.part_tests import OFF_BOARD, RAISES, TEST_OF_NAME, PartTest
from ttt_table.homework.source import CodeLoader
from ttt_table.players.generators import generator_states, seed_generators
from ttt_table.players.loading import Channel, load, not_ready
from ttt_table.players.records import (
    FaultError,
    Record,
    fault_of,
    fault_record,
)

EXAMPLE = "X...O...."


def main(settings: Record) -> None:
    """Load a file, and answer questions about its parts until they end.

    Args:
        settings: "path", "seconds" (of processor time in which it should be loaded),
            and what `CourseFile` needs.
    """
    channel = Channel()
    loaded = load(settings["path"], settings["seconds"], CodeLoader)
    try:
        file = CourseFile(loaded.module, settings)
    except LookupError as error:
        channel.send(not_ready(loaded, str(error)))
        return
    channel.send_ready(
        loaded, parts=list(file.own), other_arguments=file.other_arguments
    )
    questioner = Questioner(file)
    states = generator_states()
    for question in channel.questions():
        file.silent = question.get("silent", file.silent)
        if "test" in question:
            test = TEST_OF_NAME[question["test"]]
            for board in question["boards"] or test.boards():
                channel.send(questioner.answer(test, board))
        elif "move" in question:
            channel.send(questioner.move(question["move"], question["seed"]))
        elif "draws" in question:
            channel.send({"draws": generator_states() != states})
        elif "correct" in question:
            file.correct(question["correct"])
            channel.send({"done": True})
        elif "call" in question:
            file.learn_from(question["call"])
            channel.send({"done": True})
        else:
            channel.send(form_record(file))


def form_record(file: CourseFile) -> Record:
    """Return how a file writes boards, for people, and what of this is a guess."""
    file.learn_moves()
    form = file.form
    return {
        "words": form.in_words(),
        "kind": form.kind,
        "guess": file.found_form().guess,
        "example": quoted(form.board(EXAMPLE)),
        "moves_off_board": [quoted(form.moves.move(cell)) for cell in OFF_BOARD],
    }


class Questioner:
    """Puts questions to the parts of a file.

    Args:
        file: The file.
    """

    def __init__(self, file: CourseFile) -> None:
        self._file = file
        self._last_result: Any = None
        self._text_of_last_result = ""

    def answer(self, test: PartTest, board: str) -> Record:
        """Return the record of a part's answer to a board of a test."""
        self._file.learn_moves()
        form = self._file.form
        if test.part == "initial_state":
            return self._call(test.part, board, [])
        if test.cells is None:
            return self._call(test.part, board, [form.board(board)])
        values = []
        record: Record = {}
        for cell in test.cells(board):
            arguments = [form.board(board), form.moves.move(cell)]
            answer = self._call(test.part, board, arguments)
            value = answer.pop("value")
            if test.is_rule and answer.get("fault") == "exception":
                value = RAISES
            values.append(value)
            record |= answer
        return record | {"value": values}

    def move(self, board: str, seed: int | None) -> Record:
        """Return the record of the move of `minimax` at a board.

        Args:
            board: The board.
            seed: A seed for the usual generators of random numbers, if they get one.
        """
        self._file.learn_moves()
        if seed is not None:
            seed_generators(seed)
        answer = self._call("minimax", board, [self._file.form.board(board)])
        value = answer.pop("value")
        if isinstance(value, int):
            return answer | {"move": value}
        kind = answer.pop("fault", "type")
        reason = "None"
        if value is not None:
            (reason,) = value.values()  # odd, or raised
        return answer | fault_record(FaultError(kind, reason))

    def _call(self, part: str, board: str, arguments: list[Any]) -> Record:
        """Call a part about a board, and return the record of what it does."""
        try:
            value = self._file.own[part](*arguments)
        except BaseException as error:  # whatever a stranger's part raises
            fault = fault_of(error)
            return {"value": {"raised": fault.reason}, "fault": fault.kind}
        record: Record = {"value": self._file.form.read(part, value, board)}
        if not isinstance(record["value"], dict):
            kind = self._wrong_kind(part, value, record["value"])
            if kind:
                record["kind"] = kind
        if arguments:
            board_after = self._text(arguments[0])
            if board_after != board:
                record["changed"] = board_after
        return record

    def _wrong_kind(self, part: str, value: Any, answer: Any) -> str:
        """Return the kind of a value, or the value, if it should be of another kind."""
        form = self._file.form
        if part == "result":
            kind = kind_of(value)
            if kind != form.kind:
                return kind
            last_result = self._last_result
            last_text = self._text_of_last_result
            self._last_result = value
            self._text_of_last_result = answer
            if value is last_result and answer != last_text:
                return "the same board as before, changed"
        if part == "minimax" and not (
            answer is None or form.moves.is_action(value, answer)
        ):
            return quoted(value)
        return ""

    def _text(self, board: Any) -> str | Record:
        """Return a board as text, whatever a part has made of it."""
        try:
            return self._file.form.text(board)
        except NoBoardError:
            return {"odd": quoted(board)}
