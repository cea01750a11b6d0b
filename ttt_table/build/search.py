"""Exact outcomes by exhaustive search with a memoized transposition dictionary: the definition.

It visits every position that play can reach, each once, and prunes nothing.
"""

from __future__ import annotations

from ttt_table.rules.game import finished_score, lines
from ttt_table.rules.outcome import score_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ttt_table.rules.game import Game

    Scores = dict[tuple[int, int], int]

REPORT_EVERY = 1 << 12


def search(game: Game, report: Callable[[int], object] | None = None) -> Scores:
    """The score of every reachable position, by (the mover's stones, the other player's stones).

    ``report`` is called now and then with the number of positions found so far.

    >>> from ttt_table import Game
    >>> scores = search(Game())
    >>> len(scores), scores[0, 0]
    (5478, 0)
    """
    full = (1 << game.cells) - 1
    stones = [1 << cell for cell in range(game.cells)]
    ends = lines(game)
    has_line = [any(own & line == line for line in ends) for own in range(full + 1)]
    ended_by_line = finished_score(game, line=True)
    scores: Scores = {}

    def solve(mover: int, other: int) -> int:
        if has_line[other]:
            return ended_by_line
        taken = mover | other
        if taken == full:
            return 0
        worst_reply = game.cells + 1  # no reply is better for the opponent
        for stone in stones:
            if not taken & stone:
                after = (other, mover | stone)
                if after not in scores:
                    scores[after] = solve(*after)
                    if report and len(scores) % REPORT_EVERY == 0:
                        report(len(scores))
                if scores[after] < worst_reply:
                    worst_reply = scores[after]
        return score_before(worst_reply)

    scores[0, 0] = solve(0, 0)
    return scores
