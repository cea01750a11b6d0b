"""A PettingZoo environment: two agents take turns on the board of any table.

Copy this file, and install what it needs:

    pip install ttt-table pettingzoo gymnasium numpy

    from pettingzoo_env import env
    from ttt_table import open_table

    environment = env(open_table("4x4k4.msgpack"))
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from ttt_table import Table, open_table

MARK_OF = {"player_1": "X", "player_2": "O"}
"""The mark of each agent; PettingZoo wants their names to end with a number."""
AGENTS = tuple(MARK_OF)
AGENT_OF = {mark: agent for agent, mark in MARK_OF.items()}
OTHER = {"X": "O", "O": "X"}


def env(table: Table | None = None, *, render_mode: str | None = None) -> AECEnv:
    """Make an environment that refuses calls in the wrong order, as PettingZoo's do.

    Args:
        table: The table of the game; the shipped tic-tac-toe by default.
        render_mode: ``ansi`` to have `render` return the board as text, or None.
    """
    return OrderEnforcingWrapper(BoardAEC(table, render_mode=render_mode))


class BoardAEC(AECEnv):
    """Two agents who take turns on the board of any table.

    ``player_1`` has the mark X, and ``player_2`` O.

    An observation has the board under ``observation``, an int8 array with 1 for the
    agent's own stones, -1 for the other's and 0 for free cells, and the legal actions
    under ``action_mask``. An action is a cell. At the end the winner's reward is 1, the
    loser's -1. An illegal move loses the game, as it does in a grade.

    Attributes:
        table: The table of the game.
        board: The board, as text.
    """

    metadata = {  # noqa: RUF012  # PettingZoo's API
        "name": "ttt_table_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self, table: Table | None = None, *, render_mode: str | None = None
    ) -> None:
        """Make an environment.

        Args:
            table: The table of the game; the shipped tic-tac-toe by default.
            render_mode: ``ansi`` to have `render` return the board as text, or None.
        """
        super().__init__()
        self.table = open_table() if table is None else table
        self.render_mode = render_mode
        cells = self.table.game.cells
        self.possible_agents = list(AGENTS)
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-1, 1, (cells,), np.int8),
                "action_mask": spaces.Box(0, 1, (cells,), np.int8),
            }
        )
        self._action_spaces = {agent: spaces.Discrete(cells) for agent in AGENTS}
        self.reset()

    def observation_space(self, agent: str) -> Any:  # noqa: ARG002
        """Return the space of an agent's observations; both have the same."""
        return self._observation_space

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self._action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,  # noqa: ARG002  # nothing here is drawn
        options: dict[str, Any] | None = None,
    ) -> None:
        """Start a game.

        Args:
            seed: Not used, as nothing is drawn.
            options: ``{"board": ...}`` starts from an unfinished board.

        Raises:
            BoardError: It is not a board of the game.
            ValueError: The game is over there.
        """
        start = (options or {}).get("board", "." * self.table.game.cells)
        look = self.table.look(start)
        if self.table.is_over(look.board):
            raise ValueError("the game is over; start from an earlier board")
        self.board = look.board
        self.agents = list(AGENTS)
        self.agent_selection = AGENT_OF[look.mover]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """Return what an agent sees; only the agent to move has legal actions."""
        own = MARK_OF[agent]
        number_of = {own: 1, OTHER[own]: -1, ".": 0}
        observation = np.array([number_of[mark] for mark in self.board], np.int8)
        mask = np.zeros(len(self.board), np.int8)
        is_running = not any(self.terminations.values())
        if is_running and agent == self.agent_selection:
            mask[self.table.legal_moves(self.board)] = 1
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play a cell for the agent whose turn it is.

        Args:
            action: The cell: an integer of any type, or an array of one. None loses the
                game, and is the only action of an agent whose game is over.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        cell = None if action is None else np.asarray(action).item()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if cell is None or cell not in self.table.legal_moves(self.board):
            self._end(winner=OTHER[MARK_OF[agent]])
        else:
            self.board = self.table.push(self.board, cell)
            if self.table.is_over(self.board):
                self._end(winner=self.table.winner(self.board))
        self.agent_selection = AGENT_OF[OTHER[MARK_OF[agent]]]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board as text, a line for each row; None without a render mode."""
        if self.render_mode is None:
            return None
        cols = self.table.game.cols
        starts = range(0, len(self.board), cols)
        return "\n".join(" ".join(self.board[start : start + cols]) for start in starts)

    def close(self) -> None:
        """Do nothing: the table stays open."""

    def _end(self, winner: str | None) -> None:
        self.terminations = dict.fromkeys(AGENTS, True)
        if winner is not None:
            self.rewards = {AGENT_OF[winner]: 1.0, AGENT_OF[OTHER[winner]]: -1.0}
