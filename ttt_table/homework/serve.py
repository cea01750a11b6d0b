"""The subprocess that asks the parts of a file; `ask` is the other side.

After the file is loaded it says which parts there are, and then answers each question
with a line for each board:

    {"own_form": true}                    {"form": {"board": "rows", ...}}   or null
    {"subject": "winner", ...}            {"value": "X", "changed": false}
                                          {"error": {"type": "exception", ...}}
    {"subject": "taken cell", ...}        {"breach": "(1, 1)", "is_move": true}
    {"play": {...}}                       {"ready": {...}}, and then `minimax` answers

The first is about the file's own empty board; `answers.Question` has the other keys of
the second and the third, which are about a part and a rule.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import wraps
from types import ModuleType
from typing import Any

from ttt_table.homework.answers import Question
from ttt_table.homework.course_file import CourseFile, PartFunction
from ttt_table.homework.examiner import answer_records
from ttt_table.homework.right_parts import use_right_parts
from ttt_table.homework.spec import Part
from ttt_table.players.adapted import AdaptedFunction
from ttt_table.players.answer_forms import AnswerForm
from ttt_table.players.boards import BoardFormat
from ttt_table.players.calls import Call
from ttt_table.players.old_child import answer_questions
from ttt_table.players.old_loading import Channel, Loading, serve_file
from ttt_table.players.protocol import Record, error_record


def main(settings: Record) -> None:
    """Answer questions about a file's parts until they end.

    Args:
        settings: What `ask.PartsOfFile` says of its file: "path", "seconds" (of
            processor time in which it should be loaded), "names" (of parts that are
            called otherwise there) and "first" (the player who moves first).
    """

    def find_parts(module: ModuleType) -> CourseFile:
        return CourseFile(module, settings["names"], settings["first"])

    serve_file(settings["path"], settings["seconds"], find_parts, serve_parts)


def serve_parts(file: CourseFile, channel: Channel, loading: Loading) -> None:
    """Answer questions about the parts until they end."""
    channel.send_ready(
        loading,
        parts=list(file.parts),
        with_other_arguments=file.with_other_arguments,
    )
    for record in channel.questions():
        if "own_form" in record:
            channel.send(_own_form_record(file))
        elif "play" in record:
            play_minimax(file, Question.from_json(record["play"]), channel, loading)
        else:
            for answer in answer_records(file, Question.from_json(record)):
                channel.send(answer)


def _own_form_record(file: CourseFile) -> Record:
    try:
        form = file.own_form()
    except BaseException as error:  # whatever a stranger's part raises
        return error_record(error)
    return {
        "form": None if form is None else form.as_json(),
        "has_marks": file.own_marks() is not None,
    }


def play_minimax(
    file: CourseFile, question: Question, channel: Channel, loading: Loading
) -> None:
    """Answer boards by the file's `minimax` until the questions end."""
    if question.among_right_parts:
        use_right_parts(file, question)
    form = question.form
    player = AdaptedFunction(
        on_copies(file.parts[Part.MINIMAX]),
        Call(BoardFormat(form.board, form.empty, form.marks), ("board",)),
        AnswerForm(first_index=form.first_index),
        cols=3,
        first=file.first,
        module=file.module,
    )
    answer_questions(player, channel, loading)


def on_copies(function: PartFunction) -> Callable[..., Any]:
    """Wrap a function so that it gets copies of its arguments.

    A player may answer by placing a stone on the board that it gets. `minimax` is to
    return its move, so a stone on its board does not count as its answer.
    """

    @wraps(function)
    def called(*arguments: Any) -> Any:
        return function(*deepcopy(arguments))

    return called
