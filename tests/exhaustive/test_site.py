"""The site that is made from the documents."""

import re
from pathlib import Path

import website
from support.html import Elements


def test_the_site_is_whole_and_fits_a_phone(tmp_path: Path) -> None:
    """Every link leads to a page's heading, a picture, or a file of the repository."""
    website.write_site(tmp_path)
    gallery = tmp_path / "gallery"
    for name in website.gallery():
        assert (gallery / f"{name}.html").stat().st_size <= (
            440_000 if name == "4x4" else 115_000
        )
    drawn = re.findall(r'<svg width="(\d+)"', (gallery / "index.html").read_text())
    assert 0 < max(map(int, drawn)) <= 280
    elements_of = {
        page: Elements(page.read_text()).found for page in tmp_path.rglob("*.html")
    }
    written = {website.place_of(page) for page in website.PAGES}
    assert len(written) > 20
    for place in [*written, Path("gallery/index.html")]:
        page = tmp_path / place
        for _, attrs, _ in elements_of[page]:
            link = str(attrs.get("href") or attrs.get("src") or "")
            path, _, part = link.partition("#")
            if path.startswith(website.REPOSITORY):
                assert (website.ROOT / path.partition("/main/")[2]).exists(), link
            elif ":" not in path:
                goal = (page.parent / path).resolve() if path else page
                assert goal.is_file(), (place, link)
                anchors = {attrs.get("id") for _, attrs, _ in elements_of.get(goal, ())}
                assert not part or "=" in part or part in anchors, (place, link)
