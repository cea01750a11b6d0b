"""``ttt-table build``: solve a game and write its table."""

from __future__ import annotations

import argparse

from ttt_table.build import build_table
from ttt_table.build.plan import METHODS
from ttt_table.cli.commands.info import print_info
from ttt_table.cli.options.executors import add_workers, workers_for
from ttt_table.cli.options.games import add_game, game_of
from ttt_table.cli.options.parsing import add_flags
from ttt_table.cli.output.files import STANDARD_OUTPUT, check_path
from ttt_table.errors import ArgumentError


def describe(build: argparse.ArgumentParser) -> None:
    add_game(build)
    words = "the file to write (default: the game's name, such as 3x3k3.msgpack)"
    build.add_argument("-o", "--output", metavar="OUT", help=words)
    words = "how to solve the game: in plain Python, or a tier at a time in numpy (auto, by size)"
    build.add_argument("--method", choices=METHODS, default="auto", help=words)
    add_workers(build)
    add_flags(build, force="build even if it seems too big for this machine")
    build.add_argument("-q", "--quiet", action="store_true", help="show no progress")


def run(options: argparse.Namespace) -> int:
    # All that can be refused is refused before the first minute of a long build.
    if options.output == STANDARD_OUTPUT:
        raise ArgumentError(
            "a table cannot go to standard output: it is written beside its place and moved there "
            "once it is whole; name a file with -o (one named - is ./-)"
        )
    game = game_of(options)
    if options.output is None:
        check_path(f"{game}.msgpack", options)
    how = {"method": options.method, "force": options.force, "quiet": options.quiet}
    with workers_for(options) as (jobs, executor):
        path = build_table(game, options.output, jobs=jobs, executor=executor, **how)
    return print_info(path, options.json)
