"""In full: what is not ours is left alone, and what a work folder holds is proven."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import test_workfolder
from exhaustive import in_full
from test_workfolder import (
    dangling,
    stopped,  # noqa: F401  # fixtures
)

from ttt_table.build.workfolder import (
    FORMAT,
    LOCK,
)

pytestmark = pytest.mark.xdist_group("processes")

LIES: list[dict[str, object]] = [
    {"positions": "many"},
    {"positions": -1},
    {"positions": True},
    {"positions": 1.0},
    {"positions": 10**9},
    {"positions": 0},
    {"positions": None},
    {"palette": None},
    {"palette": 7},
    {"palette": []},
    {"palette": [None]},
    {"palette": [8, 0, None]},
    {"palette": [-10, -10, 0, 8, 10, None]},
    {"palette": [-10, 0, 8, 10, None, None]},
    {"palette": [-10, 0, 7, 9, 10, None]},
    {"palette": [-10, 0, 8.0, 10, None]},
    {"palette": [False, 8, 10, None]},
    {"palette": ["0", {}, [], None]},
    {"palette": [0, None]},
    {"palette": [*range(-99, 99)]},
    {"stones": 6},
    {"kind": "other"},
    {"game": "3x3k3-misere"},
    {"game": 3},
    {"format": "ttt-table work 2"},
    {"version": "0.0.9"},
    {"more": 1},
]


def to_a_file(at: Path) -> None:
    """A link to a file of the user's."""
    (at.parent.parent / "thesis").write_text("years of work")
    at.symlink_to(at.parent.parent / "thesis")


test_what_is_no_file_of_ours_is_an_error_at_once = in_full(
    test_workfolder.test_what_is_no_file_of_ours_is_an_error_at_once,
    make=[dangling, to_a_file, os.mkfifo, Path.mkdir],
    name=[LOCK, "tier-03", "scores-0badcafe", ""],
)
test_a_head_that_lies_is_not_believed = in_full(
    test_workfolder.test_a_head_that_lies_is_not_believed, lie=LIES
)
test_a_head_that_is_none_is_not_believed = in_full(
    test_workfolder.test_a_head_that_is_none_is_not_believed,
    line=[
        b"\n",
        b"{}\n",
        b"[]\n",
        b"null\n",
        b"3\n",
        b'"' + FORMAT.encode() + b'"\n',
        b"[" * 10_000 + b"\n",
        b'{"format":' * 3_000 + b"\n",
        b"9" * 5_000 + b"\n",
        b"NaN\n",
        b"\xff\n",
        b"[" * 20_000,
        b'{"format": "ttt-table work 3", "game": "3x3k3", "kind": "tier", "stones": 7}\n',
    ],
)
test_packed_numbers_are_told_from_others = in_full(
    test_workfolder.test_packed_numbers_are_told_from_others,
    bits=[1, 2, 4, 8],
    count=[1, 2, 3, 4, 5],
)
