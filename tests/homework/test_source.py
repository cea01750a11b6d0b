"""The code of a notebook that is run."""

import json

import pytest

from ttt_table.homework.source import code_of_notebook


def notebook(*sources: str) -> bytes:
    """Return a notebook with code cells, after one of text."""
    cells = [{"cell_type": "markdown", "source": ["x = 'text'"]}]
    for source in sources:
        lines = source.splitlines(keepends=True)
        cells.append({"cell_type": "code", "source": lines})
    return json.dumps({"cells": cells}).encode()


def names_after(*sources: str) -> dict[str, object]:
    """Return what the code of a notebook defines."""
    names: dict[str, object] = {}
    exec(code_of_notebook(notebook(*sources)), names)
    del names["__builtins__"]
    return names


def test_code_cells_are_run_in_their_order() -> None:
    assert names_after("a = 1\nb = a", "b += 1") == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    "line", ["%matplotlib inline", "!pip install numpy", "  %timeit a"]
)
def test_lines_for_jupyter_and_for_a_shell_are_left_out(line: str) -> None:
    assert names_after(f"a = 1\n{line}\nb = 2") == {"a": 1, "b": 2}


@pytest.mark.parametrize("magic", ["%%time", "%%time\t", "%%capture output"])
def test_a_cell_that_is_only_timed_or_captured_is_run(magic: str) -> None:
    assert names_after(f"{magic}\na = 1") == {"a": 1}


@pytest.mark.parametrize("magic", ["%%bash", "%%writefile a.py", "%%timeit", "%%html"])
def test_a_cell_for_something_else_is_left_out(magic: str) -> None:
    assert names_after("a = 1", f"{magic}\nb = 2") == {"a": 1}


@pytest.mark.parametrize("data", [b"", b"[]", b'{"cells": [1]}', b"\xff", b"[" * 9999])
def test_what_is_no_notebook_is_refused(data: bytes) -> None:
    with pytest.raises(SyntaxError, match="not a Jupyter notebook"):
        code_of_notebook(data)
