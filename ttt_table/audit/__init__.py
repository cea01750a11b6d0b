"""The audit of a table: every slot is checked, and counts are compared with others."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ttt_table.audit import checks
from ttt_table.audit.counts import TierCounts, counts_of
from ttt_table.audit.plain import PlainCheck
from ttt_table.audit.published import known_counts
from ttt_table.audit.report import Count, Findings, Report, WrongPosition
from ttt_table.errors import BadTableError, shown_path, with_path
from ttt_table.progress import Advance, show_bar
from ttt_table.rules.game import Position, playable, symmetries
from ttt_table.rules.outcome import value_of
from ttt_table.rules.recognition import name_fits_lines
from ttt_table.runtime import check_flags
from ttt_table.table.contents import Contents
from ttt_table.table.files import AnyPath, path_text, read_table
from ttt_table.table.reader import Table
from ttt_table.table.writer import encode_header

# Few audits need concurrent.futures, but annotations must mean something at run time.
if TYPE_CHECKING:
    from concurrent.futures import Executor
else:
    Executor = object

__all__ = ["Count", "Report", "WrongPosition", "audit"]

DIVIDED_FROM = 1 << 23
"""Slots from which on workers share an audit; to divide fewer takes as long."""
PLAIN_SLOTS_PER_SECOND = 150_000
ARRAY_SLOTS_PER_SECOND = 15_000_000


def audit(
    path: AnyPath,
    *,
    quiet: bool = True,
    jobs: int | None = None,
    executor: Executor | None = None,
) -> Report:
    """Check every slot of a table file, and count what is in it.

    Args:
        path: The table file.
        quiet: Whether a long audit shows no progress.
        jobs: The number of threads that check a large table, by default one for each
            core. With an executor, the number of workers among which it is divided.
        executor: Checks a large table in place of threads. Its workers must see the
            same file.

    Returns:
        The report. A wrong slot or count raises no error: ``report.passed`` is false.

    Raises:
        TableError: A kind of it: the file cannot be read, its header or its blocks are
            not those of its game, the game has the name of a family of lines but other
            lines, or a worker has died.
        MissingExtraError: The table is too large to be checked without numpy, or
            msgpack is missing.
        ArgumentError: Another argument is invalid.
    """
    check_flags(quiet=quiet)
    if jobs is not None or executor is not None:
        # Only here, as its threads load slowly.
        from ttt_table.workers import count_workers

        count_workers(jobs, executor)
    # A wrong checksum is reported before any wrong slot, as its likely reason.
    contents = read_table(path, verify=True)
    name = path_text(path)
    if name_fits_lines(contents.game) is False:
        raise BadTableError(
            f"{shown_path(name)}: its game is called {contents.game.name}, "
            "but does not have the lines of that name"
        )
    # Readers use the symmetries of the header; the check of slots uses the game's.
    if contents.symmetries != symmetries(contents.game):
        raise BadTableError(
            f"{shown_path(name)}: it does not list the symmetries of its lines"
        )
    try:
        # Even a small file may claim the few blocks of a game that takes hours.
        contents.check_blocks()
        check_encoding(contents)
        findings = _check_slots(contents, name, Workforce(jobs, executor), quiet)
        if not findings.wrong_slots:
            check_header(contents, findings.counts)
    except BadTableError as error:
        error.args = (with_path(name, str(error)),)
        raise
    return Report(
        contents.game,
        findings.slots,
        findings.wrong_slots,
        findings.wrong,
        compare(contents, findings.counts),
    )


class Workforce(NamedTuple):
    """The workers that check a large table; the arguments of `audit`."""

    jobs: int | None
    executor: Executor | None

    @property
    def is_this_thread(self) -> bool:
        """Whether nothing is divided."""
        return self.jobs == 1 and self.executor is None


def _check_slots(
    contents: Contents, path: str, workforce: Workforce, quiet: bool
) -> Findings:
    """Check every slot, here or by workers, and show the progress."""
    if contents.slots >= checks.COMPILED_FROM:
        from ttt_table.workers import load_compiled

        load_compiled("ttt_table.audit.compiled", quiet=quiet)
    kind = checks.choose_check(contents.game, contents.slots)
    slots_a_second = ARRAY_SLOTS_PER_SECOND
    if kind is PlainCheck:
        slots_a_second = PLAIN_SLOTS_PER_SECOND
    title = f"audit {contents.game}"
    seconds = contents.slots / slots_a_second
    with show_bar(title, contents.slots, seconds, quiet=quiet) as advance:
        if contents.slots < DIVIDED_FROM or workforce.is_this_thread:
            return checks.check_table(contents, kind, advance)
        return _check_by_workers(contents, path, workforce, advance)


def _check_by_workers(
    contents: Contents, path: str, workforce: Workforce, advance: Advance
) -> Findings:
    """Check every slot by workers."""
    from ttt_table.workers import Workers, count_workers

    worker_count = count_workers(workforce.jobs, workforce.executor)
    findings = Findings(contents.game)
    chunks = checks.chunks_of(contents, path, worker_count)
    try:
        with Workers(worker_count, workforce.executor) as workers:
            for part in workers.work(checks.check_chunk, chunks, advance):
                findings.merge(part)
    finally:
        checks.close_files()
    return findings


def check_encoding(contents: Contents) -> None:
    """Compare the bytes of a header with those that a build writes.

    Raises:
        BadTableError: They differ, although they say the same.
    """
    tiers = [(tier.blocks, tier.palette) for tier in contents.tiers]
    header = encode_header(
        contents.game, contents.positions, tiers, contents.body_crc32
    )
    if contents.data[: len(header)] != header:
        raise BadTableError(
            "its header is not in the encoding that a build writes: "
            "a number or a length takes more bytes than it needs"
        )


def check_header(contents: Contents, tiers: Sequence[TierCounts]) -> None:
    """Compare a header with what was counted in its slots.

    Raises:
        BadTableError: They disagree.
    """
    positions = sum(counts.positions.total() for counts in tiers)
    if contents.positions != positions:
        raise BadTableError(
            f"the header says {contents.positions} positions, the slots {positions}"
        )
    for stones, (tier, counts) in enumerate(zip(contents.tiers, tiers, strict=True)):
        if not counts.occurring.issuperset(tier.palette):
            raise BadTableError(
                f"tier {stones}: its palette has scores that do not occur"
            )


def compare(contents: Contents, tiers: Sequence[TierCounts]) -> list[Count]:
    """Return every count of a table, together with the known one."""
    known = known_counts(contents.game)
    counts = []
    for name, value in counts_of(
        contents.game, tiers, _values_of_moves(contents)
    ).items():
        if name in known:
            counts.append(Count(name, value, *known[name]))
        else:
            counts.append(Count(name, value, None, None, None))
    return counts


def _values_of_moves(contents: Contents) -> tuple[int, ...]:
    """Return the value of each first move for X."""
    table = Table(contents)
    values = []
    for cell in playable(contents.game, 0):
        reply = table.probe(Position(1 << cell, 0))
        # A reply missing from the table is an error of its own slot.
        values.append(0 if reply is None else -value_of(reply))
    return tuple(values)
