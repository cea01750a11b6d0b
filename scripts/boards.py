"""Build every board up to a size, and write what ``info`` says of each to docs/boards.jsonl.

    python scripts/boards.py [--cells N | FILE ...]

docs/boards.csv has the same as a table, and docs/boards.md the games that somebody wins. What has a
record is not built again; the largest are built by hand, audited, and added by their files.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby, product
from pathlib import Path
from typing import Any

from planes import PLANES

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.cli.commands.info import info_record
from ttt_table.rules.families import (
    GLUED,
    box_lines,
    hex_lines,
    shape_lines,
    surface_lines,
)
from ttt_table.rules.outcome import result
from ttt_table.table.files import read_table

DOCS = Path(__file__).resolve().parents[1] / "docs"
RECORDS = DOCS / "boards.jsonl"
PAGE = DOCS / "boards.md"
LIST = DOCS / "boards.csv"

SURFACE_SIDES = [*product((3, 4), repeat=2), (3, 5), (5, 3), (4, 5), (5, 4)]
"""Surfaces are listed on boards of these rows and columns; columns go round where rows may not."""
ANIMALS = {  # F. Harary's names for the polyominoes of three and four cells
    "el": "XX/X.",
    "tic": "XXX",
    "elly": "XXX/X..",
    "tippy": "XX./.XX",
    "knobby": "XXX/.X.",
    "skinny": "XXXX",
    "fatty": "XX/XX",
}


def hex_board(rows: int, cols: int) -> Game:
    """A game of Hex, X from left to right."""
    return Game(rows, cols, lines=hex_lines(rows, cols), name="hex", breaker=True)


CUBE = Game(9, 3, lines=box_lines(3, 3, 3, 3), name="3x3x3-k3")
CUBES = (
    CUBE,
    CUBE._replace(rows=3, cols=9, gravity=True),
)  # stones fall through its layers

IN_NORMAL_PLAY = [  # the smallest games and the largest, but for the cube
    *(Game(1, 1, 1), Game(2, 2, 2)),
    *(Game(5, 5, k) for k in (3, 4, 5)),  # each takes 10 GB, as knobby does
    Game(5, 5, lines=shape_lines(5, 5, ANIMALS["knobby"]), name="knobby"),
    # These take seconds, since 800 symmetries leave little; 5x6 takes minutes, and 2.5 GB.
    *(
        Game(5, 5, lines=surface_lines(5, 5, k, "torus"), name=f"torus-k{k}")
        for k in (4, 5)
    ),
    *(hex_board(4, 5), hex_board(5, 4)),
    *(Game(rows, 6, 4, gravity=True) for rows in (4, 5)),
    *(Game(rows, 4, 4, gravity=True) for rows in (6, 7)),
    *(Game(4, 7, 4, gravity=True), Game(6, 5, 4, gravity=True)),
    *(cube._replace(misere=misere) for cube in CUBES for misere in (False, True)),
]

TITLES = {  # by whether lines have names, gravity, misère, and if only X's lines count
    (False, False, False, False): "Normal play",
    (False, False, True, False): "Misère play: whoever makes a line loses",
    (False, True, False, False): "With gravity: stones fall down their column",
    (False, True, True, False): "With gravity, misère",
    (True, False, False, False): "Games of lines: surfaces, animals, planes, boxes",
    (True, True, False, False): "Games of lines with gravity",
    (True, False, False, True): "Maker and Breaker: Hex, rows, planes",
}

Record = dict[str, Any]


def main() -> None:
    """Build what is missing, smallest first, and write the page anew after each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--cells", type=int, default=12, help="the largest board's cells (12)"
    )
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
    ordered = sorted(records.values(), key=place_of)
    RECORDS.write_text("".join(json.dumps(one) + "\n" for one in ordered))
    PAGE.write_text(page_of(ordered))
    LIST.write_text(list_of(ordered))
    print(record["game"], flush=True)


def listed_games() -> list[Game]:
    """All that the page lists, the smallest boards first."""
    both = (
        game._replace(misere=misere)
        for game in small_games()
        for misere in (False, True)
    )
    return sorted(chain(IN_NORMAL_PLAY, both), key=lambda game: game.cells)


