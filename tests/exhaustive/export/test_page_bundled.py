"""What is bundled of JavaScript: the page's script as it stands beside it, and small readers."""

import gzip

import page
import pytest

READERS = page.ROOT / "readers" / "js"

pytestmark = pytest.mark.skipif(
    not page.TERSER.exists(), reason="terser is not installed"
)


def test_the_page_has_the_scripts_that_stand_beside_it() -> None:
    """Bundled anew they are the same, byte by byte: the reader, the kit, its own."""
    bundle = (page.SOURCES / "page.min.js").read_bytes()
    assert bundle == page.bundled(page.SOURCES / "main.js")


@pytest.mark.parametrize(
    ("module", "most"), [("ttt-table.js", 5600), ("kit.js", 6900), ("ranged.js", 6900)]
)
def test_a_reader_stays_small(module: str, most: int) -> None:
    """Minified and gzipped, the kit with the reader that it stands on."""
    assert len(gzip.compress(page.bundled(READERS / module), 9)) <= most
