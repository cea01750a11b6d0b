"""From a game to a table file: plan the build, check the space, solve, and write."""

import sys
from contextlib import suppress

from ttt_table import progress
from ttt_table.build.estimate import check_room, in_bytes, lacking_room
from ttt_table.build.plan import Plan, plan_build
from ttt_table.build.search import ScoreOfPosition, search
from ttt_table.errors import (
    ArgumentError,
    BadTableError,
    TableError,
    shown_path,
)
from ttt_table.rules.game import Game, checked_game
from ttt_table.runtime import check_flags, most_positions
from ttt_table.table.files import (
    AnyPath,
    path_text,
    read_table,
    try_writing,
    write_atomically,
)
from ttt_table.table.slots import canonical_masks, needs_numpy, subsets, x_count
from ttt_table.table.writer import PackedTier, encode, import_msgpack, pack_tier

# Few builds need concurrent.futures, but annotations must mean something at run time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor
else:
    Executor = object

__all__ = ["build_table"]


def build_table(  # noqa: PLR0913  # each has a default, and its name is given
    game: Game,
    path: AnyPath | None = None,
    *,
    quiet: bool = True,
    method: str = "auto",
    jobs: int | None = None,
    executor: Executor | None = None,
    force: bool = False,
) -> str:
    """Solve a game and write its table.

    The same call resumes a long build that was stopped.

    Args:
        game: The game to solve.
        path: The file to write; by default one in the current folder with the game's
            name. It replaces no table of another game, and no other file.
        quiet: Whether nothing is printed. Otherwise a long build prints what it needs
            and shows its progress.
        method: ``"search"`` or ``"tiers"``; by default the board's size decides.
        jobs: The number of threads that solve a large board, by default one for each
            core. With an executor, the number of workers among which it is divided.
        executor: Solves a large board in place of threads. Its workers must see the
            same files.
        force: Whether to build even if memory or disk space seem too small.

    Returns:
        The path of the file.

    Raises:
        SizeError: The game is too big for the file format or, without ``force``, for
            memory or disk.
        TableAccessError: The file cannot be written, or another build is writing it.
        MissingExtraError: The board is too large to be solved without numpy, or
            msgpack is missing.
        ArgumentError: Another argument is invalid, or the path has another file.
    """
    checked_game(game)
    check_flags(quiet=quiet, force=force)
    output = f"{game}.msgpack" if path is None else path_text(path)
    import_msgpack()  # its absence is noticed before the work
    plan = plan_build(game, method, jobs, executor)
    try_writing(output)
    _check_holds_game(output, game)
    # Every machine has enough space for a small search.
    is_small = plan.method == "search" and not needs_numpy(game)
    if not is_small:
        if not force:
            check_room(game, plan.needed, output, resumed=plan.is_resumable)
        elif not quiet:
            problem = lacking_room(game, plan.needed, output, resumed=plan.is_resumable)
            _print_notice(problem or "")
    if not quiet and plan.needed.seconds >= progress.SHOWN_FROM:
        _print_notice(_announcement(plan))
    carry_out(plan, output, quiet=quiet)
    return output


def _print_notice(text: str) -> None:
    if not text:
        return
    with suppress(OSError):  # the table is built even if nobody can read this
        print(text, file=sys.stderr, flush=True)


def carry_out(plan: Plan, output: str, *, quiet: bool) -> None:
    """Solve a game as planned, and write its table.

    Args:
        plan: How to solve it.
        output: The file to write.
        quiet: Whether to show no progress.
    """
    if plan.fast and plan.executor is None:
        from ttt_table.workers import load_compiled

        load_compiled("ttt_table.build.kernel", quiet=quiet)
    if plan.method == "search":
        total = most_positions(plan.game)
    else:
        # With gravity there is a pass up the tiers, for what play can reach, before the
        # pass down for the scores.
        total = plan.needed.slots
        if plan.game.gravity:
            total *= 2
    title = str(plan.game)
    with progress.show_bar(title, total, plan.needed.seconds, quiet=quiet) as advance:
        if plan.method == "search":
            scores = search(plan.game, advance)
            tiers = pack_tiers(plan.game, scores)
            write_atomically(output, encode(plan.game, len(scores), tiers))
        else:
            from ttt_table.build.tierwise import write_by_tiers

            write_by_tiers(plan, output, advance)


def _check_holds_game(path: str, game: Game) -> None:
    """Raise `ArgumentError` if a file holds anything but a table of the game."""
    try:
        replaceable = read_table(path).game == game
    except BadTableError as error:
        # A new build mends a table that is damaged, or of another version.
        replaceable = error.code != "not-a-table"
    except TableError:
        replaceable = True
    if not replaceable:
        raise ArgumentError(
            f"{shown_path(path)} exists and is not a table of this game; "
            "choose another output"
        )


def _announcement(plan: Plan) -> str:
    """Return in words what a build needs."""
    needed = plan.needed
    work = f", {in_bytes(needed.work)} while it is built" if needed.work else ""
    compiled = " with compiled code (numba)" if plan.fast else ""
    return (
        f"{plan.game}: {needed.slots:,} slots, {in_bytes(needed.file)} on disk{work}, "
        f"{in_bytes(needed.memory)} of memory, roughly {_in_time(needed.seconds)}"
        f"{compiled}"
    )


def _in_time(seconds: float) -> str:
    """Return a time in the unit that people would use."""
    for size, unit in ((3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{round(seconds / size)} {unit}"
    return f"{max(1, round(seconds))} s"


def pack_tiers(game: Game, scores: ScoreOfPosition) -> list[PackedTier]:
    """Return every tier of the table, its slots filled from the search's scores."""
    tiers = []
    for stones, masks in enumerate(canonical_masks(game)):
        x_to_move = stones % 2 == 0
        slots = []
        for mask in masks:
            for x in subsets(mask, x_count(stones)):
                o = mask ^ x
                if x_to_move:
                    slots.append(scores.get((x, o)))
                else:
                    slots.append(scores.get((o, x)))
        tiers.append(pack_tier(game.cells, masks, slots))
    return tiers
