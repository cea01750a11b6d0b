"""scripts/solve_stacks.py finds the results and the games that other programs find."""

import random
import shutil
from typing import Any

import counts
import pytest
from listed import counted_games
from solve_stacks import Rules, boards_of, games, results, stacks_of
from support.cases import exhaustive
from support.records import COUNTED as RECORDS
from support.walk import count_by_playing, results_by_playing

from ttt_table import Game

pytestmark = pytest.mark.skipif(not shutil.which("gcc"), reason="gcc is not installed")

GAMES = {str(game): game for game in counted_games()}
IN_EACH_MODE = [
    Game(2, 3, 2, misere, gravity, breaker=breaker)
    for misere in (False, True)
    for gravity in (False, True)
    for breaker in (False, True)
]
LARGER = [
    *("3x4k3", "3x5k3-misere", "4x4k4", "4x4k3-gravity", "4x4k4-gravity-misere"),
    *("8x3k4-gravity", "2x9k3-gravity", "3x6k3-gravity-misere", "4x5k4-gravity"),
    *("4x4-hex", "4x4-affine-4-breaker", "3x5-sim-misere", "4x4-torus-k4"),
]
SMALL = [*IN_EACH_MODE, *map(Game.named, ("3x3k3", "2x3-hex", "3x3-el-misere"))]
RESULTS = ["value", "plies", "won for the mover", "classes O wins per ply"]


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_the_array_has_the_results_of_a_dictionary_of_boards(game: Game) -> None:
    """Of all positions, and of those up to symmetry."""
    permutations = counts._permutations(game)
    played: dict[str, Any] = count_by_playing(game, permutations)
    played |= results_by_playing(game, permutations)
    found = counts.counts_by_stacks(game)
    assert found.items() <= played.items()
    assert {"positions", "classes per ply", *RESULTS} <= found.keys()


@pytest.mark.parametrize("game", [*SMALL, Game(3, 3, 3, gravity=True)], ids=str)
def test_orders_of_play_end_as_many_games_as_playing_does(game: Game) -> None:
    """By ply and by result, also without gravity."""
    played = count_by_playing(game, counts._permutations(game))
    found = games(counts.rules_in_stacks(game), misere=game.misere)
    assert found.items() <= played.items()
    assert "games ending per ply" in found


@pytest.mark.parametrize(
    "name", ["3x4k4-gravity", "3x3-hex-misere", *exhaustive(LARGER)]
)
def test_the_array_has_the_counts_that_are_listed(name: str) -> None:
    """Which the audit found."""
    compared = 0
    for count, value in counts.counts_by_stacks(GAMES[name]).items():
        if count in RECORDS[name]:
            assert RECORDS[name][count]["value"] == value, count
            compared += 1
    assert compared >= 8


@pytest.mark.parametrize("seed", [1, 2, 3, *exhaustive(range(4, 100))])
def test_any_lines_of_either_player_are_solved_and_counted(seed: int) -> None:
    """As playing on finds, with and without gravity."""
    rng = random.Random(seed)
    game = Game(
        2,
        3,
        misere=rng.random() < 0.5,
        gravity=rng.random() < 0.5,
        lines=tuple(rng.sample(range(1, 64), rng.randint(1, 6))),
        o_lines=tuple(rng.sample(range(1, 64), rng.randint(1, 6))),
        name="any",
    )
    rules = counts.rules_in_stacks(game)
    unmoved = rules.symmetries
    played: dict[str, Any] = count_by_playing(game, unmoved)
    played |= results_by_playing(game, unmoved)
    found = results(rules, misere=game.misere) | games(rules, misere=game.misere)
    assert found.items() <= played.items()


def test_the_places_are_the_contents_of_all_stacks() -> None:
    """Three of a cell; one of an empty column, two with one stone, four with two."""
    assert boards_of(stacks_of(2, 3, gravity=False)) == 3**6
    assert boards_of(stacks_of(2, 3, gravity=True)) == (1 + 2 + 4) ** 3
    assert [*map(list, stacks_of(2, 3, gravity=True))] == [[3, 0], [4, 1], [5, 2]]


@pytest.mark.parametrize(("breaker", "value"), [(False, "draw"), (True, "O wins")])
def test_a_game_without_lines_ends_on_a_full_board(breaker: bool, value: str) -> None:
    """Of 2x2 cells with gravity it has (4 over 2) games."""
    rules = Rules(stacks_of(2, 2, gravity=True), (), (), breaker, [[0, 1, 2, 3]])
    found = results(rules, misere=False) | games(rules, misere=False)
    assert (found["value"], found["plies"], found["games"]) == (value, 4, 6)


def test_rules_of_more_cells_than_there_are_bits_are_refused() -> None:
    """The message says what the program could not read."""
    rules = Rules(stacks_of(4, 8, gravity=True), (), (), False, [[*range(32)]])
    with pytest.raises(SystemExit, match="the rules cannot be read"):
        results(rules, misere=False)


def test_counts_that_only_the_audit_found_are_of_large_games() -> None:
    """The array of their boards is too large."""
    for name, record in RECORDS.items():
        game = GAMES[name]
        by_audit_alone = [
            count for count in record.values() if count["by"] == ["audit"]
        ]
        if by_audit_alone:
            stacks = stacks_of(game.rows, game.cols, gravity=game.gravity)
            most = counts.MAX_STACKED
            if game.gravity:
                most = counts.MAX_STACKED_WITH_GRAVITY
            assert boards_of(stacks) > most, name


def test_games_with_gravity_that_only_the_sums_found_are_of_large_boards() -> None:
    """The array of their boards is too large."""
    for name, record in RECORDS.items():
        game = GAMES[name]
        if game.gravity and "games" in record and record["games"]["by"] == ["sums"]:
            stacks = stacks_of(game.rows, game.cols, gravity=True)
            assert boards_of(stacks) > counts.MAX_ORDERED, name
