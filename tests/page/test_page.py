"""The page as text, not in a browser: what it holds, what it allows, and its size."""

import json
import re
import zlib
from base64 import b64decode
from pathlib import Path

import pytest
from support.html import Elements, digest

import page as page_script
from ttt_table import Game
from ttt_table import page as page_package
from ttt_table.build import build_table
from ttt_table.errors import ArgumentError, SizeError
from ttt_table.page import make_page
from ttt_table.table.contents import Contents
from ttt_table.table.files import read_table, shipped_path

ROOT = Path(__file__).parents[2]


@pytest.fixture
def page() -> str:
    """The page of the documents."""
    return (ROOT / "docs" / "play.html").read_text(encoding="utf-8")


@pytest.fixture
def tictactoe() -> Contents:
    return read_table(shipped_path())


def embedded_tables(page: str) -> list[bytes]:
    """The bytes of each table in a page, as they are stored there."""
    texts = Elements(page).texts("script", type="application/x-ttt-table")
    return [b64decode(text) for text in texts]


def policy_of(page: str) -> dict[str, str]:
    """By its name, each directive of a page's content security policy."""
    (policy,) = [
        attributes["content"] or ""
        for _, attributes, _ in Elements(page).found
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    directives = {}
    for directive in policy.split(";"):
        name, sources = directive.split(maxsplit=1)
        directives[name] = sources
    return directives


def test_the_policy_allows_only_this_script_and_style_and_tables_on_servers(
    page: str,
) -> None:
    """The digests of both stand in it, and nothing else may run or be loaded."""
    (script,) = Elements(page).texts("script", type="module")
    (style,) = Elements(page).texts("style")
    assert policy_of(page) == {
        "default-src": "'none'",
        "script-src": digest(script),
        "style-src": digest(style),
        "connect-src": "http: https:",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }


def test_a_small_table_is_embedded_as_it_is(tictactoe: Contents) -> None:
    """It would gain little by compression, which differs from zlib to zlib."""
    assert embedded_tables(make_page([tictactoe])) == [bytes(tictactoe.data)]


def test_a_larger_table_is_embedded_as_gzip(
    tictactoe: Contents, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unpacked, it has the same bytes."""
    monkeypatch.setattr(page_package, "COMPRESSED_FROM", 900)
    (packed,) = embedded_tables(make_page([tictactoe]))
    assert zlib.decompress(packed, wbits=31) == bytes(tictactoe.data)


def test_the_page_is_sent_in_at_most_48_kb(page: str) -> None:
    """As gzip, in which servers send it: less than half a second on a slow phone."""
    assert len(zlib.compress(page.encode(), 9)) <= 48_000


def test_the_page_for_a_class_has_the_lesson_and_the_lab(tictactoe: Contents) -> None:
    """The page to play on has neither."""
    pages = [make_page([tictactoe], for_class=for_class) for for_class in (True, False)]
    assert ["id=lab" in page or 'id="lab"' in page for page in pages] == [True, False]


def test_the_page_for_a_class_needs_tictactoe(tmp_path: Path) -> None:
    """Its lesson is about that game."""
    other = read_table(build_table(Game(misere=True), tmp_path / "t.msgpack"))
    with pytest.raises(ArgumentError, match="needs the table of tic-tac-toe"):
        make_page([other], for_class=True)


def test_only_the_page_of_the_site_says_what_others_show_of_it(
    page: str, tictactoe: Contents
) -> None:
    """Its picture and its address are those of the site."""
    assert "og:image" in page
    assert "og:image" not in make_page([tictactoe])


def test_a_game_cannot_be_in_a_page_twice(tictactoe: Contents) -> None:
    """Its address could not tell the two tables apart."""
    with pytest.raises(ArgumentError, match="3x3k3, 3x3k3"):
        make_page([tictactoe, tictactoe])


def languages_of(page: str) -> list[str]:
    """The codes of the languages whose texts are in a page."""
    (texts,) = Elements(page).texts("script", type="application/json")
    return [name for name in json.loads(texts) if name != "keys"]


@pytest.mark.parametrize(
    ("wanted", "held"),
    [((), ["en", "de", "es"]), (("es", "de", "es"), ["es", "de"])],
)
def test_a_page_has_the_languages_that_are_wanted(
    tictactoe: Contents, wanted: tuple[str, ...], held: list[str]
) -> None:
    """By default all, and else the first that is named as its first."""
    assert languages_of(make_page([tictactoe], wanted)) == held


def test_a_page_in_one_language_is_a_twelfth_smaller(
    tictactoe: Contents, page: str
) -> None:
    """As it leaves out two thirds of the texts."""
    assert len(make_page([tictactoe], ["en"]).encode()) < 11 / 12 * len(page.encode())


def test_tables_that_are_too_large_for_a_page_are_refused(
    tictactoe: Contents, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message says what to do instead."""
    monkeypatch.setattr(page_package, "MAX_BYTES", 900)
    with pytest.raises(SizeError, match="open their files on the page"):
        make_page([tictactoe])


def test_what_is_made_of_the_shipped_table_is_up_to_date() -> None:
    """Made anew it has the same bytes: the page, and the files of the readers."""
    for path, text in page_script.generated_files().items():
        assert path.read_text(encoding="utf-8") == text, path


def test_nothing_in_the_bundles_ends_the_element_that_holds_them() -> None:
    """They are put into the page as they are."""
    elements = {".js": "script", ".css": "style"}
    for path in page_script.BUNDLES:
        ending = rf"</{elements[path.suffix]}|<!--"
        assert not re.search(ending, path.read_text("utf-8")), path
