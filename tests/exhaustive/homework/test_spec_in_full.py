"""In full: what is true of the parts is what the table says, on every board."""

import test_spec
from exhaustive import in_full

in_full(test_spec.test_the_game_is_over_where_the_table_says_so)
in_full(test_spec.test_the_winner_is_who_the_table_says)
in_full(test_spec.test_moves_and_their_results_are_those_of_the_table)
