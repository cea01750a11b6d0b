"""In full: from a game to a file, the same bytes everywhere."""

from __future__ import annotations

import test_build
from exhaustive import in_full

test_a_build_does_not_depend_on_the_hash_seed = in_full(
    test_build.test_a_build_does_not_depend_on_the_hash_seed, seed=["0", "1", "4242"]
)
