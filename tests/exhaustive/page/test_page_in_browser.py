"""The page in real browsers, Debian's Chromium and Firefox, without a network.

The tests themselves are in the folder `browser`. This module makes what they need: a
page of several games, some tables, and what Python says about these.
"""

import json
import os
import shutil
import subprocess
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.games import boxed, hex_board, on_surface

from ttt_table import Game, Table
from ttt_table.build import build_table
from ttt_table.export.pictures.places import places
from ttt_table.page import make_page
from ttt_table.play.judging import Verdict
from ttt_table.play.levels import Level
from ttt_table.play.match import review
from ttt_table.table.files import read_table, shipped_path

ROOT = Path(__file__).parents[3]
FOLDER = Path(__file__).parent / "browser"
BROWSERS = {
    "chrome": (
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
    ),
    "firefox": ("firefox-esr", "firefox"),
}
MORE = [
    Game(misere=True),
    Game(3, 4, 3),
    Game(3, 3, 3, gravity=True),
    Game(4, 4, 4, gravity=True),
    Game(2, 2, 2),
    Game(2, 5, 3),
    Game(1, 9, 3),
    Game(13, 2, 2, gravity=True),
    on_surface(3, 3, 3, "torus"),
    hex_board(3, 3),
    boxed(2, 2, 3, 2),
    Game.named("1x7-projective-2"),
]
"""The games of the page besides tic-tac-toe."""

FILES = (Game(2, 8, 3), Game(4, 5, 4, gravity=True))
"""The games that are opened from files, of more than 1 MiB each."""

MAX_POSITIONS = 60_000
"""Of a table that is compared board by board."""

REVIEWS = 20
"""Games of each table that are reviewed."""

LEVELS: list[dict[str, Any]] = [
    {},
    {"depth": 0},
    {"depth": 1},
    {"depth": 2},
    {"depth": 4},
    {"tricky": True},
    {"depth": 0, "tricky": True},
    {"depth": 3, "tricky": True},
    {"depth": 2, "noise": 0.25},
]

pytestmark = [
    pytest.mark.xdist_group("processes"),
    pytest.mark.skipif(
        not (ROOT / "node_modules").exists(),
        reason="the page is not tried: npm ci in the root of the repository",
    ),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both pages, the files, and what Python says about them."""
    goal = tmp_path_factory.mktemp("page")
    contents = [read_table(shipped_path())]
    for game in MORE:
        contents.append(read_table(build_table(game, goal / f"{game}.msgpack")))
    for game in (Game(), *FILES):
        build_table(game, goal / f"{game}.msgpack")
    for name, for_class in (("page.html", False), ("class.html", True)):
        page = make_page(contents, for_class=for_class)
        (goal / name).write_text(page, encoding="utf-8")

    small = [Table(content) for content in contents if content.game.cells < 12]
    tables = [table for table in small if len(table) < MAX_POSITIONS]
    truth = {
        "outcomes": {str(table.game): outcomes(table) for table in tables},
        "places": {str(game): places(game) for game in (Game(), *MORE)},
        "reviews": [reviewed(table, n) for table in tables for n in range(REVIEWS)],
        "levels": [levels(table, level) for table in tables[:2] for level in LEVELS],
    }
    (goal / "truth.json").write_text(json.dumps(truth), encoding="utf-8")
    return goal


def outcomes(table: Table) -> dict[str, object]:
    """By its board, each position's value, its plies, and its moves with theirs."""
    outcomes_of_boards: dict[str, object] = {}
    for board, (value, plies) in table.items():
        moves = [[move.cell, *move.outcome] for move in table.moves(board)]
        outcomes_of_boards[board] = [value, plies, moves]
    return outcomes_of_boards


def reviewed(table: Table, seed: int) -> list[object]:
    """A random game, not always played to its end, and its review."""
    rng = Random(seed)
    board = "." * table.game.cells
    played: list[int] = []
    while (cells := table.legal_moves(board)) and rng.random() < 0.95:
        played.append(rng.choice(cells))
        board = table.push(board, played[-1])
    reviewed_game = review(table, played)
    moves = [
        reviewed_move(number, move, table)
        for number, move in enumerate(reviewed_game.moves, 1)
    ]
    decisive = reviewed_game.decisive
    words = {
        **asdict(reviewed_game),
        "moves": moves,
        "decisive": decisive and moves[reviewed_game.moves.index(decisive)],
    }
    return [str(table.game), played, words]


def reviewed_move(number: int, move: Verdict, table: Table) -> dict[str, object]:
    """A move of a review, under the names that JavaScript has for it."""
    return {
        "number": number,
        "player": table.mover(move.board),
        "cell": move.cell,
        "before": move.before._asdict(),
        "after": move.after and move.after._asdict(),
        "best": move.best,
        "kind": move.kind,
    }


def levels(table: Table, options: dict[str, Any]) -> dict[str, object]:
    """With which probability a level plays each cell of every tenth board."""
    own_names = {"depth": "depth"}
    arguments = {own_names.get(name, name): value for name, value in options.items()}
    level = Level(**arguments, table=table)
    boards = list(table)[::10]
    chances = {board: probabilities(level, board) for board in boards}
    return {"game": str(table.game), "options": options, "chances": chances}


def probabilities(level: Level, board: str) -> dict[int, float]:
    return {cell: float(chance) for cell, chance in level(board).items()}


@pytest.mark.parametrize("browser", BROWSERS)
def test_the_page_passes_its_tests_in_a_browser(folder: Path, browser: str) -> None:
    """Where one fails, the output says what did not hold."""
    if not any(map(shutil.which, BROWSERS[browser])):
        pytest.skip(f"there is no {BROWSERS[browser][0]}")
    files = sorted(FOLDER.glob("*.test.mjs"))
    run = subprocess.run(
        ["node", "--test", "--test-concurrency=2", *map(str, files)],
        env={**os.environ, "BROWSER": browser, "FOLDER": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=3600,
    )
    assert run.returncode == 0, run.stdout + run.stderr
