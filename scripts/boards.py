"""Build and audit every game on the list, and write what is known of each to data/.

    python scripts/boards.py [GAME ...] [--state FILE] [--keep]

Games with a row in data/boards.csv are left out. The others are built one at a
time, the smallest first: each table is audited, its record and its counts are added to
the file of state as one line of JSON, and the table is deleted. A run that was stopped
goes on where it was, also on another machine.

    python scripts/boards.py --write [--state FILE]

adds the file of state to data/boards.csv and data/counts.csv. It writes the lists of
boards.md, and the number of games in the README and the changelog, again from them.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import math
import os
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import counts
from listed import (
    LARGEST_FALLING_CELLS,
    LARGEST_ROWS_CELLS,
    TOO_LARGE_WITH_GRAVITY,
    both_modes,
    counted_games,
    falling_row_games,
    family_games,
    listed_games,
    row_games,
)

from ttt_table import Game
from ttt_table.audit import audit
from ttt_table.build import build_table
from ttt_table.results.info import info
from ttt_table.rules.game import playable, symmetries
from ttt_table.rules.outcome import RESULTS, result_text
from ttt_table.table.contents import Contents
from ttt_table.table.files import read_table
from ttt_table.table.reader import Table
from ttt_table.table.slots import slots_by_tier

DOCS = counts.DOCS
CHANGELOG = DOCS.parent / "CHANGELOG.md"
README = DOCS.parent / "README.md"
LIST = counts.DATA / "boards.csv"
PAGE = DOCS / "boards.md"
COUNTED_GAMES = re.compile(r"\*\*[\d,]+ games\*\*")
"""The number of listed games, as a page cites it."""
COMPLETE = re.compile(r"(?<=\n## What is complete\n\n).*?(?=\n\n##)", re.DOTALL)
"""The section of the page that says what is complete."""
FIRST_LISTED_K = 3
"""The page lists k in a row from this k on."""


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
    Kind(has_name=True): "Games of lines: Hex, surfaces, animals, planes, Sim, boxes",
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

FIRST_KIND = "\n### Normal play"
"""The heading at which the generated lists of the page begin."""
AFTER_LISTS = "## Published results"
"""The heading of the page after these lists."""
WINNERS = {1: "X", 0: "draw", -1: "O"}
"""The word of the list for the winner, by the value of the empty board."""
VALUES = {winner: value for value, winner in WINNERS.items()}
"""The value of the empty board by this word."""
RESULT = re.compile(r"(?P<winner>X|O|draw)(?: wins)? in (?P<plies>\d+) pl(?:y|ies)")
"""A result as `result_text` writes it."""
NUMBERS = ("rows", "cols", "k", "positions", "blocks", "slots", "bytes")
FLAGS = ("misere", "gravity", "breaker")
"""The columns of the list that hold numbers, and those with 1 for true."""

LISTED = {str(game): game for game in listed_games()}

Record = dict[str, Any]


def main() -> None:
    """Build and audit what is missing, or write the files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument(
        "--state",
        type=Path,
        default="census.jsonl",
        metavar="FILE",
        help="the file of state; tables are built beside it (census.jsonl)",
    )
    parser.add_argument("--keep", action="store_true", help="delete no table")
    parser.add_argument(
        "--write", action="store_true", help="write data/ and docs/, and build nothing"
    )
    options = parser.parse_args()
    unlisted = [name for name in options.games if name not in LISTED]
    if unlisted:
        parser.error(f"not on the list: {', '.join(unlisted)}")
    if options.write:
        write_state(options.state)
    else:
        work_through(options.games, options.state, keep=options.keep)


def work_through(names: Sequence[str], state: Path, *, keep: bool) -> None:
    """Build and audit the games that are missing, the smallest first.

    Args:
        names: The names of the games; all if there are none.
        state: The file that gets a line for each game.
        keep: Whether the tables are kept.
    """
    counted = counts.known_counts()
    entries = read_state(state)
    built = {*known_records(), *(entry["record"]["game"] for entry in entries)}
    for game in missing_games(built, names):
        print(game, flush=True)
        table = state.absolute().with_name(f"{game}.msgpack")
        entry = audited_entry(build_table(game, table, quiet=False), counted)
        with state.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
            file.flush()
            os.fsync(file.fileno())
        if not keep:
            table.unlink()


def missing_games(built: Container[str], names: Container[str] = ()) -> list[Game]:
    """Return the listed games that have not been built, the smallest first.

    Args:
        built: The names of those that have been.
        names: The names of the games that are wanted; all if there are none.
    """
    missing = [
        game
        for name, game in LISTED.items()
        if name not in built and (not names or name in names)
    ]
    return sorted(missing, key=lambda game: sum(slots_by_tier(game)))


