"""In full: all that the smoke test tries, where half of Linux's names are missing."""

import test_elsewhere
from smoke import LARGE_STEPS, LONG, QUICK

from exhaustive import in_full

in_full(
    test_elsewhere.test_the_main_commands_work_where_other_names_are_missing,
    steps=[[*QUICK, *LONG, *LARGE_STEPS]],
)
