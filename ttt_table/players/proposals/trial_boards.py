"""Boards on which a player's answers show whether its adapter is the right one.

On each of them the moves differ in value, and most are such that a misread answer is
illegal: one that is counted from the wrong number, or whose row is taken for its
column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random

from ttt_table.players.proposals.trial_board import TrialBoard
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import other, value_of
from ttt_table.table.reader import Table

BOARDS_OF_A_SIDE = 10
EARLY_BOARDS_OF_A_SIDE = 5
QUIET_BOARDS_OF_A_SIDE = 2  # on which most moves keep the value
OPENINGS_WITH_STONES = 2  # of one stone, and as many of two

# How many free cells there are: few, so that slow players answer at once.
FREE_NEAR_THE_END = range(2, 6)
FREE_EARLIER = range(5, 8)

# Those of tic-tac-toe. Choosing them would give the same ones, and take as long as a
# tenth of a grade.
NEAR_BOARDS = """
    OXX.XOO.. X.O.X.X.O O.XXO..OX X.XO.O.X. X.O.X.XOO XOX.OX... .XOX.OOX. X.XO.OX..
    ..XOX.OXO .XOXX...O .X.OOX.OX ..OX.XO.X X.OX.OO.X .XOXO...X OXX.O..OX X...OXO.X
    X..OX.XOO O.X..XX.O .X.O.O.X. XXOXO....
"""
EARLY_BOARDS = """
    .X...OX.O .X...OX.. OO..X..X. ..X..X.O. ..X..XOO. O....XX.. X...O.OX. X......OX
    O...OXX.. ....OX..X ..O.X.... .OX.....X X...O.... .XX..O...
"""
OPENINGS = "X........ ..X...... .X....O.. .X......O ........."
FORCED_BOARDS = """
    O.OXOXXOX XXOXOO.OX OOXXOOXX. OXOOOXX.X XOO.XXXOO OO.XXOXXO .OXXOXOXO XOOXX.OXO
    XXOO.XXOO
