"""The example that tests homework, changed and run as a teacher would."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

EXAMPLES = Path(__file__).parents[2] / "examples" / "homework"
EXAMPLE = EXAMPLES / "test_tictactoe.py"
RESULTS = EXAMPLES / "results.py"


def names_defined_by(statement: ast.stmt) -> list[str]:
    """Return the names that a statement of a file defines."""
    if isinstance(statement, ast.FunctionDef):
        return [statement.name]
    if isinstance(statement, ast.Assign):
        return [ast.unparse(target) for target in statement.targets]
    return []


@cache
def changed(definitions: str) -> str:
    """Return the example with some definitions in place of those of the same names.

    Imports are put before everything, and what has no name of the example is put before
    the line that ends the first part.
    """
    source = EXAMPLE.read_text(encoding="utf-8")
    lines = source.splitlines()
    place_of = {
        name: statement
        for statement in ast.parse(source).body
        for name in names_defined_by(statement)
    }
    imports = ""
    for statement in reversed(ast.parse(definitions).body):
        text = ast.unparse(statement)
        if isinstance(statement, ast.Import):
            imports += f"{text}\n"
            continue
        place = next((place_of.get(n) for n in names_defined_by(statement)), None)
        if place is None:
            end = lines.index("# ---- The rest needs no change.")
            lines[end:end] = text.splitlines()
            continue
        assert place.end_lineno is not None
        kept = "\n" * (place.end_lineno - place.lineno - text.count("\n"))
        lines[place.lineno - 1 : place.end_lineno] = (text + kept).split("\n")
    return imports + "\n".join(lines)


def example_for(student: Path, definitions: str = "") -> Any:
    """Return the example as a module that tests a program.

    The memory of this process has no limit. An answer has three seconds.
    """
    module = ModuleType("example")
    code = compile(changed(definitions), str(EXAMPLE), "exec")
    exec(code, vars(module))
    vars(module).update(STUDENT=student, resource=None, SECONDS=3, CLOCK_SECONDS=3600)
    return module


def judged(example: Any, *tests: str) -> dict[str, tuple[str, str]]:
    """Return by test the verdict and its reasons: of these tests, or of all."""
    example.loading.cache_clear()
    with example.beside_the_program():
        return {test: example.judged(test) for test in tests or example.RIGHT}
