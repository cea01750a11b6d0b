"""What several tests of readers need."""

from pathlib import Path

import pytest
from check_reader import unpacked_files


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the vectors' files are unpacked."""
    folder = tmp_path_factory.mktemp("vectors")
    unpacked_files(folder)
    return folder
