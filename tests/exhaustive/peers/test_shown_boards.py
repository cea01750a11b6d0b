"""What OpenSpiel, PettingZoo and Pgx show themselves is what docs/training.md says.

Tests that need one of them run where it is installed.
"""

import doctest
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ttt_table import Game, open_table

PAGE = Path(__file__).parents[3] / "docs" / "training.md"
GAMES = {
    "tic_tac_toe": Game(),
    "mnk(m=4,n=3,k=3)": Game(3, 4, 3),
    "connect_four(rows=3,columns=4,x_in_row=3)": Game(3, 4, 3, gravity=True),
}


@pytest.fixture(scope="module")
def page() -> SimpleNamespace:
    """Return what the page defines in its section about other packages."""
    section = PAGE.read_text(encoding="utf-8").partition("## Boards and moves")[2]
    block = section.partition("```python\n")[2].partition("```")[0]
    names: dict[str, Any] = {"table": open_table()}
    for example in doctest.DocTestParser().get_examples(block):
        exec(example.source, names)
    return SimpleNamespace(**names)


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_shows_the_same(name: str, page: SimpleNamespace) -> None:
    """On the way through fifty games."""
    game = GAMES[name]
    theirs = pytest.importorskip("pyspiel").load_game(name)
    for seed in range(50):
        rng = random.Random(seed)
        state = theirs.new_initial_state()
        board = "." * game.cells
        while not state.is_terminal():
            cell = action = rng.choice(state.legal_actions())
            if game.gravity:
                column = board[action :: game.cols]
                cell = action + game.cols * column.rindex(".")
            board = f"{board[:cell]}{'XO'[state.current_player()]}{board[cell + 1 :]}"
            state.apply_action(action)
            shown = page.openspiel(game, board)
            assert shown.tolist() == state.observation_tensor(0)


def test_pettingzoo_shows_the_same(page: SimpleNamespace) -> None:
    """To both agents, on the way through fifty games."""
    theirs = pytest.importorskip("pettingzoo.classic.tictactoe.tictactoe").env()
    for seed in range(50):
        theirs.reset()
        rng = random.Random(seed)
        board = "." * 9
        for agent in theirs.agent_iter():
            for viewer, own, other in (("player_1", "X", "O"), ("player_2", "O", "X")):
                observation = theirs.observe(viewer)["observation"]
                assert (page.pettingzoo(board, own, other) == observation).all()
            if theirs.terminations[agent]:
                break
            action = rng.choice(theirs.observe(agent)["action_mask"].nonzero()[0])
            cell = page.by_column(action)
            board = f"{board[:cell]}{'XO'[agent == 'player_2']}{board[cell + 1 :]}"
            theirs.step(action)


def test_pgx_shows_the_same(page: SimpleNamespace) -> None:
    """To the mover, on the way through ten games."""
    jax = pytest.importorskip("jax", reason="jax is not installed")
    theirs = pytest.importorskip("pgx").make("tic_tac_toe")
    step = jax.jit(theirs.step)
    for seed in range(10):
        rng = random.Random(seed)
        state = theirs.init(jax.random.PRNGKey(seed))
        board = "." * 9
        while not state.terminated:
            mover, other = "XO" if board.count(".") % 2 else "OX"
            assert (page.pgx(board, mover, other) == state.observation).all()
            cell = rng.choice(state.legal_action_mask.nonzero()[0].tolist())
            board = f"{board[:cell]}{mover}{board[cell + 1 :]}"
            state = step(state, cell)
