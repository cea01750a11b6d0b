"""What the tests with packages of others share."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest


@pytest.fixture
def no_litter() -> Iterator[None]:
    """Collect what a package leaves open within the test that ignores its warnings."""
    yield
    gc.collect()
