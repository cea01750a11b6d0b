"""What a shell completes after Tab, by the script that shtab writes."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

shtab = pytest.importorskip("shtab", reason="the extra completion is not installed")

from ttt_table.cli import COMMANDS  # noqa: E402 - after the test for shtab
from ttt_table.cli.completion import parser  # noqa: E402

PRESS_TAB = """
source ./completion.bash
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_shtab_ttt_table "$1" "${@: -1}" "${@: -2:1}"
printf '%s\\n' "${COMPREPLY[@]}"
"""

Complete = Callable[..., set[str]]


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> Complete:
    """Return what bash proposes for the last of some words, beside one table file."""
    folder = tmp_path_factory.mktemp("completion")
    script = shtab.complete(parser(), shell="bash")
    (folder / "completion.bash").write_text(script, encoding="utf-8")
    (folder / "3x4k3.msgpack").touch()
    (folder / "games").mkdir()

    def press_tab(*words: str) -> set[str]:
        command = ["bash", "-c", PRESS_TAB, "bash", "ttt-table", *words]
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=True
        )
        return set(done.stdout.split())

    return press_tab


def test_commands_are_completed(complete: Complete) -> None:
    assert complete("gr") == {"grade"}
    assert complete("") >= set(COMMANDS)


@pytest.mark.parametrize(
    ("words", "proposed"),
    [
        (["grade", "--ad"], {"--adapter"}),
        (["play", "--as", ""], {"X", "O"}),
        (["export", "--to", "j"], {"jsonl"}),
        (["reader", "p"], {"python"}),
        (["picture", "pr"], {"proof"}),
    ],
)
def test_options_and_their_values_are_completed(
    words: list[str], proposed: set[str], complete: Complete
) -> None:
    assert complete(*words) == proposed


@pytest.mark.parametrize(
    "words", [["lookup", "--table", "3"], ["info", "3"], ["page", "3"]]
)
def test_names_of_files_are_completed(words: list[str], complete: Complete) -> None:
    assert complete(*words) == {"3x4k3.msgpack"}


def test_names_of_folders_are_completed(complete: Complete) -> None:
    assert complete("reader", "js", "-o", "") == {"games"}


@pytest.mark.parametrize("shell", ["zsh", "fish", "tcsh"])
def test_other_shells_have_a_script_too(shell: str) -> None:
    script = shtab.complete(parser(), shell=shell)
    assert all(command in script for command in COMMANDS)


def test_the_front_page_names_the_parser() -> None:
    page = Path(__file__).parents[2] / "docs" / "index.md"
    (name,) = re.findall(r"shtab --shell bash (\S+)", page.read_text(encoding="utf-8"))
    assert name == f"{parser.__module__}.{parser.__name__}"
