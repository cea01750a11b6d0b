"""The command line: parse, call one function, print."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import suppress

from ttt_table import __version__
from ttt_table.errors import BoardError, TableError, TttTableError
from ttt_table.table.files import shipped_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TextIO

FINE, WRONG, MISUSED, UNUSABLE, INTERRUPTED = 0, 1, 2, 3, 130

EXIT_STATUS = """\
exit status:
  0    fine
  1    the audit found a wrong slot or count
  2    bad usage, a bad board or game, or a build refused for its size
  3    a table that cannot be read or written, or a worker that died
  130  interrupted
"""

BUILD_EXAMPLES = """\
examples:
  ttt-table build                        tic-tac-toe, to 3x3k3.msgpack
  ttt-table build --rows 3 --cols 4      to 3x4k3.msgpack
  ttt-table build --misere -o avoid.msgpack
  ttt-table build --rows 4 --cols 5 --k 4

A board of more than about 11 cells is solved with numpy: pip install 'ttt-table[boards]'. A long
build says first what it will take; if it is stopped, the same command goes on from where it was.
"""

LOOKUP_EXAMPLES = """\
A board is one character a cell, along the rows: X, O, and . for an empty cell. Lower case, - or _
for an empty cell, and spaces, line breaks, / and | between cells are understood.

Each empty cell shows what playing there leads to, for the player to move: win 3 is a win in three
plies, that move included. The best moves have a star. Cells are numbered from 0, along the rows.

examples:
  ttt-table lookup X...O....
  ttt-table lookup 'XO./.X./..O' --json
  ttt-table lookup --table 3x4k3.msgpack - < boards.txt
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status, which the help lists."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        # A board may hold a character that this terminal cannot show.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has had enough. Python would complain once more when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except TttTableError as error:
        _complain(str(error))
        return UNUSABLE if isinstance(error, TableError) else MISUSED
    except OSError as error:
        _complain(f"cannot read or write: {error.strerror or error}")
        return UNUSABLE
    return status


