"""The compiled inner loops find what numpy finds, block by block and byte by byte."""

import sys
from pathlib import Path
from typing import Any

import pytest
from support.cases import exhaustive

pytest.importorskip("numba", reason="numba is not installed: the extra fast")

import numpy as np
from support.games import OWN_LINES, hex_board
from support.stepwise import build_stepwise

from ttt_table import Game
from ttt_table.build import build_table, kernel, tiers, tierwise
from ttt_table.build.blocks import Layout, NeighbourTier
from ttt_table.build.kernel import KERNEL
from ttt_table.build.plan import plan_build
from ttt_table.build.tiers import Tally, mark_blocks, solve_blocks
from ttt_table.runtime import slots_per_block
from ttt_table.table import compiling
from ttt_table.table.numbering import masks_by_tier

MAX_SLOTS = 200_000
LARGER = [
    Game(3, 4, 3, True),
    Game(1, 9, 3),
    Game(4, 4, 3),
    Game(4, 4, 4, True),
    Game(3, 5, 3, gravity=True),
    Game(4, 6, 2),  # 68 lines: more than one integer has bits
    Game(5, 4, 3, gravity=True),
    hex_board(3, 4),
    *OWN_LINES,
]
"""Games of the exhaustive run; data/boards.csv has the digests of 5x5."""


MAX_BYTES = 1 << 25
"""Of a next tier that is looked up."""


@pytest.mark.parametrize("chunk", [3, 10**9])
@pytest.mark.parametrize(
    "game",
    [
        Game(3, 3, 1),
        Game(3, 3, 3),
        Game(3, 3, 4),
        Game(3, 4, 2),
        Game(3, 5, 3, misere=True, gravity=True),
        Game(3, 3, 2, breaker=True),
        Game(3, 4, 3, misere=True, gravity=True, breaker=True),
        *exhaustive(LARGER),
    ],
    ids=str,
)
def test_it_finds_what_numpy_finds(
    game: Game, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In some blocks of each tier, whatever scores the next tier has."""
    monkeypatch.setattr(tiers, "BATCH", 5000)
    monkeypatch.setattr(tiers, "COMPILED_BATCH", 5000)
    rng = np.random.default_rng(game.cells)
    for stones, masks in enumerate(masks_by_tier(game)):
        size = slots_per_block(stones)
        count = min(max(1, MAX_SLOTS // size), len(masks))
        drawn = np.sort(rng.choice(masks, count, replace=False))
        next_tier = None
        if stones < game.cells:
            layout = Layout(slots_per_block(stones + 1), chunk)
            if layout.first_slot(len(masks_by_tier(game)[stones + 1])) > MAX_BYTES:
                continue
            next_tier = drawn_tier(game, stones + 1, layout, rng)
        reached = rng.random(count * size) < 0.7 if game.gravity else None
        results = []
        for inner_loop in (None, KERNEL):
            tally = Tally()
            pieces = solve_blocks(
                game, stones, drawn, next_tier, tally, reached, inner_loop
            )
            scores = np.concatenate(list(pieces)).tolist()
            results.append((scores, tally.positions, tally.palette()))
        assert results[0] == results[1]


@pytest.mark.parametrize("chunk", [3, 10**9])
@pytest.mark.parametrize(
    "game",
    [
        Game(3, 4, 3, gravity=True),
        Game(3, 5, 3, misere=True, gravity=True),
        Game(4, 3, 3, gravity=True, breaker=True),
        *exhaustive([Game(4, 4, 3, gravity=True), Game(5, 4, 4, gravity=True)]),
    ],
    ids=str,
)
def test_it_marks_what_numpy_marks(
    game: Game, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In all blocks of each tier, whatever the previous tier has marked."""
    monkeypatch.setattr(tiers, "BATCH", 500)
    monkeypatch.setattr(tiers, "COMPILED_BATCH", 700)
    rng = np.random.default_rng(game.cells)
    marked = 0
    for stones, masks in enumerate(masks_by_tier(game)[1:], start=1):
        layout = Layout(slots_per_block(stones - 1), chunk)
        previous_tier = drawn_tier(game, stones - 1, layout, rng)
        marks = (previous_tier.slots > 0).view(np.int8)
        previous_tier = previous_tier._replace(slots=marks)
        by_numpy, compiled = (
            np.concatenate(list(mark_blocks(game, stones, masks, previous_tier, loops)))
            for loops in (None, KERNEL)
        )
        marked += by_numpy.sum()
        assert compiled.tolist() == by_numpy.tolist()
    assert marked


def drawn_tier(
    game: Game, stones: int, layout: Layout, rng: np.random.Generator
) -> NeighbourTier:
    """Return a tier with random scores."""
    masks = masks_by_tier(game)[stones]
    end = layout.first_slot(len(masks))
    scores = rng.integers(-game.cells - 1, game.cells + 2, end)
    return NeighbourTier(masks, scores.astype(np.int8), layout)


@pytest.mark.parametrize(
    "jobs",
    [1, *exhaustive([2])],
)
@pytest.mark.parametrize(
    "game", [Game(4, 4, 4), Game(4, 4, 3, True, True), Game(3, 4, 3)], ids=str
)
@pytest.mark.exhaustive
def test_a_build_with_it_gives_the_same_bytes(
    game: Game, jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether or not a worker has numba."""
    if game.cells < 16:
        monkeypatch.setitem(sys.modules, "ttt_table.build.kernel", None)
        assert tierwise.compiled_kernel() is None
    build_table(game, tmp_path / "plain")
    build_stepwise(game, tmp_path / "fast", jobs=jobs, pooled_from=1000, fast=True)
    assert (tmp_path / "fast").read_bytes() == (tmp_path / "plain").read_bytes()


def test_a_long_build_uses_it() -> None:
    """If numba is installed."""
    assert plan_build(Game(4, 5, 4)).fast


@pytest.mark.parametrize("error", [RuntimeError, OSError, EOFError])
def test_without_a_folder_to_keep_it_in_it_is_compiled_anew(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder cannot be written to, the disk is full, or a file in it is empty."""
    compiled: list[object] = []
    calls: list[object] = []

    def njit(kinds: object, *, cache: bool, nogil: bool) -> object:
        compiled.append((kinds, cache, nogil))
        if cache:
            raise error("cannot cache")
        return lambda function: lambda *arguments: calls.append((function, arguments))

    monkeypatch.setattr(compiling, "njit", njit)
    monkeypatch.setattr(compiling, "void", lambda *kinds: kinds)
    ranks: Any = compiling.Ranks(2, 3, 4)  # type: ignore[arg-type]  # numbers will do
    compiling.compile_as(kernel.solve, "k")(1, ranks)
    assert compiled == [(("k",), True, True), (("k",), False, True)]
    assert calls == [(kernel.solve, (1, (2, 3, 4)))]
