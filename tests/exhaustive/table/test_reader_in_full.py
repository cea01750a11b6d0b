"""In full: the reader: every answer against brute force, and the manners of a mapping."""

from __future__ import annotations

from itertools import product

import test_reader
from exhaustive import in_full

from ttt_table import Game, Table

SMALL = [
    Game(rows, cols, k, misere)
    for rows, cols in product(range(1, 4), range(1, 5))
    for k in range(1, max(rows, cols) + 2)
    for misere in (False, True)
    if rows * cols < 12 or k == 3  # 3x4 takes half a minute each
]
TALL = [Game(4, 2, 3), Game(4, 2, 3, misere=True), Game(4, 1, 2), Game(9, 1, 3)]


def test_no_text_outside_the_reachable_boards_is_in_the_table(
    table: Table, boards: list[str]
) -> None:
    """All 19,683 of them."""
    known = set(boards)
    for board in map("".join, product("XO.", repeat=9)):
        assert (board in table) == (board in known)


test_every_position_has_the_outcome_of_slow_minimax = in_full(
    test_reader.test_every_position_has_the_outcome_of_slow_minimax, game=SMALL + TALL
)
test_moves_are_all_legal_moves_best_first = in_full(
    test_reader.test_moves_are_all_legal_moves_best_first
)
test_a_look_is_all_that_the_other_calls_say = in_full(
    test_reader.test_a_look_is_all_that_the_other_calls_say
)
test_limited_scores_are_those_of_a_depth_limited_search = in_full(
    test_reader.test_limited_scores_are_those_of_a_depth_limited_search, step=[1, 1500]
)
test_with_o_first_the_whole_table_answers_with_colours_exchanged = in_full(
    test_reader.test_with_o_first_the_whole_table_answers_with_colours_exchanged
)
test_the_board_kit_agrees_with_brute_force = in_full(
    test_reader.test_the_board_kit_agrees_with_brute_force, misere=[False, True], step=[1, 25]
)
test_the_main_line_is_best_play_to_the_end = in_full(
    test_reader.test_the_main_line_is_best_play_to_the_end
)
