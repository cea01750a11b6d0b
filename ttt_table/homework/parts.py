"""The parts of a course's tic-tac-toe, 3x3: what is true of each, and what a file's own say."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy, deepcopy
from functools import cache, cached_property, partial, wraps
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO, NamedTuple

from ttt_table.homework.former import runner, shapes
from ttt_table.homework.former.calling import as_function
from ttt_table.homework.former.keeping import likely_views

EMPTY = "." * 9
ONE_ROW = "the same row again"
A_DRAW, TIES = "XOXXOOOXX", {*"td-", "tie", "tied", "draw", "drawn", "empate", "remis"}


@cache
def winner(
    board: str, lines: Sequence[tuple[int, int, int]] = shapes.LINES
) -> str | None:
    """Who has one of these lines."""
    return next(
        (board[a] for a, b, c in lines if board[a] == board[b] == board[c] != "."), None
    )


def finished(board: str, lines: Sequence[tuple[int, int, int]] = shapes.LINES) -> bool:
    """True where a line is complete, or the board full."""
    return "." not in board or winner(board, lines) is not None


def unfinished(board: str) -> bool:
    """True where the game goes on."""
    return not finished(board)


def placed(board: str, mark: str = "") -> list[str]:
    """The boards after each such move."""
    mark = mark or shapes.mover(board, "X")
    return [shapes.played(board, cell, mark) for cell in shapes.free(board)]


@cache
def boards() -> list[str]:
    """All that play can reach, by their stones."""
    found = tier = [EMPTY]
    while tier:
        tier = [
            *dict.fromkeys(
                after for one in tier if unfinished(one) for after in placed(one)
            )
        ]
        found = found + tier
    return found


class Part(NamedTuple):
    """One of the functions that courses ask for, or a rule."""

    asked_at: Callable[[str], bool]
    truth: Callable[..., Any] = lambda _: (
        None
    )  # by board, and for some by the lines that count


PARTS = {
    "initial_state": Part(lambda board: board == EMPTY, str),
    # Courses accept anything of who moves after the end.
    "player": Part(unfinished, lambda board: shapes.mover(board, "X")),
    "actions": Part(unfinished, shapes.free),
    "result": Part(unfinished, placed),
    "winner": Part(bool, winner),
    "terminal": Part(bool, finished),
    "utility": Part(finished, lambda *args: {"X": 1, "O": -1, None: 0}[winner(*args)]),
}
NOT_TAKEN = "result raises an exception for a taken cell"
NOT_OUTSIDE = "result raises an exception for a cell off the board"
NO_MOVE_AFTER = "minimax returns None where the game is over"
AN_ACTION = "minimax returns one of the actions"
# What courses say besides; each begins with a part, and what it does instead is told by text.
RULES = {
    NOT_TAKEN: Part(lambda board: unfinished(board) and board != EMPTY),
    NOT_OUTSIDE: Part(lambda board: board == EMPTY),
    NO_MOVE_AFTER: Part(finished),
    # Where even a slow search soon comes to its end.
    AN_ACTION: Part(lambda board: unfinished(board) and len(shapes.free(board)) < 3),
}
# What is asked first: what its boards look like, and if `minimax` is no player.
VIEW, SCORES = "view", "scores"
ASKED = (
    dict.fromkeys((VIEW, SCORES), Part(lambda board: board == EMPTY)) | PARTS | RULES
)


@cache
def due(part: str) -> dict[str, Any]:
    """What a part should say, by board."""
    asked = ASKED[part]
    return {board: asked.truth(board) for board in boards() if asked.asked_at(board)}


class Own:
    """A file's parts, under whatever names, and ours in their form.

    Within, X moves first. Raises `LookupError` where it has none of the parts.
    """

    def __init__(self, names: dict[str, str], first: str, module: ModuleType) -> None:
        self._names = {part: names.get(part, part) for part in (*PARTS, "minimax")}
        own = {part: getattr(module, name, None) for part, name in self._names.items()}
        self.own = {
            part: function for part, function in own.items() if callable(function)
        }
        self._module, self._turned = module, first == "O"
        others = [
            part for part, function in self.own.items() if not _takes(function, part)
        ]
        hint = "takes other arguments than a board: write a function of the board that calls it"
        self._unasked = [f"{self._names[part]} {hint}" for part in others]
        self.own = {part: self.own[part] for part in self.own if part not in others}
        if not self.own:
            none = f"it has no {', '.join(self._names.values())}; --map PART=NAME names them"
            raise LookupError("; ".join(self._unasked) or none)
        # A rule of `minimax` can be asked if a board is all that it needs.
        wants = as_function(self.own.get("minimax"), "rows", 3, "X")[1]
        ruled = self.own.keys() - ({"minimax"} if wants else ())
        self.able = [*self.own, *(rule for rule in RULES if rule.split()[0] in ruled)]

    def serve(self, questions: BinaryIO, say: runner.Say, note: str) -> None:
        """Answer to each part or rule, and if ours are in place of the others; `minimax` plays."""
        note = "; ".join(filter(None, [note, *self._unasked]))
        say(f"ready {shapes.WITHIN.join([note, *self.able])}")
        for question in questions:
            part, ours, view, silent, only = json.loads(question)
            self._settle(view, silent)
            if ours:
                self._put_ours(part)
            if part in ASKED:
                for board in [only] if only else due(part):
                    say(json.dumps(self._said(part, board)))
            else:
                shape = self.view, 3, "XO"[self._turned]
                runner.answer_all(shape, _returning(self.own[part]), questions, say, "")

    def _settle(self, view: str, silent: Sequence[str]) -> None:
        """Find out the view of the boards, unless it is given; silent parts tell nothing."""
        self.view = view or self._drawn_view() or self._best_view()
        self._silent = silent
        self._texts: dict[str, str] = {}
        looks = shapes.view_of(self.view)
        turns = "OX." if self._turned else "XO."
        self._marks = {
            mark: looks.marks[shown] for mark, shown in zip("XO.", turns, strict=True)
        }
        # A mark of 1 is also 1.0, as in an array of zeros.
        ends = ("", ".0")
        self._signs = {
            f"{one!r}{end}": mark for mark, one in self._marks.items() for end in ends
        }
        self._number = looks.number or (lambda _: object())

    def _drawn_view(self) -> str:
        """As `initial_state` draws the empty board, with the marks of the file or of `player`."""
        view = ""
        with suppress(BaseException):
            start = self.own["initial_state"]()
            view = shapes.view_of_empty(start)
            usual = shapes.view_of(view).marks
            x, o = (getattr(self._module, mark, None) for mark in "XO")
            if x is None or o is None:
                after = self.own["result"](
                    start, next(iter(self.own["actions"](start)))
                )
                x, o = map(self.own["player"], (start, after))
                if (
                    x in usual.values()
                ):  # where these are turned round, `player` is wrong
                    return view
            if [x, o] != [usual["X"], usual["O"]] and len(f"{x}{o}") == 2:
                view = f"{view if ':' in view else view + ':None'}:{x}{o}"
        return view

    def _best_view(self) -> str:
        """The one in which the parts' answers fit best, at some boards, of equals at all."""
        text = Path(self._module.__file__ or "").read_text("utf-8", "replace")
        views = [
            "rows",
            *(one for one in likely_views(text) if not one.startswith("state")),
        ]
        for step in (100, 1):
            if len(views) > 1:
                fits = {view: self._fit(view, step) for view in views}
                views = [view for view in views if fits[view] == max(fits.values())][:4]
        return views[0]

    def _fit(self, view: str, step: int) -> float:
        """How much the parts' answers tell of the truth in a view, and how many are right.

        Each truth counts alike: who sees no stone is right wherever nobody has won.
        """
        trial, fit = copy(self), 0.0  # which finds out anew how moves are written
        trial._settle(view, ())
        for part in [one for one in self.able if one in PARTS or one == AN_ACTION]:
            truths = {at: repr(due(part)[at]) for at in [*due(part)][::step]}
            many, told = Counter(truths.values()), defaultdict[str, Any](Counter)
            for at, truth in truths.items():
                said, _, fault = trial._said(part, at)
                told["a fault" if fault else repr(said)][truth] += 1 / many[truth]
            fit += sum(
                max(one.values()) + one[said] for said, one in told.items()
            ) / len(many)
        return round(fit, 9)

    @cached_property
    def _moves(self) -> tuple[Callable[..., Any], Callable[..., Any] | None]:
        """What `actions` puts moves in, and a row and a column; None where a move is a number."""
        if "actions" not in self._silent:
            with suppress(BaseException):  # whatever a stranger's part does
                moves = self.own["actions"](self._shown(EMPTY))
                kind = (
                    type(moves) if isinstance(moves, list | tuple | frozenset) else set
                )
                first = next(iter(moves))
                pair = list if isinstance(first, list) else tuple
                return kind, None if isinstance(shapes.as_lists(first), int) else pair
        return set, tuple if self.view.startswith(("rows", "array")) else None

    @cached_property
    def _nobody(self) -> dict[bool, Any]:
        """What `winner` gives where nobody has won, by if a cell is free; others ask for it."""
        given = {}
        for board in (EMPTY, A_DRAW) if "winner" not in self._silent else ():
            with suppress(BaseException):
                said = self.own["winner"](self._shown(board))
                given["." in board] = (
                    said if self._plain("winner", said, board) is None else None
                )
        return given

    def _shown(self, board: str) -> Any:
        turned = board.translate(shapes.TURN) if self._turned else board
        return shapes.shown_board(turned, self.view, 3)

    def _text(self, board: Any) -> str:
        """A board of the file's as text, or as it is where it has other marks."""
        # From memory, since our parts may not be slower than those that they stand for.
        key = repr(board)
        if key not in self._texts:
            text = ""
            with suppress(TypeError):
                for at, cell in enumerate(shapes.flat_cells(board)[-9:]):
                    text += self._signs.get(
                        repr(cell), "." if cell == self._number(at) else ""
                    )
            self._texts[key] = text if len(text) == 9 else runner.on_a_line(board)
        return self._texts[key]

    def _action(self, cell: int) -> Any:
        """A cell as the file writes moves."""
        return self._moves[1](divmod(cell, 3)) if self._moves[1] else cell

    def _cell(self, action: Any) -> int:
        return int(3 * action[0] + action[1] if self._moves[1] else action)

    def _put_ours(self, but: str) -> None:
        """Put our parts in the place of all of the file's but one."""
        for part, function in self.own.items():
            ours = part in PARTS and part != but
            put = partial(self._ours, part) if ours else function
            setattr(self._module, self._names[part], put)

    def _ours(self, part: str, board: Any = None, action: Any = None) -> Any:
        """What a part should say, in the file's form."""
        text = EMPTY if board is None else self._text(board)
        if part == "result":
            cell = self._cell(action)
            if cell not in shapes.free(text):
                raise ValueError("no legal move")
            return self._shown(shapes.played(text, cell, shapes.mover(text, "X")))
        truth = PARTS[part].truth(text)
        if part == "actions":
            return self._moves[0](map(self._action, truth))
        if part == "initial_state":
            return self._shown(truth)
        if part == "utility":
            return -truth if self._turned else truth
        if part == "winner" and truth is None:
            return self._nobody.get("." in text)
        return self._marks[truth] if part in ("player", "winner") else truth

    def _said(self, part: str, board: str) -> tuple[Any, bool, str]:
        """What a part says to a board, if it changes it, and what it raises."""
        said, changed = [], False
        moves = (
            [[self._action(cell)] for cell in shapes.free(board)]
            if part == "result"
            else [[]]
        )
        try:
            if part not in PARTS:
                if part == VIEW:
                    return self.view, False, ""
                told = (
                    self._gives_scores()
                    if part == SCORES
                    else self._broken(part, board)
                )
                return told, False, ""
            for move in moves:
                given = [] if part == "initial_state" else [self._shown(board)]
                answer = self.own[part](*given, *move)
                said.append(self._plain(part, answer, board))
                changed |= bool(given) and self._text(*given) != board
        except BaseException as error:  # whatever a stranger's part raises
            return None, False, runner.fault(error)
        return said if part == "result" else said[0], changed, ""

    def _gives_scores(self) -> bool:
        """True where `minimax` says who wins by the last move, and not where it is."""
        minimax, words = as_function(
            self.own["minimax"], self.view, 3, "XO"[self._turned]
        )
        if (
            " is as in " in words
        ):  # who keeps the board of its game is asked about no other
            return False
        turn = shapes.TURN if self._turned else {}
        ends = [
            board for board in boards() if board.count(".") == 1 and unfinished(board)
        ]
        results = [
            tuple(winner(*placed(board, mark)) for mark in "XO") for board in ends
        ]
        told = {
            *zip(
                results,
                map(minimax, [board.translate(turn) for board in ends]),
                strict=True,
            )
        }
        numbers = {said for _, said in told if isinstance(said, int | float)}
        return len(told) == len({*results}) and len(numbers) > 1

    def _broken(self, rule: str, board: str) -> str | None:
        """How the file breaks a rule at a board; nothing where it does not."""
        if rule in (NOT_TAKEN, NOT_OUTSIDE):
            taken = [self._action(cell) for cell in range(9) if board[cell] != "."]
            for action in taken or (
                ((3, 3), (-1, -1), (0, 3)) if self._moves[1] else (9, -1)
            ):
                with suppress(Exception):
                    self.own["result"](self._shown(board), action)
                    return f"{action} is played"
            return None
        said = self.own["minimax"](self._shown(board))
        right = (
            [None] if rule == NO_MOVE_AFTER else map(self._action, shapes.free(board))
        )
        like = any(said == one and type(said) is type(one) for one in right)
        return None if like else f"{runner.on_a_line(said)} is returned"

    def _plain(self, part: str, said: Any, board: str) -> Any:
        """An answer in our form; as text where it has none."""
        if part in ("initial_state", "result"):
            flat = not isinstance(said, list) or not all(
                isinstance(row, list) for row in said
            )
            return (
                self._text(said)
                if flat or len({*map(id, said)}) == len(said)
                else ONE_ROW
            )
        if part == "terminal":
            return bool(said)
        if part == "actions":
            with suppress(TypeError, ValueError, IndexError):
                return sorted(map(self._cell, said))
        said, tie = (
            shapes.as_lists(said),
            "." not in board and str(said).lower() in TIES,
        )
        if part == "utility":
            if isinstance(said, int | float) and said in (-1, 0, 1):
                return int(-said if self._turned else said)
        elif (sign := self._signs.get(repr(said))) in ("X", "O"):
            return sign
        elif tie or said is None or said is False or said in ("", self._marks["."]):
            return None
        return runner.on_a_line(said)


def _takes(function: Callable[..., Any], part: str) -> bool:
    """True for a part that can be called with what it is about, and for any `minimax`."""
    try:
        signature(function).bind(
            *(EMPTY,) * {"initial_state": 0, "result": 2}.get(part, 1)
        )
    except (TypeError, ValueError) as error:  # the latter where nothing is known of it
        return part == "minimax" or isinstance(error, ValueError)
    return True


def _returning(minimax: Any) -> Any:
    """The same on a copy of its board, as a stone placed there is no answer."""
    return wraps(minimax)(lambda *given: minimax(*deepcopy(given)))


def main(path: str, names: str, _: str, first: str, seconds: str, __: str) -> None:
    """Say what the parts of a file say to the boards, and in the end play by its `minimax`."""
    runner.serve_file(path, seconds, partial(Own, json.loads(names), first), Own.serve)
