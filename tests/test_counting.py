"""data/counts.csv has what several programs count, one without table and solver."""

import re
import runpy
import subprocess
from collections.abc import Callable
from itertools import chain
from math import comb, factorial
from pathlib import Path

import boards
import counts
import pytest
from listed import counted_games, family_games, listed_games
from support.cases import exhaustive
from support.readers import compiled
from support.records import BUILT
from support.records import COUNTED as RECORDS

from ttt_table.audit import audit
from ttt_table.audit.published import COMPUTED, PUBLISHED, known_counts
from ttt_table.build import build_table
from ttt_table.rules.families import hex_lines

GAMES = {str(game): game for game in counted_games()}
SMALL = [
    *[name for name, game in GAMES.items() if game.cells <= 9],
    *[name for name, game in GAMES.items() if 9 < game.cells <= counts.MAX_SOLVED][::8],
]
LARGER = [
    "3x5k3",
    "4x4k4",
    "4x4k3-misere",
    "3x6k4",
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
def test_all_programs_count_what_is_listed(name: str, tmp_path: Path) -> None:
    """Positions, classes, finished ones and whole games, by ply and altogether."""
    report = audit(build_table(GAMES[name], tmp_path / "table"))
    found = counts.count_game(GAMES[name], BUILT[name], report)
    for count_name, count in found.items():
        listed = RECORDS[name][count_name]
        assert listed["value"] == count["value"], count_name
        assert {*listed["by"]} >= {*count["by"]}, count_name


@pytest.mark.exhaustive
def test_the_files_are_drawn_from_the_record() -> None:
    """Byte by byte."""
    for path, text in counts.contents_of_files(RECORDS).items():
        assert path.read_text(encoding="utf-8") == text, path


def test_the_counts_agree_with_published_ones() -> None:
    """Of every game that is listed."""
    compared = 0
    for game_name, record in RECORDS.items():
        for name, known in known_counts(GAMES[game_name]).items():
            if name not in record or known.basis != PUBLISHED:
                continue
            assert record[name]["value"] == as_json(known.value), name
            compared += 1
    assert compared > 100


def as_json(value: object) -> object:
    """Return a count as JSON has it."""
    return list(value) if isinstance(value, tuple) else value


def test_a_count_that_the_audit_calls_computed_has_a_second_program() -> None:
    """It names those of the list, which share nothing with the audit."""
    compared = 0
    for game_name, record in RECORDS.items():
        for name, known in known_counts(GAMES[game_name]).items():
            if known.basis == COMPUTED:
                others = [by for by in record[name]["by"] if by != "audit"]
                assert others
                assert known.source.startswith(f"also found by {', '.join(others)};")
                assert record[name]["value"] == as_json(known.value), name
                compared += 1
    assert compared > 800


def test_no_number_is_listed_under_a_name_of_a_program_that_the_page_lacks() -> None:
    """Each has a row that says what it does."""
    page = (boards.DOCS / "counts.md").read_text(encoding="utf-8")
    named = set()
    for record in RECORDS.values():
        for count in record.values():
            named.update(count["by"])
    assert named == {*counts.PROGRAMS}
    for program in counts.PROGRAMS:
        assert f"| `{program}` |" in page


def test_results_by_proof_are_those_of_the_lists_of_proofs() -> None:
    """Each is listed by its proof, and no other."""
    proven = counts.proven_values()
    for name, record in RECORDS.items():
        assert ("proof" in record["value"]["by"]) == (name in proven), name
        assert proven.get(name, record["value"]["value"]) == record["value"]["value"]


def test_every_number_of_nodes_without_gravity_has_two_programs() -> None:
    """The sums find it from the number of games."""
    for name, record in RECORDS.items():
        if "nodes of the game tree" in record:
            assert "sums" in record["nodes of the game tree"]["by"], name


@pytest.mark.parametrize("count", ["won for the mover", "value", "plies"])
def test_every_result_on_a_small_board_has_two_programs(count: str) -> None:
    """One shares neither rules nor scores with the audit."""
    small = [name for name in RECORDS if GAMES[name].cells <= counts.MAX_SOLVED]
    assert len(small) > 100
    for name in small:
        assert "play" in RECORDS[name][count]["by"], name


def test_the_counts_agree_with_builds() -> None:
    """Of every game that has been built."""
    for name, listed in RECORDS.items():
        record = BUILT[name]
        assert listed["positions"]["value"] == record["positions"], name
        assert listed["value"]["value"] == counts.VALUES[record["value"]], name


@pytest.mark.parametrize(
    "limit",
    [
        f"up to {counts.MAX_SUMMED_WITH_GRAVITY // 10**6} million positions |",
        f"| positions and results from {counts.MAX_SOLVED + 1} cells on, "
        f"if the array has at most {counts.MAX_STACKED // 10**6:,} million places, "
        f"with gravity {counts.MAX_STACKED_WITH_GRAVITY // 10**6:,} million:",
        "| games with gravity that `sums` counts, "
        f"if the array has at most {counts.MAX_ORDERED // 10**6:,} million places:",
        f"| {counts.MAX_PLAYED:,} positions, "
        f"with gravity {counts.MAX_PLAYED_WITH_GRAVITY:,}; "
        f"results up to {counts.MAX_SOLVED} cells |",
    ],
)
def test_the_page_gives_the_limits_of_the_programs(limit: str) -> None:
    """As the script has them."""
    assert limit in (boards.DOCS / "counts.md").read_text(encoding="utf-8")


@pytest.mark.exhaustive
def test_a_game_is_counted_if_it_is_no_further_member_of_the_family() -> None:
    """Of k in a row on up to 16 cells, most games have only their positions listed."""
    assert {*RECORDS} == {*GAMES} & {*BUILT}
    family = {str(game) for game in family_games()}
    listed = {str(game) for game in listed_games()}
    assert listed - {*GAMES} < family


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


@pytest.mark.exhaustive
def test_the_drafts_for_new_sequences_begin_with_what_their_program_finds() -> None:
    """It is plain Python, and searches by the definitions."""
    folder = counts.FOLDER / "oeis"
    terms = runpy.run_path(str(folder / "drafts.py"))["TERMS"]
    assert {path.stem for path in folder.glob("draft-*.txt")} == {
        f"draft-{name}" for name in terms
    }
    for name, first_terms in terms.items():
        expected = first_terms()
        assert data_of(name)[: len(expected)] == expected, name


def test_two_programs_find_as_many_chains_of_hex() -> None:
    """One extends paths, the other takes or leaves each cell."""
    drafts = runpy.run_path(str(counts.FOLDER / "oeis" / "drafts.py"))
    for n in range(1, 5):
        assert drafts["chains"](n) == drafts["chains_by_degrees"](n), n


def test_a_sweep_finds_as_many_chains_and_games_of_hex() -> None:
    """As extending paths, and as playing all games."""
    drafts = runpy.run_path(str(counts.FOLDER / "oeis" / "drafts.py"))
    for n in range(1, 6):
        assert drafts["chains_by_sweep"](n) == drafts["chains"](n), n
    for n in range(1, 4):
        assert (
            drafts["hex_games_by_sweep"](n) == drafts["hex_positions_and_games"](n)[1]
        )


@pytest.mark.exhaustive
def test_a_sweep_along_the_chains_of_hex_and_one_across_find_the_same() -> None:
    """On all boards of the draft."""
    sweep = runpy.run_path(str(counts.FOLDER / "oeis" / "drafts.py"))[
        "hex_games_by_sweep"
    ]
    expected = data_of("hex-games")
    assert [sweep(n, 1) for n in range(1, 9)] == expected
    assert [sweep(n, 0) for n in range(1, 9)] == expected


@pytest.fixture(scope="module")
def hex_program(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The program in C that counts Hex."""
    source = counts.FOLDER / "oeis" / "hex.c"
    return compiled(source, tmp_path_factory.mktemp("hex"), "gcc", "-O3")


@pytest.mark.parametrize("n", [1, 3, *exhaustive([2, 4, 5])])
def test_flood_fill_finds_as_many_positions_and_games_of_hex(
    hex_program: str, n: int
) -> None:
    """In C, where 5x5 takes a quarter of a minute and 170 MB."""
    expected = [data_of("hex-positions")[n - 1], data_of("hex-games")[n - 1]]
    assert numbers_from(hex_program, "positions", n) == expected


@pytest.mark.parametrize("n", [4, *exhaustive(range(5, 10))])
def test_paths_in_c_are_as_many_as_the_draft_says(hex_program: str, n: int) -> None:
    """Up to 9x9, where they take three seconds."""
    assert numbers_from(hex_program, "chains", n) == [data_of("hex-chains")[n - 1]]


def numbers_from(program: str, *arguments: object) -> list[int]:
    """Return the numbers that a program prints."""
    command = [program, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, check=True)
    return [int(word) for word in done.stdout.split()]


def test_the_page_has_the_numbers_of_tic_tac_toe() -> None:
    """Each of them counted, by playing all games where a formula does not tell."""
    counted = {
        name: int(count["value"])
        for name, count in RECORDS["3x3k3"].items()
        if isinstance(count["value"], int)
    }
    with_right_turns = sum(
        comb(9, stones) * comb(stones, stones // 2) for stones in range(10)
    )
    classes = counted["positions up to symmetry"]
    finished_classes = counted["finished up to symmetry"]
    by_ply = RECORDS["3x3k3"]["classes per ply"]["value"]
    finished_by_ply = RECORDS["3x3k3"]["finished classes per ply"]["value"]
    expected = [
        factorial(9),
        3**9,
        with_right_turns,
        counted["positions"],
        counted["unfinished"],
        counted["finished"],
        classes,
        classes - finished_classes,
        finished_classes,
        sum(by_ply[ply] - finished_by_ply[ply] for ply in (0, 2, 4, 6)),
        counted["games"],
        counted["nodes of the game tree"],
        counted["games up to symmetry of moves"],
        counted["games up to symmetry of positions"],
    ]
    page = (boards.DOCS / "counts.md").read_text(encoding="utf-8")
    section, _, _ = page.partition("## Games of tic-tac-toe up to symmetry")
    numbers = re.findall(r"^\| ([\d,]+) \|", section, flags=re.MULTILINE)
    assert [int(number.replace(",", "")) for number in numbers] == expected
    assert f"in {with_right_turns - counted['positions']} of these boards" in section


def positions_in_a_row(rows: int, cols: int, k: int) -> int | None:
    """Return how many positions are listed for k in a row, lying or standing."""
    record = BUILT.get(f"{min(rows, cols)}x{max(rows, cols)}k{k}", {})
    return record.get("positions")


LISTED_TERMS: dict[str, Callable[[int], int | None]] = {
    "misere-strip": lambda n: plies_or_0(f"1x{n}k2-misere"),
    "hex-chains": lambda n: len(hex_lines(n, n)) if 2 <= n <= 5 else None,
    "hex-positions": lambda n: BUILT.get(f"{n}x{n}-hex", {}).get("positions"),
    "hex-games": lambda n: count_of(f"{n}x{n}-hex", "games"),
}
"""What this project lists for the terms of sequences, by their index."""
LISTED_ARRAYS: dict[str, Callable[[int, int], int | None]] = {
    "positions-3": lambda rows, cols: positions_in_a_row(rows, cols, 3),
    "positions-4": lambda rows, cols: positions_in_a_row(rows, cols, 4),
    "falling-games": lambda rows, cols: count_of(f"{rows}x{cols}k4-gravity", "games"),
}
"""What this project lists for the terms of arrays, by row and column."""


def plies_or_0(name: str) -> int:
    """Return how long a game lasts; 0 if it is a draw."""
    record = BUILT[name]
    return int(record["plies"]) if record["value"] else 0


def count_of(game: str, name: str) -> int | None:
    """Return the number that is listed for a count, if it is."""
    count = RECORDS.get(game, {}).get(name)
    return None if count is None else int(count["value"])


def data_of(draft: str) -> list[int]:
    """Return the terms of a draft."""
    text = (counts.FOLDER / "oeis" / f"draft-{draft}.txt").read_text()
    data = text.partition("DATA\n")[2].partition("\n\n")[0]
    return [int(term) for term in data.split(",")]


@pytest.mark.parametrize("draft", LISTED_TERMS)
def test_the_terms_of_a_draft_are_those_that_are_listed(draft: str) -> None:
    """Wherever this project lists them."""
    text = (counts.FOLDER / "oeis" / f"draft-{draft}.txt").read_text()
    offset = int(text.partition("OFFSET\n")[2].partition(",")[0])
    compared = 0
    for n, term in enumerate(data_of(draft), start=offset):
        listed = LISTED_TERMS[draft](n)
        if listed is not None:
            assert term == listed, n
            compared += 1
    assert compared >= 3


@pytest.mark.parametrize("draft", LISTED_ARRAYS)
def test_the_terms_of_an_array_are_those_that_are_listed(draft: str) -> None:
    """Wherever this project lists them."""
    terms = iter(data_of(draft))
    compared = 0
    for antidiagonal in range(1, 9):
        for rows in range(1, antidiagonal + 1):
            term = next(terms)
            listed = LISTED_ARRAYS[draft](rows, antidiagonal + 1 - rows)
            if listed is not None:
                assert term == listed, rows
                compared += 1
    assert compared >= 9
    assert next(terms, None) is None


def terms_of(name: str) -> list[int]:
    """Return the terms of a b-file."""
    lines = (counts.FOLDER / name).read_text().splitlines()
    return [int(line.split()[1]) for line in lines]
