"""What OpenSpiel and PettingZoo show and number themselves.

Tests that need one of them run where it is installed.
"""

import random

import pytest

from ttt_table import Game
from ttt_table.export.encodings import openspiel, pettingzoo

GAMES = {
    "tic_tac_toe": Game(),
    "mnk(m=4,n=3,k=3)": Game(3, 4, 3),
    "connect_four(rows=3,columns=4,x_in_row=3)": Game(3, 4, 3, gravity=True),
}


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_shows_the_same(name: str) -> None:
    """On the way through fifty games."""
    game = GAMES[name]
    encoding = openspiel(game)
    theirs = pytest.importorskip("pyspiel").load_game(name)
    for seed in range(50):
        rng = random.Random(seed)
        state = theirs.new_initial_state()
        board = "." * game.cells
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            cell = encoding.cells(action, board)
            assert encoding.actions(cell) == action
            board = f"{board[:cell]}{'XO'[state.current_player()]}{board[cell + 1 :]}"
            state.apply_action(action)
            shown = encoding.observations(board)
            assert list(shown.shape) == theirs.observation_tensor_shape()
            assert shown.ravel().tolist() == state.observation_tensor(0)
            assert encoding.boards(state.observation_tensor(0)) == board


def test_pettingzoo_shows_the_same() -> None:
    """To the mover and to the other, on the way through fifty games."""
    theirs = pytest.importorskip("pettingzoo.classic.tictactoe.tictactoe").env()
    encoding = pettingzoo()
    for seed in range(50):
        theirs.reset()
        rng = random.Random(seed)
        board = "." * 9
        for agent in theirs.agent_iter():
            for own, mark in ((agent, None), ("player_1", "X"), ("player_2", "O")):
                observation = theirs.observe(own)["observation"]
                assert (encoding.observations(board, mark) == observation).all()
                assert encoding.boards(observation, mark) == board
            if theirs.terminations[agent]:
                break
            action = rng.choice(theirs.observe(agent)["action_mask"].nonzero()[0])
            cell = encoding.cells(action, board)
            board = f"{board[:cell]}{'XO'[agent == 'player_2']}{board[cell + 1 :]}"
            theirs.step(action)
