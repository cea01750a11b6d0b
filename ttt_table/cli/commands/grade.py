"""``ttt-table grade``: judge a player exactly."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack

from ttt_table.cli.arguments import table_of
from ttt_table.cli.options.common import (
    add_flags,
    add_input,
    add_numbers,
    add_output,
    add_quiet,
    add_table_options,
    number,
)
from ttt_table.cli.options.files import players_named
from ttt_table.cli.output.graded import (
    FIELDS as COLUMNS,
)
from ttt_table.cli.output.graded import (
    SHOWN_AS_TEXT,
    SHOWN_IN_REPORT,
    grade_text,
    max_shown_by,
    row_of,
)
from ttt_table.cli.output.terminal import (
    FINE,
    MISUSED,
    OPEN,
    WINDOWS,
    WRONG,
    as_line,
    complain,
    message_of,
    print_to_stderr,
    printable,
    show,
)
from ttt_table.errors import ArgumentError, PlayerError, TooSlowError
from ttt_table.grading.as_json import grade_as_json
from ttt_table.grading.grader import AnyPlayer, grade
from ttt_table.grading.grades import Grade
from ttt_table.grading.players import Program, PythonFile
from ttt_table.table.reader import Table

MAX_OF_A_LINE = 300  # characters of what is advised


def describe(command: argparse.ArgumentParser) -> None:
    add_input(
        command,
        "players",
        nargs="*",
        metavar="FILE:NAME",
        help="a function in a Python file; several players, a pattern or a folder get "
        "a line each",
    )
    add_input(
        command,
        "--adapter",
        metavar="FILE[:NAME]",
        help="a function call(player, board) of yours that calls FILE:NAME, or the "
        "module FILE, and returns its move",
    )
    add_input(
        command,
        "--program",
        metavar="COMMAND",
        help="a program in any language instead of a function",
    )
    command.add_argument(
        "--as",
        dest="side",
        type=str.upper,
        choices=("X", "O"),
        help="grade one side (default: both)",
    )
    add_input(
        command,
        "--against",
        metavar="PLAYER",
        help="also compute the results against this opponent: a level such as hard, "
        "a number of plies, or FILE:NAME",
    )
    add_table_options(command)
    command.add_argument(
        "--timeout",
        type=number,
        default=10.0,
        metavar="SECONDS",
        help="seconds for an answer, and for a file to load (default: 10)",
    )
    add_numbers(
        command,
        samples="ask each board so often, and grade the observed distribution",
    )
    command.add_argument(
        "--as-is",
        action="store_true",
        help="grade the player even if most of its answers are of no use",
    )
    add_flags(command, force="grade even more than 3 million boards")
    _add_output_options(command)


def _add_output_options(command: argparse.ArgumentParser) -> None:
    add_quiet(command)
    add_flags(command, csv="print CSV, a line for each player")
    add_numbers(
        command,
        show="the number of mistakes of each kind to show "
        f"(default: {SHOWN_AS_TEXT}, in a report {SHOWN_IN_REPORT})",
    )
    add_output(
        command,
        "--report",
        kind="html",
        metavar="OUT.html",
        help="also write the grade as an HTML page",
    )


def run(options: argparse.Namespace) -> int:
    """Grade the player. Returns 0 if it is sound, 5 if it is too slow, else 1."""
    _check_options(options)
    table = table_of(options)
    if options.program is not None:
        players = [options.program]
        has_pattern = False
    else:
        has_adapter = options.adapter is not None
        players = players_named(options.players, may_be_module=has_adapter)
        has_pattern = players != options.players
    # A pattern stands for several players, even where a single file fits it.
    has_several = options.csv or len(players) > 1 or has_pattern
    if options.report is not None and (has_several or options.report == "-"):
        raise ArgumentError("--report needs exactly one player and one output file")
    if has_several:
        return _grade_each(players, options, table)
    return _grade_one(players[0], options, table)


def _grade_one(player: str, options: argparse.Namespace, table: Table) -> int:
    """Grade one player, print its grade, and write its report if one is wanted."""
    try:
        player_grade = _grade(player, options, table)
    except PlayerError as error:
        reason, *advice = message_of(error).split("\n")
        complain(reason)
        for line in advice:
            print_to_stderr(printable(line, MAX_OF_A_LINE))
        return OPEN if isinstance(error, TooSlowError) else MISUSED

    if options.json:
        text = as_line(grade_as_json(player_grade))
    else:
        text = grade_text(player_grade, table, max_shown_by(options, SHOWN_AS_TEXT))
    status = show(text, FINE if player_grade.sound else WRONG)
    if options.report is not None:
        # Most grades want no report.
        from ttt_table.cli.output.files import write_output
        from ttt_table.cli.output.grade_page import grade_page

        page = grade_page(player_grade, table, max_shown_by(options, SHOWN_IN_REPORT))
        write_output(options.report, [page.encode()])
    return status


def _grade_each(
    players: Sequence[str], options: argparse.Namespace, table: Table
) -> int:
    """Grade several players, and print a line for each."""
    # Most grades are of one player.
    from ttt_table.cli.output.several import Judged, print_each

    def judge(player: str) -> Judged:
        player_grade = _grade(player, options, table)
        row = grade_as_json(player_grade) if options.json else row_of(player_grade)
        return Judged(player_grade.sound, row)

    form = "text"
    if options.json:
        form = "json"
    elif options.csv:
        form = "csv"
    return print_each(players, judge, COLUMNS, form)


def _check_options(options: argparse.Namespace) -> None:
    """Raise `ArgumentError` unless one kind of player is named, with its options."""
    if bool(options.players) == (options.program is not None):
        message = "name players as FILE:NAME, or one program with --program COMMAND"
        if options.players:
            command = shlex.quote(" ".join([options.program, *options.players]))
            message += f"; a command of several words has quotes: --program {command}"
        raise ArgumentError(message)
    _check_call_options(options)
    if options.against is not None and ":" not in options.against:
        from ttt_table.play.levels import plies_of_level  # few have an opponent

        try:
            plies_of_level(options.against)
        except ArgumentError as error:
            raise ArgumentError(f"--against: {error}, or FILE:NAME") from None


def _check_call_options(options: argparse.Namespace) -> None:
    """Raise `ArgumentError` for options of functions without a function."""
    if options.adapter is not None and not options.players:
        raise ArgumentError(
            "--adapter is only for what is in a Python file, FILE:NAME; a program gets"
            " a board as text"
        )


def _grade(player_name: str, options: argparse.Namespace, table: Table) -> Grade:
    """Start a player and its opponent, if one is named, and grade the player."""
    with ExitStack() as players:
        player = players.enter_context(_player(player_name, options))
        opponent = _opponent(options, players)
        return grade(
            player,
            table=table,
            side=options.side or "both",
            against=opponent,
            samples=options.samples or 0,
            as_is=options.as_is,
            force=options.force,
            quiet=options.quiet,
        )


def _opponent(
    options: argparse.Namespace, players: ExitStack
) -> AnyPlayer | str | None:
    if options.against is None:
        return None
    if ":" not in options.against:
        return str(options.against)
    player = PythonFile(options.against, timeout=options.timeout)
    return players.enter_context(player)


def _player(
    player_name: str, options: argparse.Namespace
) -> AbstractContextManager[Program | PythonFile]:
    if options.program is None:
        adapter = options.adapter or ""
        return PythonFile(player_name, adapter, timeout=options.timeout)
    try:
        command = _words(player_name)
    except ValueError as error:
        raise ArgumentError(f"--program {player_name}: {error}") from None
    return Program(command, timeout=options.timeout, name=player_name)


def _words(command: str) -> list[str]:
    """Split a command into words, as the shell of this system does.

    Raises:
        ValueError: A quotation is not closed.
    """
    words = shlex.shlex(command, posix=True)
    words.whitespace_split = True
    words.commenters = ""
    if WINDOWS:  # where a backslash is between folders, and an apostrophe in a name
        words.escape = ""
        words.quotes = '"'
    return list(words)
