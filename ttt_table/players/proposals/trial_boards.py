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
OPENINGS_OF_A_SIDE = 2

# How many free cells there are: few, so that slow players answer at once.
FREE_NEAR_THE_END = range(2, 6)
FREE_EARLIER = range(5, 8)

# Those of tic-tac-toe, as `chosen_boards` chooses them: to play random games takes a
# tenth of the time of a grade.
TIC_TAC_TOE_BOARDS = """
    OXX.XOO.. X.O.X.X.O O.XXO..OX X.XO.O.X. X.O.X.XOO XOX.OX... .XOX.OOX. X.XO.OX..
    ..XOX.OXO .XOXX...O .X.OOX.OX ..OX.XO.X X.OX.OO.X .XOXO...X OXX.O..OX X...OXO.X
    X..OX.XOO O.X..XX.O .X.O.O.X. XXOXO....
"""
MOST_PLAYOUTS = 150
ENDING = 2  # boards of a random game, near the end of a large board
ENOUGH_DECISIVE = 25  # decisive boards of a side, among which to choose
ENOUGH_EARLY = 40  # earlier boards of a side


def trial_boards(table: Table, sides: Sequence[str]) -> list[TrialBoard]:
    """Return boards near the end, at most ten for each side, the sides in turn.

    Where the game has them, all are decisive, and half of them threatened: a player
    that takes its own stones for its opponent's then blocks instead of winning.

    >>> from ttt_table import open_table
    >>> boards = trial_boards(open_table(), ("X", "O"))
    >>> len(boards), all(board.is_decisive for board in boards)
    (20, True)

    """
    if table.game == Game():
        boards = _tic_tac_toe_boards(table)
    else:
        boards = chosen_boards(table)
    return [trial for trial in boards if trial.mover in sides]


def _tic_tac_toe_boards(table: Table) -> list[TrialBoard]:
    boards = TIC_TAC_TOE_BOARDS.split()
    if table.first == "O":
        exchanged = str.maketrans("XO", "OX")
        boards = [board.translate(exchanged) for board in boards]
    return [_trial_board(table, board) for board in boards]


def chosen_boards(table: Table) -> list[TrialBoard]:
    """Choose the boards near the end from random games."""
    sides = table.first, other(table.first)
    pools = _collect(table, sides, _is_nearly_full, _are_decisive_enough)
    reserves: dict[str, list[TrialBoard]] = {}
    for side, pool in pools.items():
        if len(pool) < BOARDS_OF_A_SIDE:  # large boards are rarely nearly full
            reserves = reserves or _collect(table, sides, _is_ending, _are_never_enough)
            pool += reserves[side]
    return _in_turn([_choose(pool, table.game.cols) for pool in pools.values()])


def _collect(
    table: Table,
    sides: Iterable[str],
    is_wanted: Callable[[str, Sequence[str]], bool],
    are_enough: Callable[[Sequence[TrialBoard]], bool],
) -> dict[str, list[TrialBoard]]:
    """Return boards of random games, by the player to move.

    Args:
        table: The table of the game.
        sides: The players to move.
        is_wanted: Whether a board is wanted; it also gets all boards of that game.
        are_enough: Whether the boards of a side are enough to choose from.

    """
    pools: dict[str, list[TrialBoard]] = {side: [] for side in sides}
    seen: set[str] = set()
    for playout in _playouts(table):
        for board in playout:
            if board in seen or not is_wanted(board, playout):
                continue
            seen.add(board)
            trial = _trial_board(table, board)
            if trial.mover in pools:
                pools[trial.mover].append(trial)
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
    return sum(trial.is_decisive for trial in boards) >= ENOUGH_DECISIVE


def _are_never_enough(_: Sequence[TrialBoard]) -> bool:
    return False


def _are_early_enough(boards: Sequence[TrialBoard]) -> bool:
    return len(boards) >= ENOUGH_EARLY


def early_boards(table: Table, sides: Sequence[str]) -> list[TrialBoard]:
    """Return boards with more free cells, on which only some moves keep the value.

    An adapter can fit by chance near the end and not here: where a line of free cells
    is taken for a won one, or where the number of free cells is taken for that of
    stones.
    """
    pools = _collect(table, sides, _is_early, _are_early_enough)
    chosen = []
    for side in sides:
        fewest_best_first = sorted(pools[side], key=lambda trial: len(trial.best))
        with_wrong_moves = list(filter(_has_wrong_move, fewest_best_first))
        chosen.append(
            [
                *with_wrong_moves[:EARLY_BOARDS_OF_A_SIDE],
                *fewest_best_first[-QUIET_BOARDS_OF_A_SIDE:],
            ]
        )
    return [*_in_turn(chosen), *_openings(table, sides)]


