"""What a notebook shows after ``%load_ext ttt_table``."""

from collections import defaultdict
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

import ttt_table
from ttt_table import Table
from ttt_table.export.pictures import map as whole
from ttt_table.grading import causes, grade
from ttt_table.play import Level, Match


@pytest.fixture
def shown() -> Any:
    """Return a function that shows a value as IPython does, by its type."""
    by_type: dict[type, Any] = {}
    formatters: Any = defaultdict(lambda: SimpleNamespace(for_type=by_type.__setitem__))
    extension: Any = ttt_table
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    extension.load_ipython_extension(shell)
    return lambda value: by_type[type(value)](value)


def texts_in(svg: str) -> list[str | None]:
    texts = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return [text.text for text in texts]


def test_a_look_is_shown_as_a_picture(shown: Any, table: Table) -> None:
    """With the outcome of each move."""
    assert "win 1 ★" in texts_in(shown(table.look("XX.OO....")))


def test_a_look_at_a_board_that_is_not_square_is_left_as_text(
    shown: Any, table: Table
) -> None:
    """A look does not know its game."""
    look = table.look(".........")
    assert shown(look._replace(board="......")) is None


def test_a_match_is_shown_as_a_picture(shown: Any, table: Table) -> None:
    """Of the current board."""
    match = Match(table, o=Level.named("perfect", table))
    match.play(4)
    assert "draw ★" in texts_in(shown(match))


def test_a_level_is_shown_as_a_picture(shown: Any, table: Table) -> None:
    """Of how likely it opens with each cell."""
    assert "11.11 %" in texts_in(shown(Level(1, "1/2", table=table)))


@pytest.mark.exhaustive
def test_a_picture_shows_itself(table: Table) -> None:
    """It needs no extension."""
    assert whole.draw(table)._repr_svg_().startswith("<svg")


FRAME = '<iframe srcdoc="&lt;!doctype html'
"""It keeps the style of the report and that of the notebook apart."""


@pytest.mark.exhaustive
def test_a_grade_is_shown_as_its_report(shown: Any, table: Table) -> None:
    """In a frame."""
    first_free = grade(lambda board: board.index("."), table=table, side="X")
    page = shown(first_free)
    assert page.startswith(FRAME)
    assert "not sound: it blunders" in page


def test_a_cause_is_shown_as_its_report(shown: Any, table: Table) -> None:
    """In a frame."""
    first_free = grade(lambda board: board.index("."), table=table, side="X")
    page = shown(causes(first_free)[0])
    assert page.startswith(FRAME)
    assert "Missed wins" in page


def test_a_grade_without_mistakes_is_shown(shown: Any, table: Table) -> None:
    """As the others."""
    perfect = grade(table.best_move, table=table)
    assert "perfect: no move is ever better" in shown(perfect)
