"""The contents of a table file, as the package uses them: the runtime's, and the game.

What a look-up of plain text does without is imported when it is called.
"""

from __future__ import annotations

from ttt_table.runtime import BadTableError, TableFile, slots_per_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ttt_table.rules.game import Game
    from ttt_table.runtime import Symmetry


class Contents(TableFile):
    """A checked file, whose masks and slots stay where they are."""

    _game: Game | None = None

    @property
    def game(self) -> Game:
        """The game that the table is of."""
        if self._game is None:
            from ttt_table.rules.game import Game

            rules = self.rules
            lines = None
            o_lines = None
            if rules.k is None:
                lines = rules.lines
                if not rules.breaker and rules.o_lines != lines:
                    o_lines = rules.o_lines
            self._game = Game(
                rules.rows,
                rules.cols,
                rules.k,
                misere=rules.misere,
                gravity=rules.gravity,
                lines=lines,
                name=rules.name,
                breaker=rules.breaker,
                o_lines=o_lines,
            )
        return self._game

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries by which the file's masks are canonical."""
        return self.rules.symmetries

    @property
    def slots(self) -> int:
        """The number of slots in all tiers."""
        return sum(
            tier.blocks * slots_per_block(stones)
            for stones, tier in enumerate(self.tiers)
        )

    @property
    def header(self) -> bytes:
        """The bytes before the body."""
        data: bytes = self.data[: self.header_end]
        return data

    def check_blocks(self) -> None:
        """Check that each tier has as many blocks as in its game.

        Raises:
            BadTableError: It has another number of blocks.
        """
        from ttt_table.table.slots import blocks_by_tier

        blocks = [tier.blocks for tier in self.tiers]
        if blocks != blocks_by_tier(self.game, self.symmetries):
            raise BadTableError(f"the table does not have the blocks of {self.game}")