def small_games() -> Iterator[Game]:
    """The games that are listed in normal play and in misère; where nothing falls wide boards."""
    for rows, cols in product(range(2, 20), range(3, 20)):
        if rows <= cols and rows * cols <= 20:
            yield from (Game(rows, cols, k) for k in range(3, cols + 1))
    for rows, cols in product(range(2, 6), repeat=2):
        yield from (
            Game(rows, cols, k, gravity=True) for k in range(3, max(rows, cols) + 1)
        )
    for (rows, cols), surface, k in product(SURFACE_SIDES, GLUED, (3, 4, 5)):
        if lines := surface_lines(rows, cols, k, surface):
            yield Game(rows, cols, lines=lines, name=f"{surface}-k{k}")
    for side, (name, shape) in product((3, 4), ANIMALS.items()):
        if lines := shape_lines(side, side, shape):
            yield Game(side, side, lines=lines, name=name)
    yield from PLANES.values()
    for layers, rows, cols, k in (
        (2, 2, 2, 2),
        (2, 2, 3, 2),
        (2, 2, 3, 3),
        (2, 3, 3, 3),
    ):
        name = f"{layers}x{rows}x{cols}-k{k}"
        yield Game(
            layers * rows, cols, lines=box_lines(layers, rows, cols, k), name=name
        )
    hexes = [*product((2, 3, 4), repeat=2), (4, 5), (5, 4)]
    yield from (hex_board(rows, cols) for rows, cols in hexes)
    for rows, cols in ((3, 3), (3, 4), (3, 5), (4, 4)):
        yield from (Game(rows, cols, k, breaker=True) for k in range(3, cols + 1))
    yield from (PLANES[name]._replace(breaker=True) for name in PLANES if name != "sim")


def built_record(game: Game) -> Record:
    """What there is to say of a game's table; the file itself is not kept."""
    with tempfile.TemporaryDirectory() as folder:
        return record_of(
            build_table(game, Path(folder) / f"{game}.msgpack", quiet=False)
        )


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


def place_of(record: Record) -> tuple[Any, ...]:
    """By size, shape, k or name, and then misère after normal play."""
    rows, cols, which = record["rows"], record["cols"], record.get("name", "")
    shape = (record["gravity"], rows * cols, rows, cols)
    return *shape, record.get("k", 0), which, "breaker" in record, record["misere"]


def page_of(records: Sequence[Record]) -> str:
    """What is written above the page's first list, and each kind of play that is not drawn."""
    parts = [PAGE.read_text().partition("\n## ")[0]]
    for kind, title in TITLES.items():
        won = [
            record for record in records if kind_of(record) == kind and record["value"]
        ]
        won.sort(key=lines_of)
        rows = [
            f"* **{which}:** {winners(group)}\n"
            for which, group in groupby(won, key=lines_of)
        ]
        parts.append(f"## {title}\n\n{''.join(rows)}")
    return "\n".join(parts)


def kind_of(record: Record) -> tuple[bool, ...]:
    """Which of the page's tables has the game."""
    breaker = record.get("breaker", False)
    return "name" in record or breaker, record["gravity"], record["misere"], breaker


def lines_of(record: Record) -> str:
    """How many in a row win, or the name of the lines."""
    return str(record.get("name", f"{record.get('k')} in a row"))


def winners(records: Iterable[Record]) -> str:
    """Who wins on which boards, and on which ply."""
    boards: dict[tuple[int, int], str] = {}
    for record in sorted(
        records, key=lambda record: (-record["value"], record["plies"])
    ):
        won = record["value"], record["plies"]
        begin = f"{'X' if won[0] > 0 else 'O'} {won[1]}:"
        boards[won] = f"{boards.get(won, begin)} {record['rows']}x{record['cols']}"
    return "; ".join(boards.values())


def list_of(records: Sequence[Record]) -> str:
    """The same records as CSV, where 1 is yes."""
    text = io.StringIO()
    rules = ("game", "rows", "cols", "k", "name", "misere", "gravity", "breaker")
    sizes = ("positions", "blocks", "slots", "bytes", "sha256")
    writer = csv.DictWriter(
        text, (*rules, "result", *sizes), "", "ignore", lineterminator="\n"
    )
    writer.writeheader()
    for record in records:
        yes = {
            rule: int(record.get(rule, False))
            for rule in ("misere", "gravity", "breaker")
        }
        writer.writerow({**record, **yes, "result": result_of(record)})
    return text.getvalue()


def result_of(record: Record) -> str:
    """What perfect play leads to, in words."""
    return result({1: "X", 0: None, -1: "O"}[record["value"]], record["plies"])


if __name__ == "__main__":
    main()
