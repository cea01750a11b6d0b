"""What a table file is: its game, the game's result, its size and digest."""

from __future__ import annotations

from hashlib import sha256

from ttt_table.errors import BadTableError, shown_path
from ttt_table.results import (
    Result,
    columns,
    count_text,
)
from ttt_table.results.boards import lines_text, rule_text
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import RESULTS, Outcome, outcome_of, result_text
from ttt_table.rules.recognition import lines_sha256
from ttt_table.table.contents import Contents
from ttt_table.table.files import read_table

FIELDS = (
    *("file", "game", "value", "plies", "positions", "blocks", "slots"),
    *("bytes", "sha256"),
)
PIECE = 1 << 20  # the bytes of a file that are hashed at once


def info(path: str) -> Result:
    """Read a whole table file, verify its checksums, and say what it is.

    Raises:
        TableError: The file cannot be read, or its parts contradict each other.
    """
    # The whole file is verified, so that "checksums hold" is true of every byte.
    contents = read_table(path, verify=True)
    game = contents.game
    # The empty board is the only position of its tier, so it is in slot 0.
    score = contents.score(contents.tiers[0], 0)
    if score is None:
        raise BadTableError(f"{path}: the table marks the empty board as unreachable")
    outcome = outcome_of(score, game.cells, stones=0)
    row = {
        "file": path,
        "game": str(game),
        **outcome._asdict(),
        "positions": contents.positions,
        "blocks": sum(tier.blocks for tier in contents.tiers),
        "slots": contents.slots,
        "bytes": len(contents.data),
        "sha256": _file_digest(contents),
    }
    more = game.rules()
    if game.lines is not None:
        more["lines_sha256"] = lines_sha256(game)
    return Result(row, lambda: _info_text(game, outcome, {**row, **more}), lambda: more)


def _file_digest(contents: Contents) -> str:
    digest = sha256()
    for start in range(0, len(contents.data), PIECE):  # it may exceed the memory
        digest.update(contents.data[start : start + PIECE])
    return digest.hexdigest()


def _info_text(game: Game, outcome: Outcome, info: dict[str, object]) -> str:
    size = f"{count_text(game.rows, 'row')}, {count_text(game.cols, 'column')}"
    ending = result_text(RESULTS[outcome.value], outcome.plies)
    rows = [
        ("file", shown_path(str(info["file"]))),
        ("game", f"{game}: {size}, {rule_text(game)}"),
        ("result", f"{ending}, with perfect play"),
        ("positions", f"{info['positions']:,}"),
        ("slots", f"{info['slots']:,} in {info['blocks']:,} blocks"),
        ("bytes", f"{info['bytes']:,}, checksums hold"),
        ("sha256", str(info["sha256"])),
    ]
    if "lines_sha256" in info:
        rows.append(("lines", f"{lines_text(game)}, sha256 {info['lines_sha256']}"))
    return columns(rows, left=2)
