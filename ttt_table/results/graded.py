"""What the grade of a player comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import accumulate
from typing import TypeAlias

from ttt_table.grading.causes import Cause, cause_of, causes, main_cause
from ttt_table.grading.grades import WDL, Forfeit, Grade
from ttt_table.play.judging import Verdict, continuation_of
from ttt_table.results import (
    FINE,
    WRONG,
    Result,
    as_text,
    columns,
    count_text,
    printable,
)
from ttt_table.results.boards import (
    cells_text,
    expected_result,
    film_of,
    label,
    percent,
    rounded,
)
from ttt_table.table.reader import Table

Fault: TypeAlias = Verdict | Forfeit
JsonObject: TypeAlias = dict[str, object]

# How many mistakes of each kind are shown by default.
SHOWN_AS_TEXT = 3
SHOWN_IN_REPORT = 100

MAX_OF_A_REASON = 100  # characters shown of an answer or exception
MAX_OF_A_NOTE = 300

FIELDS = (
    *("player", "sound", "beaten", "blunders", "slips", "forfeits"),
    *("seconds", "cause", "note"),
)
VERDICTS = ("sound", "perfect", "unbeatable", "exact", "exploitability")


def graded(name: str, grade: Grade, seconds: float, max_shown: int) -> Result:
    """Return what a grade comes to.

    Args:
        name: The name by which the player was given.
        grade: The grade.
        seconds: How long it took.
        max_shown: How many mistakes of each kind the text shows.
    """
    row = {"player": name, "seconds": round(seconds, 2), **_grade_row(grade)}
    return Result(
        row,
        lambda: grade_text(grade, max_shown),
        lambda: grade_as_json(grade),
        FINE if grade.sound else WRONG,
    )


def sides_of(grade: Grade) -> Sequence[Grade]:
    """Return the grade of each side."""
    return list(grade.sides.values()) or [grade]


def grade_text(grade: Grade, max_shown: int) -> str:
    """Return a grade as text, with at most that many mistakes of each kind."""
    listed_causes = causes(grade)
    verdict = verdict_text(grade, listed_causes)
    first_line = f"{printable(grade.player)} on {grade.game}: {verdict}"
    parts = ["\n".join([*note_texts(grade), first_line]), columns(result_rows(grade))]
    if listed_causes:
        indented = [["", *row] for row in cause_rows(listed_causes)]
        parts.append(f"Blunders by cause:\n{columns(indented, left=6)}")
    for side in sides_of(grade):
        parts.extend(_fault_texts(side, max_shown))
    if grade.rounding_error:
        parts.append(rounding_text(grade))
    return "\n\n".join(parts)


def _grade_row(grade: Grade) -> dict[str, object]:
    """Return the columns of a player's line that come from its grade."""
    sound_sides = [side for side in sides_of(grade) if side.sound]
    sound = as_text(grade.sound)
    if sound_sides and not grade.sound:
        sound = f"as {sound_sides[0].side}"
    cause = main_cause(causes(grade))
    if grade.forfeits and not grade.blunders:
        cause = f"{grade.forfeits[0].kind}: {grade.forfeits[0].reason}"
    return {
        "sound": sound,
        "beaten": as_text(not grade.unbeatable),
        "blunders": len(grade.blunders),
        "slips": len(grade.slips),
        "forfeits": len(grade.forfeits),
        "cause": cause,
        "note": "; ".join(filter(None, [*grade.notes, certainty_text(grade)])),
    }


def note_texts(grade: Grade) -> list[str]:
    """Return what to know before the verdict, in lines."""
    return [f"note: {printable(note, MAX_OF_A_NOTE)}" for note in grade.notes]


def rounding_text(grade: Grade) -> str:
    """Return how far off a float may be."""
    return (
        "computed in floats: each probability is within"
        f" {grade.rounding_error:.1e} of exact"
    )


