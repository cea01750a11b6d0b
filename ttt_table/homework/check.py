"""Check the parts of a file, each on all 5,478 boards against the rules, and say what is wrong."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, NamedTuple, Self, TypeAlias

from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.grading.grader import grade
from ttt_table.grading.grades import Grade
from ttt_table.homework.diagnose import best_cause
from ttt_table.homework.former.arguments import check_view
from ttt_table.homework.former.programs import Program
from ttt_table.homework.former.pythonfile import FormerRespondent, PythonFile
from ttt_table.homework.former.shapes import TURN, WITHIN
from ttt_table.homework.parts import EMPTY, PARTS, RULES, SCORES, VIEW, due
from ttt_table.players.protocol import FaultError
from ttt_table.table.files import Path
from ttt_table.table.reader import open_table

FOR_A_PART = 10.0  # seconds, as it searches nothing


class Said(NamedTuple):
    """What a part says to a board, as `Part.truth` has it or as text."""

    value: Any
    changed: bool = False
    fault: str = ""  # what it did instead of answering: a forfeit's kind and reason


Answers: TypeAlias = dict[str, Said]


@dataclass(frozen=True)
class Finding:
    """What one part of a file does, or how it breaks a rule."""

    part: str
    name: str
    asked: int
    wrong: int
    cause: str = (
        ""  # what it does wrong, as ``never sees 2 4 6``; empty where none is found
    )
    board: str | None = None  # the first at which it is wrong
    expected: str | None = None  # what is due and given there unless it raises
    given: str | None = None
    rule: str = ""  # the rule that it breaks, if this is not about its answers
    through_others: bool = False  # it is right among right parts


@dataclass(frozen=True)
class Check:
    """What the parts of a file do, and how `minimax` plays with them."""

    view: str
    findings: Sequence[
        Finding
    ]  # for each part, and each rule that is broken; the wrong ones last
    missing: Sequence[str]
    own: (
        Grade | str | None
    )  # the grade of `minimax` with the file's own parts, or why it has none
    with_ours: (
        Grade | str | None
    )  # the same with ours in their place, where one is wrong
    taken_as: str = ""

    @property
    def sound(self) -> bool | None:
        """If `minimax` is sound; None without one, or if it was too slow."""
        if not isinstance(self.own, Grade):
            return None if self.own is None else False
        unanswered = self.own.mistakes.unanswered
        if self.own.sound is False or not self.own.played:
            return False
        # Who returns None leaves the move to nobody.
        if any(one.seconds is None for one in unanswered):
            return False
        return not unanswered or None

    @property
    def right(self) -> bool:
        """True where no part is wrong, no rule broken, and any `minimax` sound."""
        sound = self.own is None or self.sound
        return bool(sound) and not any(one.wrong for one in self.findings)


def check_parts(
    path: Path,
    names: Mapping[str, str] | None = None,
    *,
    view: str = "",
    side: str = "both",
    first: str = "X",
    limit: float = 60.0,
    quiet: bool = False,
    tell: Callable[[Finding], object] = lambda _: None,
) -> Check:
    """Check the parts of a file of 3x3; ``names`` are those of parts that have others there.

    ``view`` is as for `grade`, by default found by what the parts say; ``tell`` gets each finding
    at once. Raises `PlayerError` if the file does not load or has none of the parts,
    `ArgumentError` for an unknown view.
    """
    check_view(view or "text")
    if view in ("batch", "state"):
        raise ArgumentError(
            f"parts are about one board, in text, lists or an array, not a {view}"
        )
    findings: list[Finding] = []
    with (
        _File(path, dict(names or {}), view, first, limit) as file,
        file.twin(ours=True) as mended,
    ):
        for one in file.all_findings(mended):
            tell(one)
            findings.append(one)
        own = with_ours = None
        if "minimax" in file.able:
            own = file.graded(side, quiet)
            if any(one.wrong for one in findings if one.rule not in RULES):
                with_ours = mended.graded(side, quiet)
    missing = [part for part in (*PARTS, "minimax") if part not in file.able]
    return Check(file.view, findings, missing, own, with_ours, file.note)


class _File(PythonFile):
    """A file whose parts are asked, and whose `minimax` plays in the end."""

    def __init__(
        self, path: Path, names: dict[str, str], view: str, first: str, limit: float
    ) -> None:
        minimax = names.get("minimax", "minimax")
        super().__init__(
            path, minimax, first=first, limit=limit, parts=json.dumps(names)
        )
        self.note, *self.able = self.called.split(WITHIN)
        self._names, self._first, self._ours = names, first, False
        self._silent: list[str] = []  # parts that gave no answer somewhere
        self.view = view
        drawn = self.answers(VIEW)
        self.view = drawn[EMPTY].value or "rows"
        self._failed = {"initial_state": drawn} if drawn[EMPTY].fault else {}
        if "minimax" in self.able and self.answers(SCORES)[EMPTY].value:
            self.able = [part for part in self.able if not part.startswith("minimax")]
            self.note += f"{'; ' if self.note else ''}{minimax} gives scores, not moves"

    def twin(self, *, ours: bool) -> Self:
        """The same in a new process; with our parts in place of all but the one that is asked."""
        other = copy(self)
        other._process, other._ours = None, ours
        return other

    def answers(self, part: str, only: str = "") -> Answers:
        """What a part says, until it fails."""
        answers, board = Answers(), EMPTY
        question: str | None = self._question(part, only)
        try:
            for board in [only] if only else due(part):
                line = Program.ask(self, question, min(self.limit, FOR_A_PART))
                answers[board], question = Said(*json.loads(line)), None
        except (FaultError, ValueError, TypeError) as error:
            # What is no JSON the file has written itself, on the pipe of the answers.
            junk = "type it writes where its answers are read"
            fault = " ".join(error.args) if isinstance(error, FaultError) else junk
            answers[board] = Said(None, fault=fault)
            self._silent.append(part)
            self.close()
        return answers

    def _question(self, part: str, only: str = "") -> str:
        return json.dumps([part, self._ours, self.view, self._silent, only])

    def all_findings(self, mended: Self) -> Iterator[Finding]:
        """What is right and wrong with all parts and rules, the wrong ones last."""
        wrong: dict[str, tuple[Answers, str]] = {}  # with the first board
        for part in filter(self.able.__contains__, (*PARTS, *RULES)):
            said = self._failed.get(part) or self.answers(part)
            if boards := _wrong(part, said):
                wrong[part] = said, boards[0]
            else:
                yield from self.faults(part, said, said, said)
        # Among right parts, which tells whose fault it is; and anew, as a part may remember.
        with self.twin(ours=False) as fresh:
            for part, (said, board) in wrong.items():
                first = fresh.answers(part, board) if part in PARTS else {}
                yield from self.faults(part, said, mended.answers(part), first)

    def faults(
        self, part: str, said: Answers, alone: Answers, first: Answers
    ) -> Iterator[Finding]:
        """What is wrong with a part or rule; ``alone`` is what it says among right parts."""
        wrong, inside = _wrong(part, said), _wrong(part, alone)
        if part not in RULES:
            cause = cause_of(part, said, wrong)
            if inside and (not cause or cause.startswith("is wrong")):
                nearer = cause_of(part, alone, inside)
                cause = f"{nearer}, in itself" if nearer not in ("", cause) else cause
            asked = [*said.values(), *first.values()]
            if said | first != said and not any(one.fault for one in asked):
                cause = "depends on what it was asked before, or on chance"
            pair = _first_difference(part, said, wrong)
            through = bool(wrong and not inside)
            yield self._finding(
                part, said, wrong, *pair, cause=cause, through_others=through
            )
        elif (
            inside
        ):  # a rule that holds among right parts is broken by another part's fault
            given = said[wrong[0]].value or said[wrong[0]].fault.partition(" ")[2]
            yield self._finding(part, said, wrong, None, given, rule=part)
        if changed := [at for at, one in said.items() if one.changed]:
            rule = f"{part} leaves the board as it is"
            yield self._finding(part, said, changed, None, "it is another", rule=rule)

    def _finding(
        self,
        part: str,
        said: Answers,
        wrong: list[str],
        *texts: str | None,
        **more: Any,
    ) -> Finding:
        first = (wrong[0] if wrong else None, *texts)
        turned = [
            one.translate(TURN) if one and self._first == "O" else one for one in first
        ]
        more |= dict(zip(("board", "expected", "given"), turned, strict=True))
        named = part.split()[0]
        return Finding(
            named, self._names.get(named, named), len(said), len(wrong), **more
        )

    def graded(self, side: str, quiet: bool) -> Grade | str:
        """The grade of `minimax`, or why it has none."""
        try:
            self.play(self._question("minimax"))
            return grade(
                FormerRespondent(self),
                table=open_table(first=self._first),
                side=side,
                quiet=quiet,
            )
        except PlayerError as error:
            return str(error)


def _wrong(part: str, said: Answers) -> list[str]:
    return [at for at, one in said.items() if one.fault or one.value != due(part)[at]]


def _first_difference(
    part: str, said: Answers, wrong: list[str]
) -> tuple[str | None, str | None]:
    """What was due and given where a part is first wrong and raises nothing."""
    if not wrong or said[wrong[0]].fault:
        return None, None
    expected, given = due(part)[wrong[0]], said[wrong[0]].value
    pairs = (
        zip(expected, given, strict=False) if part == "result" else [(expected, given)]
    )
    return next(
        ((str(one), str(other)) for one, other in pairs if one != other), (None, None)
    )


def cause_of(part: str, said: Answers, wrong: Sequence[str]) -> str:
    """What explains most of a part's wrong answers, or its faults."""
    words: dict[str, str] = {}
    for kind, _, reason in (said[board].fault.partition(" ") for board in wrong):
        what = "raises" if kind == "exception" else "gives no answer:"
        if kind:
            words.setdefault(what, f"{what} {reason}")
    given = {board: one.value for board, one in said.items() if not one.fault}
    lost = given.keys() & {*wrong}
    # Of a few answers among many faults nothing can be said.
    many = 2 * len(given) > len(said)
    cause = best_cause(part, due(part), given, lost) if lost and many else ""
    more = (
        [cause]
        if cause
        else ["gives wrong answers elsewhere too"]
        if words and lost
        else []
    )
    return " and ".join([*words.values(), *more])
