"""``ttt-table info``: what a table file is; also what ``build`` prints of the file it wrote."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from ttt_table.cli.output.drawing import columns, count_text, rule
from ttt_table.cli.output.terminal import MOST_OF_A_PATH, as_line, printable, show
from ttt_table.errors import BadTableError
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import outcome_of, result
from ttt_table.table.codec import Contents
from ttt_table.table.files import read_table, shipped_path

TYPE_CHECKING = False
if TYPE_CHECKING:  # loading typing would take longer than all else
    from typing import Any

AT_ONCE = 1 << 20  # bytes of a file that are read at a time


def describe(info: argparse.ArgumentParser) -> None:
    add_table(info)


def add_table(command: argparse.ArgumentParser) -> None:
    """Let a command take a table file, or the shipped table without one."""
    words = "the table file (default: the shipped tic-tac-toe)"
    command.add_argument(
        "table", nargs="?", default=argparse.SUPPRESS, metavar="FILE", help=words
    )
    words = "the same, as in other commands"
    command.add_argument("--table", metavar="FILE", default=shipped_path(), help=words)


def run(options: argparse.Namespace) -> int:
    return print_info(options.table, options.json)


def print_info(path: str, as_json: bool) -> int:
    """Print what a file is, for people or for programs."""
    contents = read_table(
        path, verify=True
    )  # whole, so "checksums hold" is true of every byte
    record = info_record(path, contents)
    return show(as_line(record) if as_json else _drawing(contents.game, record))


def info_record(path: str, contents: Contents) -> dict[str, object]:
    """What a file is: its game and that game's result, its size, its digest.

    Raises a kind of `TableError` unless the file is a table whose checksums hold.
    """
    from hashlib import sha256

    game = contents.game
    # The empty board is the only one of its tier, so no reader has to look for it.
    start = contents.score(contents.tiers[0], 0)
    if start is None:
        raise BadTableError(f"{path}: the table says play cannot reach the empty board")
    digest = sha256()
    for at in range(
        0, len(contents.data), AT_ONCE
    ):  # the file may be larger than memory
        digest.update(contents.data[at : at + AT_ONCE])
    return {
        "file": path,
        "game": str(game),
        **game.rules(),
        **outcome_of(start, game.cells, stones=0)._asdict(),
        "positions": contents.positions,
        "blocks": sum(tier.blocks for tier in contents.tiers),
        "slots": contents.slots,
        "bytes": len(contents.data),
        "sha256": digest.hexdigest(),
    }


def _drawing(game: Game, info: Mapping[str, Any]) -> str:
    winner = {1: "X", 0: None, -1: "O"}[info["value"]]
    sides = f"{count_text(game.rows, 'row')}, {count_text(game.cols, 'column')}"
    rows = [
        ("file", printable(str(info["file"]), MOST_OF_A_PATH)),
        ("game", f"{game}: {sides}, {rule(game)}"),
        ("result", f"{result(winner, info['plies'])}, with perfect play"),
        ("positions", f"{info['positions']:,}"),
        ("slots", f"{info['slots']:,} in {info['blocks']:,} blocks"),
        ("bytes", f"{info['bytes']:,}, checksums hold"),
        ("sha256", str(info["sha256"])),
    ]
    return columns(rows, left=2)
