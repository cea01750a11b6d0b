"""``ttt-table build``: solve a game and write its table."""

from __future__ import annotations

import argparse

from ttt_table.build import build_table
from ttt_table.build.estimate import check_room, in_bytes
from ttt_table.build.plan import METHODS, Plan, plan_build
from ttt_table.cli.commands.info import print_info
from ttt_table.cli.options.common import add_flags, add_output, add_quiet
from ttt_table.cli.options.executors import add_workers, workers_for
from ttt_table.cli.options.games import add_game, game_of
from ttt_table.cli.output.files import STANDARD_OUTPUT, check_output
from ttt_table.errors import ArgumentError, SizeError

ASKED_FROM = 10**9
"""Bytes of a file from which on a build needs ``--force``."""
SMALL_CELLS = 20
"""No table of so few cells has as many bytes: their slots are 750 million at most."""


def describe(command: argparse.ArgumentParser) -> None:
    add_game(command)
    add_output(
        command,
        "-o",
        "--output",
        kind="table",
        metavar="OUT",
        help="the file to write (default: the game's name, such as 3x3k3.msgpack)",
    )
    # For developers, who compare the methods.
    command.add_argument(
        "--method", choices=METHODS, default="auto", help=argparse.SUPPRESS
    )
    add_workers(command)
    add_flags(command, force="build over 1 GB, or what seems too big for this machine")
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
    default_output = f"{game}.msgpack"
    if options.output is None:
        check_output(default_output, "table", options)

    with workers_for(options) as (jobs, executor):
        if game.cells > SMALL_CELLS and not options.force:
            plan = plan_build(game, options.method, jobs, executor)
            _check_size(plan, options.output or default_output)
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


def _check_size(plan: Plan, output: str) -> None:
    """Raise `SizeError` for a build that will write over a gigabyte."""
    needed = plan.needed
    if needed.file <= ASKED_FROM:
        return
    check_room(plan.game, needed, output, resumed=plan.is_resumable)
    raise SizeError(
        f"the table of {plan.game} takes up to {in_bytes(needed.file)} on the disk, "
        f"and {in_bytes(needed.work)} while it is built",
        argument="force=True",
        effect="builds it",
    )
