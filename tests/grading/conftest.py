"""What several tests of grading need."""

import pytest


@pytest.fixture
def timed_by_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give players their time in processor time alone.

    On a busy machine a quick answer may take longer than the short time of a test.
    """
    monkeypatch.setattr(
        "ttt_table.grading.process.is_over", lambda limit, spent, _: spent >= limit
    )
