"""Tables as the package opens them: the runtime's look-ups, and what is added to them.

Boards come in any form, and a table is a mapping that can be copied and pickled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import index, itemgetter

from ttt_table import runtime
from ttt_table.errors import (
    ArgumentError,
    BadTableError,
    MissingExtraError,
    OtherGameError,
    with_path,
)
from ttt_table.runtime import (
    FileBytes,
    Move,
    Outcome,
    Side,
    best_of,
    check_choice,
    check_flags,
    is_board_text,
    masks_of,
    supported_cells,
)
from ttt_table.table.contents import Contents
from ttt_table.table.files import AnyPath, path_text, read_table, shipped_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ttt_table.rules.board import Board
    from ttt_table.rules.game import Game, Position
    from ttt_table.rules.outcome import Look
    from ttt_table.table.batch import Batch, Finder
else:
    Batch = Board = Game = Look = Position = object  # imported when they are needed


def open_table(
    source: AnyPath | bytes | None = None,
    *,
    game: Game | None = None,
    first: Side = "X",
    verify: bool = False,
) -> Table:
    """Open a table file.

    A file of 1 MiB or more stays on the disk: close the table, or use ``with``.

    Args:
        source: The path of the file, or the bytes in it; by default the shipped table
            of tic-tac-toe.
        game: The game that the table must be of; a game of lines may have any name.
        first: The player who moves first. With ``"O"`` all answers have the colours
            exchanged.
        verify: Whether to verify the checksum of a large file, which reads all of it.

    Returns:
        The table. It is from the mover's point of view on every board.

    Raises:
        TableError: The file cannot be read, is not a valid table, or is of another
            game; the subclass says which.
        ArgumentError: ``source``, ``game`` or ``first`` is invalid.
    """
    check_choice("first", first, ("X", "O"))  # before a large file is read
    check_flags(verify=verify)
    if game is not None:
        from ttt_table.rules.game import checked_game

        checked_game(game)
    if isinstance(source, bytes):
        contents = Contents(source)
    else:
        path = shipped_path() if source is None else source
        contents = read_table(path, verify=verify)
    if game is not None and not _same_rules(contents.game, game):
        expected = str(game)
        if expected == str(contents.game):
            expected = "one with these lines"
        name = _name_of(source)
        raise OtherGameError(
            with_path(name, f"this is {contents.game}, not {expected}")
        )
    return Table(contents, first)


def _name_of(source: AnyPath | bytes | None) -> str:
    """Return what a message calls a table."""
    if source is None:
        return "the shipped table"
    return "the bytes" if isinstance(source, bytes) else path_text(source)


def _same_rules(game: Game, expected: Game) -> bool:
    """Return whether two games are the same but for the names of their lines."""
    return game._replace(name=None) == expected._replace(name=None)


class Table(runtime.Table, Mapping[str, Outcome]):
    """A read-only mapping from every board that play can reach to its outcome.

    An outcome is from the mover's point of view. Every call takes a board in any form
    of `Board`; a bad or unreachable one raises `BoardError`, a `KeyError`. Threads may
    share a table.

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
        super().__init__(contents, first)
        self._contents = contents
        self._kept_finder: Finder | None = None

    @property
    def game(self) -> Game:
        """The game that the table is of."""
        return self._contents.game

    def __repr__(self) -> str:
        end = ", closed" if self.closed else ""
        positions = f"{self._contents.positions} positions"
        return f"<Table {self.game}, {positions}, {self.first} first{end}>"

    # To compare tables as mappings, two dictionaries of all positions would be built.
    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__

    def __reduce__(self) -> tuple[Callable[..., Table], tuple[object, ...]]:
        self._check_open()
        data = self._contents.data
        if not isinstance(data, FileBytes):
            return _restore, (bytes(data), self.first)
        # The header has the checksum of the body, so it tells whether a file is the
        # same.
        header = self._contents.header
        return _restore_from_file, (data.path, header, self.first)

    def _text(self, board: object) -> str:
        if is_board_text(board, self._cells):
            return board
        from ttt_table.rules.board import board_text

        return board_text(board, self.game)  # type: ignore[arg-type]  # it is checked

    if TYPE_CHECKING:  # inherited, but with boards in any form

        def __getitem__(self, board: Board) -> Outcome: ...
        def moves(self, board: Board) -> list[Move]: ...  # noqa: D102
        def legal_moves(self, board: Board) -> list[int]: ...  # noqa: D102
        def mover(self, board: Board) -> Side: ...  # noqa: D102
        def is_over(self, board: Board) -> bool: ...  # noqa: D102
        def winner(self, board: Board) -> Side | None: ...  # noqa: D102

    def __iter__(self) -> Iterator[str]:
        from ttt_table.table.slots import masks_of_tier, subsets, x_count

        self._check_open()
        self._contents.check_blocks()
        for stones in range(self.game.cells + 1):
            for mask in masks_of_tier(self.game, stones):
                for x in subsets(mask, x_count(stones)):
                    if self._probe(mask, x) is not None:
                        yield self._board_of(mask, x)

    def canonical(self, board: Board) -> str:
        """Return the board that represents the class of a board.

        It is the symmetric image of the board that sorts last as text. Boards that are
        equal up to symmetry have the same one.

        Args:
            board: The board, in any form of `Board`.

        Raises:
            BoardError: This is not a board of the game.
        """
        text = self._text(board)
        masks_of(text, self.game, self.first)  # says what is wrong with the board
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
            ArgumentError: ``unfinished`` is not a truth value.
            MissingExtraError: Numpy is not installed.
        """
        check_flags(unfinished=unfinished)
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
        """Return everything about a board."""
        from ttt_table.rules.outcome import Look

        mask, x, score = self._look_up(board)
        return Look(
            self._board_of(mask, x),
            self._mover(mask),
            self._outcome(mask, score),
            self._moves(mask, x, score),
        )

    def _board_of(self, mask: int, x: int) -> str:
        from ttt_table.rules.board import text_of
        from ttt_table.rules.game import Position

        return text_of(Position(x, mask ^ x), self.game, self.first)

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
        from ttt_table.rules.board import checked_move

        mask, x, score = self._look_up(board)
        legal = self._playable(mask, score)
        move = checked_move(self.game, mask, legal, cell, column)
        return self._board_of(*_after_move(mask, x, move))

    def continuation(self, board: Board) -> list[int]:
        """Return the cells of perfect play to the end, each the first best move."""
        cells: list[int] = []
        mask, x, score = self._look_up(board)
        while scores := self._scores(mask, x, score):
            cell, best = max(scores.items(), key=itemgetter(1))
            cells.append(cell)
            mask, x = _after_move(mask, x, cell)
            score = -best - (best > 0) + (best < 0)  # the inverse of `score_before`
        return cells

    def scores(self, board: Board, *, depth: int | None = None) -> dict[int, int]:
        """Return the score of each legal move, by cell.

        Args:
            board: The board.
            depth: After how many plies a search would stop; moves whose game ends later
                have the score 0.

        Raises:
            ArgumentError: The depth is not a number of plies.
        """
        depth = checked_depth(depth)
        scores = self._scores(*self._look_up(board))
        if depth is None:
            return scores
        from ttt_table.rules.outcome import score_within

        cells = self._cells
        return {
            cell: score_within(score, cells, depth) for cell, score in scores.items()
        }

    def best_moves(self, board: Board, *, depth: int | None = None) -> list[int]:
        """Return the cells of the best moves, in order.

        Args:
            board: The board.
            depth: As for `scores`.
        """
        return best_of(self.scores(board, depth=depth))

    def best_move(
        self,
        board: Board,
        choose: Callable[[Sequence[int]], int] = itemgetter(0),
        *,
        depth: int | None = None,
    ) -> int | None:
        """Return the cell of a best move; None if the game is over.

        Args:
            board: The board.
            choose: Picks one of several best moves; by default the first.
            depth: As for `scores`.

        Raises:
            ArgumentError: The depth is not a number of plies, or ``choose`` is not a
                function.
            BoardError: The board is invalid or unreachable.
        """
        if not callable(choose):
            raise ArgumentError.of("choose", choose, "a function of a list of cells")
        best = self.best_moves(board, depth=depth)
        return choose(best) if best else None

    def probe(self, position: Position) -> int | None:
        """Return the mover's score of a position.

        Args:
            position: A position in which X has moved first.

        Returns:
            The score, or None if play cannot reach the position.

        Raises:
            ArgumentError: It is not a `Position` of two integers.
        """
        try:
            x, o = map(index, position)
        except (TypeError, ValueError):
            raise ArgumentError.of("position", position, "a Position") from None
        mask = x | o
        takes_turns = 0 <= x.bit_count() - o.bit_count() <= 1
        if x & o or not takes_turns or not 0 <= mask < 1 << self._cells:
            return None
        if self.game.gravity and mask & ~supported_cells(mask, self.game):
            return None
        return self._probe(mask, x)


def checked_depth(depth: int | None) -> int | None:
    """Return a number of plies, or None.

    Raises:
        ArgumentError: It is not an integer of 0 or more.
    """
    if depth is not None and (type(depth) is not int or depth < 0):
        raise ArgumentError.of("depth", depth, "an integer of 0 or more plies")
    return depth


def _after_move(mask: int, x: int, cell: int) -> tuple[int, int]:
    """Return the position after a move at a cell, as masks of all stones and of X."""
    stone = 1 << cell
    x_to_move = mask.bit_count() % 2 == 0
    return mask | stone, x | stone if x_to_move else x


def _restore(data: bytes, first: Side) -> Table:
    """Return a copied or unpickled table from its bytes."""
    return Table(Contents(data), first)


def _restore_from_file(path: str, header: bytes, first: Side) -> Table:
    """Return a copied or unpickled table from its file, which must have this header."""
    contents = read_table(path)
    if contents.header != header:
        raise BadTableError(
            with_path(path, "the file has changed since the table was pickled"),
            "damaged",
        )
    return Table(contents, first)
