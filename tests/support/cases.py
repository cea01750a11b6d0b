"""Cases of a test that only ``pytest --exhaustive`` tries."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet

is_exhaustive = False
"""Whether this is the exhaustive run; tests/conftest.py says so before it collects."""


def exhaustive(values: Iterable[object]) -> list["ParameterSet"]:
    """Return values of one parameter as cases of the exhaustive run.

    They stand in a list after those that every run tries::

        @pytest.mark.parametrize("game", [Game(), *exhaustive(LARGER)])
    """
    return exhaustive_rows([value] for value in values)


def exhaustive_rows(rows: Iterable[Sequence[object]]) -> list["ParameterSet"]:
    """Return rows for several parameters as cases of the exhaustive run.

    Others have none of them: to make thousands of cases and leave them out takes long.
    """
    if not is_exhaustive:
        return []
    return [pytest.param(*row, marks=pytest.mark.exhaustive) for row in rows]
