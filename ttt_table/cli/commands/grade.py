"""``ttt-table grade``: judge a player exactly."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable
from contextlib import AbstractContextManager, ExitStack
from time import perf_counter

from ttt_table.cli.arguments import (
    add_flags,
    add_quiet,
    add_side,
    add_table,
    count,
    files_named,
    integer,
    output,
    table_of,
    write_output,
)
from ttt_table.cli.streams import STANDARD_OUTPUT, WINDOWS
from ttt_table.errors import ArgumentError
from ttt_table.grading.grader import AnyPlayer, grade
from ttt_table.grading.grades import Grade
from ttt_table.grading.players import Program, PythonFile, split_source
from ttt_table.play.levels import depth_of_level
from ttt_table.results import Result, find_each
from ttt_table.results.grade_page import grade_page
from ttt_table.results.graded import FIELDS as FIELDS
from ttt_table.results.graded import SHOWN_AS_TEXT, SHOWN_IN_REPORT, graded
from ttt_table.table.reader import Table


def describe(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "players",
        nargs="*",
        metavar="FILE:NAME",
        help="a function in a Python file; several players, a pattern or a folder get "
        "a line each",
    )
    command.add_argument(
        "--adapter",
        metavar="FILE[:NAME]",
        help="a function call(player, board) that calls FILE:NAME, or uses the "
        "module FILE, and returns a move",
    )
    command.add_argument(
        "--program",
        metavar="COMMAND",
        help="a program in any language instead of a function",
    )
    add_side(command, "grade one side (default: both)", default=None)
    command.add_argument(
        "--against",
        metavar="PLAYER",
        help="also compute the results against this opponent: a level such as hard, "
        "a number of plies, or FILE:NAME",
    )
    add_table(command)
    command.add_argument(
        "--timeout",
        type=number,
        default=10.0,
        metavar="SECONDS",
        help="seconds for an answer, and for a file to load (default: 10)",
    )
    command.add_argument(
        "--samples",
        type=_samples,
        metavar="N",
        help="ask each board N times, and grade the observed distribution",
    )
    add_flags(
        command,
        as_is="grade the player even if most of its answers are not legal moves",
        force="grade even more than 3 million boards",
    )
    command.add_argument(
        "--show",
        type=count,
        metavar="N",
        help="the number of mistakes of each kind to show "
        f"(default: {SHOWN_AS_TEXT}, in a report {SHOWN_IN_REPORT})",
    )
    command.add_argument(
        "--report",
        type=output(".html"),
        metavar="OUT.html",
        help="also write the grade as an HTML page",
    )
    add_quiet(command)


def _samples(text: str) -> int:
    """Parse how often each board is asked; 0 would mean that it is not sampled."""
    number_of_samples = integer(text)
    if number_of_samples < 1:
        raise argparse.ArgumentTypeError(f"{number_of_samples} is less than 1")
    return number_of_samples


def number(text: str) -> float:
    """Return the number that a text stands for; messages have this function's name."""
    return float(text)


def run(options: argparse.Namespace) -> Iterable[Result]:
    _check_options(options)
    table = table_of(options)
    if options.program is not None:
        names = [options.program]
    else:
        names = _players_named(options)
    # A pattern stands for several players, even where a single file fits it.
    has_several = len(names) > 1 or names != (options.players or [options.program])
    if options.report is not None and (
        has_several or options.report == STANDARD_OUTPUT
    ):
        raise ArgumentError("--report needs exactly one player and one output file")

    def find(name: str) -> Result:
        started = perf_counter()
        player_grade = _grade_named(name, options, table)
        seconds = perf_counter() - started
        if options.report is not None:
            page = grade_page(player_grade, _shown(options, SHOWN_IN_REPORT))
            write_output(options.report, [page.encode()])
        shown = _shown(options, SHOWN_AS_TEXT)
        return graded(name, player_grade, seconds, shown)

    return find_each("player", names, find, has_several=has_several)


def _shown(options: argparse.Namespace, default: int) -> int:
    """Return how many mistakes of each kind to show."""
    return default if options.show is None else int(options.show)


def _players_named(options: argparse.Namespace) -> list[str]:
    """Return each player that is meant; its file may be a pattern or a folder.

    Raises:
        ArgumentError: No function is named, or no file fits a pattern.
    """
    players = []
    for name in options.players:
        path, function = split_source(name)
        if not function and options.adapter is None:  # an adapter may take a module
            if path.rstrip(":").endswith(".py"):
                with PythonFile(path.rstrip(":")) as file:
                    own = ", ".join(file.outline()) or "no function"
                raise ArgumentError(
                    f"{name}: which function? Write FILE:NAME, as in bot.py:move;"
                    f" the file has {own}"
                )
            raise ArgumentError(
                f"{name}: write FILE:NAME for a function, as in bot.py:move, or"
                " --program COMMAND for a program in any language"
            )
        ending = f":{function}" if function else ""
        players += [f"{file}{ending}" for file in files_named(path)]
    return players


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
        try:
            depth_of_level(options.against)
        except ArgumentError as error:
            raise ArgumentError(f"--against: {error}, or FILE:NAME") from None


def _check_call_options(options: argparse.Namespace) -> None:
    """Raise `ArgumentError` for options of functions without a function."""
    if options.adapter is not None and not options.players:
        raise ArgumentError(
            "--adapter is only for what is in a Python file, FILE:NAME; a program gets"
            " a board as text"
        )


def _grade_named(player_name: str, options: argparse.Namespace, table: Table) -> Grade:
    """Start a player and its opponent, if one is named, and grade the player."""
    with ExitStack() as players:
        player = players.enter_context(_named_player(player_name, options))
        opponent = _named_opponent(options, players)
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


def _named_opponent(
    options: argparse.Namespace, players: ExitStack
) -> AnyPlayer | str | None:
    if options.against is None:
        return None
    if ":" not in options.against:
        return str(options.against)
    player = PythonFile(options.against, timeout=options.timeout)
    return players.enter_context(player)


def _named_player(
    player_name: str, options: argparse.Namespace
) -> AbstractContextManager[Program | PythonFile]:
    if options.program is None:
        adapter = options.adapter or ""
        return PythonFile(player_name, adapter, timeout=options.timeout)
    try:
        command = _shell_words(player_name)
    except ValueError as error:
        raise ArgumentError(f"--program {player_name}: {error}") from None
    return Program(command, timeout=options.timeout, name=player_name)


def _shell_words(command: str) -> list[str]:
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
