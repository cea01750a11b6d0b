"""The example that tests homework, on many programs: it blames what is wrong alone."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.course import (
    WITH_A_TABLE,
    WITH_LOOPS,
    definitions_of,
    mutants,
    names_used_by,
    texts_of,
)
from support.homework import example_for, judged
from support.reference_game import reference_tic_tac_toe

TEXT = Path(__file__).with_name("programs.txt").read_text(encoding="utf-8")
ENTRIES: dict[str, str] = dict(
    re.findall(r"^=== (\w+)\n(.*?)(?=^===|\Z)", TEXT, re.MULTILINE | re.DOTALL)
)


def marked(entry: str, mark: str) -> list[str]:
    """The lines of an entry that begin with a mark, without it."""
    lines = re.findall(rf"^{re.escape(mark)} (.*)$", entry, re.MULTILINE)
    return [line.encode().decode("unicode_escape") for line in lines]


def program(entry: str) -> str:
    """An entry's own program, or the first one's with texts replaced."""
    own = re.sub(r"^[@!+-] .*\n?", "", entry, flags=re.MULTILINE).strip()
    if own:
        return f"{own}\n"
    text = program(ENTRIES["right"])
    for old, new in zip(marked(entry, "-"), marked(entry, "+"), strict=True):
        assert old in text
        text = text.replace(old, new)
    return text


@cache
def thinned_example(definitions: str) -> Any:
    """The example of a course, which asks about a ninth of the boards in each test.

    All others still have their right answers, which a function needs that is tried
    alone. No entry depends on how often a program is loaded anew. The tests in
    tests/examples leave both as they are.
    """
    example = example_for(Path(), definitions)
    example.LOADED_ANEW = 1
    left_out = {b for number, b in enumerate(example.BOARDS) if number % 9}
    for test in example.RIGHT:
        example.UNTESTED[test] = left_out.union(example.UNTESTED.get(test, ()))
    return example


@pytest.mark.parametrize("name", ENTRIES)
def test_the_functions_are_blamed_that_are_wrong(name: str, tmp_path: Path) -> None:
    """Of right and wrong programs, random and endless ones, and other courses'."""
    entry = ENTRIES[name]
    example = thinned_example("\n".join(marked(entry, "@")))
    example.STUDENT = tmp_path / "program.py"
    example.STUDENT.write_text(program(entry), encoding="utf-8")
    blamed: dict[str, list[str]] = {}
    for test, (verdict, _) in judged(example).items():
        if verdict in ("wrong", "others"):
            blamed.setdefault(verdict, []).append(test)
    with example.beside_the_program():
        _, (does, _) = example.load()
    if does != "returns":
        blamed["file"] = ["wrong"]
    assert [f"{key}: {', '.join(blamed[key])}" for key in blamed] == marked(entry, "!")


REFERENCE = reference_tic_tac_toe(misere=False)
FUNCTIONS = {
    name: texts_of(WITH_LOOPS)[name]
    for name, definition in definitions_of(WITH_LOOPS).items()
    if definition.__class__.__name__ == "FunctionDef"
}


def winner_of(board: str) -> str | None:
    return next((mark for mark in "XO" if REFERENCE.has_line(board, mark)), None)


@cache
def boards() -> list[str]:
    """Some of the boards that play can reach, found without the table."""
    return ["." * 9, *sorted(REFERENCE.boards())[1::27]]


def rows(board: str) -> list[list[str | None]]:
    cells = [None if mark == "." else mark for mark in board]
    return [cells[:3], cells[3:6], cells[6:]]


def is_wrong(test: str, names: dict[str, Any], board: str) -> bool:
    """Whether a program answers a board otherwise than the rules say."""
    state = rows(board)
    function = names[test.split()[0]]
    over = REFERENCE.is_over(board)
    try:
        if test == "initial_state":
            return bool(function() != rows("." * 9))
        if test == "player":
            return not over and bool(function(state) != REFERENCE.mover(board))
        if test == "actions":
            free = {divmod(cell, 3) for cell in REFERENCE.moves(board)}
            return not over and bool(function(state) != free)
        if test == "result":
            return not over and any(
                function(rows(board), divmod(cell, 3)) != rows(after)
                for cell, after in REFERENCE.moves(board).items()
            )
        if test == "winner":
            return bool(function(state) != winner_of(board))
        if test == "terminal":
            return bool(function(state) != over)
        value = {"X": 1, "O": -1, None: 0}[winner_of(board)]
        return over and bool(function(state) != value)
    except Exception:
        return True


def among_right_functions(name: str, source: str, right_source: str) -> str:
    """Return a right program with one function of another, and what only it uses."""
    own = texts_of(source)
    definitions = dict(texts_of(right_source))
    for used in names_used_by(name, source):
        if used == name or used not in FUNCTIONS:
            definitions[used] = own[used]
    return "\n".join(definitions.values())


def wrong_boards(test: str, source: str) -> set[str]:
    names: dict[str, Any] = {}
    exec(compile(source, "program.py", "exec"), names)
    return {board for board in boards() if is_wrong(test, names, board)}


MUTANTS = [
    (right_source, source)
    for right_source in (WITH_LOOPS, WITH_A_TABLE)
    for source in mutants(right_source)
]


@cache
def quick_example() -> Any:
    """The example for these boards; no mistake depends on how often it is loaded."""
    example = example_for(Path(), f"BOARDS = {boards()}")
    example.LOADED_ANEW = 1
    return example


@pytest.mark.parametrize("number", range(len(MUTANTS)))
def test_of_any_small_mistake_the_functions_are_blamed_that_have_it(
    number: int, tmp_path: Path
) -> None:
    """A witness puts the text of each function among those of a right program."""
    right_source, source = MUTANTS[number]
    example = quick_example()
    example.STUDENT = tmp_path / "program.py"
    example.STUDENT.write_text(source)
    for test, (verdict, reasons) in judged(example, *FUNCTIONS).items():
        if not wrong_boards(test, source):
            assert verdict == "right", reasons
        elif wrong_boards(test, among_right_functions(test, source, right_source)):
            assert verdict == "wrong", reasons
        else:
            assert verdict == "others", reasons
