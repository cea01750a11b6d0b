"""The definition: exhaustive search with a transposition dictionary, which prunes nothing."""

from functools import cache

from ttt_table.progress import Advance
from ttt_table.rules.game import Game, finished_score, lines, playable
from ttt_table.rules.outcome import score_before

Scores = dict[tuple[int, int], int]
TOLD_EVERY = 1 << 12


def search(game: Game, advance: Advance | None = None) -> Scores:
    """The score of every reachable position, by (the mover's stones, the other player's stones).

    >>> from ttt_table import Game
    >>> scores = search(Game())
    >>> len(scores), scores[0, 0]
    (5478, 0)
    """
    ends, best_score = lines(game), game.cells + 1
    by_line, by_full = (finished_score(game, line=line) for line in (True, False))
    scores: Scores = {}
    # Many positions share a set of cells; of all sets that there are, play meets few with gravity.
    moves = cache(lambda mask: [1 << cell for cell in playable(game, mask)])
    has_line = cache(lambda stones: any(stones & line == line for line in ends))

    def solve(mover: int, other: int) -> int:
        """The score of a position without a line."""
        if not (stones := moves(mover | other)):
            return by_full
        worst_reply = best_score
        # Of a Maker and a Breaker only X, the Maker, has lines; he has as many stones as O.
        may_end = not game.breaker or mover.bit_count() == other.bit_count()
        for stone in stones:
            mine = mover | stone
            reply = scores.get((other, mine))
            if reply is None:
                # Asked here and not in the call: a sixth of all positions are finished by a line.
                ended = may_end and has_line(mine)
                reply = scores[other, mine] = by_line if ended else solve(other, mine)
                if advance and len(scores) % TOLD_EVERY == 0:
                    advance(TOLD_EVERY)
            if reply < worst_reply:
                worst_reply = reply
        return score_before(worst_reply)

    scores[0, 0] = solve(0, 0)
    return scores
