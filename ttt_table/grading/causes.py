"""Why a player blunders: of each blunder one cause, a theorem about its move, and all counted.

A cause is read off the outcomes, its lines off the play that proves them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import reduce
from typing import NamedTuple, TypeAlias

from ttt_table.grading.grades import Grade, Mistake
from ttt_table.play.reasons import endings, has_lines
from ttt_table.rules.game import cells_in
from ttt_table.rules.outcome import other

# the simplest first
PLURALS = {
    "missed win": "missed wins",  # it could have completed a line; in misère, left only such
    "made line": "made lines",  # it completes a line, in misère
    "missed block": "missed blocks",  # the opponent's next line could have been stopped
    "opened cell": "opened cells",  # the same on the cell above the stone: with gravity alone
    "double threat": "double threats",  # two cells will complete a line, of which one is blocked
    "forced loss": "forced losses",  # by gravity, where a block opens a cell, or in misère
    "lost win": "lost wins",  # a win that could be forced, in more than a move, is now a draw
}

Line: TypeAlias = tuple[int, ...]


class Cause(NamedTuple):
    """Why a player blunders, and where."""

    name: str  # one of `PLURALS`
    blunders: list[Mistake]
    classes: int  # boards up to the game's symmetries
    by_line: Mapping[Line, int]  # how many concern each line, as its cells; most first
    by_ply: Mapping[int, int]  # how many there are by the stones on the board


def causes(found: Grade) -> list[Cause]:
    """The blunders of a grade by cause, of which each has one; the most frequent first.

    >>> from ttt_table.grading import grade
    >>> first_free = grade(lambda board: board.index("."), side="X")
    >>> [(one.name, len(one.blunders)) for one in causes(first_free)]
    [('missed win', 12), ('missed block', 6), ('double threat', 5), ('lost win', 4)]
    """
    of_cause: dict[str, list[tuple[Mistake, list[Line]]]] = {}
    for blunder in found.blunders:
        name, concerned = cause_of(blunder)
        of_cause.setdefault(name, []).append((blunder, concerned))
    grouped = []
    for name, cases in sorted(of_cause.items(), key=lambda item: -len(item[1])):
        blunders = [blunder for blunder, _ in cases]
        lines = Counter(line for _, concerned in cases for line in concerned)
        plies = Counter(len(one.board) - one.board.count(".") for one in blunders)
        grouped.append(
            Cause(
                name,
                blunders,
                classes=len({one.table.canonical(one.board) for one in blunders}),
                by_line=dict(
                    sorted(lines.items(), key=lambda item: (-item[1], item[0]))
                ),
                by_ply=dict(sorted(plies.items())),
            )
        )
    return grouped


def cause_name(blunder: Mistake) -> str:
    """The cause of a blunder, one of `PLURALS`."""
    name = _name_by_outcomes(blunder)
    return cause_of(blunder)[0] if name == "forced loss" else name


def _name_by_outcomes(blunder: Mistake) -> str:
    """The cause as far as no line of play is looked at, which takes longer."""
    table = blunder.table
    game, mover = table.game, table.mover(blunder.board)
    if game.misere and blunder.became == (-1, 1) and has_lines(table, mover):
        return "made line"
    if blunder.was == (1, 2 if game.misere else 1):
        return "missed win"
    # What the opponent completes next could be completed before, but where a stone opens a cell.
    stays = not game.misere and not game.gravity
    if stays and blunder.became == (-1, 2) and has_lines(table, other(mover)):
        return "missed block"
    return "forced loss" if blunder.became.value else "lost win"


def cause_of(blunder: Mistake) -> tuple[str, list[Line]]:
    """The cause of a blunder, and the lines that it concerns."""
    table, board = blunder.table, blunder.board
    misere, mover = table.game.misere, table.mover(board)
    name = _name_by_outcomes(blunder)
    won = name in ("missed win", "lost win")
    line = tuple(table.line(board)) if won else blunder.line
    # In normal play the loser's last move has left one of these lines, or opened it by gravity.
    player = mover if len(line) % 2 else other(mover)
    before = (
        [] if misere else endings(table, reduce(table.push, line[:-2], board), player)
    )
    found = before or endings(table, reduce(table.push, line[:-1], board), player)
    if (
        misere
    ):  # all the other cells may make lines too, but this is the one that is made
        found = [(made, cell) for made, cell in found if cell == line[-1]]
    elif name == "forced loss" and found and len(line) == 2:
        name = "missed block" if before else "opened cell"
    elif name == "forced loss" and len({cell for _, cell in before}) > 1:
        name = "double threat"
    return name, [tuple(cells_in(made)) for made, _ in found]


def telling(found: Sequence[Cause]) -> str:
    """The most telling of the causes in words; empty where there are none.

    A line that more than half of all blunders concern says more than the most frequent cause.

    >>> from ttt_table.grading import grade
    >>> telling(causes(grade(lambda board: board.index("."), side="X")))
    '12 of them missed wins'
    """
    if not found:
        return ""
    total = sum(len(one.blunders) for one in found)
    what, count = PLURALS[found[0].name], len(found[0].blunders)
    lines = sum((Counter(one.by_line) for one in found), Counter[Line]())
    for line, concerned in lines.most_common(1):
        if 2 * concerned > total:
            own = {one.name for one in found if line in one.by_line}
            names = [PLURALS[name] for name in PLURALS if name in own]
            # Missed wins and blocks are both missed; where there is more, the line says enough.
            named = " and ".join(names).replace(" and missed", " and") + " on"
            what = f"{named if len(names) < 3 else 'on the line'} {' '.join(map(str, line))}"
            count = concerned
    return f"{'all' if count == total else f'{count:,} of them'} {what}"