def _open_closed_streams() -> None:
    """Let a command whose caller has closed a stream read nothing, or write to nowhere."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  # for good


def _complain(message: str) -> None:
    with suppress(OSError):  # where nobody can be told, the exit status still says it
        print(f"ttt-table: error: {message}", file=sys.stderr, flush=True)


def _run(arguments: Sequence[str]) -> int:
    options = _parser().parse_args(_with_boards_that_start_empty(arguments))
    status: int = options.command(options)
    return status


def _with_boards_that_start_empty(arguments: Sequence[str]) -> list[str]:
    """Keep a board such as -X--O---- from being taken for an option: spell it with dots."""
    spelled = list(arguments)
    if spelled[:1] == ["lookup"]:
        for at, argument in enumerate(spelled):
            if argument[:1] == "-" and len(argument) > 2 and not argument.strip("-_.xXoO/| \n"):
                spelled[at] = argument.replace("-", ".")
    return spelled


class _Help(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        # Asking for the terminal's width would import shutil, at every start, for every argument.
        super().__init__(prog, width=88)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ttt-table",
        description="Perfect play, precomputed: build a table, look moves up, audit the numbers.",
        epilog=EXIT_STATUS,
        formatter_class=_Help,
    )
    parser.add_argument("--version", action="version", version=f"ttt-table {__version__}")
    # Without the name argparse would format a usage text to find it, at a tenth of the start-up.
    commands = parser.add_subparsers(prog=parser.prog, metavar="COMMAND", required=True)

    def command(name: str, run: object, summary: str, epilog: str = "") -> argparse.ArgumentParser:
        added = commands.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            epilog=epilog,
            formatter_class=_Help,
        )
        added.set_defaults(command=run)
        added.add_argument("--json", action="store_true", help="print JSON, for programs")
        return added

    _describe_build(command("build", _build, "solve a game and write its table", BUILD_EXAMPLES))
    lookup = command("lookup", _lookup, "show what each move on a board leads to", LOOKUP_EXAMPLES)
    lookup.add_argument(
        "boards", nargs="+", metavar="BOARD", help="a board, or - to read one a line"
    )
    lookup.add_argument("--table", metavar="FILE", help="the table (the shipped tic-tac-toe)")
    lookup.add_argument("--first", choices=("X", "O"), default="X", help="who moved first (X)")

    audit = command("audit", _audit, "check every slot of a table, and compare its counts")
    audit.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    for added in (audit, command("info", _info, "say what a table file is")):
        added.add_argument(
            "table", nargs="?", metavar="FILE", help="the table (the shipped tic-tac-toe)"
        )
    return parser


def _describe_build(build: argparse.ArgumentParser) -> None:
    build.add_argument("--rows", type=int, default=3, help="rows of the board (3)")
    build.add_argument("--cols", type=int, default=3, help="columns of the board (3)")
    build.add_argument("--k", type=int, default=3, help="stones in a row that end the game (3)")
    build.add_argument("--misere", action="store_true", help="whoever makes a line loses")
    build.add_argument(
        "-o", "--output", metavar="FILE", help="the file to write (GAME.msgpack here)"
    )
    build.add_argument(
        "--engine",
        choices=("auto", "search", "tiers"),
        default="auto",
        help="how to solve the game (auto: what suits its size)",
    )
    build.add_argument(
        "--jobs", type=int, metavar="N", help="processes for a large board (one a core)"
    )
    build.add_argument("--force", action="store_true", help="build what does not seem to fit, too")
    build.add_argument("-q", "--quiet", action="store_true", help="show no progress")


def _build(options: argparse.Namespace) -> int:
    from ttt_table.build import build_table
    from ttt_table.rules.game import Game

    # With a thread for each core numpy starts half as fast, and no matrix is multiplied here.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    game = Game(options.rows, options.cols, options.k, options.misere)
    path = build_table(
        game,
        options.output,
        quiet=options.quiet,
        engine=options.engine,
        jobs=options.jobs,
        force=options.force,
    )
    return _print_info(path, options.json)


def _table_path(options: argparse.Namespace) -> str:
    return shipped_path() if options.table is None else str(options.table)


def _info(options: argparse.Namespace) -> int:
    return _print_info(_table_path(options), options.json)


def _print_info(path: str, as_json: bool) -> int:
    from ttt_table.cli.records import info_record

    record = info_record(path)
    if as_json:
        _print_json(record)
    else:
        from ttt_table.cli.drawing import info_drawing

        print(info_drawing(record))
    return FINE


def _lookup(options: argparse.Namespace) -> int:
    from ttt_table.cli.drawing import lookup_drawing
    from ttt_table.rules.board import board_text
    from ttt_table.table.reader import open_table

    table = open_table(options.table, first=options.first)
    alone = len(options.boards) == 1 and options.boards != ["-"]
    asked = bad = 0
    for board in _boards(options.boards):
        asked += 1
        try:
            text = board_text(board, table.game)
            if options.json:
                from ttt_table.cli.records import lookup_record

                _print_json(lookup_record(table, text))
            else:
                print(lookup_drawing(table, text, colour=in_colour(sys.stdout)))
        except BoardError as error:
            bad += 1
            if options.json:
                _print_json({"board": board, "error": str(error), "cells": list(error.cells)})
            elif alone:
                raise
            else:
                print(f"{board}  {error}\n")
    if bad:
        _complain(f"{bad} of {asked} boards could not be looked up")
    return MISUSED if bad else FINE


def _boards(named: Sequence[str]) -> Iterator[str]:
    """The boards of the command line, where - stands for one a line from standard input."""
    for board in named:
        if board == "-":
            # A byte that is no text becomes a strange character of its board.
            sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]  # as above
            yield from (line.strip() for line in sys.stdin if line.strip())
        else:
            yield board


def _audit(options: argparse.Namespace) -> int:
    from ttt_table.audit import audit

    path = _table_path(options)
    report = audit(path, quiet=options.quiet)
    if options.json:
        from ttt_table.cli.records import audit_record

        _print_json(audit_record(path, report))
    else:
        from ttt_table.cli.drawing import report_drawing

        print(report_drawing(path, report))
    return FINE if report.passed else WRONG


def _print_json(record: dict[str, object]) -> None:
    import json

    print(json.dumps(record))


def in_colour(stream: TextIO) -> bool:
    """Colour is for terminals whose owner has not asked to be spared it (no-color.org)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not plain
