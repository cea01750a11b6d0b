"""What the README and the documents show is what happens."""

import doctest
import re
import tomllib
from pathlib import Path

import pytest
from gallery import gallery
from support.cases import exhaustive
from support.console import examples_in

from ttt_table import open_table
from ttt_table.cli import main
from ttt_table.version import SITE

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SLOW_PAGES = [
    "games",
    "pictures",
    "training",
    "grading",
    "playing",
    "prepare",
    "90-minutes",
]
QUICK_PAGES = [page for page in PAGES if page.stem not in SLOW_PAGES]
"""The long tests run what the others show."""
pytestmark = pytest.mark.usefixtures(
    "in_an_empty_folder"
)  # examples write their files there
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    "page",
    [*QUICK_PAGES, *exhaustive(page for page in PAGES if page not in QUICK_PAGES)],
    ids=lambda page: page.name,
)
def test_python_examples_run(page: Path) -> None:
    """Every >>> line, with the output shown."""
    failed, _ = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert failed == 0


@pytest.mark.usefixtures("files_played_here")
@pytest.mark.parametrize(
    "page",
    [*QUICK_PAGES, *exhaustive(page for page in PAGES if page not in QUICK_PAGES)],
    ids=lambda page: page.name,
)
def test_console_examples_run(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every $ ttt-table line, with the output shown, in the order of the page."""
    for block in CONSOLE.findall(page.read_text()):
        for example in examples_in(block):
            main(example.arguments)
            printed = capsys.readouterr()
            assert re.fullmatch(
                pattern_of(example.shown), printed.out + printed.err, re.DOTALL
            ), example.arguments


def pattern_of(shown: str) -> str:
    """Return a pattern of an example's output: three dots stand for anything.

    Those of a board stand for themselves.
    """
    lines = []
    for line in shown.rstrip().split("\n"):
        is_board = line.strip() != "..." and not line.strip(" .XO")
        parts = [line]
        if not is_board:
            parts = re.split(r"(?<![.XO])\.\.\.(?![.XO])", line)
        lines.append(".*".join(map(re.escape, parts)))
    return "\n".join(lines) + r"\s*"


def test_the_puzzles_of_the_lesson_have_the_answers_beside_them() -> None:
    """The mover, the best result, and every move that gets it."""
    page = (ROOT / "docs" / "lesson" / "45-minutes.md").read_text()
    rows = re.findall(r"#puzzles=([XO.]+)\) \| (\w) (\w+) \| ([\d ]+) \|", page)
    for board, mover, result, cells in rows:
        look = open_table().look(board)
        assert look.mover == mover, board
        assert {0: "draws", 1: "wins"}[look.outcome.value] == result, board
        assert sorted(look.best) == [int(cell) for cell in cells.split()], board
    assert len(rows) == 6


LINK = re.compile(r"\]\((.*?)\)")
NUMBER = re.compile(r"\d+(?:[., ]\d+)*")


@pytest.mark.parametrize("translation", ["45-minuten", "45-minutos"])
def test_a_translated_lesson_has_the_links_and_numbers_of_the_english_one(
    translation: str,
) -> None:
    """In this order; German and Spanish write 5,478 and 23.6 with other marks."""
    lesson = ROOT / "docs" / "lesson"
    english = (lesson / "45-minutes.md").read_text(encoding="utf-8")
    translated = (lesson / f"{translation}.md").read_text(encoding="utf-8")
    assert LINK.findall(translated) == LINK.findall(english)
    assert numbers_in(translated) == numbers_in(english)


def numbers_in(text: str) -> list[str]:
    """Return the digits of each number of a text, links aside."""
    numbers = NUMBER.findall(LINK.sub("]", text))
    return [re.sub(r"\D", "", number) for number in numbers]


def anchor_of(heading: str) -> str:
    """Return the part of an address that leads to a heading, as GitHub writes it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def anchors_in(page: Path) -> set[str]:
    """Return the anchors of all headings of a page."""
    headings = re.findall(r"^#+ (.*)", page.read_text(), re.MULTILINE)
    return {anchor_of(heading) for heading in headings}


@pytest.mark.parametrize(
    "page",
    [*PAGES, *ROOT.glob("[A-Z]*.md"), *ROOT.glob("readers/*/README.md")],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_links_of_a_page_lead_somewhere(page: Path) -> None:
    """To files of this repository, and to headings in them."""
    for path, anchor in re.findall(r"\]\(([^)#:]*)#?([^):]*)\)", page.read_text()):
        target = (page.parent / path) if path else page
        if target.parent.name == "gallery":
            assert target.stem in gallery(), path
            continue
        assert target.exists(), path
        if anchor and target.suffix == ".md":
            assert anchor in anchors_in(target), f"{path}#{anchor}"


def test_on_an_index_all_links_of_the_readme_lead_somewhere() -> None:
    """To the release's tag; the page to play on to where it is published."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    urls = project["project"]["urls"]
    readme = project["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    text = PAGES[0].read_text()
    for rule in readme["substitutions"]:
        text = re.sub(rule["pattern"], rule["replacement"], text)

    tag = "v$HFPR_VERSION"
    places = {
        f"{urls['Repository']}/raw/{tag}/",
        f"{urls['Repository']}/blob/{tag}/",
    }
    links = re.findall(r"""(?<=\]\()[^)]*|(?<=src=")[^"]*""", text)
    used = set()
    for link in links:
        (place,) = (place for place in places if link.startswith(place))
        used.add(place)
    assert used == places


@pytest.mark.parametrize(
    "page",
    [*PAGES, *ROOT.glob("[A-Z]*.md"), *ROOT.glob("readers/*/README.md")],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_documents_link_to_each_other_relatively(page: Path) -> None:
    """They work in a checkout, in a fork, and before anything is published."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    urls = project["project"]["urls"]
    text = page.read_text(encoding="utf-8")
    assert urls["Homepage"] not in text
    assert urls["Repository"] not in text


HELP = sorted((ROOT / "ttt_table" / "cli" / "help").glob("*.txt"))
BUILT_PAGES = ("play.min.js", "class.min.js", "play.html", "class.html")
"""What `scripts/page.py` makes of other files."""


def test_docstrings_name_documents_that_exist() -> None:
    named = {
        found
        for path in (ROOT / "ttt_table").rglob("*.py")
        for found in re.findall(r"docs/[\w/-]+\.\w+", path.read_text(encoding="utf-8"))
    }
    assert "docs/format.md" in named
    for document in named:
        assert (ROOT / document).exists(), document


@pytest.mark.parametrize("path", HELP, ids=lambda path: path.stem)
def test_help_links_to_pages_of_the_site(path: Path) -> None:
    """To headings that they have, at the address of the project."""
    text = path.read_text(encoding="utf-8")
    assert "docs/" not in text
    for name, anchor in re.findall(r"\{site\}([\w/-]+)\.html#?([\w-]*)", text):
        page = ROOT / "docs" / f"{name}.md"
        assert page.exists(), name
        if anchor:
            assert anchor in anchors_in(page), anchor


def test_help_shows_the_address_of_the_site(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["play", "--help"])
    assert f"{SITE}playing.html#how-strong-is-each-level" in capsys.readouterr().out


def test_the_address_of_the_site_is_set_in_one_place() -> None:
    """In pyproject.toml; `scripts/release.py` copies it into these files alone."""
    endings = {".cff", ".html", ".js", ".json", ".md", ".mjs", ".py", ".toml", ".txt"}
    folders = ("data", "docs", "examples", "page", "readers", "scripts", "tests")
    paths = [path for path in ROOT.iterdir() if path.is_file()]
    for folder in (*folders, "ttt_table"):
        paths += (ROOT / folder).rglob("*")
    having_it = {
        path.relative_to(ROOT).as_posix()
        for path in paths
        if path.suffix in endings
        and path.name not in BUILT_PAGES
        and "node_modules" not in path.parts
        and SITE in path.read_text(encoding="utf-8")
    }
    assert having_it == {
        "pyproject.toml",
        "CITATION.cff",
        "page/js/address/published.js",
        "readers/js/package.json",
        "ttt_table/version.py",
    }
