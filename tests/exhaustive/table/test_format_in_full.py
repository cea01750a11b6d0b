"""In full: docs/format.md is true: its bytes stand in the file, and its reader reads it."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import product
from pathlib import Path

import msgpack
import pytest
from test_format import look_up  # noqa: F401  # fixtures

from ttt_table import Game, Table
from ttt_table.build import build_table


class Unpacked:
    """Stands in for msgpack where the document is unpacked already."""

    def __init__(self, document: object) -> None:
        self.document = document

    def unpackb(self, _: bytes) -> object:
        return self.document


@pytest.mark.parametrize("game", [Game(), Game(gravity=True)], ids=str)
def test_its_reader_is_right_about_every_text(
    look_up: Callable[[str, str], tuple[int, int] | None],
    game: Game,
    tmp_path: Path,
    table_of: Callable[[Game], Table],
) -> None:
    """All 19,683 of nine cells: the outcome of 5,478, or 694, and None for those out of reach."""
    document = msgpack.unpackb(Path(build_table(game, tmp_path / "table")).read_bytes())
    table = table_of(game)
    # The page's reader reads its file for every board; here it is read once.
    names = look_up.__globals__
    names["open"], names["msgpack"] = lambda *_: io.BytesIO(), Unpacked(document)
    texts = ["".join(marks) for marks in product("XO.", repeat=9)]
    answers = {text: look_up("", text) for text in texts}
    assert answers == {text: table.get(text) for text in texts}
    assert sum(answer is not None for answer in answers.values()) == document["positions"]
    assert answers[".....O..X"] == (1, 7 if game.gravity else 5)
    assert (answers["...X..O.."] is None) == game.gravity  # the page says why
