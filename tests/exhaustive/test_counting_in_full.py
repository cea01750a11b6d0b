"""In full: counts by several programs, and the digests that docs/boards.jsonl lists."""

from functools import cache

import counts
import test_boards
import test_counting
from count_positions import symmetries
from slow import Slow
from test_boards import RECORDS

from exhaustive import in_full

SMALL = [str(game) for game in counts.GAMES if game.cells <= 12]
LARGER = ["3x5k3", "4x4k4", "4x4k3-misere", "3x6k4", "4x5k4-gravity", "4x4-klein-k4"]
WITHOUT_A_TABLE = ["4x5k4", "5x5k4"]
CELLS = {name: record["rows"] * record["cols"] for name, record in RECORDS.items()}


def test_tic_tac_toe_is_played_through_for_its_games_up_to_symmetry(slow: Slow) -> None:
    """Game by game: each as it looks after every move, up to symmetry, and as its moves."""
    turns, by_positions, by_moves = symmetries(3, 3), set(), set()
    alike = cache(lambda board: min("".join(board[at] for at in turn) for turn in turns))

    def play(board: str, seen: tuple[str, ...], moves: tuple[int, ...]) -> None:
        for cell, after in slow.moves(board).items():
            play(after, (*seen, alike(after)), (*moves, cell))
        if slow.is_over(board):
            by_positions.add(seen)
            by_moves.add(min(tuple(turn[cell] for cell in moves) for turn in turns))

    play(slow.start, (), ())
    assert (len(by_positions), len(by_moves)) == (26_830, 31_896)


in_full(test_counting.test_all_programs_count_what_is_listed, name=SMALL + LARGER + WITHOUT_A_TABLE)


in_full(
    test_boards.test_a_build_gives_the_digest_that_is_listed,
    name=[
        *(name for name in RECORDS if CELLS[name] <= 12),
        *[name for name in RECORDS if 12 < CELLS[name] <= 16][::4],
        *("4x5k4-gravity", "5x4k4-gravity", "5x5k3-gravity", "5x5k4-gravity"),
    ],
)
