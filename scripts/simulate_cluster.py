"""What a build would take on a cluster, from what its parts cost on this machine: docs/cluster.md.

    python scripts/simulate_cluster.py [--measured BOARD=SECONDS ...]

A real build of 4x5 gives the costs: of a slot, of a reply, of packing, of the parent's own work.
The same cutting into shares as in a build, and the same order of work, give the time for other
boards and more workers. What real builds of other boards took here, in seconds of wall time with a
process for each core, is printed beside what the simulation says of them.
"""

from __future__ import annotations

import argparse
import heapq
import os
import subprocess
import sys
import tempfile
import time
from collections import namedtuple
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.build.blocks import Layout
from ttt_table.build.estimate import most_bits
from ttt_table.build.plan import KEPT_FROM, POOLED_FROM
from ttt_table.build.shares import Share, pack_share
from ttt_table.build.tierwise import cut
from ttt_table.table.numbering import masks_by_tier
from ttt_table.table.packing import mask_width, slots_size
from ttt_table.table.slots import blocks_by_tier, slots_per_block
from ttt_table.workers import usable_cores

MEASURED = Game(4, 5, 4)
"""Large enough to keep two processes busy, and built within seconds."""


class Board(namedtuple("Board", "rows cols k misere gravity", defaults=(False, False))):
    """The rules of a game of up to 30 cells, more than a `Game` has without gravity."""

    __slots__ = ()

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        return int(self.rows * self.cols)

    def __str__(self) -> str:
        """Its shape and k."""
        return f"{self.rows}x{self.cols} k={self.k}"


class Costs(namedtuple("Costs", "slot reply packed parent_byte masks command start")):
    """What the parts of a build cost, in seconds."""

    __slots__ = ()

    slot: float
    """To solve a slot, without its replies."""
    reply: float
    """Each move of each slot."""
    packed: float
    """To pack a slot."""
    parent_byte: float
    """A byte of the file, in the parent, which copies it while no worker has anything to do."""
    masks: float
    """Each set of cells, when the parent makes the masks."""
    command: float
    """Until the command itself is there, with numpy."""
    start: float
    """Until the workers are there."""


class Cluster(namedtuple("Cluster", "workers nodes memory link served")):
    """Who works, and what lies between them and the files."""

    __slots__ = ()

    workers: int
    nodes: int
    """Machines, each with an equal part of the workers."""
    memory: float
    """Bytes that a machine has for the tier that is looked things up in."""
    link: float
    """Bytes a second to and from each machine."""
    served: float
    """Bytes a second that the shared files can be read and written with, by all together."""


ONE_MACHINE = Cluster(usable_cores(), 1, float("inf"), float("inf"), float("inf"))


class Takes(namedtuple("Takes", "wall cpu moved work file memory")):
    """What a build takes: seconds, and bytes."""

    __slots__ = ()

    wall: float
    cpu: float
    moved: float
    """Over the network."""
    work: float
    """On the disk while it is built, the file included."""
    file: float
    memory: float
    """On each machine, to look up no byte over the network twice: the largest tier."""


class Tier(namedtuple("Tier", "stones blocks slots moves layout packed")):
    """What is to be done in a tier."""

    __slots__ = ()

    stones: int
    blocks: int
    slots: int
    moves: int
    layout: Layout
    packed: int
    """Bytes of its slots in the file, at most."""

    def shares(self) -> list[int]:
        """How many slots each has."""
        full, rest = divmod(self.blocks, self.layout.many)
        sizes = [self.layout.many * self.layout.size] * full
        return [*sizes, rest * self.layout.size] if rest else sizes


