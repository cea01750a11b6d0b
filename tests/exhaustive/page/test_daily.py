"""The puzzles of the day, and the page's search, against Python."""

import json
import subprocess
from pathlib import Path
from typing import Any

import puzzles
import pytest
from support.games import hex_board
from support.plain_rules import Rules, best_moves, rules_of
from support.readers import needs_node

from ttt_table import Game, Table
from ttt_table.build import build_table
from ttt_table.table.files import read_table

SCRIPT = Path(__file__).parent / "browser" / "searched.mjs"
GAMES = [
    Game(),
    Game(misere=True),
    Game(3, 3, 3, gravity=True),
    Game(2, 5, 3, misere=True),
    Game(4, 3, 3, gravity=True),
    hex_board(3, 3),
    hex_board(2, 4),
]
"""The games that are searched from their first move."""

SMALLEST = 5
"""The fewest plies in which a puzzle may be won: three moves of the mover."""

pytestmark = needs_node


@pytest.fixture(scope="module")
def searched() -> dict[str, Any]:
    """What the page finds: of the daily puzzles, and of whole games."""
    command = ["node", str(SCRIPT), *[json.dumps(rules_of(game)) for game in GAMES]]
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


def is_won_by_one_move_alone(rules: Rules, board: str) -> bool:
    """Return whether one move alone wins, and so on after every best defence."""
    if rules.outcome(board)[1] <= 1:
        return True
    winning = [cell for cell in rules.moves(board) if rules.of_move(board, cell)[0] > 0]
    if len(winning) != 1:
        return False
    after = rules.after(board, winning[0])
    return all(
        is_won_by_one_move_alone(rules, rules.after(after, cell))
        for cell in best_moves(rules, after)
    )


def test_each_puzzle_is_won_by_one_move_alone_and_not_soon(
    searched: dict[str, Any],
) -> None:
    """And after every best defence again by one alone, until one wins at once."""
    for kind in searched["daily"]:
        rules = Rules(**kind["game"])
        for board, _ in kind["boards"]:
            value, plies = rules.outcome(board)
            assert (value, plies >= SMALLEST) == (1, True), (kind["game"], board)
            assert is_won_by_one_move_alone(rules, board), (kind["game"], board)


def test_the_page_knows_the_answer_to_every_reply(searched: dict[str, Any]) -> None:
    """After each puzzle it finds what Python's search finds."""
    for kind in searched["daily"]:
        rules = Rules(**kind["game"])
        for _, outcomes in kind["boards"]:
            for board, outcome in outcomes.items():
                assert list(rules.outcome(board)) == outcome, (kind["game"], board)


def games_of(searched: dict[str, Any]) -> list[tuple[Game, str]]:
    """The game and the board of each puzzle."""
    games = []
    for kind in searched["daily"]:
        game = kind["game"]
        if "name" in game:
            made = puzzles.hex_game(game["rows"], game["cols"])
        else:
            made = Game(**game)
        games += [(made, board) for board, _ in kind["boards"]]
    return games


def test_no_two_puzzles_are_images_of_each_other(searched: dict[str, Any]) -> None:
    """There are more than 100, on boards up to 4x5; Hex and misère are among them."""
    games = games_of(searched)
    images = [(str(game), puzzles.first_image(game, board)) for game, board in games]
    assert len(set(images)) == len(images) > 100
    assert {(4, 5)} <= {(game.rows, game.cols) for game, _ in games}
    assert any(game.misere for game, _ in games)
    assert any(game.name == "hex" for game, _ in games)


def test_the_number_of_puzzles_is_prime(searched: dict[str, Any]) -> None:
    """So that each stride through them, another one in each round, meets all."""
    count = len(games_of(searched))
    assert all(count % divisor for divisor in range(2, count))


def test_a_phone_searches_a_puzzle_at_once(searched: dict[str, Any]) -> None:
    """Few boards follow on it."""
    for kind in searched["daily"]:
        for board, outcomes in kind["boards"]:
            assert len(outcomes) <= puzzles.MAX_BOARDS, board
