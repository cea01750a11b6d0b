"""These tests take too long for every change: `python -m pytest tests/exhaustive`.

They run on request. They need what `pip install -e '.[dev]'` installs. The folders and
files are named as those of the fast tests. A file has the tests that are long as a
whole, and the whole lists of which a fast test tries a few cases.
"""

import sys
from collections.abc import Callable, Iterable
from functools import wraps

import pytest

Test = Callable[..., None]


def in_full(test: Test, **lists: Iterable[object]) -> None:
    """Put the same test into the calling module, with these lists of cases.

    Each list has the cases of the parameter that it is named after. A list for several
    parameters goes by the first. A parameter that is not named keeps its few cases.
    """

    @wraps(test)
    def same(**arguments: object) -> None:
        test(**arguments)

    of_module = getattr(sys.modules[test.__module__], "pytestmark", [])
    marks = [of_module] if isinstance(of_module, pytest.MarkDecorator) else [*of_module]
    for mark in getattr(test, "pytestmark", ()):
        first = first_parameter(mark)
        if first in lists:
            mark = pytest.mark.parametrize(
                mark.args[0], list(lists.pop(first)), **mark.kwargs
            ).mark
        marks.append(mark)
    assert not lists, f"{test.__name__} has no such parameters: {', '.join(lists)}"
    same.pytestmark = marks  # type: ignore[attr-defined]  # where pytest looks
    sys._getframe(1).f_globals[test.__name__] = (
        same  # a module of tests has each by its name
    )


def first_parameter(mark: pytest.Mark) -> str:
    """Return the first of the parameters whose cases a mark lists.

    It is empty where the mark is another one.
    """
    if mark.name != "parametrize":
        return ""
    names = mark.args[0]
    return str(names.split(",")[0] if isinstance(names, str) else names[0])
