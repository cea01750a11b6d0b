"""The C reader, where gcc is: warnings, some of the vectors, its examples."""

from pathlib import Path

import pytest
from support.cases import exhaustive_rows
from support.readers import C_FOLDER, SANITIZERS, check_reader, compiled


@pytest.mark.parametrize(
    ("compiler", "options", "every"),
    [
        ("gcc", [], 10_000),
        *exhaustive_rows([(compiler, SANITIZERS, 4) for compiler in ("gcc", "clang")]),
    ],
)
def test_the_c_reader_passes(
    compiler: str, options: list[str], every: int, tmp_path: Path
) -> None:
    """One question in ten thousand; the long tests ask all."""
    program = compiled(C_FOLDER / "adapter.c", tmp_path, compiler, *options)
    checked = check_reader(program, "--every", str(every))
    assert checked.returncode == 0, checked.stdout + checked.stderr
