"""The page as text, not in a browser: what it holds, what it lets in, and how large it is."""

import re
import zlib
from base64 import b64decode, b64encode
from graphlib import TopologicalSorter
from hashlib import sha256
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

import page as script
import pytest

from ttt_table.errors import ArgumentError, SizeError
from ttt_table.export import page as wing
from ttt_table.export.colours import DARK, LIGHT
from ttt_table.export.page import make_page
from ttt_table.table.files import read_table, shipped_path

ROOT = Path(__file__).parents[2]


class Parts(HTMLParser):
    """The elements of a page, each with its attributes and the text directly within."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        self.found.append((f"/{tag}", {}, []))  # text that follows is not within it

    def handle_data(self, data: str) -> None:
        if self.found:
            self.found[-1][2].append(data)

    def texts(self, tag: str, **wanted: str) -> list[str]:
        return [
            "".join(data)
            for name, attrs, data in self.found
            if name == tag and wanted.items() <= attrs.items()
        ]


@pytest.fixture
def page() -> str:
    """That of the documents."""
    return (ROOT / "docs" / "play.html").read_text()


def test_the_policy_allows_this_script_and_this_style_and_nothing_else(
    page: str,
) -> None:
    """Their digests stand in it; a table on a server may be asked, and all else is forbidden."""
    parts = Parts(page)
    (policy,) = [
        attrs["content"] or ""
        for _, attrs, _ in parts.found
        if attrs.get("http-equiv") == "Content-Security-Policy"
    ]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    (script,), (style,) = parts.texts("script", type="module"), parts.texts("style")
    assert rules == {
        "default-src": "'none'",
        "script-src": digest(script),
        "style-src": digest(style),
        "connect-src": "http: https:",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }


def digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_the_page_holds_the_bytes_of_its_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Small ones as they are, larger ones as gzip; nothing of their bytes is lost."""
    table = read_table(shipped_path())
    for most, unpacked in (
        (4096, bytes),
        (900, lambda data: zlib.decompress(data, wbits=31)),
    ):
        monkeypatch.setattr(wing, "ZIPPED_FROM", most)
        (held,) = Parts(make_page([table])).texts(
            "script", type="application/x-ttt-table"
        )
        assert unpacked(b64decode(held)) == bytes(table.data)


def test_the_page_stays_small(page: str) -> None:
    """With the map, MENACE, the lesson and three languages; and as it is sent."""
    assert len(page.encode()) <= 95_000
    assert len(zlib.compress(page.encode(), 9)) <= 39_900  # not all zlibs pack alike


def test_tables_that_no_page_can_hold_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A game twice, as the address could not tell them apart; and too large, with what to do."""
    with pytest.raises(ArgumentError, match="3x3k3, 3x3k3"):
        make_page([read_table(shipped_path())] * 2)
    monkeypatch.setattr(wing, "MOST_BYTES", 900)
    with pytest.raises(SizeError, match=r"open their files on it"):
        make_page([read_table(shipped_path())])


def test_no_language_lacks_a_text() -> None:
    """Each has all texts of the first, with what is filled in, and as many words to pick from."""
    spoken = {
        path.stem: texts(path) for path in (script.SOURCES / "words").glob("*.js")
    }
    assert {"en", "de", "es"} <= set(spoken)
    for code, found in spoken.items():
        assert list(found) == list(spoken["en"]), code
        for key, text in found.items():
            first = spoken["en"][key]
            assert set(re.findall(r"{\w+}", text)) == set(
                re.findall(r"{\w+}", first)
            ), (code, key)
            assert text.count("|") == first.count("|"), (code, key)


def texts(path: Path) -> dict[str, str]:
    return dict(
        re.findall(
            r'^  (\w+):\s+"(.*)",$', path.read_text(encoding="utf-8"), re.MULTILINE
        )
    )


def test_what_the_page_says_is_a_text_and_every_text_is_said() -> None:
    """By its key in a script or in the template, or by a key that a script puts together."""
    names = [*script.SOURCES.rglob("*.js"), script.SOURCES / "template.html"]
    source = "".join(
        one.read_text(encoding="utf-8") for one in names if "words" not in one.parts
    )
    known = set(texts(script.SOURCES / "words" / "en.js"))
    said = set(re.findall(r'(?:say\(\s*|data-(?:say|label)=)"(\w+)"', source))
    assert said <= known
    made = r"step\d\w*|had(Win|Draw)Other|cylinder|mobius|torus|klein"
    unsaid = {key for key in known - said if not re.search(rf"\W{key}\W", source)}
    assert not [key for key in unsaid if not re.fullmatch(made, key)]


def test_the_files_of_the_page_import_each_other_one_way() -> None:
    """No file imports, by whatever others, itself."""
    imported = {
        path: [
            (path.parent / name).resolve()
            for name in re.findall(
                r'from "(\.[^"]+)"', path.read_text(encoding="utf-8")
            )
        ]
        for path in script.SOURCES.rglob("*.js")
    }
    TopologicalSorter(imported).prepare()


def test_what_is_made_of_the_shipped_table_is_up_to_date() -> None:
    """Made anew it is the same, byte by byte: pages, and what the readers carry."""
    for path, text in script.made().items():
        assert path.read_text(encoding="utf-8") == text, path


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG 2.2 defines it."""
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def yellow(colour: str) -> float:
    """Where a colour stands from blue to yellow."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return (red + green) / 2 - blue


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read_and_outcomes_be_told_apart(theme: dict[str, str]) -> None:
    """As WCAG 2.2 has it, level AA; without red or green cones one sees from blue to yellow."""
    outcomes, grounds = ["win", "draw", "loss"], ["paper", "panel"]
    inks = [f"{outcome}-ink" for outcome in outcomes]
    pairs = [*product(["ink"], outcomes), *product(["ink", "muted", *inks], grounds)]
    for text, ground in (*pairs, *zip(inks, outcomes, strict=True)):
        assert contrast(theme[text], theme[ground]) >= 4.5, (text, ground)
    for shape, ground in (*product(["stone"], outcomes), ("focus", "paper")):
        assert contrast(theme[shape], theme[ground]) >= 3, (shape, ground)
    win, draw, loss = (yellow(theme[outcome]) for outcome in outcomes)
    assert win < -40 < 0 < draw < draw + 40 < loss
