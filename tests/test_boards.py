"""docs/boards.jsonl is what real builds say, and agrees with what is published."""

from pathlib import Path
from typing import Any, NamedTuple

import boards
import pytest
from support.cases import exhaustive

from ttt_table.rules.families import lines_sha256

RECORDS: dict[str, dict[str, Any]] = boards.known_records()
LISTED = {str(game): game for game in boards.listed_games()}
CELLS = {name: record["rows"] * record["cols"] for name, record in RECORDS.items()}
MORE_NAMES = [
    *[name for name in RECORDS if CELLS[name] <= 12][::2],
    *[name for name in RECORDS if 12 < CELLS[name] <= 16][::16],
    *("4x5k4-gravity", "5x4k4-gravity"),
]
"""The records that the exhaustive run builds anew."""
IN_ORDER = sorted(RECORDS.values(), key=boards.place_of)


def test_every_board_of_the_list_has_a_record() -> None:
    """All up to 20 cells are there."""
    assert {*RECORDS} == {*LISTED}


def test_the_family_has_every_k_up_to_the_longer_side_in_eight_modes() -> None:
    """On boards of up to 16 cells, with gravity on the tall ones too."""
    boards_and_k = [
        (rows, cols, k)
        for rows in range(1, 17)
        for cols in range(1, 16 // rows + 1)
        for k in range(1, max(rows, cols) + 1)
    ]
    wide = [(rows, cols, k) for rows, cols, k in boards_and_k if rows <= cols]
    family = boards.family_games()
    assert len({*family}) == len(family) == 4 * len(wide) + 4 * len(boards_and_k)


def test_every_game_of_up_to_eighteen_cells_has_its_first_moves() -> None:
    """The best of them leads to the value of the game."""
    for name, record in RECORDS.items():
        if CELLS[name] <= 18:
            first_moves = record["first_moves"]
            values = [value for _, value, _ in first_moves]
            assert max(values) == record["value"], name
            best = [plies for _, value, plies in first_moves if value == max(values)]
            assert record["plies"] == (max(best) if max(values) < 0 else min(best))


def test_each_game_of_lines_has_the_digest_of_its_lines() -> None:
    """As `ttt-table info` shows it."""
    for name, record in RECORDS.items():
        if "name" in record:
            assert record["lines_sha256"] == lines_sha256(LISTED[name])
        else:
            assert "lines_sha256" not in record


@pytest.mark.parametrize("path", [boards.PAGE, boards.CHANGELOG], ids=lambda p: p.name)
def test_the_number_of_games_is_that_of_the_list(path: Path) -> None:
    """Written by the script."""
    text = path.read_text(encoding="utf-8")
    assert boards.COUNTED_GAMES.search(text)
    assert text == boards.with_number_of_games(text, len(RECORDS))


def test_the_page_is_made_from_the_records() -> None:
    """Nothing is typed in by hand."""
    assert boards.PAGE.read_text(encoding="utf-8") == boards.page_of(IN_ORDER)


def test_the_list_is_made_from_the_records() -> None:
    """Nothing is typed in by hand."""
    assert boards.LIST.read_text(encoding="utf-8") == boards.list_of(IN_ORDER)


@pytest.mark.parametrize(
    "name",
    ["2x3k3-misere", "3x3k3", "3x3k3-gravity", "3x3-tippy", *exhaustive(MORE_NAMES)],
)
def test_a_build_gives_the_digest_that_is_listed(name: str) -> None:
    """And every other figure of the line."""
    assert boards.built_record(LISTED[name]) == RECORDS[name]


class Claim(NamedTuple):
    """A row of docs/claims.md."""

    games: list[str]
    """The names of the games."""
    published: list[str]
    """What others say: nothing, or a result."""
    ours: str
    """What this project says."""


def parse_row(line: str) -> Claim | None:
    """Return the claim in a line of the page, if it has one."""
    cells = [cell.strip() for cell in line.split("|")[1:-1]]
    if not cells or cells[0] == "game" or cells[0].startswith("-"):
        return None
    names = [name.partition(" ")[0] for name in cells[0].split(", ")]
    return Claim(names, cells[1:-1], cells[-1])


PAGE = (boards.DOCS / "claims.md").read_text(encoding="utf-8")
CLAIMS = [claim for claim in map(parse_row, PAGE.splitlines()) if claim is not None]
LISTED_CLAIMS = [claim for claim in CLAIMS if RECORDS.keys() >= {*claim.games}]


@pytest.mark.parametrize("claim", LISTED_CLAIMS, ids=lambda claim: claim.games[0])
def test_a_claim_says_what_the_records_say(claim: Claim) -> None:
    """A draw may be given without its plies."""
    for name in claim.games:
        result = boards.result_of(RECORDS[name]).removesuffix(" plies")
        if claim.ours == "draw":
            assert result.startswith("draw")
        else:
            assert result.replace(" wins", "") == claim.ours


@pytest.mark.parametrize("claim", LISTED_CLAIMS, ids=lambda claim: claim.games[0])
def test_what_is_published_agrees_with_ours(claim: Claim) -> None:
    """It may say less than ours."""
    winner = claim.ours.split()[0]
    for published in claim.published:
        assert published.startswith(winner)


def test_a_claim_is_about_listed_games_or_about_others() -> None:
    """Never about both."""
    for claim in CLAIMS:
        if claim not in LISTED_CLAIMS:
            assert not RECORDS.keys() & {*claim.games}


def test_more_than_fifty_games_are_compared_with_what_is_published() -> None:
    """As the page says."""
    compared = sum(len(claim.games) for claim in LISTED_CLAIMS if claim.published)
    assert compared > 50


PLAIN = [
    record
    for record in RECORDS.values()
    if not (record["gravity"] or record["misere"] or "breaker" in record)
    and record.get("name") != "hex"
]
"""Games of players who both make the same lines, without further rules."""


def test_in_no_plain_game_o_wins() -> None:
    """X would play by O's strategy (J. Nash)."""
    assert min(record["value"] for record in PLAIN) == 0


def test_k_in_a_row_that_fit_one_way_alone_are_a_draw() -> None:
    """On all boards with fewer rows than k, and k at least 3."""
    narrow = [
        record["value"] for record in PLAIN if 3 <= record.get("k", 0) > record["rows"]
    ]
    assert len(narrow) > 100
    assert {*narrow} == {0}


def test_misere_with_gravity_is_won_by_x_on_boards_of_odd_sides_alone() -> None:
    """On boards of two rows or more, as wide as a line of three or more is long."""
    wide = [
        record
        for record in RECORDS.values()
        if record["gravity"] and record["misere"] and "breaker" not in record
        if record["rows"] >= 2 and record["cols"] >= record.get("k", 99) >= 3
    ]
    assert len(wide) > 30
    for record in wide:
        odd_sides = record["rows"] % 2 == 1 and record["cols"] % 2 == 1
        assert record["value"] == (1 if odd_sides else -1)


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("3x3k2-gravity-misere", "O wins in 5 plies"),
        ("1x7k3-gravity-misere", "draw in 7 plies"),
        ("4x2k4-gravity-misere", "draw in 8 plies"),
        ("2x6k3-gravity-misere", "O wins in 9 plies"),
        ("2x3k2", "X wins in 3 plies"),
        ("2x4k3-breaker", "O wins in 8 plies"),
    ],
)
def test_small_and_narrow_boards_are_listed_with_their_results(
    name: str, result: str
) -> None:
    """Those that are exceptions to what holds of larger boards."""
    assert boards.result_of(RECORDS[name]) == result


def test_misere_hex_is_won_by_whose_sides_are_further_apart() -> None:
    """On all 8 boards that are not square."""
    misere_hex = [
        record
        for record in RECORDS.values()
        if record.get("name") == "hex" and record["misere"] and "breaker" in record
    ]
    longer = [
        record["value"] * (record["cols"] - record["rows"]) for record in misere_hex
    ]
    assert min(longer) == 0
    assert sum(excess > 0 for excess in longer) == 8
