"""The reader: answers from a table file alone who wins, how soon, and which moves are best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter

from ttt_table.errors import (
    ArgumentError,
    BadTableError,
    ClosedTableError,
    MissingExtraError,
    OtherGameError,
    quoted,
)
from ttt_table.rules.board import (
    Board,
    chosen_cell,
    explain_unreachable,
    position_of,
    text_of,
)
from ttt_table.rules.game import Game, Position, lines_allow, lines_by_side, playable
from ttt_table.rules.outcome import (
    Look,
    Move,
    Outcome,
    other,
    outcome_of,
    score_before,
    score_within,
    value_of,
)
from ttt_table.table.codec import Contents, decode
from ttt_table.table.filebytes import FileBytes
from ttt_table.table.files import Path, path_text, read_table, shipped_path
from ttt_table.table.prober import Prober, remember
from ttt_table.table.slots import masks_of_tier, subsets, x_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from ttt_table.table.batch import Batch, Finder
else:
    Batch = object  # its room needs numpy


def open_table(
    path: Path | None = None,
    *,
    game: Game | None = None,
    first: str = "X",
    verify: bool = False,
) -> Table:
    """Open a table file, or the shipped tic-tac-toe table.

    A file of another ``game`` is refused (`OtherGameError`). With ``first="O"`` O moves
    first and all answers have the colours exchanged. A file of 1 MiB or more stays on
    the disk: close it, or use ``with``; only ``verify`` reads all of it. Raises a kind
    of `TableError` for a bad file, `ArgumentError` for a bad ``game`` or ``first``.
    """
    if not isinstance(first, str) or first not in ("X", "O"):
        raise ArgumentError(
            f'first is {quoted(first)}, but only "X" or "O" can move first'
        )
    if game is not None and not isinstance(game, Game):
        raise ArgumentError(
            f"game is {quoted(game)}, but it must be a Game, such as Game(3, 3, 3)"
        )
    contents = read_table(shipped_path() if path is None else path, verify=verify)
    # A game of lines may be called anything.
    if game is not None and contents.game._replace(name=None) != game._replace(
        name=None
    ):
        wanted = (
            "one with these lines" if str(contents.game) == str(game) else str(game)
        )
        which = "the shipped table" if path is None else path_text(path)
        raise OtherGameError(f"{which}: this is {contents.game}, not {wanted}")
    return Table(contents, first)


class Table(Mapping[str, Outcome]):
    """A read-only mapping from every board that play can reach to its outcome for the mover.

    A bad or unreachable board raises `BoardError`, a `KeyError`. Threads may share a
    table. It can be pickled and copied, one on the disk as its path, whose file must
    then have the same head. Every call raises `ClosedTableError` once the table is
    closed, and another `TableError` if the file has become unreadable.

    >>> table = open_table()
    >>> len(table), table["X...O...."], "XXX......" in table
    (5478, Outcome(value=0, plies=7), False)
    >>> table.best_move("XX.OO....")
    2
    """

    def __init__(self, contents: Contents, first: str = "X") -> None:
        """Use `open_table` to make one."""
        self.game, self.first = contents.game, first
        self._players = first, other(first)
        self._contents = contents
        self.closed = False
        self._seen: dict[Board, Outcome] = {}
        self._by_stones: dict[int, dict[int, Outcome]] = {}
        self._probe: Callable[[int, int], int | None] = Prober(contents).score
        self._many: Finder | None = None

    def __repr__(self) -> str:
        end = ", closed" if self.closed else ""
        return f"<Table {self.game}, {self._contents.positions} positions, {self.first} first{end}>"

    # A mapping would build two dictionaries of all positions to compare them.
    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__

    def __enter__(self) -> Table:
        self._check_open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> tuple[Callable[..., Table], tuple[object, ...]]:
        self._check_open()
        path, kept = None, self._contents.data
        if isinstance(kept, FileBytes):
            # Whatever file has the same head, checksums and all, is taken for the same.
            path, kept = kept.path, kept[: self._contents.tiers[0].masks_at]
        return _restore, (path, bytes(kept), self.first)

    def close(self) -> None:
        """Close the file, once or twice."""
        self.closed = True
        self._seen.clear()
        self._probe = self._refuse
        if isinstance(self._contents.data, FileBytes):
            self._contents.data.close()

    def _check_open(self) -> None:
        if self.closed:
            self._refuse()

    def _refuse(self, *_: object) -> NoReturn:
        raise ClosedTableError(f"this table of {self.game} has been closed")

    def __len__(self) -> int:
        self._check_open()
        return self._contents.positions

    def __getitem__(self, board: Board) -> Outcome:
        try:
            return self._seen[board]
        except (KeyError, TypeError):
            pass
        position, score = self._look_up(board)
        outcome = self._outcomes(position.stones)[score]
        # A list cannot be a key; text of another class may call itself equal to what it
        # is not.
        if type(board) is str:
            remember(self._seen, board, outcome)
        return outcome

    def __iter__(self) -> Iterator[str]:
        self._check_open()
        self._contents.check_blocks()
        for stones in range(self.game.cells + 1):
            for mask in masks_of_tier(self.game, stones):
                for x in subsets(mask, x_count(stones)):
                    if self._probe(mask, x) is not None:
                        yield text_of(Position(x, mask ^ x), self.game, self.first)

    def canonical(self, board: Board) -> str:
        """Of all that symmetries make of the board, the one that comes last as text."""
        text = text_of(position_of(board, self.game, self.first), self.game, self.first)
        return max(
            "".join([text[cell] for cell in order])
            for order in self._contents.symmetries
        )

    def batch(self, boards: object) -> Batch:
        """What the table says of many boards, in numpy arrays.

        ``boards`` is an array (n, cells) or (n, rows, cols) with 1 for X, -1 for O and
        0 for an empty cell, or a sequence of boards. An unreachable one is no error.
        """
        return self._finder().batch(self, boards)

    def arrays(self, *, unfinished: bool = False) -> Iterator[Batch]:
        """All boards in order, in batches of at most 32,768 of a tier."""
        return self._finder().arrays(self, unfinished)

    def _finder(self) -> Finder:
        self._check_open()
        if self._many is None:
            try:
                from ttt_table.table.batch import Finder
            except ImportError as error:
                raise MissingExtraError.of("a batch", "numpy", error) from None
            self._many = Finder(self._contents, self.first)
        return self._many

    def look(self, board: Board) -> Look:
        """Everything about a board, read once."""
        position, score = self._look_up(board)
        return Look(
            text_of(position, self.game, self.first),
            self._players[not position.x_to_move],
            self._outcomes(position.stones)[score],
            self._moves(position, score),
        )

    def moves(self, board: Board) -> list[Move]:
        """Every legal move with its outcome, best first, equals in cell order."""
        return self._moves(*self._look_up(board))

    def mover(self, board: Board) -> str:
        """Whose turn it is, ``"X"`` or ``"O"``; of a finished board, whose it would be."""
        position, _ = self._look_up(board)
        return self._players[not position.x_to_move]

    def is_over(self, board: Board) -> bool:
        """True if the game is finished: by a line or on a full board."""
        return self[board].plies == 0

    def winner(self, board: Board) -> str | None:
        """Who has won, ``"X"`` or ``"O"``; None for a draw or an unfinished game."""
        value, plies = self[board]
        if plies or not value:
            return None
        mover = self.mover(board)
        return mover if value > 0 else other(mover)

    def legal_moves(self, board: Board) -> list[int]:
        """The cells where the mover may play, in order."""
        position, score = self._look_up(board)
        return self._playable(position.mask, score)

    def columns(self, board: Board) -> dict[int, int]:
        """With gravity the cell that each open column, from 0, leads to."""
        moves = self.legal_moves(board) if self.game.gravity else []
        return dict(sorted((cell % self.game.cols, cell) for cell in moves))

    def push(
        self, board: Board, cell: int | None = None, *, column: int | None = None
    ) -> str:
        """The board after the mover plays there, or in a column; or `ArgumentError`.

        >>> open_table().push("X........", 4)
        'X...O....'
        """
        position, score = self._look_up(board)
        chosen = chosen_cell(
            self.game, self._playable(position.mask, score), cell, column
        )
        return text_of(_after_move(position, chosen), self.game, self.first)

    def line(self, board: Board) -> list[int]:
        """The cells of best play to the end, each the first best move."""
        cells: list[int] = []
        position, score = self._look_up(board)
        while scores := self._scores(position, score):
            cell, best = max(scores.items(), key=itemgetter(1))
            cells.append(cell)
            position, score = _after_move(position, cell), -best - value_of(best)
        return cells

    def scores(self, board: Board, *, limit: int | None = None) -> dict[int, int]:
        """The score of each legal move, by cell; 0 where it ends beyond a limit of plies."""
        if limit is not None and (type(limit) is not int or limit < 0):
            raise ArgumentError(
                f"limit is a whole number of plies from 0, not {quoted(limit)}"
            )
        scores = self._scores(*self._look_up(board))
        if limit is None:
            return scores
        cells = self.game.cells
        return {
            cell: score_within(score, cells, limit) for cell, score in scores.items()
        }

    def best_moves(self, board: Board, *, limit: int | None = None) -> list[int]:
        """The best cells, in order, with the limit of `scores`."""
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
        """The first best cell, or one that ``choose`` picks from all; None if the game is over."""
        best = self.best_moves(board, limit=limit)
        return choose(best) if best else None

    def probe(self, position: Position) -> int | None:
        """The mover's score of a `Position`, X having moved first, unchecked; None: unreachable."""
        return self._probe(position.mask, position.x)

    def _look_up(self, board: Board) -> tuple[Position, int]:
        """The position and its score. Raises `BoardError` where there is none."""
        self._check_open()
        position = position_of(board, self.game, self.first)
        score = self._probe(position.mask, position.x)
        # The rules are asked only of what the table denies: that is rare, and takes
        # longer.
        if score is None:
            counting = lines_by_side(self.game, position.stones)
            if not self.game.gravity and lines_allow(*position.sides, counting):
                raise BadTableError(
                    "the table says play cannot reach this board; it can"
                )
            raise explain_unreachable(position, self.game, self.first)
        return position, score

    def _scores(self, position: Position, score: int) -> dict[int, int]:
        x, o = position
        mask, x_moves = x | o, position.x_to_move
        probe = self._probe
        scores = {}
        for cell in self._playable(mask, score):
            stone = 1 << cell
            reply = probe(mask | stone, x | stone if x_moves else x)
            if reply is None:
                raise BadTableError("a position that play reaches is not in the table")
            scores[cell] = score_before(reply)
        return scores

    def _moves(self, position: Position, score: int) -> list[Move]:
        outcomes = self._outcomes(position.stones)
        ranked = sorted(
            self._scores(position, score).items(), key=itemgetter(1), reverse=True
        )
        return [Move(cell, outcomes[score]) for cell, score in ranked]

    def _outcomes(self, stones: int) -> dict[int, Outcome]:
        if stones not in self._by_stones:
            cells, scores = (
                self.game.cells,
                range(-self.game.cells - 1, self.game.cells + 2),
            )
            self._by_stones[stones] = {
                one: outcome_of(one, cells, stones) for one in scores
            }
        return self._by_stones[stones]

    def _playable(self, mask: int, score: int) -> list[int]:
        # No score but that of a finished game is so great; and on a full board no cell
        # is free.
        return [] if abs(score) > self.game.cells else playable(self.game, mask)


def _after_move(position: Position, cell: int) -> Position:
    x, o = position
    return (
        Position(x | 1 << cell, o) if position.x_to_move else Position(x, o | 1 << cell)
    )


def _restore(path: str | None, kept: bytes, first: str) -> Table:
    """A copied or unpickled table: its bytes, or its path and its head, verified like any file."""
    contents = decode(kept) if path is None else read_table(path)
    if contents.data[: len(kept)] != kept:
        raise BadTableError(
            f"{path}: the file has changed since the table was pickled", "damaged"
        )
    return Table(contents, first)
