"""In full: what else a part may do wrong."""

from __future__ import annotations

import test_check
from exhaustive import in_full

in_full(test_check.test_whatever_a_part_does_ends_in_a_report, text=test_check.FAULTS)
