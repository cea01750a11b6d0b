"""The games of a batch player against one opponent, which gets single boards.

Only the boards are visited that the two of them can reach together, tier by tier. Every
chance is a float, whose error `sums.rounding_error` bounds as it does for the others.
"""

from math import fsum

import numpy as np

from ttt_table.errors import PlayerError
from ttt_table.grading.batch_traversal import BatchTraversal
from ttt_table.grading.grades import Results
from ttt_table.grading.positions import Positions
from ttt_table.grading.traversal import PlayerAnswers
from ttt_table.players.answers import (
    FORFEIT_CELL,
    Answer,
    Unanswered,
    more_time,
    weights_of,
)
from ttt_table.rules.outcome import value_of


class _Games:
    """The chances with which games end, collected as they do."""

    def __init__(self, positions: Positions) -> None:
        self.won: list[float] = []
        self.drawn: list[float] = []
        self.lost: list[float] = []
        self._positions = positions

    def play(
        self, key: int, cell: int, chance: float, *, is_own_turn: bool
    ) -> int | None:
        """Play a cell; return the key of the board after it if the game goes on."""
        score = self._positions.end_after(key, cell)
        if score is None:
            return self._positions.played(key, cell)
        # The score is that of the player who would move next.
        value = -value_of(score) if is_own_turn else value_of(score)
        if value > 0:
            self.won.append(chance)
        elif value < 0:
            self.lost.append(chance)
        else:
            self.drawn.append(chance)
        return None

    def results(self) -> Results:
        """Return the chances of the player."""
        return Results(fsum(self.won), fsum(self.drawn), fsum(self.lost))


def results_against(traversal: BatchTraversal, opponent: PlayerAnswers) -> Results:
    """Return the chances of a batch player against an opponent.

    Args:
        traversal: The traversal of the player's side, after all boards were asked.
        opponent: The opponent.

    Raises:
        PlayerError: The opponent leaves a board without an answer.
    """
    games = _Games(traversal.positions)
    chance_of: dict[int, float] = {0: 1.0}
    stones = 0
    while chance_of:
        is_own_turn = traversal.is_own_turn(stones)
        chance_after: dict[int, float] = {}
        keys = list(chance_of)
        if is_own_turn:
            answers = [_own_answer(traversal, key) for key in keys]
        else:
            answers = [_checked(answer, opponent) for answer in opponent.answers(keys)]
        for key, (cells, forfeited) in zip(keys, answers, strict=True):
            chance = chance_of[key]
            if forfeited:
                (games.lost if is_own_turn else games.won).append(chance * forfeited)
            for cell, share in cells.items():
                played = chance * share
                after = games.play(key, cell, played, is_own_turn=is_own_turn)
                if after is not None:
                    chance_after[after] = chance_after.get(after, 0.0) + played
        chance_of = chance_after
        stones += 1
    return games.results()


def _own_answer(traversal: BatchTraversal, key: int) -> tuple[dict[int, float], float]:
    """Return the chance of each cell, and that of making no legal move."""
    tier = traversal.tiers[key.bit_count()]
    place = np.searchsorted(tier.open_at, np.searchsorted(tier.keys, key))
    return traversal.answer(key), float(tier.forfeited[place])


def _checked(answer: Answer, opponent: PlayerAnswers) -> tuple[dict[int, float], float]:
    """Return the opponent's chance of each cell, and that of no legal move."""
    if isinstance(answer, Unanswered):
        message = f"{opponent.name}, the opponent, has no answer at {answer.board}"
        raise PlayerError(f"{message} {more_time(answer)}".rstrip())
    weights = weights_of(answer)
    total = fsum(weight for _, weight in weights)
    chances = {cell: weight / total for cell, weight in weights}
    return chances, chances.pop(FORFEIT_CELL, 0.0)