class TimedExecutor(Executor):
    """Processes that note how long each share has taken."""

    def __init__(self, processes: Executor) -> None:
        self.processes = processes
        self.taken: list[tuple[Any, float]] = []
        """Tasks and shares, with seconds of a worker's time."""

    def submit(self, call: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        """Have a worker make a call, which is `workers.do_job`; its task and share come last."""
        answer: Future[Any] = Future()

        def note(timed: Future[tuple[Any, float]]) -> None:
            error = timed.exception()
            if error:
                answer.set_exception(error)
                return
            result, seconds = timed.result()
            self.taken.append((arguments[-2:], seconds))
            answer.set_result(result)

        answer.set_running_or_notify_cancel()
        self.processes.submit(timed_call, call, *arguments).add_done_callback(note)
        return answer


def timed_call(call: Callable[..., Any], *arguments: Any) -> tuple[Any, float]:
    """What a call returns, and how many seconds it took."""
    start = time.perf_counter()
    return call(*arguments), time.perf_counter() - start


def main() -> None:
    """Measure, and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--measured", nargs="*", default=[], metavar="BOARD=SECONDS")
    options = parser.parse_args()
    costs = measured_costs(MEASURED)
    print(costs_text(costs), end="\n\n")
    measured = dict(one.split("=") for one in options.measured)
    print(checked_table(costs, {name: float(measured[name]) for name in measured}), end="\n\n")
    print(cluster_table(costs))


def measured_costs(game: Game) -> Costs:
    """What the parts of a real build cost here, with a process for each core."""
    masks_seconds = _seconds(lambda: masks_by_tier(game))
    with (
        ProcessPoolExecutor(usable_cores(), get_context("spawn")) as processes,
        tempfile.TemporaryDirectory() as folder,
    ):
        executor = TimedExecutor(processes)
        path = os.path.join(folder, "table")
        _seconds(lambda: build(game, path, executor))  # the workers are there, their code compiled
        executor.taken.clear()
        wall = _seconds(lambda: build(game, path, executor))
        file = os.path.getsize(path)
    slot, reply = _fitted(game, executor.taken)
    packing = [taken for taken in executor.taken if taken[0][0] is pack_share]
    packed = sum(seconds for _, seconds in packing) / sum(share.slots for (_, share), _ in packing)
    # What is left when neither masks nor shares account for it is the parent's copying.
    busy = sum(seconds for _, seconds in executor.taken) / usable_cores()
    parent = max(wall - busy - masks_seconds, 0.0) / file
    masks = masks_seconds / (1 << game.cells)
    return Costs(slot, reply, packed, parent, masks, _command_seconds(), _start_seconds())


def build(game: Game, path: str, executor: Executor) -> str:
    """A build for as many workers as there are cores."""
    return build_table(game, path, executor=executor, jobs=usable_cores())


def _seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def _command_seconds() -> float:
    """How long a new interpreter takes to have what a build imports."""
    command = [sys.executable, "-c", "import ttt_table.build.tierwise"]
    return _seconds(lambda: subprocess.run(command, check=True))


def _start_seconds() -> float:
    """How long a worker takes to be there, its code loaded."""
    with ProcessPoolExecutor(1, get_context("spawn")) as processes:
        return _seconds(lambda: processes.submit(_load).result())


def _load() -> None:
    try:
        import ttt_table.build.kernel
    except ImportError:
        import ttt_table.build.shares  # noqa: F401  # numpy alone solves then


def _fitted(game: Game, taken: list[tuple[Any, float]]) -> tuple[float, float]:
    """The costs of a slot and of a reply that fit the shares best, by least squares.

    Where the best would give time back for a slot, replies account for everything.
    """
    shares = [(share, seconds) for (_, share), seconds in taken if isinstance(share, Share)]
    slots = np.array([share.slots for share, _ in shares], float)
    replies = slots * [game.cells - share.stones for share, _ in shares]
    seconds = np.array([seconds for _, seconds in shares])
    (slot, reply), *_ = np.linalg.lstsq(np.stack([slots, replies], axis=1), seconds, rcond=None)
    if slot < 0:
        return 0.0, float(seconds.sum() / replies.sum())
    return float(slot), float(reply)


def simulated(board: Board, costs: Costs, cluster: Cluster) -> Takes:
    """What a build takes: the shares of each tier go to whoever is free, as in a real one."""
    tiers = [*tiers_of(board, cluster.workers)]
    shared = sum(tier.slots for tier in tiers) >= KEPT_FROM
    wall = costs.command + costs.masks * (1 << board.cells) + costs.start * shared
    cpu = wall + costs.start * (cluster.workers - 1) * shared
    moved = 0.0
    to_pack: Tier | None = None
    for tier in reversed([None, *tiers]):
        jobs = [*(_packing(to_pack, costs) if to_pack else ())]
        jobs += _solving(tier, costs) if tier else []
        crew = cluster.workers if shared and len(jobs) > 1 else 1
        bytes_moved = traffic(tier, to_pack, cluster)
        slowest = max(bytes_moved / cluster.served, bytes_moved / cluster.nodes / cluster.link)
        wall += max(finished_after(jobs, crew), slowest)
        cpu += sum(jobs)
        moved += bytes_moved
        to_pack = tier
    file = float(sum(tier.packed + tier.blocks * mask_width(board.cells) for tier in tiers))
    slots = [tier.slots for tier in tiers]
    two_tiers = max(map(sum, zip(slots, [*slots[1:], 0], strict=True)))
    copied = costs.parent_byte * file
    work = 2 * file + two_tiers + max(slots)
    if cluster.nodes > 1:
        moved += 4 * file  # read and written twice
    return Takes(wall + copied, cpu + copied, moved, work, file, max(slots))


def tiers_of(board: Board, workers: int) -> Iterator[Tier]:
    """The tiers of a board, from the first to the last, cut for so many workers."""
    for stones, blocks in enumerate(blocks_by_tier(board)):  # type: ignore[arg-type]  # a larger game
        size = slots_per_block(stones)
        bits = most_bits(board, stones)  # type: ignore[arg-type]  # as above
        yield Tier(
            stones=stones,
            blocks=blocks,
            slots=blocks * size,
            moves=board.cells - stones,
            layout=cut(blocks, size, workers, POOLED_FROM),
            packed=slots_size(blocks * size, bits),
        )


def _solving(tier: Tier, costs: Costs) -> list[float]:
    return [slots * (costs.slot + tier.moves * costs.reply) for slots in tier.shares()]


def _packing(tier: Tier, costs: Costs) -> list[float]:
    return [slots * costs.packed for slots in tier.shares()]


def finished_after(jobs: list[float], workers: int) -> float:
    """When the last of some jobs is done, each begun in turn by the first worker who is free."""
    free = [0.0] * workers
    for seconds in jobs:
        heapq.heappushpop(free, free[0] + seconds)
    return max(free)


def traffic(tier: Tier | None, before: Tier | None, cluster: Cluster) -> float:
    """Bytes over the network while a tier is solved and the one done before it packed.

    Scores are written once, and read once to be packed. To look replies up a machine reads the
    whole tier behind once, where its memory can hold that, or else each block for each that leads
    there.
    """
    if cluster.nodes == 1:
        return 0.0
    moved = 0.0
    if before:
        moved += before.slots + before.packed
    if tier and before:
        whole, piecewise = cluster.nodes * before.slots, tier.slots * tier.moves
        moved += tier.slots
        moved += min(whole, piecewise) if before.slots <= cluster.memory else piecewise
    return moved


def costs_text(costs: Costs) -> str:
    """What was measured, in words."""
    nano = {name: 1e9 * value for name, value in costs._asdict().items()}
    return (
        f"Measured on {MEASURED}: a slot {nano['slot']:.1f} ns, a reply {nano['reply']:.2f} ns, "
        f"packing a slot {nano['packed']:.2f} ns, the parent's part of a byte of the file "
        f"{nano['parent_byte']:.2f} ns, a set of cells {nano['masks']:.0f} ns, "
        f"the start of the command {costs.command:.1f} s, of a worker {costs.start:.1f} s."
    )


def checked_table(costs: Costs, measured: dict[str, float]) -> str:
    """What the simulation says of this machine, beside what real builds took."""
    rows = [("board", "simulated, s", "measured, s", "ratio"), ("---", "---:", "---:", "---:")]
    for board in (Board(4, 4, 4), Board(3, 6, 4), Board(4, 5, 4), Board(5, 5, 4)):
        seconds = simulated(board, costs, ONE_MACHINE).wall
        real = measured.get(f"{board.rows}x{board.cols}")
        known = (f"{real:.2f}", f"{seconds / real:.2f}") if real else ("", "")
        rows.append((str(board), f"{seconds:.2f}", *known))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def cluster_table(costs: Costs) -> str:
    """What 5x5 and 5x6 would take on clusters."""
    rows = [
        ("board", "workers", "machines", "wall", "CPU", "network", "disk", "file", "largest tier"),
        ("---", *["---:"] * 8),
    ]
    for board in (Board(5, 5, 4), Board(5, 6, 4)):
        for workers in (16, 64):
            # Four to a machine, 10 gigabits a second to each, and files served four times as fast.
            cluster = Cluster(workers, workers // 4, 64e9, 1.25e9, 5e9)
            takes = simulated(board, costs, cluster)
            rows.append(
                (
                    str(board),
                    str(workers),
                    str(cluster.nodes),
                    duration(takes.wall),
                    duration(takes.cpu),
                    *map(in_bytes, (takes.moved, takes.work, takes.file, takes.memory)),
                )
            )
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def duration(seconds: float) -> str:
    """A time as people say it."""
    for size, name in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {name}"
    return f"{seconds:.0f} s"


def in_bytes(size: float) -> str:
    """A number of bytes as people read it."""
    for unit, name in ((1e12, "TB"), (1e9, "GB"), (1e6, "MB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size:.0f} B"


if __name__ == "__main__":
    main()
