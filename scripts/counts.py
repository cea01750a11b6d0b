"""Count the positions and the games of play with several programs: data/counts.csv.

``boards.py`` counts each new game by every program that can do so, and they must agree.
Other files are made from the list.

    python scripts/counts.py [GAME ...]

counts games of the list again, or all, by programs that have not counted them.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from count_positions import (
    Counts,
    Row,
    Tally,
    count_all,
    lines,
    name_counts,
    symmetries,
    tally_falling,
)
from listed import counted_games
from solve_stacks import Rules, boards_of, games, results, stacks_of

from ttt_table import Game
from ttt_table.audit import Report, published
from ttt_table.audit.counts import FIRST_MOVES

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
DATA = ROOT / "data"
LIST = DATA / "counts.csv"
PAIRINGS = DATA / "pairings.csv"
WINS = DATA / "wins.csv"
HEX_WINS = DATA / "hex.csv"
FOLDER = DOCS / "counts"
PUBLISHED = Path(published.__file__).with_name("published.json")
COMPUTED = Path(published.__file__).with_name("computed.json")
"""What the audit knows of games beside what is published."""
SEQUENCES = {
    "b317573.txt": "classes X wins per ply",
    "b317574.txt": "classes O wins per ply",
    "b317575.txt": "classes per ply",
    "b317576.txt": "finished classes per ply",
}
"""Files of sequences of the OEIS, and the counts that they hold.

Each has the counts of n in a row on n x n, for one n after the other.
"""
SCHAEFER = (
    "S. Schaefer, MathRec Solutions, http://www.mathrec.org/old/2002jan/solutions.html"
)

# The largest games that each program counts, so that none takes hours.
MAX_SUMMED = 25  # cells
MAX_PLAYED = 20_000  # positions
MAX_SUMMED_WITH_GRAVITY = 100_000_000  # positions
MAX_PLAYED_WITH_GRAVITY = 200_000  # positions
MAX_SOLVED = 12  # cells; larger games are solved in stacks
MAX_STACKED = 400_000_000  # places in the array of all boards, of 2 bytes each
MAX_STACKED_WITH_GRAVITY = 1_100_000_000  # play reaches fewer of them
MAX_ORDERED = 300_000_000  # places in the array of all boards, of 8 bytes each

PROGRAMS = ("audit", "sums", "stacks", "orders", "play", "proof")
"""The programs that count, and the proofs; no two that count the same share ideas.

`audit` stands for a build and its audit, which share the rules.
"""
RULES = ("rows", "cols", "k", "name", "misere", "gravity", "breaker")
VALUES = {1: "X wins", 0: "draw", -1: "O wins"}
RESULT = "value"
"""The count that is no number: the result of perfect play, in words."""

Record = dict[str, Any]


def main() -> None:
    """Count by programs that have not counted a game, and write all files."""
    records = known_counts()
    names = sys.argv[1:] or records
    for game in counted_games():
        if str(game) in names and str(game) in records:
            print(game, flush=True)
            add_missing_programs(records[str(game)], game)
    write_files(records)


def add_missing_programs(record: Record, game: Game) -> None:
    """Add what programs that need no table, and are not named yet, find of a game."""
    counted = {program for count in record.values() for program in count["by"]}
    positions = record["positions"]["value"]
    for program, numbers in counts_without_table(game, positions, counted):
        add_counts(record, game, program, numbers)


def known_counts() -> dict[str, Record]:
    """Return the counts of the games that have been counted, by game."""
    records: dict[str, Record] = {}
    with LIST.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            record = records.setdefault(row["game"], {})
            add_row(record, row)
    return records


def add_row(record: Record, row: Mapping[str, str]) -> None:
    """Add a row of the list to the counts of its game: `rows_of` backwards.

    Rows with a ply are one count, which is a list of the numbers by ply.
    """
    name = row["count"]
    number = row["value"] if name == RESULT else int(row["value"])
    programs = row["by"].split()
    if row["ply"]:
        count = record.setdefault(name, {"value": [], "by": programs})
        count["value"].append(number)
    else:
        record[name] = {"value": number, "by": programs}


def write_files(records: Mapping[str, Record]) -> None:
    """Add the results that are proven, and write all files."""
    add_proofs(records)
    for path, text in contents_of_files(records).items():
        path.write_text(text, encoding="utf-8", newline="\n")


def count_game(
    game: Game, built: Record, report: Report, known: Record | None = None
) -> Record:
    """Return a game's counts: the value of each, and the programs that found it.

    Args:
        game: The game.
        built: What `ttt-table info` says of its table.
        report: The audit of the table.
        known: Counts of the game; what needs no table is not counted again.
    """
    record: Record = {}
    counted = {program for count in (known or {}).values() for program in count["by"]}
    for program, numbers in counts_by_program(game, built, report, counted):
        add_counts(record, game, program, numbers)
    return record


def merge_counts(record: Record, game: Game, further: Record) -> None:
    """Add what has been counted of a game later, by the same programs or by others."""
    for name, count in further.items():
        for program in count["by"]:
            add_counts(record, game, program, {name: count["value"]})


def add_counts(
    record: Record, game: Game, program: str, numbers: Mapping[str, Any]
) -> None:
    """Add what a program has counted of a game to the game's record."""
    for name, value in numbers.items():
        if is_redundant(game, name, value):
            continue
        count = record.setdefault(name, {"value": value, "by": []})
        if count["value"] != value:
            raise SystemExit(f"{game}: {name}: {program} differs from {count['by']}")
        if program not in count["by"]:
            count["by"] = sorted([*count["by"], program], key=PROGRAMS.index)


