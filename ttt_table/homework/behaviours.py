"""Known wrong behaviours of parts, as functions that can be compared."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any, TypeAlias

from ttt_table.homework.answers import SHARED_ROWS
from ttt_table.homework.regions import GROUPS, complete_lines, line_text
from ttt_table.homework.sentences import Value, Words
from ttt_table.homework.spec import (
    LINES,
    OTHER,
    Line,
    Part,
    boards_after,
    free_cells,
    is_finished,
    mover,
    place,
    true_answer,
    true_answers,
    winner,
)

# Returns an answer to a board, in the form of `true_answer`.
BoardFunction: TypeAlias = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Behaviour:
    """A wrong behaviour of a part.

    Attributes:
        words: A sentence about the part, without the part: ``always places X``.
        answer: Returns what such a part answers to a board.
    """

    words: Words
    answer: BoardFunction


def behaviours(
    part: Part, values: Mapping[str, Any], wrong: Sequence[str]
) -> Iterator[Behaviour]:
    """Yield what a part may do, given what it answers; the simplest comes first.

    Args:
        part: The part.
        values: What it answered, by board.
        wrong: The boards on which that is wrong.
    """
    if len(values) > 1:
        value = next(iter(values.values()))
        yield Behaviour(("always gives", Value(part, value)), lambda _: value)
    if part is Part.ACTIONS:
        yield from _missing_actions(values)
    if part in (Part.WINNER, Part.TERMINAL, Part.UTILITY):
        lines = _LineEvidence(part, values, wrong)
        yield from lines.unseen_lines()
        yield from lines.mistyped_lines()
        yield from _mistakes_with_free_lines(part, values, wrong)
    yield from COMMON_MISTAKES.get(part, ())


def _missing_actions(values: Mapping[str, Any]) -> Iterator[Behaviour]:
    offered: set[int] = set()
    for cells in values.values():
        if isinstance(cells, list):
            offered.update(cells)
    missed = [cell for cell in range(9) if cell not in offered]

    def answer(board: str) -> list[int]:
        return [cell for cell in free_cells(board) if cell not in missed]

    if missed:
        names = " and ".join(f"cell {cell}" for cell in missed)
        yield Behaviour((f"misses {names}",), answer)


def _other_player(part: Part) -> BoardFunction:
    """Return a function that answers the other player than the right one."""
    return lambda board: OTHER.get(true_answer(part, board))


def _in_transposed_cell(board: str) -> list[str]:
    """Return the boards after each move, with its row taken for its column."""
    player = mover(board)
    return [
        place(board, cell % 3 * 3 + cell // 3, player) for cell in free_cells(board)
    ]


COMMON_MISTAKES: Mapping[Part, Sequence[Behaviour]] = {
    Part.INITIAL_STATE: (
        Behaviour(
            ("gives rows that are one and the same list",), lambda _: SHARED_ROWS
        ),
    ),
    Part.PLAYER: (Behaviour(("gives the other player",), _other_player(Part.PLAYER)),),
    Part.ACTIONS: (
        Behaviour(("offers every cell, the taken ones too",), lambda _: list(range(9))),
    ),
    Part.RESULT: (
        Behaviour(
            ("places the mark of the player who moved last",),
            lambda board: boards_after(board, OTHER[mover(board)]),
        ),
        Behaviour(("always places X",), lambda board: boards_after(board, "X")),
        Behaviour(("always places O",), lambda board: boards_after(board, "O")),
        Behaviour(
            ("gives back the board without the move",),
            lambda board: boards_after(board, "."),
        ),
        Behaviour(("takes the row for the column",), _in_transposed_cell),
    ),
    Part.WINNER: (Behaviour(("gives the loser",), _other_player(Part.WINNER)),),
    Part.TERMINAL: (
        Behaviour(
            ("gives True for False and False for True",),
            lambda board: not true_answer(Part.TERMINAL, board),
        ),
    ),
    Part.UTILITY: (
        Behaviour(
            ("has the wrong sign",),
            lambda board: -true_answer(Part.UTILITY, board),
        ),
        Behaviour(
            ("is 1 no matter who has won",),
            lambda board: abs(true_answer(Part.UTILITY, board)),
        ),
    ),
}


@cache
def _decided_by(part: Part, line: Line) -> frozenset[str]:
    """Return the boards on which the answer is another one without this line."""
    other_lines = tuple(other for other in LINES if other != line)
    answers = true_answers(part)
    return frozenset(
        board
        for board, answer in answers.items()
        if true_answer(part, board, other_lines) != answer
    )


class _LineEvidence:
    """What wrong answers tell about the lines that a part knows."""

    def __init__(
        self, part: Part, values: Mapping[str, Any], wrong: Sequence[str]
    ) -> None:
        self._part = part
        self._values = values
        wrong_set = set(wrong)

        # Lines that are seen at least once; lines whose boards are mostly wrong.
        self._seen: list[Line] = []
        self._mostly_unseen: list[Line] = []
        for line in LINES:
            decided = _decided_by(part, line) & values.keys()
            wrong_ones = decided & wrong_set
            if not decided or wrong_ones != decided:
                self._seen.append(line)
            if 2 * len(wrong_ones) > len(decided):
                self._mostly_unseen.append(line)

    def _with_lines(self, lines: Sequence[Line]) -> BoardFunction:
        fixed = tuple(lines)
        return lambda board: true_answer(self._part, board, fixed)

    def unseen_lines(self) -> Iterator[Behaviour]:
        """Yield that it never sees some of the lines."""
        if len(self._seen) < len(LINES):
            words = f"never sees {unseen_text(self._seen)}"
            yield Behaviour((words,), self._with_lines(self._seen))

    def mistyped_lines(self) -> Iterator[Behaviour]:
        """Yield that it takes other cells for a line, perhaps in the place of one."""
        if len(self._mostly_unseen) > 1:
            return
        seen_lines = [line for line in LINES if line not in self._mostly_unseen]
        answer = self._with_lines(seen_lines)
        unexplained = [
            board for board, value in self._values.items() if answer(board) != value
        ]
        for cells in combinations(range(9), 3):
            if cells in LINES or not _all_have(unexplained, cells):
                continue
            words = f"takes {line_text(cells)} for a line"
            if self._mostly_unseen:
                words += f" and never sees {unseen_text(seen_lines)}"
            yield Behaviour((words,), self._with_lines(self._lines_with(cells)))

    def _lines_with(self, cells: Line) -> list[Line]:
        """Return the lines with these cells as one more, or for the unseen one."""
        if not self._mostly_unseen:
            return [*LINES, cells]
        (unseen,) = self._mostly_unseen
        return [cells if line == unseen else line for line in LINES]


def _all_have(boards: Sequence[str], cells: Line) -> bool:
    """Return True if on each board one player has filled all of these cells."""
    return all(winner(board, (cells,)) for board in boards)


def unseen_text(seen: Sequence[Line]) -> str:
    """Return the lines that are not seen, by their cells or as ``a row``.

    >>> unseen_text([(0, 4, 8)])
    'a row and a column and 2 4 6'
    """
    if not seen:
        return "any line"
    names = []
    remaining = [line for line in LINES if line not in seen]
    for name, group in GROUPS.items():
        if all(line in remaining for line in group):
            names.append(f"a {name}")
            remaining = [line for line in remaining if line not in group]
    return " and ".join([*names, *map(line_text, remaining)])


def free_lines(board: str) -> list[Line]:
    """Return the lines of which every cell is free."""
    return [(a, b, c) for a, b, c in LINES if board[a] == board[b] == board[c] == "."]


def _mistakes_with_free_lines(
    part: Part, values: Mapping[str, Any], wrong: Sequence[str]
) -> Iterator[Behaviour]:
    """Yield what a part may do that forgets that three equal cells may be free."""
    example = next((board for board in wrong if free_lines(board)), None)
    if example is None:
        return
    where = f"({line_text(free_lines(example)[0])} on {example})"
    if part is Part.TERMINAL:
        yield _takes_free_lines_for_complete(where)
    yield _stops_at_free_lines(part, where, _seen_before_free_lines(values, wrong))


def _takes_free_lines_for_complete(where: str) -> Behaviour:
    return Behaviour(
        (f"takes a line of free cells for a complete one {where}",),
        lambda board: is_finished(board) or bool(free_lines(board)),
    )


def _stops_at_free_lines(
    part: Part, where: str, seen_before: Collection[tuple[Line, Line]]
) -> Behaviour:
    """Return the behaviour of a part that gives up at a free line.

    It finds only complete lines that it looks at before.

    Args:
        part: The part.
        where: A free line and a board that show it.
        seen_before: Pairs of a free line and a complete one that the part comes to
            before.
    """

    def sees_a_line_before(free_line: Line, complete: Sequence[Line]) -> bool:
        return any((free_line, line) in seen_before for line in complete)

    def answer(board: str) -> Any:
        complete = complete_lines(board)
        for free_line in free_lines(board):
            if complete and not sees_a_line_before(free_line, complete):
                return true_answer(part, board, ())
        return true_answer(part, board)

    return Behaviour((f"stops at a line of free cells {where}",), answer)


def _seen_before_free_lines(
    values: Mapping[str, Any], wrong: Sequence[str]
) -> set[tuple[Line, Line]]:
    """Return pairs of a free line and a complete one that a part looks at before it.

    A part that stops at the first line of three equal cells is right where it comes to
    the complete one first. So a right answer to a board such as ``XXXOO....`` tells
    that 0 1 2 comes before 6 7 8.
    """
    wrong_set = set(wrong)
    pairs: set[tuple[Line, Line]] = set()
    for board in values:
        complete = complete_lines(board)
        if board not in wrong_set and len(complete) == 1:
            pairs.update(product(free_lines(board), complete))
    return pairs
