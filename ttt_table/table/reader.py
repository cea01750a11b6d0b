"""The reader: answers from a table file alone who wins, how soon, and which moves are best.

It never computes an outcome: a position's is one look into the file, a move's is one look at the
position that it leads to.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import namedtuple
from collections.abc import Mapping
from operator import itemgetter

from ttt_table.errors import ArgumentError, InconsistentTableError, OtherGameError
from ttt_table.rules.board import check_first, explain_unreachable, position_of, text_of
from ttt_table.rules.game import Position, is_reachable, playable, symmetries
from ttt_table.rules.outcome import Outcome, limited, outcome_of, score_before
from ttt_table.table.files import read_table, shipped_path
from ttt_table.table.slots import (
    canonical,
    masks_of_tier,
    slot_in_block,
    slots_per_block,
    subsets,
    x_count,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ttt_table.rules.board import Board
    from ttt_table.rules.game import Game
    from ttt_table.table.codec import Contents
    from ttt_table.table.files import Path

REMEMBERED = 1 << 13
"""How many boards, and how many masks, a table remembers before it forgets them all: 3x3 fits."""


class Move(namedtuple("Move", ["cell", "outcome"])):
    """A legal move and where it leads."""

    __slots__ = ()

    cell: int
    """Where the mover puts a stone."""
    outcome: Outcome
    """For the mover; plies are counted from the board asked about, so this move is the first."""


def open_table(path: Path | None = None, *, game: Game | None = None, first: str = "X") -> Table:
    """Open a table file, or the shipped tic-tac-toe table.

    A file that holds another ``game`` than asked for is refused (`OtherGameError`). With
    ``first="O"`` O has moved first, and the whole table answers with the colours exchanged.
    Raises a kind of `TableError` if the file cannot be used.
    """
    check_first(first)
    contents = read_table(shipped_path() if path is None else path)
    if game is not None and contents.game != game:
        raise OtherGameError(
            f"{'the shipped table' if path is None else path}: this is {contents.game}, not {game}"
        )
    return Table(contents, first)


class Table(Mapping[str, Outcome]):
    """A read-only mapping from every board that play can reach to its outcome for the mover.

    A board that is bad or out of play's reach raises `BoardError`, a `KeyError`: ``in`` is false
    for it and ``get`` gives the default. Iteration goes by tier, mask and pattern, ascending.

    >>> table = open_table()
    >>> len(table), table["X...O...."], "XXX......" in table
    (5478, Outcome(value=0, plies=7), False)
    >>> table.best_move("XX.OO....")
    2
    """

    def __init__(self, contents: Contents, first: str = "X") -> None:
        """Use `open_table` to make one."""
        self.game = contents.game
        self.first = first
        self._contents = contents
        self._symmetries = symmetries(contents.game)
        self._seen: dict[Board, Outcome] = {}
        self._places: dict[int, tuple[int, Sequence[int]]] = {}

    def __repr__(self) -> str:
        return f"<Table {self.game}, {len(self)} positions, {self.first} first>"

    def __len__(self) -> int:
        return self._contents.positions

    def __getitem__(self, board: Board) -> Outcome:
        try:
            return self._seen[board]
        except (KeyError, TypeError):
            pass  # not seen yet, or a list
        position, score = self._look_up(board)
        outcome = outcome_of(score, self.game.cells, position.stones)
        if type(board) is str:
            _remember(self._seen, board, outcome)
        return outcome

    def __iter__(self) -> Iterator[str]:
        for stones in range(self.game.cells + 1):
            for mask in masks_of_tier(self.game, stones):
                for x in subsets(mask, x_count(stones)):
                    if self._probe(mask, x) is not None:
                        yield text_of(Position(x, mask ^ x), self.game, self.first)

    def moves(self, board: Board) -> list[Move]:
        """Every legal move with its outcome, best first, equals in cell order; none at the end."""
        position, scores = self._scores(board)
        ranked = sorted(scores.items(), key=itemgetter(1), reverse=True)
        cells, stones = self.game.cells, position.stones
        return [Move(cell, outcome_of(score, cells, stones)) for cell, score in ranked]

    def scores(self, board: Board, *, limit: int | None = None) -> dict[int, int]:
        """The score of each legal move for the mover, by cell: on 3x3, 10 less the plies, signed.

        With a limit, what a search would give that stops so many plies after this board: 0 for
        every move whose end lies further away. Raises `ArgumentError` unless it is an int from 0.
        """
        if limit is not None and (type(limit) is not int or limit < 0):
            raise ArgumentError(f"a search cannot stop after {limit!r} plies")
        _, scores = self._scores(board)
        cells = self.game.cells
        return {cell: limited(score, cells, limit) for cell, score in scores.items()}

    def best_moves(self, board: Board, *, limit: int | None = None) -> list[int]:
        """All the cells that are best: to win soon, else to draw, else to lose late; in cell order.

        With a limit, those that a search which stops after so many plies could choose from.
        """
        scores = self.scores(board, limit=limit)
        best = max(scores.values(), default=0)
        return [cell for cell, score in scores.items() if score == best]

    def best_move(
        self,
        board: Board,
        choose: Callable[[Sequence[int]], int] = itemgetter(0),
        *,
        limit: int | None = None,
    ) -> int | None:
        """One of the best cells, the first unless ``choose`` picks another; None if it is over.

        ``choose`` is given the best cells and returns one, as `random.choice` does.
        """
        best = self.best_moves(board, limit=limit)
        return choose(best) if best else None

    def probe(self, position: Position) -> int | None:
        """The mover's score of a position, or None where play cannot reach it.

        `Position` holds the stones of whoever moved first as ``x``. Nothing is checked and nothing
        is remembered: this is for those who count in bits, and have made the position by the rules.
        """
        return self._probe(position.mask, position.x)

    def _look_up(self, board: Board) -> tuple[Position, int]:
        """The position and its score. Raises `BoardError` where there is none."""
        position = position_of(board, self.game, self.first)
        score = self._probe(position.mask, position.x)
        if score is None:
            if is_reachable(position, self.game):
                raise InconsistentTableError("play reaches this board, but the table denies it")
            raise explain_unreachable(position, self.game, self.first)
        return position, score

    def _scores(self, board: Board) -> tuple[Position, dict[int, int]]:
        """The position, and the score of each of its moves, in cell order."""
        position, score = self._look_up(board)
        if outcome_of(score, self.game.cells, position.stones).plies == 0:
            return position, {}
        mask, x = position.mask, position.x
        x_moves = position.x_to_move
        scores = {}
        for cell in playable(self.game, mask):
            stone = 1 << cell
            reply = self._probe(mask | stone, x | stone if x_moves else x)
            if reply is None:
                raise InconsistentTableError("a position that play reaches is not in the table")
            scores[cell] = score_before(reply)
        return position, scores

    def _probe(self, mask: int, x: int) -> int | None:
        """The score where the stones of the mask stand, those of ``x`` being X's, or None."""
        place = self._places.get(mask)
        if place is None:
            place = self._place(mask)
            _remember(self._places, mask, place)
        first_slot, order = place
        return self._contents.score(
            self._contents.tiers[len(order)], first_slot + slot_in_block(x, order)
        )

    def _place(self, mask: int) -> tuple[int, Sequence[int]]:
        """The first slot of the mask's block, and the mask's cells in the order of that block."""
        smallest, order = canonical(mask, self._symmetries)
        tier = self._contents.tiers[len(order)]

        def mask_of(block: int) -> int:
            return self._contents.mask(tier, block)

        block = bisect_left(range(tier.blocks), smallest, key=mask_of)
        if block == tier.blocks or mask_of(block) != smallest:
            raise InconsistentTableError(f"the table has no block for the mask {smallest:#x}")
        return block * slots_per_block(len(order)), order


def _remember(memory: dict, key: object, value: object) -> None:  # type: ignore[type-arg]
    """Keep what was found, in bounded memory."""
    if len(memory) >= REMEMBERED:
        memory.clear()
    memory[key] = value
