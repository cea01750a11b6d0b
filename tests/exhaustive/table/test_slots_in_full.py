"""In full: where a position stands."""

import test_slots
from exhaustive import in_full
from test_slots import GAMES

test_a_position_is_found_in_the_slot_of_one_of_its_images = in_full(
    test_slots.test_a_position_is_found_in_the_slot_of_one_of_its_images, game=GAMES
)
