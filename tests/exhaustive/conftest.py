"""What the exhaustive tests have in another way than the fast ones."""

import pytest


@pytest.fixture(scope="session")
def some_boards(boards: list[str]) -> list[str]:
    """All boards of tic-tac-toe, in the place of the few that the fast tests look at."""
    return boards


@pytest.fixture
def files_played_here() -> None:
    """Nor are they: here every player has the process that it has in use."""
