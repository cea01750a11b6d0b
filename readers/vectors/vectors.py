"""Write readers/vectors/, which every reader of table files must pass, in any language.

    python readers/vectors/vectors.py [--output FOLDER]

The tables come from builds, the answers from the Python reader. crafted.py says what
the crafted files must be taken for. `check_reader.py` puts that to the Python reader as
to any other.
"""

from __future__ import annotations

import argparse
import gzip
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import groupby
from pathlib import Path
from random import Random

from check_reader import FILES_ARCHIVE, VECTORS, escaped, mutated
from crafted import crafted

from ttt_table import BoardError, Game, Table, TableError, open_table
from ttt_table.build import build_table
from ttt_table.rules.families import hex_lines, hex_o_lines, surface_lines
from ttt_table.rules.outcome import Side

FANO = [[start, (start + 1) % 7, (start + 3) % 7] for start in range(7)]
"""The projective plane of order 2, by a difference set."""
FALLING_LINES = Game(
    2, 4, lines=[[0, 1, 2], [2, 7], [3, 5, 6, 4], [0, 7]], name="mixed", gravity=True
)
OWN_LINES = Game(
    2,
    4,
    lines=[[0, 1, 2], [2, 7], [0, 7]],
    o_lines=[[2, 7], [4, 5], [3, 6], [1, 5]],
    name="own",
    misere=True,
    gravity=True,
)
GAMES = (
    Game(1, 1, 1),
    Game(2, 2, 2),
    Game(3, 3, 3),
    Game(3, 3, 3, misere=True),
    Game(3, 4, 3),
    Game(2, 9, 9),
    Game(3, 3, 3, gravity=True),
    Game(3, 4, 3, gravity=True),
    Game(13, 2, 3, gravity=True),
    Game(3, 3, lines=surface_lines(3, 3, 3, "torus"), name="torus-k3"),
    Game(1, 7, lines=FANO, name="fano", misere=True),
    Game(2, 3, 2, breaker=True),
    Game(2, 4, 3, misere=True, gravity=True, breaker=True),
    Game(2, 2, lines=hex_lines(2, 2), name="hex", breaker=True),
    Game(1, 7, lines=FANO, name="fano", breaker=True),
    FALLING_LINES,
    Game(2, 3, lines=hex_lines(2, 3), o_lines=hex_o_lines(2, 3), name="hex"),
    OWN_LINES,
)
PACKED_FROM = 1 << 20
"""Tables of this size or more, in bytes, are kept gzipped."""
MUTATED = (Game(3, 3, 3), Game(3, 3, 3, gravity=True), FALLING_LINES, OWN_LINES)
WHOLE_UP_TO = 9
"""Up to so many cells every board is listed, above it a sample."""
SAMPLE = 600

Row = Sequence[object]


def main() -> None:
    """Write them where they are kept, or into another folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--output", type=Path, default=VECTORS, help="the folder to write"
    )
    write_all(parser.parse_args().output)


def write_all(output: Path) -> None:
    """Write the tables first, then what is asked of them."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        tables = {game: build_tables(game, work, output) for game in GAMES}
        write(output / "tables.tsv", TABLES, map(tables_row, tables.values()))
        for table in tables.values():
            write(output / "boards" / f"{table.game}.tsv", BOARDS, boards_rows(table))
        write(output / "depths.tsv", DEPTHS, depths_rows(tables))
        write(output / "spellings.tsv", SPELLINGS, spellings_rows(work))
        write(output / "bad-boards.tsv", BAD_BOARDS, bad_boards_rows(work))
        write(output / "files.tsv", FILES, files_rows(work, output))
        write(output / "mutations.tsv", MUTATIONS, mutations_rows(work))


