"""A search for forced wins, which needs no table and looks only a few plies ahead.

The mover fills a line, or has to block one, or else tries every move against every
reply. It is for normal play without gravity.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ttt_table.runtime import cells_in

MAX_PLIES = 11
"""The plies of the longest wins that are searched for."""


class ForcedWins:
    """A search for wins within a number of plies; boards are sets of cells.

    Args:
        x_lines: The lines of X, who moves first.
        o_lines: Those of O; a Breaker has none.
        cells: How many cells the board has.
    """

    def __init__(
        self, x_lines: Sequence[int], o_lines: Sequence[int], cells: int
    ) -> None:
        self._lines = x_lines, o_lines
        self._all_cells = (1 << cells) - 1
        self._is_win: dict[tuple[int, int, int], bool] = {}

    def outcome_of_first_move(self, cell: int) -> tuple[int, int] | None:
        """Return a first move's value for X and the plies of the game.

        Returns:
            None if nobody can force a win within `MAX_PLIES`.
        """
        stone = 1 << cell
        for plies in range(1, MAX_PLIES + 1):
            if plies % 2 == 1 and self._wins_after(stone, 0, plies):
                return 1, plies
            if plies % 2 == 0 and self.can_win(0, stone, plies - 1):
                return -1, plies
        return None

    def can_win(self, mover: int, opponent: int, plies: int) -> bool:
        """Return whether the mover can fill a line within this many plies."""
        player = self._player_to_move(mover, opponent)
        if self._completing_cells(mover, opponent, player):
            return plies >= 1
        if plies < 3:
            return False
        key = (mover, opponent, plies)
        if key not in self._is_win:
            self._is_win[key] = any(
                self._wins_after(mover | stone, opponent, plies)
                for stone in self._moves(mover, opponent, player)
            )
        return self._is_win[key]

    def _moves(self, mover: int, opponent: int, player: int) -> Iterator[int]:
        """Yield the moves of a mover who cannot fill a line, threats first."""
        threatened = self._completing_cells(opponent, mover, 1 - player)
        if has_several_cells(threatened):
            return  # the other player fills a line next
        stones = [
            1 << cell for cell in cells_in(threatened or self._free(mover, opponent))
        ]
        quiet = []
        for stone in stones:
            if self._completing_cells(mover | stone, opponent, player):
                yield stone
            else:
                quiet.append(stone)
        yield from quiet

    def _wins_after(self, own: int, opponent: int, plies: int) -> bool:
        """Return whether the player who has just moved has won, or can win in time.

        Args:
            own: The stones of that player, with the new one.
            opponent: The stones of the other player, who is to move.
            plies: The plies within which the line is filled, the new stone's included.
        """
        to_move = self._player_to_move(opponent, own)
        player = 1 - to_move
        if any(own & line == line for line in self._lines[player]):
            return True
        if plies < 3 or self._completing_cells(opponent, own, to_move):
            return False
        threats = self._completing_cells(own, opponent, player)
        if has_several_cells(threats):
            return True
        replies = cells_in(threats or self._free(own, opponent))
        return bool(replies) and all(
            self.can_win(own, opponent | 1 << cell, plies - 2) for cell in replies
        )

    def _player_to_move(self, mover: int, opponent: int) -> int:
        """Return 0 if X moves, who has as many stones as O then, or 1 if O does."""
        return opponent.bit_count() - mover.bit_count()

    def _free(self, own: int, opponent: int) -> int:
        return self._all_cells & ~(own | opponent)

    def _completing_cells(self, own: int, opponent: int, player: int) -> int:
        """Return the free cells that fill a line of a player, 0 for X or 1 for O."""
        cells = 0
        for line in self._lines[player]:
            missing = line & ~own
            if not missing & opponent and not has_several_cells(missing):
                cells |= missing
        return cells


def has_several_cells(cells: int) -> bool:
    """Return whether a set, given as a mask, has more than one cell."""
    return cells & (cells - 1) != 0
