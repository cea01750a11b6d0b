"""What the exhaustive tests have in another way than the fast ones."""

import pytest
from hypothesis import HealthCheck, settings

# A busy machine may stand still for a second: no test asserts a time.
settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("untimed")


@pytest.fixture(scope="session")
def some_boards(boards: list[str]) -> list[str]:
    """Return all boards of tic-tac-toe; the fast tests look at a few of them."""
    return boards


@pytest.fixture
def files_played_here() -> None:
    """Nor are they: here every player has the process that it has in use."""
