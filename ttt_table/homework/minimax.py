"""The `minimax` of a file as a player that is graded."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ttt_table.errors import PlayerError
from ttt_table.grading.grader import grade
from ttt_table.homework.answers import Asked
from ttt_table.homework.ask import PartsOfFile
from ttt_table.homework.findings import MinimaxReport
from ttt_table.players.answers import Answer, Forfeit, Slowest, Unanswered, split_by
from ttt_table.players.process import LateError
from ttt_table.players.protocol import FaultError, answer_in
from ttt_table.table.reader import open_table


def grade_file(
    file: PartsOfFile, asked: Asked, *, side: str, quiet: bool
) -> MinimaxReport:
    """Return how the `minimax` of a file plays."""
    table = open_table(first=file.first)
    try:
        file.start_play(asked)
        player: Any = _MinimaxPlayer(file)
        return MinimaxReport(grade(player, table=table, side=side, quiet=quiet))
    except PlayerError as error:
        return MinimaxReport(None, str(error), is_unknown=True)


class _MinimaxPlayer:
    """TEMPORARY: until there is a class for players that answer one board at a time."""

    def __init__(self, file: PartsOfFile) -> None:
        self._file = file
        self.name = f"{file.path}:minimax"
        self.slowest: Slowest | None = None
        self.start_answer = True

    @property
    def observations(self) -> Any:
        return self._file.observations

    def spent(self) -> tuple[float, ...]:
        return self._file.spent()

    def answer(self, board: str, legal: Collection[int]) -> Answer:
        try:
            reading = answer_in(self._file.ask({"board": board}))
        except LateError as error:
            return Unanswered(board, error.seconds)
        except FaultError as fault:
            return Forfeit(board, fault.kind, fault.reason)
        if reading is None:
            return Unanswered(board, None)
        if reading in legal:
            return reading
        return split_by(legal, board, reading)
