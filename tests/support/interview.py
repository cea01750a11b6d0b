"""A program's parts asked in this process: no subprocess has to start."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

from ttt_table.homework.answers import Asked, answer_from_json
from ttt_table.homework.board_form import DEFAULT_FORM
from ttt_table.homework.check import Checker
from ttt_table.homework.conclude import Findings
from ttt_table.homework.diagnose import Answers
from ttt_table.homework.findings import Finding
from ttt_table.homework.serve import CourseFile, Examiner
from ttt_table.homework.spec import Part, Question


class InterviewHere:
    """What `interview.Interview` does, for a program with rows of "X", "O" and None."""

    def __init__(self, source: str, first: str = "X") -> None:
        self._code = compile(source, "program.py", "exec")
        self._first = first
        self._file = self._loaded()

    def _loaded(self) -> CourseFile:
        module = ModuleType("program")
        exec(self._code, vars(module))
        return CourseFile(module, {}, self._first)

    @property
    def parts(self) -> list[Part]:
        return list(self._file.parts)

    def answers(self, question: Question) -> Answers:
        return self._ask(self._file, Asked(question, DEFAULT_FORM))

    def answers_among_right_parts(self, question: Question) -> Answers:
        asked = Asked(question, DEFAULT_FORM, among_right_parts=True)
        return self._ask(self._loaded(), asked)

    def answers_anew(self, part: Part, boards: Sequence[str]) -> Answers:
        return self._ask(self._loaded(), Asked(part, DEFAULT_FORM, boards=boards))

    @staticmethod
    def _ask(file: CourseFile, asked: Asked) -> Answers:
        examiner = Examiner(file, asked)
        return {
            board: answer_from_json(examiner.answer_to(board))
            for board in asked.every_board()
        }


def findings_of(
    source: str, first: str = "X", parts: Sequence[Part] = ()
) -> list[Finding]:
    """Return all findings about a program's parts and rules, or about some parts."""
    interview = InterviewHere(source, first)
    names = {part: part.value for part in Part}
    checker = Checker(interview, Findings(names, first))
    return list(checker.findings(parts or interview.parts))
