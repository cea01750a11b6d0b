"""The recorded answers of a language model: how many are right, and how they play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from ttt_table.answers.counting import AnswerCounter, BoardTally, ReadRow, counts_of
from ttt_table.answers.reading import AnswerReader
from ttt_table.answers.rows import AnswerRow, Rows, rows_in, with_standard_boards
from ttt_table.answers.shares import BoardCount, Share, share_of
from ttt_table.rules.outcome import Sides
from ttt_table.table.reader import Table

if TYPE_CHECKING:
    from ttt_table.grading.grades import Grade
    from ttt_table.players.session import Player

ROWS_AT_ONCE = 1 << 16


class Answers:
    """The recorded answers of one model.

    Every row counts: one without an answer is wrong, like one that is not readable. An
    answer that is read although something speaks against it is *in doubt*.

    Args:
        table: The game's table.
        rows: The path of a file, CSV if its name ends so, else JSON lines; or rows. A
            row is a board and an answer, as a pair or in a dictionary. How an answer is
            read: https://ttt-table.github.io/ttt-table/answers.html. With gravity a
            number in a text or a file is a column; an integer of Python is a cell, as
            for `judge` and `Table.push`.
        pattern: A regular expression whose last match in a text is the answer, as for
            `cell_reader`.
        first_index: The number of the first cell, row and column: 0 or 1.
        quiet: Show no progress.

    Attributes:
        table: The game's table.
        boards: By board, its ``asked``, ``no_answer``, ``not_readable``, ``illegal``,
            ``wrong`` and ``right`` answers, whether it ``matters``, and how often each
            of the ``cells`` was answered.
        counts: How many ``boards`` there are, how many answers were ``asked`` for, and
            how many of these are ``no_answer``, ``not_readable``, ``illegal``,
            ``wrong`` (a legal move that gives value away) and ``right``.
        right: The share of answers that keep the value of the game.
        matters: The same on boards where some legal move does not keep it.
        causes: How often each cause makes an answer wrong, the most frequent first.
        unread: The first three different texts that are not readable.
        doubts: How many answers are in doubt, by the reason.
        doubted: The first three different texts of these.

    Raises:
        ArgumentError: `table` is not a table, or the pattern or first index is bad.
        PlayerError: A row has no board or no answer, or its board is finished, or is
            not one of the game. The message names the row.
        TableAccessError: The file cannot be read.
    """

    def __init__(
        self,
        table: Table,
        rows: Rows,
        *,
        pattern: str | None = None,
        first_index: int = 0,
        quiet: bool = False,
    ) -> None:
        reader = AnswerReader(table, pattern, first_index)
        counter = AnswerCounter(table)
        for chunk in _read_chunks(rows_in(rows, quiet=quiet), reader, table):
            counter.add(chunk)
        self._set(table, counter, quiet=quiet)

    @classmethod
    def _counted(cls, table: Table, counter: AnswerCounter, *, quiet: bool) -> Answers:
        """Return answers that were counted already."""
        answers = cls.__new__(cls)
        answers._set(table, counter, quiet=quiet)
        return answers

    def _set(self, table: Table, counter: AnswerCounter, *, quiet: bool) -> None:
        self.table = table
        self._quiet = quiet
        self.boards: Mapping[str, BoardTally] = counter.tallies
        self.counts: Mapping[str, int] = counts_of(counter.tallies.values())
        self.right: Share = share_right(counter.tallies.values())
        self.matters: Share = share_right(counter.tallies.values(), matters=True)
        self.causes: Mapping[str, int] = dict(counter.causes.most_common())
        self.unread: Sequence[str] = counter.unread
        self.doubts: Mapping[str, int] = dict(counter.doubts.most_common())
        self.doubted: Sequence[str] = counter.doubted

    def __repr__(self) -> str:
        asked = self.counts["asked"]
        boards = self.counts["boards"]
        return f"<Answers on {self.table.game}: asked={asked}, boards={boards}>"

    def play(
        self,
        side: Sides | None = None,
        *,
        against: Player | str | int | None = None,
        classes: bool = False,
        force: bool = False,
    ) -> Grade:
        """Return the grade of a player that draws its moves from the answers.

        What is not readable or illegal forfeits the game. A board without a row may get
        any answer, and so may the part of a board's rows that have none: the results
        become bounds. The verdicts, such as `perfect` and `exact`, are about these
        answers, not about the model: more samples may show another answer.

        If unanswered boards lead to more than 200,000 others on a side, they are not
        followed: any result is possible there, and the game counts as lost.

        Args:
            side: ``X``, ``O`` or ``both``; by default each side that has answers.
            against: One more opponent: a `Level`, or one by its name such as ``"hard"``
                or by its number of plies, or another player.
            classes: Whether an answer counts for all boards that are equal up to
                symmetry.
            force: Follow the answers to more than 3,000,000 boards on a side.

        Raises:
            ArgumentError: There is no such side or level.
            PlayerError: The opponent leaves a board without an answer.
            SizeError: There are more boards than are graded without `force`.
        """
        # Most answers are not played.
        from ttt_table.answers.play import RecordedAnswers, grade_answers

        cells_of = {board: tally.cells for board, tally in self.boards.items()}
        source = RecordedAnswers(self.table, cells_of, by_classes=classes)
        return grade_answers(
            source, side, against=against, force=force, quiet=self._quiet
        )


def answers_by_model(
    table: Table,
    rows: Iterable[AnswerRow],
    reader: AnswerReader,
    *,
    on_row: Callable[[ReadRow], object] | None = None,
    quiet: bool = False,
) -> dict[str, Answers]:
    """Return the answers of each model, in the order in which they first occur.

    Args:
        table: The game's table.
        rows: Rows that name their models.
        reader: What reads the answers.
        on_row: Gets each row with its verdict, in order.
        quiet: Show no progress.

    Raises:
        PlayerError: A row's board is finished, or is not one of the game.
    """
    counters: dict[str, AnswerCounter] = {}
    for chunk in _read_chunks(rows, reader, table):
        rows_of_model: dict[str, list[ReadRow]] = {}
        for read in chunk:
            rows_of_model.setdefault(read.row.model, []).append(read)
        for model, read_rows in rows_of_model.items():
            counters.setdefault(model, AnswerCounter(table)).add(read_rows)
        if on_row is not None:
            for read in chunk:
                on_row(read)
    return {
        model: Answers._counted(table, counter, quiet=quiet)
        for model, counter in counters.items()
    }


def share_right(tallies: Iterable[BoardTally], *, matters: bool = False) -> Share:
    """Return the share of right answers.

    Args:
        tallies: The answers by board.
        matters: Whether only boards count where some legal move gives value away.
    """
    return share_of(
        BoardCount(tally.right, tally.asked)
        for tally in tallies
        if tally.matters or not matters
    )


def _read_chunks(
    rows: Iterable[AnswerRow], reader: AnswerReader, table: Table
) -> Iterator[list[ReadRow]]:
    """Yield rows with what is read in them, many at once."""
    standard_rows = with_standard_boards(rows, table)
    while chunk := list(islice(standard_rows, ROWS_AT_ONCE)):
        yield [ReadRow(row, reader.read_row(row)) for row in chunk]
