"""The boards that a player is asked before its grade.

They come in *pairs* with the same free cells and other stones, on which the mover and
the opponent could both win at once, each in cells of its own, and in the second board
elsewhere than in the first. So a player that sees the stones, to win or to block,
answers some pairs differently.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from random import Random
from typing import NamedTuple, TypeAlias

from ttt_table.errors import BoardError
from ttt_table.rules.completions import completions
from ttt_table.rules.game import Game, playable
from ttt_table.rules.outcome import other
from ttt_table.table.reader import Table

SEED = 0
PAIRS_OF_A_SIDE = 5
BOARDS_OF_A_SIDE = 10
MIN_FREE = 3  # so few free cells, as others take minimax longer
MAX_FREE = 6
MASKS = 200  # tried for each number of free cells
GAMES = 50  # played at random where there are no pairs
SHUFFLES = 20  # tried of the stones on each of them

# The pairs of tic-tac-toe with the fewest `_misreadings` of all.
OF_TIC_TAC_TOE = """
    XX.OO.XO. OX.XX.OO. XX.O.XO.O OX.O.OX.X
    X.XO.X.OO O.OX.X.OX .XX.OO.OX .XO.XX.OO
    X.XOO.OX. O.XXX.OO. X.XO.O.X. X.OX.O.X.
    .X.X.XO.O .X.X.OX.O .XX.OOX.. .XO.XOX..
    ..XXX.OO. ..XXO.XO. XX...XOO. XO...XXO.
