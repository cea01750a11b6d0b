"""What an audit says of a game with few counts."""

from pathlib import Path

from ttt_table import Game
from ttt_table.audit import audit
from ttt_table.build import build_table
from ttt_table.results.audited import audited


def test_a_game_whose_classes_are_not_counted_has_no_table_of_them(
    tmp_path: Path,
) -> None:
    """Of over 800 symmetries the file lists some, too few to count classes by."""
    path = build_table(Game.named("1x7-el-gravity"), tmp_path / "el.msgpack")
    text = str(audited(path, audit(path)))
    assert "ply  positions" in text
    assert "classes X wins" not in text
