"""Build every board up to a size, and write what is known of each: docs/boards.md.

    python scripts/boards.py [--cells N | FILE ...]

A board that has been built before is not built again: its record stands in docs/boards.jsonl. Each
record is what ``ttt-table info --json`` says of the file that was built; nothing is typed in. The
largest boards take too long for this: they are built by hand, audited, and added by their files.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterable, Iterator
from itertools import chain, product
from pathlib import Path
from typing import Any

from planes import PLANES

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.cli.info import info_record
from ttt_table.rules.families import GLUED, shape_lines, surface_lines
from ttt_table.rules.outcome import result
from ttt_table.table.files import read_table

DOCS = Path(__file__).resolve().parents[1] / "docs"
RECORDS = DOCS / "boards.jsonl"
PAGE = DOCS / "boards.md"

LARGE_GAMES = [Game(5, 5, k) for k in (3, 4, 5)]
"""Of 25 cells only these are listed: each takes 10 GB."""
MOST_FALLING = 5
"""With gravity boards are listed up to so many rows and columns."""
LARGE_FALLING_GAMES = [
    Game(rows, cols, 4, gravity=True)
    for rows, cols in ((4, 6), (6, 4), (4, 7), (7, 4), (5, 6), (6, 5))
]
"""Of those with more rows or columns, these; 5x6 takes minutes, and 2.5 GB."""

SURFACE_SIDES = [*product((3, 4), repeat=2), (3, 5), (5, 3), (4, 5), (5, 4)]
"""Surfaces are listed on boards of these rows and columns; columns go round where rows may not."""
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

Record = dict[str, Any]


def main() -> None:
    """Build what is missing, smallest first, and write the page anew after each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cells", type=int, default=12, help="the largest board's cells (12)")
    parser.add_argument("files", nargs="*", help="tables to add, and nothing is built")
    options = parser.parse_args()
    records = known_records()
    for path in options.files:
        add(records, record_of(path))
    for game in [] if options.files else listed_games():
        if game.cells <= options.cells and str(game) not in records:
            add(records, built_record(game))


def add(records: dict[str, Record], record: Record) -> None:
    """Add a record, and write all of them."""
    records[record["game"]] = record
    RECORDS.write_text("".join(json.dumps(one) + "\n" for one in ordered(records)))
    PAGE.write_text(page_of(ordered(records)))
    print(record["game"], flush=True)


def listed_games() -> list[Game]:
    """All that the page lists, the smallest boards first."""
    small = (Game(1, 1, 1), Game(2, 2, 2))
    kinds = (small, plain_games(20), LARGE_GAMES, falling_games(), games_of_lines())
    return sorted(chain(*kinds), key=lambda game: game.cells)


def plain_games(most_cells: int) -> Iterator[Game]:
    """The boards that are no higher than wide, of two rows at least, and every k from 3."""
    for rows, cols, misere in product(range(2, most_cells), range(3, most_cells), (False, True)):
        if rows <= cols and rows * cols <= most_cells:
            yield from (Game(rows, cols, k, misere) for k in range(3, cols + 1))


def falling_games() -> Iterator[Game]:
    """The boards with gravity, which plays otherwise on the turned board."""
    sides = range(2, MOST_FALLING + 1)
    for rows, cols, misere in product(sides, sides, (False, True)):
        for k in range(3, max(rows, cols) + 1):
            yield Game(rows, cols, k, misere, gravity=True)
    yield from LARGE_FALLING_GAMES


def games_of_lines() -> Iterator[Game]:
    """Surfaces, animals and planes, in normal play and in misère."""
    for (rows, cols), surface, k in product(SURFACE_SIDES, GLUED, (3, 4, 5)):
        if lines := surface_lines(rows, cols, k, surface):
            yield from both(Game(rows, cols, lines=lines, name=f"{surface}-k{k}"))
    for side, (name, shape) in product((3, 4), ANIMALS.items()):
        if lines := shape_lines(side, side, shape):
            yield from both(Game(side, side, lines=lines, name=name))
    for game in PLANES.values():
        yield from both(game)
    # Of 25 cells: the tori take seconds, since 800 symmetries leave little; knobby takes 10 GB.
    for k in (4, 5):
        yield Game(5, 5, lines=surface_lines(5, 5, k, "torus"), name=f"torus-k{k}")
    yield Game(5, 5, lines=shape_lines(5, 5, ANIMALS["knobby"]), name="knobby")


def both(game: Game) -> Iterator[Game]:
    """A game in normal play and in misère."""
    yield game._replace(misere=False)
    yield game._replace(misere=True)


def built_record(game: Game) -> Record:
    """What there is to say of a game's table; the file itself is not kept."""
    with tempfile.TemporaryDirectory() as folder:
        return record_of(build_table(game, Path(folder) / f"{game}.msgpack", quiet=False))


def record_of(path: str) -> Record:
    """What there is to say of a table, wherever it stands."""
    record = info_record(path, read_table(path, verify=True))
    del record["file"]
    record.pop("lines", None)  # its name tells which they are
    return record


def known_records() -> dict[str, Record]:
    """The records of the boards that have been built, by game."""
    records = map(json.loads, RECORDS.read_text().splitlines())
    return {record["game"]: record for record in records}


def ordered(records: dict[str, Record]) -> list[Record]:
    """By size, shape, k or name, and then misère after normal play."""

    def place(record: Record) -> tuple[Any, ...]:
        rows, cols, which = record["rows"], record["cols"], record.get("name", "")
        shape = (record["gravity"], rows * cols, rows, cols)
        return *shape, record.get("k", 0), which, record["misere"]

    return sorted(records.values(), key=place)


def page_of(records: Iterable[Record]) -> str:
    """The page: what is written above its first table, and a table for each kind of play."""
    records = list(records)
    parts = [PAGE.read_text().partition("\n## ")[0]]
    for lines, gravity, misere, title in (
        (False, False, False, "Normal play"),
        (False, False, True, "Misère play: whoever makes a line loses"),
        (False, True, False, "With gravity: stones fall down their column (rows x columns)"),
        (False, True, True, "With gravity, misère"),
        (True, False, False, "Games of lines: surfaces, animals, planes ([games.md](games.md))"),
        (True, False, True, "Games of lines, misère"),
    ):
        rows = [
            row_of(record)
            for record in records
            if ("name" in record, record["gravity"], record["misere"]) == (lines, gravity, misere)
        ]
        columns = ("positions", "slots", "bytes", "digest")
        header = ("board", "lines" if lines else "k", "result", *columns)
        rule = tuple("---:" if name in header[3:6] else "---" for name in header)
        table = "\n".join(f"| {' | '.join(row)} |" for row in (header, rule, *rows))
        parts.append(f"## {title}\n\n{table}\n")
    return "\n".join(parts)


def row_of(record: Record) -> tuple[str, ...]:
    """One line of the page."""
    winner = {1: "X", 0: None, -1: "O"}[record["value"]]
    return (
        f"{record['rows']}x{record['cols']}",
        str(record.get("k") or record["name"]),
        result(winner, record["plies"]),
        f"{record['positions']:,}",
        f"{record['slots']:,}",
        f"{record['bytes']:,}",
        f"`{record['sha256'][:12]}`",
    )


if __name__ == "__main__":
    main()