def build_tables(game: Game, work: Path, output: Path) -> Table:
    """Build a table in the work folder, and put it among the vectors.

    A large table is packed.
    """
    built = work / f"{game}.msgpack"
    build_table(game, built)
    data = built.read_bytes()
    goal = output / "tables" / built.name
    goal.parent.mkdir(parents=True, exist_ok=True)
    if len(data) < PACKED_FROM:
        goal.write_bytes(data)
    else:
        goal.with_name(goal.name + ".gz").write_bytes(gzip.compress(data, mtime=0))
    return open_table(built)


def write(path: Path, names: str, rows: Iterable[Row]) -> None:
    """Write a TSV file: a line with the columns' names, then the rows."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ["\t".join(names.split())]
    for row in rows:
        fields = [escaped(str(field)) for field in row]
        lines.append("\t".join(fields))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


TABLES = "table rows cols k misere gravity positions name breaker"


def tables_row(table: Table) -> Row:
    """Return the values of a table's header."""
    game = table.game
    rules = game.rows, game.cols, game.k or "", int(game.misere), int(game.gravity)
    return game, *rules, len(table), game.name or "", int(game.breaker)


BOARDS = "board value plies scores"


def boards_rows(table: Table) -> Iterator[Row]:
    """Yield boards of one table with all that a reader says of them."""
    for board in listed_boards(table):
        outcome = table[board]
        yield board, outcome.value, outcome.plies, listed(table.scores(board))


def listed_boards(table: Table) -> Iterable[str]:
    """Return all boards of a small table, and a sample of a larger one."""
    if table.game.cells <= WHOLE_UP_TO:
        return table
    return sampled(table)


def listed(scores: dict[int, int]) -> str:
    """Return the scores by cell, in cell order, as the vectors have them."""
    return " ".join(f"{cell}:{score}" for cell, score in sorted(scores.items()))


def sampled(table: Table) -> Iterator[str]:
    """Yield the boards of random games, until there are enough."""
    rng = Random(table.game.cells)
    sample: set[str] = set()
    board = ""
    while len(sample) < SAMPLE:
        moves = table.moves(board) if board else []
        if moves:
            cell = moves[int(rng.random() * len(moves))].cell
            mark = "XO"[board.count(".") % 2 != table.game.cells % 2]
            board = board[:cell] + mark + board[cell + 1 :]
        else:
            board = "." * table.game.cells
        if board not in sample:
            sample.add(board)
            yield board


DEPTHS = "table board depth scores"


