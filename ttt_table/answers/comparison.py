"""Models compared on the boards that all of them were asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ttt_table.answers.counting import counts_of
from ttt_table.answers.model import Answers, share_right
from ttt_table.answers.shares import BoardCount, Difference, Share, difference_of
from ttt_table.errors import ArgumentError, quoted


@dataclass(frozen=True, slots=True)
class ComparedModel:
    """A model on the boards that all models were asked about.

    Attributes:
        model: Its name.
        counts: How many answers of each kind it gave there, as `Answers.counts`.
        right: The share of its answers there that keep the value.
        matters: The same on those boards where some legal move does not keep it.
        behind: How far its `matters` is behind the best model's; None for that model,
            and if there are no such boards.
    """

    model: str
    counts: Mapping[str, int]
    right: Share
    matters: Share
    behind: Difference | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Models on the boards that all of them were asked about.

    Attributes:
        boards: How many boards these are.
        lines: A line for each model, the best first: with its name as ``model``,
            ``counts``, ``right`` and ``matters`` on these boards, and how far it is
            ``behind`` the best, a `Difference` or None.
        leave_out: The model without which the others share most boards; None if none
            makes a difference.
        boards_without: How many boards that would be.
    """

    boards: int
    lines: Sequence[ComparedModel]
    leave_out: str | None = None
    boards_without: int = 0


def compared(models: Mapping[str, Answers]) -> Comparison:
    """Compare models on the boards that all of them were asked about.

    The intervals of the differences are those of each model by itself: with many models
    some difference is told apart by chance.

    Args:
        models: The answers by the model's name; all are on tables of one game.

    Raises:
        ArgumentError: There are no models, or they are of several games.

    >>> from ttt_table import open_table
    >>> table = open_table()
    >>> strong = Answers(table, [("XX.OO....", 2), ("X...O....", 8)])
    >>> weak = Answers(table, [("XX.OO....", 5), ("X...O....", 8)])
    >>> best, other = compared({"weak": weak, "strong": strong}).lines
    >>> best.model, other.behind.value, other.behind.told_apart
    ('strong', 1.0, False)
    """
    _check(models)
    models_of_board = Counter(
        board for answers in models.values() for board in answers.boards
    )
    common = [board for board, count in models_of_board.items() if count == len(models)]
    lines = [_line(name, answers, common) for name, answers in models.items()]
    lines.sort(key=_order)
    best = models[lines[0].model]
    lines[1:] = [
        replace(line, behind=_behind(models[line.model], best, common))
        for line in lines[1:]
    ]
    without = _fewest_boards(models, models_of_board)
    if without is None:
        return Comparison(len(common), lines)
    return Comparison(len(common), lines, without[0], len(common) + without[1])


def _check(models: Mapping[str, Answers]) -> None:
    for answers in models.values():
        if not isinstance(answers, Answers):
            raise ArgumentError(
                f"a model is an Answers of its rows, not {quoted(answers)}"
            )
    games = {(answers.table.game, answers.table.first) for answers in models.values()}
    if len(games) != 1:
        raise ArgumentError("models are compared on one game, and this is none or more")


def _line(name: str, answers: Answers, boards: Sequence[str]) -> ComparedModel:
    if len(boards) == len(answers.boards):  # all of them are common
        return ComparedModel(
            name, answers.counts, answers.right, answers.matters, behind=None
        )
    tallies = [answers.boards[board] for board in boards]
    return ComparedModel(
        model=name,
        counts=counts_of(tallies),
        right=share_right(tallies),
        matters=share_right(tallies, matters=True),
        behind=None,
    )


def _order(line: ComparedModel) -> tuple[float, float, str]:
    """Return what puts the best model first."""
    shares = [
        share.value if share.asked else 0.0 for share in (line.matters, line.right)
    ]
    return -shares[0], -shares[1], line.model


def _behind(
    answers: Answers, best: Answers, boards: Sequence[str]
) -> Difference | None:
    """Return how far a model is behind the best one, where it matters."""
    pairs = []
    for board in boards:
        tally = answers.boards[board]
        of_best = best.boards[board]
        if tally.matters:
            pairs.append(
                (
                    BoardCount(of_best.right, of_best.asked),
                    BoardCount(tally.right, tally.asked),
                )
            )
    return difference_of(pairs) if pairs else None


def _fewest_boards(
    models: Mapping[str, Answers], models_of_board: Mapping[str, int]
) -> tuple[str, int] | None:
    """Return the model that alone lacks most boards, and how many it lacks.

    Returns:
        None if no board is lacking to one model alone, or if only one would be left.
    """
    if len(models) <= 2:
        return None
    lacking: Counter[str] = Counter()
    nearly_common = {
        board for board, count in models_of_board.items() if count == len(models) - 1
    }
    for name, answers in models.items():
        lacking[name] = len(nearly_common) - sum(
            board in answers.boards for board in nearly_common
        )
    name, count = lacking.most_common(1)[0]
    return (name, count) if count else None
