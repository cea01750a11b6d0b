"""Build every board up to a size, and write what ``info`` says to docs/boards.jsonl.

    python scripts/boards.py [--cells N | FILE ...]

docs/boards.csv has the same as a table, and docs/boards.md the games that one player
wins. A game whose record is complete is not built again, so an interrupted run can be
repeated. The largest games are built separately, audited, and added as FILE.

    python scripts/boards.py --cells 0

writes the pages again from the records, and builds nothing.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby, product
from pathlib import Path
from typing import Any, NamedTuple

from planes import PLANES

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.cli.commands.info import info_record
from ttt_table.rules.families import (
    GLUED,
    box_lines,
    hex_lines,
    hex_o_lines,
    shape_lines,
    surface_lines,
)
from ttt_table.rules.game import playable, symmetries
from ttt_table.rules.outcome import result
from ttt_table.table.codec import Contents
from ttt_table.table.files import read_table
from ttt_table.table.reader import Table

DOCS = Path(__file__).resolve().parents[1] / "docs"
CHANGELOG = DOCS.parent / "CHANGELOG.md"
RECORDS = DOCS / "boards.jsonl"
PAGE = DOCS / "boards.md"
LIST = DOCS / "boards.csv"
COUNTED_GAMES = re.compile(r"\*\*[\d,]+ games\*\*")
"""The number of listed games, as a page cites it."""

FAMILY_CELLS = 16
"""k in a row is listed on every board of up to this many cells, in every mode."""

SURFACE_SIDES = [*product((3, 4), repeat=2), (3, 5), (5, 3), (4, 5), (5, 4)]
"""The rows and columns of surfaces, both ways round: some glue two edges only."""
HEX_SIDES = [*product((2, 3, 4), repeat=2), (4, 5), (5, 4)]
"""The rows and columns of Hex with a Breaker."""
ANIMALS = {
    "el": "XX/X.",
    "tic": "XXX",
    "elly": "XXX/X..",
    "tippy": "XX./.XX",
    "knobby": "XXX/.X.",
    "skinny": "XXXX",
    "fatty": "XX/XX",
}
"""F. Harary's names for the polyominoes of three and four cells."""


class Kind(NamedTuple):
    """The rules of the games in one section of the page."""

    has_name: bool = False
    """Whether they are games of lines, which have names."""
    gravity: bool = False
    """Whether stones fall."""
    misere: bool = False
    """Whether the player who makes a line loses."""
    breaker: bool = False
    """Whether O is a Breaker."""


TITLES = {
    Kind(): "Normal play",
    Kind(misere=True): "Misère play: the player who makes a line loses",
    Kind(gravity=True): "With gravity: stones fall down their column",
    Kind(gravity=True, misere=True): "With gravity, misère",
    Kind(breaker=True): "Maker and Breaker in rows",
    Kind(breaker=True, misere=True): "Maker and Breaker in rows, misère",
    Kind(breaker=True, gravity=True): "Maker and Breaker in rows, with gravity",
    Kind(breaker=True, gravity=True, misere=True): (
        "Maker and Breaker in rows, with gravity, misère"
    ),
    Kind(has_name=True): "Games of lines: Hex, surfaces, planes, boxes",
    Kind(has_name=True, misere=True): "Games of lines, misère",
    Kind(has_name=True, gravity=True): "Games of lines with gravity",
    Kind(has_name=True, gravity=True, misere=True): (
        "Games of lines with gravity, misère"
    ),
    Kind(has_name=True, breaker=True): "Maker and Breaker: Hex and planes",
    Kind(has_name=True, breaker=True, misere=True): (
        "Maker and Breaker: Hex and planes, misère"
    ),
}
"""The titles of the page's sections, in their order."""

FIRST_KIND = "\n## Normal play"
"""The heading at which the generated part of the page begins."""
WINNERS = {1: "X", 0: None, -1: "O"}
"""The winner by the value of the empty board."""

Record = dict[str, Any]


