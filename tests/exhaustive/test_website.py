"""The site: every page is on it, and its links lead somewhere."""

from __future__ import annotations

from pathlib import Path

import website
from test_page import Parts


def test_the_site_has_a_gallery_of_small_pages(tmp_path: Path) -> None:
    """Each game in at most 60 kB, but for 4x4; pictures fit a phone.

    With 3x3, its misère and 3x4 beside it, which take 21 kB, 4x4 stays below 400.
    """
    website.write_gallery(tmp_path)
    index = tmp_path / "index.html"
    sizes = {path.stem: path.stat().st_size for path in index.parent.iterdir() if path != index}
    assert {*sizes} == {*website.gallery()}
    assert all(size <= (379_000 if name == "4x4" else 60_000) for name, size in sizes.items())
    widths = [
        int(str(attrs["width"])) for tag, attrs, _ in Parts(index.read_text()).found if tag == "svg"
    ]
    assert max(widths) <= 280  # what a phone has room for


def test_every_link_of_the_site_leads_somewhere(tmp_path: Path) -> None:
    """To a page and its heading, a picture, or a file of the repository."""
    website.write_site(tmp_path)
    whole = {page: Parts(page.read_text()).found for page in tmp_path.rglob("*.html")}
    written = {website.place_of(page) for page in website.PAGES}
    assert len(written) > 20
    for place in [*written, Path("gallery/index.html")]:
        page = tmp_path / place
        for _, attrs, _ in whole[page]:
            link = str(attrs.get("href") or attrs.get("src") or "")
            path, _, part = link.partition("#")
            if path.startswith(website.REPOSITORY):
                assert (website.ROOT / path.partition("/main/")[2]).exists(), link
            elif ":" not in path:
                goal = (page.parent / path).resolve() if path else page
                assert goal.is_file(), (place, link)
                anchors = {attrs.get("id") for _, attrs, _ in whole.get(goal, ())}
                assert not part or "=" in part or part in anchors, (place, link)
