"""The search: exact, exhaustive, each position once."""

import pytest
from slow import Slow

from ttt_table import Game
from ttt_table.build.search import search
from ttt_table.rules.outcome import outcome_of


@pytest.mark.parametrize(
    "game",
    [Game(), Game(1, 1, 1), Game(1, 3, 2, True), Game(2, 2, 2, True), Game(3, 1, 2)],
    ids=str,
)
def test_every_score_is_that_of_slow_minimax(game: Game) -> None:
    """All positions of all boards up to 3x3, every k, normal and misère."""
    slow = Slow(*game)
    reached = {}
    for board in slow.boards():
        stones = {"X": 0, "O": 0}
        for cell, mark in enumerate(board):
            if mark != ".":
                stones[mark] |= 1 << cell
        mover = slow.mover(board)
        reached[stones[mover], stones["XO"[mover == "X"]]] = slow.outcome(board)
    found = {
        (mover, other): outcome_of(score, game.cells, (mover | other).bit_count())
        for (mover, other), score in search(game).items()
    }
    assert found == reached


def test_progress_is_reported_now_and_then() -> None:
    """With growing numbers of positions, never more than there are."""
    seen: list[int] = []
    scores = search(Game(), seen.append)
    assert seen == sorted(seen)
    assert 0 < len(seen) < 10
    assert seen[-1] <= len(scores)
