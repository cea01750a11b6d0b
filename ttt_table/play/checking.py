"""Check the parts of a file, each on all 5,478 boards against the rules, and find what is wrong.

A cause is what a part may do instead of what it should; the first that explains every answer is
told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple, TypeAlias

from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.play.arguments import check_view
from ttt_table.play.grades import Grade
from ttt_table.play.grading import grade
from ttt_table.play.parts import (
    LINES,
    PARTS,
    boards,
    finished,
    free,
    placed,
    unfinished,
    winner,
)
from ttt_table.play.programs import FaultError
from ttt_table.play.pythonfile import PythonFile
from ttt_table.play.shapes import mover
from ttt_table.table.files import Path, path_text

__all__ = ["Check", "Finding", "check_parts"]


class Said(NamedTuple):
    """What a part says to a board."""

    value: Any
    """As `Part.truth` has it, or as text."""
    changed: bool = False
    """True where the board is another now."""
    fault: str = ""
    """What it did instead of answering, as a forfeit's kind and reason."""


Answers: TypeAlias = dict[str, Said]
"""What a part says, by board."""


@dataclass(frozen=True)
class Finding:
    """What one part of a file does."""

    part: str
    name: str
    """The function's name in the file."""
    asked: int
    wrong: int
    cause: str
    """What it does wrong, as ``never sees 2 4 6``; empty where nothing is, or no cause is found."""
    board: str | None
    """The first board at which it is wrong, with what is ``expected`` and ``given`` there: nothing
    where it raises, or answers right but changes the board."""
    expected: str | None
    given: str | None


@dataclass(frozen=True)
class Check:
    """What the parts of a file do, and how `minimax` plays with them."""

    view: str
    """How the file's boards are."""
    findings: Sequence[Finding]
    missing: Sequence[str]
    """Parts that the file does not have."""
    own: Grade | str | None
    """The grade of `minimax` with the file's own parts, or why it has none; None without one."""
    with_ours: Grade | str | None
    """The same with ours in their place, where anything is wrong with its own; else None."""

    @property
    def right(self) -> bool:
        """True where no part is wrong, and `minimax` is sound."""
        return _is_sound(self.own) and not any(one.wrong for one in self.findings)


def check_parts(
    path: Path,
    names: Mapping[str, str] | None = None,
    *,
    view: str = "",
    limit: float = 10.0,
    quiet: bool = False,
) -> Check:
    """Check the parts of a file of 3x3; ``names`` are those of parts that have others there.

    ``view`` is how its boards are, as for `grade`; found by `initial_state` unless it is given.
    Raises `PlayerError` if the file does not load or has none of the parts, `ArgumentError` for a
    view that there is not.
    """
    if view:
        check_view(view)
    if view in ("batch", "state"):
        raise ArgumentError(f"parts are about one board, in text, lists or an array, not a {view}")
    file = _File(path, dict(names or {}), view, limit)
    has, said = file.heard(list(PARTS))
    if not has:
        raise PlayerError(
            f"{path_text(path)} has no {', '.join([*PARTS, 'minimax'])}; --map PART=NAME names them"
        )
    faulty = [part for part in said if _wrong(part, said[part])]
    alone = file.heard(faulty, ours=True)[1]
    findings = [_finding(one, file.names.get(one, one), said[one], alone.get(one)) for one in said]
    own = with_ours = None
    if "minimax" in has:
        own = file.graded(quiet=quiet)
        if faulty or not _is_sound(own):
            with_ours = file.graded(ours=True, quiet=quiet)
    missing = [part for part in (*PARTS, "minimax") if part not in has]
    return Check(file.view, findings, missing, own, with_ours)


def _is_sound(own: Grade | str | None) -> bool:
    return own is None or bool(isinstance(own, Grade) and own.sound and own.exact)


class _File:
    """A file whose parts are asked, in a process at a time."""

    def __init__(self, path: Path, names: dict[str, str], view: str, limit: float) -> None:
        self.names = names
        self.view = view
        self._started = partial(PythonFile, path, limit=limit)
        self._silent: set[str] = set()
        """Parts that gave no answer somewhere."""

    def heard(
        self, parts: list[str], *, ours: bool = False
    ) -> tuple[list[str], dict[str, Answers]]:
        """The parts that there are, and what these say; a new process is asked after a fault."""
        said: dict[str, Answers] = {}
        todo, has = parts, parts
        while todo:
            with self._started("", view=self.view, parts=self._told(ask=todo, ours=ours)) as file:
                self.view, has = json.loads(file.called)
                todo = [part for part in todo if part in has]
                try:
                    while todo:
                        part = todo.pop(0)
                        answers = said[part] = {}
                        for board in _due(part):
                            answers[board] = Said(*json.loads(file.next_line()))
                except FaultError as fault:
                    self._silent.add(part)
                    answers[board] = Said(None, fault=" ".join(fault.args))
        return has, said

    def graded(self, *, ours: bool = False, quiet: bool) -> Grade | str:
        """The grade of `minimax`, or why it has none: it ends too often, or answers too late."""
        name, parts = self.names.get("minimax", "minimax"), self._told() if ours else ""
        try:
            with self._started(name, view=self.view, parts=parts) as player:
                return grade(player, quiet=quiet)
        except PlayerError as error:
            return str(error)

    def _told(self, **more: object) -> str:
        """What its process is told."""
        return json.dumps({"names": self.names, "silent": [*self._silent], **more})


