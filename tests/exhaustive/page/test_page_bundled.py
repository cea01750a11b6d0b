"""The page's script and style as bundled from their sources, and small readers."""

import gzip
from pathlib import Path

import pytest

import page

READERS = page.ROOT / "readers" / "js"

pytestmark = pytest.mark.skipif(
    not page.ESBUILD.exists(), reason="esbuild is not installed: npm ci"
)


@pytest.mark.parametrize("path", page.BUNDLES, ids=lambda path: path.name)
def test_a_bundle_has_the_bytes_of_its_sources(path: Path) -> None:
    """Bundled anew it is the same."""
    assert path.read_bytes() == page.bundle(page.BUNDLES[path])


def test_the_templates_and_texts_are_those_of_the_sources() -> None:
    """Shortened and read anew they are the same."""
    for path, text in page.built_files().items():
        assert path.read_text(encoding="utf-8") == text, path


@pytest.mark.parametrize(
    ("module", "most_bytes"),
    [("ttt-table.js", 6200), ("kit.js", 7400), ("ranged.js", 8200)],
)
def test_a_reader_stays_small(module: str, most_bytes: int) -> None:
    """Minified and compressed, each with the reader that it imports."""
    assert len(gzip.compress(page.bundle(READERS / module), 9)) <= most_bytes
