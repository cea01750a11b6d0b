"""The sources of the page's script: its languages, its texts and its imports."""

import json
import re
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TypeAlias

import pytest

import page as page_script

Texts: TypeAlias = dict[str, str | list[str]]

SCRIPTS = page_script.SOURCES / "js"
LANGUAGES = {path.stem: path for path in (SCRIPTS / "language").glob("??.js")}
"""By its code, the file of each language."""

COMPOSED_KEYS = page_script.COMPOSED_KEYS["class"]
"""The keys of texts that scripts put together, or take from the name of a game."""


def read_texts(path: Path) -> Texts:
    """The texts of a language by their keys; some keys have lists of texts."""
    source = path.read_text(encoding="utf-8")
    source = source[source.index("{") : source.rindex("}") + 1]
    source = re.sub(r"^ *//.*", "", source, flags=re.MULTILINE)
    source = re.sub(r'" \+\s+"', "", source)
    source = re.sub(r"^  (\w+):", r'  "\1":', source, flags=re.MULTILINE)
    source = re.sub(r",(\s*[\]}])", r"\1", source)
    texts: Texts = json.loads(source)
    return texts


def placeholders(text: str | list[str]) -> list[set[str]]:
    """The names in braces of each text."""
    texts = [text] if isinstance(text, str) else text
    return [set(re.findall(r"{\w+}", part)) for part in texts]


@pytest.mark.parametrize("code", ["de", "es"])
def test_a_language_has_all_texts_of_the_english_one(code: str) -> None:
    """In the same order, so that they can be read side by side."""
    assert list(read_texts(LANGUAGES[code])) == list(read_texts(LANGUAGES["en"]))


@pytest.mark.parametrize("code", ["de", "es"])
def test_a_translated_text_names_the_same_values(code: str) -> None:
    """Also each text of a list, of which there are as many."""
    english = read_texts(LANGUAGES["en"])
    for key, text in read_texts(LANGUAGES[code]).items():
        assert placeholders(text) == placeholders(english[key]), key


def test_every_language_that_there_is_is_tested() -> None:
    """English is what the others are compared with."""
    assert set(LANGUAGES) == {"en", "de", "es"}


def sources_without_languages() -> str:
    """All scripts but the texts, and the template."""
    paths = {*SCRIPTS.rglob("*.js")} - {*LANGUAGES.values()}
    template = page_script.SOURCES / "template.html"
    return "".join(path.read_text(encoding="utf-8") for path in [*paths, template])


def test_every_text_that_is_shown_exists() -> None:
    """A missing one would stop the page where it is wanted."""
    shown = re.findall(
        r'(?:translate(?:Choice)?\(\s*|data-(?:text|label)=)"(\w+)"',
        sources_without_languages(),
    )
    assert {*shown} <= {*read_texts(LANGUAGES["en"])}


def test_every_text_that_exists_is_shown() -> None:
    """By its key in a script or in the template, or by a key that a script composes."""
    words = {*re.findall(r"\w+", sources_without_languages())}
    unused = [
        key
        for key in read_texts(LANGUAGES["en"])
        if key not in words and not re.fullmatch(COMPOSED_KEYS, key)
    ]
    assert unused == []


def test_the_scripts_import_each_other_one_way() -> None:
    """No script imports one that imports it, whatever lies between them."""
    imported = {}
    for path in SCRIPTS.rglob("*.js"):
        names = re.findall(r'from "(\.[^"]+)"', path.read_text(encoding="utf-8"))
        imported[path] = [(path.parent / name).resolve() for name in names]
    TopologicalSorter(imported).prepare()
