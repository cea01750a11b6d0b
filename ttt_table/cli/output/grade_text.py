"""A grade as text: its verdict, its results, the causes, and what went wrong."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias

from ttt_table.cli.output.drawing import (
    cells_text,
    columns,
    count_text,
    expected_result,
    film_of,
    label,
    percent,
    rounded,
    span,
)
from ttt_table.cli.output.terminal import printable
from ttt_table.grading.causes import Cause, causes, main_cause
from ttt_table.grading.grades import Grade, Mistake, Results, SideGrade, Unstable
from ttt_table.players.answers import Answer, Forfeit, Unanswered, more_time, moves_of
from ttt_table.table.reader import Table

Fault: TypeAlias = Mistake | Forfeit | Unanswered | Unstable

# How many mistakes of each kind are shown by default.
SHOWN_AS_TEXT = 3
SHOWN_IN_REPORT = 100

MAX_OF_A_REASON = 300  # characters of what a player's file has raised

DIFFERENT_ANSWERS = """\
Some boards got different answers, so the player is random or has a state. The results
hold for the answers that were seen, and are not exact. Return probabilities instead."""
MISSING_ANSWERS = """\
Ranges are bounds that hold whatever the missing answers are. In general not all of
them are reached by the same answers."""

REASON_LENGTH = 100  # characters shown of an answer or exception


def max_shown_by(options: argparse.Namespace, default: int) -> int:
    """Return how many mistakes of each kind to show, according to ``--show``."""
    return default if options.show is None else max(0, options.show)


def grade_text(grade: Grade, table: Table, max_shown: int) -> str:
    """Return a grade as text, with at most that many mistakes of each kind."""
    listed_causes = causes(grade)
    verdict = verdict_text(grade, listed_causes)
    first_line = f"{printable(grade.player)} on {grade.game}: {verdict}"
    parts = ["\n".join([*notes(grade), first_line, *observation_texts(grade)])]
    parts.append(columns(result_rows(grade)))

    slowest = grade.mistakes.slowest
    if slowest is not None:
        milliseconds = 1000 * slowest.seconds
        parts.append(f"slowest answer: {milliseconds:,.2f} ms, at {slowest.board}")
    if listed_causes:
        parts.append(_causes_text(grade, listed_causes))
    for side in grade.sides.values():
        parts.extend(_fault_texts(side, table, max_shown))
    parts.extend(provisos(grade))
    return "\n\n".join(parts)


def verdict_text(grade: Grade, listed_causes: Sequence[Cause]) -> str:
    """Return what a grade comes to, in a few words.

    Args:
        grade: The grade.
        listed_causes: The causes of its blunders; without any, no cause is named.
    """
    clauses = [_main_clause(grade, listed_causes)]
    if grade.mistakes.unstable:
        boards = count_text(grade.counts.unstable)
        clause = f"it answers {boards} in more than one way"
        if not grade.observations.draws_random_numbers:
            clause += ", without random numbers: it may have a state"
        clauses.append(clause)
    if grade.mistakes.unanswered:
        clauses.append(unanswered_text(grade))
    return "; ".join(clauses)


def unanswered_text(grade: Grade) -> str:
    """Return how many boards are unanswered, and what to do; empty if none are."""
    unanswered = grade.mistakes.unanswered
    if not unanswered:
        return ""
    boards = count_text(len(unanswered))
    return f"{boards} unanswered {more_time(unanswered[0])}".rstrip()


def most_telling(grade: Grade, listed_causes: Sequence[Cause]) -> str:
    """Return the main cause of all blunders, or of those that are listed."""
    if not listed_causes:
        return ""
    listed = len(grade.mistakes.blunders)
    if listed == grade.counts.blunders:
        return main_cause(listed_causes)
    return f"of the first {listed:,}: {main_cause(listed_causes)}"


def notes(grade: Grade) -> list[str]:
    """Return what to know before the verdict, if there is something."""
    return [f"note: {grade.note}"] if grade.note else []


def observation_texts(grade: Grade) -> list[str]:
    """Return what the player was seen to do, besides answering."""
    observations = grade.observations
    texts = []
    if observations.draws_random_numbers:
        texts.append("it draws random numbers")
    if observations.draws_when_loaded:
        texts.append("it uses random numbers when it is loaded")
    if observations.loaded_until:
        reason = printable(observations.loaded_until, MAX_OF_A_REASON)
        texts.append(f"it was loaded only until {reason}")
    return texts


def provisos(grade: Grade) -> list[str]:
    """Return why the results are not exact, if they are not."""
    texts = []
    bounds = grade.bounds
    if bounds.error:
        texts.append(
            f"counted in {bounds.arithmetic}: "
            f"each chance is within {bounds.error:.1e} of exact"
        )
    if grade.mistakes.unstable:
        texts.append(DIFFERENT_ANSWERS)
    if bounds.lower != bounds.upper:
        texts.append(MISSING_ANSWERS)
    return texts


def _main_clause(grade: Grade, listed_causes: Sequence[Cause]) -> str:
    played = {name: side for name, side in grade.sides.items() if side.played}
    if not played:
        boards = count_text(grade.counts.forfeits)
        return f"not played: every answer is a forfeit, on {boards}"
    if len(played) == len(grade.sides):
        return _clause_of_played_sides(grade, listed_causes)
    (side,) = played
    (unplayed_side,) = set(grade.sides) - set(played)
    grade_of_side = Grade(grade.player, grade.game, played)
    clause = _clause_of_played_sides(grade_of_side, listed_causes)
    return (
        f"as {side} {clause}; not played as {unplayed_side}, where every answer "
        f"is a forfeit: {_advice_on_side(side)}"
    )


def _clause_of_played_sides(grade: Grade, listed_causes: Sequence[Cause]) -> str:
    """Return the verdict of a player that has made a legal move on each side."""
    one_sided = _one_sided_text(grade, listed_causes)
    if one_sided:
        return one_sided
    return _soundness_text(grade, listed_causes) + _beaten_text(grade)


def _one_sided_text(grade: Grade, listed_causes: Sequence[Cause]) -> str:
    """Return the verdicts of a player that errs on one of two sides; else nothing."""
    good_sides = [side for side in grade.sides.values() if _is_without_faults(side)]
    bad_sides = [side for side in grade.sides.values() if side.sound is False]
    if len(good_sides) != 1 or len(bad_sides) != 1:
        return ""
    (good,) = good_sides
    (bad,) = bad_sides
    faults = _faults_text(grade, without=grade.bounds.doubtful)
    if not faults:
        return ""
    return (
        f"sound as {good.side}{_where(good)}; as {bad.side} it {faults}"
        f"{_cause_in_brackets(grade, listed_causes)}: {_advice_on_side(good.side)}"
    )


def _advice_on_side(side: str) -> str:
    return f"add --as {side} if it plays {side} only"


def _is_without_faults(side: SideGrade) -> bool:
    mistakes = side.mistakes
    has_answered = len(mistakes.unanswered) < side.counts.decisions
    return has_answered and not (mistakes.blunders or mistakes.forfeits)


def _soundness_text(grade: Grade, listed_causes: Sequence[Cause]) -> str:
    mistakes = grade.mistakes
    where = _where(grade)
    sure_faults = _faults_text(grade, without=grade.bounds.doubtful)
    if sure_faults:
        return f"not sound: it {sure_faults}{_cause_in_brackets(grade, listed_causes)}"
    faults = _faults_text(grade)
    if faults and grade.sound is False:
        return f"not sound: it {faults}, whatever the missing answers are"
    if faults:
        return (
            f"not shown to be sound: it {faults}, "
            "which can perhaps be reached only through a missing answer"
        )
    if grade.sound is False:
        return "not sound, whatever the missing answers are"
    if mistakes.slips:
        return f"sound{where}: it gives nothing away, but {_slips_text(grade)}"
    if not mistakes.unanswered:
        return f"perfect{where}: no move is ever better than its own"
    if len(mistakes.unanswered) < grade.counts.decisions:
        return f"sound{where}"
    return "it answers nothing"


def _beaten_text(grade: Grade) -> str:
    is_open = grade.unbeatable is None and grade.mistakes.unanswered
    if grade.value < 0 or is_open:
        return ""
    if grade.unbeatable is False:
        return ", can be beaten"
    return f", unbeatable{_where(grade)}"


def _where(grade: Grade | SideGrade) -> str:
    """Return how far a verdict without a fault goes."""
    if grade.mistakes.unanswered:
        return " wherever it answered"
    return "" if grade.exact else " as far as seen"


def _cause_in_brackets(grade: Grade, listed_causes: Sequence[Cause]) -> str:
    # Of doubtful blunders nobody knows which are really met.
    if not listed_causes or grade.bounds.doubtful:
        return ""
    return f" ({most_telling(grade, listed_causes)})"


def _faults_text(grade: Grade, without: Collection[str] = ()) -> str:
    """Return on how many boards it blunders and forfeits, apart from some boards."""
    left_out = set(without)
    mistakes = grade.mistakes
    blunders = grade.counts.blunders
    blunders -= sum(blunder.board in left_out for blunder in mistakes.blunders)
    forfeits = grade.counts.forfeits
    forfeits -= sum(forfeit.board in left_out for forfeit in mistakes.forfeits)
    texts = []
    if blunders:
        texts.append(f"blunders on {count_text(blunders)}")
    if forfeits:
        texts.append(f"forfeits on {count_text(forfeits)}")
    return " and ".join(texts)


def _slips_text(grade: Grade) -> str:
    """Return whether it wins later than it must, or loses sooner, and how often."""
    values = {slip.was.value for slip in grade.mistakes.slips}
    texts = []
    if 1 in values:
        texts.append("wins later")
    if -1 in values:
        texts.append("loses sooner")
    return f"{' or '.join(texts)} than it must on {count_text(grade.counts.slips)}"


def _causes_text(grade: Grade, listed_causes: Sequence[Cause]) -> str:
    listed = len(grade.mistakes.blunders)
    title = "Blunders by cause"
    if listed < grade.counts.blunders:
        title += f", of the first {listed:,}"
    indented = [["", *row] for row in cause_rows(listed_causes)]
    return f"{title}:\n{columns(indented, left=6)}"


def cause_rows(listed_causes: Sequence[Cause]) -> list[list[str]]:
    """Return a row for each cause, with its commonest lines and numbers of stones."""
    rows = [["cause", "boards", "classes", "lines", "stones on the board"]]
    for cause in listed_causes:
        count_of_line = {
            cells_text(line): count for line, count in cause.by_line.items()
        }
        count_of_stones = {str(stones): count for stones, count in cause.by_ply.items()}
        rows.append(
            [
                cause.name,
                f"{len(cause.blunders):>6,}",
                f"{cause.classes:>7,}",
                _commonest(count_of_line),
                _commonest(count_of_stones),
            ]
        )
    return rows


def _commonest(counts: Mapping[str, int]) -> str:
    commonest = Counter(counts).most_common(SHOWN_AS_TEXT)
    texts = [f"{name} ({count:,})" for name, count in commonest]
    if len(counts) > SHOWN_AS_TEXT:
        texts.append(f"{len(counts) - SHOWN_AS_TEXT} more")
    return ", ".join(texts)


def result_rows(grade: Grade) -> list[list[str]]:
    """Return a table of results: a row for each, and a column for each side."""
    by_side = [_results_of(side) for side in grade.sides.values()]
    rows: list[list[str]] = []
    for results in zip(*by_side, strict=True):  # the same result of each side
        texts = [text for _, text in results]
        if any(texts):
            name, _ = results[0]
            rows.append([name, *texts])
    return rows


def _results_of(side: SideGrade) -> list[tuple[str, str]]:
    """Return the names of all results, with those of a side; empty if there is none."""
    counts = side.counts
    lower = side.bounds.lower
    upper = side.bounds.upper
    worst = (expected_result(chances.worst) for chances in (lower, upper))
    # A float may be a little below 0 by rounding.
    shortfalls = (max(0, side.value - chances.worst) for chances in (upper, lower))
    return [
        ("", f"as {side.side}"),
        ("boards met", f"{counts.boards:,}"),
        ("decisions", f"{counts.decisions:,}"),
        ("games won", f"{counts.games.won:,}"),
        ("games drawn", f"{counts.games.drawn:,}"),
        ("games lost", f"{counts.games.lost:,}"),
        *_chances_against("random play", lower.vs_random, upper.vs_random),
        *_chances_against("perfect play", lower.vs_perfect, upper.vs_perfect),
        *_chances_against("the opponent", lower.against, upper.against),
        ("worst expected result", span(worst)),
        ("exploitability", span(map(rounded, shortfalls))),
        ("blunders", f"{counts.blunders:,}"),
        ("slips", f"{counts.slips:,}"),
        # Most players have none of these, and are spared the rows.
        ("forfeits", _count_if_any(counts.forfeits)),
        ("unanswered", _count_if_any(counts.unanswered)),
        ("two answers", _count_if_any(counts.unstable)),
    ]


def _chances_against(
    opponent: str, lower: Results | None, upper: Results | None
) -> list[tuple[str, str]]:
    if lower is None or upper is None:
        return []
    return [
        (f"against {opponent}: won", span(map(percent, (lower.won, upper.won)))),
        ("  drawn", span(map(percent, (lower.drawn, upper.drawn)))),
        ("  lost", span(map(percent, (lower.lost, upper.lost)))),
    ]


def _count_if_any(count: int) -> str:
    return f"{count:,}" if count else ""


@dataclass(frozen=True, slots=True)
class FaultKind:
    """All faults of one kind on a side.

    Attributes:
        title: What they are called.
        count: How many there are.
        faults: Those that are listed: of very many the first.
    """

    title: str
    count: int
    faults: Sequence[Fault]


def fault_kinds(side: SideGrade) -> list[FaultKind]:
    """Return the faults of a side by kind, blunders first."""
    counts = side.counts
    mistakes = side.mistakes
    return [
        FaultKind("Blunders", counts.blunders, mistakes.blunders),
        FaultKind("Slips", counts.slips, mistakes.slips),
        FaultKind("Forfeits", counts.forfeits, mistakes.forfeits),
        FaultKind("Unanswered", counts.unanswered, mistakes.unanswered),
        FaultKind("Two answers", counts.unstable, mistakes.unstable),
    ]


def _fault_texts(side: SideGrade, table: Table, max_shown: int) -> Iterator[str]:
    """Yield the shortest loss of a side, then some faults of each kind."""
    shortest_loss = side.mistakes.shortest_loss
    if shortest_loss is not None:
        title = f"As {side.side}, the shortest game it loses: {loss_text(side, table)}"
        empty_board = "." * table.game.cells
        yield f"{title}\n\n{film_of(table, empty_board, shortest_loss)}".rstrip()
    for kind in fault_kinds(side):
        if not kind.faults or not max_shown:
            continue
        title = f"{kind.title} as {side.side}"
        if len(kind.faults) > max_shown:
            title += f", the first {max_shown} of {kind.count:,}"
        shown = kind.faults[:max_shown]
        rows = [f"  {fault.board}  {fault_text(fault)}" for fault in shown]
        yield "\n".join([f"{title}:", *rows])


def loss_text(side: SideGrade, table: Table) -> str:
    """Return the cells of the shortest lost game, and a forfeit that ends it."""
    cells = side.mistakes.shortest_loss or ()
    boards = list(accumulate(cells, table.push, initial="." * table.game.cells))
    text = cells_text(cells) or "no move"
    for forfeit in side.mistakes.forfeits:
        if forfeit.board == boards[-1]:
            text += f", then a forfeit: {printable(forfeit.reason, REASON_LENGTH)}"
    return text


def fault_text(fault: Fault, max_length: int = REASON_LENGTH) -> str:
    """Return what went wrong on a board; a reason is cut to that many characters."""
    if isinstance(fault, Forfeit):
        share = "" if fault.share == 1 else f" ({percent(fault.share)})"
        return f"{fault.kind}{share}: {printable(fault.reason, max_length)}"
    if isinstance(fault, Unanswered):
        limit = f" within {fault.limit:g} s" if fault.limit else ""
        return f"no answer{limit}"
    if isinstance(fault, Unstable):
        return f"{_answer_text(fault.first)}, then {_answer_text(fault.second)}"
    return _mistake_text(fault)


def _mistake_text(mistake: Mistake) -> str:
    chance = mistake.moves[mistake.move]
    often = "" if chance == 1 else f" ({percent(chance)})"
    return (
        f"{mistake.move}{often}: "
        f"{label(mistake.was)} becomes {label(mistake.became)}, "
        f"by {cells_text(mistake.continuation)}; right: {cells_text(mistake.right)}"
    )


def _answer_text(answer: Answer) -> str:
    if isinstance(answer, Forfeit):
        return f"a forfeit ({printable(answer.reason, REASON_LENGTH)})"
    return " or ".join(map(str, moves_of(answer)))
