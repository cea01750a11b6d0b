"""The subprocess that asks the parts of a file; `ask` is the other side.

After the file is loaded it says which parts there are, and then answers each question
with a line a board:

    {"draw": true}                        {"form": {"board": "rows", ...}}   or null
    {"part": "winner", ...}               {"value": "X", "changed": false}
                                          {"error": {"type": "exception", ...}}
    {"play": {...}}                       {"ready": {...}}, and then `minimax` answers

The first is about the file's own empty board; `answers.Asked` has the other keys of the
second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import wraps
from inspect import signature
from types import ModuleType
from typing import Any

from ttt_table.homework.answers import (
    COROUTINE,
    Asked,
    PartAnswer,
    Unreadable,
    asked_from_json,
)
from ttt_table.homework.board_form import (
    COUNTED_FROM_ONE,
    BoardForm,
    form_of_empty_board,
    is_cell_value,
)
from ttt_table.homework.file_form import (
    CoroutineError,
    FileForm,
    unreadable,
)
from ttt_table.homework.spec import (
    EMPTY_BOARD,
    NO_MOVE_AFTER_END,
    NUMBER_OF_ARGUMENTS,
    REFUSES_OUTSIDE,
    REFUSES_TAKEN,
    Part,
    Rule,
    free_cells,
    mover,
    place,
    true_answer,
)
from ttt_table.players.adapted import AdaptedFunction
from ttt_table.players.answer_forms import AnswerForm
from ttt_table.players.boards import BoardFormat
from ttt_table.players.calls import Call
from ttt_table.players.child import answer_questions
from ttt_table.players.loading import Channel, Loading, serve_file
from ttt_table.players.protocol import Record, error_record

A_DRAWN_BOARD = "XOXXOOOXX"


def main(settings: Record) -> None:
    """Answer questions about a file's parts until they end.

    Args:
        settings: What `ask.PartsOfFile` says of its file: "path", "seconds" (of
            processor time in which it should be loaded), "names" (of parts that have
            another name there) and "first" (the player who moves first).

    """

    def find_parts(module: ModuleType) -> CourseFile:
        return CourseFile(module, settings["names"], settings["first"])

    serve_file(settings["path"], settings["seconds"], find_parts, answer_all)


def answer_all(file: CourseFile, channel: Channel, loading: Loading) -> None:
    """Answer questions about the parts until they end."""
    channel.send_ready(
        loading,
        parts=list(file.parts),
        with_other_arguments=file.with_other_arguments,
    )
    for question in channel.questions():
        if "draw" in question:
            channel.send(_drawn_form(file))
        elif "play" in question:
            play(file, asked_from_json(question["play"]), channel, loading)
        else:
            asked = asked_from_json(question)
            examiner = Examiner(file, asked)
            for board in asked.every_board():
                channel.send(examiner.answer_to(board))


def _drawn_form(file: CourseFile) -> Record:
    try:
        form = file.drawn_form()
    except BaseException as error:  # whatever a stranger's part raises
        return error_record(error)
    return {
        "form": None if form is None else form.as_json(),
        "has_marks": file.own_marks() is not None,
    }


def play(file: CourseFile, asked: Asked, channel: Channel, loading: Loading) -> None:
    """Answer boards by the file's `minimax` until the questions end."""
    # It puts right parts in the place of others, if this is asked for.
    Examiner(file, asked)
    form = asked.form
    player = AdaptedFunction(
        on_copies(file.parts[Part.MINIMAX]),
        Call(BoardFormat(form.board, form.empty, form.marks), ("board",)),
        AnswerForm(first_index=int(form.board in COUNTED_FROM_ONE)),
        cols=3,
        first=file.first,
        module=file.module,
    )
    answer_questions(player, channel, loading)


