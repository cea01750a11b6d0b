"""Games of any lines: both methods, the file, the audit and brute force agree."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from games import hex_board
from planes import projective_plane
from slow import Slow

from ttt_table import Game, open_table
from ttt_table.audit import audit
from ttt_table.build import build_table
from ttt_table.errors import OtherGameError


def sides_of_triangles(points: int) -> Game:
    """Whoever has drawn a triangle among so many points has filled a line."""
    edges = [*combinations(range(points), 2)]
    triangles = [
        [edges.index(edge) for edge in combinations(three, 2)]
        for three in combinations(range(points), 3)
    ]
    return Game(2, len(edges) // 2, lines=triangles, name="triangles", breaker=True)


def random_game(seed: int, most_cells: int) -> Game:
    """Lines of 1 to 6 cells in no order, some twice or within each other, or alike all round."""
    draw = Random(seed)
    rows = draw.randint(1, 4)
    cols = draw.randint(1, most_cells // rows)
    cells = range(rows * cols)
    sizes = [size for size in (1, 2, 2, 3, 3, 3, 4, 4, 5, 6) if size <= len(cells)]
    lines = [draw.sample(cells, draw.choice(sizes)) for _ in range(draw.randint(0, 12))]
    lines += lines[:2]
    if draw.random() < 0.3:
        lines += [[(cell + 1) % len(cells) for cell in line] for line in lines]
    return Game(
        rows,
        cols,
        lines=lines,
        misere=draw.random() < 0.5,
        gravity=draw.random() < 0.3,
        breaker=draw.random() < 0.4,
    )


def check_game(game: Game, folder: Path) -> None:
    """Both methods write the same bytes, which hold what brute force says, and pass the audit."""
    files = [
        Path(build_table(game, folder / method, method=method)) for method in ("search", "tiers")
    ]
    assert files[0].read_bytes() == files[1].read_bytes()
    assert audit(files[0]).passed
    if game.cells <= 9:  # more take brute force too long
        slow = Slow(*game)
        assert dict(open_table(files[0])) == {board: slow.outcome(board) for board in slow.boards()}


@pytest.mark.parametrize("seed", range(6))
def test_random_families_of_lines_are_solved_rightly(seed: int, tmp_path: Path) -> None:
    """On boards of up to 7 cells; tests/exhaustive/ has 300 of up to 12."""
    check_game(random_game(seed, most_cells=7), tmp_path)


def test_a_name_is_no_part_of_the_rules(tmp_path: Path) -> None:
    """A table is found by its lines."""
    game, namesake = (Game(2, 2, lines=lines, name="same") for lines in ([[0, 1]], [[0, 2]]))
    path = build_table(game, tmp_path / "table")
    assert open_table(path, game=Game(2, 2, lines=[[1, 0]], name="other")).game == game
    with pytest.raises(OtherGameError, match="this is 2x2-same, not one with these lines"):
        open_table(path, game=namesake)


@pytest.mark.parametrize(
    ("game", "positions", "x_wins", "o_wins", "plies"),
    [
        (Game(breaker=True), 5646, 698, 28, 7),
        (Game(misere=True, breaker=True), 5646, 28, 698, -9),
        (Game(3, 4, 3, gravity=True, breaker=True), 8587, 2332, 164, 9),
        (hex_board(2, 2), 32, 6, 3, 3),
        (hex_board(3, 3), 5676, 624, 42, 5),
        (projective_plane(2)._replace(breaker=True), 722, 70, 7, 7),
        (sides_of_triangles(5), 15_723, 2510, 72, 7),
        (sides_of_triangles(5)._replace(misere=True), 15_723, 72, 2510, -9),
    ],
    ids=str,
)
def test_maker_and_breaker_end_as_another_program_has_found(
    game: Game, positions: int, x_wins: int, o_wins: int, plies: int, tmp_path: Path
) -> None:
    """How many positions, how many of each result, and who wins in how many plies: O below 0."""
    report = audit(build_table(game, tmp_path / "table"))
    assert report.passed
    found = [report.count_of(f"finished, {who}").found for who in ("X wins", "O wins", "drawn")]
    assert [report.count_of("positions").found, *found] == [positions, x_wins, o_wins, 0]
    outcome = open_table(tmp_path / "table")["." * game.cells]
    assert outcome.value * outcome.plies == plies


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_who_moves_first_wins_hex_on_a_square(rows: int, cols: int, tmp_path: Path) -> None:
    """J. Nash's argument; beside it, whose sides lie closer wins."""
    table = open_table(build_table(hex_board(rows, cols), tmp_path / "table"))
    assert table["." * rows * cols].value == (1 if cols <= rows else -1)
