"""The blunders and slips of a player, noted board by board."""

from collections.abc import Mapping

from ttt_table.grading.positions import Positions
from ttt_table.grading.records import Mistake, Number
from ttt_table.rules.outcome import outcome_of, value_of


class MistakeLists:
    """The boards at which a player makes a move that is not best.

    Attributes:
        blunders: Where such a move gives value away.
        slips: Where it keeps the value, but wins later or loses sooner.
    """

    def __init__(self, positions: Positions) -> None:
        self.blunders: list[Mistake] = []
        self.slips: list[Mistake] = []
        self._positions = positions

    def note(
        self,
        key: int,
        score: int,
        chances: Mapping[int, Number],
        score_of_move: Mapping[int, int],
    ) -> None:
        """List a board if moves at it are not best; with moves of both kinds, twice.

        Args:
            key: The board.
            score: Its score, which the best move keeps.
            chances: The cells that the player may play there, with their probability.
            score_of_move: The score that each of these moves leads to, for the player.
        """
        value = value_of(score)
        blunders: dict[int, Number] = {}
        slips: dict[int, Number] = {}
        for cell, chance in chances.items():
            reached = score_of_move[cell]
            if value_of(reached) != value:
                blunders[cell] = chance
            elif reached != score:
                slips[cell] = chance

        if blunders:
            self.blunders.append(self._mistake(key, score, blunders, score_of_move))
        if slips:
            self.slips.append(self._mistake(key, score, slips, score_of_move))

    def sort(self) -> None:
        """Sort the lists by number of stones; mistakes of a tier keep their order."""
        for mistakes in (self.blunders, self.slips):
            mistakes.sort(key=lambda mistake: -mistake.board.count("."))

    def _mistake(
        self,
        key: int,
        score: int,
        moves: dict[int, Number],
        score_of_move: Mapping[int, int],
    ) -> Mistake:
        cells = self._positions.cells
        stones = key.bit_count()
        worst = min(moves, key=lambda cell: (score_of_move[cell], cell))
        return Mistake(
            board=self._positions.text(key),
            move=worst,
            moves=moves,
            was=outcome_of(score, cells, stones),
            became=outcome_of(score_of_move[worst], cells, stones),
            table=self._positions.table,
        )
