"""What shells complete, asked of the real ones where they are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from ttt_table.cli import main

TYPED = {
    "ttt-table bui": "build",
    "ttt-table build --meth": "--method",
    "ttt-table build --surface to": "torus",
    "ttt-table info tic": "tictactoe.msgpack",
    "ttt-table grade --report tic": "tictactoe.msgpack",
    "ttt-table completion fi": "fish",
}
"""Words to be completed, and the only thing that fits."""
COLOURS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x08")
ASKED = {
    "bash": """source ./_ttt-table
COMP_WORDS=(%s) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
$(complete -p ttt-table | sed 's/.*-F \\([^ ]*\\).*/\\1/')
echo "${COMPREPLY[@]}" """,
    "fish": "source ./_ttt-table; complete -C '%s'",
    "zsh": """zmodload zsh/zpty; zpty z zsh -f -i
zpty -w z 'fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; PS1="READY-$((1+1)) "'
zpty -r z out '*READY-2*'; zpty -w -n z '%s'$'\\t'; zpty -w z ' :end'
zpty -r z out '*:end*'; print -r -- $out""",
}


@pytest.mark.parametrize("shell", ASKED)
def test_a_shell_completes_commands_options_values_and_files(
    shell: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the script that `ttt-table completion` prints, without a word of the program."""
    if not shutil.which(shell):
        pytest.skip(f"there is no {shell}")
    monkeypatch.chdir(tmp_path)
    Path("tictactoe.msgpack").touch()
    assert main(["completion", shell]) == 0
    Path("_ttt-table").write_text(capsys.readouterr().out)
    for typed, meant in TYPED.items():
        command = [shell, "-c", ASKED[shell] % typed]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
        found = COLOURS.sub("", done.stdout).split()
        # A terminal's line, which ends with what was typed last, or what fits, and why.
        assert found[-2 if shell == "zsh" else 0] == meant, (typed, done.stdout, done.stderr)
