"""Puts a question to the parts of a loaded file, board by board."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from ttt_table.homework.answers import (
    COROUTINE_RECORD,
    PartAnswer,
    Question,
    RuleAnswer,
    Unreadable,
)
from ttt_table.homework.course_file import CourseFile
from ttt_table.homework.file_form import CoroutineError, unreadable
from ttt_table.homework.right_parts import use_right_parts
from ttt_table.homework.spec import (
    NO_MOVE_AFTER_END,
    REFUSES_OUTSIDE,
    REFUSES_TAKEN,
    Part,
    Rule,
    free_cells,
)
from ttt_table.players.protocol import Record, error_record


def answer_records(file: CourseFile, question: Question) -> Iterator[Record]:
    """Yield the record of what a file does with each board of a question.

    Each board is asked about when its record is taken.
    """
    if question.among_right_parts:
        use_right_parts(file, question)
    examiner = _Examiner(file, question)
    for board in question.boards:
        yield examiner.answer_record(board)


class _Examiner:
    """Asks a file what one question wants to know."""

    def __init__(self, file: CourseFile, question: Question) -> None:
        self._parts = file.parts
        self._subject = question.subject
        self._form = file.form_for(question)

    def answer_record(self, board: str) -> Record:
        """Return the record of what the file does with a board."""
        try:
            if isinstance(self._subject, Rule):
                return self._rule_answer(self._subject, board).as_json()
            return self._part_answer(self._subject, board).as_json()
        except CoroutineError:
            return COROUTINE_RECORD
        except BaseException as error:  # whatever a stranger's part raises
            return error_record(error)

    def _part_answer(self, part: Part, board: str) -> PartAnswer:
        if part is Part.INITIAL_STATE:
            answer = self._parts[part]()
            return PartAnswer(self._form.read(part, answer, board))
        if part is Part.RESULT:
            return self._results(board)
        given_board = self._form.board(board)
        answer = self._form.read(part, self._parts[part](given_board), board)
        return PartAnswer(answer, changed_board=self._is_changed(given_board, board))

    def _results(self, board: str) -> PartAnswer:
        """Return what `result` makes of every legal move."""
        results = []
        is_changed = False
        for cell in free_cells(board):
            given_board = self._form.board(board)
            result = self._parts[Part.RESULT](given_board, self._form.moves.move(cell))
            results.append(self._form.read(Part.RESULT, result, board))
            is_changed = is_changed or self._is_changed(given_board, board)
        return PartAnswer(results, is_changed)

    def _is_changed(self, given_board: Any, board: str) -> bool:
        """Return True if the file's object is not this board any more."""
        return self._form.read_board(given_board) != board

    def _rule_answer(self, rule: Rule, board: str) -> RuleAnswer:
        if rule.part is Part.RESULT:
            return RuleAnswer(self._accepted_illegal_move(rule, board))
        return self._minimax_answer(rule, board)

    def _accepted_illegal_move(self, rule: Rule, board: str) -> str | None:
        """Return an illegal move that `result` plays; None if it raises for each."""
        for move in self._illegal_moves(rule, board):
            with suppress(Exception):
                self._parts[Part.RESULT](self._form.board(board), move)
                return unreadable(move).text
        return None

    def _illegal_moves(self, rule: Rule, board: str) -> list[Any]:
        if rule == REFUSES_TAKEN:
            taken = [cell for cell in range(9) if board[cell] != "."]
            return [self._form.moves.move(cell) for cell in taken]
        assert rule == REFUSES_OUTSIDE
        if self._form.moves.pair is None:
            first_index = self._form.moves.first_index
            return [first_index + 9, first_index - 1]
        pairs = ((3, 3), (-1, -1), (0, 3))
        return [self._form.moves.pair(pair) for pair in pairs]

    def _minimax_answer(self, rule: Rule, board: str) -> RuleAnswer:
        answer = self._parts[Part.MINIMAX](self._form.board(board))
        move = self._form.read(Part.MINIMAX, answer, board)
        allowed: list[Any] = [None]
        if rule != NO_MOVE_AFTER_END:
            allowed = [self._form.moves.move(cell) for cell in free_cells(board)]
        for allowed_answer in allowed:
            is_same_type = type(answer) is type(allowed_answer)
            if answer == allowed_answer and is_same_type:
                return RuleAnswer()
        return RuleAnswer(
            unreadable(answer).text, is_move=not isinstance(move, Unreadable)
        )
