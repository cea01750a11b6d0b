"""Long tests run on a sample; the rest of their cases are marked slow and run when asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet


T = TypeVar("T")


def slow(case: tuple[object, ...]) -> ParameterSet:
    """A case of a test with several parameters, marked slow."""
    return pytest.param(*case, marks=pytest.mark.slow)


def sampled(cases: Iterable[T], kept: Callable[[T], bool]) -> list[ParameterSet]:
    """All cases of a test, those that are not kept marked slow."""
    return [pytest.param(case, marks=() if kept(case) else pytest.mark.slow) for case in cases]
