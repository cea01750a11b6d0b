"""``ttt-table build``: solve a game and write its table."""

from __future__ import annotations

import os

from ttt_table.cli.info import print_info

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

EXAMPLES = """\
examples:
  ttt-table build                        tic-tac-toe, to 3x3k3.msgpack
  ttt-table build --rows 3 --cols 4      to 3x4k3.msgpack
  ttt-table build --misere -o avoid.msgpack
  ttt-table build --rows 4 --cols 5 --k 4
  ttt-table build --rows 4 --cols 5 --k 4 --gravity

A board of more than about 11 cells is solved with numpy: pip install 'ttt-table[boards]'. A long
build says first what it will take; if it is stopped, the same command goes on from where it was.
"""


def describe(build: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    build.epilog = EXAMPLES
    build.add_argument("--rows", type=int, default=3, help="rows of the board (3)")
    build.add_argument("--cols", type=int, default=3, help="columns of the board (3)")
    build.add_argument("--k", type=int, default=3, help="stones in a row that end the game (3)")
    build.add_argument("--misere", action="store_true", help="whoever makes a line loses")
    build.add_argument("--gravity", action="store_true", help="stones fall down their column")
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


def run(options: argparse.Namespace) -> int:
    """Build the table, and say what it is."""
    from ttt_table.build import build_table
    from ttt_table.rules.game import Game

    # With a thread for each core numpy starts half as fast, and no matrix is multiplied here.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    path = build_table(
        Game(options.rows, options.cols, options.k, options.misere, options.gravity),
        options.output,
        quiet=options.quiet,
        engine=options.engine,
        jobs=options.jobs,
        force=options.force,
    )
    return print_info(path, options.json)