def add_proofs(records: Mapping[str, Record]) -> None:
    """Add the results that are proven without a table: by pairs of cells, or moves."""
    proven = proven_values()
    for game in counted_games():
        name = str(game)
        if name in records and name in proven:
            add_counts(records[name], game, "proof", {RESULT: proven[name]})


def proven_values() -> dict[str, str]:
    """Return the results that data/pairings.csv, wins.csv and hex.csv prove."""
    values = {}
    with PAIRINGS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            values[row["game"]] = row["proves"]
    with WINS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            values[row["game"]] = "X wins"
    return values | proven_values_of_hex()


def proven_values_of_hex() -> dict[str, str]:
    """Return who wins Hex: X, if X wins after some first move.

    A Breaker wins the same games as O, since one of the players connects.
    """
    values: dict[str, str] = {}
    with HEX_WINS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for name in (row["game"], f"{row['game']}-breaker"):
                if values.get(name) != "X wins":
                    values[name] = f"{row['winner']} wins"
    return values


def is_redundant(game: Game, name: str, value: object) -> bool:
    """Return whether a count is left out.

    Misère play has the same numbers per ply as normal play. For a game of lines only
    the audit knows the symmetries, so no other program could confirm its classes.
    """
    if game.misere and isinstance(value, list):
        return True
    needs_symmetries = "classes" in name or "symmetry" in name
    return game.lines is not None and needs_symmetries


