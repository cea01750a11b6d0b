"""data/boards.csv is what real builds say, and agrees with what is published."""

import csv
import re
from math import comb
from pathlib import Path

import boards
import pytest
from listed import breaker_games, family_games
from support.cases import exhaustive
from support.records import BUILT as RECORDS

from ttt_table import Game
from ttt_table.build import build_table
from ttt_table.build.estimate import estimate_tiers
from ttt_table.errors import SizeError
from ttt_table.results.boards import label
from ttt_table.rules.game import symmetries
from ttt_table.rules.outcome import Outcome
from ttt_table.rules.recognition import lines_sha256

LISTED = boards.LISTED
CELLS = {name: record["rows"] * record["cols"] for name, record in RECORDS.items()}
MORE_NAMES = [
    *[name for name in RECORDS if CELLS[name] <= 12][::13],
    *[name for name in RECORDS if 12 < CELLS[name] <= 16][::97],
    *("4x5k4-gravity", "5x4k4-gravity"),
]
"""The records that the exhaustive run builds anew, of every kind of rules."""
ONE_OF_EACH_KIND = [
    *(
        "2x3k3",
        "2x3k3-misere",
        "3x3k3-gravity",
        "2x3k2-breaker",
        "2x3k2-misere-breaker",
    ),
    *("3x2k2-gravity-misere-breaker", "3x3-tippy", "2x3-hex", "2x2-hex-misere"),
]
"""The records that every run builds anew."""
IN_ORDER = sorted(RECORDS.values(), key=boards.sort_key)


def test_every_record_is_of_a_game_on_the_list() -> None:
    """Games on the list may still be to be built."""
    assert {*RECORDS} <= {*LISTED}


