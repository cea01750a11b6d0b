"""The puzzles of the day, and the page's search, against Python."""

import json
import subprocess
from pathlib import Path
from typing import Any

import puzzles
import pytest
from support.readers import needs_node

from ttt_table import Game, Table
from ttt_table.build import build_table
from ttt_table.rules.game import lines_of_x
from ttt_table.table.files import read_table

SCRIPT = Path(__file__).parent / "browser" / "searched.mjs"
GAMES = [
    Game(),
    Game(misere=True),
    Game(3, 3, 3, gravity=True),
    Game(2, 5, 3, misere=True),
    Game(4, 3, 3, gravity=True),
]
"""The games that are searched from their first move."""

pytestmark = needs_node


@pytest.fixture(scope="module")
def searched() -> dict[str, Any]:
    """What the page finds: of the daily puzzles, and of whole games."""
    command = ["node", str(SCRIPT)]
    for game in GAMES:
        rules = {name: getattr(game, name) for name in ("rows", "cols", "k")}
        flags = {"misere": game.misere, "gravity": game.gravity}
        command.append(json.dumps({**rules, **flags}))
    found: dict[str, Any] = json.loads(subprocess.check_output(command))
    return found


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_page_finds_what_the_table_holds(
    searched: dict[str, Any], game: Game, tmp_path: Path
) -> None:
    """Of every board that play can reach."""
    table = Table(read_table(build_table(game, tmp_path / "t.msgpack", quiet=True)))
    expected = {board: [value, plies] for board, (value, plies) in table.items()}
    assert searched["whole"][GAMES.index(game)] == expected


def puzzles_of(searched: dict[str, Any]) -> list[tuple[Game, str, dict[str, Any]]]:
    """Each puzzle: its game, its board, and what was found of those that follow."""
    return [
        (Game(**kind["game"]), board, outcomes)
        for kind in searched["daily"]
        for board, outcomes in kind["boards"]
    ]


def position_of(board: str) -> puzzles.Position:
    """The stones of the mover, and those of the other player."""
    x = stones_of(board, "X")
    o = stones_of(board, "O")
    if x.bit_count() == o.bit_count():
        return puzzles.Position(x, o)
    return puzzles.Position(o, x)


def stones_of(board: str, player: str) -> int:
    """The cells of a player as a mask."""
    return sum(1 << cell for cell, mark in enumerate(board) if mark == player)


def test_the_page_knows_the_answer_to_every_reply(searched: dict[str, Any]) -> None:
    """After each puzzle it finds what Python's search finds."""
    for game, _, outcomes in puzzles_of(searched):
        search = puzzles.Search(game)
        for board, (value, plies) in outcomes.items():
            assert search.outcome(position_of(board)) == (value, plies), (game, board)


def test_a_puzzle_is_won_by_one_move_alone_and_not_soon(
    searched: dict[str, Any],
) -> None:
    """And so after each best defence."""
    for game, board, _ in puzzles_of(searched):
        assert puzzles.Search(game).is_puzzle(position_of(board)), (game, board)


def test_there_are_a_few_dozen_and_most_on_larger_boards(
    searched: dict[str, Any],
) -> None:
    """No two of them are images of each other."""
    images = [
        (str(game), puzzles.first_image(game, board))
        for game, board, _ in puzzles_of(searched)
    ]
    assert len(set(images)) == len(images) >= 36
    larger = [game for game, _, _ in puzzles_of(searched) if game.cells > 9]
    assert len(larger) > len(images) / 2


def test_a_phone_searches_a_puzzle_at_once(searched: dict[str, Any]) -> None:
    """Few boards follow on it."""
    for _, board, outcomes in puzzles_of(searched):
        assert len(outcomes) <= puzzles.MAX_POSITIONS, board


def test_a_line_of_the_misere_game_loses() -> None:
    """The search of the script knows the rules that the package has."""
    game = Game(misere=True)
    top_row = lines_of_x(game)[0]
    assert puzzles.Search(game).outcome(puzzles.Position(0, top_row)) == (1, 0)
