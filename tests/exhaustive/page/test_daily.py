"""The puzzles of the day, and the page's search, against Python."""

import json
import subprocess
from functools import cache
from itertools import pairwise
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


@cache
def searched_rules(game: str) -> Rules:
    """Return a game that remembers what was searched; as JSON."""
    return Rules(**json.loads(game))


def rules_of_puzzle(puzzle: dict[str, Any]) -> Rules:
    return searched_rules(json.dumps(puzzle["game"]))


def is_won_by_one_move_alone(rules: Rules, board: str) -> bool:
    """Return whether one move alone wins, and so on after every best defence."""
    if rules.outcome(board)[1] <= 1:
        return True
    winning = [cell for cell in rules.moves(board) if rules.of_move(board, cell)[0] > 0]
    if len(winning) != 1:
        return False
    after = rules.moves(board)[winning[0]]
    return all(
        is_won_by_one_move_alone(rules, rules.moves(after)[cell])
        for cell in best_moves(rules, after)
    )


def test_each_puzzle_is_won_by_one_move_alone_and_not_soon(
    searched: dict[str, Any],
) -> None:
    """And after every best defence again by one alone, until one wins at once."""
    for puzzle in searched["daily"]:
        rules = rules_of_puzzle(puzzle)
        board = puzzle["board"]
        value, plies = rules.outcome(board)
        assert (value, plies >= SMALLEST) == (1, True), (puzzle["game"], board)
        assert is_won_by_one_move_alone(rules, board), (puzzle["game"], board)


def test_the_page_knows_the_answer_to_every_reply(searched: dict[str, Any]) -> None:
    """After each puzzle it finds what Python's search finds."""
    for puzzle in searched["daily"]:
        rules = rules_of_puzzle(puzzle)
        for board, outcome in puzzle["outcomes"].items():
            assert list(rules.outcome(board)) == outcome, (puzzle["game"], board)


def games_of(searched: dict[str, Any]) -> list[tuple[Game, str]]:
    """The game and the board of each puzzle."""
    games = []
    for puzzle in searched["daily"]:
        game = puzzle["game"]
        if "name" in game:
            made = Game.named(f"{game['rows']}x{game['cols']}-hex")
        else:
            made = Game(**game)
        games.append((made, puzzle["board"]))
    return games


def test_half_a_year_of_puzzles_has_no_two_that_are_images_of_each_other(
    searched: dict[str, Any],
) -> None:
    """On boards up to 4x5; Hex and misère are among them."""
    games = games_of(searched)
    images = [(str(game), puzzles.first_image(game, board)) for game, board in games]
    assert len(set(images)) == len(images) == puzzles.WEEKS * puzzles.WEEKDAYS
    assert {(4, 5)} <= {(game.rows, game.cols) for game, _ in games}
    assert any(game.misere for game, _ in games)
    assert any(game.name == "hex" for game, _ in games)


def test_the_puzzles_of_a_week_become_harder_from_monday_to_sunday(
    searched: dict[str, Any],
) -> None:
    """None of a day is won sooner than any of the day before."""
    plies: list[list[int]] = [[] for _ in range(puzzles.WEEKDAYS)]
    for puzzle in searched["daily"]:
        plies[puzzle["weekday"]].append(puzzle["outcomes"][puzzle["board"]][1])
    for day, next_day in pairwise(plies):
        assert max(day) <= min(next_day)


def test_a_puzzle_has_moves_to_choose_from(searched: dict[str, Any]) -> None:
    """Choosing between two would be a coin toss."""
    for puzzle in searched["daily"]:
        rules = rules_of_puzzle(puzzle)
        assert len(rules.moves(puzzle["board"])) >= puzzles.MIN_MOVES, puzzle["board"]


def test_a_phone_searches_a_puzzle_at_once(searched: dict[str, Any]) -> None:
    """Few boards follow on it."""
    for puzzle in searched["daily"]:
        assert len(puzzle["outcomes"]) <= puzzles.MAX_BOARDS, puzzle["board"]
