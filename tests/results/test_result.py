"""What the values of results are for programs, and shares in percent."""

import pytest

from ttt_table import Game, Outcome
from ttt_table.results import plain
from ttt_table.results.answered import in_percent


def test_records_are_objects_for_json_and_games_are_their_names() -> None:
    """Though a game is a named tuple, too."""
    assert plain(Outcome(1, 5)) == {"value": 1, "plies": 5}
    assert plain([Game()]) == ["3x3k3"]


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "0 %"),
        (1 / 4520, "> 0.0 %"),
        (1 / 1000, "0.1 %"),
        (1 - 1 / 4520, "< 100.0 %"),
        (1, "100 %"),
    ],
)
def test_only_no_answer_is_0_percent_and_only_all_are_100(
    share: float, text: str
) -> None:
    """A share that is rounded to either is said to be above or below it."""
    assert in_percent(share) == text
