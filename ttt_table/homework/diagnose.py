"""Why a part of a file is wrong: what it does instead of what it should."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, TypeAlias

from ttt_table.homework.former.shapes import LINES, TURN, free, mover, played
from ttt_table.homework.parts import (
    ONE_ROW,
    PARTS,
    finished,
    placed,
    unfinished,
    winner,
)

MOST = 0.9  # of the wrong boards that a cause must explain
Says: TypeAlias = Callable[[str, Any], Any]
Line: TypeAlias = tuple[int, int, int]


def best_cause(
    part: str, due: Mapping[str, Any], given: Mapping[str, Any], wrong: set[str]
) -> str:
    """The first cause of all wrong answers, else of most, that fits every right one."""
    explained: dict[str, int] = {}
    for cause, says in _candidates(part, given, wrong):
        if all(at in wrong or says(at, due[at]) == one for at, one in given.items()):
            explained[cause] = sum(
                says(board, due[board]) == given[board] for board in wrong
            )
    cause = max(explained, key=lambda one: explained[one], default="")
    rest = len(wrong) - explained.get(cause, 0)
    if not rest:
        return cause
    if rest > (1 - MOST) * len(wrong):
        for words, inside in REGIONS:
            if all(map(inside, wrong)) and not all(map(inside, given)):
                return f"is wrong {words}"
        return ""
    others = f"{rest} {'has' if rest == 1 else 'have'} another cause"
    return f"{cause} (explains {len(wrong) - rest:,} of {len(wrong):,}; the other {others})"


def _made(board: str) -> list[Line]:
    return [line for line in LINES if winner(board, (line,))]


def _bare(board: str) -> list[Line]:
    return [line for line in LINES if all(board[cell] == "." for cell in line)]


def _cells(line: Line) -> str:
    return " ".join(map(str, line))


# parts, what they may do instead, and what they say if they do
OTHERS: Sequence[tuple[str, str, Says]] = (
    (
        "player winner",
        "has the marks turned round",
        lambda _, due: due and due.translate(TURN),
    ),
    ("initial_state", "gives rows that are one and the same list", lambda *_: ONE_ROW),
    ("terminal", "is turned round", lambda _, due: not due),
    ("utility", "has the sign turned round", lambda _, due: -due),
    ("utility", "is 1 whoever has won", lambda _, due: abs(due)),
    ("actions", "offers every cell, the taken ones too", lambda *_: [*range(9)]),
    (
        "result",
        "places the mark of who moved last",
        lambda b, _: placed(b, mover(b, "O")),
    ),
    ("result", "always places X", lambda board, _: placed(board, "X")),
    ("result", "always places O", lambda board, _: placed(board, "O")),
    (
        "result",
        "gives back the board without the move",
        lambda board, _: placed(board, "."),
    ),
    (
        "result",
        "takes the row for the column",
        lambda b, _: [played(b, at % 3 * 3 + at // 3, mover(b, "X")) for at in free(b)],
    ),
)
REGIONS: Sequence[tuple[str, Callable[[str], bool]]] = (
    *(
        (f"where {_cells(at)} is made", lambda board, at=at: at in _made(board))
        for at in LINES
    ),
    ("where two lines are made", lambda board: len(_made(board)) > 1),
    ("where one cell is free", lambda board: board.count(".") == 1),
    (
        "where it is the turn of X",
        lambda board: unfinished(board) and mover(board, "X") == "X",
    ),
    (
        "where it is the turn of O",
        lambda board: unfinished(board) and mover(board, "X") == "O",
    ),
    (
        "on full boards that nobody has won",
        lambda b: "." not in b and winner(b) is None,
    ),
    ("on full boards", lambda board: "." not in board),
    ("where X has won", lambda board: winner(board) == "X"),
    ("where O has won", lambda board: winner(board) == "O"),
    ("where somebody has won", lambda board: winner(board) is not None),
    ("on finished boards", finished),
    ("on unfinished boards", unfinished),
)
GROUPS = {"row": LINES[:3], "column": LINES[3:6], "diagonal": LINES[6:]}


def _candidates(
    part: str, given: Mapping[str, Any], wrong: set[str]
) -> Iterator[tuple[str, Says]]:
    """What a part may do instead of what it should."""
    one = next(iter(given.values()))
    if len(given) > 1:
        yield f"always gives {one}", lambda *_: one
    if part == "actions":
        offered = set().union(*given.values())
        gone = [cell for cell in range(9) if cell not in offered]
        named = " and ".join(f"cell {cell}" for cell in gone)
        yield f"misses {named}", lambda b, _: [c for c in free(b) if c not in gone]
    if part in ("winner", "terminal", "utility"):
        yield from _of_lines(part, given, wrong)
    yield from ((words, says) for parts, words, says in OTHERS if part in parts.split())


def _of_lines(
    part: str, given: Mapping[str, Any], wrong: set[str]
) -> Iterator[tuple[str, Says]]:
    """What a part that looks for lines may do instead."""
    truth = PARTS[part].truth
    but = {line: tuple(one for one in LINES if one != line) for line in LINES}
    alone = {
        line: {b for b in given if truth(b) != truth(b, but[line])} for line in LINES
    }
    seen = tuple(line for line in LINES if not alone[line] or not alone[line] <= wrong)

    def of(lines: Sequence[Line]) -> Says:
        return lambda board, _: truth(board, tuple(lines))

    yield f"never sees {_named(seen)}", of(seen)
    gone = [line for line in LINES if 2 * len(alone[line] & wrong) > len(alone[line])]
    rest = [line for line in LINES if line not in gone]
    others = [board for board in given if truth(board, tuple(rest)) != given[board]]
    for line in combinations(range(9), 3):  # a slip of the pen
        if (
            len(gone) < 2
            and line not in LINES
            and all(winner(at, (line,)) for at in others)
        ):
            instead = f" and never sees {_named(rest)}" if gone else ""
            lines = (
                [line if one in gone else one for one in LINES]
                if gone
                else [*LINES, line]
            )
            yield f"takes {_cells(line)} for a line{instead}", of(lines)
    yield from _of_free_lines(part, given, wrong)


def _of_free_lines(
    part: str, given: Mapping[str, Any], wrong: set[str]
) -> Iterator[tuple[str, Says]]:
    """What it may do instead where three free cells stand in a line."""
    first = next((board for board in given if board in wrong and _bare(board)), None)
    if first is None:
        return
    at = f"({_cells(_bare(first)[0])} on {first})"
    if part == "terminal":
        yield (
            f"takes a line of free cells for a won one {at}",
            lambda b, due: due or bool(_bare(b)),
        )
    # It stops at the one that it comes to first: where it is right, at the made one.
    later = {
        pair
        for board in given
        if board not in wrong and len(_made(board)) == 1
        for pair in product(_bare(board), _made(board))
    }

    def stops(board: str, due: Any) -> Any:
        made = _made(board)
        first = any(later.isdisjoint(product([bare], made)) for bare in _bare(board))
        return PARTS[part].truth(board, ()) if made and first else due

    yield f"stops at a line of free cells {at}", stops


def _named(seen: Sequence[Line]) -> str:
    """The other lines by their cells; all rows, columns or diagonals by that word."""
    if not seen:
        return "any line"
    whole = [name for name, group in GROUPS.items() if not set(group) & set(seen)]
    told = {line for name in whole for line in GROUPS[name]} | set(seen)
    rest = (_cells(line) for line in LINES if line not in told)
    return " and ".join([*(f"a {name}" for name in whole), *rest])
