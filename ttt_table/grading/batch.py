"""A player that answers batches: every board it can be brought to, a tier at a time in numpy.

The keys of a tier stand in order, and so do those that a cell leads to: bisection finds them.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_table.arguments import why_not
from ttt_table.grading.asking import Seat
from ttt_table.grading.positions import Positions
from ttt_table.grading.visit import Tell, Unstable, Visit, too_many_boards
from ttt_table.players.answers import Forfeit
from ttt_table.players.programs import FaultError
from ttt_table.rules.game import finished_score, lines_by_side
from ttt_table.table.numbering import rules_of
from ttt_table.table.sets import Array, Flags

Marks = NDArray[np.int8]
Chances = NDArray[np.float64]

MOST_BOARDS = 12_000_000  # on one side: what 3 GB hold
ASKED = 1 << 15  # boards at once, at most
MOST_LISTED = 5_000  # mistakes of a kind, of all that are counted: more than 3x3 has
ALIKE = 1e-3  # less is no difference: last digits of a network depend on its batch
LEAST = np.nextafter(0, 1)  # the smallest float above 0


class Tier(NamedTuple):
    """The positions with so many stones that are met."""

    keys: Array  # in order
    ends: Marks  # by key, the score for whoever would move next at the end of the game; else 0
    on: Array  # where in the keys those are at which it has not ended
    legal: Flags  # by such a position and cell
    chances: (
        Chances  # the player's answers, by such a position and cell, at its turns alone
    )
    lost: Chances  # by such a position, the chance that it makes no legal move

    def moves(self, some: Any = ...) -> Flags:
        """The cells with which the game goes on, by position and cell."""
        flags: Flags = self.chances[some] > 0 if len(self.chances) else self.legal[some]
        return flags


class BatchVisit(Visit):
    """A visit in batches, which a late answer ends; of many faults the first are listed."""

    def __init__(self, seat: Seat, positions: Positions, side: str) -> None:
        super().__init__(seat, positions, side)
        self._weigh = seat.weights
        self.cells = positions.cells
        self.tiers: list[Tier] = []
        self._full = (1 << self.cells) - 1

    def answer(self, key: int) -> dict[int, float]:
        """The cells that the player may play there, each with its chance."""
        tier = self.tiers[key.bit_count()]
        return played_in(
            tier.chances[np.searchsorted(tier.on, np.searchsorted(tier.keys, key))]
        )

    def ask(self, tell: Tell, *, most: int) -> None:
        """Ask about a tier, then go on to the next. Raises `SizeError` for more than ``most``."""
        keys = np.zeros(1, np.int64)
        while len(keys):  # until all games have ended, or been forfeited
            self.tiers.append(tier := self._tier(keys, len(self.tiers)))
            self.boards += len(keys)
            self.decisions += len(tier.chances)
            if self.boards > most:
                raise too_many_boards()
            followed = [keys[:0]]
            for some in pieces(len(tier.on), ASKED):
                at = keys[tier.on[some]]
                if len(tier.chances):
                    answers = self._answers(at, tier.legal[some], self.forfeits)
                    tier.chances[some], tier.lost[some] = answers
                    tell(len(at), len(tier.on) - some.start - len(at) + self.decisions)
                after = zip(self.after(at), tier.moves(some).T, strict=True)
                followed += [one[may] for one, may in after]
            keys = np.sort(np.concatenate(followed))
            keys = keys[np.diff(keys, prepend=-1) > 0]  # np.unique takes longer
        self.many["forfeits"] = sum(int((tier.lost > 0).sum()) for tier in self.tiers)

    def ask_again(self, tell: Tell) -> None:
        """Compare with a second answer, from the last tier to the first."""
        left = self.decisions
        for tier in self.tiers[::-1]:
            for some in [*pieces(len(tier.chances), ASKED)][::-1]:
                at, first = tier.keys[tier.on[some]][::-1], tier.chances[some][::-1]
                left -= len(at)
                tell(len(at), left)
                forfeits: list[Forfeit] = []
                second, _ = self._answers(at, tier.legal[some][::-1], forfeits)
                which = np.flatnonzero((np.abs(first - second) > ALIKE).any(axis=1))
                self.many["unstable"] += len(which)
                faults = {one.board: one for one in (*self.forfeits, *forfeits)}
                for row in which[: MOST_LISTED - len(self.unstable)]:
                    board = self._text(at[row])
                    fault = faults.get(
                        board, Forfeit(board, "type", "a forfeit like many others")
                    )
                    two = (
                        tuple(played_in(one[row]).items()) or fault
                        for one in (first, second)
                    )
                    self.unstable.append(Unstable(board, *two))

    def shortest_loss(self) -> tuple[int, ...] | None:
        """The cells of the shortest lost game, of equals the smallest; None without one."""
        for stones, tier in enumerate(self.tiers):
            own = self.own_turn(stones)
            lost = tier.ends < 0 if own else tier.ends > 0
            lost[tier.on] |= tier.lost > 0 if own else False
            if lost.any():
                break
        else:
            return None
        goals, ways = (
            tier.keys[lost],
            [],
        )  # by tier, what leads there, and by which cell at first
        for tier in reversed(self.tiers[:stones]):
            at = tier.keys[tier.on]
            after = zip(self.after(at), tier.moves().T, strict=True)
            leads = np.stack([may & np.isin(one, goals) for one, may in after])
            goals = at[leads.any(axis=0)]
            ways.append((goals, leads.argmax(axis=0)[leads.any(axis=0)]))
        key, cells = 0, []
        for goals, first in reversed(ways):
            cells.append(int(first[np.searchsorted(goals, key)]))
            key = self.positions.played(key, cells[-1])
        return tuple(cells)

    def after(self, keys: Array) -> Array:
        """The keys after each of the cells was played, by cell and position of one tier."""
        turn = self.cells if int(keys[0]).bit_count() % 2 else 0
        after: Array = keys | 1 << np.arange(turn, turn + self.cells)[:, None]
        return after

    def marks(self, keys: Array) -> Marks:
        """Boards of one tier as the player sees them: 1 its own stones, -1 the other's."""
        cells = np.arange(self.cells)
        first, second = (
            keys[:, None] >> turn & 1 for turn in (cells, cells + self.cells)
        )
        own = first - second if int(keys[0]).bit_count() % 2 == 0 else second - first
        return own.astype(np.int8)

    def _tier(self, keys: Array, stones: int) -> Tier:
        game = self.positions.game
        last = keys & self._full if stones % 2 else keys >> self.cells
        ended = np.zeros(len(keys), bool)
        for line in lines_by_side(game, stones)[1]:
            ended |= last & line == line
        on = np.flatnonzero(~ended & (stones < self.cells))
        legal = rules_of(game).playable(
            (keys[on] | keys[on] >> self.cells) & self._full
        )
        asked = len(on) if self.own_turn(stones) else 0
        full = finished_score(game, line=False) if stones == self.cells else 0
        ends = np.where(ended, finished_score(game, line=True), full).astype(np.int8)
        return Tier(
            keys, ends, on, legal, np.zeros((asked, self.cells)), np.zeros(asked)
        )

    def _answers(
        self, at: Array, legal: Flags, forfeits: list[Forfeit]
    ) -> tuple[Chances, Chances]:
        """Chances by board and cell, and by board that of no legal move."""
        try:
            weights = self._weights(at)
        except FaultError as fault:
            if len(at) > 1:  # which boards are to blame shows by halves
                halves = zip(
                    np.array_split(at, 2), np.array_split(legal, 2), strict=True
                )
                (one, lost), (two, more) = (
                    self._answers(*half, forfeits) for half in halves
                )
                return np.concatenate([one, two]), np.concatenate([lost, more])
            if len(forfeits) < MOST_LISTED:
                forfeits.append(Forfeit(self._text(at[0]), *fault.args))
            return np.zeros(legal.shape), np.ones(len(at))
        top = weights.max(axis=1)
        fair = (weights >= 0).all(axis=1) & (top > 0) & np.isfinite(top)
        given = (weights > 0) & fair[:, None]
        # The greatest weight is 1 first, so that no sum of them is too great or too small.
        parts = np.where(fair[:, None], weights, 1) / np.where(fair, top, 1)[:, None]
        # However small a chance, the move is followed.
        chances: Chances = (
            np.maximum(parts / parts.sum(axis=1, keepdims=True), LEAST) * given
        )
        lost = np.where(legal, 0, chances).sum(axis=1)
        chances[~legal] = 0
        lost[~chances.any(axis=1)] = 1
        for row in np.flatnonzero(lost)[: MOST_LISTED - len(forfeits)]:
            why = _why_lost(board := self._text(at[row]), weights[row], legal[row])
            forfeits.append(Forfeit(board, *why, float(lost[row])))
        return chances, lost

    def _weights(self, at: Array) -> Chances:
        """The answer; `FaultError` where it has not the right form."""
        boards = self.marks(at)
        answer = self._weigh(boards)
        if answer.dtype.kind not in "biuf" or answer.shape != (len(at), self.cells):
            due = f"numbers of shape {(len(at), self.cells)}"
            found = f"{answer.dtype} of shape {answer.shape}"
            raise FaultError("type", f"the answer is {found}, where {due} were due")
        with np.errstate(over="ignore"):  # a long double may be too great for a float
            weights: Chances = np.where(np.isneginf(answer), 0, answer).astype(float)
        return weights

    def _text(self, key: Any) -> str:
        return self.positions.text(int(key))


def pieces(count: int, most: int) -> Iterator[slice]:
    """Slices of so many things, each of at most so many."""
    return (slice(first, min(first + most, count)) for first in range(0, count, most))


def _why_lost(board: str, weights: Chances, legal: Flags) -> tuple[str, str]:
    """The kind of forfeit that these weights are, and the reason."""
    for cell in np.flatnonzero(~(weights >= 0) | np.isinf(weights))[:1]:
        hint = ": of logits, return the softmax" if weights[cell] < 0 else ""
        return "type", f"{weights[cell]:g} for cell {cell} is no weight{hint}"
    if not weights.any():
        return "type", "no cell has a weight above 0"
    return "illegal", why_not(board, int(((weights > 0) & ~legal).argmax()))


def played_in(row: Chances) -> dict[int, float]:
    """The cells with a chance."""
    return {int(cell): float(row[cell]) for cell in np.flatnonzero(row)}
