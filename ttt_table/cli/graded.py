"""A grade in words: its verdict, its figures, the causes, and what went wrong on a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TypeAlias

from ttt_table.cli.drawing import boards_counted, label
from ttt_table.cli.several import unanswered
from ttt_table.cli.terminal import shown
from ttt_table.play.causes import Cause, telling
from ttt_table.play.grading import Chances, Grade, Mistake
from ttt_table.play.players import Answer, Forfeit, Unanswered
from ttt_table.play.visit import Unstable
from ttt_table.table.reader import Table

Fault: TypeAlias = Mistake | Forfeit | Unanswered | Unstable

SHOWN = 3
"""How many of each kind of mistake people are shown, unless they ask; JSON has them all."""

DRAWN = 100
"""The same in a report."""

REASON = 100
"""Characters of what a player said or raised that people are shown."""


def judgement(found: Grade, why: Sequence[Cause]) -> str:
    """What a grade comes to, in a few words; of blunders the most telling cause."""
    wrongs = (("blunders", found.totals.blunders), ("forfeits", found.totals.forfeits))
    wrong = " and ".join(f"{name} on {boards_counted(many)}" for name, many in wrongs if many)
    where = " wherever it answered" if found.unanswered else ""
    if wrong:
        # What follows only from an answer that was not given, it perhaps never meets.
        said = f"not sound: it {wrong}" if found.sound is False else f"open: perhaps it {wrong}"
        first = len(found.blunders)
        some = "" if first == found.totals.blunders else f"of the first {first:,}: "
        said += f" ({some}{telling(why)})" if why else ""
    elif found.slips:
        kinds = (("wins later", 1), ("loses sooner", -1))
        signs = {one.was.value for one in found.slips}
        slow = " or ".join(kind for kind, sign in kinds if sign in signs)
        late = f"{slow} than it must on {boards_counted(found.totals.slips)}"
        said = f"sound{where}: it gives nothing away, but {late}"
    else:
        said = f"sound{where}" if where else "perfect: no move is ever better than its own"
    if found.value >= 0 and found.unbeatable is not None:
        said += ", unbeatable" if found.unbeatable else ", can be beaten"
    return "; ".join(filter(None, [said, unanswered(found)]))


def readings(found: Grade) -> list[str]:
    """How the player was read where that is not as it is written, and what may help it."""
    hints = [f"hint: {found.hint}"] if found.hint else []
    return [*(shown(words, REASON) for words in found.taken_as), *hints]


def provisos(found: Grade) -> list[str]:
    """Why the figures are not exact, where they are not."""
    said = []
    if found.error:
        said = [f"counted in {found.arithmetic}: each chance is within {found.error:.1e} of exact"]
    if found.unstable:
        said.append(
            "Some boards got different answers, so the player is random or remembers. The figures\n"
            "are those of its first answers, and not exact: let it return its chances instead."
        )
    return said


def cause_rows(why: Sequence[Cause]) -> list[list[str]]:
    """What blunders come from: a row a cause, with its commonest lines and plies."""
    rows = [["cause", "boards", "classes", "lines", "stones on the board"]]
    for one in why:
        counts = f"{len(one.blunders):>6,}", f"{one.classes:>7,}"
        lines = {cells_text(line): count for line, count in one.by_line.items()}
        rows.append([one.name, *counts, _commonest(lines), _commonest(one.by_ply)])
    return rows


def _commonest(counts: Mapping[str, int] | Mapping[int, int]) -> str:
    """The first few of what occurs most, each with how often."""
    few = Counter(counts).most_common(SHOWN)
    more = [f"{len(counts) - SHOWN} more"] if len(counts) > SHOWN else []
    return ", ".join([*(f"{one} ({count:,})" for one, count in few), *more])


_ROWS: Sequence[tuple[str, Callable[[Grade], str]]] = (
    ("", lambda one: f"as {one.side}"),
    ("boards met", lambda one: f"{one.boards:,}"),
    ("decisions", lambda one: f"{one.decisions:,}"),
    ("lines won", lambda one: f"{one.lines.won:,}"),
    ("lines drawn", lambda one: f"{one.lines.drawn:,}"),
    ("lines lost", lambda one: f"{one.lines.lost:,}"),
    ("against random play: won", lambda one: _cases(one, lambda it: percent(it.vs_random.won))),
    ("  drawn", lambda one: _cases(one, lambda it: percent(it.vs_random.drawn))),
    ("  lost", lambda one: _cases(one, lambda it: percent(it.vs_random.lost))),
    ("against perfect play: won", lambda one: _cases(one, lambda it: percent(it.vs_perfect.won))),
    ("  drawn", lambda one: _cases(one, lambda it: percent(it.vs_perfect.drawn))),
    ("  lost", lambda one: _cases(one, lambda it: percent(it.vs_perfect.lost))),
    ("worst expected result", lambda one: _cases(one, lambda it: rounded(it.worst, "+"))),
    ("exploitability", lambda one: _cases(one, lambda it: rounded(one.value - it.worst))),
    ("blunders", lambda one: f"{one.totals.blunders:,}"),
    ("slips", lambda one: f"{one.totals.slips:,}"),
    # Most players have none of these, and are spared the rows.
    ("forfeits", lambda one: f"{one.totals.forfeits:,}" if one.forfeits else ""),
    ("unanswered", lambda one: f"{len(one.unanswered):,}" if one.unanswered else ""),
    ("two answers", lambda one: f"{one.totals.unstable:,}" if one.unstable else ""),
)


def _cases(one: Grade, text: Callable[[Grade | Chances], str]) -> str:
    """A figure; where boards are unanswered, in the worst case and in the best."""
    return " to ".join(dict.fromkeys([text(one), text(one.best_case or one)]))


def rounded(result: Fraction | float, sign: str = "") -> str:
    """An expected result, or a difference of two."""
    return f"{float(result):{sign}.3f}" if result else "0"


def figure_rows(found: Grade) -> list[list[str]]:
    """The figures of each side, a row a figure; what no side has is left out."""
    sides = list(found.sides.values()) or [found]
    rows = [[name, *map(figure, sides)] for name, figure in _ROWS]
    return [row for row in rows if any(row[1:])]


def percent(chance: Fraction | float) -> str:
    """A chance in percent, where only what is certain is called 0 % or 100 %.

    >>> from fractions import Fraction
    >>> little = Fraction(1, 10**9)
    >>> [percent(chance) for chance in (Fraction(191, 192), little, 1 - little, 0, 1)]
    ['99.48 %', '> 0.00 %', '< 100.00 %', '0 %', '100 %']
    """
    if chance in (0, 1):
        return f"{100 * int(chance)} %"
    text = f"{float(100 * chance):.2f} %"
    certain = {"0.00 %": "> 0.00 %", "100.00 %": "< 100.00 %"}
    return text if isinstance(chance, float) else certain.get(text, text)


def faults_of(one: Grade) -> Sequence[tuple[str, Sequence[Fault]]]:
    """What can go wrong on a side, by the names of the kinds."""
    return (
        ("Blunders", one.blunders),
        ("Slips", one.slips),
        ("Forfeits", one.forfeits),
        ("Unanswered", one.unanswered),
        ("Two answers", one.unstable),
    )


def loss_text(one: Grade, table: Table) -> str:
    """The cells of the shortest game that is lost on this side, and the forfeit that ends it."""
    cells = one.shortest_loss or ()
    *_, last = accumulate(cells, table.push, initial="." * one.game.cells)
    ends = [forfeit.reason for forfeit in one.forfeits if forfeit.board == last]
    said = cells_text(cells) or "none is played"
    return "".join([said, *(f", then forfeits: {shown(end, REASON)}" for end in ends)])


def fault_text(fault: Fault) -> str:
    """What went wrong on a board, on a line."""
    if isinstance(fault, Forfeit):
        return f"{fault.kind}: {shown(fault.reason, REASON)}"
    if isinstance(fault, Unanswered):
        return f"no answer within {fault.seconds:g} s"
    if isinstance(fault, Unstable):
        return f"{answer_record(fault.first)}, then {answer_record(fault.second)}"
    chance = fault.moves[fault.move]
    often = "" if chance == 1 else f" ({percent(chance)})"
    return (
        f"{fault.move}{often}: {label(fault.was)} becomes {label(fault.became)}, "
        f"by {cells_text(fault.line)}; right: {cells_text(fault.right)}"
    )


def cells_text(cells: Sequence[int]) -> str:
    """Cells in the order that they come in."""
    return " ".join(map(str, cells))


def answer_record(answer: Answer) -> object:
    """A cell, cells with their weights, or a forfeit."""
    if isinstance(answer, int):
        return answer
    if isinstance(answer, Forfeit):
        return {"kind": answer.kind, "reason": answer.reason}
    assert not isinstance(answer, Unanswered)  # what has no answer has not two
    return {str(cell): weight for cell, weight in answer}
