"""``ttt-table build``: solve a game and write its table."""

from __future__ import annotations

import argparse

from ttt_table.build import build_table
from ttt_table.build.plan import METHODS
from ttt_table.cli.commands.info import print_info
from ttt_table.cli.options.common import add_flags, add_output, add_quiet
from ttt_table.cli.options.executors import add_workers, workers_for
from ttt_table.cli.options.games import add_game, game_of
from ttt_table.cli.output.files import STANDARD_OUTPUT, check_output
from ttt_table.errors import ArgumentError


def describe(command: argparse.ArgumentParser) -> None:
    add_game(command)
    add_output(
        command,
        "-o",
        "--output",
        metavar="OUT",
        help="the file to write (default: the game's name, such as 3x3k3.msgpack)",
    )
    command.add_argument(
        "--method",
        choices=METHODS,
        default="auto",
        help="how to solve the game: search, in plain Python; tiers, a tier at a time "
        "in numpy; or auto, by the size of the game (default: auto)",
    )
    add_workers(command)
    add_flags(command, force="build even if it seems too big for this machine")
    add_quiet(command)


def run(options: argparse.Namespace) -> int:
    # Whatever can be refused is refused here, before a build that may take hours.
    if options.output == STANDARD_OUTPUT:
        raise ArgumentError(
            "a table cannot go to standard output: it is written to a temporary file "
            "and renamed once it is complete; name a file with -o (./- is a file "
            "named -)"
        )
    game = game_of(options)
    if options.output is None:
        check_output(f"{game}.msgpack", options)

    with workers_for(options) as (jobs, executor):
        path = build_table(
            game,
            options.output,
            jobs=jobs,
            executor=executor,
            method=options.method,
            force=options.force,
            quiet=options.quiet,
        )
    return print_info(path, options.json)
