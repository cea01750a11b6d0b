"""What a table holds, counted: positions, classes, results, values, and games that lead there."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import factorial

from ttt_table.rules.game import Game, finished_score
from ttt_table.rules.outcome import outcome_of, value_of
from ttt_table.table.slots import x_count

Found = int | str | tuple[int, ...]

FIRST_MOVES = "first moves"
POSITION_ROWS = ("positions per ply", "classes per ply", "finished classes per ply")
RESULT_ROWS = (
    "classes X wins per ply",
    "classes O wins per ply",
    "games ending per ply",
)


class TierCounts:
    """What all counts of a tier are made from."""

    def __init__(self) -> None:
        # Reachable positions by score, and up to symmetry; None stands for unreachable.
        self.positions: Counter[int] = Counter()
        self.classes: Counter[int] = Counter()
        self.occurring: set[int | None] = set()
        self.last_stones = 0
        """That could have ended a game by a line, over all positions."""

    def merge(self, other: "TierCounts") -> None:
        """Add what stands in other blocks of the tier."""
        self.positions += other.positions
        self.classes += other.classes
        self.occurring |= other.occurring
        self.last_stones += other.last_stones


def counts_of(
    game: Game, tiers: Sequence[TierCounts], first_moves: tuple[int, ...]
) -> dict[str, Found]:
    """Every count by its name, given the values of the first moves. Rows are by ply."""
    positions = [counts.positions for counts in tiers]
    classes = [counts.classes for counts in tiers]
    ended, ended_classes = (
        finished_results(game, positions),
        finished_results(game, classes),
    )
    everywhere = sum(positions, Counter())
    by_name: dict[str, Found] = {
        "positions": everywhere.total(),
        "positions up to symmetry": sum(by_score.total() for by_score in classes),
        "unfinished": everywhere.total() - sum(map(sum, ended.values())),
        **_results("finished", ended),
        **_results("finished up to symmetry", ended_classes),
        "won for the mover": _of_value(everywhere, 1),
        "lost for the mover": _of_value(everywhere, -1),
        "drawn for the mover": _of_value(everywhere, 0),
        **_perfect_game(game, positions[0]),
        FIRST_MOVES: first_moves,
        "positions per ply": tuple(by_score.total() for by_score in positions),
        "classes per ply": tuple(by_score.total() for by_score in classes),
        "finished classes per ply": _sums(ended_classes),
        "classes X wins per ply": _won_by(0, classes),
        "classes O wins per ply": _won_by(1, classes),
    }
    if (
        not game.gravity
    ):  # where stones fall, their orders cannot be read off a position
        played = games(game, tiers)
        by_name |= _results("games", played)
        by_name["nodes of the game tree"] = nodes(game, tiers)
        by_name["games ending per ply"] = _sums(played)
    return by_name


ByResult = dict[
    str, list[int]
]  # how many of something X wins, O wins and nobody wins, by ply


def _by_result(game: Game, by_line: Sequence[int], by_full: int) -> ByResult:
    """Results of what lines end, by ply, and the full board without one."""
    results = {"X wins": [0] * len(by_line), "O wins": [0] * len(by_line)}
    for stones, many in enumerate(by_line):
        x_made_it = stones % 2 == 1
        results["X wins" if x_made_it != game.misere else "O wins"][stones] = many
    results["drawn"] = [0] * len(by_line)
    without_line = ("X wins" if game.misere else "O wins") if game.breaker else "drawn"
    results[without_line][-1] += by_full
    return results


def finished_results(game: Game, tiers: Sequence[Mapping[int, int]]) -> ByResult:
    """The finished positions that each side has won."""
    by_line = [_by_line(game, *tier) for tier in enumerate(tiers)]
    return _by_result(game, by_line, tiers[-1].get(finished_score(game, line=False), 0))


def games(game: Game, tiers: Sequence[TierCounts]) -> ByResult:
    """The complete games that each side wins, by length."""
    by_line = [_games_to_lines(stones, counts) for stones, counts in enumerate(tiers)]
    full_boards = tiers[-1].positions[finished_score(game, line=False)]
    return _by_result(game, by_line, full_boards * _orders(game.cells))


def nodes(game: Game, tiers: Sequence[TierCounts]) -> int:
    """How many nodes the tree of all games has, the root included."""
    return sum(
        (counts.positions.total() - _by_line(game, stones, counts.positions))
        * _orders(stones)
        + _games_to_lines(stones, counts)
        for stones, counts in enumerate(tiers)
    )


def _by_line(game: Game, stones: int, by_score: Mapping[int, int]) -> int:
    """The positions that a line has ended: only these have their score."""
    if game.breaker and stones % 2 == 0:
        return 0  # O has moved last
    return by_score.get(finished_score(game, line=True), 0)


def _orders(stones: int) -> int:
    """In how many orders the stones can be placed."""
    return factorial(x_count(stones)) * factorial(stones - x_count(stones))


def _games_to_lines(stones: int, counts: TierCounts) -> int:
    """The games that a line ends here."""
    # One of the last player's n stones comes last, so his others have (n-1)! orders and not n!.
    last_player = x_count(stones) if stones % 2 else stones - x_count(stones)
    return counts.last_stones * _orders(stones) // max(last_player, 1)


def _results(name: str, by_result: ByResult) -> dict[str, Found]:
    sums = {f"{name}, {result}": sum(by_ply) for result, by_ply in by_result.items()}
    return {name: sum(sums.values()), **sums}


def _sums(by_result: ByResult) -> tuple[int, ...]:
    return tuple(map(sum, zip(*by_result.values(), strict=True)))


def _of_value(by_score: Mapping[int, int], value: int) -> int:
    return sum(
        positions for score, positions in by_score.items() if value_of(score) == value
    )


def _won_by(parity: int, tiers: Sequence[Mapping[int, int]]) -> tuple[int, ...]:
    """By ply, what X wins (parity 0) or O (1)."""
    return tuple(
        _of_value(one, 1 if at % 2 == parity else -1) for at, one in enumerate(tiers)
    )


def _perfect_game(game: Game, empty_board: Mapping[int, int]) -> dict[str, Found]:
    """What the empty board comes to, and in how many plies."""
    names = {1: "X wins", 0: "draw", -1: "O wins"}
    # It is one position, and a damaged table may hold even that as unreachable.
    for score in (score for score, many in empty_board.items() if many):
        outcome = outcome_of(score, game.cells, stones=0)
        return {"value": names[outcome.value], "plies": outcome.plies}
    return {"value": "unreachable", "plies": 0}
