"""docs/counts/ is what several programs count, one of which has neither table nor solver."""

import json
import runpy
from itertools import chain

import boards
import counts
import pytest

from ttt_table.audit.published import published

RECORDS = json.loads(counts.RECORDS.read_text())


@pytest.mark.parametrize(
    "name", ["2x2k2", "2x3k3-misere", "3x3k3-gravity", "2x2-affine-2"]
)
def test_all_programs_count_what_is_listed(name: str) -> None:
    """Positions, classes, finished ones and whole games, by ply and altogether."""
    (game,) = (game for game in counts.GAMES if str(game) == name)
    for what, count in counts.record_of(game).items():
        listed = RECORDS[name][what]
        assert (listed["value"], {*listed["by"]} >= {*count["by"]}) == (
            count["value"],
            True,
        ), what


def test_the_files_are_drawn_from_the_record() -> None:
    """Byte by byte."""
    for path, text in counts.contents_of_files(RECORDS).items():
        assert path.read_text(encoding="utf-8") == text, path


def test_the_data_agree_with_builds_and_with_what_is_published() -> None:
    """Of every game that is listed."""
    compared = 0
    for game in counts.GAMES:
        listed = {name: count["value"] for name, count in RECORDS[str(game)].items()}
        for name, (value, _) in published(game).items():
            if name in listed:
                assert listed[name] == (
                    list(value) if isinstance(value, tuple) else value
                ), name
                compared += 1
    assert compared > 250
    for name, record in boards.known_records().items():
        listed = {what: RECORDS[name][what]["value"] for what in ("positions", "value")}
        result = {1: "X wins", 0: "draw", -1: "O wins"}[record["value"]]
        assert listed == {"positions": record["positions"], "value": result}, name


def test_the_program_for_the_encyclopedia_finds_its_rows() -> None:
    """Those of 1x1 to 3x3, one after the other, begin the b-files."""
    folder = counts.FOLDER
    rows = runpy.run_path(str(folder / "oeis" / "rows.py"))["rows"]
    for found, name in zip(
        zip(*map(rows, (1, 2, 3)), strict=True), counts.SEQUENCES, strict=True
    ):
        listed = [
            int(line.split()[1]) for line in (folder / name).read_text().splitlines()
        ]
        assert listed[:17] == [*chain(*found)]
        said = (folder / "oeis" / f"A{name[1:-4]}.txt").read_text()
        data = said.partition("DATA\n")[2].partition("\n\n")[0]
        assert listed[: data.count(",") + 1] == [int(term) for term in data.split(",")]
