"""Why a player blunders: each blunder has one cause, a theorem about its move.

The name of a cause follows from the outcomes before and after the move; the lines that
it concerns are found in the play that proves them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ttt_table.errors import ArgumentError
from ttt_table.grading.grades import Grade
from ttt_table.play.judging import BLUNDER, Verdict, continuation_of
from ttt_table.play.reasons import has_lines
from ttt_table.rules.board import Completion, completions
from ttt_table.rules.outcome import other
from ttt_table.runtime import cells_in
from ttt_table.table.checks import check_kind, checked_table
from ttt_table.table.reader import Table

MADE_LINE = "made line"
MISSED_WIN = "missed win"
LOST_WIN = "lost win"
MISSED_BLOCK = "missed block"
OPENED_CELL = "opened cell"
DOUBLE_THREAT = "double threat"
FORCED_LOSS = "forced loss"

# The causes with their plurals, the simplest first.
PLURALS = {
    # A line could have been completed; in misère, all replies would have completed one.
    MISSED_WIN: "missed wins",
    # In misère: the move completes a line.
    MADE_LINE: "made lines",
    # The opponent completes a line next, which could have been stopped.
    MISSED_BLOCK: "missed blocks",
    # With gravity: the opponent completes a line next, on the cell above the stone.
    OPENED_CELL: "opened cells",
    # The opponent gets two cells that complete a line, and one of them can be blocked.
    DOUBLE_THREAT: "double threats",
    # In misère, or with gravity, where a block opens a cell.
    FORCED_LOSS: "forced losses",
    # A win that could be forced in more than one move is a draw now.
    LOST_WIN: "lost wins",
}

Line: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a player blunders, and where.

    Attributes:
        name: The cause, such as ``missed block``.
        blunders: The blunders that have it.
        classes: On how many boards they are, counting boards that are equal up to
            symmetry once.
        by_line: How many of them concern each winning line, as its cells, the most
            frequent first.
        by_ply: How many there are by the number of stones on the board.
    """

    name: str
    blunders: Sequence[Verdict]
    classes: int
    by_line: Mapping[Line, int]
    by_ply: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class _Explanation:
    """The cause of one blunder, and the winning lines that it concerns."""

    name: str
    lines: Sequence[Line]


def causes(grade: Grade) -> list[Cause]:
    """Return the causes of a grade's blunders, the most frequent first.

    Args:
        grade: A grade of both sides, or of one.

    Raises:
        ArgumentError: It is not a `Grade`.

    >>> from ttt_table.grading import grade
    >>> first_free = grade(lambda board: board.index("."), side="X")
    >>> [(cause.name, len(cause.blunders)) for cause in causes(first_free)]
    [('missed win', 12), ('missed block', 6), ('double threat', 5), ('lost win', 4)]
    """
    check_kind("grade", grade, Grade, "a Grade, which grade() returns")
    blunders_of: dict[str, list[Verdict]] = {}
    lines_of: dict[str, Counter[Line]] = {}
    for blunder in grade.blunders:
        explanation = _explain(grade.table, blunder)
        blunders_of.setdefault(explanation.name, []).append(blunder)
        lines_of.setdefault(explanation.name, Counter()).update(explanation.lines)

    by_frequency = sorted(blunders_of, key=lambda name: -len(blunders_of[name]))
    return [
        _cause(grade.table, name, blunders_of[name], lines_of[name])
        for name in by_frequency
    ]


def _cause(
    table: Table,
    name: str,
    blunders: Sequence[Verdict],
    count_of_line: Mapping[Line, int],
) -> Cause:
    classes = {table.canonical(blunder.board) for blunder in blunders}
    plies = Counter(
        len(blunder.board) - blunder.board.count(".") for blunder in blunders
    )
    by_line = sorted(count_of_line.items(), key=lambda item: (-item[1], item[0]))
    return Cause(
        name=name,
        blunders=blunders,
        classes=len(classes),
        by_line=dict(by_line),
        by_ply=dict(sorted(plies.items())),
    )


def cause_of(table: Table, verdict: Verdict) -> str:
    """Return the cause of a blunder, such as ``missed block``.

    Args:
        table: The table that judged it.
        verdict: The verdict on a move that gives value away.

    Raises:
        ArgumentError: The move is not a blunder, or an argument is not what it must be.

    >>> from ttt_table import open_table
    >>> from ttt_table.play import judge
    >>> cause_of(open_table(), judge(open_table(), "XX..O....", 5))
    'missed block'
    """
    checked_table(table)
    check_kind("verdict", verdict, Verdict, "a Verdict, which judge() returns")
    if verdict.kind != BLUNDER:
        raise ArgumentError(f"only a blunder has a cause; this move is {verdict.kind}")
    name = _name_by_outcomes(table, verdict)
    # Only this one has to be looked into, which takes longer.
    if name == FORCED_LOSS:
        return _explain(table, verdict).name
    return name


