"""A traversal for players that answer many boards at once, a tier at a time in numpy.

The keys of a tier are kept in order, and so are those that a cell leads to, so that a
position is found by bisection.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ttt_table.arguments import why_not
from ttt_table.grading.grades import Unstable
from ttt_table.grading.positions import Positions
from ttt_table.grading.traversal import (
    FaultCounts,
    ReportProgress,
    Traversal,
    too_many_boards,
)
from ttt_table.players.answers import Answer, Forfeit
from ttt_table.players.records import FaultError, fault_of
from ttt_table.rules.game import finished_score, lines_of_mover_and_opponent
from ttt_table.table.numbering import rules_of
from ttt_table.table.sets import Array, Flags

Marks: TypeAlias = NDArray[np.int8]
ChanceArray: TypeAlias = NDArray[np.float64]

# From an (n, cells) array of boards, the player's weights; raises `FaultError`.
WeighBoards: TypeAlias = Callable[[Marks], NDArray[Any]]

MAX_BOARDS = 12_000_000  # on one side: so many take 3 GB
BOARDS_PER_CALL = 1 << 15
MAX_LISTED = 5_000  # mistakes of a kind: more than 3x3 has
ALIKE = 1e-3  # chances that differ by less are equal: a batch changes some digits
LEAST = np.nextafter(0, 1)  # the smallest float above 0


@dataclass(frozen=True, slots=True)
class Tier:
    """The positions with one number of stones that the player meets.

    Attributes:
        keys: The keys of the positions, in order.
        ends: By key, the score for the player who would move next if the game has
            ended, else 0.
        open_at: The indices in `keys` of the positions at which the game goes on.
        legal: By such a position and cell, whether the cell can be played.
        chances: By such a position and cell, the player's answers: empty if it is the
            opponent's turn.
        forfeited: By such a position, the chance that the player makes no legal move.
    """

    keys: Array
    ends: Marks
    open_at: Array
    legal: Flags
    chances: ChanceArray
    forfeited: ChanceArray

    def moves(self, chunk: Any = ...) -> Flags:
        """Return the cells with which the game goes on, by open position and cell."""
        moves: Flags = self.legal[chunk]
        if len(self.chances):
            moves = self.chances[chunk] > 0
        return moves


@dataclass(frozen=True, slots=True)
class BatchAnswers:
    """The answers of the player to a batch of boards.

    Attributes:
        chances: By board and cell, the chance of each legal move.
        forfeited: By board, the chance that no legal move is made.
        forfeits: The boards with such a chance, of many the first.
    """

    chances: ChanceArray
    forfeited: ChanceArray
    forfeits: list[Forfeit]


class Network:
    """A function of an (n, cells) array of boards that returns weights.

    Args:
        function: The function.
    """

    def __init__(self, function: Callable[[Marks], Any]) -> None:
        self._function = function

    def __call__(self, boards: Marks) -> NDArray[Any]:
        """Return the weights for boards, in an array of the same shape.

        Raises:
            FaultError: The function has raised, or has not returned such an array.
        """
        try:
            answer = self._function(boards)
        except (Exception, SystemExit) as error:  # no Ctrl-C, or other signal
            raise fault_of(error) from None
        if isinstance(answer, np.ma.MaskedArray):
            reason = "the answer is a masked array: fill it, as in answer.filled(0)"
            raise FaultError("type", reason)
        try:
            weights = np.asarray(answer)
        except Exception as error:  # a stranger's class may raise anything here
            raise fault_of(error) from None
        if weights.dtype.kind not in "biuf" or weights.shape != boards.shape:
            reason = (
                f"expected numbers of shape {boards.shape}, got {weights.dtype} of"
                f" shape {weights.shape}"
            )
            raise FaultError("type", reason)
        return weights


class BatchTraversal(Traversal):
    """A traversal in batches; of many faults the first are listed.

    Attributes:
        cells: How many cells the board has.
        tiers: The positions met, by number of stones.
    """

    def __init__(self, weigh: WeighBoards, positions: Positions, side: str) -> None:
        super().__init__(positions, side)
        self.fault_counts: FaultCounts = FaultCounts()
        self.cells = positions.cells
        self.tiers: list[Tier] = []
        self._weigh = weigh
        self._all_cells = (1 << self.cells) - 1

    def answer(self, key: int) -> dict[int, float]:
        """Return the cells that the player may play at a board, with their chances."""
        tier = self.tiers[key.bit_count()]
        index = np.searchsorted(tier.keys, key)
        return _played_cells(tier.chances[np.searchsorted(tier.open_at, index)])

    def ask(self, report: ReportProgress, *, max_boards: int) -> None:
        """Ask about every board that the player can be brought to, tier by tier.

        Raises:
            SizeError: There are more than `max_boards` boards.
            PlayerError: A batch was not answered in time.
        """
        keys = np.zeros(1, np.int64)
        while len(keys):  # until all games have ended or been forfeited
            tier = self._new_tier(keys, len(self.tiers))
            self.tiers.append(tier)
            self.boards += len(keys)
            self.decisions += len(tier.chances)
            if self.boards > max_boards:
                raise too_many_boards()
            keys = self._ask_tier(tier, report)
            self.fault_counts.forfeits += int((tier.forfeited > 0).sum())

    def _ask_tier(self, tier: Tier, report: ReportProgress) -> Array:
        """Ask about a tier, if it is the player's turn; return the keys of the next."""
        own_turn = len(tier.chances) > 0
        replies = [tier.keys[:0]]
        for chunk in chunks(len(tier.open_at), BOARDS_PER_CALL):
            keys = tier.keys[tier.open_at[chunk]]
            if own_turn:
                answers = self._answers(keys, tier.legal[chunk])
                tier.chances[chunk] = answers.chances
                tier.forfeited[chunk] = answers.forfeited
                self.forfeits = [*self.forfeits, *answers.forfeits][:MAX_LISTED]
                left_in_tier = len(tier.open_at) - chunk.start - len(keys)
                report(len(keys), left_in_tier + self.decisions)
            moves = tier.moves(chunk).T
            for keys_after, is_move in zip(self.after(keys), moves, strict=True):
                replies.append(keys_after[is_move])
        sorted_keys = np.sort(np.concatenate(replies))
        # Equal keys are beside each other now; np.unique takes longer.
        return sorted_keys[np.diff(sorted_keys, prepend=-1) > 0]

    def ask_again(self, report: ReportProgress) -> None:
        """Ask about each board again, the last first, and note different answers."""
        left = self.decisions
        for tier in reversed(self.tiers):
            for chunk in reversed(list(chunks(len(tier.chances), BOARDS_PER_CALL))):
                keys = tier.keys[tier.open_at[chunk]][::-1]
                first = tier.chances[chunk][::-1]
                left -= len(keys)
                report(len(keys), left)
                second = self._answers(keys, tier.legal[chunk][::-1])
                self._note_differences(keys, first, second)

    def _note_differences(
        self, keys: Array, first: ChanceArray, second: BatchAnswers
    ) -> None:
        differences = np.abs(first - second.chances)
        differing = np.flatnonzero((differences > ALIKE).any(axis=1))
        self.fault_counts.unstable += len(differing)
        left_to_list = max(0, MAX_LISTED - len(self.unstable))
        if not len(differing) or not left_to_list:
            return

        forfeit_at = {forfeit.board: forfeit for forfeit in self.forfeits}
        forfeit_at |= {forfeit.board: forfeit for forfeit in second.forfeits}

        def answer(board: str, chances: ChanceArray) -> Answer:
            cells = tuple(_played_cells(chances).items())
            if cells:
                return cells
            # The lists of forfeits may be cut before this one.
            cut = Forfeit(board, "type", "a forfeit like many others")
            return forfeit_at.get(board, cut)

        for row in differing[:left_to_list]:
            board = self._text(keys[row])
            answers = answer(board, first[row]), answer(board, second.chances[row])
            self.unstable.append(Unstable(board, *answers))

    def shortest_loss(self) -> tuple[int, ...] | None:
        """Return the cells of the shortest lost game, of several the smallest."""
        for stones, tier in enumerate(self.tiers):
            lost = self._lost(tier, stones)
            if lost.any():
                return self._smallest_path(tier.keys[lost], self.tiers[:stones])
        return None

    def _lost(self, tier: Tier, stones: int) -> Flags:
        """Return, by key, whether the player loses in this tier."""
        lost: Flags
        if not self.is_own_turn(stones):
            lost = tier.ends > 0
            return lost
        lost = tier.ends < 0
        lost[tier.open_at] |= tier.forfeited > 0
        return lost

    def _smallest_path(self, goals: Array, tiers: list[Tier]) -> tuple[int, ...]:
        """Return the smallest path to one of these keys of the tier after the given."""
        # From the goals back: by tier, the keys on a path to a goal, with the first
        # cell that stays on one.
        steps: list[tuple[Array, Array]] = []
        for tier in reversed(tiers):
            keys = tier.keys[tier.open_at]
            after = zip(self.after(keys), tier.moves().T, strict=True)
            on_path = np.stack(
                [is_move & np.isin(keys_after, goals) for keys_after, is_move in after]
            )
            has_path = on_path.any(axis=0)
            goals = keys[has_path]
            steps.append((goals, on_path.argmax(axis=0)[has_path]))

        key = 0
        path: list[int] = []
        for keys, first_cells in reversed(steps):
            cell = int(first_cells[np.searchsorted(keys, key)])
            path.append(cell)
            key = self.positions.played(key, cell)
        return tuple(path)

    def after(self, keys: Array) -> Array:
        """Return the keys of a tier after each cell, by cell and position."""
        shift = self.cells if int(keys[0]).bit_count() % 2 else 0
        bits = 1 << np.arange(shift, shift + self.cells)
        after: Array = keys | bits[:, None]
        return after

    def marks(self, keys: Array) -> Marks:
        """Return boards of one tier as the player sees them.

        Returns:
            An (n, cells) array: 1 for the mover's own stones, -1 for the other's, 0 for
            free cells.
        """
        cells = np.arange(self.cells)
        first = keys[:, None] >> cells & 1
        second = keys[:, None] >> cells + self.cells & 1
        x_to_move = int(keys[0]).bit_count() % 2 == 0
        own_minus_other = first - second if x_to_move else second - first
        return own_minus_other.astype(np.int8)

    def _new_tier(self, keys: Array, stones: int) -> Tier:
        """Return the tier of these keys, not asked yet."""
        game = self.positions.game
        opponents = keys & self._all_cells if stones % 2 else keys >> self.cells
        _, lines_of_opponent = lines_of_mover_and_opponent(game, stones)
        ended = np.zeros(len(keys), bool)
        for line in lines_of_opponent:
            ended |= opponents & line == line
        is_full = stones == self.cells
        score_if_full = finished_score(game, line=False) if is_full else 0
        ends = np.where(ended, finished_score(game, line=True), score_if_full)

        open_at = np.flatnonzero(~ended & (not is_full))
        masks = (keys[open_at] | keys[open_at] >> self.cells) & self._all_cells
        asked = len(open_at) if self.is_own_turn(stones) else 0
        return Tier(
            keys=keys,
            ends=ends.astype(np.int8),
            open_at=open_at,
            legal=rules_of(game).playable(masks),
            chances=np.zeros((asked, self.cells)),
            forfeited=np.zeros(asked),
        )

    def _answers(self, keys: Array, legal: Flags) -> BatchAnswers:
        """Ask about these boards."""
        try:
            weights = self._weights(keys)
        except FaultError as fault:
            if len(keys) > 1:
                return self._answers_of_halves(keys, legal)
            forfeit = Forfeit(self._text(keys[0]), fault.kind, fault.reason)
            return BatchAnswers(np.zeros(legal.shape), np.ones(1), [forfeit])

        greatest = weights.max(axis=1)
        valid = (weights >= 0).all(axis=1) & (greatest > 0) & np.isfinite(greatest)
        # Dividing by the greatest weight first keeps every sum in the range of floats.
        scale = np.where(valid, greatest, 1)[:, None]
        parts = np.where(valid[:, None], weights, 1) / scale
        shares = parts / parts.sum(axis=1, keepdims=True)
        # A move is followed however small its chance is.
        has_weight = (weights > 0) & valid[:, None]
        chances: ChanceArray = np.maximum(shares, LEAST) * has_weight

        forfeited = np.where(legal, 0, chances).sum(axis=1)
        chances[~legal] = 0
        forfeited[~chances.any(axis=1)] = 1
        forfeits = []
        for row in np.flatnonzero(forfeited)[:MAX_LISTED]:
            board = self._text(keys[row])
            kind, reason = _why_forfeited(board, weights[row], legal[row])
            forfeits.append(Forfeit(board, kind, reason, float(forfeited[row])))
        return BatchAnswers(chances, forfeited, forfeits)

    def _answers_of_halves(self, keys: Array, legal: Flags) -> BatchAnswers:
        """Ask about the halves of a batch that failed, to find the boards to blame."""
        halves = [
            self._answers(keys[half], legal[half])
            for half in np.array_split(np.arange(len(keys)), 2)
        ]
        forfeits = [forfeit for half in halves for forfeit in half.forfeits]
        return BatchAnswers(
            chances=np.concatenate([half.chances for half in halves]),
            forfeited=np.concatenate([half.forfeited for half in halves]),
            forfeits=forfeits[:MAX_LISTED],
        )

    def _weights(self, keys: Array) -> ChanceArray:
        """Return the player's weights. Raises `FaultError` for anything else."""
        answer = self._weigh(self.marks(keys))
        with np.errstate(over="ignore"):  # a long double may be too great for a float
            weights: ChanceArray = np.where(np.isneginf(answer), 0, answer).astype(
                float
            )
        return weights

    def _text(self, key: Any) -> str:
        return self.positions.text(int(key))


def chunks(count: int, size: int) -> Iterator[slice]:
    """Yield slices of at most that size that make up `count` items."""
    for start in range(0, count, size):
        yield slice(start, min(start + size, count))


def _why_forfeited(board: str, weights: ChanceArray, legal: Flags) -> tuple[str, str]:
    """Return the kind of forfeit that these weights are, and the reason."""
    is_negative_or_nan = ~(weights >= 0)
    invalid = np.flatnonzero(is_negative_or_nan | np.isinf(weights))
    if len(invalid):
        cell = invalid[0]
        advice = "; apply softmax to logits" if weights[cell] < 0 else ""
        return (
            "type",
            f"{weights[cell]:g} for cell {cell} is not a valid weight{advice}",
        )
    if not weights.any():
        return "type", "no cell has a weight above 0"
    illegal_cell = int(((weights > 0) & ~legal).argmax())
    return "illegal", why_not(board, illegal_cell)


def _played_cells(chances: ChanceArray) -> dict[int, float]:
    """Return the cells that have a chance."""
    return {int(cell): float(chances[cell]) for cell in np.flatnonzero(chances)}
