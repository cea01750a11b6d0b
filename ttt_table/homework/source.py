"""How a file of a course is compiled: a Python file, or the code of a notebook."""

from __future__ import annotations

import json
from importlib.machinery import SourceFileLoader
from importlib.util import decode_source
from typing import Any

MAGIC = ("%", "!")
"""Lines for Jupyter and for a shell begin so."""
MAGIC_OF_PYTHON = ("%%time", "%%capture")
"""Cells that begin so are run, as cells without it."""


class CodeLoader(SourceFileLoader):
    """Runs a Python file or a notebook as a module."""

    def source_to_code(self, data: Any, path: Any, **options: Any) -> Any:  # type: ignore[override]  # its options are private
        """Compile a file, of which these are the bytes.

        Raises:
            SyntaxError: It is not Python, or not a notebook.
        """
        if str(path).endswith(".ipynb"):
            data = code_of_notebook(data).encode()
        try:  # an import accepts any bytes in comments, but ``python FILE`` does not
            decode_source(data)
        except UnicodeDecodeError as error:
            byte = data[error.start : error.start + 1]
            line = data.count(b"\n", 0, error.start) + 1
            raise SyntaxError(
                f"non-UTF-8 code starting with {byte!r} in line {line}"
            ) from None
        return super().source_to_code(data, path, **options)


def code_of_notebook(notebook: bytes) -> str:
    """Return the code cells of a notebook, without magic lines.

    Raises:
        SyntaxError: It is not a notebook.
    """
    try:
        cells = json.loads(notebook)["cells"]
        code_cells = [cell for cell in cells if cell["cell_type"] == "code"]
        sources = ["".join(cell["source"]) for cell in code_cells]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SyntaxError("it is not a Jupyter notebook") from None
    code = ""
    for source in sources:
        first_word = source.partition("\n")[0].partition(" ")[0].rstrip()
        if first_word.startswith("%%") and first_word not in MAGIC_OF_PYTHON:
            continue  # the whole cell is for something else
        for line in source.splitlines():
            if not line.lstrip().startswith(MAGIC):
                code += line
            code += "\n"
    return code