def test_the_family_has_every_k_up_to_the_longer_side_in_eight_modes() -> None:
    """On boards of up to 16 cells, with gravity on the tall ones too."""
    boards_and_k = [
        (rows, cols, k)
        for rows in range(1, 17)
        for cols in range(1, 16 // rows + 1)
        for k in range(1, max(rows, cols) + 1)
    ]
    wide = [(rows, cols, k) for rows, cols, k in boards_and_k if rows <= cols]
    family = family_games()
    assert len({*family}) == len(family) == 4 * len(wide) + 4 * len(boards_and_k)


def test_the_first_moves_lead_to_the_value_of_the_game() -> None:
    """The best of them; the winner hurries, and the loser delays."""
    for name, record in RECORDS.items():
        first_moves = record["first_moves"]
        values = [value for _, value, _ in first_moves]
        assert max(values) == record["value"], name
        best = [plies for _, value, plies in first_moves if value == max(values)]
        assert record["plies"] == (max(best) if max(values) < 0 else min(best))


@pytest.mark.parametrize(
    ("picture", "name"),
    [
        ("opening-hex.svg", "4x4-hex"),
        ("opening-4x4k3.svg", "4x4k3"),
        ("opening-torus.svg", "4x4-torus-k4"),
        ("opening-cube.svg", "9x3-3x3x3-k3"),
    ],
)
def test_an_opening_map_shows_the_listed_first_moves(picture: str, name: str) -> None:
    """In each cell what playing there comes to."""
    expected = {}
    for cell, value, plies in RECORDS[name]["first_moves"]:
        for turn in symmetries(LISTED[name]):
            expected[turn[cell]] = label(Outcome(value, plies))
    drawing = (boards.DOCS / "pictures" / picture).read_text(encoding="utf-8")
    drawn = re.findall(r">(\d+)</text>\s*<text[^>]*>([a-z]+(?: \d+)?)", drawing)
    assert {int(cell): outcome for cell, outcome in drawn} == expected


def test_each_game_of_lines_has_the_digest_of_its_lines() -> None:
    """As `ttt-table info` shows it."""
    for name, record in RECORDS.items():
        if "name" in record:
            assert record["lines_sha256"] == lines_sha256(LISTED[name])
        else:
            assert "lines_sha256" not in record


@pytest.mark.parametrize(
    "path",
    [boards.PAGE, boards.README, boards.CHANGELOG],
    ids=lambda path: path.name,
)
def test_the_number_of_games_is_that_of_the_list(path: Path) -> None:
    """Written by the script."""
    text = path.read_text(encoding="utf-8")
    assert boards.COUNTED_GAMES.search(text)
    assert text == boards.with_number_of_games(text, len(RECORDS))


def test_the_page_is_made_from_the_records() -> None:
    """Nothing is typed in by hand."""
    assert boards.PAGE.read_text(encoding="utf-8") == boards.page_text(IN_ORDER)


def test_what_is_complete_grows_with_the_records() -> None:
    """Up to the largest size at which no game is missing."""
    complete = boards.completeness
    assert "All other games of the list in" in complete({*LISTED})
    rows = {name for name, game in LISTED.items() if is_plain_row(game)}
    assert "up to 24 cells, and 5x5 |" in complete(rows)
    assert "up to 21 cells, and 5x5 |" in complete(rows - {"2x11k7-misere"})
    assert "up to 24 cells |" in complete(rows - {"5x5k4-misere"})
    assert "boards of up to 14 cells |" in complete({*LISTED} - {"3x5k4-breaker"})
    with_gravity = "two rows and two columns or more, up to"
    assert f"{with_gravity} 28 cells, without 2x13 and 2x14 |" in complete({*LISTED})
    without_28 = {*LISTED} - {"4x7k7-gravity"}
    assert f"{with_gravity} 27 cells, without 2x13 |" in complete(without_28)
    assert f"{with_gravity} 16 cells |" in complete({*LISTED} - {"9x2k3-gravity"})


def test_the_games_that_are_still_to_be_built_are_counted() -> None:
    """With the sizes of their boards."""
    built = {*LISTED} - {"3x3k3", "4x6k4-gravity"}
    assert "2 games of 9 to 24 cells are still" in boards.completeness(built)
    built = {*LISTED} - {"4x7k3-gravity", "4x7k7-gravity"}
    assert "2 games of 28 cells are still" in boards.completeness(built)


def is_plain_row(game: Game) -> bool:
    """Return whether a game is k in a row without further rules, but for misère."""
    return not (game.gravity or game.breaker or game.lines)


def test_the_page_leaves_out_who_wins_one_and_two_in_a_row() -> None:
    """The list in CSV has them."""
    page = boards.PAGE.read_text(encoding="utf-8")
    assert "* **3 in a row:** X 5:" in page
    assert "* **2 in a row:**" not in page
    assert RECORDS["3x3k2"]["value"] == 1


@pytest.mark.parametrize(
    ("rows", "cols"),
    [(2, 13), (3, 9), (2, 14), (4, 7), (2, 15), (3, 10), (5, 6)],
)
def test_larger_boards_without_gravity_have_tiers_that_no_file_holds(
    rows: int, cols: int
) -> None:
    """As far as is known before they are solved, unless every game is a draw."""
    for k in (3, cols):
        with pytest.raises(SizeError, match="a table file holds at most"):
            estimate_tiers(Game(rows, cols, k), 1)


def test_a_torn_line_of_the_file_of_state_is_cut_off(tmp_path: Path) -> None:
    """A run that was killed while it wrote loses one game."""
    state = tmp_path / "census.jsonl"
    state.write_text('{"record": {"game": "1x1k1"}}\n{"record": {"ga')
    assert boards.read_state(state) == [{"record": {"game": "1x1k1"}}]
    assert state.read_text() == '{"record": {"game": "1x1k1"}}\n'


def test_a_run_does_what_is_missing_and_goes_on_where_it_was(tmp_path: Path) -> None:
    """A game that is in the file of state is not built again."""
    state = tmp_path / "census.jsonl"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boards, "known_records", dict)
        boards.work_through(["2x2k1"], state, keep=True)
        boards.work_through(["2x2k1", "1x3k2"], state, keep=False)
    entries = boards.read_state(state)
    assert [entry["record"]["game"] for entry in entries] == ["2x2k1", "1x3k2"]
    assert [path.name for path in tmp_path.glob("*.msgpack")] == ["2x2k1.msgpack"]


def test_the_list_is_made_from_the_records() -> None:
    """Nothing is typed in by hand."""
    assert boards.LIST.read_text(encoding="utf-8") == boards.csv_text(IN_ORDER)


@pytest.mark.parametrize(
    "name",
    [*ONE_OF_EACH_KIND, *exhaustive(MORE_NAMES)],
)
def test_a_build_gives_the_digest_that_is_listed(name: str, tmp_path: Path) -> None:
    """And every other figure of the line; and the table passes its audit."""
    table = build_table(LISTED[name], tmp_path / "table")
    boards.check_unchanged(boards.audited_entry(table, {})["record"], RECORDS[name])


