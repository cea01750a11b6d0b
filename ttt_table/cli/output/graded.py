"""A grade in words and as JSON: its verdict, its figures, the causes, and what went wrong."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, TypeAlias

from ttt_table.cli.output.drawing import cells_text, columns, count_text, film_of, label
from ttt_table.cli.output.terminal import printable
from ttt_table.grading.causes import Cause, causes, telling
from ttt_table.grading.grades import Grade, Mistake
from ttt_table.grading.visit import Unstable
from ttt_table.players import answers
from ttt_table.table.reader import Table

Fault: TypeAlias = Mistake | answers.Forfeit | answers.Unanswered | Unstable

SHOWN, DRAWN = (
    3,
    100,
)  # mistakes of a kind that people are shown, unless they ask; in a report
SEEN = """\
Some boards got different answers, so the player is random or remembers. The figures
are of those that were seen, and not exact: let it return its chances instead."""
REASON = 100  # characters of what a player said or raised that people are shown


def most_shown(options: argparse.Namespace, few: int) -> int:
    """How many mistakes of a kind are shown: so few, unless the options ask for more, or fewer."""
    return few if options.show is None else max(0, options.show)


def judgement(found: Grade, why: Sequence[Cause]) -> str:
    """What a grade comes to, in a few words; of blunders the most telling cause."""
    where = "" if found.exact else " as far as seen"
    where = " wherever it answered" if found.unanswered else where
    sides = {
        one.sound is not False and not one.unanswered: at
        for at, one in found.sides.items()
    }
    one_sided = len(sides) == 2 and not _wrongs_text(found.sides[sides[True]])
    if wrong := _wrongs_text(found, found.doubtful):
        cause = f" ({most_telling(found, why)})" if why and not found.doubtful else ""
        words = f"not sound: it {wrong}{cause}"
        if one_sided:
            good, bad = sides[True], sides[False]
            words = f"sound as {good}{where}; as {bad} it is not: it {wrong}{cause}"
            # Who errs on a few boards of the other side plays both.
            if (
                found.totals.blunders + found.totals.forfeits
                > found.sides[bad].decisions / 10
            ):
                words += f": made for {good}? --as {good}"
    elif wrong := _wrongs_text(found):
        words = f"not shown to be sound: it {wrong}, to which perhaps only a missing answer leads"
    elif found.slips:
        words = f"sound{where}: it gives nothing away, but {_slips_text(found)}"
    elif found.unanswered:
        words = (
            f"sound{where}"
            if len(found.unanswered) < found.decisions
            else "it answers nothing"
        )
    else:
        words = f"perfect{where}: no move is ever better than its own"
    known = found.unbeatable is not None or not found.unanswered
    if found.value >= 0 and known and not one_sided:
        words += (
            ", can be beaten" if found.unbeatable is False else f", unbeatable{where}"
        )
    if found.unstable:
        why_so = (
            "" if found.draws else ", though it was not seen to draw: it may remember"
        )
        words += f"; it answers {count_text(found.totals.unstable)} in more than one way{why_so}"
    return "; ".join(filter(None, [words, unanswered(found)]))


def _wrongs_text(found: Grade, doubtful: Sequence[str] = ()) -> str:
    """On how many boards it blunders and forfeits, but for those that are doubtful."""
    many = {}
    for name in ("blunders", "forfeits"):
        left_out = sum(one.board in doubtful for one in getattr(found, name))
        many[name] = getattr(found.totals, name) - left_out
    return " and ".join(
        f"{name} on {count_text(sure)}" for name, sure in many.items() if sure
    )


def _slips_text(found: Grade) -> str:
    """Whether it wins later than it must, or loses sooner, and on how many boards."""
    signs = {one.was.value for one in found.slips}
    kinds = {1: "wins later", -1: "loses sooner"}
    slow = " or ".join(kind for sign, kind in kinds.items() if sign in signs)
    return f"{slow} than it must on {count_text(found.totals.slips)}"


def most_telling(found: Grade, why: Sequence[Cause]) -> str:
    """The most telling cause of all blunders, or of those that are listed; nothing without any."""
    first = len(found.blunders)
    some = "" if first == found.totals.blunders else f"of the first {first:,}: "
    return some + telling(why) if why else ""


def unanswered(found: Grade) -> str:
    """What to say of boards that were not answered in time; nothing where all were."""
    if not found.unanswered:
        return ""
    more = answers.more_time(found.unanswered[0])
    return f"{count_text(len(found.unanswered))} unanswered {more}".rstrip()


def readings(found: Grade) -> list[str]:
    """How the player was read where that is not as it is written, and what may help it."""
    hints = [f"hint: {found.hint}"] if found.hint else []
    return [*(printable(words, 3 * REASON) for words in found.taken_as), *hints]


def provisos(found: Grade) -> list[str]:
    """Why the figures are not exact, where they are not."""
    off = f"counted in {found.arithmetic}: each chance is within {found.error:.1e} of exact"
    reasons = {off: found.error, SEEN: found.unstable}
    return [words for words, holds in reasons.items() if holds]


def cause_rows(why: Sequence[Cause]) -> list[list[str]]:
    """What blunders come from: a row a cause, with its commonest lines and plies."""
    rows = [["cause", "boards", "classes", "lines", "stones on the board"]]
    for one in why:
        counts = f"{len(one.blunders):>6,}", f"{one.classes:>7,}"
        lines = {cells_text(line): count for line, count in one.by_line.items()}
        rows.append([one.name, *counts, _commonest(lines), _commonest(one.by_ply)])
    return rows


def _commonest(counts: Mapping[Any, int]) -> str:
    few = [f"{one} ({count:,})" for one, count in Counter(counts).most_common(SHOWN)]
    return ", ".join(
        [*few, f"{len(counts) - SHOWN} more"] if len(counts) > SHOWN else few
    )


def figure_rows(found: Grade) -> list[list[str]]:
    """The figures of each side, a row a figure; what no side has is left out."""
    each = [_figures(one) for one in found.sides.values() or [found]]
    rows = ([row[0][0], *(text for _, text in row)] for row in zip(*each, strict=True))
    return [row for row in rows if any(row[1:])]


def _figures(one: Grade) -> Iterator[tuple[str, str]]:
    """The figures of a side by name; where boards are unanswered, in the worst and best case."""
    cases = one.chances, one.best_case or one.chances
    yield "", f"as {one.side}"
    yield "boards met", f"{one.boards:,}"
    yield "decisions", f"{one.decisions:,}"
    yield from (
        (f"lines {kind}", f"{many:,}") for kind, many in one.lines._asdict().items()
    )
    names = {
        "vs_random": "random play",
        "vs_perfect": "perfect play",
        "against": "the opponent",
    }
    for name in names if one.against else [*names][:2]:
        each = zip(*(getattr(case, name) for case in cases), strict=True)
        won, drawn, lost = (_span(map(percent, two)) for two in each)
        yield f"against {names[name]}: won", won
        yield "  drawn", drawn
        yield "  lost", lost
    yield "worst expected result", _span(rounded(case.worst, "+") for case in cases)
    yield "exploitability", _span(rounded(one.value - case.worst) for case in cases)
    blunders, slips, forfeits, unstable = one.totals
    yield "blunders", f"{blunders:,}"
    yield "slips", f"{slips:,}"
    # Most players have none of these, and are spared the rows.
    few = {
        "forfeits": forfeits,
        "unanswered": len(one.unanswered),
        "two answers": unstable,
    }
    yield from ((name, f"{count:,}" if count else "") for name, count in few.items())


def _span(texts: Iterable[str]) -> str:
    return " to ".join(dict.fromkeys(texts))


def rounded(result: Fraction | float, sign: str = "") -> str:
    return f"{float(result):{sign}.3f}" if result else "0"


def percent(chance: Fraction | float) -> str:
    """A chance in percent, where only what is certain is called 0 % or 100 %.

    >>> [percent(Fraction(many, 10**6)) for many in (10**6, 994_792, 1)]
    ['100 %', '99.48 %', '> 0.00 %']
    """
    if chance in (0, 1):
        return f"{100 * int(chance)} %"
    text = f"{float(100 * chance):.2f} %"
    certain = {"0.00 %": "> 0.00 %", "100.00 %": "< 100.00 %"}
    return text if isinstance(chance, float) else certain.get(text, text)


def faults_of(one: Grade) -> Sequence[tuple[str, Sequence[Fault]]]:
    """What can go wrong on a side, by the names of the kinds."""
    first = ("Blunders", one.blunders), ("Slips", one.slips), ("Forfeits", one.forfeits)
    return *first, ("Unanswered", one.unanswered), ("Two answers", one.unstable)


def loss_text(one: Grade, table: Table) -> str:
    """The cells of the shortest game that a side loses, and the forfeit that ends it."""
    cells = one.shortest_loss or ()
    *_, last = accumulate(cells, table.push, initial="." * one.game.cells)
    ends = [forfeit.reason for forfeit in one.forfeits if forfeit.board == last]
    words = cells_text(cells) or "no move"
    return "".join(
        [words, *(f", then a forfeit: {printable(end, REASON)}" for end in ends)]
    )


def fault_text(fault: Fault, most: int = REASON) -> str:
    """What went wrong on a board, on a line."""
    if isinstance(fault, answers.Forfeit):
        often = "" if fault.share == 1 else f" ({percent(fault.share)})"
        return f"{fault.kind}{often}: {printable(fault.reason, most)}"
    if isinstance(fault, answers.Unanswered):
        return "no answer" + (f" within {fault.seconds:g} s" if fault.seconds else "")
    if isinstance(fault, Unstable):
        return f"{_answer_text(fault.first)}, then {_answer_text(fault.second)}"
    chance = fault.moves[fault.move]
    often = "" if chance == 1 else f" ({percent(chance)})"
    change = (
        f"{label(fault.was)} becomes {label(fault.became)}, by {cells_text(fault.line)}"
    )
    return f"{fault.move}{often}: {change}; right: {cells_text(fault.right)}"


def _answer_text(answer: answers.Answer) -> str:
    if isinstance(answer, answers.Forfeit):
        return f"a forfeit ({printable(answer.reason, REASON)})"
    return " or ".join(map(str, answers.moves_of(answer)))


def answer_record(answer: answers.Answer) -> object:
    """A cell, cells with their weights, or a forfeit."""
    if isinstance(answer, int):
        return answer
    if isinstance(answer, answers.Forfeit):
        return {"kind": answer.kind, "reason": answer.reason}
    assert not isinstance(answer, answers.Unanswered)  # what has no answer has not two
    kind = answer.forfeit.kind if isinstance(answer, answers.Mixed) else ""
    weights = answers.weights_of(answer)
    return {kind if at == answers.LOST else str(at): weight for at, weight in weights}


_FIGURES = (
    *(
        "value",
        "boards",
        "decisions",
        "lines",
        "vs_random",
        "vs_perfect",
        "against",
        "worst",
    ),
    *(
        "exploitability",
        "arithmetic",
        "error",
        "unbeatable",
        "sound",
        "perfect",
        "exact",
    ),
    *("shortest_loss", "slowest", "best_case", "totals"),
)
_OF_A_MISTAKE = ("board", "move", "moves", "was", "became", "right", "line")


def grade_record(found: Grade) -> dict[str, object]:
    """A grade: the player, the game, and each side with its exact figures, fractions as text."""
    sides = found.sides or {found.side: found}
    return {
        **_named(found, ("player", "exact", "taken_as")),
        "game": str(found.game),
        "hint": found.hint or None,
        "sides": {side: _side_record(one) for side, one in sides.items()},
    }


def _side_record(side: Grade) -> dict[str, object]:
    why = causes(side)
    of_cause = {
        id(blunder): {"cause": one.name} for one in why for blunder in one.blunders
    }

    def mistakes(some: Sequence[Mistake]) -> list[dict[str, object]]:
        return [
            _named(each, _OF_A_MISTAKE) | of_cause.get(id(each), {}) for each in some
        ]

    return {
        **_named(side, (*_FIGURES, "forfeits", "unanswered", "doubtful")),
        "telling": most_telling(side, why),
        "causes": [_cause_record(cause) for cause in why],
        "blunders": mistakes(side.blunders),
        "slips": mistakes(side.slips),
        "unstable": [
            {"board": at, "first": answer_record(one), "second": answer_record(two)}
            for at, one, two in side.unstable
        ],
    }


def _cause_record(cause: Cause) -> dict[str, object]:
    by_line = {cells_text(line): count for line, count in cause.by_line.items()}
    counts = {"boards": len(cause.blunders), "classes": cause.classes}
    return {"cause": cause.name, **counts, "by_line": by_line, "by_ply": cause.by_ply}


def _named(record: object, names: Sequence[str]) -> dict[str, object]:
    return {name: getattr(record, name) for name in names}


def grade_drawing(found: Grade, table: Table, most: int) -> str:
    """A grade: what it comes to, the figures side by side, then what went wrong."""
    why = causes(found)
    words = f"{printable(found.player)} on {found.game}: {judgement(found, why)}"
    parts = ["\n".join([words, *readings(found)]), columns(figure_rows(found))]
    if found.slowest is not None:
        board, seconds = found.slowest
        parts.append(f"slowest answer: {1000 * seconds:,.2f} ms, at {board}")
    if why:
        rows = columns([["", *row] for row in cause_rows(why)], left=6)
        first = len(found.blunders)
        some = "" if first == found.totals.blunders else f", of the first {first:,}"
        parts.append(f"Blunders by cause{some}:\n{rows}")
    for one in found.sides.values() or [found]:
        parts += _faults_drawn(one, table, most)
    return "\n\n".join([*parts, *provisos(found)])


def _faults_drawn(one: Grade, table: Table, most: int) -> Iterator[str]:
    """What went wrong on one side: its soonest loss, then some of each kind of mistake."""
    if one.shortest_loss is not None:
        words = f"As {one.side}, the shortest game it loses: {loss_text(one, table)}"
        yield f"{words}\n\n{film_of(table, '.' * one.game.cells, one.shortest_loss)}".rstrip()
    for name, found in faults_of(one):
        if found and most:
            many = max(len(found), getattr(one.totals, name.lower(), 0))
            few = f", the first {most} of {many:,}" if len(found) > most else ""
            rows = [f"  {each.board}  {fault_text(each)}" for each in found[:most]]
            yield "\n".join([f"{name} as {one.side}{few}:", *rows])
