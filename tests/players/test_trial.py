"""A trial finds how a program of a stranger's wants to be called."""

from __future__ import annotations

import json
import os
import random
import shlex
import signal
import sys
import time
from types import ModuleType

import pytest
from support.cases import exhaustive
from support.strangers import FLAWLESS, SEARCH

from ttt_table import open_table
from ttt_table.players.adapter import Adapter
from ttt_table.players.proposals.call_clock import CallClock, LateCallError
from ttt_table.players.proposals.fits import Fit, TrialResult
from ttt_table.players.proposals.trial import Trial
from ttt_table.players.proposals.trial_board import TrialBoards
from ttt_table.players.proposals.trial_boards import (
    early_boards,
    forced_boards,
    near_boards,
)

BOTH = ("X", "O")
BOARDS = TrialBoards(
    near=near_boards(open_table(), BOTH),
    early=early_boards(open_table(), BOTH),
    forced=forced_boards(open_table(), BOTH),
    rows=3,
    cols=3,
)

SOME_SITUATIONS = list(FLAWLESS)[::5]
"""The flawless players that every run tries; the exhaustive run tries them all."""
OTHER_SITUATIONS = [name for name in FLAWLESS if name not in SOME_SITUATIONS]


def module_of(program: str) -> ModuleType:
    module = ModuleType("stranger")
    exec(SEARCH + program, vars(module))
    return module


def tried(program: str, budget: float = 10.0) -> TrialResult:
    """What a trial of its function ``move`` finds."""
    module = module_of(program)
    return Trial(module.move, module, BOARDS, CallClock(budget)).run()


def fit_of(program: str) -> Fit:
    fit = tried(program).fit
    assert fit is not None
    return fit


def options_of(fit: Fit) -> list[str]:
    return Adapter(**fit.adapter_fields()).options()


@pytest.mark.parametrize("situation", [*SOME_SITUATIONS, *exhaustive(OTHER_SITUATIONS)])
def test_the_way_of_calling_a_flawless_player_is_found(situation: str) -> None:
    program, options = FLAWLESS[situation]
    fit = fit_of(program)
    assert options_of(fit) == shlex.split(options)
    best_moves = {side: counts.best for side, counts in fit.near.items()}
    assert best_moves == {"X": 10, "O": 10}


@pytest.mark.parametrize("situation", ["a list of spaces", "two marks", "an array"])
def test_a_result_survives_its_way_through_json(situation: str) -> None:
    result = tried(FLAWLESS[situation][0])
    record = json.loads(json.dumps(result.as_json()))
    assert TrialResult.from_json(record) == result


ONE_SIDED = {
    "plays O": (
        """
def move(board):
    assert isinstance(board, list)
    return best(plain(board, "X", "O", " "), "O")
""",
        "--board list --empty ' '",
        ("O",),
    ),
    "plays X": (
        """
def move(board):
    assert isinstance(board, list)
    return best(plain(board, "X", "O", " "), "X")
""",
        "--board list --empty ' '",
        ("X",),
    ),
    "places the stones of O": (
        """
cells = [" "] * 9
def move():
    cells[best(plain(cells, "X", "O", " "), "O")] = "O"
""",
        "--board list --empty ' ' --board-in cells --answer board",
        ("O",),
    ),
    "raises an exception as X": (
        """
def move(board):
    assert isinstance(board, list) and board.count("X") > board.count("O")
    return best(plain(board, "X", "O", " "), "O")
""",
        "--board list --empty ' '",
        ("O",),
    ),
}


@pytest.mark.parametrize("situation", ONE_SIDED)
def test_the_side_of_a_player_is_found_that_plays_one(situation: str) -> None:
    program, options, sides = ONE_SIDED[situation]
    fit = fit_of(program)
    assert options_of(fit) == shlex.split(options)
    assert fit.played_sides == sides


BLOCKS_BEFORE_IT_WINS = """
def move(board, mark):
    cells = plain(board, "X", "O", " ")
    other = "O" if mark == "X" else "X"
    for player in (other, mark):
        for cell in free(cells):
            if has_won([*cells[:cell], player, *cells[cell + 1:]], player):
                return cell
    return free(cells)[0]
"""


def test_a_player_that_blocks_first_is_not_taken_for_its_opponent() -> None:
    result = tried(BLOCKS_BEFORE_IT_WINS)
    assert result.fit is not None
    assert options_of(result.fit)[-1] == "board,mark"
    assert result.fit.played_sides == ()


WEAK = {
    "a list of spaces, counted from its first item": (
        "cell for cell in range(9) if board[cell] == ' '",
        "--empty ' '",
    ),
    "a list of spaces, counted from its second item": (
        "cell for cell in range(1, 10) if board[cell] == ' '",
        "--board list1 --empty ' ' --from 1",
    ),
    "a dictionary": (
        "cell for cell in range(1, 10) if board.get(cell) == '-'",
        "--board dict1 --empty=- --from 1",
    ),
    "rows": (
        "(row, col) for row in range(3) for col in range(3) if board[row][col] == ''",
        "--board rows --empty=",
    ),
}


@pytest.mark.parametrize("situation", WEAK)
def test_a_weak_player_is_understood_where_its_moves_are_forced(situation: str) -> None:
    moves, options = WEAK[situation]
    result = tried(f"def move(board):\n    return [{moves}][0]\n")
    assert result.fit is not None
    assert result.all_agree
    assert options_of(result.fit) == shlex.split(options)


def test_a_score_is_not_a_cell() -> None:
    result = tried(
        """
def move(board):
    cells = plain(board, "X", "O", " ")
    mover = "XO"[cells.count("X") - cells.count("O")]
    return score(cells, mover, "O" if mover == "X" else "X")
"""
    )
    assert result.fit is None