def _name_by_outcomes(table: Table, blunder: Verdict) -> str:
    """Return the cause as far as the outcomes tell; `FORCED_LOSS` is a last resort."""
    game = table.game
    mover = table.mover(blunder.board)
    loses_at_once = blunder.after == (-1, 1)
    loses_next = blunder.after == (-1, 2)

    if game.misere and loses_at_once and has_lines(table, mover):
        return MADE_LINE
    if blunder.before == (1, 2 if game.misere else 1):
        return MISSED_WIN
    # With gravity, the stone may have opened the cell that the opponent plays next.
    is_plain = not game.misere and not game.gravity
    if is_plain and loses_next and has_lines(table, other(mover)):
        return MISSED_BLOCK
    if blunder.after is not None and blunder.after.value == 0:
        return LOST_WIN
    return FORCED_LOSS


def _explain(table: Table, blunder: Verdict) -> _Explanation:
    """Return the cause of a blunder, and the winning lines that it concerns."""
    name = _name_by_outcomes(table, blunder)
    # The play that shows what was missed, or what punishes the move.
    play: Sequence[int]
    if name in (MISSED_WIN, LOST_WIN):
        play = table.continuation(blunder.board)
    else:
        play = continuation_of(table, blunder.board, blunder.cell)
    if table.game.misere:
        return _explain_in_misere(table, blunder.board, name, play)
    return _explain_in_normal_play(table, blunder.board, name, play)


def _explain_in_misere(
    table: Table, board: str, name: str, play: Sequence[int]
) -> _Explanation:
    """Return the lines that the loser completes in the end."""
    before_last = _board_after(table, board, play[:-1])
    loser = _last_player(table, board, play)
    # Other cells may complete lines too, but this one is played.
    completed = [
        line
        for line, cell in _completions(table, before_last, loser)
        if cell == play[-1]
    ]
    return _Explanation(name, _as_cells(completed))


def _explain_in_normal_play(
    table: Table, board: str, name: str, play: Sequence[int]
) -> _Explanation:
    """Return the lines that the winner completes, and why they were not blocked."""
    winner = _last_player(table, board, play)
    # The loser's last move has left one of the winner's lines, or, with gravity, has
    # opened the cell that completes it.
    before_losers_last = _board_after(table, board, play[:-2])
    threats = _completions(table, before_losers_last, winner)
    completed = threats
    if not threats:
        before_last = _board_after(table, board, play[:-1])
        completed = _completions(table, before_last, winner)

    if name == FORCED_LOSS:
        threatened_cells = {cell for _, cell in threats}
        if completed and len(play) == 2:
            name = MISSED_BLOCK if threats else OPENED_CELL
        elif len(threatened_cells) > 1:
            name = DOUBLE_THREAT
    return _Explanation(name, _as_cells(line for line, _ in completed))


def _board_after(table: Table, board: str, cells: Sequence[int]) -> str:
    for cell in cells:
        board = table.push(board, cell)
    return board


def _last_player(table: Table, board: str, play: Sequence[int]) -> str:
    """Return who makes the last move of a play that begins at a board."""
    mover = table.mover(board)
    return mover if len(play) % 2 == 1 else other(mover)


def _completions(table: Table, board: str, player: str) -> list[Completion]:
    """Return the lines that one stone of a player would complete."""
    return completions(table.game, board, player, table.first)


def _as_cells(lines: Iterable[int]) -> list[Line]:
    return [tuple(cells_in(line)) for line in lines]


def main_cause(causes: Sequence[Cause]) -> str:
    """Return the most informative of the causes, in words.

    If more than half of all blunders concern one line, this line is more informative
    than the most frequent cause.

    Args:
        causes: What `causes` returns.

    Returns:
        Words that follow "it blunders on 27 boards"; empty if there are no causes.

    Raises:
        ArgumentError: They are not a list of causes.

    >>> from ttt_table.grading import causes, grade
    >>> main_cause(causes(grade(lambda board: board.index("."), side="X")))
    '12 of them missed wins'
    """
    are_causes = isinstance(causes, Sequence) and all(
        isinstance(cause, Cause) for cause in causes
    )
    if not are_causes:
        raise ArgumentError.of("causes", causes, "a list, which causes() returns")
    if not causes:
        return ""
    total = sum(len(cause.blunders) for cause in causes)
    count = len(causes[0].blunders)
    words = PLURALS[causes[0].name]

    count_of_line: Counter[Line] = Counter()
    for cause in causes:
        count_of_line.update(cause.by_line)
    for line, count_on_line in count_of_line.most_common(1):
        if 2 * count_on_line > total:
            count = count_on_line
            words = _words_on_line(line, causes)
    quantity = "all" if count == total else f"{count:,} of them"
    return f"{quantity} {words}"


def _words_on_line(line: Line, causes: Sequence[Cause]) -> str:
    """Return the causes that concern a line: ``missed wins and blocks on 2 4 6``."""
    names = {cause.name for cause in causes if line in cause.by_line}
    cells = " ".join(map(str, line))
    if len(names) > 2:
        return f"on the line {cells}"
    plurals = [plural for name, plural in PLURALS.items() if name in names]
    kinds = " and ".join(plurals).replace(" and missed ", " and ")
    return f"{kinds} on {cells}"
