"""Grade a player exactly: every board that any opponent can bring it to is asked."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ttt_table.arguments import checked_table
from ttt_table.errors import ArgumentError, MissingExtraError, PlayerError, quoted
from ttt_table.grading.grades import Bounds, Grade, SideGrade
from ttt_table.grading.positions import Positions
from ttt_table.grading.side_grade import chances_of, grade_of_traversal, side_grade
from ttt_table.grading.traversal import (
    MAX_BOARDS,
    PlayerAnswers,
    ReportProgress,
    SingleTraversal,
)
from ttt_table.players.gate import check_gate, check_opponent
from ttt_table.players.programs import FileProcess, Program
from ttt_table.players.session import Player, Session
from ttt_table.progress import show_count
from ttt_table.rules.outcome import Sides, other
from ttt_table.table.reader import Table, open_table

SIDES = ("X", "O")

# The kinds of forfeits of a network that does not return an array of weights.
NO_WEIGHTS = ("exception", "type")


def grade(  # noqa: PLR0913  # public: what belongs to a grade is said in one call
    player: Player,
    *,
    table: Table | None = None,
    side: Sides = "both",
    against: Player | str | int | None = None,
    as_is: bool = False,
    batch: bool = False,
    force: bool = False,
    quiet: bool = False,
) -> Grade:
    """Test a player on every board that it can meet, and return its grade.

    Faults of the player become forfeits and are never raised. Only Ctrl-C is.

    Args:
        player: A `Program`, a `PythonFile`, or a function of a board. It returns a cell
            (with gravity a column), a pair (row, column), a distribution {move:
            weight}, or None for no answer. Whatever else you have is called through
            such a function, as in ``lambda board: best(list(board))``.
        table: The game's table; by default that of tic-tac-toe.
        side: ``X``, ``O`` or ``both``.
        against: One more opponent: a `Level`, or one by its name such as ``"hard"`` or
            by its number of plies, or another player.
        as_is: Grade the player even if most of its answers are of no use.
        batch: Call the function with many boards at once: it gets an (n, cells) array
            of int8, 1 for its own stones and -1 for the opponent's, and returns an
            array of weights of the same shape.
        force: Ask about more than 3,000,000 boards on a side, or 12,000,000 in batches.
        quiet: Show no progress.

    Returns:
        The grade, with one `SideGrade` for each side.

    Raises:
        ArgumentError: An argument is invalid.
        MissingExtraError: Batches need numpy, and it is not installed.
        PlayerError: Most of its answers as a side are of no use; the ``advice`` of the
            error says how to call it. Or a program does not start again, or leaves 20
            boards in a row unanswered.
        SizeError: There are more boards than are graded without `force`.
    """
    sides = checked_sides(side)
    if table is None:
        table = open_table()
    positions = Positions(checked_table(table))
    player = _playing(player, positions.table)
    ignored_marks = ""
    if batch:
        _check_is_function(player)
    elif not as_is:
        session = Session(player, positions.game)
        ignored_marks = check_gate(session, positions.table, sides)

    name = ""
    grades: dict[str, SideGrade] = {}
    with show_count("grading", quiet=quiet) as report:
        opponent = opponent_of(against, positions, sides, as_is=as_is)
        for each_side in sides:
            # Each side has its own: what is seen of the player is told of each side.
            session = Session(player, positions.game)
            name = session.name
            task = _SideTask(positions, each_side, report, force)
            if batch:
                grades[each_side] = _grade_in_batches(player, task, opponent)
            else:
                side_grade = _grade_one_by_one(session, task, opponent)
                observations = replace(
                    side_grade.observations, ignored_marks=ignored_marks
                )
                grades[each_side] = replace(side_grade, observations=observations)
    result = Grade(name, positions.game, grades)
    if batch and not as_is:
        _check_takes_batches(result)
    return result


def _check_is_function(player: Player) -> None:
    if isinstance(player, Program | FileProcess):
        raise ArgumentError(
            f"{player.name} gets one board at a time; only functions take batches"
        )
    from ttt_table.players.functions import FunctionPlayer

    FunctionPlayer(player)  # raises an ArgumentError if it is not a function


def _check_takes_batches(result: Grade) -> None:
    """Raise `PlayerError` for a player that answers no batch with weights."""
    forfeits = result.mistakes.forfeits
    has_played = any(side.played for side in result.sides.values())
    if has_played or not all(forfeit.kind in NO_WEIGHTS for forfeit in forfeits):
        return
    raise PlayerError(
        f"{result.player} is not graded: its answer to a batch of boards is of no use"
        f" ({forfeits[0].reason})",
        advice="If it gets one board at a time, leave out batch=True\n"
        "Or add as_is=True to grade it as it is called now",
    )


def checked_sides(side: str) -> Sequence[str]:
    """Return the sides that are meant. Raises `ArgumentError` for any other text."""
    if not isinstance(side, str) or side not in (*SIDES, "both"):
        raise ArgumentError(f'no such side: {quoted(side)}; choose "X", "O" or "both"')
    if side == "both":
        return SIDES
    return side


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
        if self.force:
            return sys.maxsize
        return limit


def _grade_one_by_one(
    session: Session, task: _SideTask, opponent: PlayerAnswers | None
) -> SideGrade:
    answers = PlayerAnswers(session, task.positions)
    max_boards = task.max_boards(MAX_BOARDS)
    traversal = SingleTraversal(answers, task.positions, task.side)
    traversal.ask(task.report, max_boards=max_boards)
    traversal.ask_again(task.report)
    observations = session.observations()
    if traversal.unstable or observations.draws_random_numbers:
        from ttt_table.grading.repeated_answers import (  # few players need it
            traverse_repeatedly,
        )

        traversal = traverse_repeatedly(
            traversal, answers, task.report, max_boards=max_boards
        )
        observations = session.observations()
    return grade_of_traversal(
        traversal, opponent, observations=observations, slowest=session.slowest
    )


def _grade_in_batches(
    network: Any, task: _SideTask, opponent: PlayerAnswers | None
) -> SideGrade:
    try:  # they need numpy
        from ttt_table.grading import batch_games, batch_sums, batch_traversal
        from ttt_table.players.functions import FunctionPlayer
    except ImportError as error:
        raise MissingExtraError.of("a network", "numpy", error) from None
    weigh = batch_traversal.Network(network)
    function = FunctionPlayer(network)
    traversal = batch_traversal.BatchTraversal(weigh, task.positions, task.side)
    traversal.ask(task.report, max_boards=task.max_boards(batch_traversal.MAX_BOARDS))
    traversal.ask_again(task.report)
    summed = batch_sums.BatchSums(traversal)
    chances = chances_of(summed.sums)
    if opponent is not None:
        results = batch_games.results_against(traversal, opponent)
        chances = replace(chances, against=results)
    return side_grade(
        traversal,
        summed.sums,
        summed.mistakes,
        chances=chances,
        bounds=Bounds(lower=chances, upper=chances, error=summed.sums.error),
        observations=function.observations(),
    )


def opponent_of(
    against: Player | str | int | None,
    positions: Positions,
    sides: Sequence[str],
    *,
    as_is: bool = False,
) -> PlayerAnswers | None:
    """Return what answers for the opponent that was named, if one was.

    Args:
        against: The opponent, as in `grade`.
        positions: The game.
        sides: The sides of the player that it opposes.
        as_is: Whether it may play even if most of its answers are of no use.

    Raises:
        ArgumentError: It is not a player, or a level of another game.
        PlayerError: Most of its answers as a side are of no use.
    """
    if against is None:
        return None
    if isinstance(against, str | int):
        from ttt_table.play.levels import level_named  # few grades have an opponent

        against = level_named(against, positions.table)
    session = Session(_playing(against, positions.table), positions.game)
    if not as_is:
        check_opponent(session, positions.table, [other(side) for side in sides])
    return PlayerAnswers(session, positions)


def _playing(player: Player, table: Table) -> Player:
    """Return a level as a player of its table's game, and any other player as it is.

    Raises:
        ArgumentError: It is a level of another game.
    """
    if isinstance(player, Program | FileProcess):
        return player
    from ttt_table.play.levels import Level  # most players are files

    check_level(player, table)
    if not isinstance(player, Level) or not table.game.gravity:
        return player
    level = player

    def move(board: str) -> dict[tuple[int, int], Fraction]:
        """Return the cells of the level as rows and columns: a number is a column."""
        cols = table.game.cols
        return {divmod(cell, cols): chance for cell, chance in level(board).items()}

    move.__qualname__ = str(level)
    return move


def check_level(player: object, table: Table) -> None:
    """Raise `ArgumentError` for a level that has the table of another game."""
    from ttt_table.play.levels import Level  # most players are files

    if not isinstance(player, Level):
        return
    if (player.table.game, player.table.first) != (table.game, table.first):
        raise ArgumentError(
            f"{player} plays {player.table.game} with {player.table.first} first, but"
            f" the table is of {table.game} with {table.first} first: make the level"
            " with table=..."
        )
