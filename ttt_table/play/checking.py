"""Check the parts of a file, each on all 5,478 boards against the rules, and find what is wrong.

A cause is a hypothesis that explains every answer, or every wrong one; the first that does is told.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TypeAlias

from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.play.arguments import check_view
from ttt_table.play.grading import Grade, grade
from ttt_table.play.parts import (
    CHANGED,
    LINES,
    PARTS,
    TAKEN,
    Line,
    boards,
    finished,
    free,
    played,
    winner,
)
from ttt_table.play.programs import FaultError
from ttt_table.play.pythonfile import PythonFile
from ttt_table.table.files import Path

Answers: TypeAlias = dict[str, str]
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
    """The first board at which it is wrong, with what is ``expected`` and ``given`` there."""
    expected: str | None
    given: str | None
    itself: bool
    """False where it is wrong, but right with our parts in the place of the file's others."""
    remark: str
    """What is no fault, but many courses ask for it; or empty."""


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
    names = dict(names or {})
    view, has, said = _heard(path, names, list(PARTS), view, limit, ours=False)
    if not has:
        raise PlayerError(
            f"{path} has no {', '.join([*PARTS, 'minimax'])}; --map PART=NAME names them"
        )
    faulty = [part for part in said if _wrong(part, said[part])]
    alone = _heard(path, names, faulty, view, limit, ours=True)[2] if faulty else {}
    findings = [finding(one, names.get(one, one), said[one], alone.get(one)) for one in said]
    own = with_ours = None
    if "minimax" in has:
        told = json.dumps({"names": names})
        player = partial(PythonFile, path, names.get("minimax", "minimax"), view=view, limit=limit)
        own = _graded(player, quiet=quiet)
        if faulty or not _is_sound(own):
            with_ours = _graded(partial(player, parts=told), quiet=quiet)
    missing = [part for part in (*PARTS, "minimax") if part not in has]
    return Check(view, findings, missing, own, with_ours)


def _graded(started: Callable[[], PythonFile], *, quiet: bool) -> Grade | str:
    try:
        with started() as player:
            return grade(player, quiet=quiet)
    except PlayerError as error:  # it ends too often, or answers too late
        return str(error)


def _is_sound(own: Grade | str | None) -> bool:
    return own is None or bool(isinstance(own, Grade) and own.sound and own.exact)


def _heard(
    path: Path, names: Mapping[str, str], parts: list[str], view: str, limit: float, *, ours: bool
) -> tuple[str, list[str], dict[str, Answers]]:
    """The file's view, the parts that it has, and what these say; a new process after a fault."""
    heard: dict[str, Answers] = {}
    todo, has = parts, parts
    while todo:
        told = json.dumps({"names": names, "ask": todo, "ours": ours})
        with PythonFile(path, "", view=view, limit=limit, parts=told) as file:
            view, has = json.loads(file.called)
            todo = [part for part in todo if part in has]
            try:
                while todo:
                    answers = heard[todo[0]] = {}
                    for board in _due(todo.pop(0)):
                        answers[board] = "!exit"
                        answers[board] = file.next_line()
            except FaultError as fault:
                answers[board] = f"!{fault.args[0]} {fault.args[1]}"
    return view, has, heard


@cache
def _due(part: str) -> Answers:
    """What a part should say, by board."""
    asked_at, truth = PARTS[part]
    return {board: truth(board) for board in filter(asked_at, boards())}


def _wrong(part: str, said: Answers) -> list[str]:
    """The boards at which a part is wrong. Who moves after the end may be nobody, too."""
    due = _due(part)
    return [
        board
        for board, one in said.items()
        if one.removesuffix(TAKEN) != due[board]
        and not (part == "player" and one == "None" and finished(board))
    ]


def finding(part: str, name: str, said: Answers, alone: Answers | None) -> Finding:
    """What to say of a part by its answers, and by those it gives among parts of ours."""
    itself = alone is None or bool(_wrong(part, alone))
    heard = alone if alone is not None and itself else said
    wrong = _wrong(part, heard)
    at = wrong[0] if wrong else None
    expected, given = (PARTS[part].truth(at), heard[at].removesuffix(TAKEN)) if at else (None, None)
    if part == "result" and given and expected and not given.startswith("!"):
        pairs = zip(expected.split(), given.removesuffix(CHANGED).split(" "), strict=False)
        expected, given = next((pair for pair in pairs if pair[0] != pair[1]), (None, None))
    taken = sum(one.endswith(TAKEN) for one in said.values())
    remark = f"accepts a taken cell on {taken:,} boards: many courses ask for an exception"
    cause = cause_of(part, heard, wrong) if wrong else ""
    if not itself:
        cause = "is right in itself, but not with the other parts of the file"
    args = (part, name, len(heard), len(wrong), cause, at, expected, given, itself)
    return Finding(*args, remark if taken else "")


