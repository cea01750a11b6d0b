"""The records of data/, which take a second to read: once for all tests."""

from typing import Any

import boards
import counts

BUILT: dict[str, dict[str, Any]] = boards.known_records()
"""What was found of each table that was built, by game."""
COUNTED: dict[str, Any] = counts.known_counts()
"""The counts of each game that was counted, by game."""