def forced_boards(table: Table, sides: Sequence[str]) -> list[TrialBoard]:
    """Return boards with one free cell, each in another place.

    No other answer is legal there, so a player that is called or read in a wrong way
    fails on some of them, even if any move will do for it.
    """
    boards: dict[int, str] = {}
    for playout in _playouts(table):
        board = playout[-1]
        if board.count(".") == 1 and table.mover(board) in sides:
            boards.setdefault(board.index("."), board)
    return [_trial_board(table, board) for board in boards.values()]


def _has_wrong_move(trial: TrialBoard) -> bool:
    return len(trial.best) < len(trial.legal)


def _openings(table: Table, sides: Sequence[str]) -> list[TrialBoard]:
    """Return the empty board, and those with one or two stones that tell most.

    On these the fewest moves keep the value: a search that mistakes the number of free
    cells for that of stones fails here. On the empty board those fail that only reply.
    """
    start = "." * table.game.cells
    after_one = [table.push(start, cell) for cell in table.legal_moves(start)]
    after_two = []
    for board in after_one:
        after_two += [table.push(board, cell) for cell in table.legal_moves(board)]
    openings = []
    for boards in (after_one, after_two):
        unfinished = [board for board in boards if not table.is_over(board)]
        trials = [_trial_board(table, board) for board in unfinished]
        with_wrong_moves = [
            replace(trial, is_opening=True)
            for trial in trials
            if _has_wrong_move(trial) and trial.mover in sides
        ]
        with_wrong_moves.sort(key=lambda trial: len(trial.best))
        openings += with_wrong_moves[:OPENINGS_OF_A_SIDE]
    if table.mover(start) in sides:
        openings.append(replace(_trial_board(table, start), is_opening=True))
    return openings


def _playouts(table: Table) -> Iterator[list[str]]:
    """Yield the unfinished boards of random games, always the same ones."""
    rng = Random(0)
    for _ in range(MOST_PLAYOUTS):
        board = "." * table.game.cells
        boards = []
        while legal := table.legal_moves(board):
            boards.append(board)
            board = table.push(board, rng.choice(legal))
        yield boards


def _trial_board(table: Table, board: str) -> TrialBoard:
    scores = table.scores(board)
    legal = tuple(scores)
    value = value_of(max(scores.values()))
    best = tuple(cell for cell, score in scores.items() if value_of(score) == value)
    is_decisive = False
    if len(best) == 1 and best[0] not in (legal[0], legal[-1]):
        is_decisive = value == 1 and table.is_over(table.push(board, best[0]))
    return TrialBoard(
        board=board,
        mover=table.mover(board),
        legal=legal,
        best=best,
        is_decisive=is_decisive,
        is_threatened=is_decisive and _is_threatened(table, board, best[0]),
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
    threatened = [trial for trial in pool if trial.is_threatened]
    decisive = [trial for trial in pool if trial.is_decisive]
    unthreatened = [trial for trial in decisive if not trial.is_threatened]
    undecided = [trial for trial in pool if not trial.is_decisive]

    # Half of them threatened, the others only decisive, as far as there are such.
    chosen = _most_telling(threatened, BOARDS_OF_A_SIDE // 2, cols)
    chosen += _most_telling(unthreatened, BOARDS_OF_A_SIDE - len(chosen), cols)

    # What is missing is filled up with the next best kinds of boards.
    for kind in (
        threatened,
        [trial for trial in undecided if _has_wrong_move(trial)],
        [trial for trial in pool if not _has_wrong_move(trial)],
    ):
        left = [trial for trial in kind if trial not in chosen]
        chosen += _most_telling(left, BOARDS_OF_A_SIDE - len(chosen), cols)
    return chosen


def _most_telling(
    pool: Sequence[TrialBoard], count: int, cols: int
) -> list[TrialBoard]:
    """Return boards that tell misreadings apart, with the best moves spread out."""
    chosen: list[TrialBoard] = []
    uses = dict.fromkeys({trial.best for trial in pool}, 0)

    def merit(trial: TrialBoard) -> int:
        return _illegal_misreadings(trial, cols) - 2 * uses[trial.best]

    left = list(pool)
    while left and len(chosen) < count:
        trial = max(left, key=merit)
        left.remove(trial)
        chosen.append(trial)
        uses[trial.best] += 1
    return chosen


def _illegal_misreadings(trial: TrialBoard, cols: int) -> int:
    """Count the ways of misreading the best move after which it is illegal."""
    (cell, *_) = trial.best
    row, col = divmod(cell, cols)
    misread = (cell - 1, cell + 1, col * cols + row)
    return sum(wrong not in trial.legal for wrong in misread)


def _in_turn(chosen: Sequence[Sequence[TrialBoard]]) -> list[TrialBoard]:
    """Return the boards of all sides, one of each side after the other."""
    boards = []
    for index in range(max(map(len, chosen), default=0)):
        boards += [side[index] for side in chosen if index < len(side)]
    return boards