def test_a_level_of_difficulty_does_not_get_the_mark_of_a_side() -> None:
    fit = fit_of(
        """
def move(board, level):
    cells = plain(board, "X", "O", " ")
    return best(cells) if level else free(cells)[0]
"""
    )
    assert options_of(fit)[-1] == "board,true"


def test_an_argument_with_a_default_is_left_to_it_unless_it_shows_mover() -> None:
    fit = fit_of(
        """
def move(board, mark="O", level=3):
    assert level > 2
    return best(plain(board, "X", "O", " "), mark)
"""
    )
    assert options_of(fit)[-1] == "board,mark"


@pytest.mark.exhaustive
def test_a_level_that_has_a_default_gets_no_number_of_free_cells() -> None:
    result = tried(
        """
def move(board, mark, level=1):
    cells = plain(board, "X", "O", " ")
    return best(cells, mark) if level > 2 else free(cells)[0]
"""
    )
    assert result.fit is None or "depth" not in options_of(result.fit)[-1]


def test_a_player_that_only_replies_is_seen_not_to_begin() -> None:
    fit = fit_of(
        """
def move(board, depth):
    cells = plain(board, "X", "O", " ")
    assert cells.count(".") < 9 and type(depth) is int
    return best(cells)
"""
    )
    assert not fit.answers_empty_board


@pytest.mark.skipif(not hasattr(os, "fork"), reason="it forks")
def test_a_copy_of_the_process_ends_with_its_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It would go on with the trial itself, and be copied at each call."""
    # On a busy machine the clock may ring while Python prepares the copy. Python then
    # reports the error but goes on, and the clock rings again.
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)
    fit = fit_of(
        """
import os
def move(board):
    if os.fork() == 0:
        return 0
    return best(plain(board, "X", "O", " "))
"""
    )
    assert options_of(fit) == ["--board", "list", "--empty", " "]


def test_an_argument_that_does_not_matter_may_get_the_mark() -> None:
    fit = fit_of(
        """
def move(board, unused):
    return best(plain(board, "X", "O", " "))
"""
    )
    assert options_of(fit)[-1] == "board,mark"


def test_a_memory_is_emptied_before_each_way_of_calling() -> None:
    fit = fit_of(
        """
memory = {}
def move(board, flag):
    key = "".join(board)
    if key not in memory:
        memory[key] = best(plain(board, "X", "O", " "), "OX"[flag])
    return memory[key]
"""
    )
    assert options_of(fit)[-1] == "board,x-to-move"


def test_players_that_draw_random_numbers_draw_the_same_each_time() -> None:
    result = tried(
        """
import random
def move(board):
    return random.choice(free(plain(board, "X", "O", " ")))
"""
    )
    assert result.all_agree


@pytest.mark.exhaustive
def test_ways_that_are_answered_differently_are_not_alike() -> None:
    result = tried(
        """
def move(board, mark):
    cells = plain(board, "X", "O", " ")
    return free(cells)[-1 if mark == "X" else 0]
"""
    )
    assert not result.all_agree


def test_numbers_for_all_cells_are_noticed() -> None:
    result = tried(
        """
def move(board):
    return [0.5 if cell == "." else 0.0 for cell in board]
"""
    )
    assert result.returns_scores


def test_a_call_that_hangs_is_interrupted() -> None:
    fit = fit_of(
        """
def move(board):
    while isinstance(board, str) or " " not in board:
        pass
    return best(plain(board, "X", "O", " "))
"""
    )
    assert options_of(fit) == ["--board", "list", "--empty", " "]


def test_a_call_that_hangs_and_catches_everything_is_interrupted() -> None:
    fit = fit_of(
        """
def move(board):
    try:
        while board.count(None) == 0:
            pass
    except:
        pass
    return best(plain(board, "X", "O", None))
"""
    )
    assert options_of(fit) == ["--board", "list"]


@pytest.mark.exhaustive
def test_what_is_found_within_the_budget_counts() -> None:
    """The budget is used up by the first ways of calling, and the timer by none."""
    result = tried("def move(board):\n    while True: pass\n", budget=0.1)
    assert result == TrialResult()


def test_the_timer_is_given_back() -> None:
    before = signal.getsignal(signal.SIGALRM)
    tried("def move(board):\n    return 0\n")
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_ctrl_c_ends_a_trial() -> None:
    with pytest.raises(KeyboardInterrupt):
        tried("def move(board):\n    raise KeyboardInterrupt\n")


def test_a_late_call_is_interrupted_by_the_clock_too() -> None:
    clock = CallClock(budget=10.0)
    with clock.ticking(), pytest.raises(LateCallError):
        clock.call(time.sleep, [60.0], limit=0.001)


def test_a_call_in_time_returns_its_answer() -> None:
    clock = CallClock(budget=10.0)
    with clock.ticking():
        assert clock.call(max, [3, 4], limit=10.0) == 4


@pytest.mark.exhaustive
def test_the_random_numbers_of_a_trial_are_its_own() -> None:
    module = module_of(
        "import random\ndef move(board):\n    return random.randrange(9)\n"
    )
    first = list(Trial(module.move, module, BOARDS, CallClock(10.0)).results())
    random.seed(5)
    second = list(Trial(module.move, module, BOARDS, CallClock(10.0)).results())
    assert first == second


def test_a_player_is_understood_that_does_not_see_one_line() -> None:
    fit = fit_of(
        """
LINES = LINES[:-1]
def move(board):
    return divmod(best(plain(flat(board), "X", "O", " ")), 3)
"""
    )
    assert options_of(fit) == ["--board", "rows", "--empty", " "]
