"""What a table holds, counted: positions, classes, results, values, and the games that lead there.

Games are counted without playing them. The stones of a position can be placed in any order that
takes turns, except that a line, where there is one, must be completed by the last stone of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import factorial

from ttt_table.rules.game import Game
from ttt_table.rules.outcome import value_of
from ttt_table.table.slots import x_count

Found = int | str | tuple[int, ...]

FIRST_MOVES = "first moves"
POSITION_ROWS = ("positions per ply", "classes per ply", "finished classes per ply")
RESULT_ROWS = ("classes X wins per ply", "classes O wins per ply", "games ending per ply")
"""The names of the counts that are rows of numbers: by ply, that is by stones on the board."""


class TierCounts:
    """What stands in one tier: enough to make all the counts from."""

    def __init__(self) -> None:
        self.positions: Counter[int] = Counter()
        """Reachable positions by score; each block stands for all the masks of its class."""
        self.classes: Counter[int] = Counter()
        """The same up to symmetry."""
        self.occurring: set[int | None] = set()
        """The scores that its slots hold; None stands for unreachable."""
        self.last_stones = 0
        """How many stones could have been the last, over all positions that a line has ended."""

    def merge(self, other: TierCounts) -> None:
        """Add what stands in other blocks of the tier."""
        self.positions += other.positions
        self.classes += other.classes
        self.occurring |= other.occurring
        self.last_stones += other.last_stones


def counts_of(
    game: Game, tiers: Sequence[TierCounts], first_moves: Mapping[int, int]
) -> dict[str, Found]:
    """Every count by its name. ``tiers`` are by ply, ``first_moves`` the value of each, by cell.

    Rows of numbers are by ply: how many stones stand, how long a game lasted.
    """
    positions = [counts.positions for counts in tiers]
    classes = [counts.classes for counts in tiers]
    by_name: dict[str, Found] = {
        "positions": _total(positions),
        "positions up to symmetry": _total(classes),
        "unfinished": _total(positions) - sum(map(sum, finished(game, positions).values())),
        **_results("finished", finished(game, positions)),
        **_results("finished up to symmetry", finished(game, classes)),
        "won for the mover": sum(_of_value(by_score, 1) for by_score in positions),
        "lost for the mover": sum(_of_value(by_score, -1) for by_score in positions),
        "drawn for the mover": sum(_of_value(by_score, 0) for by_score in positions),
        "value": _named_value(positions[0]),
        FIRST_MOVES: tuple(first_moves[cell] for cell in sorted(first_moves)),
        "positions per ply": tuple(by_score.total() for by_score in positions),
        "classes per ply": tuple(by_score.total() for by_score in classes),
        "finished classes per ply": _sums(finished(game, classes)),
        "classes X wins per ply": _won_by(0, classes),
        "classes O wins per ply": _won_by(1, classes),
    }
    if not game.gravity:  # where stones fall, their orders cannot be read off a position
        ended = games(game, tiers)
        by_name |= _results("games", ended)
        by_name["nodes of the game tree"] = sum(nodes(game, tiers))
        by_name["games ending per ply"] = _sums(ended)
    return by_name


def finished(game: Game, tiers: Sequence[Mapping[int, int]]) -> dict[str, list[int]]:
    """How many of the finished positions each side has won, by ply."""
    ended: dict[str, list[int]] = {"X wins": [], "O wins": [], "drawn": []}
    for stones, by_score in enumerate(tiers):
        winner, loser = _line_winner(game, stones)
        # No move leads to these scores: only a line of this very position gives them.
        ended[winner].append(by_score.get(game.cells + 1, 0) + by_score.get(-game.cells - 1, 0))
        ended[loser].append(0)
        ended["drawn"].append(by_score.get(0, 0) if stones == game.cells else 0)
    return ended


def games(game: Game, tiers: Sequence[TierCounts]) -> dict[str, list[int]]:
    """How many complete games X wins, O wins and nobody wins, by length."""
    ended: dict[str, list[int]] = {"X wins": [], "O wins": [], "drawn": []}
    for stones, counts in enumerate(tiers):
        winner, loser = _line_winner(game, stones)
        ended[winner].append(_games_to_lines(stones, counts))
        ended[loser].append(0)
        full = counts.positions[0] if stones == game.cells else 0
        ended["drawn"].append(full * _orders(stones))
    return ended


def nodes(game: Game, tiers: Sequence[TierCounts]) -> list[int]:
    """How many nodes the tree of all games has, by ply, the root included."""
    by_ply = []
    for stones, counts in enumerate(tiers):
        by_line = counts.positions[game.cells + 1] + counts.positions[-game.cells - 1]
        others = counts.positions.total() - by_line
        by_ply.append(others * _orders(stones) + _games_to_lines(stones, counts))
    return by_ply


def _orders(stones: int) -> int:
    """In how many orders so many stones can be placed, in turn."""
    return factorial(x_count(stones)) * factorial(stones - x_count(stones))


def _games_to_lines(stones: int, counts: TierCounts) -> int:
    """The games that a line ends here: its last stone comes last, the others in any order."""
    if not counts.last_stones:
        return 0
    last_player = x_count(stones) if stones % 2 else stones - x_count(stones)
    # One of the last player's n stones comes last, so his others have (n-1)! orders and not n!.
    return counts.last_stones * _orders(stones) // last_player


def _line_winner(game: Game, stones: int) -> tuple[str, str]:
    """Who wins, and who loses, where the last of so many stones makes a line."""
    x_made_it = stones % 2 == 1
    return ("X wins", "O wins") if x_made_it != game.misere else ("O wins", "X wins")


def _results(name: str, by_result: Mapping[str, Sequence[int]]) -> dict[str, Found]:
    sums = {f"{name}, {result}": sum(by_ply) for result, by_ply in by_result.items()}
    return {name: sum(sums.values()), **sums}


def _sums(by_result: Mapping[str, Sequence[int]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*by_result.values(), strict=True)))


def _total(tiers: Sequence[Counter[int]]) -> int:
    return sum(by_score.total() for by_score in tiers)


def _of_value(by_score: Mapping[int, int], value: int) -> int:
    return sum(positions for score, positions in by_score.items() if value_of(score) == value)


def _won_by(parity: int, tiers: Sequence[Mapping[int, int]]) -> tuple[int, ...]:
    """By ply, what the player wins who moves on plies of this parity: 0 for X, 1 for O."""
    return tuple(
        _of_value(by_score, 1 if stones % 2 == parity else -1)
        for stones, by_score in enumerate(tiers)
    )


def _named_value(empty_board: Mapping[int, int]) -> str:
    names = {1: "X wins", 0: "draw", -1: "O wins"}
    # The empty board is one position, and a damaged table may hold even that as unreachable.
    reached = (name for value, name in names.items() if _of_value(empty_board, value))
    return next(reached, "unreachable")
