"""A game is typed as it is named, and what is unclear is asked."""

import csv
import re
from pathlib import Path

import pytest
from support.cases import exhaustive

from ttt_table import Game, GameError
from ttt_table.rules.families import ANIMALS
from ttt_table.rules.recognition import lines_sha256

LIST = Path(__file__).parents[2] / "data" / "boards.csv"


@pytest.mark.parametrize("every", [7, *exhaustive([1])])
def test_every_listed_name_stands_for_the_lines_that_were_built(every: int) -> None:
    """The list has their digests, which the names of lines must determine."""
    with LIST.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows[::every]:
        game = Game.named(row["game"])
        assert str(game) == row["game"]
        flags = [int(flag) for flag in (game.misere, game.gravity, game.breaker)]
        written = [game.rows, game.cols, game.k or "", game.name or "", *flags]
        columns = ["rows", "cols", "k", "name", "misere", "gravity", "breaker"]
        assert [str(field) for field in written] == [row[name] for name in columns]
        digest = "" if game.lines is None else lines_sha256(game)
        assert digest == row["lines_sha256"]
    assert len(rows) > 2500


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("3x3x3k3", "9x3-3x3x3-k3"),
        ("3x3x3k3-gravity", "3x9-3x3x3-k3-gravity"),
        ("2x1x3k2-breaker-misere", "2x3-2x1x3-k2-misere-breaker"),
    ],
)
def test_a_box_has_a_short_name(short: str, full: str) -> None:
    """With gravity stones fall through its layers."""
    assert str(Game.named(short)) == full


def test_a_long_shape_can_be_typed() -> None:
    """Its own name then ends in a checksum, and cannot be."""
    game = Game.named(f"27x1-{'X-' * 25}X")
    assert game.lines == ((1 << 26) - 1, (1 << 26) - 1 << 1)
    with pytest.raises(GameError, match="no lines are called 'X-X-X"):
        Game.named(str(game))


ASKED = [
    ("4x4", "write 4x4k3 for 3 in a row or 4x4k4 for 4 in a row"),
    ("2x3-misere", "write 2x3k3-misere for 3 in a row"),
    ("2x2", "write 2x2k2 for 2 in a row"),
    ("4x4-torus", "write 4x4-torus-k3 for 3 in a row or 4x4-torus-k4 for 4"),
    ("3x3x3", "write 3x3x3k3 for 3 in a row in a box or 3x3k3 for 3 in a row on a"),
    ("0x0", "has no cells"),
    ("9x9", "has 81 cells"),
    ("4x4x4", "write 4x4k4 for 4 in a row on a board"),
    ("3x33x3", "a board of '?3x33 has 99 cells"),
    ("3x3x0", "k is 0"),
    ("1x4-torus", "write 1x4-torus-k3"),
]
NEAR = [
    ("4 4 4", "4x4k4"),
    ("4,4,4", "4x4k4"),
    ("4x4k4-gravty", "4x4k4-gravity"),
    ("3x3k3-misère", "3x3k3-misere"),
    ("4X4K4", "4x4k4"),
    ("4*4*k4", "4x4k4"),
    ("4x4-k4", "4x4k4"),
    ("4x4k4 gravity", "4x4k4-gravity"),
    ("4x4k4-torus", "4x4-torus-k4"),
    ("3x3hex", "3x3-hex"),
    ("4x4k4.msgpack", "4x4k4"),
    ("03x3k03", "3x3k3"),
    ("3X3K0", "3x3k3"),
    ("4x4-gravty", "4x4k4-gravity"),
]
REFUSED = [
    ("3x3-fano", "no lines are called 'fano'; instead of k3, lines can be cylinder-k3"),
    ("3x3k3-wild", "no rule 'wild': the rules are gravity, misere, breaker"),
    ("gomoku", "no game is called 'gomoku'.*3x3k3 .tic-tac-toe.*a shape such as XXX-X"),
    ("", "no game is called ''"),
    (
        "2x3-lines-0123abcd",
        "which are not in the name; --lines FILE",
    ),
    ("9x3-3x3x3-k3-gravity", "the board of 3x3x3-k3 with gravity is 3x9, not 9x3"),
    ("3x9-3x3x3-k3", "the board of 3x3x3-k3 is 9x3, not 3x9"),
    ("3x3x3k3-hex", "the lines of a box are k in a row, as in 3x3x3k3, not 'hex'"),
    ("7x1-projective-2", "projective-2 is played on 1x7: write 1x7-projective-2"),
    ("6x7k4-gravity", "has 42 cells"),
    ("0x3k3", "has no cells"),
    ("3x3k0", "k is 0"),
    ("3x3k4294967296", "can hold at most"),
    (f"3x3k{'9' * 50}", "k has 50 digits"),
    (f"3x3k{'9' * 5000}", "150 characters at most, and this one has 5,004"),
    (f"3x3{'/x' * 1000}!", "150 characters at most, and this one has 2,004"),
    (f"{'9' * 100}x3k3", "no game is called '9999"),
    ("3x3k3-misere-misere", "a rule twice"),
    ("3x3x3-k3", "as in 3x3x3k3, not 'k3'"),
    ("1x3-hex", "two rows and two columns"),
    ("6x5-hex", "more than 512 lines"),
    (3, "the name of a game is text, not 3"),
]


