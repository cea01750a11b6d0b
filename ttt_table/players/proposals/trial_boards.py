"""Boards on which a player's answers show whether its adapter is the right one.

On each of them the moves differ in value, and most are such that a misread answer is
illegal: one that is counted from the wrong number, or whose row is taken for its
column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from ttt_table.players.proposals.fits import TrialBoard
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
COLOURS = {"X": {}, "O": str.maketrans("XO", "OX")}  # by the player who moves first

MOST_PLAYOUTS = 150
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
        boards = [
            _trial_board(table, board.translate(COLOURS[table.first]))
            for board in TIC_TAC_TOE_BOARDS.split()
        ]
    else:
        boards = chosen_boards(table)
    return [trial for trial in boards if trial.mover in sides]


def chosen_boards(table: Table) -> list[TrialBoard]:
    """Choose the boards near the end from random games."""
    pool: dict[str, list[TrialBoard]] = {table.first: [], other(table.first): []}
    reserve: dict[str, list[TrialBoard]] = {side: [] for side in pool}
    met: set[str] = set()
    for trail in _playouts(table):
        for board in trail:
            has_few_free = board.count(".") in FREE_NEAR_THE_END
            if board in met or not (has_few_free or board in trail[-2:]):
                continue
            met.add(board)
            trial = _trial_board(table, board)
            if has_few_free:
                pool[trial.mover].append(trial)
            else:
                reserve[trial.mover].append(trial)
        if all(_are_enough(boards) for boards in pool.values()):
            break
    for side, boards in pool.items():
        if len(boards) < BOARDS_OF_A_SIDE:  # large boards are rarely nearly full
            boards += reserve[side]
    return _in_turn([_choose(boards, table.game.cols) for boards in pool.values()])


def _are_enough(boards: Sequence[TrialBoard]) -> bool:
    return sum(trial.is_decisive for trial in boards) >= ENOUGH_DECISIVE


def early_boards(table: Table, sides: Sequence[str]) -> list[TrialBoard]:
    """Return boards with more free cells, on which only some moves keep the value.

    An adapter can fit by chance near the end and not here: where a line of free cells
    is taken for a won one, or where the number of free cells is taken for that of
    stones.
    """
    pool: dict[str, list[TrialBoard]] = {side: [] for side in sides}
    met: set[str] = set()
    for trail in _playouts(table):
        for board in trail:
            if board in met or board.count(".") not in FREE_EARLIER:
                continue
            met.add(board)
            trial = _trial_board(table, board)
            if trial.mover in pool:
                pool[trial.mover].append(trial)
        if min(map(len, pool.values())) >= ENOUGH_EARLY:
            break
    chosen = []
    for side in sides:
        by_choice = sorted(pool[side], key=lambda trial: len(trial.best))
        telling = [trial for trial in by_choice if len(trial.best) < len(trial.legal)]
        quiet = by_choice[-QUIET_BOARDS_OF_A_SIDE:]
        chosen.append([*telling[:EARLY_BOARDS_OF_A_SIDE], *quiet])
    return [*_in_turn(chosen), *_openings(table, sides)]


def _openings(table: Table, sides: Sequence[str]) -> list[TrialBoard]:
    """Return boards with one or two stones, on which the fewest moves keep the value.

    A search that mistakes the number of free cells for that of stones fails here.
    """
    start = "." * table.game.cells
    after_one = [table.push(start, cell) for cell in table.legal_moves(start)]
    after_two = []
    for board in after_one:
        after_two += [table.push(board, cell) for cell in table.legal_moves(board)]
    openings = []
    for boards in (after_one, after_two):
        going_on = [board for board in boards if not table.is_over(board)]
        trials = [_trial_board(table, board) for board in going_on]
        telling = [
            replace(trial, is_opening=True)
            for trial in trials
            if len(trial.best) < len(trial.legal) and trial.mover in sides
        ]
        telling.sort(key=lambda trial: len(trial.best))
        openings += telling[:OPENINGS_OF_A_SIDE]
    return openings


def _playouts(table: Table) -> Iterator[list[str]]:
    """Yield the unfinished boards of random games, always the same ones."""
    rng = Random(0)
    for _ in range(MOST_PLAYOUTS):
        board = "." * table.game.cells
        trail = []
        while legal := table.legal_moves(board):
            trail.append(board)
            board = table.push(board, rng.choice(legal))
        yield trail


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
    half = BOARDS_OF_A_SIDE // 2
    threatened = [trial for trial in pool if trial.is_threatened]
    quiet = [trial for trial in pool if trial.is_decisive and not trial.is_threatened]
    differing = [
        trial
        for trial in pool
        if not trial.is_decisive and len(trial.best) < len(trial.legal)
    ]
    indifferent = [trial for trial in pool if len(trial.best) == len(trial.legal)]

    chosen = _most_telling(threatened, half, cols)
    chosen += _most_telling(quiet, BOARDS_OF_A_SIDE - len(chosen), cols)
    for reserve in (threatened, differing, indifferent):
        left = [trial for trial in reserve if trial not in chosen]
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
