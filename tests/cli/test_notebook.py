"""What a notebook shows after ``%load_ext ttt_table``."""

from collections import defaultdict
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

import ttt_table
from ttt_table import Game, Table
from ttt_table.export.pictures import map as whole
from ttt_table.grading import causes, grade
from ttt_table.play import Level, Match


@pytest.fixture
def shown() -> Any:
    """A function that shows a thing as IPython does: by whoever was named for its type."""
    by_type: dict[type, Any] = {}
    formatters: Any = defaultdict(lambda: SimpleNamespace(for_type=by_type.__setitem__))
    extension: Any = ttt_table
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    extension.load_ipython_extension(shell)
    return lambda thing: by_type[type(thing)](thing)


def test_a_notebook_shows_boards_matches_and_levels(shown: Any, table: Table) -> None:
    """As pictures; a look that may be of any game is left as text, and a picture is one itself."""
    match = Match(table, o=Level.perfect(table))
    match.play(4)
    for thing, words in (
        (table.look("XX.OO...."), "win 1 ★"),
        (match, "draw ★"),
        (Level(1, "1/2", table=table), "11.11 %"),
    ):
        texts = ElementTree.fromstring(shown(thing)).iter(
            "{http://www.w3.org/2000/svg}text"
        )
        assert words in [text.text for text in texts]
    look = table.look(".........")
    assert shown(look._replace(board="......")) is None
    assert whole.draw(table)._repr_svg_().startswith("<svg")


def test_a_notebook_shows_a_grade_and_its_causes_as_the_report(
    shown: Any, table: Table
) -> None:
    """Within a frame, so that neither changes the other's style."""
    found = grade(lambda board: board.index("."), table=table, side="X")
    for thing, words in (
        (found, "not sound: it blunders"),
        (causes(found)[0], "Missed wins"),
    ):
        assert shown(thing).startswith('<iframe srcdoc="&lt;!doctype html')
        assert words in shown(thing)
    perfect = grade(table.best_move, table=table)
    assert "perfect: no move is ever better" in shown(perfect)
    assert shown(replace(perfect, game=Game(2, 2, 2))) is None
