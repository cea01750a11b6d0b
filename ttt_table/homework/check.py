"""The whole check of a file: its parts, the rules, and how its `minimax` plays."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from ttt_table.errors import ArgumentError, PlayerError, quoted
from ttt_table.homework.ask import DrawnForm, PartsOfFile
from ttt_table.homework.conclude import Findings, PartEvidence
from ttt_table.homework.diagnose import Answers, wrong_boards
from ttt_table.homework.findings import Check, Finding, State
from ttt_table.homework.forms import Declared, choose_form
from ttt_table.homework.interview import Interview
from ttt_table.homework.spec import ASKED_RULES, Part, Question, Rule
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
        names: The names of parts that have another one in the file: ``{"winner":
            "check_win"}``.
        board: The format of its boards, as in `Adapter`; by default as `initial_state`
            draws it, else "rows".
        empty: What a free cell holds, as in `Adapter`; by default as `initial_state`
            draws it.
        marks: Those of X and O, as in `Adapter`; by default the file's variables X and
            O.
        parts: The parts to check; by default all that the file has.
        side: The side as which `minimax` is graded, "X", "O" or "both".
        first: The player who moves first, "X" or "O".
        limit: Seconds of processor time for one answer. All answers of a part together
            have 10 seconds.
        quiet: Show no progress.
        on_finding: Gets each finding as soon as there is one.

    Returns:
        What was found of each part and rule, and the grade of `minimax`.

    Raises:
        ArgumentError: A part or the format of boards is not known.
        PlayerError: The file does not load or has none of the parts; or no format of
            its boards is declared, and the usual one does not fit.

    """
    names = dict(names or {})
    wanted = _parts_named(parts) or tuple(Part)
    _parts_named(names)
    declared = Declared(board, empty, marks)
    with PartsOfFile(path, names, first, limit) as file:
        asked = [part for part in wanted if part in file.parts]
        if not asked:
            raise PlayerError(_nothing_to_ask(file))
        drawn = DrawnForm()
        if Part.INITIAL_STATE in file.parts:
            drawn = file.drawn_form()
        form = choose_form(file, declared, drawn, _command(file, first))

        with Interview(file, form, drawn.failure) as interview:
            checker = Checker(interview, Findings(file.part_names, first))
            findings = []
            for finding in checker.findings(asked):
                on_finding(finding)
                findings.append(finding)
            minimax = among_right_parts = None
            if Part.MINIMAX in asked:
                minimax = interview.grade_minimax(side=side, quiet=quiet)
                returns_moves = minimax.grade is not None or minimax.is_unknown
                if returns_moves and _may_blame_parts(findings):
                    among_right_parts = interview.grade_minimax(
                        side=side, quiet=quiet, among_right_parts=True
                    )
        return Check(
            form=form,
            findings=findings,
            missing=[part.value for part in wanted if part not in file.parts],
            with_other_arguments=[
                file.part_names[part]
                for part in file.with_other_arguments
                if part in wanted
            ],
            minimax=minimax,
            minimax_among_right_parts=among_right_parts,
            loaded_until=file.observations.loaded_until,
        )


def _parts_named(names: Collection[str]) -> tuple[Part, ...]:
    """Return the parts of these names; raise `ArgumentError` for an unknown one."""
    known = [part.value for part in Part]
    for name in names:
        if name not in known:
            raise ArgumentError(
                f"no such part: {quoted(name)}; choose from {', '.join(known)}"
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


def _may_blame_parts(findings: Iterable[Finding]) -> bool:
    """Return True if a part is not right, so that `minimax` may be wrong through it."""
    rules_of_no_matter = [rule.words for rule in ASKED_RULES]
    return any(
        finding.state is not State.RIGHT and finding.rule not in rules_of_no_matter
        for finding in findings
    )


class Answerer(Protocol):
    """What answers about a file, such as an `Interview`."""

    def answers(self, question: Question, /) -> Answers:
        """Return what the file does, as it is, with every board of a part or a rule."""

    def answers_among_right_parts(self, question: Question, /) -> Answers:
        """Return the same with right parts in the place of all others."""

    def answers_anew(self, part: Part, boards: Sequence[str], /) -> Answers:
        """Return what a part answers that was asked little before."""


class Checker:
    """Finds out what the parts of a file do, and whose fault a wrong answer is.

    Args:
        interview: Answers about the file.
        findings: Makes findings of the answers.

    """

    def __init__(self, interview: Answerer, findings: Findings) -> None:
        self._interview = interview
        self._findings = findings

    def findings(self, parts: Sequence[Part]) -> Iterator[Finding]:
        """Yield what is known of each part and each broken rule, wrong parts last."""
        suspects: list[tuple[Part, Answers]] = []
        broken: list[tuple[Rule, Answers]] = []
        for part in parts:
            if part is Part.MINIMAX:
                continue
            answers = self._interview.answers(part)
            evidence = PartEvidence(part, answers)
            finding = self._findings.of_part(evidence)
            if finding.state is State.RIGHT:
                yield finding
                yield from self._changed_board(part, answers)
            else:
                suspects.append((part, answers))
        for rule in ASKED_RULES:
            if rule.part in parts:
                answers = self._interview.answers(rule)
                if self._findings.of_rule(rule, answers) is not None:
                    broken.append((rule, answers))

        for part, answers in suspects:
            yield self._findings.of_part(self._further_evidence(part, answers))
            yield from self._changed_board(part, answers)
        for rule, answers in broken:
            yield from self._broken_rule(rule, answers)

    def _further_evidence(self, part: Part, answers: Answers) -> PartEvidence:
        """Ask a wrong part among right ones, and anew, as it may remember questions."""
        wrong = wrong_boards(part, answers)
        asked_first: Answers = {}
        if wrong:
            asked_first = self._interview.answers_anew(part, wrong[:1])
        among_right_parts = self._interview.answers_among_right_parts(part)
        return PartEvidence(part, answers, among_right_parts, asked_first)

    def _changed_board(self, part: Part, answers: Answers) -> Iterator[Finding]:
        finding = self._findings.of_changed_board(part, answers)
        if finding is not None:
            yield finding

    def _broken_rule(self, rule: Rule, answers: Answers) -> Iterator[Finding]:
        """Yield that a rule is broken, unless that is another part's fault."""
        finding = self._findings.of_rule(rule, answers)
        if finding is None:
            return
        if finding.state is State.WRONG:
            among_right_parts = self._interview.answers_among_right_parts(rule)
            if self._findings.of_rule(rule, among_right_parts) is None:
                return
        yield finding
