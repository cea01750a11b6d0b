"""The page in real browsers, Debian's Chromium and Firefox, without a network.

The tests are those of ../page; here is what they need: a page of several games, some tables, and
the truth about them. What each test says is told where one fails.
"""

import json
import os
import shutil
import subprocess
from dataclasses import asdict
from pathlib import Path
from random import Random

import pytest
from planes import projective_plane
from support.games import boxed, hex_board, on_surface

from ttt_table import Game, Table
from ttt_table.build import build_table
from ttt_table.export.page import make_page
from ttt_table.export.places import places
from ttt_table.play.levels import Level
from ttt_table.play.match import Played, review
from ttt_table.table.files import read_table, shipped_path

FOLDER = Path(__file__).parents[1] / "page"
BROWSERS = {
    "chrome": (
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
    ),
    "firefox": ("firefox-esr", "firefox"),
}
MORE = [Game(misere=True), Game(3, 4, 3), Game(3, 3, 3, gravity=True), Game(2, 2, 2)]
MORE += [Game(2, 5, 3), Game(1, 9, 3), Game(13, 2, 2, gravity=True)]
FILES = (Game(2, 8, 3), Game(4, 5, 4, gravity=True))
"""Those that are opened from files: both of more than 1 MiB, whose checksum is left to the page."""
LEVELS: list[dict[str, object]] = [
    {},
    {"limit": 0},
    {"limit": 1},
    {"limit": 2},
    {"limit": 4},
]
LEVELS += [{"tricky": True}, {"limit": 3, "tricky": True}, {"limit": 2, "noise": 0.25}]

pytestmark = [
    pytest.mark.xdist_group("processes"),
    pytest.mark.skipif(
        not (FOLDER / "node_modules").exists(),
        reason=f"the page is not tried: npm install in {FOLDER}",
    ),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page, the files, and what is true of them."""
    goal = tmp_path_factory.mktemp("page")
    for game in (Game(), *FILES):
        build_table(game, goal / f"{game}.msgpack")
    lines = (hex_board(3, 3), boxed(2, 2, 3, 2), projective_plane(2))
    games = (*MORE, on_surface(3, 3, 3, "torus"), *lines)
    built = [read_table(build_table(game, goal / f"{game}.msgpack")) for game in games]
    contents = [read_table(shipped_path()), *built]
    (goal / "page.html").write_text(make_page(contents), encoding="utf-8")
    tables = [
        Table(one)
        for one in contents
        if one.game.cells < 12 and len(Table(one)) < 60_000
    ]
    truth = {
        "outcomes": {str(table.game): outcomes(table) for table in tables},
        "places": {str(game): places(game) for game in (Game(), *games)},
        "reviews": [reviewed(table, seed) for table in tables for seed in range(20)],
        "levels": [
            levels(table, options) for table in tables[:2] for options in LEVELS
        ],
    }
    (goal / "truth.json").write_text(json.dumps(truth))
    return goal


def outcomes(table: Table) -> dict[str, object]:
    """Of every board its outcome, and its moves with theirs."""
    return {
        board: [
            *table[board],
            [[move.cell, *move.outcome] for move in table.moves(board)],
        ]
        for board in table
    }


def reviewed(table: Table, seed: int) -> list[object]:
    """A game at random, not always to its end, and all that is said of it."""
    lots, board, played = Random(seed), "." * table.game.cells, list[int]()
    while (cells := table.legal_moves(board)) and lots.random() < 0.95:
        played.append(lots.choice(cells))
        board = table.push(board, played[-1])
    found = review(table, played)
    decisive = found.decisive and judged(found.decisive)
    told = {
        **asdict(found),
        "moves": [*map(judged, found.moves)],
        "decisive": decisive,
    }
    return [str(table.game), played, told]


def judged(move: Played) -> dict[str, object]:
    """A move of a review, under the names that JavaScript has for it."""
    return {
        **asdict(move),
        "before": move.before._asdict(),
        "after": move.after._asdict(),
    }


def levels(table: Table, options: dict[str, object]) -> dict[str, object]:
    """What a level plays on every tenth board, and how likely."""
    level = Level(**options, table=table)  # type: ignore[arg-type]
    chances = {
        board: {cell: float(chance) for cell, chance in level(board).items()}
        for board in list(table)[::10]
    }
    return {"game": str(table.game), "options": options, "chances": chances}


@pytest.mark.parametrize("browser", BROWSERS)
def test_the_page_does_all_that_its_tests_say(folder: Path, browser: str) -> None:
    """In this browser, every one of them."""
    if not any(map(shutil.which, BROWSERS[browser])):
        pytest.skip(f"there is no {BROWSERS[browser][0]}")
    run = subprocess.run(
        [
            "node",
            "--test",
            "--test-concurrency=2",
            *map(str, sorted(FOLDER.glob("*.test.mjs"))),
        ],
        env={**os.environ, "BROWSER": browser, "FOLDER": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,  # a test that hangs ends all, and not the patience of whoever waits
    )
    assert run.returncode == 0, run.stdout + run.stderr