def main() -> None:
    """Build the missing games, smallest first, and write all files at the end.

    They are also written if a build is interrupted.
    """
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--cells", type=int, default=12, help="build games of up to N cells (12)"
    )
    parser.add_argument("files", nargs="*", help="tables to add; nothing is built then")
    options = parser.parse_args()
    records = known_records()
    if options.files:
        for path in options.files:
            add(records, record_of(path))
        return
    try:
        for game in listed_games():
            record = records.get(str(game), {})
            if game.cells <= options.cells and not is_complete(record):
                records[str(game)] = built_record(game)
                print(game, flush=True)
    finally:
        write_files(records)


def is_complete(record: Record) -> bool:
    """Return whether a record has all that a build says."""
    return "sha256" in record and "first_moves" in record


def add(records: dict[str, Record], record: Record) -> None:
    """Add a record, and write all of them."""
    records[record["game"]] = record
    write_files(records)
    print(record["game"], flush=True)


def write_files(records: dict[str, Record]) -> None:
    """Write the records, the table, the page, and the number of games elsewhere."""
    ordered = sorted(records.values(), key=sort_key)
    RECORDS.write_text("".join(json.dumps(record) + "\n" for record in ordered))
    PAGE.write_text(page_text(ordered))
    LIST.write_text(csv_text(ordered))
    CHANGELOG.write_text(with_number_of_games(CHANGELOG.read_text(), len(ordered)))


def with_number_of_games(text: str, games: int) -> str:
    """Return a text with the number of listed games brought up to date."""
    return COUNTED_GAMES.sub(f"**{games:,} games**", text)


@cache
def listed_games() -> tuple[Game, ...]:
    """Return all games that the page lists, the smallest boards first."""
    games = dict.fromkeys([*chosen_games(), *family_games(), *hex_games()])
    return tuple(sorted(games, key=lambda game: game.cells))


def family_games() -> list[Game]:
    """Return k in a row on every board of the family, in every mode.

    k goes from 1 to the longer side. The modes are normal play and misère, each with
    gravity and without it, with a Breaker and without one. Without gravity, a tall
    board is the same game as a wide one.
    """
    games = []
    for rows, cols in product(range(1, FAMILY_CELLS + 1), repeat=2):
        if rows * cols > FAMILY_CELLS:
            continue
        for gravity, misere, breaker in product((False, True), repeat=3):
            if rows > cols and not gravity:
                continue
            for k in range(1, max(rows, cols) + 1):
                game = Game(rows, cols, k, misere, gravity, breaker=breaker)
                games.append(game)
    return games


def hex_games() -> list[Game]:
    """Return Hex, which ends with the chain of either player.

    It is listed on every board of the family's sizes in normal play and misère, and on
    two larger ones in normal play.
    """
    games = []
    for rows, cols in product(range(2, FAMILY_CELLS), repeat=2):
        if rows * cols <= FAMILY_CELLS:
            game = hex_game(rows, cols)
            games += [game, game._replace(misere=True)]
    return [*games, hex_game(4, 5), hex_game(5, 4)]


def hex_game(rows: int, cols: int) -> Game:
    """Return Hex in normal play."""
    return Game(
        rows,
        cols,
        lines=hex_lines(rows, cols),
        o_lines=hex_o_lines(rows, cols),
        name="hex",
    )


@cache
def chosen_games() -> tuple[Game, ...]:
    """Return the games that are listed one by one, and counted in docs/counts."""
    games = list(games_in_one_rule())
    for game in games_in_both_rules():
        games += [game._replace(misere=False), game._replace(misere=True)]
    return tuple(sorted(dict.fromkeys(games), key=lambda game: game.cells))


def games_in_one_rule() -> Iterator[Game]:
    """Yield the smallest and the largest games, which are listed in normal play only.

    The exception is the cube, which is listed in misère too.
    """
    yield Game(1, 1, 1)
    yield Game(2, 2, 2)
    # Each of these four takes 10 GB.
    for k in (3, 4, 5):
        yield Game(5, 5, k)
    yield Game(5, 5, lines=shape_lines(5, 5, ANIMALS["knobby"]), name="knobby")
    # These take seconds, because the torus has 800 symmetries.
    for k in (4, 5):
        yield surface_game(5, 5, k, "torus")
    yield hex_breaker_game(4, 5)
    yield hex_breaker_game(5, 4)
    for rows, cols in ((4, 6), (5, 6), (6, 4), (7, 4), (4, 7), (6, 5)):
        yield Game(rows, cols, 4, gravity=True)  # 5x6 takes minutes and 2.5 GB
    cube = box_game(3, 3, 3, 3)
    # Each layer of the cube is a row of this board, so stones fall through the layers.
    falling_cube = cube._replace(rows=3, cols=9, gravity=True)
    for game in (cube, falling_cube):
        yield game
        yield game._replace(misere=True)


