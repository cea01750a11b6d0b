"""Count what there is in each game, by every program that can: docs/counts/.

    python scripts/counts.py

A game that stands in counts.json is not counted again; the other files are drawn from it.
"""

from __future__ import annotations

import csv
import io
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from boards import DOCS, known_records, listed_games
from count_positions import counted, lines, symmetries

from ttt_table import Game
from ttt_table.audit import audit
from ttt_table.audit.counts import FIRST_MOVES
from ttt_table.audit.published import COMPUTED, published
from ttt_table.build import build_table

FOLDER = DOCS / "counts"
RECORDS = FOLDER / "counts.json"
SEQUENCES = {  # the encyclopedia's, of n in a row on all n x n boards one after the other
    "b317573.txt": "classes X wins per ply",
    "b317574.txt": "classes O wins per ply",
    "b317575.txt": "classes per ply",
    "b317576.txt": "finished classes per ply",
}
SCHAEFER = (
    "S. Schaefer, MathRec Solutions, http://www.mathrec.org/old/2002jan/solutions.html"
)
MOST_AUDITED = 30_000_000  # slots
MOST_PLAYED = 20_000  # positions, or ten times as many where stones fall
GAMES = sorted(listed_games(), key=lambda game: (game.cells, str(game)))
RULES = ("rows", "cols", "k", "name", "misere", "gravity", "breaker")

Record = dict[str, Any]


def main() -> None:
    """Count what is missing, and write all files anew, though it be interrupted."""
    records = json.loads(RECORDS.read_text())
    try:
        for game in GAMES:
            if str(game) not in records:
                records[str(game)] = record_of(game)
                print(game, flush=True)
    finally:
        for path, text in files(records).items():
            path.write_text(text, encoding="utf-8", newline="\n")


def record_of(game: Game) -> Record:
    """A game's counts: of each the value, and the programs that found it."""
    found: Record = {}
    for program, numbers in by_programs(game):
        for name, value in numbers.items():
            # On each ply misère has as much, and of lines' symmetries only the audit knows some.
            symmetric = "classes" in name or "symmetry" in name
            if (game.misere and isinstance(value, list)) or (
                game.lines is not None and symmetric
            ):
                continue
            count = found.setdefault(name, {"value": value, "by": []})
            if count["value"] != value:
                raise SystemExit(
                    f"{game}: {name}: {program} differs from {count['by']}"
                )
            count["by"].append(program)
    return found


def by_programs(game: Game) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What each program finds, under the same names."""
    built = known_records()[str(game)]
    value = {1: "X wins", 0: "draw", -1: "O wins"}[built["value"]]
    yield (
        "build",
        {"positions": built["positions"], "value": value, "plies": built["plies"]},
    )
    if built["slots"] <= MOST_AUDITED:
        with tempfile.TemporaryDirectory() as folder:
            counts = audit(build_table(game, Path(folder) / "table")).counts
        own = {one.name: one.found for one in counts}
        del own[FIRST_MOVES]  # they are by cell
        yield "audit", json.loads(json.dumps(own))  # rows as lists
    turns = symmetries(game.rows, game.cols, game.gravity)[
        : 1 if game.lines is not None else 8
    ]
    if not game.gravity:
        winning = (
            lines(game.rows, game.cols, game.k or 0)
            if game.lines is None
            else game.lines
        )
        yield "sums", counted(winning, turns, game.misere, game.breaker)
    if built["positions"] <= MOST_PLAYED * (10 if game.gravity else 1):
        sys.path.append(
            str(DOCS.parent / "tests")
        )  # where the slow and simple programs are
        from support.walk import played

        yield "play", played(game, turns)


def files(records: Record) -> dict[Path, str]:
    """All files, and what they have to hold."""
    sheet = io.StringIO()
    table = csv.writer(sheet, lineterminator="\n")
    table.writerow([*RULES, "game", "count", "ply", "value", "by", "published"])
    known = {str(game): game for game in GAMES if str(game) in records}
    for name, game in known.items():
        table.writerows(rows_of(game, records[name]))
    entries = (f"{json.dumps(name)}: {json.dumps(records[name])}" for name in known)
    written = {
        RECORDS: "{\n" + ",\n".join(entries) + "\n}\n",
        FOLDER / "counts.csv": sheet.getvalue(),
    }
    for name, count in SEQUENCES.items():
        terms = chain(*(records[f"{n}x{n}k{n}"][count]["value"] for n in range(1, 6)))
        written[FOLDER / name] = "".join(
            f"{at} {term}\n" for at, term in enumerate(terms, start=1)
        )
    return written


def rows_of(game: Game, counts: Record) -> Iterator[list[Any]]:
    """A row for each number: the game, the ply where there is one for each, who found it."""
    sources = {
        name: one.source
        for name, one in published(game).items()
        if one.source != COMPUTED
    }
    if game == Game():
        sources |= {
            f"games up to symmetry of {what}": SCHAEFER
            for what in ("positions", "moves")
        }
    rules = [
        +rule if isinstance(rule, bool) else rule
        for rule in map(game._asdict().get, RULES)
    ]
    for name, count in counts.items():
        value, by = count["value"], " ".join(count["by"])
        for ply, number in (
            enumerate(value) if isinstance(value, list) else [("", value)]
        ):
            yield [*rules, game, name, ply, number, by, sources.get(name, "")]


if __name__ == "__main__":
    main()