def read_state(path: Path) -> list[Record]:
    """Return the entries of a file of state, and cut off a line that is not whole."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    whole, newline, torn = text.rpartition("\n")
    if torn:
        path.write_text(whole + newline, encoding="utf-8")
    return [json.loads(line) for line in whole.splitlines()]


def audited_entry(path: str, counted: Mapping[str, Record]) -> Record:
    """Audit a table, and return what the file of state says of its game.

    That is its record and, unless it is a further member of the family, its counts.

    Args:
        path: The table.
        counted: The known counts, by game.
    """
    report = audit(path, quiet=False)
    if not report.passed:
        raise SystemExit(f"{path} does not pass its audit")
    record = record_of(path)
    entry = {"record": record}
    if report.game in counted_games():
        entry["counts"] = counts.count_game(
            report.game, record, report, counted.get(str(report.game))
        )
    return entry


def check_unchanged(record: Record, known: Record) -> None:
    """Refuse a record that differs from the listed one."""
    if record != known:
        raise SystemExit(f"{record['game']}: its row in {LIST} differs")


def write_state(path: Path) -> None:
    """Add a file of state to the records and the counts, and write all files."""
    records = known_records()
    known_counts = counts.known_counts()
    for entry in read_state(path):
        record = entry["record"]
        name = record["game"]
        check_unchanged(record, records.setdefault(name, record))
        if "counts" in entry:
            merged = known_counts.setdefault(name, {})
            counts.merge_counts(merged, LISTED[name], entry["counts"])
    write_files(records)
    counts.write_files(known_counts)


def write_files(records: dict[str, Record]) -> None:
    """Write the list, the page, and what the changelog says of them."""
    ordered = sorted(records.values(), key=sort_key)
    write(PAGE, page_text(ordered))
    write(LIST, csv_text(ordered))
    for path in (README, CHANGELOG):
        write(path, with_number_of_games(read(path), len(ordered)))


def read(path: Path) -> str:
    """Return the text of a file of this repository."""
    return path.read_text(encoding="utf-8")


def write(path: Path, text: str) -> None:
    """Write the text of a file of this repository."""
    path.write_text(text, encoding="utf-8")


def with_number_of_games(text: str, games: int) -> str:
    """Return a text with the number of listed games brought up to date."""
    return COUNTED_GAMES.sub(f"**{games:,} games**", text)


def completeness(built: Container[str]) -> str:
    """Return the table that says which games have been built and audited.

    Args:
        built: The names of the games; what is built is audited, too.
    """
    rows = [
        "| game | k | boards | rules |",
        "|---|---|---|---|",
        f"| k in a row | from 3 on | {complete_rows(built)} | normal play, misère |",
        "| k in a row with gravity | from 3 on | two rows and two columns or more, "
        f"{complete_falling_boards(built)} | normal play, misère |",
        "| k in a row | from 1 on | all boards of up to "
        f"{complete_cells(family_games(), built)} cells "
        "| normal play, misère; each with and without gravity, with and without a "
        "Breaker |",
    ]
    return "\n".join([*rows, "", missing_sentence(built)])


def missing_sentence(built: Container[str]) -> str:
    """Return how many games of the list are still to be built, and their sizes."""
    cells = [game.cells for name, game in LISTED.items() if name not in built]
    if not cells:
        return "All other games of the list in `scripts/listed.py` are built, too."
    smallest, largest = min(cells), max(cells)
    sizes = f"{smallest} to {largest}" if smallest < largest else smallest
    return (
        f"Of the list in `scripts/listed.py`, {len(cells)} games of {sizes} cells are "
        "still to be built."
    )


def complete_rows(built: Container[str]) -> str:
    """Return on which boards k in a row is complete, without gravity and Breaker."""
    plain_rows = [
        game for game in both_modes(row_games()) if not (game.gravity or game.breaker)
    ]
    small = [game for game in plain_rows if game.cells <= LARGEST_ROWS_CELLS]
    boards = f"two rows or more, up to {complete_cells(small, built)} cells"
    if all(str(game) in built for game in plain_rows if game.rows == game.cols == 5):
        boards += ", and 5x5"
    return boards


def complete_falling_boards(built: Container[str]) -> str:
    """Return on which boards k in a row with gravity is complete."""
    games = both_modes(falling_row_games())
    small = [game for game in games if game.cells <= LARGEST_FALLING_CELLS]
    cells = complete_cells(small, built)
    left_out = [
        f"{rows}x{cols}"
        for rows, cols in TOO_LARGE_WITH_GRAVITY
        if rows * cols <= cells
    ]
    boards = f"up to {cells} cells"
    return f"{boards}, without {' and '.join(left_out)}" if left_out else boards


def complete_cells(games: Sequence[Game], built: Container[str]) -> int:
    """Return up to how many cells all of some games are built; 0 if none are."""
    missing = [game.cells for game in games if str(game) not in built]
    smallest_missing = min(missing, default=math.inf)
    complete = [game.cells for game in games if game.cells < smallest_missing]
    return max(complete, default=0)


def record_of(path: str) -> Record:
    """Return the record of a table file."""
    facts = info(path)
    record = {"game": facts.row["game"], **facts.more(), **facts.row}
    del record["file"]
    record.pop("lines", None)  # the name and the digest identify them
    record.pop("o_lines", None)
    if "lines_sha256" in record:
        record["lines_sha256"] = record.pop("lines_sha256")  # it stands at the end
    record["first_moves"] = first_moves(read_table(path))
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
    rows = csv.DictReader(io.StringIO(read(LIST)))
    return {row["game"]: record_of_row(row) for row in rows}


def record_of_row(row: Mapping[str, str]) -> Record:
    """Return the record in a row of the list: `csv_text` backwards."""
    record: Record = {"game": row["game"]}
    for name in NUMBERS:
        if row[name]:
            record[name] = int(row[name])
    for name in ("name", "sha256", "lines_sha256"):
        if row[name]:
            record[name] = row[name]
    record["misere"] = row["misere"] == "1"
    record["gravity"] = row["gravity"] == "1"
    if row["breaker"] == "1":
        record["breaker"] = True
    record["value"], record["plies"] = value_and_plies(row["result"])
    record["first_moves"] = moves_of_text(row["first_moves"])
    return record


def value_and_plies(text: str) -> tuple[int, int]:
    """Return the value for X and the plies of a result, such as ``X wins in 5 plies``.

    Raises:
        ValueError: The text is no result.
    """
    words = RESULT.fullmatch(text)
    if words is None:
        raise ValueError(f"{text!r} is no result")
    return VALUES[words["winner"]], int(words["plies"])


def moves_of_text(text: str) -> list[list[int]]:
    """Return first moves from their text, such as ``0 draw 9; 4 X 7``."""
    moves = []
    for move in text.split("; "):
        cell, winner, plies = move.split()
        moves.append([int(cell), VALUES[winner], int(plies)])
    return moves


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
    """Return the page, with what the records say in its text and its lists."""
    page = read(PAGE)
    introduction, _, _ = page.partition(FIRST_KIND)
    _, heading, rest = page.partition(AFTER_LISTS)
    introduction = with_number_of_games(introduction, len(records))
    complete = completeness({record["game"] for record in records})
    parts = [COMPLETE.sub(lambda _: complete, introduction)]
    for kind, title in TITLES.items():
        won = [
            record
            for record in records
            if kind_of(record) == kind and is_listed_on_the_page(record)
        ]
        won.sort(key=lines_of)
        rows = [
            f"* **{lines}:** {winners(group)}\n"
            for (_, lines), group in groupby(won, key=lines_of)
        ]
        parts.append(f"### {title}\n\n{''.join(rows)}")
    parts.append(heading + rest)
    return "\n".join(parts)


def is_listed_on_the_page(record: Record) -> bool:
    """Return whether somebody wins a game of which the page has no general rule."""
    is_small_row = record.get("k", FIRST_LISTED_K) < FIRST_LISTED_K
    return bool(record["value"]) and not is_small_row and not is_held(record)


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
    columns = ["game", "rows", "cols", "k", "name", *FLAGS, "result"]
    columns += ["positions", "blocks", "slots", "bytes", "sha256", "lines_sha256"]
    columns += ["first_moves"]
    text = io.StringIO()
    writer = csv.DictWriter(
        text, columns, restval="", extrasaction="ignore", lineterminator="\n"
    )
    writer.writeheader()
    for record in records:
        row = {**record, "result": result_of(record)}
        row["first_moves"] = first_moves_text(record["first_moves"])
        for flag in FLAGS:
            row[flag] = int(record.get(flag, False))
        writer.writerow(row)
    return text.getvalue()


def first_moves_text(moves: Iterable[Sequence[int]]) -> str:
    """Return first moves in words, such as ``0 draw 9; 4 X 7``."""
    texts = []
    for cell, value, plies in moves:
        texts.append(f"{cell} {WINNERS[value]} {plies}")
    return "; ".join(texts)


def result_of(record: Record) -> str:
    """Return the result of perfect play in words."""
    return result_text(RESULTS[record["value"]], record["plies"])


if __name__ == "__main__":
    main()
