"""Is a table right, and do its counts agree with the published ones? Decided without any solver."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ttt_table.audit import checks
from ttt_table.audit.counts import TierCounts, counts_of
from ttt_table.audit.plain import PlainCheck
from ttt_table.audit.published import published
from ttt_table.audit.report import Count, Findings, Report, Wrong
from ttt_table.errors import BadTableError, with_path
from ttt_table.progress import Advance, show_bar
from ttt_table.rules.game import Position, playable, symmetries
from ttt_table.rules.outcome import value_of
from ttt_table.table.codec import Contents
from ttt_table.table.files import Path, path_text, read_table
from ttt_table.table.reader import Table

if TYPE_CHECKING:
    from concurrent.futures import Executor
else:
    Executor = (
        object  # so that the annotations mean something at run time; few audits load it
    )

__all__ = ["Count", "Report", "Wrong", "audit"]

SHARED_FROM = (
    1 << 23
)  # fewer slots are checked by one thread: sharing them out would take as long
PLAIN_SLOTS_A_SECOND = 150_000
ARRAY_SLOTS_A_SECOND = 15_000_000


def audit(
    path: Path,
    *,
    quiet: bool = True,
    jobs: int | None = None,
    executor: Executor | None = None,
) -> Report:
    """Check every slot of a table file, and count what is in it.

    A large table is checked by a thread for each core, or ``jobs``, or by the workers of an
    ``executor`` that see the same file. Unless ``quiet``, a long audit shows its progress. Raises a
    kind of `TableError` for a file that cannot be read, or whose head or blocks are not its game's,
    `MissingExtraError` without numpy, `WorkerError` if a worker dies.
    """
    if (jobs, executor) != (None, None):
        from ttt_table.workers import count_workers  # its threads load slowly

        count_workers(jobs, executor)
    # A wrong checksum is told before any wrong slot: it is the likelier reason of one.
    contents = read_table(path, verify=True)
    # Readers go by the symmetries of the head, and the check of slots by those of the game.
    if contents.symmetries != symmetries(contents.game):
        raise BadTableError(
            f"{path_text(path)}: it lists other symmetries than it should"
        )
    kind = checks.choose_check(contents.game, contents.slots)
    speed = PLAIN_SLOTS_A_SECOND if kind is PlainCheck else ARRAY_SLOTS_A_SECOND
    try:
        title, slots = f"audit {contents.game}", contents.slots
        with show_bar(title, slots, slots / speed, quiet=quiet) as advance:
            if contents.slots < SHARED_FROM or (jobs == 1 and executor is None):
                found = checks.check_table(contents, kind, advance)
            else:
                found = _check_shared(
                    contents, path_text(path), jobs, executor, advance
                )
        if not found.wrong_slots:
            check_head(contents, found.counts)
    except BadTableError as error:
        error.args = (with_path(path_text(path), str(error)),)
        raise
    counts = compare(contents, found.counts)
    return Report(contents.game, found.slots, found.wrong_slots, found.wrong, counts)


def _check_shared(
    contents: Contents,
    path: str,
    jobs: int | None,
    executor: Executor | None,
    advance: Advance,
) -> Findings:
    from ttt_table.workers import Workers, count_workers

    many, findings = count_workers(jobs, executor), Findings(contents.game)
    shares = checks.shares_of(contents, path, many)
    try:
        with Workers(many, executor) as workers:
            for part in workers.work(checks.check_share, shares, advance):
                findings.merge(part)
    finally:
        checks.OPENED.clear()  # the workers may be threads of this process, which hold the file
    return findings


def check_head(contents: Contents, tiers: Sequence[TierCounts]) -> None:
    """Raise `BadTableError` where a head says what its slots do not vouch for."""
    positions = sum(counts.positions.total() for counts in tiers)
    if contents.positions != positions:
        raise BadTableError(
            f"the head says {contents.positions} positions, the slots {positions}"
        )
    for stones, (tier, counts) in enumerate(zip(contents.tiers, tiers, strict=True)):
        if not counts.occurring.issuperset(tier.palette):
            raise BadTableError(
                f"tier {stones}: its palette has scores that do not occur"
            )


def compare(contents: Contents, tiers: Sequence[TierCounts]) -> list[Count]:
    """The counts beside the published ones."""
    known, probe = published(contents.game), Table(contents).probe
    replies = [
        probe(Position(1 << cell, 0)) or 0 for cell in playable(contents.game, 0)
    ]
    counted = counts_of(
        contents.game, tiers, tuple(-value_of(reply) for reply in replies)
    )
    return [
        Count(name, value, *known.get(name, (None, None)))
        for name, value in counted.items()
    ]