"""


class GateBoard(NamedTuple):
    """A board, and what there is to see on it."""

    board: str

    best: frozenset[int]
    """Where the mover wins at once; in games without such boards, its best cells."""

    threats: frozenset[int]
    """Where the opponent would win at once, if it were its turn."""


Pair: TypeAlias = tuple[GateBoard, GateBoard]


class GateBoards(NamedTuple):
    """The boards at which a side is to move."""

    boards: list[str]
    """Ten boards, which show whether its answers are of use."""

    pairs: list[tuple[str, str]]
    """Up to five pairs, which show whether it sees the stones."""


def boards_of_side(table: Table, side: str) -> GateBoards:
    """Return the boards at which a side is to move."""
    if table.game == Game():
        listed = OF_TIC_TAC_TOE.split()
        if table.first == "O":
            listed = [board.translate(EXCHANGED) for board in listed]
        pairs = [
            (first, second)
            for first, second in zip(listed[::2], listed[1::2], strict=True)
            if table.mover(first) == side
        ]
    else:
        pairs = [(one.board, two.board) for one, two in find_pairs(table, side)]
    boards = [board for pair in pairs for board in pair]
    if len(boards) < BOARDS_OF_A_SIDE or table.game.gravity:
        boards = _any_boards(table, side)
    return GateBoards(boards, pairs)


EXCHANGED = str.maketrans("XO", "OX")


def find_pairs(table: Table, side: str) -> list[Pair]:
    """Return up to five pairs of boards at which a side is to move."""
    chance = Random(SEED)
    found: dict[int, Pair] = {}
    for free in range(MIN_FREE, MAX_FREE + 1):
        stones = table.game.cells - free
        is_side_to_move = (stones % 2 == 0) == (side == table.first)
        if stones < 0 or not is_side_to_move:
            continue
        for _ in range(MASKS):
            mask = _random_mask(table.game, stones, chance)
            if mask not in found:
                shuffled = _shuffled_boards(table, mask, chance)
                pair = next(filter(_differ, combinations(shuffled, 2)), None)
                if pair is not None:
                    found[mask] = pair
        if len(found) >= PAIRS_OF_A_SIDE:
            break
    pairs = sorted(found.values(), key=lambda pair: _misreadings(pair, table.game))
    return pairs[:PAIRS_OF_A_SIDE]


def _random_mask(game: Game, stones: int, chance: Random) -> int:
    mask = 0
    for _ in range(stones):
        mask |= 1 << chance.choice(playable(game, mask))
    return mask


def _shuffled_boards(table: Table, mask: int, chance: Random) -> Iterator[GateBoard]:
    """Yield boards with the stones of this mask shuffled, if they are worth asking."""
    count = mask.bit_count()
    second = other(table.first)
    stones = [table.first] * (count - count // 2) + [second] * (count // 2)
    for _ in range(SHUFFLES):
        chance.shuffle(stones)
        left = iter(stones)
        cells = range(table.game.cells)
        board = "".join(next(left) if mask >> cell & 1 else "." for cell in cells)
        with suppress(BoardError):  # no game leads to it
            judged = None if table.is_over(board) else _judged(board, table)
            if judged is not None:
                yield judged


def _judged(board: str, table: Table) -> GateBoard | None:
    """Return a board, unless there is too little to see on it."""
    game = table.game
    if game.misere or game.breaker:
        best = frozenset(table.best_moves(board))
        is_worth_asking = len(best) < board.count(".")
        return GateBoard(board, best, frozenset()) if is_worth_asking else None
    mover = table.mover(board)
    opponent = other(mover)
    table.scores(board)  # raises an error if no game leads to the board
    wins = _wins_at_once(board, mover, table)
    threats = _wins_at_once(board, opponent, table)
    if not wins or not threats or wins & threats:
        return None
    return GateBoard(board, wins, threats)


def _wins_at_once(board: str, mark: str, table: Table) -> frozenset[int]:
    """Return the cells with which a player would complete a line."""
    completed = completions(table.game, board, mark, table.first)
    return frozenset(completion.cell for completion in completed)


def _legal(board: str, game: Game) -> list[int]:
    taken = sum(1 << cell for cell, stone in enumerate(board) if stone != ".")
    return playable(game, taken)


def _differ(pair: Pair) -> bool:
    """Return whether two boards have other best cells, and other threats.

    If a win here were a block there, and the other way round, then a player that only
    looks for two of a kind would take the same cell on both.
    """
    first, second = pair
    if first.best & second.best or first.threats & second.threats:
        return False
    are_exchanged = first.best | first.threats == second.best | second.threats
    return not (first.threats and are_exchanged)


def _misreadings(pair: Pair, game: Game) -> int:
    """Return how many right answers would be legal if they were misread.

    As cells, rows and columns that are counted from 1, and as a column before its row.
    Pairs with few of them refuse a player that answers in another way than it should.
    """
    count = 0
    for board, best, threats in pair:
        legal = _legal(board, game)
        for cell in best | threats:
            row, col = divmod(cell, game.cols)
            misread = {cell + 1, col * game.cols + row, cell + game.cols + 1}
            count += len(misread & set(legal))
    return count


def _any_boards(table: Table, side: str) -> list[str]:
    """Return unfinished boards at which a side is to move, from random games.

    With gravity they are those with the fewest legal cells in the top row, whose
    numbers are columns too: so a player is refused that returns cells. Otherwise they
    are those with the fewest free cells.
    """
    boards = [board for board in _random_boards(table) if table.mover(board) == side]

    def order(board: str) -> tuple[int, int]:
        in_the_top_row = 0
        if table.game.gravity:
            legal = _legal(board, table.game)
            in_the_top_row = sum(cell < table.game.cols for cell in legal)
        return in_the_top_row, board.count(".")

    return sorted(boards, key=order)[:BOARDS_OF_A_SIDE]


def boards_with_a_threat(table: Table, mark: str) -> list[str]:
    """Return a few boards at which a player would win next, but is not to move.

    The opponent cannot win at once, and so has to block.
    """
    opponent = other(mark)
    boards = [
        board
        for board in _random_boards(table)
        if table.mover(board) == opponent
        and len(_wins_at_once(board, mark, table)) == 1
        and not _wins_at_once(board, opponent, table)
    ]
    return sorted(boards, key=lambda board: board.count("."))[:PAIRS_OF_A_SIDE]


def _random_boards(table: Table) -> list[str]:
    """Return the unfinished boards of some random games."""
    chance = Random(SEED)
    boards: dict[str, None] = {}
    for _ in range(GAMES):
        board = "." * table.game.cells
        while not table.is_over(board):
            boards[board] = None
            board = table.push(board, chance.choice(table.legal_moves(board)))
    return list(boards)
