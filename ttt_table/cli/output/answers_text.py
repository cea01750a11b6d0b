"""Recorded answers of one model or of several, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ttt_table.answers.comparison import ComparedModel, Comparison
from ttt_table.answers.model import Answers
from ttt_table.answers.places import OFF_BOARD
from ttt_table.answers.shares import Share
from ttt_table.cli.output.drawing import columns, count_text, rounded, span
from ttt_table.cli.output.terminal import printable
from ttt_table.grading.grades import Grade, Number

MAX_NAME = 60  # characters of a model's name
MAX_ANSWER = 100  # characters of an answer

KINDS = {
    "no_answer": "no answer",
    "not_readable": "not readable",
    "illegal": "illegal",
    "wrong": "gives value away",
    "right": "keeps the value",
}
"""What the counts of a model are called."""

INTERVALS = "In brackets: 95 % intervals over boards."


def model_text(name: str, answers: Answers) -> str:
    """Return how many answers of a model are right, and what went wrong."""
    counts = answers.counts
    asked = counts["asked"]
    boards = counts["boards"]
    rows = [["asked", f"{asked:,}", percent_of(1.0)]]
    for kind, words in KINDS.items():
        rows.append([words, f"{counts[kind]:,}", percent_of(counts[kind] / asked)])
    title = (
        f"{printable(name, MAX_NAME)} on {answers.table.game}:"
        f" {count_text(asked, 'answer')} to {count_text(boards)}"
    )
    parts = [title, *notes_above({name: answers}), columns(rows), _shares_text(answers)]
    if answers.causes:
        causes = [
            [f"  {cause}", f"{count:,}"] for cause, count in answers.causes.items()
        ]
        parts.append(f"What went wrong:\n{columns(causes)}")
    return "\n\n".join([*parts, *notes_below({name: answers})])


def models_text(models: Mapping[str, Answers], comparison: Comparison) -> str:
    """Return a table of models on the boards that all were asked about."""
    (game,) = {str(answers.table.game) for answers in models.values()}
    title = f"{count_text(len(models), 'model')} on {game}"
    if not comparison.boards:
        parts = [f"{title}: no board was asked of all, so they are not compared."]
        parts += [model_text(name, answers) for name, answers in models.items()]
        return "\n\n".join([*parts, *_leave_out_text(comparison)])
    parts = [
        f"{title}, {common_boards_text(models, comparison)}",
        *notes_above(models),
        columns(models_table(comparison)),
        f"{INTERVALS} Behind the best: in percentage points, paired by boards.\n"
        "Not told apart: the interval contains 0, so that more boards may tell.",
        *_leave_out_text(comparison),
        *notes_below(models),
    ]
    return "\n\n".join(parts)


def models_table(comparison: Comparison) -> list[list[str]]:
    """Return a table with a header and a line for each model."""
    header = ["model", "asked", *KINDS.values(), "right", "right where it matters"]
    rows = [[*header, "behind the best"]]
    for line in comparison.lines:
        counts = line.counts
        rows.append(
            [
                printable(line.model, MAX_NAME),
                f"{counts['asked']:,}",
                *(f"{counts[kind]:,}" for kind in KINDS),
                share_text(line.right),
                share_with_interval(line.matters),
                behind_text(line),
            ]
        )
    return rows


def common_boards_text(models: Mapping[str, Answers], comparison: Comparison) -> str:
    """Say how many boards all models were asked about."""
    most = max(answers.counts["boards"] for answers in models.values())
    if most == comparison.boards:
        return f"all asked about the same {count_text(comparison.boards)}"
    return (
        f"over the {count_text(comparison.boards)} that all were asked about"
        f" (of up to {most:,})"
    )


def play_table(grades: Mapping[str, Grade]) -> list[list[str]]:
    """Return a table of players that draw their moves from the models' answers."""
    rows = [["play of", "sound", "exploitability"]]
    for name, grade in grades.items():
        rows.append(
            [
                printable(name, MAX_NAME),
                sound_text(grade.sound),
                span(map(rounded, exploitability_of(grade))),
            ]
        )
    return rows


