"""Counts by playing on from the empty board: of any rule, and games up to symmetry too.

It shares the rules with `slow`, and with scripts/count_positions.py the names of what is counted.
A board of 200,000 positions takes seconds.
"""

from collections import Counter
from collections.abc import Sequence

from count_positions import Counts, Row, Tally, named

from support.slow import Slow
from ttt_table import Game


def played(game: Game, turns: Sequence[Row]) -> Counts:
    """Positions and games, where the first symmetry moves nothing.

    Two games are alike by positions where some symmetry makes them so after each move, and by moves
    where one does so all the time.
    """
    slow = Slow(*game)
    tally = classes = walked(slow, turns[:1])
    if len(turns) > 1:
        classes = walked(slow, turns)
    found = named(tally, classes, game.misere, game.breaker)
    found["games up to symmetry of positions"] = (
        sum(classes.games) + classes.drawn_games
    )
    # A symmetry carries a game to itself only where it leaves each of its cells in place.
    cells = range(game.cells)
    unmoved = max(
        (sum(turn[cell] == cell for cell in cells) for turn in turns[1:]), default=0
    )
    if unmoved < game.cells and not any(tally.games[: unmoved + 1]):
        all_games = sum(tally.games) + tally.drawn_games
        found["games up to symmetry of moves"] = all_games // len(turns)
    return found


def walked(slow: Slow, turns: Sequence[Row]) -> Tally:
    """Play on from one board of those that are alike; moves that lead to such count once."""
    tally = Tally([], [], [], 0)
    tier = Counter({slow.start: 1})
    for _ in range(len(slow.start) + 1):
        players = "X" if slow.breaker else "XO"
        lines = {
            board for board in tier if any(slow.has_line(board, one) for one in players)
        }
        tally.going_on.append(len(tier) - len(lines))
        tally.by_line.append(len(lines))
        tally.games.append(sum(tier[board] for board in lines))
        tally = tally._replace(
            drawn_games=tier.total() - tally.games[-1]
        )  # the last one stays
        following: Counter[str] = Counter()
        for board in tier.keys() - lines:
            moves = slow.moves(board).values()
            for after in {
                min("".join(one[at] for at in turn) for turn in turns) for one in moves
            }:
                following[after] += tier[board]
        tier = following
    return tally
