"""Grade a player exactly: every board that any opponent can bring it to is asked."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ttt_table.arguments import checked_table
from ttt_table.errors import ArgumentError, MissingExtraError, PlayerError, quoted
from ttt_table.grading.answer_source import AskedPlayer
from ttt_table.grading.grades import Grade, SideGrade
from ttt_table.grading.positions import Positions
from ttt_table.grading.records import Bounds
from ttt_table.grading.repeated_answers import traverse_repeatedly
from ttt_table.grading.side_grade import chances_of, grade_of_traversal, side_grade
from ttt_table.grading.traversal import MAX_BOARDS, ReportProgress, SingleTraversal
from ttt_table.play.levels import Level, level_named
from ttt_table.players.adapter import Adapter
from ttt_table.players.programs import Program
from ttt_table.players.proposals.check import check_understood
from ttt_table.players.session import Player, PlayerSession, adapter_of
from ttt_table.progress import show_count
from ttt_table.table.reader import Table, open_table

SIDES = ("X", "O")

# The kinds of forfeits of a player that does not return an array of weights.
NO_WEIGHTS = ("exception", "type")


def grade(  # noqa: PLR0913  # public: what belongs to a grade is said in one call
    player: Player,
    *,
    table: Table | None = None,
    side: str = "both",
    adapter: Adapter | None = None,
    against: Player | str | None = None,
    as_declared: bool = False,
    force: bool = False,
    quiet: bool = False,
) -> Grade:
    """Test a player on every board that it can meet, and return its grade.

    Faults of the player become forfeits and are never raised. Only Ctrl-C is.

    Args:
        player: A `Program`, a `PythonFile`, or a function of a board that returns a
            cell, a pair (row, column), or a distribution {cell: weight}.
        table: The game's table; by default that of tic-tac-toe.
        side: ``X``, ``O`` or ``both``.
        adapter: How the function is called; by default `Adapter()`. With the board
            format ``batch`` it gets an (n, cells) array of int8, 1 for its own stones
            and -1 for the opponent's, and returns an array of weights. Programs and
            files have adapters of their own.
        against: One more opponent: a `Level`, or the name of one such as ``"hard"``,
            or a player that is called with a board's text.
        as_declared: Grade the player as it is called, even if it is not understood.
        force: Ask about more than 3,000,000 boards on a side, or 12,000,000 in batches.
        quiet: Show no progress.

    Returns:
        The grade, with one `SideGrade` for each side.

    Raises:
        ArgumentError: An argument is invalid.
        MissingExtraError: Batches need numpy, and it is not installed.
        PlayerError: The player is not understood, because its answers are useless or
            another adapter fits better; the error has a ``proposal``. Or a program does
            not start again, or leaves 20 boards in a row or a batch unanswered.
        SizeError: There are more boards than are graded without `force`.
    """
    sides = checked_sides(side)
    positions = Positions(open_table() if table is None else checked_table(table))
    check_level(player, positions.table)
    in_batches = _is_batch_player(player, adapter)
    if not as_declared and not in_batches:
        check_understood(player, positions.table, sides, adapter)

    name = ""
    grades: dict[str, SideGrade] = {}
    with show_count("grading", quiet=quiet) as report:
        opponent = opponent_of(against, positions)
        for each_side in sides:
            # Each side has its own: what is seen of the player is told of each side.
            session = PlayerSession(player, positions.table, adapter)
            name = session.name
            task = _SideTask(positions, each_side, report, force)
            if in_batches:
                grades[each_side] = _grade_in_batches(session, task, opponent)
            else:
                asked_player = AskedPlayer(session, positions)
                grades[each_side] = _grade_one_by_one(asked_player, task, opponent)
    result = Grade(name, positions.game, grades)
    if in_batches and not as_declared:
        _check_takes_batches(result)
    return result


def _check_takes_batches(result: Grade) -> None:
    """Raise `PlayerError` for a player that answers no batch with weights."""
    forfeits = result.mistakes.forfeits
    has_played = any(side.played for side in result.sides.values())
    if has_played or not all(forfeit.kind in NO_WEIGHTS for forfeit in forfeits):
        return
    raise PlayerError(
        f"{result.player} is not graded, as it is not understood: its answer to a"
        f" batch of boards is unusable ({forfeits[0].reason}). If it gets one board at"
        ' a time, leave out board="batch" (--board batch); with as_declared=True'
        " (--as-declared) it is graded as it is"
    )


def checked_sides(side: str) -> Sequence[str]:
    """Return the sides that are meant. Raises `ArgumentError` for any other text."""
    if not isinstance(side, str) or side not in (*SIDES, "both"):
        raise ArgumentError(f'no such side: {quoted(side)}; choose "X", "O" or "both"')
    return SIDES if side == "both" else side


@dataclass(frozen=True, slots=True)
class _SideTask:
    """The player that is graded, and how.

    Attributes:
        positions: The game.
        side: The player's side, ``X`` or ``O``.
        report: Gets the progress.
        force: Whether any number of boards may be asked.
    """

    positions: Positions
    side: str
    report: ReportProgress
    force: bool

    def max_boards(self, limit: int) -> int:
        """Return how many boards may be asked, if there is a limit."""
        return sys.maxsize if self.force else limit


def _grade_one_by_one(
    player: AskedPlayer, task: _SideTask, opponent: AskedPlayer | None
) -> SideGrade:
    max_boards = task.max_boards(MAX_BOARDS)
    traversal = SingleTraversal(player, task.positions, task.side)
    traversal.ask(task.report, max_boards=max_boards)
    traversal.ask_again(task.report)
    if traversal.unstable or player.observations.draws_random_numbers:
        traversal = traverse_repeatedly(
            traversal, player, task.report, max_boards=max_boards
        )
    return grade_of_traversal(traversal, player, opponent)


def _grade_in_batches(
    player: PlayerSession, task: _SideTask, opponent: AskedPlayer | None
) -> SideGrade:
    try:  # they need numpy
        from ttt_table.grading import batch_games, batch_sums, batch_traversal
    except ImportError as error:
        raise MissingExtraError.of("a player of batches", "numpy", error) from None
    traversal = batch_traversal.BatchTraversal(
        player.weights, task.positions, task.side
    )
    traversal.ask(task.report, max_boards=task.max_boards(batch_traversal.MAX_BOARDS))
    traversal.ask_again(task.report)
    summed = batch_sums.BatchSums(traversal)
    chances = chances_of(summed.sums)
    if opponent is not None:
        results = batch_games.results_against(traversal, opponent)
        chances = replace(chances, against=results)
    return side_grade(
        traversal,
        AskedPlayer(player, task.positions),
        summed.sums,
        summed.mistakes,
        chances=chances,
        bounds=Bounds(lower=chances, upper=chances, error=summed.sums.error),
    )


def _is_batch_player(player: Player, adapter: Adapter | None) -> bool:
    if adapter_of(player, adapter).board != "batch":
        return False
    if isinstance(player, Program):
        raise ArgumentError(
            "a program gets one board at a time; only functions take batches"
        )
    return True


def opponent_of(
    against: Player | str | None, positions: Positions
) -> AskedPlayer | None:
    """Return what answers for the opponent that was named, if one was.

    Raises:
        ArgumentError: It is not a player, or a level of another game.
    """
    if against is None:
        return None
    if isinstance(against, str):
        against = level_named(against, positions.table)
    check_level(against, positions.table)
    return AskedPlayer(PlayerSession(against, positions.table), positions)


def check_level(player: object, table: Table) -> None:
    """Raise `ArgumentError` for a level that has the table of another game."""
    if not isinstance(player, Level):
        return
    if (player.table.game, player.table.first) != (table.game, table.first):
        raise ArgumentError(
            f"{player} plays {player.table.game} with {player.table.first} first, but"
            f" the table is of {table.game} with {table.first} first: make the level"
            " with table=..."
        )
