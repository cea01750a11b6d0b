"""In full: no output format lets an escape of a file reach the screen."""

from itertools import product

import test_check
from exhaustive import in_full

in_full(
    test_check.test_no_escape_of_a_file_reaches_the_screen,
    boards=product([[], test_check.DECLARED], test_check.FORMS),
)
in_full(
    test_check.test_no_escape_of_a_file_that_ends_early_reaches_the_screen,
    form=test_check.FORMS,
)
