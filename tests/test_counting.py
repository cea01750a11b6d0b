"""docs/counts/ has what several programs count, one without table and solver."""

import json
import runpy
from itertools import chain

import boards
import counts
import pytest
from support.cases import exhaustive

from ttt_table.audit.published import published

RECORDS = json.loads(counts.RECORDS.read_text())
SMALL = [str(game) for game in counts.GAMES if game.cells <= 12]
LARGER = [
    "3x5k3",
    "4x4k4",
    "4x4k3-misere",
    "3x6k4",
    "4x5k4",
    "4x5k4-gravity",
    "4x4-klein-k4",
]


@pytest.mark.parametrize(
    "name",
    [
        "2x2k2",
        "2x3k3-misere",
        "3x3k3-gravity",
        "2x2-affine-2",
        *exhaustive([*SMALL, *LARGER]),
    ],
)
def test_all_programs_count_what_is_listed(name: str) -> None:
    """Positions, classes, finished ones and whole games, by ply and altogether."""
    (game,) = (game for game in counts.GAMES if str(game) == name)
    for count_name, count in counts.record_of(game).items():
        listed = RECORDS[name][count_name]
        assert listed["value"] == count["value"], count_name
        assert {*listed["by"]} >= {*count["by"]}, count_name


def test_the_files_are_drawn_from_the_record() -> None:
    """Byte by byte."""
    for path, text in counts.contents_of_files(RECORDS).items():
        assert path.read_text(encoding="utf-8") == text, path


def test_the_counts_agree_with_published_ones() -> None:
    """Of every game that is listed."""
    compared = 0
    for game in counts.GAMES:
        listed = {name: count["value"] for name, count in RECORDS[str(game)].items()}
        for name, number in published(game).items():
            if name not in listed:
                continue
            expected: object = number.value
            if isinstance(number.value, tuple):  # JSON has lists
                expected = list(number.value)
            assert listed[name] == expected, name
            compared += 1
    assert compared > 250


def test_the_counts_agree_with_builds() -> None:
    """Of every game that has been built."""
    built = boards.known_records()
    for name, listed in RECORDS.items():
        record = built[name]
        assert listed["positions"]["value"] == record["positions"], name
        assert listed["value"]["value"] == counts.VALUES[record["value"]], name


def test_the_program_for_the_encyclopedia_finds_its_rows() -> None:
    """Those of 1x1 to 3x3, one after the other, begin the b-files."""
    program = counts.FOLDER / "oeis" / "rows.py"
    rows = runpy.run_path(str(program))["rows"]
    rows_of_boards = [rows(1), rows(2), rows(3)]
    by_sequence = zip(*rows_of_boards, strict=True)
    for name, parts in zip(counts.SEQUENCES, by_sequence, strict=True):
        assert terms_of(name)[:17] == [*chain(*parts)]


@pytest.mark.parametrize("name", counts.SEQUENCES)
def test_the_entries_for_the_encyclopedia_have_the_first_terms(name: str) -> None:
    """In their data."""
    entry = (counts.FOLDER / "oeis" / f"A{name[1:-4]}.txt").read_text()
    data = entry.partition("DATA\n")[2].partition("\n\n")[0]
    terms = [int(term) for term in data.split(",")]
    assert terms_of(name)[: len(terms)] == terms


def terms_of(name: str) -> list[int]:
    """Return the terms of a b-file."""
    lines = (counts.FOLDER / name).read_text().splitlines()
    return [int(line.split()[1]) for line in lines]