def verdict_text(grade: Grade, listed_causes: Sequence[Cause]) -> str:
    """Return what a grade comes to, in a line.

    Args:
        grade: The grade.
        listed_causes: The causes of its blunders; without any, no cause is named.
    """
    text = _one_sided_text(grade, listed_causes)
    if not text:
        text = _soundness_text(grade, listed_causes)
        if grade.value >= 0:
            text += ", unbeatable" if grade.unbeatable else ", can be beaten"
    return "; ".join(filter(None, [text, certainty_text(grade)]))


def certainty_text(grade: Grade) -> str:
    """Return how sure it is that the answers are the player's; empty if it is."""
    if grade.certainty == "sampled":
        return f"sampled, {grade.samples:,} answers to each board"
    if grade.certainty == "random":
        return "not exact: it draws random numbers, though each board got one answer"
    if grade.certainty == "asked twice":
        return "asked twice"
    return ""


def _one_sided_text(grade: Grade, listed_causes: Sequence[Cause]) -> str:
    """Return the verdicts of a player that errs on one of two sides; else nothing."""
    sound = [side.side for side in grade.sides.values() if side.sound]
    if len(sound) != 1:
        return ""
    (good,) = sound
    (bad,) = set(grade.sides) - set(sound)
    return (
        f"sound as {good}; as {bad} it {_faults_text(grade, listed_causes)}: add --as"
        f" {good} if it plays {good} only"
    )


def _soundness_text(grade: Grade, listed_causes: Sequence[Cause]) -> str:
    if not grade.sound:
        return f"not sound: it {_faults_text(grade, listed_causes)}"
    if not grade.slips:
        return "perfect: no move is ever better than its own"
    values = {slip.before.value for slip in grade.slips}
    texts = []
    if 1 in values:
        texts.append("wins later")
    if -1 in values:
        texts.append("loses sooner")
    return (
        f"sound: it gives nothing away, but {' or '.join(texts)} than it must on"
        f" {count_text(len(grade.slips))}"
    )


def _faults_text(grade: Grade, listed_causes: Sequence[Cause]) -> str:
    """Return on how many boards it blunders and forfeits."""
    texts = []
    if grade.blunders:
        cause = main_cause(listed_causes)
        blunders = f"blunders on {count_text(len(grade.blunders))}"
        texts.append(f"{blunders} ({cause})" if cause else blunders)
    if grade.forfeits:
        texts.append(f"forfeits on {count_text(len(grade.forfeits))}")
    return " and ".join(texts)


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
    by_side = [_results_of(side) for side in sides_of(grade)]
    rows: list[list[str]] = []
    for results in zip(*by_side, strict=True):  # the same result of each side
        texts = [text for _, text in results]
        if any(texts):
            name, _ = results[0]
            rows.append([name, *texts])
    return rows


def _results_of(side: Grade) -> list[tuple[str, str]]:
    """Return the names of all results, with those of a side; empty if there is none."""
    exploitability = ("exploitability", rounded(side.exploitability))
    if side.samples:
        exploitability = (
            "exploitability, biased upwards",
            f"about {rounded(side.exploitability)}",
        )
    return [
        ("", f"as {side.side}"),
        ("boards met", f"{side.boards:,}"),
        ("decisions", f"{side.decisions:,}"),
        ("games won", f"{side.games.won:,}"),
        ("games drawn", f"{side.games.drawn:,}"),
        ("games lost", f"{side.games.lost:,}"),
        *_results_against("random play", side.vs_random),
        *_results_against("perfect play", side.vs_perfect),
        *_results_against("the opponent", side.against),
        ("worst expected result", expected_result(side.worst)),
        exploitability,
        ("blunders", f"{len(side.blunders):,}"),
        ("slips", f"{len(side.slips):,}"),
        ("forfeits", f"{len(side.forfeits):,}" if side.forfeits else ""),
    ]


def _results_against(opponent: str, results: WDL | None) -> list[tuple[str, str]]:
    if results is None:
        return []
    return [
        (f"against {opponent}: won", percent(results.won)),
        ("  drawn", percent(results.drawn)),
        ("  lost", percent(results.lost)),
    ]


