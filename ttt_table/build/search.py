"""The reference solver: exhaustive search of all positions, without pruning."""

from collections.abc import Callable, Sequence
from functools import cache

from ttt_table.progress import Advance
from ttt_table.rules.game import (
    Game,
    finished_score,
    lines_of_o,
    lines_of_x,
    playable,
)
from ttt_table.rules.outcome import score_before

ScoreOfPosition = dict[tuple[int, int], int]
"""The mover's score by (the mover's stones, the opponent's stones)."""
HasLine = Callable[[int], bool]
"""Returns whether some stones fill a line."""
ADVANCED_EVERY = 1 << 12


def search(game: Game, advance: Advance | None = None) -> ScoreOfPosition:
    """Return the score of every position that play can reach.

    Args:
        game: The game.
        advance: Called with the number of positions found since the last call.

    >>> from ttt_table import Game
    >>> scores = search(Game())
    >>> len(scores), scores[0, 0]
    (5478, 0)
    """
    x_has_line, o_has_line = _line_finders(game)
    best_score = game.cells + 1
    line_score = finished_score(game, line=True)
    full_board_score = finished_score(game, line=False)
    scores: ScoreOfPosition = {}
    # Many positions share a mask. With gravity play reaches only few masks, so the
    # moves of each are found when they are first needed.
    moves = cache(lambda mask: [1 << cell for cell in playable(game, mask)])

    def solve(mover: int, opponent: int) -> int:
        """Return the score of a position without a line."""
        stones = moves(mover | opponent)
        if not stones:
            return full_board_score
        worst_reply = best_score
        # X is to move if both have as many stones.
        x_to_move = mover.bit_count() == opponent.bit_count()
        has_line = x_has_line if x_to_move else o_has_line
        for stone in stones:
            after_move = mover | stone
            reply = scores.get((opponent, after_move))
            if reply is None:
                # Tested before the call, which it saves for the sixth of all positions
                # that have a line.
                if has_line(after_move):
                    reply = line_score
                else:
                    reply = solve(opponent, after_move)
                scores[opponent, after_move] = reply
                if advance and len(scores) % ADVANCED_EVERY == 0:
                    advance(ADVANCED_EVERY)
            if reply < worst_reply:
                worst_reply = reply
        return score_before(worst_reply)

    scores[0, 0] = solve(0, 0)
    return scores


def _line_finders(game: Game) -> tuple[HasLine, HasLine]:
    """Return functions that find whether some stones fill a line of X, or of O."""
    x_lines = lines_of_x(game)
    o_lines = lines_of_o(game)
    x_has_line = _line_finder(x_lines)
    if o_lines == x_lines:  # both share one cache
        return x_has_line, x_has_line
    return x_has_line, _line_finder(o_lines)


def _line_finder(line_masks: Sequence[int]) -> HasLine:
    return cache(lambda stones: any(stones & line == line for line in line_masks))
