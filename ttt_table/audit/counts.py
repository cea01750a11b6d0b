"""What a table holds, counted: positions, classes, results, values, and the games that lead there.

Games are counted without playing them. The stones of a position can be placed in any order that
takes turns, except that a line, where there is one, must be completed by the last stone of all.
"""

from __future__ import annotations

from collections import Counter
from math import factorial

from ttt_table.table.slots import x_count

FIRST_MOVES = "first moves"
POSITION_ROWS = ("positions per ply", "classes per ply", "finished classes per ply")
RESULT_ROWS = ("classes X wins per ply", "classes O wins per ply", "games ending per ply")
"""The names of the counts that are rows of numbers: by ply, that is by stones on the board."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ttt_table.rules.game import Game

    Found = int | str | tuple[int, ...]


class Tally:
    """What stands in one tier: enough to make all the counts from."""

    def __init__(self) -> None:
        self.positions: Counter[int] = Counter()
        """Reachable positions by score; each block stands for all the masks of its class."""
        self.classes: Counter[int] = Counter()
        """The same up to symmetry."""
        self.last_stones = 0
        """How many stones could have been the last, over all positions that a line has ended."""


def counts_of(game: Game, tallies: Sequence[Tally], first_moves: Sequence[int]) -> dict[str, Found]:
    """Every count by its name. ``tallies`` are by ply, ``first_moves`` the value of each, by cell.

    Rows of numbers are by ply: how many stones stand, how long a game lasted.
    """
    positions = [tally.positions for tally in tallies]
    classes = [tally.classes for tally in tallies]
    x_wins, o_wins, drawn = games(game, tallies)
    found: dict[str, Found] = {
        "positions": _total(positions),
        "positions up to symmetry": _total(classes),
        "unfinished": _total(positions) - sum(map(sum, finished(game, positions).values())),
        **_results("finished", finished(game, positions)),
        **_results("finished up to symmetry", finished(game, classes)),
        "won for the mover": sum(_of_value(tally, 1) for tally in positions),
        "lost for the mover": sum(_of_value(tally, -1) for tally in positions),
        "drawn for the mover": sum(_of_value(tally, 0) for tally in positions),
        **_results("games", {"X wins": x_wins, "O wins": o_wins, "drawn": drawn}),
        "nodes of the game tree": sum(nodes(game, tallies)),
        "value": _named_value(positions[0]),
        FIRST_MOVES: tuple(first_moves),
        "positions per ply": tuple(tally.total() for tally in positions),
        "classes per ply": tuple(tally.total() for tally in classes),
        "finished classes per ply": _sums(finished(game, classes)),
        "classes X wins per ply": _won_by(0, classes),
        "classes O wins per ply": _won_by(1, classes),
        "games ending per ply": _sums({"X wins": x_wins, "O wins": o_wins, "drawn": drawn}),
    }
    return found


def finished(game: Game, tallies: Sequence[Mapping[int, int]]) -> dict[str, list[int]]:
    """How many of the finished positions each side has won, by ply."""
    ended: dict[str, list[int]] = {"X wins": [], "O wins": [], "drawn": []}
    for stones, tally in enumerate(tallies):
        winner, loser = _line_winner(game, stones)
        ended[winner].append(tally.get(game.cells + 1, 0) + tally.get(-game.cells - 1, 0))
        ended[loser].append(0)
        ended["drawn"].append(tally.get(0, 0) if stones == game.cells else 0)
    return ended


def games(game: Game, tallies: Sequence[Tally]) -> tuple[list[int], list[int], list[int]]:
    """How many complete games X wins, O wins and nobody wins, by length."""
    ended: dict[str, list[int]] = {"X wins": [], "O wins": [], "drawn": []}
    for stones, tally in enumerate(tallies):
        winner, loser = _line_winner(game, stones)
        ended[winner].append(_games_to_lines(stones, tally))
        ended[loser].append(0)
        full = tally.positions[0] if stones == game.cells else 0
        ended["drawn"].append(full * _orders(stones))
    return ended["X wins"], ended["O wins"], ended["drawn"]


def nodes(game: Game, tallies: Sequence[Tally]) -> list[int]:
    """How many nodes the tree of all games has, by ply, the root included."""
    by_ply = []
    for stones, tally in enumerate(tallies):
        by_line = tally.positions[game.cells + 1] + tally.positions[-game.cells - 1]
        others = tally.positions.total() - by_line
        by_ply.append(others * _orders(stones) + _games_to_lines(stones, tally))
    return by_ply


def _orders(stones: int) -> int:
    """In how many orders so many stones can be placed, in turn."""
    return factorial(x_count(stones)) * factorial(stones - x_count(stones))


def _games_to_lines(stones: int, tally: Tally) -> int:
    """The games that a line ends here: its last stone comes last, the others in any order."""
    if not tally.last_stones:
        return 0
    last_player = x_count(stones) if stones % 2 else stones - x_count(stones)
    return tally.last_stones * _orders(stones) // last_player


def _line_winner(game: Game, stones: int) -> tuple[str, str]:
    """Who wins, and who loses, where the last of so many stones makes a line."""
    x_made_it = stones % 2 == 1
    return ("X wins", "O wins") if x_made_it != game.misere else ("O wins", "X wins")


def _results(name: str, by_result: Mapping[str, Sequence[int]]) -> dict[str, Found]:
    sums = {f"{name}, {result}": sum(by_ply) for result, by_ply in by_result.items()}
    return {name: sum(sums.values()), **sums}


def _sums(by_result: Mapping[str, Sequence[int]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*by_result.values(), strict=True)))


def _total(tallies: Sequence[Counter[int]]) -> int:
    return sum(tally.total() for tally in tallies)


def _of_value(tally: Mapping[int, int], value: int) -> int:
    return sum(many for score, many in tally.items() if (score > 0) - (score < 0) == value)


def _won_by(parity: int, tallies: Sequence[Mapping[int, int]]) -> tuple[int, ...]:
    """By ply, what the player wins who moves on plies of this parity: 0 for X, 1 for O."""
    return tuple(
        _of_value(tally, 1 if stones % 2 == parity else -1) for stones, tally in enumerate(tallies)
    )


def _named_value(empty_board: Mapping[int, int]) -> str:
    names = {1: "X wins", 0: "draw", -1: "O wins"}
    reached = (name for value, name in names.items() if _of_value(empty_board, value))
    return next(reached, "unreachable")
