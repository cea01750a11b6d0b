"""Why a part is wrong: what it does instead of what it should.

Every sentence that is found here is true of all boards that the part was asked about.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Any, TypeAlias

from ttt_table.homework.answers import Failure, FailureKind, PartAnswer
from ttt_table.homework.behaviours import behaviours
from ttt_table.homework.regions import REGIONS
from ttt_table.homework.sentences import Quoted, Words
from ttt_table.homework.spec import Part, true_answers

MOST = 0.9  # of the wrong answers, which a behaviour explains at least

Answers: TypeAlias = Mapping[str, PartAnswer]  # by board


class CauseKind(Enum):
    """What a cause says about a part."""

    FAILURE = auto()  # it does not answer
    BEHAVIOUR = auto()  # what it answers instead
    REGION = auto()  # on which boards it is wrong, and on all of these
    PART_OF_REGION = auto()  # outside of which boards it is never wrong


@dataclass(frozen=True, slots=True)
class Cause:
    """Why a part is wrong on some of its boards."""

    kind: CauseKind
    words: Words  # a sentence about the part, without the part: ``never sees 2 4 6``
    boards: Sequence[str]  # those of which it is true, in the order asked


def wrong_boards(part: Part, answers: Answers) -> list[str]:
    """Return the boards on which a part fails or gives a wrong answer."""
    expected = true_answers(part)
    wrong = []
    for board, answer in answers.items():
        if answer.failure is not None:
            is_wrong = not answer.failure.is_unknown
        else:
            is_wrong = answer.value != expected[board]
        if is_wrong:
            wrong.append(board)
    return wrong


def find_cause(part: Part, answers: Answers) -> Cause | None:
    """Return what explains most of a part's wrong answers, or where they are.

    Args:
        part: The part.
        answers: Its answers by board, wrong and right.

    Returns:
        The cause, or None if nothing is wrong or no cause is known.

    """
    wrong = wrong_boards(part, answers)
    failures = {
        board: answer.failure
        for board, answer in answers.items()
        if answer.failure is not None
    }
    values = {
        board: answer.value
        for board, answer in answers.items()
        if board not in failures
    }
    misjudged = [board for board in wrong if board in values]
    cause = None
    # Nothing can be said of a few answers among many failures.
    if misjudged and 2 * len(values) > len(answers):
        cause = cause_of_values(part, values, misjudged)
    if not failures:
        return cause

    first_failures = " and ".join(_first_of_each_kind(failures.values()))
    words: Words = (Quoted(first_failures),)
    if cause is not None and cause.kind is not CauseKind.PART_OF_REGION:
        words = (*words, "and", *cause.words)
    elif misjudged:
        words = (*words, "and gives wrong answers elsewhere too")
    known = [board for board in wrong if board in failures]
    return Cause(CauseKind.FAILURE, words, known or list(failures))


def _first_of_each_kind(failures: Iterable[Failure]) -> list[str]:
    """Return the first failure of each kind as text."""
    first: dict[FailureKind, str] = {}
    for failure in failures:
        first.setdefault(failure.kind, str(failure))
    return list(first.values())


def cause_of_values(
    part: Part, values: Mapping[str, Any], wrong: Sequence[str]
) -> Cause | None:
    """Return what explains most of a part's wrong values, or where they are.

    Args:
        part: The part.
        values: What it answered, by board.
        wrong: The boards on which that is wrong.

    """
    cause = _behaviour_cause(part, values, wrong)
    rest = len(wrong) - (len(cause.boards) if cause else 0)
    if cause is None or rest > (1 - MOST) * len(wrong):
        return _region_cause(values, wrong)
    if rest == 0:
        return cause
    explained = f"explains {len(cause.boards):,} of {len(wrong):,}"
    others = f"{rest} {'has' if rest == 1 else 'have'} another cause"
    return replace(cause, words=(*cause.words, f"({explained}; the other {others})"))


def _behaviour_cause(
    part: Part, values: Mapping[str, Any], wrong: Sequence[str]
) -> Cause | None:
    """Return what explains most wrong answers, and fits every right one."""
    best: Cause | None = None
    wrong_set = set(wrong)
    right = [board for board in values if board not in wrong_set]
    for behaviour in behaviours(part, values, wrong):
        if any(behaviour.answer(board) != values[board] for board in right):
            continue
        explained = [
            board for board in wrong if behaviour.answer(board) == values[board]
        ]
        if best is None or len(explained) > len(best.boards):
            best = Cause(CauseKind.BEHAVIOUR, behaviour.words, explained)
    return best


def _region_cause(values: Mapping[str, Any], wrong: Sequence[str]) -> Cause | None:
    """Return the region in which a part is wrong, or the smallest that holds it."""
    wrong_set = set(wrong)
    smallest: tuple[int, str] | None = None
    for region in REGIONS:
        inside = {board for board in values if region.holds(board)}
        if len(inside) == len(values) or not wrong_set <= inside:
            continue
        if len(inside) == len(wrong_set):
            return Cause(CauseKind.REGION, (f"is wrong {region.words}",), wrong)
        if smallest is None or len(inside) < smallest[0]:
            smallest = len(inside), region.words
    if smallest is None:
        return None
    count, words = smallest
    numbers = f"on {len(wrong):,} of these {count:,} boards"
    sentence = f"is wrong only {words}, {numbers}"
    return Cause(CauseKind.PART_OF_REGION, (sentence,), wrong)
