"""The rules that a part breaks besides giving wrong answers: what it does to boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ttt_table.homework.asking import Answers
from ttt_table.homework.examples import MAX_EXAMPLES, board_text, value_text
from ttt_table.homework.findings import Example, Finding, State

KEEPS_KIND = "result returns a new board of the kind that it is given"
RETURNS_AN_ACTION = "minimax returns one of the actions"


def broken_rules(
    part: str, answers: Answers, again: Answers | None, first: str, kind: str
) -> Iterator[Finding]:
    """Yield the rules about its board, and the kind of its answers, that a part breaks.

    Args:
        part: The part.
        answers: Its answers in the file as it is.
        again: Its answers among corrected parts; None if it was not asked again.
        first: The player who moves first in the file, "X" or "O".
        kind: The kind of the file's boards.
    """
    tested = len(answers.values)
    if answers.changed:
        examples = [
            Example(
                board_text(board, first),
                value_text(board_after, "result", first),
                board_text(board, first),
            )
            for board, board_after in answers.changed.items()
        ]
        is_kept_again = again is not None and not again.end and not again.changed
        rule = f"{part} leaves the board as it is"
        yield _broken_rule(rule, part, examples, tested, is_kept_again)
    if answers.kinds:
        rule = KEEPS_KIND if part == "result" else RETURNS_AN_ACTION
        right = kind if part == "result" else "one of the actions"
        examples = [
            Example(board_text(board, first), wrong_kind, right)
            for board, wrong_kind in answers.kinds.items()
        ]
        is_kept_again = again is not None and not again.end and not again.kinds
        yield _broken_rule(rule, part, examples, tested, is_kept_again)


def _broken_rule(
    name: str,
    part: str,
    examples: Sequence[Example],
    tested: int,
    is_kept_again: bool,
) -> Finding:
    """Return a rule that a part breaks, perhaps only through others."""
    return Finding(
        name,
        part,
        State.OTHERS if is_kept_again else State.WRONG,
        tested=tested,
        wrong=len(examples),
        examples=() if is_kept_again else examples[:MAX_EXAMPLES],
        is_rule=True,
    )