"""

MAX_PLAYOUTS = 150
ENDING = 2  # boards of a random game, near the end of a large board
ENOUGH_DECISIVE = 25  # decisive boards of a side, among which to choose
ENOUGH_EARLY = 40  # earlier boards of a side


def near_boards(table: Table, sides: Sequence[str]) -> list[TrialBoard]:
    """Return boards near the end, at most ten for each side, the sides in turn.

    Where the game has them, all are decisive, and half of them threatened: a player
    that takes its own stones for its opponent's then blocks instead of winning.

    >>> from ttt_table import open_table
    >>> boards = near_boards(open_table(), ("X", "O"))
    >>> len(boards), all(board.is_decisive for board in boards)
    (20, True)
    """
    if table.game == Game():
        boards = _listed(NEAR_BOARDS, table)
    else:
        boards = chosen_near_boards(table)
    return _of_sides(boards, sides)


def early_boards(table: Table, sides: Sequence[str]) -> list[TrialBoard]:
    """Return boards with more free cells, on which only some moves keep the value.

    They expose some wrong adapters that fit near the end: a player may take a line of
    free cells for a won one, or the number of free cells for the number of stones. The
    last ones are openings: the empty board, and those with one or two stones and fewest
    best moves.
    """
    if table.game == Game():
        openings = _as_openings(_listed(OPENINGS, table))
        boards = [*_listed(EARLY_BOARDS, table), *openings]
    else:
        boards = chosen_early_boards(table)
    return _of_sides(boards, sides)


def forced_boards(table: Table, sides: Sequence[str]) -> list[TrialBoard]:
    """Return boards with one free cell, each in another place.

    No other answer is legal there, so a player that is called or read in a wrong way
    fails on some of them, even if any move will do for it.
    """
    if table.game == Game():
        boards = _listed(FORCED_BOARDS, table)
    else:
        boards = chosen_forced_boards(table)
    return _of_sides(boards, sides)


def _listed(texts: str, table: Table) -> list[TrialBoard]:
    """Return the boards of a list on which X moves first."""
    if table.first == "O":
        texts = texts.translate(str.maketrans("XO", "OX"))
    return [_trial_board(table, text) for text in texts.split()]


def _as_openings(boards: Iterable[TrialBoard]) -> list[TrialBoard]:
    return [replace(board, is_opening=True) for board in boards]


def _of_sides(boards: Iterable[TrialBoard], sides: Sequence[str]) -> list[TrialBoard]:
    return [board for board in boards if board.mover in sides]


def chosen_near_boards(table: Table) -> list[TrialBoard]:
    """Choose the boards near the end from random games."""
    pools = _collect(table, _is_nearly_full, _are_decisive_enough)
    reserves: dict[str, list[TrialBoard]] = {}
    for side, pool in pools.items():
        if len(pool) < BOARDS_OF_A_SIDE:  # large boards are rarely nearly full
            reserves = reserves or _collect(table, _is_ending, _are_never_enough)
            pool += reserves[side]
    return _in_turn([_choose(pool, table.game.cols) for pool in pools.values()])


def chosen_early_boards(table: Table) -> list[TrialBoard]:
    """Choose the boards with more free cells from random games; openings come last."""
    pools = _collect(table, _is_early, _are_early_enough)
    chosen = []
    for pool in pools.values():
        fewest_best_first = sorted(pool, key=lambda board: len(board.best))
        with_wrong_moves = list(filter(_has_wrong_move, fewest_best_first))
        chosen.append(
            [
                *with_wrong_moves[:EARLY_BOARDS_OF_A_SIDE],
                *fewest_best_first[-QUIET_BOARDS_OF_A_SIDE:],
            ]
        )
    return [*_in_turn(chosen), *_openings(table)]


def chosen_forced_boards(table: Table) -> list[TrialBoard]:
    """Choose the boards with one free cell from random games."""
    texts: dict[int, str] = {}
    for playout in _playouts(table):
        text = playout[-1]
        if text.count(".") == 1:
            texts.setdefault(text.index("."), text)
        if len(texts) == table.game.cells:
            break
    return [_trial_board(table, text) for text in texts.values()]


def _collect(
    table: Table,
    is_wanted: Callable[[str, Sequence[str]], bool],
    are_enough: Callable[[Sequence[TrialBoard]], bool],
) -> dict[str, list[TrialBoard]]:
    """Return boards of random games, by the player to move.

    Args:
        table: The table of the game.
        is_wanted: Whether a board is wanted; it also gets all boards of that game.
        are_enough: Whether the boards of a side are enough to choose from.
    """
    pools: dict[str, list[TrialBoard]] = {table.first: [], other(table.first): []}
    seen: set[str] = set()
    for playout in _playouts(table):
        for text in playout:
            if text in seen or not is_wanted(text, playout):
                continue
            seen.add(text)
            board = _trial_board(table, text)
            pools[board.mover].append(board)
        if all(map(are_enough, pools.values())):
            break
    return pools


def _is_nearly_full(board: str, _: Sequence[str]) -> bool:
    return board.count(".") in FREE_NEAR_THE_END


def _is_ending(board: str, playout: Sequence[str]) -> bool:
    return board in playout[-ENDING:] and not _is_nearly_full(board, playout)


def _is_early(board: str, _: Sequence[str]) -> bool:
    return board.count(".") in FREE_EARLIER


def _are_decisive_enough(boards: Sequence[TrialBoard]) -> bool:
    return sum(board.is_decisive for board in boards) >= ENOUGH_DECISIVE


def _are_never_enough(_: Sequence[TrialBoard]) -> bool:
    return False


def _are_early_enough(boards: Sequence[TrialBoard]) -> bool:
    return len(boards) >= ENOUGH_EARLY


def _has_wrong_move(board: TrialBoard) -> bool:
    return len(board.best) < len(board.legal)


def _openings(table: Table) -> list[TrialBoard]:
    """Return the empty board, and those with one or two stones and fewest best moves.

    A search that takes the number of free cells for the number of stones plays badly
    there. A player that can only reply fails on the empty board.
    """
    start = "." * table.game.cells
    after_one = [table.push(start, cell) for cell in table.legal_moves(start)]
    after_two = []
    for text in after_one:
        after_two += [table.push(text, cell) for cell in table.legal_moves(text)]
    openings = []
    for texts in (after_one, after_two):
        unfinished = [text for text in texts if not table.is_over(text)]
        boards = [_trial_board(table, text) for text in unfinished]
        with_wrong_moves = list(filter(_has_wrong_move, boards))
        with_wrong_moves.sort(key=lambda board: len(board.best))
        openings += with_wrong_moves[:OPENINGS_WITH_STONES]
    openings.append(_trial_board(table, start))
    return _as_openings(openings)


def _playouts(table: Table) -> Iterator[list[str]]:
    """Yield the unfinished boards of random games, always the same ones."""
    rng = Random(0)
    for _ in range(MAX_PLAYOUTS):
        board = "." * table.game.cells
        boards = []
        while legal := table.legal_moves(board):
            boards.append(board)
            board = table.push(board, rng.choice(legal))
        yield boards


def _trial_board(table: Table, text: str) -> TrialBoard:
    scores = table.scores(text)
    legal = tuple(scores)
    value = value_of(max(scores.values()))
    best = tuple(cell for cell, score in scores.items() if value_of(score) == value)
    is_decisive = False
    if len(best) == 1 and best[0] not in (legal[0], legal[-1]):
        is_decisive = value == 1 and table.is_over(table.push(text, best[0]))
    return TrialBoard(
        text=text,
        mover=table.mover(text),
        legal=legal,
        best=best,
        is_decisive=is_decisive,
        is_threatened=is_decisive and _is_threatened(table, text, best[0]),
    )


def _is_threatened(table: Table, board: str, winning_cell: int) -> bool:
    """Whether the opponent could win at once elsewhere, if it were its turn."""
    win_at_once = table.game.cells  # the score of a win in one ply
    for cell in table.legal_moves(board):
        if cell == winning_cell:
            continue
        replies = table.scores(table.push(board, cell))
        replies.pop(winning_cell, None)
        if win_at_once in replies.values():
            return True
    return False


def _choose(pool: Sequence[TrialBoard], cols: int) -> list[TrialBoard]:
    """Return ten boards of a side: decisive ones where there are enough of them."""
    threatened = [board for board in pool if board.is_threatened]
    decisive = [board for board in pool if board.is_decisive]
    unthreatened = [board for board in decisive if not board.is_threatened]
    undecided = [board for board in pool if not board.is_decisive]

    # Half of the boards are threatened, and the others decisive, if the game has them.
    chosen = _most_revealing(threatened, BOARDS_OF_A_SIDE // 2, cols)
    chosen += _most_revealing(unthreatened, BOARDS_OF_A_SIDE - len(chosen), cols)

    # The rest are of the next best kinds.
    for kind in (
        threatened,
        [board for board in undecided if _has_wrong_move(board)],
        [board for board in pool if not _has_wrong_move(board)],
    ):
        left = [board for board in kind if board not in chosen]
        chosen += _most_revealing(left, BOARDS_OF_A_SIDE - len(chosen), cols)
    return chosen


def _most_revealing(
    pool: Sequence[TrialBoard], count: int, cols: int
) -> list[TrialBoard]:
    """Return boards on which misread answers are illegal, with different best moves."""
    chosen: list[TrialBoard] = []
    uses = dict.fromkeys({board.best for board in pool}, 0)

    def merit(board: TrialBoard) -> int:
        return _illegal_misreadings(board, cols) - 2 * uses[board.best]

    left = list(pool)
    while left and len(chosen) < count:
        board = max(left, key=merit)
        left.remove(board)
        chosen.append(board)
        uses[board.best] += 1
    return chosen


def _illegal_misreadings(board: TrialBoard, cols: int) -> int:
    """Count the ways of misreading the best move after which it is illegal."""
    (cell, *_) = board.best
    row, col = divmod(cell, cols)
    misread = (cell - 1, cell + 1, col * cols + row)
    return sum(wrong not in board.legal for wrong in misread)


def _in_turn(chosen: Sequence[Sequence[TrialBoard]]) -> list[TrialBoard]:
    """Return the boards of all sides, one of each side after the other."""
    boards = []
    for index in range(max(map(len, chosen), default=0)):
        boards += [side[index] for side in chosen if index < len(side)]
    return boards
