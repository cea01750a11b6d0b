"""The types that the package promises are those that checkers see, and that exist at run time."""

import inspect
import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import get_type_hints

import pytest
import typed_use

import ttt_table
from ttt_table import Game, Look, Table

USE = Path(typed_use.__file__)


def test_what_the_type_checkers_accept_runs(table: Table) -> None:
    """Every function of the typed example but the one of mistakes."""
    typed_use.answers_have_types(table)
    typed_use.the_game_and_the_board_kit_have_types(table)
    typed_use.boards_may_be_anything_that_is_understood(table)
    typed_use.tables_close_and_errors_say_what_is_wrong(table)


@pytest.mark.parametrize("room", [ttt_table, ttt_table.build, ttt_table.audit])
def test_the_annotations_of_public_calls_mean_something_at_run_time(room: ModuleType) -> None:
    """As for `typing.get_type_hints`, on which other libraries build."""
    for thing in [getattr(room, name) for name in room.__all__]:
        members = vars(thing) if inspect.isclass(thing) else {"it": thing}
        for name, member in members.items():
            call = member.fget if isinstance(member, property) else member
            if inspect.isfunction(call) and (name[0] != "_" or name in ("__init__", "__getitem__")):
                wanted = {"return", *inspect.signature(call).parameters} - {"self"}
                assert wanted <= {*get_type_hints(call)}, call


def test_fields_have_types_at_run_time() -> None:
    """Of the records."""
    assert get_type_hints(ttt_table.Outcome) == {"value": int, "plies": int}
    assert get_type_hints(ttt_table.Move) == {"cell": int, "outcome": ttt_table.Outcome}
    assert get_type_hints(Look)["moves"] == list[ttt_table.Move]
    assert get_type_hints(Game)["misere"] is bool


@pytest.mark.skipif(shutil.which("pyright") is None, reason="pyright is not installed")
def test_pyright_sees_the_same_types(tmp_path: Path) -> None:
    """And finds the same mistakes: a comment that hides none is one itself."""
    settings = {
        "enableTypeIgnoreComments": False,  # those are for mypy
        "reportUnnecessaryTypeIgnoreComment": "error",
    }
    shutil.copy(USE, tmp_path)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    checked = subprocess.run(
        ["pyright", "--project", str(tmp_path), "--pythonpath", sys.executable],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
