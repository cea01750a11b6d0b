"""The whole check of a file: its parts, the rules, and how its `minimax` plays."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ttt_table.errors import ArgumentError, PlayerError, quoted
from ttt_table.homework.ask import OwnForm, PartsOfFile
from ttt_table.homework.checker import Checker
from ttt_table.homework.finding_maker import FindingMaker
from ttt_table.homework.findings import Check, Finding, MinimaxReport, State
from ttt_table.homework.forms import DeclaredForm, choose_form
from ttt_table.homework.interview import Interview
from ttt_table.homework.spec import ASKED_RULES, Part
from ttt_table.players.adapter import DEFAULT
from ttt_table.table.files import Path


def check_parts(  # noqa: PLR0913  # one for each option of the command line
    path: Path,
    names: Mapping[str, str] | None = None,
    *,
    board: str = "",
    empty: object = DEFAULT,
    marks: Sequence[object] | None = None,
    parts: Sequence[str] = (),
    side: str = "both",
    first: str = "X",
    limit: float = 60.0,
    quiet: bool = False,
    on_finding: Callable[[Finding], object] = lambda _: None,
) -> Check:
    """Check the parts of a course's tic-tac-toe program on 3x3.

    Args:
        path: The Python file.
        names: The names of parts that have other names in the file: ``{"winner":
            "check_win"}``.
        board: The format of its boards, as in `Adapter`; by default that of the board
            that `initial_state` returns, else "rows".
        empty: The content of a free cell, as in `Adapter`; by default as in the board
            that `initial_state` returns.
        marks: The marks of X and O, as in `Adapter`; by default the values of the
            file's variables X and O.
        parts: The parts to check; by default all that the file has.
        side: The side as which `minimax` is graded, "X", "O" or "both".
        first: The player who moves first, "X" or "O".
        limit: Seconds of processor time for one answer. All answers of a part together
            have 10 seconds.
        quiet: Show no progress.
        on_finding: Called with each finding as soon as there is one.

    Returns:
        The finding of each part and rule, and the grade of `minimax`.

    Raises:
        ArgumentError: A part or the format of boards is not known.
        PlayerError: The file does not load or has none of the parts; or no format of
            its boards is declared, and the usual one does not fit.
    """
    names = dict(names or {})
    wanted = _parts_named(parts) or tuple(Part)
    _parts_named(names)
    declared = DeclaredForm(board, empty, marks)
    with PartsOfFile(path, names, first, limit) as file:
        parts_to_ask = [part for part in wanted if part in file.parts]
        if not parts_to_ask:
            raise PlayerError(_nothing_to_ask(file))
        own_form = OwnForm()
        if Part.INITIAL_STATE in file.parts:
            own_form = file.own_form()
        form = choose_form(file, declared, own_form, _command(file, first))

        findings = []
        reports = _MinimaxReports()
        with Interview(file, form, own_form.failure) as interview:
            checker = Checker(interview, FindingMaker(file.part_names, first))
            for finding in checker.findings(parts_to_ask):
                on_finding(finding)
                findings.append(finding)
            if Part.MINIMAX in parts_to_ask:
                reports = _grade_minimax(interview, findings, side=side, quiet=quiet)

        return Check(
            form=form,
            findings=findings,
            missing=[part.value for part in wanted if part not in file.parts],
            with_other_arguments=[
                file.part_names[part]
                for part in file.with_other_arguments
                if part in wanted
            ],
            minimax=reports.as_it_is,
            minimax_among_right_parts=reports.among_right_parts,
            loaded_until=file.observations.loaded_until,
        )


@dataclass(frozen=True, slots=True)
class _MinimaxReports:
    """How `minimax` plays in the file as it is, and among right parts if need be."""

    as_it_is: MinimaxReport | None = None
    among_right_parts: MinimaxReport | None = None


def _grade_minimax(
    interview: Interview, findings: Sequence[Finding], *, side: str, quiet: bool
) -> _MinimaxReports:
    """Grade `minimax`, and if other parts are wrong, grade it among right ones too."""
    report = interview.grade_minimax(side=side, quiet=quiet)
    returns_moves = report.grade is not None or report.is_unknown
    if not returns_moves or not _may_blame_parts(findings):
        return _MinimaxReports(report)
    among_right_parts = interview.grade_minimax_among_right_parts(
        side=side, quiet=quiet
    )
    return _MinimaxReports(report, among_right_parts)


def _may_blame_parts(findings: Iterable[Finding]) -> bool:
    """Return True if a part is not right, so that `minimax` may be wrong through it.

    What a part does on boards or moves that `minimax` never gives it does not matter.
    """
    return any(
        finding.state is not State.RIGHT and finding.rule not in ASKED_RULES
        for finding in findings
    )


def _parts_named(names: Collection[str]) -> tuple[Part, ...]:
    """Return the parts of these names; raise `ArgumentError` for an unknown one."""
    part_names = [part.value for part in Part]
    for name in names:
        if name not in part_names:
            raise ArgumentError(
                f"no such part: {quoted(name)}; choose from {', '.join(part_names)}"
            )
    return tuple(part for part in Part if part.value in names)


def _command(file: PartsOfFile, first: str) -> list[str]:
    """Return the words of a command line that checks a file."""
    words = ["ttt-table", "check", file.path]
    for part in Part:
        if file.part_names[part] != part.value:
            words += ["--map", f"{part}={file.part_names[part]}"]
    if first != "X":
        words += ["--first", first]
    return words


def _nothing_to_ask(file: PartsOfFile) -> str:
    """Say that no part of a file can be asked."""
    names = [file.part_names[part] for part in file.with_other_arguments]
    if not names:
        return f"{file.path} has none of the parts; --map PART=NAME names them"
    verb = "takes" if len(names) == 1 else "take"
    message = (
        f"{file.path}: {', '.join(names)} {verb} other arguments than a board: write a"
        " function of the board that calls it"
    )
    if Part.MINIMAX in file.with_other_arguments:
        player = f"{file.path}:{file.part_names[Part.MINIMAX]}"
        message += f", or grade it: {shlex.join(['ttt-table', 'grade', player])}"
    return message
