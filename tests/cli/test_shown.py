"""What commands print, whole: the folder ``shown`` has it as a console shows it."""

import re
from pathlib import Path

import pytest
from support.console import examples_in

from ttt_table.cli import main

FOLDER = Path(__file__).with_name("shown")
NAMES = sorted(path.stem for path in FOLDER.glob("*.txt"))
PICTURE = "shares.svg"
"""What a command of these has written."""

pytestmark = pytest.mark.usefixtures("in_an_empty_folder", "files_played_here")


def without_times(text: str) -> str:
    """What was printed, without slow answers, as there are on a busy machine."""
    text = re.sub(r"\n\nslowest answer: .*", "", text)
    text = re.sub(r'(?<="slowest": )\{[^}]*\}', "null", text)
    return re.sub(r'(?<="seconds": )[0-9.]+', "0", text)


@pytest.mark.parametrize("name", NAMES)
def test_commands_print_what_is_shown(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each command of a console; ``cat`` shows the files that the others read."""
    for example in examples_in((FOLDER / f"{name}.txt").read_text()):
        main(example.arguments)
        printed = capsys.readouterr()
        assert without_times(printed.out + printed.err) == example.shown
    if Path(PICTURE).exists():
        assert Path(PICTURE).read_text() == (FOLDER / PICTURE).read_text()