@cache
def _due(part: str) -> dict[str, Any]:
    """What a part should say, by board."""
    asked_at, truth = PARTS[part]
    return {board: truth(board) for board in filter(asked_at, boards())}


def _wrong(part: str, said: Answers) -> list[str]:
    """The boards at which a part is wrong. Who moves after the end may be nobody, too."""
    due = _due(part)
    return [
        board
        for board, one in said.items()
        if one != Said(due[board])
        and not (part == "player" and one == Said(None) and finished(board))
    ]


def _finding(part: str, name: str, said: Answers, alone: Answers | None) -> Finding:
    """What to say of a part by its answers, and by those it gives among parts of ours."""
    wrong = _wrong(part, said)
    if not wrong:
        return Finding(part, name, len(said), 0, "", None, None, None)
    cause = "is right in itself, but not with the other parts of the file"
    if alone and _wrong(part, alone):
        said, wrong = alone, _wrong(part, alone)
        cause = cause_of(part, said, wrong)
    board = wrong[0]
    due, given = _due(part)[board], said[board].value
    pairs = zip(due, given or (), strict=False) if part == "result" else [(due, given)]
    # What was raised stands in the cause.
    differing = [] if said[board].fault else [(str(a), str(b)) for a, b in pairs if a != b]
    expected, shown = differing[0] if differing else (None, None)
    return Finding(part, name, len(said), len(wrong), cause, board, expected, shown)


def cause_of(part: str, said: Answers, wrong: Sequence[str]) -> str:
    """What explains every answer of a part that is wrong somewhere; or where it is wrong."""
    words: dict[str, str] = {}
    for board in wrong:
        kind, _, reason = said[board].fault.partition(" ")
        told = "raises" if kind == "exception" else "gives no answer:"
        if kind:
            words.setdefault(told, f"{told} {reason}")
    if any(one.changed for one in said.values()):
        rows = "gives rows that are one and the same list"
        words["changes"] = rows if part == "initial_state" else "changes the board it is given"
    rest = {board: one.value for board, one in said.items() if not one.fault}
    # Who moves after the end may be nobody: what is not wrong is right.
    due = {board: _due(part)[board] if board in wrong else one for board, one in rest.items()}
    lost = {board for board in rest if rest[board] != due[board]}
    # Of a few answers among many faults nothing can be said.
    for cause, says in _others(part, rest, lost) if lost and 2 * len(rest) > len(said) else ():
        if all(says(board, due[board]) == one for board, one in rest.items()):
            return " and ".join([*words.values(), cause])
    more = ["gives wrong answers elsewhere too"] if words and lost else []
    return " and ".join([*words.values(), *more])


Says: TypeAlias = Callable[[str, Any], Any]
"""What a faulty part says to a board, where something else would be right."""
TURNED = {"X": "O", "O": "X"}
OTHERS: Sequence[tuple[str, str, Says]] = (
    ("player winner", "has the marks turned round", lambda _, due: TURNED.get(due, due)),
    ("terminal", "is turned round", lambda _, due: not due),
    ("utility", "has the sign turned round", lambda _, due: -due),
    ("utility", "is 1 whoever has won", lambda _, due: abs(due)),
    ("actions", "offers every cell, the taken ones too", lambda *_: [*range(9)]),
    ("result", "places the mark of who moved last", lambda b, _: placed(b, mover(b, "O"))),
    ("result", "always places X", lambda board, _: placed(board, "X")),
    ("result", "always places O", lambda board, _: placed(board, "O")),
    ("result", "gives back the board without the move", lambda board, _: placed(board, ".")),
)
"""Of which parts, what they may do instead, and what they say if they do."""
REGIONS: Sequence[tuple[str, Callable[[str], bool]]] = (
    ("on full boards", lambda board: "." not in board),
    ("where X has won", lambda board: winner(board) == "X"),
    ("where O has won", lambda board: winner(board) == "O"),
    ("where somebody has won", lambda board: winner(board) is not None),
    ("on finished boards", finished),
    ("on unfinished boards", unfinished),
)


def _others(part: str, said: dict[str, Any], wrong: set[str]) -> Iterator[tuple[str, Says]]:
    """What a part may do instead of what it should."""
    one = next(iter(said.values()))
    if len(said) > 1:
        yield f"always gives {one}", lambda *_: one
    if part == "actions":
        offered = set().union(*said.values())
        gone = [cell for cell in range(9) if cell not in offered]
        named = " and ".join(f"cell {cell}" for cell in gone)
        yield f"misses {named}", lambda b, _: [c for c in free(b) if c not in gone]
    if part in ("winner", "terminal", "utility"):
        but = {line: [one for one in LINES if one != line] for line in LINES}
        alone = {line: {b for b in said if winner(b) != winner(b, but[line])} for line in LINES}
        seen = [line for line in LINES if not alone[line] or not alone[line] <= wrong]
        named = " and ".join(" ".join(map(str, line)) for line in LINES if line not in seen)
        yield f"never sees {named}", lambda board, _: PARTS[part].truth(board, seen)
    yield from ((words, says) for parts, words, says in OTHERS if part in parts.split())
    for words, inside in REGIONS:
        if all(map(inside, wrong)) and not all(map(inside, said)):
            yield f"is wrong {words}", lambda board, _: said[board]
