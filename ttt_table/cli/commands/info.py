"""``ttt-table info``: describe a table file, as ``build`` does with a new one."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from ttt_table.cli.options.common import add_table_input
from ttt_table.cli.output.drawing import columns, count_text, lines_text, rule_text
from ttt_table.cli.output.terminal import MAX_OF_A_PATH, as_line, printable, show
from ttt_table.errors import ArgumentError, BadTableError
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import outcome_of, result
from ttt_table.table.contents import Contents
from ttt_table.table.files import read_table, shipped_path

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing would take longer than reading the file
    from typing import Any

PIECE = 1 << 20  # the bytes of a file that are hashed at once
WINNERS = {1: "X", 0: None, -1: "O"}  # by the value of the empty board, X to move


def describe(command: argparse.ArgumentParser) -> None:
    add_table(command)


def add_table(command: argparse.ArgumentParser) -> None:
    """Add the table file of a command, as an argument and as an option."""
    add_table_input(
        command,
        "file",
        nargs="?",
        metavar="FILE",
        help="the table file (default: the shipped tic-tac-toe)",
    )
    add_table_input(
        command,
        "--table",
        metavar="FILE",
        help="another way to give FILE, as in other commands",
    )


def table_path(options: argparse.Namespace) -> str:
    """Return the path of the table file that was given, or of the shipped one.

    Raises:
        ArgumentError: It was given twice.
    """
    if options.file is not None and options.table is not None:
        raise ArgumentError("FILE and --table both name the table: give one of them")
    if options.file is not None:
        return str(options.file)
    if options.table is not None:
        return str(options.table)
    return shipped_path()


def run(options: argparse.Namespace) -> int:
    return print_info(table_path(options), options.json)


def print_info(path: str, as_json: bool) -> int:
    """Print what a table file is, and return the exit status of a success."""
    # The whole file is verified, so that "checksums hold" is true of every byte.
    contents = read_table(path, verify=True)
    record = info_record(path, contents)
    if as_json:
        return show(as_line(record))
    return show(_drawing(contents.game, record))


def info_record(path: str, contents: Contents) -> dict[str, object]:
    """Return what a table file is: its game, the game's result, its size and digest.

    Args:
        path: The path of the file.
        contents: What the file holds.

    Raises:
        TableError: The file cannot be read, or its parts contradict each other.
    """
    from hashlib import sha256

    game = contents.game
    # The empty board is the only position of its tier, so it is in slot 0.
    start_score = contents.score(contents.tiers[0], 0)
    if start_score is None:
        raise BadTableError(f"{path}: the table marks the empty board as unreachable")

    digest = sha256()
    size = len(contents.data)
    for start in range(0, size, PIECE):  # the file may be larger than the memory
        digest.update(contents.data[start : start + PIECE])
    record = {
        "file": path,
        "game": str(game),
        **game.rules(),
        **outcome_of(start_score, game.cells, stones=0)._asdict(),
        "positions": contents.positions,
        "blocks": sum(tier.blocks for tier in contents.tiers),
        "slots": contents.slots,
        "bytes": size,
        "sha256": digest.hexdigest(),
    }
    if game.lines is not None:
        from ttt_table.rules.recognition import lines_sha256

        record["lines_sha256"] = lines_sha256(game)
    return record


def _drawing(game: Game, info: Mapping[str, Any]) -> str:
    winner = WINNERS[info["value"]]
    size = f"{count_text(game.rows, 'row')}, {count_text(game.cols, 'column')}"
    rows = [
        ("file", printable(str(info["file"]), MAX_OF_A_PATH)),
        ("game", f"{game}: {size}, {rule_text(game)}"),
        ("result", f"{result(winner, info['plies'])}, with perfect play"),
        ("positions", f"{info['positions']:,}"),
        ("slots", f"{info['slots']:,} in {info['blocks']:,} blocks"),
        ("bytes", f"{info['bytes']:,}, checksums hold"),
        ("sha256", str(info["sha256"])),
    ]
    if "lines_sha256" in info:
        digest = info["lines_sha256"]
        rows.append(("lines", f"{lines_text(game)}, sha256 {digest}"))
    return columns(rows, left=2)