def fault_kinds(side: Grade) -> dict[str, Sequence[Fault]]:
    """Return the faults of a side by what they are called, blunders first."""
    return {
        "Blunders": side.blunders,
        "Slips": side.slips,
        "Forfeits": side.forfeits,
    }


def _fault_texts(side: Grade, max_shown: int) -> Iterator[str]:
    """Yield the shortest loss of a side, then some faults of each kind."""
    table = side.table
    if side.shortest_loss is not None:
        title = f"As {side.side}, the shortest game it loses: {loss_text(side)}"
        empty_board = "." * table.game.cells
        film = film_of(table, empty_board, side.shortest_loss)
        yield f"{title}\n\n{film}".rstrip()
    for kind, faults in fault_kinds(side).items():
        if not faults or not max_shown:
            continue
        title = f"{kind} as {side.side}"
        if len(faults) > max_shown:
            title += f", the first {max_shown} of {len(faults):,}"
        rows = [
            f"  {fault.board}  {fault_text(fault, table)}"
            for fault in faults[:max_shown]
        ]
        yield "\n".join([f"{title}:", *rows])


def loss_text(side: Grade) -> str:
    """Return the cells of the shortest lost game, and a forfeit that ends it."""
    cells = side.shortest_loss or ()
    empty_board = "." * side.game.cells
    boards = list(accumulate(cells, side.table.push, initial=empty_board))
    text = cells_text(cells) or "no move"
    for forfeit in side.forfeits:
        if forfeit.board == boards[-1]:
            text += f", then a forfeit: {printable(forfeit.reason, MAX_OF_A_REASON)}"
    return text


def fault_text(fault: Fault, table: Table) -> str:
    """Return what went wrong on a board."""
    if isinstance(fault, Forfeit):
        share = "" if fault.share == 1 else f" ({percent(fault.share)})"
        return f"{fault.kind}{share}: {printable(fault.reason, MAX_OF_A_REASON)}"
    continuation = continuation_of(table, fault.board, fault.cell)
    chance = fault.moves[fault.cell]
    share = "" if chance == 1 else f" ({percent(chance)})"
    return (
        f"{fault.cell}{share}: {label(fault.before)} becomes {label(fault.after)},"
        f" by {cells_text(continuation)}; right: {cells_text(fault.best)}"
    )


def grade_as_json(grade: Grade) -> JsonObject:
    """Return a grade's fields, verdicts and causes of blunders by name, for JSON."""
    names = [*(field.name for field in fields(grade)), *VERDICTS]
    names[names.index("table")] = "game"
    record = {name: getattr(grade, name) for name in names}
    sides = {side: grade_as_json(graded) for side, graded in grade.sides.items()}
    for side in sides.values():
        del side["sides"]
    record["sides"] = sides
    record["slips"] = [_verdict_record(slip, grade.table) for slip in grade.slips]
    listed_causes = causes(grade)
    record["main_cause"] = main_cause(listed_causes)
    record["causes"] = [_cause_record(cause) for cause in listed_causes]
    record["blunders"] = [
        {
            **_verdict_record(blunder, grade.table),
            "cause": cause_of(grade.table, blunder),
        }
        for blunder in grade.blunders
    ]
    return record


def _verdict_record(verdict: Verdict, table: Table) -> JsonObject:
    names = ("board", "cell", "moves", "before", "after", "best")
    record = {name: getattr(verdict, name) for name in names}
    continuation = continuation_of(table, verdict.board, verdict.cell)
    return {**record, "continuation": continuation}


def _cause_record(cause: Cause) -> JsonObject:
    return {
        "cause": cause.name,
        "boards": len(cause.blunders),
        "classes": cause.classes,
        "by_line": {
            " ".join(map(str, line)): count for line, count in cause.by_line.items()
        },
        "by_ply": cause.by_ply,
    }
