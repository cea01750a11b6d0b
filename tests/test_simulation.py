"""The simulated cluster does the work of a real build, in an order that is possible."""

from __future__ import annotations

from itertools import pairwise

import pytest
from simulate_cluster import (
    ONE_MACHINE,
    Board,
    Cluster,
    Costs,
    finished_after,
    simulated,
    tiers_of,
    traffic,
)

from ttt_table import Game
from ttt_table.table.slots import slots_by_tier

COSTS = Costs(
    slot=20e-9, reply=2e-9, packed=2e-9, parent_byte=2e-9, masks=3e-7, command=0.3, start=1.0
)
BOARD = Board(4, 5, 4)


def cluster(workers: int, nodes: int = 1, link: float = float("inf")) -> Cluster:
    return ONE_MACHINE._replace(workers=workers, nodes=nodes, link=link)


def test_all_slots_are_solved() -> None:
    """Those of a real game of that shape, each in one share."""
    tiers = [*tiers_of(BOARD, workers=16)]
    assert [tier.slots for tier in tiers] == slots_by_tier(Game(4, 5, 4))
    assert all(sum(tier.shares()) == tier.slots for tier in tiers)


def test_a_share_goes_to_whoever_is_free_first() -> None:
    """In the order of the shares."""
    assert finished_after([3, 1, 1, 1], 2) == 3
    assert finished_after([1, 1, 1, 3], 2) == 4
    assert finished_after([], 2) == 0


def test_more_workers_are_faster_but_not_by_more_than_their_number() -> None:
    """And the work itself grows by no more than their starts."""
    takes = [simulated(BOARD, COSTS, cluster(workers)) for workers in (1, 2, 4, 16, 64)]
    for fewer, more in pairwise(takes):
        assert more.wall < fewer.wall
    alone = takes[0]
    assert alone.wall == pytest.approx(alone.cpu)
    for workers, one in zip((1, 2, 4, 16, 64), takes, strict=True):
        assert one.wall >= (one.cpu - COSTS.start * workers) / workers
        assert one.cpu == pytest.approx(alone.cpu + COSTS.start * (workers - 1), rel=0.01)


def test_a_slow_network_holds_them_up() -> None:
    """Scores are written, packed, and read by each machine; on one machine nothing moves."""
    wide, narrow = (simulated(BOARD, COSTS, cluster(16, 4, link)) for link in (1e12, 1e7))
    assert narrow.moved == wide.moved > 3 * sum(slots_by_tier(Game(4, 5, 4)))
    assert narrow.wall > narrow.moved / 4 / 1e7 * 0.8 > wide.wall
    before, tier = [*tiers_of(BOARD, 16)][12:14]
    assert traffic(before, tier, cluster(16)) == 0
    assert simulated(BOARD, COSTS, cluster(16)).moved == 0
    small = cluster(16, 4)._replace(memory=1e6)  # it cannot hold the tier, so it reads more
    assert traffic(before, tier, small) > traffic(before, tier, cluster(16, 4))
