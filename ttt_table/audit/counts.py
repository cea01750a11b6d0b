"""Counts of a table: positions, classes, results, and games that lead to them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import factorial
from typing import NamedTuple

from ttt_table.rules.game import (
    Game,
    finished_score,
    has_all_symmetries,
    lines_of_mover_and_opponent,
)
from ttt_table.rules.outcome import RESULTS, outcome_of, value_of
from ttt_table.table.slots import x_count

CountValue = int | str | tuple[int, ...]
"""A number, a word, or a row of numbers."""
Counts = dict[str, CountValue]
"""Counts by their names."""

FIRST_MOVES = "first moves"
POSITION_ROWS = ("positions per ply", "classes per ply", "finished classes per ply")
RESULT_ROWS = (
    "classes X wins per ply",
    "classes O wins per ply",
    "games ending per ply",
)
COUNTS_OF_CLASSES = (
    "positions up to symmetry",
    "finished up to symmetry",
    "finished up to symmetry, X wins",
    "finished up to symmetry, O wins",
    "finished up to symmetry, drawn",
    "classes per ply",
    "finished classes per ply",
    "classes X wins per ply",
    "classes O wins per ply",
)


class TierCounts:
    """The numbers that all counts of a tier are made from."""

    def __init__(self) -> None:
        self.positions: Counter[int] = Counter()
        """Reachable positions, by score."""
        self.classes: Counter[int] = Counter()
        """Reachable positions up to symmetry, by score."""
        self.occurring: set[int | None] = set()
        """The scores that occur; None stands for unreachable."""
        self.last_stones = 0
        """Stones that may have ended a game by a line, over all positions."""

    def merge(self, counts: "TierCounts") -> None:
        """Add the counts of other blocks of the tier."""
        self.positions += counts.positions
        self.classes += counts.classes
        self.occurring |= counts.occurring
        self.last_stones += counts.last_stones


class ResultsByPly(NamedTuple):
    """Positions or games by who wins them, and by ply."""

    x_wins: list[int]
    """The number that X wins."""
    o_wins: list[int]
    """The number that O wins."""
    drawn: list[int]
    """The number of draws."""

    def by_ply(self) -> tuple[int, ...]:
        """Return the sums of all results."""
        return tuple(map(sum, zip(*self, strict=True)))

    def named(self, name: str) -> Counts:
        """Return the sum of all, and of each result, over all plies."""
        return {
            name: sum(self.by_ply()),
            f"{name}, X wins": sum(self.x_wins),
            f"{name}, O wins": sum(self.o_wins),
            f"{name}, drawn": sum(self.drawn),
        }


def counts_of(
    game: Game, tiers: Sequence[TierCounts], first_moves: tuple[int, ...]
) -> Counts:
    """Return every count by its name.

    There are none up to symmetry if the table does not list all symmetries.

    Args:
        game: The game.
        tiers: What was counted, by ply.
        first_moves: The value of each first move.
    """
    positions = [counts.positions for counts in tiers]
    classes = [counts.classes for counts in tiers]
    finished = finished_results(game, positions)
    finished_classes = finished_results(game, classes)
    by_score = sum(positions, Counter())
    counts: Counts = {
        "positions": by_score.total(),
        "positions up to symmetry": sum(tier.total() for tier in classes),
        "unfinished": by_score.total() - sum(finished.by_ply()),
        **finished.named("finished"),
        **finished_classes.named("finished up to symmetry"),
        "won for the mover": _of_value(by_score, 1),
        "lost for the mover": _of_value(by_score, -1),
        "drawn for the mover": _of_value(by_score, 0),
        **_perfect_game(game, positions[0]),
        FIRST_MOVES: first_moves,
        "positions per ply": tuple(tier.total() for tier in positions),
        "classes per ply": tuple(tier.total() for tier in classes),
        "finished classes per ply": finished_classes.by_ply(),
        "classes X wins per ply": _won_by("X", classes),
        "classes O wins per ply": _won_by("O", classes),
    }
    if not has_all_symmetries(game):
        for name in COUNTS_OF_CLASSES:
            del counts[name]
    # With gravity the orders of the moves cannot be read off a position.
    if not game.gravity:
        games_ended = games(game, tiers)
        counts |= games_ended.named("games")
        counts["nodes of the game tree"] = nodes(game, tiers)
        counts["games ending per ply"] = games_ended.by_ply()
    return counts


def _results(
    game: Game, line_counts: Sequence[int], full_board_count: int
) -> ResultsByPly:
    """Sort ended games or finished positions by winner.

    Args:
        game: The game.
        line_counts: By ply, how many a line ends.
        full_board_count: How many end on a full board without a line.
    """
    plies = len(line_counts)
    results = ResultsByPly([0] * plies, [0] * plies, [0] * plies)
    for stones, count in enumerate(line_counts):
        x_made_the_line = stones % 2 == 1
        if x_made_the_line != game.misere:
            results.x_wins[stones] = count
        else:
            results.o_wins[stones] = count

    if not game.breaker:
        results.drawn[-1] += full_board_count
    elif game.misere:
        results.x_wins[-1] += full_board_count
    else:
        results.o_wins[-1] += full_board_count
    return results


def finished_results(game: Game, tiers: Sequence[Mapping[int, int]]) -> ResultsByPly:
    """Return the finished positions by results, given all positions by score."""
    line_counts = [
        _ended_by_line(game, stones, by_score) for stones, by_score in enumerate(tiers)
    ]
    full_board_count = tiers[-1].get(finished_score(game, line=False), 0)
    return _results(game, line_counts, full_board_count)


def games(game: Game, tiers: Sequence[TierCounts]) -> ResultsByPly:
    """Return the complete games by results and length."""
    line_counts = [
        _games_to_lines(stones, counts) for stones, counts in enumerate(tiers)
    ]
    full_boards = tiers[-1].positions[finished_score(game, line=False)]
    return _results(game, line_counts, full_boards * _orders(game.cells))


def nodes(game: Game, tiers: Sequence[TierCounts]) -> int:
    """Return the number of nodes of the tree of all games, with its root."""
    total = 0
    for stones, counts in enumerate(tiers):
        ended = _ended_by_line(game, stones, counts.positions)
        without_line = counts.positions.total() - ended
        total += without_line * _orders(stones)
        total += _games_to_lines(stones, counts)
    return total


def _ended_by_line(game: Game, stones: int, by_score: Mapping[int, int]) -> int:
    """Return the number of positions ended by a line: only these have their score."""
    _, lines_of_opponent = lines_of_mover_and_opponent(game, stones)
    if not lines_of_opponent:
        # O as a Breaker has no lines; the same score then marks a full board.
        return 0
    return by_score.get(finished_score(game, line=True), 0)


def _orders(stones: int) -> int:
    """Return the number of orders in which the stones can be placed."""
    return factorial(x_count(stones)) * factorial(stones - x_count(stones))


def _games_to_lines(stones: int, counts: TierCounts) -> int:
    """Return the number of games that a line ends in this tier."""
    # Of the opponent's n stones, one comes last: the others have (n-1)! orders, rather
    # than n!.
    of_opponent = x_count(stones) if stones % 2 else stones - x_count(stones)
    return counts.last_stones * _orders(stones) // max(of_opponent, 1)


def _of_value(by_score: Mapping[int, int], value: int) -> int:
    return sum(count for score, count in by_score.items() if value_of(score) == value)


def _won_by(player: str, tiers: Sequence[Mapping[int, int]]) -> tuple[int, ...]:
    """Return by ply how many of the tier's positions a player wins."""
    won = []
    for stones, by_score in enumerate(tiers):
        mover = "X" if stones % 2 == 0 else "O"
        won.append(_of_value(by_score, 1 if player == mover else -1))
    return tuple(won)


def _perfect_game(game: Game, empty_board: Mapping[int, int]) -> Counts:
    """Return the result of perfect play from the empty board, and its plies."""
    scores = [score for score, count in empty_board.items() if count]
    if not scores:  # in a damaged table
        return {"value": "unreachable", "plies": 0}
    outcome = outcome_of(scores[0], game.cells, stones=0)
    return {"value": RESULTS[outcome.value], "plies": outcome.plies}
