"""A program's parts asked in this process: no subprocess has to start."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from types import ModuleType
from typing import Any, Self

import pytest

from ttt_table.homework import Finding, runs
from ttt_table.homework.asking import AskedFile, FormText, PartAnswers
from ttt_table.homework.child import Questioner, form_record
from ttt_table.homework.course_file import CourseFile
from ttt_table.homework.part_tests import PARTS, PartTest


class PartsHere:
    """Stands for `asking.PartsFile`.

    Args:
        asked: The program: its path is its source.
        silent: The parts that are known to give no answer.
    """

    boards: Collection[str] | None = None
    """The boards to ask about, of all that courses ask about."""

    def __init__(self, asked: AskedFile, silent: Iterable[str] = ()) -> None:
        module = ModuleType("program")
        code = compile(asked.path, "program.py", "exec")
        exec(code, vars(module))
        self._file = CourseFile(module, asked.settings())
        self._questioner = Questioner(self._file)
        self.parts = [part for part in PARTS if part in self._file.own]
        self.silent = dict.fromkeys(silent, "")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def form(self) -> FormText:
        return FormText(**form_record(self._file))

    def correct(self, parts: Collection[str]) -> None:
        self._file.correct([part for part in self.parts if part in parts])

    def answers(
        self, test: PartTest, boards: Sequence[str] | None = None, **_: float
    ) -> PartAnswers:
        answers = PartAnswers()
        for board in boards or test.boards():
            if boards is None and self.boards is not None and board not in self.boards:
                continue
            record = self._questioner.answer(test, board)
            answers.add(board, record["value"], test.right(board))
            answers.note(board, record)
        return answers


def findings_here(
    source: str,
    monkeypatch: pytest.MonkeyPatch,
    *,
    boards: Collection[str] | None = None,
    parts: Sequence[str] = PARTS[:-1],
    **settings: Any,
) -> list[Finding]:
    """Return the findings of a program's parts, apart from how `minimax` plays."""
    monkeypatch.setattr(runs, "PartsFile", PartsHere)
    monkeypatch.setattr(PartsHere, "boards", boards)
    asked = AskedFile(source, {}, **settings)
    file = PartsHere(asked)
    own_parts = [part for part in file.parts if part in parts]
    run = runs.ask_as_it_is(file, asked, own_parts)  # type: ignore[arg-type]  # alike
    return runs.findings_of(run)
