"""The reader: looks up in a table file who wins, how soon, and by which moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter

from ttt_table.errors import (
    ArgumentError,
    BadTableError,
    BoardError,
    ClosedTableError,
    MissingExtraError,
    OtherGameError,
    quoted,
)
from ttt_table.rules.board import (
    Board,
    checked_move,
    explain_unreachable,
    position_of,
    text_of,
)
from ttt_table.rules.game import (
    Game,
    Position,
    checked_game,
    lines_allow,
    lines_of_mover_and_opponent,
    playable,
)
from ttt_table.rules.outcome import (
    Look,
    Move,
    Outcome,
    Side,
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
    Batch = object  # its module needs numpy


def open_table(
    path: Path | None = None,
    *,
    game: Game | None = None,
    first: Side = "X",
    verify: bool = False,
) -> Table:
    """Open a table file.

    A file of 1 MiB or more stays on the disk: close the table, or use ``with``.

    Args:
        path: The file; by default the shipped table of tic-tac-toe.
        game: The game that the table must be of; a game of lines may have any name.
        first: The player who moves first. With ``"O"`` all answers have the colours
            exchanged.
        verify: Whether to verify the checksum of a large file, which reads all of it.

    Returns:
        The table. It is from the mover's point of view on every board.

    Raises:
        TableError: The file cannot be read, is not a valid table, or is of another
            game; the subclass says which.
        ArgumentError: ``game`` or ``first`` is invalid.
    """
    checked_first(first)  # before a large file is read
    if game is not None:
        checked_game(game)
    contents = read_table(shipped_path() if path is None else path, verify=verify)
    if game is not None and not _same_rules(contents.game, game):
        file = "the shipped table" if path is None else path_text(path)
        expected = str(game)
        if expected == str(contents.game):
            expected = "one with these lines"
        raise OtherGameError(f"{file}: this is {contents.game}, not {expected}")
    return Table(contents, first)


def checked_first(first: Side) -> Side:
    """Return the player who moves first.

    Raises:
        ArgumentError: It is not ``"X"`` or ``"O"``.
    """
    if not isinstance(first, str) or first not in ("X", "O"):
        raise ArgumentError(
            f'first is {quoted(first)}, but only "X" or "O" can move first'
        )
    return first


def _same_rules(game: Game, expected: Game) -> bool:
    """Return whether two games are the same but for the names of their lines."""
    return game._replace(name=None) == expected._replace(name=None)


class Table(Mapping[str, Outcome]):
    """A read-only mapping from every board that play can reach to its outcome.

    An outcome is from the mover's point of view. A bad or unreachable board raises
    `BoardError`, a `KeyError`. Threads may share a table.

    A table can be copied and pickled. A table on the disk is pickled as its path; the
    file must still have the same header when it is unpickled.

    Every call raises `ClosedTableError` once the table is closed, and another
    `TableError` if the file has become unreadable.

    >>> table = open_table()
    >>> len(table), table["X...O...."], "XXX......" in table
    (5478, Outcome(value=0, plies=7), False)
    >>> table.best_move("XX.OO....")
    2
    """

    def __init__(self, contents: Contents, first: Side = "X") -> None:
        """Use `open_table` to make one.

        Args:
            contents: The decoded file.
            first: The player who moves first, ``"X"`` or ``"O"``.
        """
        self.game = contents.game
        """The game that the table is of."""
        self.first = checked_first(first)
        """The player who moves first."""
        self.closed = False
        """Whether the table has been closed."""
        self._contents = contents
        self._outcome_of_board: dict[Board, Outcome] = {}
        self._outcomes_by_stones: dict[int, dict[int, Outcome]] = {}
        self._probe: Callable[[int, int], int | None] = Prober(contents).score
        self._kept_finder: Finder | None = None

    def __repr__(self) -> str:
        end = ", closed" if self.closed else ""
        positions = f"{self._contents.positions} positions"
        return f"<Table {self.game}, {positions}, {self.first} first{end}>"

    # To compare tables as mappings, two dictionaries of all positions would be built.
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
        data = self._contents.data
        if not isinstance(data, FileBytes):
            return _restore, (bytes(data), self.first)
        # The header has the checksum of the body, so it tells whether a file is the
        # same.
        header = data[: self._contents.tiers[0].masks_at]
        return _restore_from_file, (data.path, header, self.first)

    def close(self) -> None:
        """Close the table; closing it again does nothing."""
        self.closed = True
        self._outcome_of_board.clear()
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
            return self._outcome_of_board[board]
        except (KeyError, TypeError):
            pass
        position, score = self._look_up(board)
        outcome = self._outcomes(position.stones)[score]
        # A list cannot be a key, and text of another class may equal any text.
        if type(board) is str:
            remember(self._outcome_of_board, board, outcome)
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
        """Return the board that represents the class of a board.

        It is the symmetric image of the board that sorts last as text. Boards that are
        equal up to symmetry have the same one.

        Args:
            board: The board, in any form of `Board`.

        Raises:
            BoardError: This is not a board of the game.
        """
        text = text_of(position_of(board, self.game, self.first), self.game, self.first)
        return max(
            "".join(map(text.__getitem__, order)) for order in self._contents.symmetries
        )

    def batch(self, boards: object, *, perspective: str = "X") -> Batch:
        """Look up many boards at once, in numpy arrays.

        An unreachable board is not an error.

        Args:
            boards: An array (n, cells) or (n, rows, cols) with 1 for X, -1 for O and 0
                for an empty cell, or a sequence of boards.
            perspective: The player whose stones are 1 in the array: ``"X"``, ``"O"`` or
                ``"mover"``, as batch players receive them.

        Returns:
            A `Batch` of the boards in the same order, from each mover's point of view.

        Raises:
            ArgumentError: There is no such perspective.
            BoardError: A board is not one of this game.
            MissingExtraError: Numpy is not installed.
        """
        return self._finder().batch(self, boards, perspective)

    def arrays(self, *, unfinished: bool = False) -> Iterator[Batch]:
        """Yield all reachable boards, in batches of at most 32,768 of a tier.

        Args:
            unfinished: Whether to give unfinished boards only.

        Raises:
            MissingExtraError: Numpy is not installed.
        """
        return self._finder().arrays(self, unfinished)

    def _finder(self) -> Finder:
        self._check_open()
        if self._kept_finder is None:
            try:
                from ttt_table.table.batch import Finder
            except ImportError as error:
                task = "looking up boards in an array"
                raise MissingExtraError.of(task, "numpy", error) from None
            self._kept_finder = Finder(self._contents, self.first)
        return self._kept_finder

    def look(self, board: Board) -> Look:
        """Return everything about a board.

        Args:
            board: The board, in any form of `Board`.

        Raises:
            BoardError: The board is invalid or unreachable.
        """
        position, score = self._look_up(board)
        return Look(
            text_of(position, self.game, self.first),
            self._mover(position),
            self._outcomes(position.stones)[score],
            self._moves(position, score),
        )

    def moves(self, board: Board) -> list[Move]:
        """Return every legal move with its outcome.

        Args:
            board: The board, in any form of `Board`.

        Returns:
            The moves with the mover's outcomes, the best first. Equally good moves are
            in the order of their cells.

        Raises:
            BoardError: The board is invalid or unreachable.
        """
        position, score = self._look_up(board)
        return self._moves(position, score)

    def mover(self, board: Board) -> Side:
        """Return the player to move, ``"X"`` or ``"O"``.

        On a finished board, it is the opponent of the player who moved last.

        Args:
            board: The board, in any form of `Board`.

        Raises:
            BoardError: The board is invalid or unreachable.
        """
        position, _ = self._look_up(board)
        return self._mover(position)

    def is_over(self, board: Board) -> bool:
        """Return whether the game is over, by a line or because the board is full.

        Args:
            board: The board, in any form of `Board`.

        Raises:
            BoardError: The board is invalid or unreachable.
        """
        return self[board].plies == 0

    def winner(self, board: Board) -> Side | None:
        """Return the winner, ``"X"`` or ``"O"``; None in a draw or before the end.

        Args:
            board: The board, in any form of `Board`.

        Raises:
            BoardError: The board is invalid or unreachable.
        """
        outcome = self[board]
        if outcome.plies > 0 or outcome.value == 0:
            return None
        mover = self.mover(board)
        return mover if outcome.value > 0 else other(mover)

    def legal_moves(self, board: Board) -> list[int]:
        """Return the cells where the mover may play, in order.

        Args:
            board: The board, in any form of `Board`.

        Raises:
            BoardError: The board is invalid or unreachable.
        """
        position, score = self._look_up(board)
        return self._playable(position.mask, score)

    def columns(self, board: Board) -> dict[int, int]:
        """Return the cell where a stone lands in each open column, with gravity.

        Args:
            board: The board, in any form of `Board`.

        Returns:
            Cells by column, from the left; empty without gravity.

        Raises:
            BoardError: The board is invalid or unreachable.
        """
        if not self.game.gravity:
            return {}
        cols = self.game.cols
        return dict(sorted((cell % cols, cell) for cell in self.legal_moves(board)))

    def push(
        self, board: Board, cell: int | None = None, *, column: int | None = None
    ) -> str:
        """Return the board after a move.

        Args:
            board: The board before it.
            cell: The cell where the mover plays.
            column: With gravity, the column in place of a cell, from 0.

        Raises:
            MoveError: The mover cannot play there.
            BoardError: The board is invalid or unreachable.
            ArgumentError: A column is given without gravity, or beside a cell.

        >>> open_table().push("X........", 4)
        'X...O....'
        """
        position, score = self._look_up(board)
        legal = self._playable(position.mask, score)
        move = checked_move(self.game, position.mask, legal, cell, column)
        after = _after_move(position, move)
        return text_of(after, self.game, self.first)

    def continuation(self, board: Board) -> list[int]:
        """Return the cells of perfect play to the end, each the first best move.

        Args:
            board: The board, in any form of `Board`.

        Raises:
            BoardError: The board is invalid or unreachable.
        """
        cells: list[int] = []
        position, score = self._look_up(board)
        while scores := self._scores(position, score):
            cell, best = max(scores.items(), key=itemgetter(1))
            cells.append(cell)
            position = _after_move(position, cell)
            score = -best - value_of(best)  # the inverse of `score_before`
        return cells

    def scores(self, board: Board, *, limit: int | None = None) -> dict[int, int]:
        """Return the score of each legal move, by cell.

        Args:
            board: The board.
            limit: After how many plies a search would stop; moves whose game ends later
                have the score 0.

        Raises:
            ArgumentError: The limit is not a number of plies.
        """
        limit = checked_limit(limit)
        position, score = self._look_up(board)
        scores = self._scores(position, score)
        if limit is None:
            return scores
        cells = self.game.cells
        return {
            cell: score_within(score, cells, limit) for cell, score in scores.items()
        }

    def best_moves(self, board: Board, *, limit: int | None = None) -> list[int]:
        """Return the cells of the best moves, in order.

        Args:
            board: The board.
            limit: As for `scores`.
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
        """Return the cell of a best move; None if the game is over.

        Args:
            board: The board.
            choose: Picks one of several best moves; by default the first.
            limit: As for `scores`.
        """
        best = self.best_moves(board, limit=limit)
        return choose(best) if best else None

    def probe(self, position: Position) -> int | None:
        """Return the mover's score of a position, unchecked.

        Args:
            position: A position in which X has moved first.

        Returns:
            The score, or None if play cannot reach the position.
        """
        return self._probe(position.mask, position.x)

    def _look_up(self, board: Board) -> tuple[Position, int]:
        """Return the position that a board shows, and its score.

        Raises:
            BoardError: It is not a board of this game, or play cannot reach it.
        """
        self._check_open()
        position = position_of(board, self.game, self.first)
        score = self._probe(position.mask, position.x)
        if score is None:
            raise self._unreachable_error(position)
        return position, score

    def _unreachable_error(self, position: Position) -> BoardError | BadTableError:
        """Return the error for a position that the table marks as unreachable."""
        # The rules are consulted only here, as they take longer than a look-up. Without
        # gravity the lines alone decide whether play reaches a board. With gravity some
        # order of moves must also have stacked the stones, which only the table knows.
        if not self.game.gravity:
            counting = lines_of_mover_and_opponent(self.game, position.stones)
            if lines_allow(*position.mover_and_opponent, counting):
                return BadTableError(
                    "the table marks this reachable board as unreachable"
                )
        return explain_unreachable(position, self.game, self.first)

    def _mover(self, position: Position) -> Side:
        return self.first if position.x_to_move else other(self.first)

    def _scores(self, position: Position, score: int) -> dict[int, int]:
        """Return the score of each legal move, by cell."""
        x, o = position
        mask = x | o
        x_to_move = position.x_to_move
        probe = self._probe
        scores = {}
        for cell in self._playable(mask, score):
            stone = 1 << cell
            reply = probe(mask | stone, x | stone if x_to_move else x)
            if reply is None:
                raise BadTableError("a position that play reaches is not in the table")
            scores[cell] = score_before(reply)
        return scores

    def _moves(self, position: Position, score: int) -> list[Move]:
        outcomes = self._outcomes(position.stones)
        scores = self._scores(position, score)
        ranked = sorted(scores.items(), key=itemgetter(1), reverse=True)
        return [Move(cell, outcomes[score]) for cell, score in ranked]

    def _outcomes(self, stones: int) -> dict[int, Outcome]:
        """Return the outcome that each score stands for, with this many stones."""
        if stones not in self._outcomes_by_stones:
            cells = self.game.cells
            self._outcomes_by_stones[stones] = {
                score: outcome_of(score, cells, stones)
                for score in range(-cells - 1, cells + 2)
            }
        return self._outcomes_by_stones[stones]

    def _playable(self, mask: int, score: int) -> list[int]:
        # Only finished games have so great a score; and on a full board no cell is
        # free.
        if abs(score) > self.game.cells:
            return []
        return playable(self.game, mask)


def checked_limit(limit: int | None) -> int | None:
    """Return a number of plies, or None.

    Raises:
        ArgumentError: It is not an integer of 0 or more.
    """
    if limit is not None and (type(limit) is not int or limit < 0):
        raise ArgumentError(
            f"limit must be an integer of 0 or more plies, not {quoted(limit)}"
        )
    return limit


def _after_move(position: Position, cell: int) -> Position:
    x, o = position
    if position.x_to_move:
        return Position(x | 1 << cell, o)
    return Position(x, o | 1 << cell)


def _restore(data: bytes, first: Side) -> Table:
    """Return a copied or unpickled table from its bytes."""
    return Table(decode(data), first)


def _restore_from_file(path: str, header: bytes, first: Side) -> Table:
    """Return a copied or unpickled table from its file, which must have this header."""
    contents = read_table(path)
    if contents.data[: len(header)] != header:
        raise BadTableError(
            f"{path}: the file has changed since the table was pickled", "damaged"
        )
    return Table(contents, first)