def counts_by_program(
    game: Game, built: Record, report: Report, counted: Container[str]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the programs that can count a game, and what each finds by name."""
    yield "audit", counts_of_audit(report)
    yield from counts_without_table(game, built["positions"], counted)


def counts_without_table(
    game: Game, positions: int, counted: Container[str]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the programs that need no table, and what each finds by name."""
    is_small = game.cells <= MAX_SUMMED
    if game.gravity:
        is_small = positions <= MAX_SUMMED_WITH_GRAVITY
    if is_small and "sums" not in counted:
        yield "sums", counts_by_sums(game)

    places = boards_of(stacks_of(game.rows, game.cols, gravity=game.gravity))
    most_stacked = MAX_STACKED_WITH_GRAVITY if game.gravity else MAX_STACKED
    is_unsolved = game.cells > MAX_SOLVED and "stacks" not in counted
    if is_unsolved and places <= most_stacked:
        yield "stacks", counts_by_stacks(game)
    # Without gravity, the sums and the audit find the games by formulas.
    is_uncounted = game.gravity and is_small and "orders" not in counted
    if is_uncounted and places <= MAX_ORDERED:
        yield "orders", games(rules_in_stacks(game), misere=game.misere)

    if "play" not in counted:
        yield "play", counts_by_play(game, positions)


def counts_by_stacks(game: Game) -> dict[str, Any]:
    """Return the positions and the results of a game that is solved in one array."""
    return results(rules_in_stacks(game), misere=game.misere)


def rules_in_stacks(game: Game) -> Rules:
    """Return a game as the rows of stacks that are solved in one array."""
    lines_of_x = _winning_lines(game)
    lines_of_o = game.o_lines or lines_of_x
    if game.breaker:
        lines_of_o = ()
    return Rules(
        stacks_of(game.rows, game.cols, gravity=game.gravity),
        lines_of_x,
        lines_of_o,
        game.breaker,
        _permutations(game),
    )


def counts_by_play(game: Game, positions: int) -> dict[str, Any]:
    """Return what playing on finds of a game with so many positions."""
    # The reference implementation is with the tests.
    sys.path.append(str(ROOT / "tests"))
    from support.walk import count_by_playing, results_by_playing

    found: dict[str, Any] = {}
    permutations = _permutations(game)
    most_played = MAX_PLAYED_WITH_GRAVITY if game.gravity else MAX_PLAYED
    if positions <= most_played:
        found |= count_by_playing(game, permutations)
    if game.cells <= MAX_SOLVED:
        found |= results_by_playing(game, permutations)
    return found


def counts_by_sums(game: Game) -> Counts:
    """Return the counts of a game by sums."""
    if game.gravity:
        # Misère play has the same positions, and comes next.
        tally, classes = _tallies_of(game._replace(misere=False))
        return name_counts(tally, classes, game.misere, game.breaker)
    return count_all(
        _winning_lines(game),
        _permutations(game),
        game.misere,
        game.breaker,
        game.o_lines,
    )


@lru_cache(maxsize=1)
def _tallies_of(game: Game) -> tuple[Tally, Tally]:
    """Return the tallies of a game with gravity: of positions, and of classes."""
    winning = _winning_lines(game)
    return tally_falling(game.cols, winning, _permutations(game), game.breaker)


def _permutations(game: Game) -> Sequence[Row]:
    """Return the symmetries that every program knows: of lines, the first alone."""
    permutations = symmetries(game.rows, game.cols, game.gravity)
    return permutations if game.lines is None else permutations[:1]


def _winning_lines(game: Game) -> Sequence[int]:
    if game.lines is not None:
        return game.lines
    return lines(game.rows, game.cols, game.k or 0)


def counts_of_audit(report: Report) -> dict[str, Any]:
    """Return the counts of an audit, without those by cell."""
    counts = {count.name: count.value for count in report.counts}
    del counts[FIRST_MOVES]
    as_lists: dict[str, Any] = json.loads(json.dumps(counts))
    return as_lists


def contents_of_files(records: Mapping[str, Record]) -> dict[Path, str]:
    """Return all files with their contents."""
    games = {str(game): game for game in counted_games() if str(game) in records}
    contents = {
        LIST: table_text(records, games),
        COMPUTED: computed_text(records, games),
    }
    for name, count in SEQUENCES.items():
        rows = [records[f"{n}x{n}k{n}"][count]["value"] for n in range(1, 6)]
        terms = enumerate(chain(*rows), start=1)
        contents[FOLDER / name] = "".join(f"{index} {term}\n" for index, term in terms)
    return contents


def computed_text(records: Mapping[str, Record], games: Mapping[str, Game]) -> str:
    """Return what programs other than the audit found, of each game with publications.

    It is JSON, one game a line.
    """
    names = {game._replace(name=None): name for name, game in games.items()}
    published_games = json.loads(PUBLISHED.read_text(encoding="utf-8"))["games"]
    entries = []
    for entry in published_games:
        name = names.get(Game(**entry["game"]))
        counts = {}
        for count_name, count in records.get(name or "", {}).items():
            others = [program for program in count["by"] if program != "audit"]
            if others and others != count["by"] and count_name not in entry["counts"]:
                counts[count_name] = {"value": count["value"], "by": others}
        if counts:
            entries.append(json.dumps({"game": entry["game"], "counts": counts}))
    return "[\n" + ",\n".join(entries) + "\n]\n"


def table_text(records: Mapping[str, Record], games: Mapping[str, Game]) -> str:
    """Return the records as CSV, one number a line."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow([*RULES, "game", "count", "ply", "value", "by", "published"])
    for name, game in games.items():
        table.writerows(rows_of(game, records[name]))
    return text.getvalue()


def rows_of(game: Game, counts: Record) -> Iterator[list[Any]]:
    """Yield a row for each number: the game, the ply if there is one, who found it."""
    sources = {}
    for name, known in published.known_counts(game).items():
        if known.basis == published.PUBLISHED:
            sources[name] = known.source
    if game == Game():
        sources["games up to symmetry of positions"] = SCHAEFER
        sources["games up to symmetry of moves"] = SCHAEFER

    rules = []
    for rule in RULES:
        value = getattr(game, rule)
        rules.append(int(value) if isinstance(value, bool) else value)

    for name, count in counts.items():
        programs = " ".join(count["by"])
        source = sources.get(name, "")
        numbers = count["value"]
        if not isinstance(numbers, list):
            yield [*rules, game, name, "", numbers, programs, source]
            continue
        for ply, number in enumerate(numbers):
            yield [*rules, game, name, ply, number, programs, source]


if __name__ == "__main__":
    main()
