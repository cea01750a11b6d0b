"""The gallery of the site."""

import re
from pathlib import Path

import gallery
import pytest


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The gallery as it is written."""
    path = tmp_path_factory.mktemp("gallery")
    gallery.write_gallery(path)
    return path


def test_each_game_has_a_page_of_moderate_size(folder: Path) -> None:
    """That of 4x4 has a larger table."""
    for name in gallery.gallery():
        max_bytes = 450_000 if name == "4x4" else 145_000
        assert (folder / f"{name}.html").stat().st_size <= max_bytes


def test_the_drawings_of_lines_fit_a_phone(folder: Path) -> None:
    drawings = (folder / "index.html").read_text(encoding="utf-8")
    widths = [int(width) for width in re.findall(r'<svg width="(\d+)"', drawings)]
    assert widths
    assert max(widths) <= 280