@pytest.mark.parametrize(("text", "question"), ASKED)
def test_what_a_name_lacks_is_asked(text: str, question: str) -> None:
    """With what to write."""
    with pytest.raises(GameError, match=question):
        Game.named(text)


@pytest.mark.parametrize(("text", "meant"), NEAR)
def test_a_near_miss_is_proposed(text: str, meant: str) -> None:
    """It is never taken for what was meant."""
    with pytest.raises(GameError) as caught:
        Game.named(text)
    assert str(caught.value) == f"no game is called {text!r}. Did you mean {meant}?"
    Game.named(meant)


@pytest.mark.parametrize(("text", "reason"), REFUSED)
def test_other_names_are_refused_with_a_reason(text: str, reason: str) -> None:
    """An unknown name lists the known kinds."""
    with pytest.raises(GameError, match=reason):
        Game.named(text)


SIDES = [(rows, cols) for rows in range(1, 6) for cols in range(1, 6)]


@pytest.mark.parametrize(
    "sides", [(2, 3), (3, 3), *exhaustive(sides for sides in SIDES if sides > (3, 3))]
)
def test_every_animal_has_the_places_of_its_cells(sides: tuple[int, int]) -> None:
    """They are the connected sets of three or four cells, each of one kind."""
    rows, cols = sides
    names = [f"{rows}x{cols}-{animal}" for animal in ANIMALS]
    animals = [line for name in names for line in Game.named(name).lines or ()]
    assert len({*animals}) == len(animals)
    assert {*animals} == {
        cells
        for cells in range(1 << rows * cols)
        if cells.bit_count() in (3, 4) and is_connected(cells, cols)
    }


def is_connected(cells: int, cols: int) -> bool:
    """Return whether the cells form one polyomino."""
    left = {cell for cell in range(cells.bit_length()) if cells >> cell & 1}
    found = [left.pop()]
    for cell in found:
        col = cell % cols
        beside = [cell - cols, cell + cols]
        beside += [cell - 1] * (col > 0) + [cell + 1] * (col < cols - 1)
        for other in left.intersection(beside):
            left.remove(other)
            found.append(other)
    return not left


CUT_AND_DOUBLED = [
    (name, place) for name in ("3x3k3", "4x4k4-misere") for place in range(len(name))
]


@pytest.mark.parametrize(("name", "place"), CUT_AND_DOUBLED)
def test_a_proposal_is_the_name_of_a_game(name: str, place: int) -> None:
    """Each character is left out, doubled and replaced."""
    for typed in (
        name[:place] + name[place + 1 :],
        name[:place] + name[place] + name[place:],
        name[:place] + "0" + name[place + 1 :],
    ):
        try:
            Game.named(typed)
        except GameError as error:
            proposals = re.findall(r"mean (\S+)\?|(\S+) for \d", str(error))
            for proposal in proposals:
                Game.named("".join(proposal))
