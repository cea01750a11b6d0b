"""scripts/solve_stacks.py finds the results that other programs find."""

from typing import Any

import counts
import pytest
from listed import counted_games
from solve_stacks import Rules, boards_of, results, stacks_of
from support.cases import exhaustive
from support.walk import results_by_playing

from ttt_table import Game

RECORDS = counts.known_counts()
GAMES = {str(game): game for game in counted_games()}
IN_EACH_MODE = [
    Game(2, 3, 2, misere, gravity, breaker=breaker)
    for misere in (False, True)
    for gravity in (False, True)
    for breaker in (False, True)
]
LARGER = [
    *("3x4k3", "3x5k3-misere", "4x4k4", "4x4k3-gravity", "4x4k4-gravity-misere"),
    *("5x5k5-gravity", "2x9k3-gravity", "3x6k3-gravity-misere", "4x5k4-gravity"),
    *("4x4-hex", "4x4-affine-4-breaker", "3x5-sim-misere", "4x4-torus-k4"),
]


def results_of(game: Game) -> dict[str, Any]:
    """Return what the program finds of a game."""
    stacks = stacks_of(game.rows, game.cols, gravity=game.gravity)
    return counts.counts_by_stacks(game, stacks)


@pytest.mark.parametrize(
    "game", [*IN_EACH_MODE, *map(Game.named, ("3x3k3", "2x3-hex", "3x3-el-misere"))]
)
def test_the_array_has_the_results_of_a_dictionary_of_boards(game: Game) -> None:
    """Of all positions, and of won ones up to symmetry."""
    played = results_by_playing(game, counts._permutations(game))
    assert results_of(game) == played


@pytest.mark.parametrize(
    "name", ["3x4k4-gravity", "3x3-hex-misere", *exhaustive(LARGER)]
)
def test_the_array_has_the_results_that_are_listed(name: str) -> None:
    """Which the audit found."""
    compared = 0
    for count, value in results_of(GAMES[name]).items():
        if count in RECORDS[name]:
            assert RECORDS[name][count]["value"] == value, count
            compared += 1
    assert compared >= 5


def test_the_places_are_the_contents_of_all_stacks() -> None:
    """Three of a cell; one of an empty column, two with one stone, four with two."""
    assert boards_of(stacks_of(2, 3, gravity=False)) == 3**6
    assert boards_of(stacks_of(2, 3, gravity=True)) == (1 + 2 + 4) ** 3
    assert [*map(list, stacks_of(2, 3, gravity=True))] == [[3, 0], [4, 1], [5, 2]]


def test_a_game_without_lines_is_a_draw_on_a_full_board() -> None:
    """And a Breaker wins it."""
    stacks = stacks_of(2, 2, gravity=True)
    for is_breaker, value in ((False, "draw"), (True, "O wins")):
        rules = Rules(stacks, (), (), breaker=is_breaker)
        found = results(rules, [[0, 1, 2, 3]])
        assert (found["value"], found["plies"]) == (value, 4)


def test_results_that_only_the_audit_found_are_of_large_games() -> None:
    """The array of their boards is too large, or they have too many moves."""
    for name, record in RECORDS.items():
        game = GAMES[name]
        if record["won for the mover"]["by"] == ["audit"]:
            stacks = stacks_of(game.rows, game.cols, gravity=game.gravity)
            moves = record["positions"]["value"] * len(stacks)
            assert boards_of(stacks) + moves > counts.MAX_STACKED, name
