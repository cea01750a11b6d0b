"""What the page says of a mistake is true, by the rules in plain words."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support.games import hex_board
from support.plain_rules import Rules, best_moves, rules_of
from support.readers import needs_node

from ttt_table import Game
from ttt_table.build import build_table

SCRIPT = Path(__file__).parent / "browser" / "punished.mjs"
GAMES = [
    Game(),
    Game(misere=True),
    Game(3, 3, 3, gravity=True),
    Game(3, 4, 3, gravity=True),
    Game(2, 5, 3, misere=True),
    hex_board(3, 3),
]
KEYS = {
    "winsAtOnce",
    "twoThreats",
    "onlyLines",
    "filledLine",
    "winsLater",
    "holdsDraw",
    "endedGame",
}

pytestmark = needs_node


@pytest.fixture(scope="module")
def punished(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """By game, what the page says of each mistake on each board."""
    folder = tmp_path_factory.mktemp("tables")
    paths = [
        str(build_table(game, folder / f"{game}.msgpack", quiet=True)) for game in GAMES
    ]
    found: list[Any] = json.loads(
        subprocess.check_output(["node", str(SCRIPT), *paths])
    )
    return found


def threats_of(rules: Rules, board: str, player: str) -> list[int]:
    """The cells where one more stone of this player would be a line."""
    cells = rules.moves(board)
    return [
        cell
        for cell in cells
        if rules.has_line(board[:cell] + player + board[cell + 1 :], player)
    ]


def is_true(rules: Rules, after: str, said: dict[str, Any]) -> bool:
    """Whether what is said of the mistake that led to a board is true of it."""
    player = rules.mover(after)
    loser = "O" if player == "X" else "X"
    value, plies = rules.outcome(after)
    answered = after
    for cell, mark in said["stones"]:
        assert mark == player
        assert cell in best_moves(rules, after)
        answered = rules.moves(after)[cell]
    threats = threats_of(rules, answered, player)
    if said["key"] == "twoThreats":
        return len(threats) > 1 and sorted(said["threats"]) == threats and plies == 3
    replies = rules.moves(answered).values()
    all_fill = all(rules.has_line(end, loser) for end in replies)
    return {
        "winsAtOnce": (value, plies) == (1, 1) and not rules.moves(answered),
        "onlyLines": bool(replies) and all_fill,
        "filledLine": rules.has_line(after, loser),
        "endedGame": not rules.moves(after) and not rules.has_line(after, loser),
        "winsLater": value == 1 and plies == said["values"]["plies"] > 1,
        "holdsDraw": value == 0,
    }[said["key"]]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_is_said_of_a_mistake_is_true(punished: list[Any], game: Game) -> None:
    """Of every mistake on every board; the stone that is shown is a best answer."""
    rules = Rules(**rules_of(game))
    for board, mistakes in punished[GAMES.index(game)].items():
        for cell, said in mistakes.items():
            after = rules.moves(board)[int(cell)]
            assert is_true(rules, after, said), (board, cell, said)


def test_everything_that_can_be_said_is_said_somewhere(punished: list[Any]) -> None:
    """So that the test before has tried each sentence but the rarest."""
    said = {
        mistake["key"]
        for boards in punished
        for mistakes in boards.values()
        for mistake in mistakes.values()
    }
    assert said <= KEYS
    assert KEYS - said <= {"endedGame"}


def test_two_threats_are_seen_wherever_there_are_two(punished: list[Any]) -> None:
    """In tic-tac-toe, where nothing else wins by the stone after next."""
    rules = Rules(3, 3, 3)
    for board, mistakes in punished[0].items():
        for cell, said in mistakes.items():
            outcome = rules.outcome(rules.moves(board)[int(cell)])
            assert (said["key"] == "twoThreats") == (outcome == (1, 3)), (board, cell)