def cause_of(part: str, said: Answers, wrong: Sequence[str]) -> str:
    """The first hypothesis that explains every wrong answer; or nothing."""
    said = {board: one.removesuffix(TAKEN) for board, one in said.items()}
    faults = [said[board] for board in wrong]
    if any(one.startswith(("!time-out", "!exit")) for one in faults):
        return f"gives no answer: {faults[-1].partition(' ')[2]}"
    if all(one.startswith("!exception") for one in faults):
        return f"raises {faults[0].partition(' ')[2]}"
    if all(one.endswith(CHANGED) for one in faults):
        rows = "gives rows that are one and the same list"
        return rows if part == "initial_state" else "changes the board it is given"
    if len(set(said.values())) == 1 < len(said):
        return f"always gives {faults[0]}"
    for words, other in _others(part, said, wrong):
        if all(other(board) == one for board, one in said.items()):
            return words
    return _region(said, wrong)


Other: TypeAlias = tuple[str, Callable[[str], str]]
TURNED = {"X": "O", "O": "X", "1": "-1", "-1": "1", "True": "False", "False": "True"}
OTHERS: dict[str, Sequence[Other]] = {
    "player": [("has the marks turned round", lambda b: TURNED[PARTS["player"].truth(b)])],
    "actions": [
        ("offers every cell, the taken ones too", lambda _: str(list(range(9)))),
        ("offers the taken cells", lambda b: str([c for c in range(9) if b[c] != "."])),
        ("counts cells from 1", lambda b: str([cell + 1 for cell in free(b)])),
    ],
    "result": [
        (
            "places the mark of the player who moved last",
            lambda b: " ".join(played(b, c, "XO"[b.count("X") == b.count("O")]) for c in free(b)),
        ),
        ("always places X", lambda b: " ".join(played(b, cell, "X") for cell in free(b))),
        ("always places O", lambda b: " ".join(played(b, cell, "O") for cell in free(b))),
        ("gives back the board without the move", lambda b: " ".join([b] * b.count("."))),
    ],
    "winner": [
        ("never sees that X has won", lambda b: "O" if winner(b) == "O" else "None"),
        ("never sees that O has won", lambda b: "X" if winner(b) == "X" else "None"),
        ("has the marks turned round", lambda b: TURNED.get(winner(b), "None")),
    ],
    "terminal": [
        ("never sees a full board", lambda b: str(winner(b) != "None")),
        ("never sees that somebody has won", lambda b: str("." not in b)),
        ("is turned round", lambda b: TURNED[str(finished(b))]),
    ],
    "utility": [
        ("has the sign turned round", lambda b: TURNED.get(PARTS["utility"].truth(b), "0")),
        ("is 1 whoever has won", lambda b: PARTS["utility"].truth(b).removeprefix("-")),
    ],
}
"""What a part may do instead of what it should, by board."""


def _others(part: str, said: Answers, wrong: Sequence[str]) -> Sequence[Other]:
    """What a part may do instead, with lines that it never sees, and cells it never has."""
    lost = set(wrong)
    won = [board for board in said if winner(board) != "None"]
    alone = {line: [b for b in won if winner(b, _but(line)) == "None"] for line in LINES}
    never = [line for line, only in alone.items() if only and lost.issuperset(only)]
    seen = [line for line in LINES if line not in never]
    by_lines: dict[str, Callable[[str], str]] = {
        "winner": lambda b: winner(b, seen),
        "terminal": lambda b: str("." not in b or winner(b, seen) != "None"),
        "utility": lambda b: str({"X": 1, "O": -1}.get(winner(b, seen), 0)),
    }
    others = list(OTHERS.get(part, ()))
    if never and part in by_lines:
        named = " and ".join(" ".join(map(str, line)) for line in never)
        others.append((f"never sees {named}", by_lines[part]))
    if part == "actions":
        offered = set("".join(said.values()))
        gone = [cell for cell in range(9) if str(cell) not in offered]
        named = " and ".join(f"cell {cell}" for cell in gone)
        others.append((f"misses {named}", lambda b: str([c for c in free(b) if c not in gone])))
    return others


def _but(line: Line) -> list[Line]:
    return [one for one in LINES if one != line]


REGIONS: Sequence[tuple[str, Callable[[str], bool]]] = (
    ("on the empty board", lambda board: board == "." * 9),
    ("on full boards", lambda board: "." not in board),
    ("on finished boards", finished),
    ("on unfinished boards", lambda board: not finished(board)),
)


def _region(said: Answers, wrong: Sequence[str]) -> str:
    """Where all wrong boards are, if not everywhere."""
    for words, inside in REGIONS:
        if all(map(inside, wrong)) and not all(map(inside, said)):
            return f"is wrong {words}"
    return ""
