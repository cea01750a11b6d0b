"""What compiled code solves row by row is what numpy finds block by block, byte by byte."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="numba is not installed: the extra fast")

from stepwise import build_stepwise, stop_at

from ttt_table import Game
from ttt_table.build import build_table, estimate, kernel
from ttt_table.build.plan import plan_build
from ttt_table.build.product import product_of
from ttt_table.table import compiling

CROSSED = [[0, 1, 2], [3, 4, 5], [0, 4], [1, 5], [6, 7, 8], [2, 6, 7]]


@pytest.mark.parametrize("most_low", [3, 3**7])
@pytest.mark.parametrize("jobs", [1])
@pytest.mark.parametrize(
    "game",
    [
        *(Game(1, 1, 1), Game(3, 3, 3), Game(3, 3, 3, True), Game(3, 4, 2), Game(2, 3, 4)),
        *(Game(3, 4, 3, misere=True, gravity=True), Game(4, 3, 3, gravity=True)),
        Game(3, 3, lines=CROSSED),
    ],
    ids=str,
)
def test_it_finds_what_numpy_finds(
    game: Game, jobs: int, most_low: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However the cells are parted and the rows cut, and by however many workers."""
    monkeypatch.setattr(estimate, "MOST_LOW", most_low)
    product_of.cache_clear()
    build_table(game, tmp_path / "plain", method="tiers")
    build_stepwise(game, tmp_path / "fast", jobs=jobs, pooled_from=1000, fast=True)
    assert (tmp_path / "fast").read_bytes() == (tmp_path / "plain").read_bytes()
    product_of.cache_clear()


@pytest.mark.parametrize("fast", [(True, True), (True, False), (False, True)])
@pytest.mark.parametrize("game", [Game(3, 3, 3), Game(3, 4, 3, gravity=True)], ids=str)
def test_either_goes_on_with_what_the_other_has_finished(
    game: Game, fast: tuple[bool, bool], tmp_path: Path
) -> None:
    """A finished tier is kept as the file has it, and brought back into rows."""
    build_table(game, tmp_path / "plain")
    stop_at(6, game, tmp_path / "table", fast=fast[0])
    build_stepwise(game, tmp_path / "table", fast=fast[1])
    assert (tmp_path / "table").read_bytes() == (tmp_path / "plain").read_bytes()


def test_large_boards_are_solved_by_it() -> None:
    """But for games whose symmetries are so many, or so wide, that rows would help little."""
    torus = Game(
        4, 6, lines=[[6 * r + (c + i) % 6 for i in range(3)] for r in range(4) for c in range(6)]
    )
    assert plan_build(Game(4, 5, 4)).fast
    assert plan_build(Game(5, 6, 4, gravity=True)).fast
    assert not plan_build(torus).fast


def test_where_a_worker_lacks_it_the_work_is_done_in_numpy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the build was planned where there is one."""
    monkeypatch.setitem(sys.modules, "ttt_table.build.kernel", None)
    monkeypatch.delattr("ttt_table.build.kernel")
    game = Game(3, 4, 3, gravity=True)
    build_table(game, tmp_path / "plain")
    build_stepwise(game, tmp_path / "fast", pooled_from=1000, fast=True)
    assert (tmp_path / "fast").read_bytes() == (tmp_path / "plain").read_bytes()


@pytest.mark.parametrize("error", [RuntimeError, OSError])
def test_without_a_folder_to_keep_it_in_it_is_compiled_anew(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba finds no folder that it can write to, or the disk is full."""
    asked = []

    def njit(kinds: object, *, cache: bool, nogil: bool) -> object:
        asked.append(cache)
        if cache:
            raise error("cannot cache")
        return lambda function: (kinds, nogil, function)

    monkeypatch.setattr(compiling, "njit", njit)
    monkeypatch.setattr(compiling, "void", lambda *kinds: kinds)
    assert compiling.compiled(kernel.solve, "k") == (("k",), True, kernel.solve)  # type: ignore[comparison-overlap]  # what the stand-in returns
    assert asked == [True, False]
