#!/usr/bin/env python3
"""Write docs/ttt-table.1, the man page, from the help of the commands; the wheel carries it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from datetime import date
from itertools import groupby
from pathlib import Path
from textwrap import wrap

from ttt_table.cli import COMMANDS
from ttt_table.cli.parser import command_parser, program_parser

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "ttt-table.1"
HELP = ROOT / "ttt_table" / "cli" / "help"
WIDTH = 68
HEAD = r"""
.SH NAME
ttt\-table \- perfect play, precomputed
.SH SYNOPSIS
.B ttt\-table
.I COMMAND \fR[\fIOPTION\fR ...]
.SH DESCRIPTION"""


def manual(day: str) -> str:
    """The page, dated with a day such as 2026-11-22: the last one on which it has changed."""
    lines = [f'.TH TTT-TABLE 1 {day} ttt-table "User Commands"{HEAD}']
    lines += [*text(str(program_parser(COMMANDS).description)), ".SH COMMANDS"]
    for name, summary in COMMANDS.items():
        command = command_parser(name, summary)
        lines += [f".SS {name}: {roff(summary)}"]
        for action in command._actions:
            if action.help != argparse.SUPPRESS and action.dest != "help":
                lines += [
                    ".TP",
                    usage(action),
                    *text(str(action.help).replace("%%", "%")),
                ]
        lines += [".PP", *text(f"{command.epilog or ''}\n\n{ending(name)}".strip())]
    for paragraph in ending("ttt-table").split("\n\n"):
        title, _, rest = paragraph.partition(":\n")
        lines += [f".SH {title.upper()}", *text(rest)]
    return "\n".join(lines) + "\n"


def usage(action: argparse.Action) -> str:
    """An option's spellings with its value, or an argument."""
    value = (
        action.metavar
        or "|".join(map(str, action.choices or ()))
        or action.dest.upper()
    )
    spelt = ", ".join(rf"\fB{roff(one)}\fR" for one in action.option_strings)
    return spelt if action.nargs == 0 else rf"{spelt} \fI{roff(str(value))}\fR".lstrip()


def ending(name: str) -> str:
    """The text with which a command's help ends."""
    return (HELP / f"{name}.txt").read_text(encoding="utf-8")


def text(words: str) -> Iterator[str]:
    """Text in lines, which roff joins, but for those that begin with a blank."""
    for plain, lines in groupby(words.splitlines(), lambda line: line[:1] == " "):
        if plain:
            yield from [".nf", *map(roff, lines), ".fi"]
        else:
            for line in lines:
                yield from (
                    map(roff, wrap(line, WIDTH, break_on_hyphens=False))
                    if line
                    else [".PP"]
                )


def roff(words: str) -> str:
    """Words as roff shows them, none of them a request."""
    escaped = words.replace("\\", r"\e").replace("-", r"\-").replace("é", r"\('e")
    return re.sub(r"(^|\s)([.'])", r"\1\\&\2", escaped)


def is_up_to_date() -> bool:
    """Whether it says what the help says, on whatever day it was written."""
    written = PAGE.read_text(encoding="utf-8")
    return written == manual(written.split()[3])


if __name__ == "__main__" and not is_up_to_date():
    PAGE.write_text(manual(date.today().isoformat()), encoding="utf-8")
