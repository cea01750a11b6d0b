"""From a game to a table file: plan the build, check that there is room, solve, write."""

import sys
from contextlib import suppress

from ttt_table import progress
from ttt_table.build.estimate import check_room, in_bytes
from ttt_table.build.plan import MAX_SEARCHED, Plan, plan_build
from ttt_table.build.search import Scores, search
from ttt_table.errors import ArgumentError, BadTableError, GameError, TableError, quoted
from ttt_table.rules.game import Game
from ttt_table.table.codec import encode
from ttt_table.table.files import (
    Path,
    path_text,
    read_table,
    try_writing,
    write_atomically,
)
from ttt_table.table.packing import PackedTier, pack_tier
from ttt_table.table.slots import canonical_masks, most_positions, subsets, x_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor
else:
    Executor = (
        object  # so that the annotations mean something at run time; few builds load it
    )

__all__ = ["build_table"]

TIMES = ((3600, "hours"), (60, "minutes"), (1, "s"))


def build_table(
    game: Game,
    path: Path | None = None,
    *,
    quiet: bool = True,
    method: str = "auto",
    jobs: int | None = None,
    executor: Executor | None = None,
    force: bool = False,
) -> str:
    """Solve the game, write its table, and return the file's path.

    Without a path it goes to the current folder, under the game's name, and replaces no other game.
    The method is "search" or "tiers", or goes by the size of the board. A large board is solved by
    a thread for each core, or ``jobs``, or by the workers of an ``executor`` that see the same
    files; if it is killed, the same call resumes. Unless ``quiet``, a long build says what it needs
    and shows its progress.

    Raises `SizeError` if the game is too big for the format or, without ``force``, for memory or
    disk; `TableAccessError` if the file cannot be written, or another build is writing it.
    """
    if not isinstance(game, Game):
        raise GameError(f"expected a game such as Game(3, 3, 3), not {quoted(game)}")
    goal = f"{game}.msgpack" if path is None else path_text(path)
    if path is None:
        _check_replaceable(goal, game)
    plan = plan_build(game, method, jobs, executor)
    try_writing(goal)
    # Whatever the machine, there is room for a small search.
    if not force and (plan.method == "tiers" or most_positions(game) > MAX_SEARCHED):
        check_room(game, plan.needed, goal, resumed=plan.kept)
    if not quiet and plan.needed.seconds >= progress.SHOWN_FROM:
        with suppress(OSError):  # whom it cannot reach still gets his table
            print(_announcement(plan), file=sys.stderr, flush=True)
    carry_out(plan, goal, quiet=quiet)
    return goal


def carry_out(plan: Plan, goal: str, *, quiet: bool) -> None:
    """Solve a game as planned, and write its table."""
    searched = plan.method == "search"
    # With gravity the tiers are gone through twice: up for what play can reach, down for scores.
    passes = 1 + plan.game.gravity
    total = most_positions(plan.game) if searched else passes * plan.needed.slots
    with progress.show_bar(
        str(plan.game), total, plan.needed.seconds, quiet=quiet
    ) as advance:
        if not searched:
            from ttt_table.build.tierwise import write_by_tiers

            write_by_tiers(plan, goal, advance)
            return
        scores = search(plan.game, advance)
        tiers = pack_tiers(plan.game, scores)
        write_atomically(goal, encode(plan.game, len(scores), tiers))


def _check_replaceable(path: str, game: Game) -> None:
    """Raise `ArgumentError` where a file holds anything but a table of the game."""
    try:
        same = read_table(path).game == game
    except BadTableError as error:  # a damaged one is mended by a new build
        same = error.code not in ("not-a-table", "version")
    except TableError:
        same = True
    if not same:
        raise ArgumentError(
            f"{path} is there, and no table of this game: name another path (-o)"
        )


def _announcement(plan: Plan) -> str:
    needed = plan.needed
    work = f", {in_bytes(needed.work)} while it is built" if needed.work else ""
    size, unit = next(
        one for one in TIMES if needed.seconds >= 2 * one[0] or one[0] == 1
    )
    time = f"{max(1, round(needed.seconds / size))} {unit}"
    return (
        f"{plan.game}: {needed.slots:,} slots, {in_bytes(needed.file)} on disk{work}, "
        f"{in_bytes(needed.memory)} of memory, roughly {time}"
        f"{' with compiled code (numba)' if plan.fast else ''}"
    )


def pack_tiers(game: Game, scores: Scores) -> list[PackedTier]:
    """Every tier of the table, its slots filled from the search's scores."""
    tiers = []
    for stones, masks in enumerate(canonical_masks(game)):
        x_moves = stones % 2 == 0
        slots = [
            scores.get((x, mask ^ x) if x_moves else (mask ^ x, x))
            for mask in masks
            for x in subsets(mask, x_count(stones))
        ]
        tiers.append(pack_tier(game.cells, masks, slots))
    return tiers
