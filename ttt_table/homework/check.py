"""The check of a file: its parts are asked in two runs, and `minimax` is graded."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ttt_table.errors import ArgumentError, PlayerError, quoted
from ttt_table.homework.asking import NAMES_EFFECT, AskedFile, PartAnswers, PartsFile
from ttt_table.homework.findings import (
    Check,
    Example,
    Finding,
    State,
    answers_in,
    example_of,
    is_constant,
)
from ttt_table.homework.minimax import minimax_findings
from ttt_table.homework.part_tests import PARTS, PartTest
from ttt_table.homework.runs import FirstRun, ask_as_it_is, findings_of
from ttt_table.rules.outcome import Side, Sides
from ttt_table.table.files import Path, path_text

UNDECLARED: Any = object()
"""The content of a free cell if the file itself shows it."""


def check_parts(  # noqa: PLR0913  # one for each option of the command line
    path: Path,
    names: Mapping[str, str] | None = None,
    *,
    parts: Sequence[str] = (),
    board: str = "",
    empty: object = UNDECLARED,
    marks: Sequence[object] = (),
    side: Sides = "both",
    first: Side = "X",
    limit: float = 60.0,
    quiet: bool = False,
    on_finding: Callable[[Finding], object] = lambda _: None,
) -> Check:
    """Check the parts of a course's tic-tac-toe program on 3x3.

    Boards have the form of the one that the file's `initial_state` returns, with its
    constants X and O as marks. Without them they are rows of "X", "O" and None, unless
    the arguments declare another form.

    Args:
        path: The Python file, or a notebook.
        names: The names of parts that have other names in the file: ``{"winner":
            "check_win"}``.
        parts: The parts to report; by default all that the file has. The others are
            asked too, as these may be wrong through them; only `minimax` is not.
        board: "rows" for a list of three rows, "list" for a list of nine cells.
        empty: The content of a free cell.
        marks: The marks of X and O.
        side: The side as which `minimax` is graded, "X", "O" or "both".
        first: The player who moves first, "X" or "O".
        limit: Seconds of processor time for one answer of `minimax`, and for those of
            other parts if they are fewer than 5. All answers to one question about a
            part, and to one about a rule, have 10 seconds together.
        quiet: Show no progress.
        on_finding: Called with each finding: with all of the other parts and rules
            once these are known, and then with those of `minimax`.

    Returns:
        The findings: those of the parts, then those of the rules, and at the end how
        `minimax` plays.

    Raises:
        ArgumentError: A part is not known, or an argument is invalid.
        PlayerError: The file does not load or has none of the parts; or a part seems
            wrong, but nothing says how the file writes boards.
    """
    names = dict(names or {})
    _check_parts_are_known([*names, *parts])
    declared_empty: tuple[object, ...] = ()
    if empty is not UNDECLARED:
        declared_empty = (empty,)
    asked = AskedFile(
        path_text(path),
        names,
        board=_checked_board(board),
        empty=declared_empty,
        marks=_checked_marks(marks, empty),
        first=_checked_first(first),
        limit=limit,
    )
    wanted = [part for part in PARTS if not parts or part in parts]
    with PartsFile(asked) as file:
        if not any(part in wanted for part in file.parts):
            raise nothing_to_ask(file, asked, wanted)
        # Parts that are not wanted are asked too: through them others may be wrong.
        parts_to_ask = [part for part in file.parts if part in [*wanted, *PARTS[:-1]]]
        run = ask_as_it_is(file, asked, parts_to_ask)
        refuse_guess(run, [part for part in wanted if part != "initial_state"])
        findings = [finding for finding in findings_of(run) if finding.part in wanted]
        for finding in findings:
            on_finding(finding)
        if "minimax" in parts_to_ask:
            minimax, *rules = minimax_findings(file, run, side=side, quiet=quiet)
            refuse_guess_for_minimax(run, minimax)
            for finding in (minimax, *rules):
                on_finding(finding)
                findings.append(finding)
        return Check(
            file=asked.path,
            boards=run.form.words,
            findings=findings,
            missing=[
                part
                for part in wanted
                if part not in (*file.parts, *file.other_arguments)
            ],
            other_arguments=[part for part in file.other_arguments if part in wanted],
            note=file.loaded_until,
        )


def _check_parts_are_known(names: Collection[str]) -> None:
    for name in names:
        if name not in PARTS:
            raise ArgumentError(
                f"no such part: {quoted(name)}; choose from {', '.join(PARTS)}"
            )


def _checked_board(board: str) -> str:
    if board not in ("", "rows", "list"):
        raise ArgumentError(f'no such board: {quoted(board)}; choose "rows" or "list"')
    return board


def _checked_marks(marks: Sequence[object], empty: object) -> tuple[object, ...]:
    for value in (*marks, empty):
        if value is not UNDECLARED and not isinstance(value, str | int | float | None):
            raise ArgumentError(
                f"marks and free cells are text, numbers or None, not {quoted(value)}"
            )
    if len(marks) not in (0, 2) or len(set(marks)) < len(marks):
        raise ArgumentError(
            f"marks are two different values, such as X,O, not {quoted(marks)}"
        )
    if empty in (marks or ("X", "O")):
        raise ArgumentError("a free cell must differ from the marks")
    return tuple(marks)


def _checked_first(first: str) -> str:
    if first not in ("X", "O"):
        raise ArgumentError(f'first must be "X" or "O", not {quoted(first)}')
    return first


ADVICE = "let initial_state() return the empty board, and add constants X and O"
PARTS_THAT_SEE_STONES = ("player", "result", "winner", "terminal", "utility")


def refuse_guess(run: FirstRun, parts: Collection[str]) -> None:
    """Raise `PlayerError` if a part may be wrong only on boards of a guessed form.

    If nothing says what a free cell holds, any wrong answer may come of that. If only
    the marks or the shape are not certain, a part that does not see the stones raises,
    gives something odd, or always gives the same.
    """
    if not run.form.guess:
        return
    for test, answers in run.answers.items():
        wrong = answers.wrong
        if not wrong or test.is_rule or test.part not in parts:
            continue
        may_see_no_stones = is_constant(test, answers.values) or _is_mostly_odd(
            test, answers
        )
        if run.form.guess == "board" or may_see_no_stones:
            example = example_of(
                test,
                wrong[0],
                answers.values[wrong[0]],
                run.asked.first,
                run.form.moves_off_board,
            )
            raise _refusal(run, test.part, example, len(wrong))


def refuse_guess_for_minimax(run: FirstRun, finding: Finding) -> None:
    """Raise `PlayerError` if `minimax` may be wrong only for a guessed form."""
    if not run.form.guess or finding.state is not State.WRONG:
        return
    sees_stones = any(
        test.part in PARTS_THAT_SEE_STONES and not run.is_suspect(test)
        for test in run.answers
    )
    if run.form.guess == "board" or not sees_stones:
        raise _refusal(run, "minimax", finding.examples[0], finding.wrong)


def _is_mostly_odd(test: PartTest, answers: PartAnswers) -> bool:
    odd_count = 0
    for value in answers.values.values():
        odd_count += any(isinstance(answer, dict) for answer in answers_in(test, value))
    return 2 * odd_count > len(answers.values)


def _refusal(run: FirstRun, part: str, example: Example, wrong: int) -> PlayerError:
    boards = f"{wrong:,} boards"
    if wrong == 1:
        boards = "1 board"
    return PlayerError(
        f"{run.asked.path}: nothing says what its boards are like. If they are like"
        f" {run.form.example}, `{part}` is wrong on {boards}, and gives"
        f" {example.given} on {example.board}: {ADVICE}",
        argument="board, empty and marks",
        effect="declare the boards instead",
    )


def nothing_to_ask(
    file: PartsFile, asked: AskedFile, wanted: Collection[str]
) -> PlayerError:
    """Return the error of a file of which no part that is wanted can be asked."""
    parts = [part for part in file.other_arguments if part in wanted]
    names = [asked.names.get(part, part) for part in parts]
    if not names:
        return PlayerError(
            f"{file.path} has none of the parts to check",
            argument="names",
            effect=NAMES_EFFECT,
        )
    verb, pronoun = ("takes", "it") if len(names) == 1 else ("take", "them")
    message = (
        f"{file.path}: {', '.join(names)} {verb} other arguments than a board: write a"
        f" function of the board that calls {pronoun}"
    )
    if "minimax" in parts:
        player = f"{file.path}:{asked.names.get('minimax', 'minimax')}"
        message += f", or grade it: {shlex.join(['ttt-table', 'grade', player])}"
    return PlayerError(message)
