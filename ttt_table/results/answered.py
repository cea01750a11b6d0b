"""How many recorded answers of models are right, and what was read in each row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, fields
from fractions import Fraction
from functools import cache, partial

from ttt_table.answers.asked import Asked, keeping_moves
from ttt_table.answers.reading import illegal_reason
from ttt_table.answers.rows import text_of_answer
from ttt_table.answers.scores import ILLEGAL_MOVE, RIGHT, JudgedRow, ModelScore
from ttt_table.export.pictures import shares
from ttt_table.play.judging import ILLEGAL, Verdict
from ttt_table.results import (
    FINE,
    WRONG,
    Result,
    as_text,
    columns,
    count_text,
    printable,
)
from ttt_table.results.boards import percent
from ttt_table.results.csv_line import csv_line
from ttt_table.table.reader import Table

MAX_MODEL = 60  # characters of a model's name
MAX_ANSWER = 100  # characters of an answer
MANY = 0.1  # from this share on, answers that are no moves may have been misread

SHARE_NAMES = {
    "no_answer": "no answer",
    "not_readable": "not readable",
    "illegal": "illegal",
    "wrong": "gives value away",
}
"""What the shares of a model that are not right are called."""

BASELINES = {"random": "random legal move", "first_legal": "first legal cell"}
"""What is scored beside the models, and on what it is in the table."""

EXPLANATION = """\
Each board counts once, with the mean of its rows. In brackets: 95 % intervals over
boards that differ by more than symmetry."""

EXPLANATION_OF_DIFFERENCES = """\
Behind the best: in percentage points; these intervals hold together for all pairs of
models. Not told apart: the interval contains 0, so that more boards may tell."""

BEHIND = ("behind", "behind_low", "behind_high")
FIELDS = (
    *("model", "game", "right", "low", "high", *SHARE_NAMES),
    *BEHIND,
    "told_apart",
    *(field.name for field in fields(Asked)),
    *("answers", "missing", "most", "unasked"),
)
HEADER = (
    "row",
    "model",
    "board",
    "canonical",
    "stones",
    "answer",
    "cell",
    "legal",
    "keeps",
    "matters",
    "asked",
    "cause",
    "doubt",
)


def answered(scores: Sequence[ModelScore], table: Table) -> list[Result]:
    """Return a result for each model, the best first; the first has the text of all.

    Args:
        scores: The scores of models.
        table: The table of the game.
    """
    results = []
    for index, score in enumerate(scores):
        # Without a legal move, the answers are probably read in the wrong way.
        is_legal = score.right.mean or score.wrong
        draw = partial(answers_text, scores, table) if index == 0 else str
        more = partial(_more_of, score)
        status = FINE if is_legal else WRONG
        results.append(Result(_score_row(score, table), draw, more, status))
    return results


def _score_row(score: ModelScore, table: Table) -> dict[str, object]:
    """Return the main facts of a score by name, as CSV and JSON have them."""
    behind = score.behind or [None] * len(BEHIND)
    return {
        "model": score.model,
        "game": str(table.game),
        "right": score.right.mean,
        "low": score.right.low,
        "high": score.right.high,
        **{kind: getattr(score, kind) for kind in SHARE_NAMES},
        **dict(zip(BEHIND, behind, strict=True)),
        "told_apart": score.told_apart,
        **asdict(score.asked),
        "answers": score.answers,
        "missing": score.missing,
        "most": score.most,
        "unasked": score.unasked,
    }


def _more_of(score: ModelScore) -> dict[str, object]:
    """Return what programs get besides the row."""
    return {
        "causes": score.causes,
        "doubts": score.doubts,
        "doubted": score.doubted,
        "refused": score.refused,
    }


def answers_text(scores: Sequence[ModelScore], table: Table) -> str:
    """Return a table with a line for each model, and what is to be said of them."""
    parts = [f"{_title(scores, table)}: {_boards_text(scores[0])}"]
    explanation = EXPLANATION
    if len(scores) > 1:
        explanation += f"\n{EXPLANATION_OF_DIFFERENCES}"
    parts += [columns(_table(scores)), explanation]
    if any(score.causes for score in scores):
        parts.append(columns(_causes(scores)))
    return "\n\n".join([*parts, *_notes(scores)])


def _title(scores: Sequence[ModelScore], table: Table) -> str:
    name = _name(scores[0])
    if len(scores) > 1:
        name = count_text(len(scores), "model")
    return f"{name} on {table.game}"


def _boards_text(score: ModelScore) -> str:
    """Say which boards models were scored on, and whether these were asked."""
    asked = score.asked
    boards = count_text(asked.boards)
    if asked.known:
        boards += " asked"
    else:
        boards += " with answers, without --prompts"
    boards += f" [{asked.digest}]"
    if asked.classes < asked.boards:
        boards += f", {asked.classes:,} up to symmetry"
    return boards


def _table(scores: Sequence[ModelScore]) -> list[list[str]]:
    header = ["model", "right", *SHARE_NAMES.values()]
    has_best = len(scores) > 1
    if has_best:
        header.append("behind the best")
    rows = [header]
    for score in scores:
        shares_of_kinds = [in_percent(getattr(score, kind)) for kind in SHARE_NAMES]
        row = [_name(score), _share_text(score), *shares_of_kinds]
        if has_best:
            row.append(_behind_text(score))
        rows.append(row)
    for baseline, name in BASELINES.items():
        share = in_percent(getattr(scores[0].asked, baseline))
        rows.append([name, share, *[""] * (len(header) - 2)])
    return rows


def _causes(scores: Sequence[ModelScore]) -> list[list[str]]:
    """Return a table of what is not right, by cause."""
    causes = dict.fromkeys(cause for score in scores for cause in score.causes)
    rows = [["not right", *map(_name, scores)]]
    for cause in causes:
        rows.append(
            [cause, *(in_percent(score.causes.get(cause, 0)) for score in scores)]
        )
    return rows


def _notes(scores: Sequence[ModelScore]) -> Iterator[str]:
    """Yield what a reader may want to check."""
    for score in scores:
        name = _name(score)
        boards = count_text(score.asked.boards)
        if score.missing:
            yield f"{name}: {score.missing:,} of {boards} without a row: no answer."
        if score.unasked:
            rows = count_text(score.unasked, "row")
            yield f"{name}: {rows} about boards that were not asked; they do not count."
        if score.most > 1:
            rows = count_text(score.answers, "row")
            answered = count_text(score.asked.boards - score.missing)
            yield f"{name}: {rows} about {answered}, up to {score.most:,} each."
        if score.refused:
            share = in_percent(_share_refused(score))
            yield (
                f"{name}: {share} not readable or illegal, the first different"
                f" answers:\n{_texts_shown(score.refused)}"
            )
        if score.doubts:
            doubts = [f"{count:,} with {why}" for why, count in score.doubts.items()]
            yield (
                f"{name}: read, but in doubt: {', '.join(doubts)}, the first different"
                f" ones:\n{_texts_shown(score.doubted)}"
            )
    if any(_share_refused(score) > MANY for score in scores):
        yield (
            "If answers are written in another way, say so with --one-based or"
            " --pattern REGEX; ttt-table answers --help says where patterns are."
        )


def _share_refused(score: ModelScore) -> float:
    return score.not_readable + score.illegal


def _texts_shown(texts: Sequence[str]) -> str:
    return "\n".join(f'  "{printable(text, MAX_ANSWER)}"' for text in texts)


def _name(score: ModelScore) -> str:
    return printable(score.model, MAX_MODEL)


def in_percent(share: float) -> str:
    """Return a share in percent; only all is called 100 %, and only none 0 %."""
    return percent(Fraction(share), decimals=1)


def _share_text(score: ModelScore) -> str:
    """Return the share that is right, with its interval."""
    right = score.right
    return f"{in_percent(right.mean)} ({_points(right.low)} to {_points(right.high)})"


def _behind_text(score: ModelScore) -> str:
    """Return how far a model is behind the best, in percentage points."""
    behind = score.behind
    if behind is None:
        return ""
    ends = f"{_points(behind.low)} to {_points(behind.high)}"
    shown = f"{_points(behind.mean)} ({ends})"
    return shown if score.told_apart else f"{shown} not told apart"


def _points(share: float) -> str:
    return f"{100 * share:.1f}".replace("-0.0", "0.0")


def picture(scores: Sequence[ModelScore], table: Table) -> str:
    """Return an SVG of the shares of right answers with their intervals."""
    bars = [
        shares.Bar(
            name=_name(score),
            share=score.right.mean,
            low=score.right.low,
            high=score.right.high,
            text=_share_text(score),
        )
        for score in scores
    ]
    for baseline, name in BASELINES.items():
        share = getattr(scores[0].asked, baseline)
        bars.append(shares.Bar(name, share, share, share, in_percent(share)))
    lines = [
        f"How often a move keeps the value of the game; {_boards_text(scores[0])}.",
        "Lines: 95 % intervals over boards that differ by more than symmetry.",
    ]
    return str(shares.draw(_title(scores, table), lines, bars))


def row_lines(judged_rows: Iterable[JudgedRow], table: Table) -> Iterator[bytes]:
    """Yield a line of CSV for each row as it is judged, after a header."""
    canonical = cache(table.canonical)
    matters = cache(lambda board: not all(keeping_moves(table, board).values()))
    yield f"{csv_line(HEADER)}\n".encode()
    for judged in judged_rows:
        row = judged.row
        board = row.board
        texts = [
            row.name,
            row.model,
            board,
            canonical(board),
            str(len(board) - board.count(".")),
            text_of_answer(row.answer),
            *_verdict_cells(judged.verdict),
            as_text(matters(board)),
            as_text(judged.is_asked),
            _cause_text(judged),
            judged.reading.doubt,
        ]
        yield f"{csv_line(texts)}\n".encode()


def _verdict_cells(verdict: Verdict | None) -> tuple[str, str, str]:
    """Return the cell, if it is one of the board, whether it is legal, and keeps."""
    if verdict is None:
        return "", "no", "no"
    cell = str(verdict.cell) if verdict.cell >= 0 else ""
    return cell, as_text(verdict.kind != ILLEGAL), as_text(verdict.keeps)


def _cause_text(judged: JudgedRow) -> str:
    """Return why an answer is not right, with the reason of an illegal move."""
    if judged.judgement == RIGHT:
        return ""
    if judged.verdict is None or judged.judgement != ILLEGAL_MOVE:
        return judged.judgement
    reason = illegal_reason(judged.verdict.board, judged.verdict.cell)
    return f"{judged.judgement}: {reason}"
