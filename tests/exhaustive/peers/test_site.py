"""The site that Sphinx builds."""

import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from urllib.parse import urldefrag, urlsplit

import pytest
from support.html import Elements

from ttt_table import errors

ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
REPOSITORY: str = PROJECT["project"]["urls"]["Repository"]

pytestmark = pytest.mark.xdist_group("site")  # which is built once


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built without a warning."""
    pytest.importorskip("sphinx", reason="the extra site is not installed")
    path = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going"]
    subprocess.run([*command, ROOT / "docs", path], check=True)
    return path


@cache
def attributes_in(page: Path) -> list[dict[str, str | None]]:
    """Return the attributes of each element of a page."""
    elements = Elements(page.read_text(encoding="utf-8")).found
    return [attributes for _, attributes, _ in elements]


def links_in(page: Path) -> list[str]:
    """Return the addresses that a page links to or shows."""
    links = []
    for attributes in attributes_in(page):
        link = attributes.get("href") or attributes.get("src")
        if link:
            links.append(link)
    return links


def ids_in(page: Path) -> set[str | None]:
    """Return what an address may name after its ``#``."""
    return {attributes.get("id") for attributes in attributes_in(page)}


def settings_of_the_page() -> set[str]:
    """Return what may follow the ``#`` of the page to play on, as docs/page.md says."""
    text = (ROOT / "docs" / "page.md").read_text(encoding="utf-8")
    _, _, address = text.partition("## The address\n")
    table, _, _ = address.partition("\n## ")
    settings: set[str] = set()
    for row in re.findall(r"^\|(.*?)\|", table, re.MULTILINE):
        settings.update(re.findall(r"`(\w+)`", row))
    return settings


def test_links_within_the_site_lead_to_a_file_and_a_place_in_it(site: Path) -> None:
    """Those of the page to play on may lead to a setting, such as lesson=1."""
    all_pages = set(site.rglob("*.html"))
    to_play_on = {
        site / "play.html",
        site / "class.html",
        *site.glob("gallery/*.html"),
    }
    pages = (all_pages - to_play_on) | {site / "gallery" / "index.html"}
    assert len(pages) > 20
    for page in pages:
        for link in links_in(page):
            address, place = urldefrag(link)
            parts = urlsplit(address)
            if parts.scheme:
                continue
            target = page
            if parts.path:
                target = (page.parent / parts.path).resolve()
            assert target.is_file(), (page, link)
            if target in to_play_on:
                setting = re.split("[=&]", place)[0]
                assert setting in {"", *settings_of_the_page()}, (page, link)
            elif place:
                assert place in ids_in(target), (page, link)


def test_links_into_the_repository_lead_to_a_file(site: Path) -> None:
    """For files that are not on the site, such as examples."""
    links = {link for page in site.rglob("*.html") for link in links_in(page)}
    in_repository = [link for link in links if link.startswith(REPOSITORY)]
    paths = {urlsplit(link).path.partition("/main/")[2] for link in in_repository}
    assert {"SECURITY.md", "examples/network.py"} <= paths
    for path in paths:
        assert (ROOT / path).exists(), path


def test_the_front_page_shows_the_board_and_the_page_to_play_on_leads_back(
    site: Path,
) -> None:
    assert "play.html" in links_in(site / "index.html")
    assert "index.html" in links_in(site / "play.html")


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    """Neither scripts nor styles nor pictures."""
    for page in site.rglob("*.html"):
        for attributes in attributes_in(page):
            loaded = attributes.get("src") or ""
            if attributes.get("rel") == "stylesheet":
                loaded = attributes.get("href") or ""
            assert not loaded.startswith(("http:", "https:", "//")), (page, loaded)


def test_words_can_be_searched_for(site: Path) -> None:
    assert "misere" in (site / "searchindex.js").read_text(encoding="utf-8")


def test_the_reference_has_every_public_name(site: Path) -> None:
    """With its fields and methods. A module stands for what is in it.

    What the runtime shares with the package has one place.
    """
    documented = ids_in(site / "reference.html")
    names = (ROOT / "tests" / "public_names.txt").read_text(encoding="utf-8")
    for entry in names.splitlines():
        name = entry.partition("(")[0]
        last_name = name.rpartition(".")[2]
        if hasattr(errors, last_name):
            name = f"ttt_table.errors.{last_name}"
        name = name.replace("ttt_table.runtime.", "ttt_table.")
        ids = {name, f"module-{name}", f"{name}.draw"}
        assert ids & documented, name


def test_fields_of_a_record_have_their_own_words(site: Path) -> None:
    """Also those that a record of the reader has from a private class."""
    assert "ttt_table.Game.misere" in ids_in(site / "reference.html")
    text = (site / "reference.html").read_text(encoding="utf-8")
    assert "Alias for field number" not in text


@pytest.mark.parametrize("name", ["index", "grading", "lesson/45-minutes"])
def test_a_page_has_an_icon_and_texts_for_those_who_link_to_it(
    name: str, site: Path
) -> None:
    """Its title, its first words, its address and a picture."""
    attributes = attributes_in(site / f"{name}.html")
    content = {each.get("property"): each.get("content") for each in attributes}
    homepage: str = PROJECT["project"]["urls"]["Homepage"]
    picture = "pictures/page.png"
    assert content["og:url"] == f"{homepage}{name}.html"
    assert content["og:image"] == homepage + picture
    assert (site / picture).exists()
    assert content["og:title"]
    assert content["og:description"]
    (icon,) = (
        each["href"] or ""
        for each in attributes
        if (each.get("rel") or "").endswith("icon")
    )
    assert (site / name).parent.joinpath(icon).is_file()


def test_code_has_a_button_that_copies_it(site: Path) -> None:
    """Without prompts and output."""
    assert "_static/copybutton.js" in {
        (link or "").partition("?")[0] for link in links_in(site / "games.html")
    }
    script = (site / "_static" / "copybutton.js").read_text(encoding="utf-8")
    assert "formatCopyText(text, '>>> |" in script