def notes_above(models: Mapping[str, Answers]) -> Iterator[str]:
    """Yield what a reader must know before the figures."""
    for name, answers in models.items():
        game = answers.table.game
        if not game.gravity:
            continue
        off_board = sum(
            tally.cells.get(OFF_BOARD, 0) for tally in answers.boards.values()
        )
        asked = answers.counts["asked"]
        if 4 * off_board < asked:
            continue
        answers_text = count_text(asked, "answer")
        yield (
            f"{printable(name, MAX_NAME)}: {off_board:,} of {answers_text} are off"
            f" the board. With gravity a number is a column, 0 to"
            f" {game.cols - 1}: if these are cells, read them with"
            " --pattern '(?P<cell>\\d+)'."
        )


def notes_below(models: Mapping[str, Answers]) -> Iterator[str]:
    """Yield what a reader may want to check of how answers were read."""
    for name, answers in models.items():
        shown = printable(name, MAX_NAME)
        asked = answers.counts["asked"]
        if answers.unread:
            count = answers.counts["not_readable"]
            yield (
                f"{shown}: {count:,} of {asked:,} not readable, the first different"
                f" ones:\n{texts_shown(answers.unread)}"
            )
        if answers.doubts:
            doubts = [
                f"{count:,} with {doubt}" for doubt, count in answers.doubts.items()
            ]
            yield (
                f"{shown}: read, but in doubt: {', '.join(doubts)}, the first different"
                f" ones:\n{texts_shown(answers.doubted)}"
            )


def texts_shown(texts: Sequence[str]) -> str:
    """Return answers, each in a line."""
    return "\n".join(f'  "{printable(text, MAX_ANSWER)}"' for text in texts)


def percent_of(share: float) -> str:
    """Return a share in percent; only all is called 100 %, and only none 0 %."""
    if share in (0, 1):
        return f"{100 * share:.0f} %"
    return f"{min(max(100 * share, 0.1), 99.9):.1f} %"


def share_text(share: Share) -> str:
    """Return a share in percent; empty if nothing was asked."""
    return percent_of(share.value) if share.asked else ""


def share_with_interval(share: Share) -> str:
    """Return a share in percent with its interval; empty if nothing was asked."""
    if not share.asked:
        return ""
    return (
        f"{percent_of(share.value)} ({100 * share.low:.1f} to {100 * share.high:.1f})"
    )


def behind_text(line: ComparedModel) -> str:
    """Return how far a model is behind the best, in percentage points."""
    behind = line.behind
    if behind is None:
        return ""
    text = f"{_points(behind.value)} ({_points(behind.low)} to {_points(behind.high)})"
    return text if behind.told_apart else f"{text} not told apart"


def sound_text(sound: bool | None) -> str:
    """Return whether a player is sound in a word."""
    if sound is None:
        return "open"
    return "yes" if sound else "no"


def exploitability_of(grade: Grade) -> tuple[Number, Number]:
    """Return how much a best response wins from a player, at least and at most."""
    bounds = grade.bounds
    # A float may be a little below 0 by rounding.
    return (
        max(0, grade.value - bounds.upper.worst),
        max(0, grade.value - bounds.lower.worst),
    )


def _points(share: float) -> str:
    return f"{100 * share:.1f}".replace("-0.0", "0.0")


def _shares_text(answers: Answers) -> str:
    right = answers.right
    matters = answers.matters
    lines = [f"Right: {share_with_interval(right)} of all answers."]
    if matters.asked == right.asked:
        lines = [f"Right: {share_with_interval(right)}. It matters on every board."]
    elif matters.asked:
        lines.append(
            f"Right where it matters: {share_with_interval(matters)} of"
            f" {count_text(matters.asked, 'answer')} to {count_text(matters.boards)}."
        )
    return "\n".join([*lines, INTERVALS])


def _leave_out_text(comparison: Comparison) -> Iterator[str]:
    if comparison.leave_out is not None:
        yield (
            f"Without {printable(comparison.leave_out, MAX_NAME)} it would be"
            f" {count_text(comparison.boards_without)}."
        )