def on_copies(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function called with copies, as a stone on its board is no answer."""

    @wraps(function)
    def called(*arguments: Any) -> Any:
        return function(*deepcopy(arguments))

    return called


class CourseFile:
    """A file with parts of a course's program, under whatever names.

    Raises:
        LookupError: It has none of the parts.

    """

    def __init__(
        self, module: ModuleType, names: Mapping[str, str], first: str
    ) -> None:
        self.module = module
        self.first = first
        self._forms: dict[str, FileForm] = {}
        self.names = {part: names.get(part, part.value) for part in Part}
        functions = {part: getattr(module, self.names[part], None) for part in Part}
        self.parts: dict[Part, Callable[..., Any]] = {}
        self.with_other_arguments: list[Part] = []
        for part, function in functions.items():
            if not callable(function):
                continue
            if takes_arguments(function, NUMBER_OF_ARGUMENTS[part]):
                self.parts[part] = function
            else:
                self.with_other_arguments.append(part)
        if not self.parts and not self.with_other_arguments:
            wanted = ", ".join(self.names.values())
            raise LookupError(f"it has no {wanted}; --map PART=NAME names them")

    def own_marks(self) -> tuple[object, object] | None:
        """Return the values of its variables X and O, as courses call them."""
        marks = (getattr(self.module, "X", None), getattr(self.module, "O", None))
        if None in marks or not all(map(is_cell_value, marks)):
            return None
        return marks

    def drawn_form(self) -> BoardForm | None:
        """Return the form of the board that `initial_state` draws, if it draws one."""
        if Part.INITIAL_STATE not in self.parts:
            return None
        drawn = self.parts[Part.INITIAL_STATE]()
        return form_of_empty_board(drawn, self.own_marks())

    def form_of(self, asked: Asked) -> FileForm:
        """Return how the file writes what a question is about.

        One object serves all questions, as it remembers the boards that it has read. A
        part that gives no answers ends the process, so it is silent from the first
        question on.
        """
        key = repr(asked.form)  # 0 equals 0.0, but boards of them differ
        if key not in self._forms:
            has_actions = (
                Part.ACTIONS in self.parts and Part.ACTIONS not in asked.silent
            )
            own_actions = self.parts[Part.ACTIONS] if has_actions else None
            self._forms[key] = FileForm(asked.form, self.first, own_actions)
        return self._forms[key]

    def put_in_place(self, part: Part, function: Callable[..., Any]) -> None:
        """Let the file's own functions find this one under a part's name."""
        setattr(self.module, self.names[part], function)


def takes_arguments(function: Callable[..., Any], count: int) -> bool:
    """Return True if a function can be called with this number of arguments."""
    try:
        signature(function).bind(*[None] * count)
    except TypeError:
        return False
    except ValueError:  # nothing is known of it
        return True
    return True


class Examiner:
    """Asks a file what one question wants to know, board by board."""

    def __init__(self, file: CourseFile, asked: Asked) -> None:
        self._file = file
        self._question = asked.question
        self._form = file.form_of(asked)
        if asked.among_right_parts:
            own_winner = file.parts.get(Part.WINNER)
            is_silent = Part.WINNER in asked.silent
            self._put_right_parts(None if is_silent else own_winner)

    def _put_right_parts(self, own_winner: Callable[..., Any] | None) -> None:
        """Put our parts in the place of all of the file's but the one that is asked."""
        right_parts = RightParts(self._form, own_winner)
        for part, function in self._file.parts.items():
            if part is not Part.MINIMAX and part != self._question:
                function = right_parts.function(part)
            self._file.put_in_place(part, function)

    def answer_to(self, board: str) -> Record:
        """Return the record of what the file does with a board."""
        try:
            if isinstance(self._question, Rule):
                answer = self._conduct(self._question, board)
            else:
                answer = self._answer(self._question, board)
        except CoroutineError:
            answer = PartAnswer(failure=COROUTINE)
        except BaseException as error:  # whatever a stranger's part raises
            return error_record(error)
        return answer.as_json()

    def _answer(self, part: Part, board: str) -> PartAnswer:
        if part is Part.INITIAL_STATE:
            drawn = self._file.parts[part]()
            return PartAnswer(self._form.read(part, drawn, board))
        if part is Part.RESULT:
            return self._results(board)
        shown = self._form.board(board)
        answer = self._form.read(part, self._file.parts[part](shown), board)
        return PartAnswer(answer, changed_board=self._is_changed(shown, board))

    def _results(self, board: str) -> PartAnswer:
        """Return what `result` makes of every legal move."""
        boards = []
        is_changed = False
        for cell in free_cells(board):
            shown = self._form.board(board)
            after = self._file.parts[Part.RESULT](shown, self._form.moves.move(cell))
            boards.append(self._form.read(Part.RESULT, after, board))
            is_changed = is_changed or self._is_changed(shown, board)
        return PartAnswer(boards, is_changed)

    def _is_changed(self, shown: Any, board: str) -> bool:
        return self._form.read_board(shown) != board

    def _conduct(self, rule: Rule, board: str) -> PartAnswer:
        """Return how the file breaks a rule with a board, if it does."""
        if rule.part is Part.RESULT:
            return PartAnswer(self._played_illegal_move(rule, board))
        answer = self._file.parts[Part.MINIMAX](self._form.board(board))
        move = self._form.read(Part.MINIMAX, answer, board)
        actions: Sequence[Any] = [None]
        if rule != NO_MOVE_AFTER_END:
            actions = [self._form.moves.move(cell) for cell in free_cells(board)]
        for action in actions:
            if answer == action and type(answer) is type(action):
                return PartAnswer()
        text = unreadable(answer)
        return PartAnswer(text if isinstance(move, Unreadable) else text.text)

    def _played_illegal_move(self, rule: Rule, board: str) -> str | None:
        """Return an illegal move that `result` plays; None if it raises for each."""
        for move in self._illegal_moves(rule, board):
            with suppress(Exception):
                self._file.parts[Part.RESULT](self._form.board(board), move)
                return unreadable(move).text
        return None

    def _illegal_moves(self, rule: Rule, board: str) -> list[Any]:
        if rule == REFUSES_TAKEN:
            taken = [cell for cell in range(9) if board[cell] != "."]
            return [self._form.moves.move(cell) for cell in taken]
        assert rule == REFUSES_OUTSIDE
        if self._form.moves.pair is None:
            first_cell = self._form.moves.first_cell
            return [first_cell + 9, first_cell - 1]
        pairs = ((3, 3), (-1, -1), (0, 3))
        return [self._form.moves.pair(pair) for pair in pairs]


class RightParts:
    """Right parts in a file's form, to stand in the place of its own."""

    def __init__(self, form: FileForm, own_winner: Callable[..., Any] | None) -> None:
        self._form = form
        self._nobody = {
            has_free_cell: self._says_nobody(own_winner, board)
            for has_free_cell, board in ((True, EMPTY_BOARD), (False, A_DRAWN_BOARD))
        }

    def _says_nobody(self, own_winner: Callable[..., Any] | None, board: str) -> Any:
        """Return what the file's winner gives where nobody has won."""
        if own_winner is not None:
            with suppress(BaseException):  # whatever a stranger's part raises
                answer = own_winner(self._form.board(board))
                if self._form.read(Part.WINNER, answer, board) is None:
                    return answer
        return None

    def function(self, part: Part) -> Callable[..., Any]:
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

        def answer_to(shown: Any) -> Any:
            board = self._text(shown)
            if board not in answers:
                answers[board] = self._answer(part, board)
            return answers[board]

        return answer_to

    def _actions(self, shown: Any) -> Any:
        moves = self._form.moves
        return moves.container(
            moves.move(cell) for cell in free_cells(self._text(shown))
        )

    def _result(self, shown: Any, move: Any) -> Any:
        board = self._text(shown)
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
            case Part.WINNER:
                if answer is None:
                    return self._nobody["." in board]
                return self._form.mark_of[answer]
            case _:
                return answer

    def _text(self, shown: Any) -> str:
        board = self._form.read_board(shown)
        if isinstance(board, Unreadable):
            raise ValueError(f"{board} is not a board of this file's")
        return board
