"""The search: exact, exhaustive, each position once."""

import pytest
from samples import sampled
from slow import Slow

from ttt_table import Game
from ttt_table.build.search import search
from ttt_table.rules.outcome import outcome_of

SMALL = [
    Game(rows, cols, k, misere)
    for rows in range(1, 4)
    for cols in range(1, 4)
    for k in range(1, max(rows, cols) + 2)
    for misere in (False, True)
]


def test_the_dictionary_holds_exactly_the_5478_positions() -> None:
    """Nothing is pruned, nothing is visited that play cannot reach."""
    assert len(search(Game())) == 5478


def is_quick(game: Game) -> bool:
    """Whether slow minimax takes a moment."""
    return game.cells < 8 or game == Game()


@pytest.mark.parametrize("game", sampled(SMALL, is_quick), ids=str)
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
