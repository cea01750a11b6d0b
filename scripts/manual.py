#!/usr/bin/env python3
"""Write docs/ttt-table.1, the man page, from the help of the commands; the wheel carries it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from datetime import date
from itertools import takewhile
from pathlib import Path
from textwrap import wrap

from ttt_table.cli import COMMANDS
from ttt_table.cli.parsing import whole_parser

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "ttt-table.1"
HELP = ROOT / "ttt_table" / "cli" / "help"
WIDTH = 68


def manual(day: str) -> str:
    """The page, dated with a day such as 2026-11-22: the last one on which it has changed."""
    parser = whole_parser(COMMANDS, described=True)
    (commands,) = (one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    lines = [f'.TH TTT-TABLE 1 {day} ttt-table "User Commands"']
    lines += [".SH NAME", r"ttt\-table \- perfect play, precomputed", ".SH SYNOPSIS"]
    lines += [r".B ttt\-table", r".I COMMAND \fR[\fIOPTION\fR ...]", ".SH DESCRIPTION"]
    lines += [*text(str(parser.description)), ".SH COMMANDS"]
    for name, command in commands.choices.items():
        lines += [f".SS {name}: {roff(COMMANDS[name])}"]
        for action in command._actions:
            if action.help != argparse.SUPPRESS and action.dest != "help":
                lines += [".TP", usage(action), *text((action.help or "").replace("%%", "%"))]
        lines += [*sections(name), *as_they_are(command.epilog, ".PP")]
    return "\n".join([*lines, *sections("ttt-table", ".SH")]) + "\n"


def usage(action: argparse.Action) -> str:
    """An option's spellings with its value, or an argument."""
    value = action.metavar or "|".join(map(str, action.choices or ())) or action.dest.upper()
    if not action.option_strings:
        return rf"\fI{roff(str(value))}\fR"
    spelt = ", ".join(rf"\fB{roff(one)}\fR" for one in action.option_strings)
    return spelt if action.nargs == 0 else rf"{spelt} \fI{roff(str(value))}\fR"


def sections(name: str, heading: str = "") -> Iterator[str]:
    """The text with which a command's help ends: paragraphs, and lines that stand as they are."""
    for paragraph in (HELP / f"{name}.txt").read_text(encoding="utf-8").strip().split("\n\n"):
        lines = paragraph.splitlines()
        prose = " ".join(takewhile(lambda line: line[:1] != " ", lines))
        plain = "\n".join(line for line in lines if line[:1] == " ")
        yield from [f"{heading} {prose[:-1].upper()}"] if heading else [".PP", *text(prose)]
        yield from as_they_are(plain)


def as_they_are(lines: str | None, *before: str) -> list[str]:
    """Lines of text, if there are any, that no formatter joins."""
    return [*before, ".nf", *map(roff, lines.splitlines()), ".fi"] if lines else []


def text(words: str) -> list[str]:
    """Text in lines, escaped; none begins like a request."""
    lines = wrap(words, WIDTH, break_long_words=False, break_on_hyphens=False)
    return [*map(roff, lines)]


def roff(words: str) -> str:
    """Words as roff shows them, none of them a request."""
    escaped = words.replace("\\", r"\e").replace("-", r"\-").replace("é", r"\('e")
    return re.sub(r"(^|\s)([.'])", r"\1\\&\2", escaped)


def main() -> None:
    """Write the page, with a new date if it has changed."""
    if not is_up_to_date():
        PAGE.write_text(manual(date.today().isoformat()), encoding="utf-8")


def is_up_to_date() -> bool:
    """Whether it says what the help says, on whatever day it was written."""
    written = PAGE.read_text(encoding="utf-8")
    return written == manual(written.split()[3])


if __name__ == "__main__":
    main()
