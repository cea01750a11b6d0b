"""Grade a player exactly: every board that any opponent can bring it to is asked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

from ttt_table.errors import ArgumentError, MissingExtraError
from ttt_table.grading import remarks
from ttt_table.grading.answers import Answer
from ttt_table.grading.grades import (
    WDL,
    Certainty,
    Forfeit,
    Grade,
    of_both,
)
from ttt_table.grading.players import (
    FunctionPlayer,
    Player,
    PlayerAnswers,
    Program,
    PythonFile,
    Sampled,
)
from ttt_table.grading.positions import Positions
from ttt_table.grading.sums import WrongMoves, sum_up
from ttt_table.grading.tree import MAX_BOARDS, CountAdvance, Source, Tree
from ttt_table.play.judging import BLUNDER, SLIP, Chance, Verdict, verdict_of
from ttt_table.play.levels import Level, check_level
from ttt_table.progress import show_count
from ttt_table.rules.outcome import SIDES, Sides, value_of
from ttt_table.runtime import check_choice, check_flags
from ttt_table.table.checks import checked_table
from ttt_table.table.reader import Table, open_table

MAX_SAMPLES = 100_000
"""How often each board is asked at most; shares are then known to a third of a %."""

# A function of a board, or a player in a subprocess.
AnyPlayer: TypeAlias = Callable[..., object] | Program | PythonFile


def grade(  # noqa: PLR0913  # public: what belongs to a grade is said in one call
    player: AnyPlayer,
    *,
    table: Table | None = None,
    side: Sides = "both",
    against: AnyPlayer | str | int | None = None,
    samples: int = 0,
    batch: bool = False,
    as_is: bool = False,
    force: bool = False,
    quiet: bool = False,
) -> Grade:
    """Test a player on every board that it can meet, and return its grade.

    Faults of the player become forfeits and are never raised. Only Ctrl-C is, and what
    a network raises.

    Args:
        player: A `Program`, a `PythonFile`, or a function of a board. It returns a cell
            (with gravity a column), a pair (row, column) or a distribution {move:
            weight}. Whatever else you have is called through such a function, as in
            ``lambda board: best(list(board))``.
        table: The game's table; by default that of tic-tac-toe.
        side: ``X``, ``O`` or ``both``.
        against: One more opponent: a `Level`, or one by its name such as ``"hard"`` or
            by its number of plies, or another player.
        samples: How often to ask each board of a player that draws at random, up to
            100,000 times; its grade is that of the observed distribution. By default
            each board is asked twice, and a player that answers in two ways is not
            graded.
        batch: Call the function with many boards at once: it gets an (n, cells) array
            of int8, 1 for its own stones and -1 for the opponent's, and returns an
            array of weights of the same shape.
        as_is: Grade the player even if most of its answers are not legal moves.
        force: Ask about more than 3,000,000 boards on a side.
        quiet: Show no progress.

    Raises:
        ArgumentError: An argument is invalid.
        MissingExtraError: Batches need numpy, and it is not installed.
        PlayerError: Most of its answers are not legal moves, or boards got two
            answers; the ``advice`` of the error says what to do. Or a program does not
            start again.
        TooSlowError: It is late again and again.
        SizeError: There are more boards than are graded without `force`.
    """
    _check_arguments(side, samples)
    check_flags(batch=batch, as_is=as_is, force=force, quiet=quiet)
    positions = Positions(open_table() if table is None else checked_table(table))
    asked = _player(player, positions.table)
    source = _source(asked, player if batch else None, samples, positions)
    opponent = None
    if against is not None:
        opponent = PlayerAnswers(_opponent(against, positions.table), positions)

    trees = [
        Tree(source, positions, each_side)
        for each_side in (SIDES if side == "both" else (side,))
    ]
    with show_count(quiet=quiet) as advance:
        for tree in trees:
            tree.ask(advance, max_boards=sys.maxsize if force else MAX_BOARDS)
        if not as_is:
            remarks.check_understood(trees, asked)
        if not samples:
            for tree in trees:
                remarks.check_steady(tree.ask_again(advance), tree)
        grades = {tree.side: _side_grade(tree, opponent, advance) for tree in trees}
    if opponent is not None and not as_is:
        opponent.check_is_opponent()
    return _complete(grades, trees, asked, samples)


def _check_arguments(side: object, samples: object) -> None:
    """Raise `ArgumentError` unless there are such sides and so many samples."""
    check_choice("side", side, (*SIDES, "both"))
    if type(samples) is not int or not 0 <= samples <= MAX_SAMPLES:
        needed = f"an integer from 0 to {MAX_SAMPLES:,}"
        raise ArgumentError.of("samples", samples, needed)


def _source(asked: Player, network: Any, samples: int, positions: Positions) -> Source:
    """Return what answers boards: a player, or a network; perhaps several times."""
    source: Source = PlayerAnswers(asked, positions)
    if network is not None:
        source = _network(network, positions)
    return Sampled(source, samples) if samples else source


def _player(player: AnyPlayer, table: Table) -> Player:
    """Return what is graded, or opposes it, with a method `move`."""
    if isinstance(player, Program | PythonFile):
        return player
    if not isinstance(player, Level):
        return FunctionPlayer(player)
    level = player
    check_level(level, table)

    def move(board: str) -> dict[tuple[int, int], Fraction]:
        """Return rows and columns: with gravity, a number is a column."""
        cols = table.game.cols
        return {divmod(cell, cols): chance for cell, chance in level(board).items()}

    move.__qualname__ = str(level)
    return FunctionPlayer(move)


def _opponent(against: AnyPlayer | str | int, table: Table) -> Player:
    if isinstance(against, str | int):
        against = Level.named(against, table)
    return _player(against, table)


def _network(player: Any, positions: Positions) -> Source:
    if isinstance(player, Program | PythonFile):
        raise ArgumentError(
            f"{player.name} gets one board at a time; only functions take batches"
        )
    try:
        from ttt_table.grading.networks import NetworkAnswers
    except ImportError as error:
        raise MissingExtraError.of("a network", "numpy", error) from None
    return NetworkAnswers(player, positions)


def _side_grade(
    tree: Tree, opponent: PlayerAnswers | None, advance: CountAdvance
) -> Grade:
    """Return the grade of a side from its tree."""
    sums = sum_up(tree)
    start = sums.start
    rounding_error = sums.rounding_error
    against = None
    if opponent is not None:
        sums_against = sum_up(tree, _answers_of_opponent(opponent, tree, advance))
        rounding_error = max(rounding_error, sums_against.rounding_error)
        against = _wdl(
            sums_against.chance(sums_against.start.won),
            sums_against.chance(sums_against.start.lost),
        )
    value = value_of(start.score)
    positions = tree.positions
    verdicts = [
        verdict for wrong in sums.wrong for verdict in _verdicts(wrong, positions)
    ]
    return Grade(
        player=tree.source.name,
        table=positions.table,
        side=tree.side,
        value=Fraction(value if tree.is_own_turn(0) else -value),
        boards=tree.boards,
        decisions=tree.decisions,
        games=WDL(start.games_won, start.games_drawn, start.games_lost),
        vs_random=_wdl(sums.chance(start.won), sums.chance(start.lost)),
        vs_perfect=_wdl(
            sums.chance(start.perfect_won), sums.chance(start.perfect_lost)
        ),
        worst=sums.chance(start.worst),
        against=against,
        blunders=[verdict for verdict in verdicts if verdict.kind == BLUNDER],
        slips=[verdict for verdict in verdicts if verdict.kind == SLIP],
        forfeits=[
            Forfeit(positions.text(key), answer.kind, answer.reason, answer.lost_share)
            for key, answer in tree.answered()
            if answer.lost
        ],
        shortest_loss=tree.shortest_loss() if start.games_lost else None,
        rounding_error=rounding_error,
    )


def _wdl(won: Chance, lost: Chance) -> WDL:
    return WDL(won, max(1 - won - lost, won * 0), lost)  # floats are rounded


def _verdicts(wrong: WrongMoves, positions: Positions) -> Iterator[Verdict]:
    """Yield the verdict on the worst slip of a board, and on its worst blunder."""
    key, score, moves = wrong
    board = positions.text(key)
    scores = positions.scores(key)
    for keeps in (True, False):
        chosen = {
            cell: chance
            for cell, (chance, reached) in moves.items()
            if (value_of(reached) == value_of(score)) == keeps
        }
        if chosen:
            worst = min(chosen, key=lambda cell: (moves[cell][1], cell))
            yield verdict_of(board, worst, scores, chosen)


def _answers_of_opponent(
    opponent: PlayerAnswers, tree: Tree, advance: CountAdvance
) -> dict[int, Answer]:
    """Return what the opponent answers wherever the two of them can come, by key."""
    answers: dict[int, Answer] = {}
    met = {0}
    for stones, tier in enumerate(tree.open):
        keys = [key for key in tier if key in met]
        if not tree.is_own_turn(stones):
            for key, answer in zip(keys, opponent.answers(keys), strict=True):
                advance(1, 0)
                answers[key] = answer
        for key in keys:
            reply_to = answers.get(key, tier[key])
            met.update(reply for _, reply in tree.replies(key, reply_to))
    return answers


def _complete(
    grades: dict[str, Grade], trees: Sequence[Tree], player: Player, samples: int
) -> Grade:
    """Return the grade of all sides, with how far it holds, and the notes."""
    certainty = _certainty(trees[0].source, samples)
    sides = {
        side: replace(grade, certainty=certainty, samples=samples)
        for side, grade in grades.items()
    }
    result = of_both(sides) if len(sides) > 1 else next(iter(sides.values()))
    return replace(result, notes=remarks.notes(result, trees, player))


def _certainty(source: Source, samples: int) -> Certainty:
    if samples:
        return "sampled"
    drew = source.drew()
    if drew is None:
        return "asked twice"
    return "random" if drew else "exact"
