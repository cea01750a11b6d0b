"""Every board that any opponent can bring a player to, each asked twice.

The positions that are met stand by tier, as keys. At the player's own the game goes on with each
cell of its answer, at the opponent's with each legal cell, so what is met is the whole of the
player's game tree with equal positions joined.
"""

from __future__ import annotations

from collections import namedtuple

from ttt_table.errors import SizeError
from ttt_table.play.players import Forfeit, Seat, cells_of, same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ttt_table.play.ground import Ground
    from ttt_table.play.players import Answer, Slowest

    Tell = Callable[[int, int], object]
    """Is told how many boards have been asked, and how many are known to be asked yet."""

MOST_BOARDS = 3_000_000
"""Boards met on one side before it must be said that this is meant."""
TOLD_EVERY = 64
"""Boards between two words of progress."""


class Unstable(namedtuple("Unstable", ["board", "first", "second"])):
    """A board that got two answers: the player draws lots, or remembers."""

    __slots__ = ()

    board: str
    first: Answer
    second: Answer


class Met:
    """What a player met on one side: for each tier its unfinished positions, and its ended ones."""

    def __init__(self, side: int, cells: int) -> None:
        self.side = side
        """0 for the player who moves first, 1 for the other."""
        self.open: list[dict[int, Answer | None]] = [{} for _ in range(cells + 1)]
        """By tier, each unfinished position; the player's own with its answer."""
        self.ended: list[dict[int, int]] = [{} for _ in range(cells + 1)]
        """By tier, each finished position, with the score of whoever would move next."""
        self.unstable: list[Unstable] = []
        self.slowest: Slowest | None = None

    def own_turn(self, stones: int) -> bool:
        """True where the player moves in positions with so many stones."""
        return stones % 2 == self.side

    @property
    def boards(self) -> int:
        """How many boards were met, whoever was to move, the finished ones included."""
        return sum(map(len, self.open)) + sum(map(len, self.ended))

    @property
    def decisions(self) -> int:
        """How many boards the player had to move at."""
        return sum(len(tier) for stones, tier in enumerate(self.open) if self.own_turn(stones))

    @property
    def forfeits(self) -> list[Forfeit]:
        """Where it made no legal move, in the order of being asked."""
        return [
            answer for tier in self.open for answer in tier.values() if isinstance(answer, Forfeit)
        ]


def met_by(seat: Seat, ground: Ground, side: int, tell: Tell, *, most: int) -> Met:
    """Ask a player everything that it can be asked on this side, then all again, backwards.

    Raises `SizeError` where more boards than ``most`` are met.
    """
    met = Met(side, ground.cells)
    met.open[0][0] = None
    asked: list[int] = []
    for stones, tier in enumerate(met.open):
        if met.own_turn(stones):
            _ask_tier(seat, tier, asked, tell)
        most -= len(tier) + len(met.ended[stones])
        if stones < ground.cells:
            _play_on(ground, tier, met.open[stones + 1], met.ended[stones + 1], most)
    _ask_again(seat, ground, met, asked, tell)
    met.slowest = seat.slowest
    return met


def _ask_tier(seat: Seat, tier: dict[int, Answer | None], asked: list[int], tell: Tell) -> None:
    left = len(tier)
    for key in tier:
        if left % TOLD_EVERY == 0:
            tell(len(asked), left)
        tier[key] = seat.answer(key)
        asked.append(key)
        left -= 1


def _play_on(
    ground: Ground,
    tier: dict[int, Answer | None],
    after: dict[int, Answer | None],
    ended: dict[int, int],
    most: int,
) -> None:
    """Meet what follows the positions of a tier."""
    for key, answer in tier.items():
        if len(after) + len(ended) > most:
            raise SizeError(
                f"this player can be brought to more than {MOST_BOARDS:,} boards on one side; "
                "force (--force) asks them all"
            )
        cells: Sequence[int] = ground.legal(key) if answer is None else cells_of(answer)
        for cell in cells:
            reply = ground.played(key, cell)
            if reply not in after and reply not in ended:
                end = ground.end_after(key, cell)
                if end is None:
                    after[reply] = None
                else:
                    ended[reply] = end


def _ask_again(seat: Seat, ground: Ground, met: Met, asked: Sequence[int], tell: Tell) -> None:
    """Compare with a second answer, in the reverse order, so that a memory shows."""
    for left, key in zip(range(len(asked), 0, -1), reversed(asked), strict=True):
        if left % TOLD_EVERY == 0:
            tell(2 * len(asked) - left, left)
        first = met.open[key.bit_count()][key]
        assert first is not None
        if isinstance(first, Forfeit) and first.kind == "time-out":
            continue  # it has had its time; to wait again would double the longest part
        second = seat.answer(key)
        if not same(first, second):
            met.unstable.append(Unstable(ground.text(key), first, second))
