"""The readers in Python, JavaScript and C give the same answers.

The games they are asked about are drawn at random.
"""

import shutil
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest
from check_reader import Places, Reader, mended
from crafted import Parts, generated, written
from support.games import on_surface, random_game
from support.readers import C_FOLDER, JS_READER, PythonReader, compiled
from support.reference_game import ReferenceGame

from ttt_table import Game, open_table
from ttt_table.build import build_table
from ttt_table.rules import game as rules
from ttt_table.rules.automorphisms import Automorphisms
from ttt_table.rules.game import lines_of_x, symmetries
from ttt_table.runtime import cells_in


def is_in_turns(text: str) -> bool:
    return text.count("X") - text.count("O") in (0, 1)


EVERY_TEXT = ["".join(marks) for marks in product("XO.", repeat=9)]
TEXTS = [
    *filter(is_in_turns, EVERY_TEXT),
    *[text for text in EVERY_TEXT if not is_in_turns(text)][::20],
]
"""All boards on which players have taken turns, and some of the others."""
CASES = [
    *((Game(), 3), (on_surface(3, 3, 2, "cylinder", gravity=True), 3)),
    *((Game(gravity=True), k) for k in (1, 2, 3, 4)),
]
"""With the k that is written into the file."""


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Reader]]:
    started = []
    if shutil.which("node"):
        started.append(Reader(JS_READER.split()))
    if shutil.which("gcc"):
        program = compiled(
            C_FOLDER / "adapter.c", tmp_path_factory.mktemp("c"), "gcc", "-O2"
        )
        started.append(Reader([program]))
    yield [PythonReader(), *started]
    for reader in started:
        reader.close()


def asked(readers: Sequence[Reader], *fields: str) -> list[str]:
    """What all of them answer; one may leave out the cells at fault."""
    first, *further = (reader.ask(*fields) for reader in readers)
    accepted = [first]
    if first[0] == "error":
        accepted.append(first[:2])
    for answer in further:
        assert answer in accepted, fields
    return first


def expected(text: str, game: Game, reached: set[str]) -> list[str]:
    """Return why a board of X, O and . is refused, by the table in docs/format.md.

    The list is empty if the board is not refused.
    """
    counts = text.count("X") - text.count("O")
    if counts not in (0, 1):
        return [
            "uneven-counts",
            cells_text(cell for cell in range(9) if text[cell] == "OX"[counts > 0]),
        ]
    hanging = [cell for cell in range(6) if text[cell] != "." == text[cell + 3]]
    if game.gravity and hanging:
        return ["floating", cells_text(hanging)]
    if text in reached:
        return []
    own = full_lines(text, "X", game)
    last = full_lines(text, "O", game)
    if counts == 1:
        own, last = last, own
    cells = cells_text(set().union(*own, *last))
    if own:
        return ["both-have-lines" if last else "moved-after-end", cells]
    if last and not set.intersection(*last):
        return ["lines-apart", cells]
    return ["no-order", cells] if game.gravity else ["inconsistent"]


def full_lines(text: str, mark: str, game: Game) -> list[set[int]]:
    """The cells of each line that a mark fills."""
    own_cells = {cell for cell, own_mark in enumerate(text) if own_mark == mark}
    every_line = [set(cells_in(mask)) for mask in lines_of_x(game)]
    return [line for line in every_line if line <= own_cells]


def cells_text(cells: Iterator[int] | Sequence[int] | set[int]) -> str:
    return " ".join(map(str, sorted(cells)))


@pytest.mark.parametrize("game, k", CASES, ids=str)
def test_boards_are_refused_in_one_order(
    readers: list[Reader], game: Game, k: int, tmp_path: Path
) -> None:
    """They are refused as docs/format.md says, with the cells at fault.

    This holds too where the k that is written denies boards.
    """
    path = tmp_path / "table"
    build_table(game, path)
    table = path.read_bytes()
    if game.k:
        at_k = table.index(b"\xa1k") + 2
        table = mended(table[:at_k] + bytes([k]) + table[at_k + 1 :], Places.of(table))
        path.write_bytes(table)
    reached = ReferenceGame(*game).boards()
    if game.k:
        game = game._replace(k=k)
    assert asked(readers, "open", "X", str(path))[0] == "ok"
    for text in TEXTS:
        answer = asked(readers, "get", text)
        wanted = expected(text, game, reached)
        assert answer[0] == ("error" if wanted else "ok"), text
        assert not wanted or answer[1:] == wanted, text


