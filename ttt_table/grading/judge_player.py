"""Judge a player exactly: every board that any opponent can bring it to, and nothing sampled."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from ttt_table.arguments import checked_table
from ttt_table.errors import ArgumentError, MissingExtraError, PlayerError, quoted
from ttt_table.grading.asking import AS_SAID, Player, Reading, Seat
from ttt_table.grading.grades import Grade, Results, Totals, of_sides
from ttt_table.grading.positions import Positions
from ttt_table.grading.readings import reread
from ttt_table.grading.repeated import visit_again
from ttt_table.grading.sums import SideSums, SingleSums
from ttt_table.grading.visit import MOST_BOARDS, Answering, SingleVisit, Tell, Visit
from ttt_table.players.answers import Answer, Unanswered, more_time
from ttt_table.players.draws import DRAWS
from ttt_table.players.programs import Program
from ttt_table.players.pythonfile import PythonFile
from ttt_table.progress import show_count
from ttt_table.rules.outcome import value_of
from ttt_table.table.reader import Table, open_table

SIDES = ("X", "O")


def grade(
    player: Player,
    *,
    table: Table | None = None,
    side: str = "both",
    view: str = "text",
    against: Player | None = None,
    force: bool = False,
    quiet: bool = False,
) -> Grade:
    """Ask a player about every board it can be brought to, and say what it is worth.

    A player is a `Program`, or a function of a board that returns a cell, a (row, column), or a
    distribution {cell: weight}. ``view`` is what it sees, text or another that docs/grading.md
    lists; as ``batch`` an (n, cells) array of int8, 1 for its own stones and -1 for the other's, to
    which it returns as many weights. ``against`` is one more opponent, such as a `Level`; it sees
    text.

    Faults are reported as forfeits, never raised; only Ctrl-C is. Raises `ArgumentError` for a bad
    argument, `MissingExtraError` for batches without numpy, `SizeError` for more than 3,000,000
    boards on a side, or 12,000,000 in batches, unless ``force`` is given, and `PlayerError` for a
    program that does not start again, or leaves 20 boards in a row, or a batch, without an answer.
    """
    sides = checked_sides(side)
    positions = Positions(open_table() if table is None else checked_table(table))
    most = sys.maxsize if force else MOST_BOARDS
    view = player.view if isinstance(player, PythonFile) else view
    batch = _gets_batches(player, view, against)

    def grade_read_as(reading: Reading) -> Grade:
        with show_count("grading", quiet=quiet) as tell:
            opponent = None if against is None else Seat(against, positions)
            grade_side = (
                _batch_grade if batch else partial(_single_grade, opponent=opponent)
            )
            grades = {}
            for one in sides:
                # A seat for each side, as each has a slowest answer of its own.
                seat = Seat(player, positions, view, reading)
                grades[one] = grade_side(seat, positions, one, tell, most)
            return of_sides(grades)

    as_said = grade_read_as(AS_SAID)
    return as_said if batch else reread(as_said, grade_read_as, player, positions, view)


def checked_sides(side: str) -> Sequence[str]:
    """The sides that are meant. Raises `ArgumentError` for none."""
    if not isinstance(side, str) or side not in (*SIDES, "both"):
        raise ArgumentError(f'no such side: {quoted(side)}; choose "X", "O" or "both"')
    return SIDES if side == "both" else side


def _batch_grade(
    seat: Seat, positions: Positions, side: str, tell: Tell, most: int
) -> Grade:
    try:
        from ttt_table.grading import batch, batch_sums  # they need numpy
    except ImportError as error:
        raise MissingExtraError.of("a batch", "numpy", error) from None
    visit = batch.BatchVisit(seat, positions, side)
    visit.ask(tell, most=max(most, batch.MOST_BOARDS))
    visit.ask_again(tell)
    return _grade_of(visit, batch_sums.BatchSums(visit), seat)


def _single_grade(
    seat: Seat,
    positions: Positions,
    side: str,
    tell: Tell,
    most: int,
    opponent: Seat | None,
) -> Grade:
    visit = SingleVisit(seat, positions, side)
    visit.ask(tell, most=most)
    visit.ask_again(tell)
    if visit.unstable or DRAWS in seat.told:
        visit = visit_again(visit, seat, tell, most)
    return grade_of_visit(visit, seat, opponent)


def _gets_batches(player: Player, view: str, against: Player | None) -> bool:
    batch = view == "batch"
    if batch and isinstance(player, Program) and not isinstance(player, PythonFile):
        raise ArgumentError(
            "a program gets a board at a time: batches are for functions"
        )
    if batch and against is not None:
        raise ArgumentError(
            "a player of batches has no opponent: let it take a board at a time"
        )
    return batch


def grade_of_visit(
    visit: SingleVisit, seat: Answering, opponent: Seat | None = None
) -> Grade:
    """The grade of one side of a player that was asked all its boards."""
    found = _grade_of(visit, SingleSums(visit), seat)
    if visit.unanswered:
        faults = found.blunders, found.slips, found.forfeits
        boards = {one.board for listed in faults for one in listed}
        sure, key = visit.surely_met(), visit.positions.key
        doubtful = sorted(board for board in boards if key(board) not in sure)
        best = SingleSums(visit, at_best=True).chances()
        found = replace(found, doubtful=tuple(doubtful), best_case=best)
    if opponent is not None:
        answers = _answers_of(opponent, visit)
        sums = SingleSums(visit, opponent=answers)
        found = replace(
            found, against=sums.chances().vs_random, error=max(found.error, sums.error)
        )
        if found.best_case:
            best = SingleSums(visit, opponent=answers, at_best=True).chances()
            found = replace(
                found, best_case=found.best_case._replace(against=best.vs_random)
            )
    return found


def _answers_of(opponent: Seat, visit: SingleVisit) -> dict[int, Answer]:
    """What an opponent answers, by key. Raises `PlayerError` where it has no answer."""
    answers: dict[int, Answer] = {}
    met = {0}
    for stones, tier in enumerate(visit.unfinished):
        keys = [key for key in tier if key in met]
        if not visit.own_turn(stones):
            answers.update(zip(keys, opponent.answers(keys), strict=True))
        for key in keys:
            answer = answers.get(key, tier[key])
            met.update(reply for _, reply in visit.replies(key, answer))
    for key, reply in answers.items():
        if isinstance(reply, Unanswered):
            board = visit.positions.text(key)
            why = f"{opponent.name}, the opponent, has no answer at {board}"
            raise PlayerError(f"{why} {more_time(reply)}".rstrip())
    return answers


def _grade_of(visit: Visit, sums: SideSums, seat: Answering) -> Grade:
    """One side's grade."""
    positions, start = visit.positions, sums.start
    value = value_of(start.score)
    found = sums.blunders, sums.slips, visit.forfeits, visit.unstable
    lists: dict[str, Any] = dict(zip(Totals._fields, found, strict=True))
    return Grade(
        player=seat.name,
        game=positions.game,
        side=visit.side,
        value=Fraction(value if visit.own_turn(0) else -value),
        boards=visit.boards,
        decisions=visit.decisions,
        lines=Results(*start[:3]),
        **sums.chances()._asdict(),
        **lists,
        totals=Totals(*(visit.many.get(name, len(one)) for name, one in lists.items())),
        shortest_loss=visit.shortest_loss() if start.lost else None,
        slowest=seat.slowest,
        error=sums.error,
        unanswered=[*visit.unanswered, *visit.late],
        taken_as=list(seat.told),
    )
