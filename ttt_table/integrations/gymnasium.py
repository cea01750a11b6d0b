"""A Gymnasium environment: one player against a level of exactly known strength."""

from __future__ import annotations

from typing import Any

from ttt_table.errors import ArgumentError, MissingExtraError
from ttt_table.play.levels import Level, check_level
from ttt_table.rules.board import checked_number, over_error
from ttt_table.rules.outcome import SIDES, Sides, other
from ttt_table.runtime import check_choice
from ttt_table.table.checks import check_kind, checked_table
from ttt_table.table.reader import Table, open_table

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ImportError as missing:
    raise MissingExtraError.of("an environment", "gymnasium", missing) from None


REWARD_OF_ILLEGAL_MOVE = -1.0
ENV_ID = "ttt_table/TicTacToe-v0"
"""What `gymnasium.make` calls the environment, once this module is imported."""


class BoardEnv(gymnasium.Env):
    """One player against a level, on the board of any table.

    An observation is an int8 array with 1 for the player's own stones, -1 for the
    opponent's and 0 for free cells, as batch players receive a board. An action is a
    cell. The reward is 1 for a won game and -1 for a lost one, when it ends. An illegal
    move loses the game, as it does in a grade; ``info["action_mask"]`` has 1 for each
    legal action. Once the game has ended, no action is legal.

    Attributes:
        table: The table of the game.
        opponent: The level that answers.
        board: The board, as text.
        side: The player's side in this game, ``X`` or ``O``.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # gymnasium's API

    def __init__(
        self,
        table: Table | None = None,
        *,
        opponent: Level | str | int = "perfect",
        side: Sides = "both",
        render_mode: str | None = None,
    ) -> None:
        """Make an environment.

        Args:
            table: The table of the game; the shipped tic-tac-toe by default.
            opponent: A level of this table, or one by its name, ``easy``, ``medium``,
                ``hard`` or ``perfect``, or by its number of plies.
            side: The player's side: ``X``, ``O``, or ``both`` to draw it for each game.
            render_mode: ``ansi`` to have `render` return the board as text, or None.

        Raises:
            ArgumentError: An argument is invalid.
        """
        self.table = open_table() if table is None else checked_table(table)
        if isinstance(opponent, str | int):
            opponent = Level.named(opponent, self.table)
        check_kind("opponent", opponent, Level, "a Level, its name or its plies")
        check_level(opponent, self.table)
        check_choice("side", side, (*SIDES, "both"))
        if render_mode not in (None, "ansi"):
            raise ArgumentError(f'the only render mode is "ansi", not {render_mode!r}')
        self.opponent = opponent
        self.render_mode = render_mode
        cells = self.table.game.cells
        self.observation_space = spaces.Box(-1, 1, (cells,), np.int8)
        self.action_space = spaces.Discrete(cells)
        self._side = side
        self.side = self.table.first if side == "both" else side
        self.board = "." * cells
        self._is_forfeited = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Start a game; if the opponent moves first, its first move is made.

        Args:
            seed: Seeds the opponent's moves, and the sides if they are drawn.
            options: ``{"board": ...}`` starts from a board at which the player moves.

        Raises:
            ArgumentError: The options are not a dictionary.
            BoardError: It is not a board of the game.
            MoveError: The game is over there.
        """
        check_kind("options", options or {}, dict, "a dictionary")
        super().reset(seed=seed)
        self._is_forfeited = False
        start = (options or {}).get("board")
        if start is not None:
            look = self.table.look(start)
            if not look.moves:
                raise over_error("; start from an earlier board")
            self.board = look.board
            self.side = look.mover
            return self._observation(), self._info()
        self.board = "." * self.table.game.cells
        if self._side == "both":
            self.side = "O" if self.np_random.integers(2) else "X"
        if self.side != self.table.first:
            self._opponent_moves()
        return self._observation(), self._info()

    def step(
        self, action: int
    ) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Play a cell, and let the opponent answer.

        Args:
            action: The cell: an integer of any type, or an array of one.

        Returns:
            The observation, the reward, whether the game has ended, whether it was cut
            short (it never is), and the information.

        Raises:
            MoveError: The action is not an integer, or the game is over.
        """
        cell = checked_number(action)
        legal = self._legal_moves()
        if not legal:
            raise over_error("; call reset() for another game")
        if cell not in legal:
            reward = REWARD_OF_ILLEGAL_MOVE
            self._is_forfeited = True
            return self._observation(), reward, True, False, self._info()
        self.board = self.table.push(self.board, cell)
        if not self.table.is_over(self.board):
            self._opponent_moves()
        is_over = self.table.is_over(self.board)
        return self._observation(), self._reward(), is_over, False, self._info()

    def render(self) -> str | None:
        """Return the board as text, a line for each row; None without a render mode."""
        if self.render_mode is None:
            return None
        cols = self.table.game.cols
        starts = range(0, len(self.board), cols)
        return "\n".join(" ".join(self.board[start : start + cols]) for start in starts)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal; sb3-contrib's MaskablePPO calls this."""
        return self._mask().astype(np.bool_)

    def _opponent_moves(self) -> None:
        cell = self.opponent.choose(self.board, self.np_random)
        self.board = self.table.push(self.board, cell)

    def _reward(self) -> float:
        """Return the reward so far: 0 for a draw, and while the game goes on."""
        winner = self.table.winner(self.board)
        if winner is None:
            return 0.0
        return 1.0 if winner == self.side else -1.0

    def _observation(self) -> NDArray[np.int8]:
        mark_of = {self.side: 1, other(self.side): -1, ".": 0}
        return np.array([mark_of[mark] for mark in self.board], np.int8)

    def _mask(self) -> NDArray[np.int8]:
        mask = np.zeros(len(self.board), np.int8)
        mask[self._legal_moves()] = 1
        return mask

    def _legal_moves(self) -> list[int]:
        return [] if self._is_forfeited else self.table.legal_moves(self.board)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "board": self.board, "side": self.side}


if ENV_ID not in gymnasium.registry:
    gymnasium.register(ENV_ID, entry_point=f"{__name__}:{BoardEnv.__name__}")
