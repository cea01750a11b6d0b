"""In full: what is stated of every program with one small mistake is true."""

import test_causes
from exhaustive import in_full

in_full(
    test_causes.test_what_is_stated_of_a_program_with_a_mistake_is_true,
    number=range(len(test_causes.MUTANTS)),
)
