"""The compiled inner loop finds what numpy finds, block by block and byte by byte."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed: the extra fast")

import numpy as np
from support.stepwise import build_stepwise

from ttt_table import Game
from ttt_table.build import build_table, kernel, tiers, tierwise
from ttt_table.build.blocks import Known, Layout
from ttt_table.build.kernel import solve_compiled
from ttt_table.build.plan import plan_build
from ttt_table.build.tiers import Tally, solve_blocks
from ttt_table.table import compiling
from ttt_table.table.numbering import masks_by_tier
from ttt_table.table.slots import slots_per_block

MOST_SLOTS = 200_000


@pytest.mark.parametrize("share", [3, 10**9])
@pytest.mark.parametrize(
    "game",
    [
        *(Game(3, 3, k) for k in (1, 3, 4)),
        *(Game(3, 4, 2), Game(3, 5, 3, misere=True, gravity=True)),
        *(
            Game(3, 3, 2, breaker=True),
            Game(3, 4, 3, misere=True, gravity=True, breaker=True),
        ),
    ],
    ids=str,
)
def test_it_finds_what_numpy_finds(
    game: Game, share: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In some blocks of each tier, whatever the next tier's scores are: slots and tallies."""
    monkeypatch.setattr(tiers, "BATCH", 5000)
    monkeypatch.setattr(tiers, "COMPILED_BATCH", 5000)
    draw = np.random.default_rng(game.cells)
    masks = masks_by_tier(game)
    for stones in range(game.cells + 1):
        size = slots_per_block(stones)
        many = max(1, MOST_SLOTS // size)
        some = np.sort(
            draw.choice(masks[stones], min(many, len(masks[stones])), replace=False)
        )
        later = None
        if stones < game.cells:
            layout = Layout(slots_per_block(stones + 1), share)
            end = layout.start(len(masks[stones + 1]))
            if end > 1 << 25:
                continue  # a file of that size is no matter for a test
            scores = draw.integers(-game.cells - 1, game.cells + 2, end)
            later = Known(masks[stones + 1], scores.astype(np.int8), layout)
        reached = draw.random(len(some) * size) < 0.7 if game.gravity else None
        found = []
        for solve in (None, solve_compiled):
            tally = Tally()
            pieces = solve_blocks(game, stones, some, later, tally, reached, solve)
            found.append((np.concatenate([*pieces]), tally.positions, tally.palette()))
        assert np.array_equal(found[0][0], found[1][0])
        assert found[0][1:] == found[1][1:]


@pytest.mark.parametrize("jobs", [1])
@pytest.mark.parametrize(
    "game", [Game(4, 4, 4), Game(4, 4, 3, True, True), Game(3, 4, 3)], ids=str
)
def test_a_build_with_it_gives_the_same_bytes(
    game: Game, jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By this process, or by others; a worker without it does the work in numpy."""
    assert plan_build(Game(4, 5, 4)).fast
    if game.cells < 16:
        monkeypatch.setitem(sys.modules, "ttt_table.build.kernel", None)
        assert tierwise.compiled_kernel() is None
    build_table(game, tmp_path / "plain")
    build_stepwise(game, tmp_path / "fast", jobs=jobs, pooled_from=1000, fast=True)
    assert (tmp_path / "fast").read_bytes() == (tmp_path / "plain").read_bytes()


@pytest.mark.parametrize("error", [RuntimeError, OSError, EOFError])
def test_without_a_folder_to_keep_it_in_it_is_compiled_anew(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba finds no folder that it can write to, the disk is full, or a file in it is empty."""
    asked: list[object] = []

    def njit(kinds: object, *, cache: bool, nogil: bool) -> object:
        asked.append(cache)
        if cache:
            raise error("cannot cache")
        return lambda function: (
            lambda *given: asked.append((kinds, nogil, function, given))
        )

    monkeypatch.setattr(compiling, "njit", njit)
    monkeypatch.setattr(compiling, "void", lambda *kinds: kinds)
    compiling.compile_as(kernel.solve, "k")(1, compiling.Ranks(2, 3, 4))  # type: ignore[arg-type]  # whatever
    assert asked == [True, False, (("k",), True, kernel.solve, (1, (2, 3, 4)))]