def slots_with_gravity(rows: int, cols: int) -> int:
    """Return the slots of a table with gravity, also for a board too large for one.

    A column holds 0 to `rows` stones. Of the masks with as many stones, as many are
    kept as there are pairs of mirror images and masks that are their own image.
    """
    one_column = [1] * (rows + 1)  # ways to have 0, 1, 2 ... stones
    two_alike = [1, *[0, 1] * rows]
    every_mask = product_of([one_column] * cols)
    mirrored = product_of([two_alike] * (cols // 2) + [one_column] * (cols % 2))
    slots = 0
    for stones, counts in enumerate(zip(every_mask, mirrored, strict=True)):
        slots += sum(counts) // 2 * comb(stones, (stones + 1) // 2)
    return slots


def product_of(polynomials: list[list[int]]) -> list[int]:
    """Multiply polynomials, given by their coefficients."""
    product = [1]
    for polynomial in polynomials:
        longer = [0] * (len(product) + len(polynomial) - 1)
        for i, first in enumerate(product):
            for j, second in enumerate(polynomial):
                longer[i + j] += first * second
        product = longer
    return product


def test_the_page_says_what_a_table_of_connect_four_would_take() -> None:
    """By a formula that gives the slots of every listed board with gravity."""
    compared = 0
    for record in RECORDS.values():
        if record["gravity"] and "name" not in record:
            board = (record["rows"], record["cols"])
            assert record["slots"] == slots_with_gravity(*board), record["game"]
            compared += 1
    assert compared > 300

    largest = RECORDS["5x6k4-gravity"]
    slots = slots_with_gravity(6, 7)
    ratio = slots / largest["slots"]
    estimate = estimate_tiers(LISTED["5x6k4-gravity"], 2, fast=True).seconds
    page = boards.PAGE.read_text(encoding="utf-8").replace("\n", " ")
    assert f"would have {slots:,} slots" in page
    assert f"{ratio:,.0f} times those of 5x6" in page
    assert f"file would have {ratio * largest['bytes'] / 1e12:.0f} TB" in page
    assert f"roughly {round(estimate, -1):.0f} seconds on two cores" in page
    assert round(estimate * ratio / (7 * 24 * 3600)) == 1  # week


@pytest.mark.parametrize(
    ("page", "name", "cited"),
    [
        ("counts.md", "4x5k4", "game {game}: {positions:,} positions; table with"),
        ("counts.md", "4x5k4", "SHA-256 `{sha256}`"),
        ("counts.md", "5x5k4", "{slots:,} slots each"),
        ("games.md", "5x5-torus-k4", "{positions:,} positions in {megabytes:.0f} MB"),
        ("games.md", "5x5k4", "while the flat board takes {gigabytes:.0f} GB"),
        ("games.md", "9x3-3x3x3-k3", "The table of 3x3x3 takes {gigabytes:.1f} GB"),
        ("games.md", "9x3-3x3x3-k3", "X wins in {plies} plies, in misère in 26, and"),
        (
            "games.md",
            "9x3-3x3x3-k3-misere",
            "7 plies, in misère in {plies}, and with gravity",
        ),
        ("games.md", "3x9-3x3x3-k3-gravity", "and with gravity in {plies}."),
        ("games.md", "3x3-hex", "rather than {positions:,}."),
        ("games.md", "3x3-hex-breaker", "has {positions:,} positions rather than"),
    ],
)
def test_a_page_cites_what_is_listed(page: str, name: str, cited: str) -> None:
    """Positions, digests, sizes and plies."""
    record = RECORDS[name]
    text = (boards.DOCS / page).read_text(encoding="utf-8")
    size = record["bytes"]
    numbers = {**record, "megabytes": size / 1e6, "gigabytes": size / 1e9}
    assert cited.format(**numbers) in text.replace("\n", " ")


with (boards.LIST.parent / "published.csv").open(encoding="utf-8", newline="") as file:
    PUBLISHED = list(csv.DictReader(file))
"""What others have published, a result of a game or of a first move a row."""
COMPARED = [row for row in PUBLISHED if row["game"] in RECORDS]
VALUES = {"X wins": 1, "draw": 0, "O wins": -1}


@pytest.mark.parametrize(
    "row", COMPARED, ids=lambda row: f"{row['game']} {row['first_move']}".strip()
)
def test_what_is_published_agrees_with_ours(row: dict[str, str]) -> None:
    """The winner, and the plies where they are published."""
    record = RECORDS[row["game"]]
    outcome = (record["value"], record["plies"])
    if row["first_move"]:
        outcomes = {
            cell: (value, plies) for cell, value, plies in record["first_moves"]
        }
        outcome = outcomes[int(row["first_move"])]
    assert outcome[0] == VALUES[row["result"]]
    assert row["plies"] in ("", str(outcome[1]))


def test_most_published_results_are_of_games_that_are_built() -> None:
    """The page gives their number."""
    assert len(COMPARED) > 90
    page = boards.PAGE.read_text(encoding="utf-8")
    assert f"lists {len(PUBLISHED)} results that others" in page.replace("\n", " ")


def test_every_source_of_a_published_result_is_on_the_page() -> None:
    """By its number."""
    _, _, sources = boards.PAGE.read_text(encoding="utf-8").partition("## Sources\n")
    numbers = {*re.findall(r"^(\d+)\. ", sources, flags=re.MULTILINE)}
    for row in PUBLISHED:
        assert row["sources"], row
        assert numbers.issuperset(row["sources"].split()), row


def test_games_without_a_published_result_are_built_and_not_in_the_list() -> None:
    """The page names them."""
    page = boards.PAGE.read_text(encoding="utf-8").replace("\n", " ")
    _, _, rest = page.partition("We searched for published results of these games")
    sentence, _, _ = rest.partition(". ")
    names = {*re.findall(r"\d+x\d+(?:k\d+|-)[\w-]*", sentence)}
    assert len(names) > 15
    assert names <= RECORDS.keys()
    assert not names & {row["game"] for row in PUBLISHED}


@pytest.mark.parametrize(
    ("name", "winning"), [("3x3-hex", {1, 2, 4}), ("4x4-hex", {3, 6})]
)
def test_hex_on_a_square_is_won_from_these_cells_alone(
    name: str, winning: set[int]
) -> None:
    """As the page says; the half turn carries them to the others."""
    first_moves = RECORDS[name]["first_moves"]
    assert {cell for cell, value, _ in first_moves if value == 1} == winning


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
    """Without gravity, on all boards with fewer rows than k, and k at least 3."""
    narrow = [
        record["value"]
        for record in RECORDS.values()
        if 3 <= record.get("k", 0) > record["rows"]
        and not (record["gravity"] or "breaker" in record)
    ]
    assert len(narrow) > 300
    assert {*narrow} == {0}


def test_misere_with_gravity_is_won_by_x_on_boards_of_odd_sides_alone() -> None:
    """With k at least 3; boards with one row or fewer columns than k are draws."""
    wide_boards = 0
    for record in RECORDS.values():
        has_the_rules = record["gravity"] and record["misere"] and "k" in record
        if not has_the_rules or "breaker" in record or record["k"] < 3:
            continue
        value = 0
        if record["rows"] >= 2 and record["cols"] >= record["k"]:
            wide_boards += 1
            value = 1 if record["rows"] % 2 == record["cols"] % 2 == 1 else -1
        assert record["value"] == value, record["game"]
    assert wide_boards >= 40


def test_misere_with_gravity_ends_on_a_ply_that_rows_and_columns_give() -> None:
    """At the latest, and with k from 5 on always but on long boards of two rows."""
    won = 0
    earlier = {}
    for record in RECORDS.values():
        has_the_rules = record["gravity"] and record["misere"] and "k" in record
        if not has_the_rules or "breaker" in record or record["k"] < 3:
            continue
        rows, cols = record["rows"], record["cols"]
        last_ply = rows * cols + 1 - 2 * (rows // 2)
        if record["value"]:
            won += 1
            assert record["plies"] <= last_ply, record["game"]
            if record["k"] >= 5 and record["plies"] < last_ply:
                earlier[record["game"]] = last_ply - record["plies"]
    assert won > 40
    assert earlier == {
        "2x10k5-gravity-misere": 2,
        "2x11k5-gravity-misere": 2,
        "2x12k5-gravity-misere": 2,
        "2x12k6-gravity-misere": 2,
    }


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("3x3k2-gravity-misere", "O wins in 5 plies"),
        ("3x5k3-gravity-misere-breaker", "O wins in 13 plies"),
    ],
)
def test_the_pattern_of_misere_with_gravity_has_the_exceptions_of_the_page(
    name: str, result: str
) -> None:
    """Otherwise X would win on these odd sides."""
    assert boards.result_of(RECORDS[name]) == result


def test_hex_with_a_breaker_has_the_same_winners_and_the_same_wins_of_x() -> None:
    """O's wins are on a full board then."""
    hex_games = [game for game in breaker_games() if game.name == "hex"]
    for game in hex_games:
        record = RECORDS[f"{game.rows}x{game.cols}-hex"]
        with_breaker = RECORDS[str(game)]
        assert with_breaker["value"] == record["value"], game
        plies = record["plies"] if record["value"] == 1 else game.cells
        assert with_breaker["plies"] == plies, game
    assert len(hex_games) == 11


def test_misere_hex_is_won_by_whose_sides_are_further_apart() -> None:
    """On all boards that are not square, whether or not O's chains end the game."""
    misere_hex = [
        record
        for record in RECORDS.values()
        if record.get("name") == "hex" and record["misere"]
    ]
    longer = [
        record["value"] * (record["cols"] - record["rows"]) for record in misere_hex
    ]
    assert min(longer) == 0
    assert sum(excess > 0 for excess in longer) > 20