def games_in_both_rules() -> Iterator[Game]:
    """Yield the games that are listed in normal play and in misère."""
    yield from row_games()
    yield from line_games()
    yield from breaker_games()


def row_games() -> Iterator[Game]:
    """Yield games of k in a row, without gravity and with it."""
    # Without gravity, a tall board is the same game as a wide one.
    for rows, cols in product(range(2, 20), range(3, 20)):
        if rows <= cols and rows * cols <= 20:
            for k in range(3, cols + 1):
                yield Game(rows, cols, k)
    for rows, cols in product(range(2, 6), repeat=2):
        for k in range(3, max(rows, cols) + 1):
            yield Game(rows, cols, k, gravity=True)


def line_games() -> Iterator[Game]:
    """Yield games on surfaces, of animals, on planes and in boxes."""
    for (rows, cols), surface, k in product(SURFACE_SIDES, GLUED, (3, 4, 5)):
        if surface_lines(rows, cols, k, surface):
            yield surface_game(rows, cols, k, surface)
    for side, (name, shape) in product((3, 4), ANIMALS.items()):
        lines = shape_lines(side, side, shape)
        if lines:
            yield Game(side, side, lines=lines, name=name)
    yield from PLANES.values()
    yield box_game(2, 2, 2, 2)
    yield box_game(2, 2, 3, 2)
    yield box_game(2, 2, 3, 3)
    yield box_game(2, 3, 3, 3)


def breaker_games() -> Iterator[Game]:
    """Yield the games of a Maker and a Breaker: in Hex, on rows and planes."""
    for rows, cols in HEX_SIDES:
        yield hex_breaker_game(rows, cols)
    for rows, cols in ((3, 3), (3, 4), (3, 5), (4, 4)):
        for k in range(3, cols + 1):
            yield Game(rows, cols, k, breaker=True)
    for name, plane in PLANES.items():
        if name != "sim":
            yield plane._replace(breaker=True)


def hex_breaker_game(rows: int, cols: int) -> Game:
    """Return Hex in which only the chains of X count, from left to right."""
    return Game(rows, cols, lines=hex_lines(rows, cols), name="hex", breaker=True)


def surface_game(rows: int, cols: int, k: int, surface: str) -> Game:
    """Return the game of k in a row on a surface."""
    lines = surface_lines(rows, cols, k, surface)
    return Game(rows, cols, lines=lines, name=f"{surface}-k{k}")


def box_game(layers: int, rows: int, cols: int, k: int) -> Game:
    """Return the game of k in a row in a box, without gravity."""
    lines = box_lines(layers, rows, cols, k)
    return Game(layers * rows, cols, lines=lines, name=f"{layers}x{rows}x{cols}-k{k}")


def built_record(game: Game) -> Record:
    """Build a game's table, and return its record; the table is not kept."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{game}.msgpack"
        return record_of(build_table(game, path, quiet=False))


def record_of(path: str) -> Record:
    """Return the record of a table file."""
    contents = read_table(path, verify=True)
    record = info_record(path, contents)
    del record["file"]
    record.pop("lines", None)  # the name and the digest identify them
    record.pop("o_lines", None)
    record["first_moves"] = first_moves(contents)
    return record


def first_moves(contents: Contents) -> list[list[int]]:
    """Return each first move up to symmetry: its cell, its value for X, and its plies.

    Of the moves that symmetries of the table carry to each other, only the one on the
    first cell is listed. The plies are those of the whole game, this move included.
    """
    game = contents.game
    moves = {
        move.cell: move.outcome for move in Table(contents).moves("." * game.cells)
    }
    return [[cell, *moves[cell]] for cell in first_cells(game)]


def first_cells(game: Game) -> list[int]:
    """Return the cells of X's first moves, one of each set of symmetric cells."""
    game_symmetries = symmetries(game)
    cells = []
    for cell in playable(game, 0):
        images = [symmetry[cell] for symmetry in game_symmetries]
        if cell == min(images):
            cells.append(cell)
    return cells


