"""In full: whatever the arguments and the files, a documented status."""

import test_random
from exhaustive import in_full
from test_random import in_a_folder_of_traps, tables  # noqa: F401  # fixtures

in_full(test_random.test_random_command_lines_end_as_documented, seed=range(12))
in_full(test_random.test_random_damage_to_a_file_ends_as_documented, seed=range(12))
