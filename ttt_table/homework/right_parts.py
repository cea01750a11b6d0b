"""Right parts that take the place of a file's own.

A part that is wrong may be so only because of another part that it calls. Among right
parts it shows whether it is wrong in itself.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ttt_table.homework.answers import Question, Unreadable
from ttt_table.homework.course_file import CourseFile, PartFunction
from ttt_table.homework.file_form import FileForm
from ttt_table.homework.spec import (
    EMPTY_BOARD,
    Part,
    free_cells,
    mover,
    place,
    true_answer,
)

TIED_BOARD = "XOXXOOOXX"


def use_right_parts(file: CourseFile, question: Question) -> None:
    """Let a file's functions call right parts instead of the file's own.

    The part that the question is about stays the file's own, and so does `minimax`.
    """
    own_winner = file.responsive_part(Part.WINNER, question)
    right_parts = RightParts(file.form_for(question), own_winner)
    for part, own_function in file.parts.items():
        if part in (Part.MINIMAX, question.subject):
            file.define(part, own_function)
        else:
            file.define(part, right_parts.function(part))


class RightParts:
    """Right parts that take and return boards and moves as a file writes them.

    Args:
        form: How the file writes them.
        own_winner: The file's `winner`, whose answers show what stands for nobody
            there; None if there is none, or it gives no answers.
    """

    def __init__(self, form: FileForm, own_winner: PartFunction | None) -> None:
        self._form = form
        self._nobody_yet = self._answer_for_nobody(own_winner, EMPTY_BOARD)
        self._nobody_at_end = self._answer_for_nobody(own_winner, TIED_BOARD)

    def _answer_for_nobody(self, own_winner: PartFunction | None, board: str) -> Any:
        """Return what the file's `winner` gives for a board that nobody has won."""
        if own_winner is not None:
            with suppress(BaseException):  # whatever a stranger's part raises
                answer = own_winner(self._form.board(board))
                if self._form.read(Part.WINNER, answer, board) is None:
                    return answer
        return None

    def function(self, part: Part) -> PartFunction:
        """Return the right function for a part."""
        if part is Part.INITIAL_STATE:
            return lambda: self._form.board(EMPTY_BOARD)
        if part is Part.RESULT:
            return self._result
        if part is Part.ACTIONS:
            return self._actions
        return self._remembering(part)

    def _remembering(self, part: Part) -> Callable[[Any], Any]:
        """Return a function that remembers its answers, which no caller can change."""
        answers: dict[str, Any] = {}

        def answer_to(given_board: Any) -> Any:
            board = self._read_board(given_board)
            if board not in answers:
                answers[board] = self._answer(part, board)
            return answers[board]

        return answer_to

    def _actions(self, given_board: Any) -> Any:
        board = self._read_board(given_board)
        moves = self._form.moves
        return moves.container(moves.move(cell) for cell in free_cells(board))

    def _result(self, given_board: Any, move: Any) -> Any:
        board = self._read_board(given_board)
        cell = self._form.moves.cell(move)
        if cell not in free_cells(board):
            raise ValueError("no legal move")
        return self._form.board(place(board, cell, mover(board)))

    def _answer(self, part: Part, board: str) -> Any:
        answer = true_answer(part, board)
        match part:
            case Part.UTILITY:
                return self._form.utility(answer)
            case Part.PLAYER:
                return self._form.mark_of[answer]
            case Part.WINNER if answer is not None:
                return self._form.mark_of[answer]
            case Part.WINNER:
                return self._nobody_yet if "." in board else self._nobody_at_end
            case _:
                return answer

    def _read_board(self, given_board: Any) -> str:
        board = self._form.read_board(given_board)
        if isinstance(board, Unreadable):
            raise ValueError(f"{board} is not a board of this file's")
        return board