def depths_rows(tables: dict[Game, Table]) -> Iterator[Row]:
    """Yield the scores that a search finds that stops after so many plies."""
    for game, table in tables.items():
        boards = list(listed_boards(table))
        for board in boards[:: len(boards) // 25 + 1]:
            for depth in range(0, game.cells + 2, 1 + game.cells // 5):
                yield game, board, depth, listed(table.scores(board, depth=depth))


SPELLINGS = "table first spelling board code"
SPELLED: dict[Game, list[tuple[str, str]]] = {
    Game(3, 3, 3): [
        ("X...O....", "X...O...."),
        ("x...o....", "X...O...."),
        ("x---o----", "X...O...."),
        ("X___o-.-_", "X...O...."),
        ("X..|.O.|...", "X...O...."),
        ("X|.|.\n.|O|.\n.|.|.", "X...O...."),
        ("X../.O./...", "X...O...."),
        ("X . . / . O . / . . .", "X...O...."),
        ("X..\n.O.\n...", "X...O...."),
        ("X..\r\n.O.\r\n...\r\n", "X...O...."),
        ("\n\nX..\n\n.O.\n...\n\n", "X...O...."),
        ("/X../.O./.../", "X...O...."),
        (" X . . . O . . . .\t", "X...O...."),
        ("XX. OO. ...", "XX.OO...."),
        ("XX.|OO.|...", "XX.OO...."),
        ("X|X|.|O|O|.|.|.|.", "XX.OO...."),
        ("X X .|O O .|. . .", "XX.OO...."),
        ("X | X | . / O | O | . / . | . | .", "XX.OO...."),
        ("XX OO .....", "wrong-rows"),
        ("XX|OO|.....", "wrong-rows"),
        ("XX.OO... .", "wrong-rows"),
        ("X X . O O|. . . .", "wrong-rows"),
        ("X X|. O O . . . .", "wrong-rows"),
        ("X/...O....", "wrong-rows"),
        ("X.../O.../.", "wrong-rows"),
        ("X.\n..\nO.\n..\n.", "wrong-rows"),
        ("X...O...", "wrong-length"),
        ("X...O.....", "wrong-length"),
        ("X../.O.", "wrong-length"),
        ("", "wrong-length"),
        ("X..,.O.,...", "strange-character"),
        ("X...0....", "strange-character"),
        ("\u00d7...O....", "strange-character"),
        ("X...O...\\", "strange-character"),
        ("X01234567", "strange-character"),
        ("X   O    ", "X...O...."),
        ("         ", "........."),
        ("X O X O X", "X.O.X.O.X"),
        ("X  \n O \n   ", "X...O...."),
        ("X  /.O./   /", "X...O...."),
        ("X  \n O \n  ", "wrong-length"),
        ("X | O |   ", "wrong-length"),
        ("X  \t O    ", "wrong-length"),
        ("X..\n.O.\n...\n   ", "X...O...."),
        ("XX \nOO \n....\n ", "wrong-length"),
        ("XX \n..\nOO.. ", "wrong-rows"),
    ],
    Game(3, 4, 3): [
        ("X.../..O./....", "X.....O....."),
        ("x... | ..o. | ....", "X.....O....."),
        ("X...\n..O.\n....\n", "X.....O....."),
        ("X../.O./.../...", "turned"),
        ("X..\n.O.\n...\n...\n", "turned"),
        ("XXOO../......", "wrong-rows"),
        ("XXOO/........", "wrong-rows"),
        ("X.. .O. ... ...", "turned"),
        ("X..|.O.|...|...", "turned"),
        ("XX|OO|..|..|..|..", "wrong-rows"),
        ("X.../..O./...", "wrong-length"),
        ("X   /  O /    ", "X.....O....."),
        ("X  / O /   /   ", "wrong-length"),
    ],
    Game(1, 1, 1): [
        ("x", "X"),
        (" ", "."),
        (" _ ", "."),
        ("X/", "X"),
        ("..", "wrong-length"),
    ],
    Game(2, 9, 9): [
        ("X......../o........", "X........O........"),
        ("X./O.", "wrong-length"),
    ],
    Game(3, 4, 3, gravity=True): [
        ("..../..../x.o.", "........X.O."),
        ("../../../X.", "wrong-length"),
        (".../.../.../X.O", "turned"),
    ],
}
OTHER_FIRST = [
    ("O...X....", "O...X...."),
    ("o--/-x-/---", "O...X...."),
    ("X...O....", "X...O...."),
]


def spellings_rows(work: Path) -> Iterator[Row]:
    """Yield boards as people write them.

    Each has the same board in standard spelling, or why it is refused.
    """
    for game, spelled in SPELLED.items():
        table = open_table(work / f"{game}.msgpack")
        for spelling, wanted in spelled:
            yield game, "X", spelling, *checked_spelling(table, spelling, wanted)
    game = Game(3, 3, 3)
    table = open_table(work / f"{game}.msgpack", first="O")
    for spelling, wanted in OTHER_FIRST:
        yield game, "O", spelling, *checked_spelling(table, spelling, wanted)


def checked_spelling(table: Table, spelling: str, wanted: str) -> tuple[str, str]:
    """Return the columns board and code of a spelling.

    Args:
        table: The table of its game.
        spelling: The board as somebody writes it.
        wanted: The board in standard spelling, or the code of its error. The Python
            reader must agree.
    """
    refused = refusal(table, spelling)
    if refused:
        assert refused[0] == wanted, (spelling, refused, wanted)
        return "", wanted
    assert table.scores(spelling) == table.scores(wanted), spelling
    return wanted, ""


BAD_BOARDS = "table first board code cells"


def bad_boards_rows(work: Path) -> Iterator[Row]:
    """Yield boards that are refused, for each reason.

    Most have the right numbers of stones.
    """
    for game in GAMES:
        sides: list[Side] = ["X", "O"] if game == Game() else ["X"]
        for first in sides:
            table = open_table(work / f"{game}.msgpack", first=first)
            for board in random_boards(game, 400):
                refused = refusal(table, board)
                if refused:
                    yield game, first, board, *refused


def random_boards(game: Game, count: int) -> Iterator[str]:
    """Return random boards, each once.

    In one of eight the numbers of X and O are random as well.
    """
    # Only `random` gives the same numbers in every version of Python.
    rng = Random(str(game))
    boards = set()
    for _ in range(count):
        stones = int(rng.random() * (game.cells + 1))
        x_stones = (stones + 1) // 2
        if rng.random() < 1 / 8:
            x_stones = int(rng.random() * (stones + 1))
        o_stones = stones - x_stones
        marks = list("X" * x_stones + "O" * o_stones + "." * (game.cells - stones))
        for place in range(game.cells - 1, 0, -1):
            partner = int(rng.random() * (place + 1))
            marks[place], marks[partner] = marks[partner], marks[place]
        boards.add("".join(marks))
    return iter(sorted(boards))


def refusal(table: Table, board: str) -> tuple[str, str] | None:
    """Return the code of the error that a board raises, and the cells at fault."""
    try:
        table[board]
    except BoardError as error:
        return error.code, " ".join(map(str, error.cells))
    return None


FILES = "file board code may"


def files_rows(work: Path, output: Path) -> Iterator[Row]:
    """Yield a row for each crafted file, and write them as one archive."""
    smallest = [Game(2, 2, 2), Game(2, 2, 2, gravity=True)]
    smallest += [
        Game(1, 3, lines=[[0, 1], [1, 2]], name="path"),
        Game(2, 2, lines=[[2, 3]], name="floor", gravity=True),
        Game(1, 3, lines=[[0, 1]], o_lines=[[1, 2]], name="own"),
    ]
    tables = []
    for game in smallest:
        path = build_table(game, work / f"smallest-{game}.msgpack")
        tables.append(Path(path).read_bytes())
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for file in crafted(*tables):
            name = f"{file.name}.msgpack"
            member = tarfile.TarInfo(f"files/{name}")  # without a date or an owner
            member.size = len(file.data)
            archive.addfile(member, BytesIO(file.data))
            yield name, file.board, file.code, file.may
    (output / FILES_ARCHIVE).write_bytes(gzip.compress(packed.getvalue(), mtime=0))


MUTATIONS = "table action from to mend code"


def mutations_rows(work: Path) -> Iterator[Row]:
    """Yield what every truncation and every flip of a bit leads to.

    The checksums stay as they were; with flipped bits they are also mended.
    """
    for game in MUTATED:
        table = (work / f"{game}.msgpack").read_bytes()
        for action, count, mend in (
            ("cut", len(table), False),
            ("append", 3, False),
            ("flip", 8 * len(table), False),
            ("flip", 8 * len(table), True),
        ):
            codes = (
                code_of(mutated(table, action, place, mend)) for place in range(count)
            )
            for start, end, code in runs(codes):
                yield game, action, start, end, "yes" if mend else "no", code


def code_of(data: bytes) -> str:
    """Return the code of the error that opening these bytes raises.

    It is empty if there is no error.
    """
    try:
        open_table(data)
    except TableError as error:
        return error.code
    return ""


def runs(codes: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    """Yield where each run of equal codes starts and ends, both included."""
    end = -1
    for code, run in groupby(codes):
        start = end + 1
        end += len(list(run))
        yield start, end, code


if __name__ == "__main__":
    main()