def agree_about(readers: Sequence[Reader], game: Game, path: Path) -> None:
    """Ask about all boards that play can reach, and some that it cannot.

    Brute force finds the boards that play can reach, and their outcomes.
    """
    build_table(game, path)
    opened = asked(readers, "open", "X", str(path))
    reference = ReferenceGame(*game)
    boards = reference.boards()
    shape = [str(game.rows), str(game.cols), ""]
    assert opened[1:4] + opened[6:8] == [*shape, str(len(boards)), game.name]
    for board in boards:
        value, plies = reference.outcome(board)
        assert asked(readers, "get", board) == ["ok", str(value), str(plies)], board
        asked(readers, "scores", board, "-")
    chance = Random(str(game))
    for _ in range(200):
        board = "".join(chance.choices("XO.", k=game.cells))
        assert (asked(readers, "get", board)[0] == "ok") == (board in boards), board


def is_right(
    game: Game, lines: Sequence[int], symmetries: Sequence[tuple[int, ...]]
) -> bool:
    """Return whether a header may list these, checked one by one and two by two."""
    group = set(symmetries)
    identity = tuple(range(game.cells))
    if identity not in group or list(symmetries) != sorted(group):
        return False
    for line, longer in product(lines, repeat=2):
        if line != longer and line & longer == line:
            return False
    for before, after in product(group, repeat=2):
        if tuple(after[goal] for goal in before) not in group:
            return False
    return all(keeps_game(symmetry, game, lines) for symmetry in group)


def keeps_game(symmetry: tuple[int, ...], game: Game, lines: Sequence[int]) -> bool:
    """Return whether a permutation keeps the lines, and with gravity the columns."""
    if sorted(symmetry) != list(range(game.cells)):
        return False
    for line in lines:
        image = sum(1 << symmetry[cell] for cell in cells_in(line))
        if image not in lines:
            return False
    if not game.gravity:
        return True
    above_bottom_row = range(game.cells - game.cols)
    return all(
        symmetry[cell + game.cols] == symmetry[cell] + game.cols
        for cell in above_bottom_row
    )


def random_symmetries(chance: Random, game: Game) -> list[tuple[int, ...]]:
    """A group, or most of one, or nearly one."""
    every = list(permutations(range(game.cells)))
    group = sorted(generated(*chance.sample(every, chance.randint(1, 2))))
    if game.gravity and chance.random() < 1 / 2:
        # Each order of the columns, in both rows.
        group = []
        for goals in permutations(range(game.cols)):
            below = [game.cols + goal for goal in goals]
            group.append((*goals, *below))
    match chance.randint(0, 5):
        case 0:
            del group[chance.randrange(len(group))]
        case 1:
            group = sorted({*group, chance.choice(every)})
        case 2:
            group.insert(chance.randrange(len(group)), chance.choice(every))
    return group


def test_readers_agree_about_random_heads(
    readers: list[Reader], tmp_path: Path
) -> None:
    """A file is opened only if its lists of lines and symmetries are right.

    Some are right, and some are wrong.
    """
    chance = Random(4000)
    situations = set()
    path = tmp_path / "table"
    for game in (
        Game(1, 4, lines=[[0]], name="four"),
        Game(2, 2, lines=[[0]], name="two", gravity=True),
    ):
        parts = Parts.of(Path(build_table(game, path)).read_bytes())
        for _ in range(2000):
            lines = chance.sample(
                [3, 5, 6, 9, 10, 12, 7, 11], chance.choice([0, 0, 1, 2, 3, 6])
            )
            lines = chance.choice([lines, sorted(lines), [3, 5, 6, 9, 10, 12], [3, 12]])
            symmetries = random_symmetries(chance, game)
            right = lines == sorted(lines) and is_right(game, lines, symmetries)
            path.unlink()  # to write into it takes a disk much longer
            path.write_bytes(
                parts.file_with_rules(lines=lines, symmetries=written(symmetries))
            )
            answer = asked(readers, "open", "X", str(path))
            assert (answer[0] == "ok") == right, (game, lines, symmetries)
            situations.add((game.gravity, right))
    assert len(situations) == 4


@pytest.mark.parametrize("seed", range(30))
def test_readers_agree_about_random_lines(
    readers: list[Reader], seed: int, tmp_path: Path
) -> None:
    """On boards of up to nine cells, with and without gravity."""
    agree_about(readers, random_game(100 + seed, most_cells=9), tmp_path / "table")


def test_a_file_may_list_fewer_symmetries_than_its_game_has(
    readers: list[Reader], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All readers go by those that it lists, also where they go through all boards."""
    torus = on_surface(2, 3, 2, "torus")
    listed = [symmetry for symmetry in symmetries(torus) if symmetry[0] == 0]
    assert 1 < len(listed) < len(symmetries(torus))
    monkeypatch.setattr(
        rules, "_automorphisms", lambda _: Automorphisms(tuple(listed), False)
    )
    agree_about(readers, torus, tmp_path / "table")
    monkeypatch.undo()
    assert set(open_table(tmp_path / "table")) == ReferenceGame(*torus).boards()