def known_records() -> dict[str, Record]:
    """Return the records of the games that have been built, by game."""
    records = map(json.loads, RECORDS.read_text().splitlines())
    return {record["game"]: record for record in records}


def sort_key(record: Record) -> tuple[Any, ...]:
    """Sort by gravity, then size, shape, k or name, breaker, and misère."""
    rows = record["rows"]
    cols = record["cols"]
    return (
        record["gravity"],
        rows * cols,
        rows,
        cols,
        record.get("k", 0),
        record.get("name", ""),
        "breaker" in record,
        record["misere"],
    )


def page_text(records: Sequence[Record]) -> str:
    """Return the page: its introduction, then for each kind of game who wins."""
    introduction, _, _ = PAGE.read_text().partition(FIRST_KIND)
    parts = [with_number_of_games(introduction, len(records))]
    for kind, title in TITLES.items():
        won = [
            record
            for record in records
            if kind_of(record) == kind and record["value"] and not is_held(record)
        ]
        won.sort(key=lines_of)
        rows = [
            f"* **{lines}:** {winners(group)}\n"
            for (_, lines), group in groupby(won, key=lines_of)
        ]
        parts.append(f"## {title}\n\n{''.join(rows)}")
    return "\n".join(parts)


def kind_of(record: Record) -> Kind:
    """Return the section of the page in which a game belongs."""
    return Kind(
        has_name="name" in record,
        gravity=record["gravity"],
        misere=record["misere"],
        breaker=record.get("breaker", False),
    )


def is_held(record: Record) -> bool:
    """Return whether k in a row with a Breaker lasts until the board is full.

    Then O wins in normal play, and X in misère. The page does not list these games: one
    sentence covers them all.
    """
    held_by = 1 if record["misere"] else -1
    return (
        "name" not in record
        and record.get("breaker", False)
        and record["value"] == held_by
        and record["plies"] == record["rows"] * record["cols"]
    )


def lines_of(record: Record) -> tuple[int, str]:
    """Return a key that sorts by k, and the heading of a line of the page.

    The key of a game of lines is 0, and the heading the name of its lines.
    """
    if "name" in record:
        return 0, str(record["name"])
    return record["k"], f"{record['k']} in a row"


def winners(records: Iterable[Record]) -> str:
    """Say who wins on which boards, and on which ply."""
    boards_of: dict[tuple[int, int], list[str]] = {}
    for record in sorted(
        records, key=lambda record: (-record["value"], record["plies"])
    ):
        outcome = (record["value"], record["plies"])
        board = f"{record['rows']}x{record['cols']}"
        boards_of.setdefault(outcome, []).append(board)

    parts = []
    for (value, plies), boards in boards_of.items():
        winner = "X" if value > 0 else "O"
        parts.append(f"{winner} {plies}: {' '.join(boards)}")
    return "; ".join(parts)


def csv_text(records: Sequence[Record]) -> str:
    """Return the records as CSV, with 1 for true and 0 for false."""
    flags = ("misere", "gravity", "breaker")
    columns = ["game", "rows", "cols", "k", "name", *flags, "result"]
    columns += ["positions", "blocks", "slots", "bytes", "sha256", "lines_sha256"]
    columns.append("first_moves")
    text = io.StringIO()
    writer = csv.DictWriter(
        text, columns, restval="", extrasaction="ignore", lineterminator="\n"
    )
    writer.writeheader()
    for record in records:
        row = {**record, "result": result_of(record)}
        row["first_moves"] = first_moves_text(record)
        for flag in flags:
            row[flag] = int(record.get(flag, False))
        writer.writerow(row)
    return text.getvalue()


def first_moves_text(record: Record) -> str:
    """Return the first moves in words, such as ``0 draw 9; 4 X 7``."""
    texts = []
    for cell, value, plies in record.get("first_moves", []):
        winner = WINNERS[value] or "draw"
        texts.append(f"{cell} {winner} {plies}")
    return "; ".join(texts)


def result_of(record: Record) -> str:
    """Return the result of perfect play in words."""
    return result(WINNERS[record["value"]], record["plies"])


if __name__ == "__main__":
    main()
