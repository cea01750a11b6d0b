"""Why a part is wrong: what it does instead of what it should.

Every sentence that is found here is true of all boards that the part was asked about.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache
from typing import Any

from ttt_table.homework.answers import Failure, FailureKind, PartAnswers
from ttt_table.homework.behaviours import behaviours
from ttt_table.homework.regions import REGIONS, Region
from ttt_table.homework.sentences import Quoted, Words
from ttt_table.homework.spec import Part, reachable_boards, true_answers

# A behaviour is named only if it explains this share of the wrong answers.
MIN_EXPLAINED = 0.9


class DiagnosisKind(Enum):
    """What a diagnosis says about a part."""

    FAILURE = auto()  # it does not answer
    BEHAVIOUR = auto()  # what it answers instead
    REGION = auto()  # on which boards it is wrong, and on all of these
    PART_OF_REGION = auto()  # outside of which boards it is never wrong


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Why a part is wrong on some of its boards.

    Attributes:
        kind: What it says about the part.
        words: A sentence about the part, without the part: ``never sees 2 4 6``.
        boards: The wrong boards that it explains, in the order asked.
    """

    kind: DiagnosisKind
    words: Words
    boards: Sequence[str]


def wrong_boards(part: Part, answers: PartAnswers) -> list[str]:
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


def diagnose(part: Part, answers: PartAnswers) -> Diagnosis | None:
    """Return what explains most of a part's wrong answers, or where they are.

    Args:
        part: The part.
        answers: Its answers by board, wrong and right.

    Returns:
        The diagnosis, or None if nothing is wrong or no cause is known.
    """
    wrong = wrong_boards(part, answers)
    failures: dict[str, Failure] = {}
    values: dict[str, Any] = {}
    for board, answer in answers.items():
        if answer.failure is not None:
            failures[board] = answer.failure
        else:
            values[board] = answer.value

    misjudged = [board for board in wrong if board in values]
    diagnosis = None
    # Nothing can be said of a few answers among many failures.
    if misjudged and 2 * len(values) > len(answers):
        diagnosis = diagnose_values(part, values, misjudged)
    if not failures:
        return diagnosis

    words: Words = (Quoted(_first_failures_text(failures.values())),)
    if diagnosis is not None and diagnosis.kind is not DiagnosisKind.PART_OF_REGION:
        words = (*words, "and", *diagnosis.words)
    elif misjudged:
        words = (*words, "and gives wrong answers elsewhere too")
    failed = [board for board in wrong if board in failures]
    return Diagnosis(DiagnosisKind.FAILURE, words, failed or list(failures))


def _first_failures_text(failures: Iterable[Failure]) -> str:
    """Return the first failure of each kind as text."""
    first_of_kind: dict[FailureKind, str] = {}
    for failure in failures:
        first_of_kind.setdefault(failure.kind, failure.text)
    return " and ".join(first_of_kind.values())


def diagnose_values(
    part: Part, values: Mapping[str, Any], wrong: Sequence[str]
) -> Diagnosis | None:
    """Return what explains most of a part's wrong values, or where they are.

    Args:
        part: The part.
        values: What it answered, by board.
        wrong: The boards on which that is wrong.
    """
    diagnosis = _behaviour_diagnosis(part, values, wrong)
    if diagnosis is None:
        return _region_diagnosis(values, wrong)
    unexplained = len(wrong) - len(diagnosis.boards)
    if unexplained == 0:
        return diagnosis
    if unexplained > (1 - MIN_EXPLAINED) * len(wrong):
        return _region_diagnosis(values, wrong)

    explained = f"explains {len(diagnosis.boards):,} of {len(wrong):,}"
    verb = "has" if unexplained == 1 else "have"
    remark = f"({explained}; the other {unexplained} {verb} another cause)"
    return replace(diagnosis, words=(*diagnosis.words, remark))


def _behaviour_diagnosis(
    part: Part, values: Mapping[str, Any], wrong: Sequence[str]
) -> Diagnosis | None:
    """Return what explains most wrong answers, and fits every right one."""
    best: Diagnosis | None = None
    wrong_set = set(wrong)
    right = [board for board in values if board not in wrong_set]
    for behaviour in behaviours(part, values, wrong):
        if any(behaviour.answer(board) != values[board] for board in right):
            continue
        explained = [
            board for board in wrong if behaviour.answer(board) == values[board]
        ]
        if best is None or len(explained) > len(best.boards):
            best = Diagnosis(DiagnosisKind.BEHAVIOUR, behaviour.words, explained)
    return best


@cache
def _boards_in(region: Region) -> frozenset[str]:
    return frozenset(filter(region.holds, reachable_boards()))


def _region_diagnosis(
    values: Mapping[str, Any], wrong: Sequence[str]
) -> Diagnosis | None:
    """Return the region in which a part is wrong, or the smallest that holds it."""
    wrong_set = set(wrong)
    smallest: Region | None = None
    smallest_size = len(values)
    for region in REGIONS:
        inside = _boards_in(region) & values.keys()
        if len(inside) == len(values) or not wrong_set <= inside:
            continue
        if len(inside) == len(wrong_set):
            words = f"is wrong {region.words}"
            return Diagnosis(DiagnosisKind.REGION, (words,), wrong)
        if len(inside) < smallest_size:
            smallest = region
            smallest_size = len(inside)
    if smallest is None:
        return None
    numbers = f"on {len(wrong):,} of these {smallest_size:,} boards"
    words = f"is wrong only {smallest.words}, {numbers}"
    return Diagnosis(DiagnosisKind.PART_OF_REGION, (words,), wrong)
