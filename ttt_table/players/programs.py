"""Programs in any language as players: a board on a line in, an answer on one out."""

from __future__ import annotations

from collections.abc import Sequence

from ttt_table.errors import ArgumentError, PlayerError, quoted
from ttt_table.players.adapter import check_first_index
from ttt_table.players.answer_forms import PROGRAM_FORMS, AnswerForm
from ttt_table.players.arguments import check_limit
from ttt_table.players.process import RestartingProcess


class Program(RestartingProcess):
    """A command that reads lines with a board, prints an answer each, and flushes.

    Use it in a ``with`` statement, or `close` it.

    Args:
        command: Its words, such as ``["node", "bot.js"]``.
        limit: Seconds for an answer: of processor time on Linux, else of wall time.
        name: Its name in messages; by default the command.
        answer: The form of its answers: "move", or a tuple such as "col,row".
        first_index: The number of the first cell, row and column in answers: 0 or 1.

    Attributes:
        answer_form: How its answers are read.
        seconds: How long the last answer took, if it is known.
        last_line: The last answer.

    Raises:
        ArgumentError: The command, the limit or an option makes no sense.
        PlayerError: The command cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        limit: float = 10.0,
        name: str = "",
        answer: str = "move",
        first_index: int = 0,
    ) -> None:
        check_limit(limit)
        _check_command(command)
        if answer not in PROGRAM_FORMS:
            raise ArgumentError(
                f"a program cannot answer in the form {quoted(answer)}; choose from"
                f" {'; '.join(PROGRAM_FORMS)}"
            )
        check_first_index(first_index)
        self.answer_form = AnswerForm(answer, first_index)
        self.last_line = ""
        super().__init__(command, limit, name or " ".join(command))

    def ask(self, board: str) -> str:
        """Return the line with which it answers a board.

        Raises:
            FaultError: It has ended, or prints without an end.
            LateError: There was no answer within its limit.
            PlayerError: It had ended, and cannot be started again.
        """
        line = self.ask_line(f"{board}\n".encode())
        self.last_line = line.decode("utf-8", "replace").strip()
        return self.last_line


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
