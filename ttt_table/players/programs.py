"""Programs in any language as players: a board on a line in, a move on one out."""

from __future__ import annotations

from collections.abc import Sequence

from ttt_table.errors import ArgumentError, PlayerError, quoted
from ttt_table.players.answers import Observations
from ttt_table.players.moves import Move, Place
from ttt_table.players.process import RestartingProcess, check_limit
from ttt_table.players.records import FaultError, on_one_line


class Program(RestartingProcess):
    """A command that reads lines with a board, prints a move each, and flushes.

    A line is a cell, with gravity a column, such as ``4``; a row and a column such as
    ``1 1``; moves with their weights such as ``0:1/4 1,1:3/4``; or empty, which is no
    answer.

    Use it in a ``with`` statement, or `close` it.

    Args:
        command: Its words, such as ``["node", "bot.js"]``.
        limit: Seconds for an answer: of processor time on Linux, else of wall time.
        name: Its name in messages; by default the command.

    Attributes:
        seconds: How long the last answer took, if it is known.

    Raises:
        ArgumentError: The command or the limit makes no sense.
        PlayerError: The command cannot be started.
    """

    def __init__(
        self, command: Sequence[str], *, limit: float = 10.0, name: str = ""
    ) -> None:
        check_limit(limit)
        _check_command(command)
        super().__init__(command, limit, name or " ".join(command))

    def answer(self, board: str, seed: int | None = None) -> Move:  # noqa: ARG002
        """Return the move at a board.

        Args:
            board: The board.
            seed: Not used, as a program's generators of random numbers are its own.

        Raises:
            FaultError: It has ended, or its line is not a move.
            LateError: There was no answer within its limit.
            PlayerError: It had ended, and cannot be started again.
        """
        line = self.ask_line(f"{board}\n".encode()).decode("utf-8", "replace").strip()
        try:
            return _move_in_line(line)
        except ValueError:
            reason = f"{on_one_line(line)} is not a cell or a pair"
            raise FaultError("type", reason) from None

    def observations(self) -> Observations:
        """Return no observations, as nobody sees into a program."""
        return Observations()


def _move_in_line(line: str) -> Move:
    """Return the move that a line means. Raises `ValueError` if it is none.

    >>> _move_in_line("4"), _move_in_line("1 1"), _move_in_line("0:1/4 1,1:3/4")
    (4, (1, 1), {0: '1/4', (1, 1): '3/4'})
    """
    if not line:
        return None
    if ":" not in line:
        return _place_in(line)
    weights: dict[Place, str] = {}
    for part in line.split():
        text, _, weight = part.partition(":")
        place = _place_in(text)
        if place in weights:
            raise ValueError
        weights[place] = weight
    return weights


def _place_in(text: str) -> Place:
    numbers = [_whole_number(part) for part in text.replace(",", " ").split()]
    if len(numbers) == 1:
        return numbers[0]
    row, col = numbers
    return row, col


def _whole_number(text: str) -> int:
    if not text.removeprefix("-").isascii() or not text.removeprefix("-").isdecimal():
        raise ValueError  # int would read 1_000
    return int(text)


def _check_command(command: Sequence[str]) -> None:
    is_words = isinstance(command, Sequence) and all(
        isinstance(word, str) for word in command
    )
    if isinstance(command, str) or not is_words:
        raise ArgumentError(
            'a program\'s command is a list of words, such as ["node", "bot.js"], not'
            f" {quoted(command)}"
        )
    if not command:
        raise PlayerError("the command of a program is empty")
