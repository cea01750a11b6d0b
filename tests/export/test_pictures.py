"""Pictures: what they show is read back from the SVG itself."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.cases import exhaustive, exhaustive_rows
from support.games import TableOf, hex_board
from support.reference_game import ReferenceGame

from ttt_table import Game, Table, open_table
from ttt_table.build import build_table
from ttt_table.cli import main
from ttt_table.cli.commands.picture import KINDS, draw_kind
from ttt_table.errors import SizeError
from ttt_table.export.pictures import classes, proof
from ttt_table.export.pictures import map as whole
from ttt_table.rules.outcome import other

SVG = "{http://www.w3.org/2000/svg}"
DOCS = Path(__file__).parents[2] / "docs" / "pictures"
DRAWN = Path(__file__).with_name("drawn")


def test_a_notebook_draws_a_picture(table: Table) -> None:
    """It asks for the SVG."""
    assert whole.draw(table)._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    "game",
    [
        Game(3, 3, 3, gravity=True),
        *exhaustive([Game(), Game(misere=True), Game(gravity=True)]),
    ],
    ids=str,
)
@pytest.mark.parametrize("player", "XO")
def test_a_player_who_follows_the_map_never_loses(
    table_of: TableOf, game: Game, player: str
) -> None:
    """It answers every reply that goes on with a best move."""
    table = table_of(game)
    book = whole.Book(table, player)
    assert book.root.look.outcome.value <= 0
    for node in book.nodes:
        for cell, outcome in node.look.moves:
            board = table.push(node.look.board, cell)
            reply = node.replies.get(cell)
            assert outcome.value <= 0
            assert table.is_over(board) == (reply is None)
            if reply is not None:
                assert reply.new_cell in table.best_moves(board)
                assert reply.look.board == table.push(board, reply.new_cell)


@pytest.mark.parametrize(
    "game",
    [
        Game(3, 3, 3, gravity=True),
        *exhaustive([Game(), Game(misere=True), Game(gravity=True)]),
    ],
    ids=str,
)
def test_on_the_map_each_reply_is_in_its_own_cell(
    table_of: TableOf, game: Game
) -> None:
    """As the SVG has it."""
    table = table_of(game)
    root = ElementTree.fromstring(str(whole.draw(table)))
    groups = {group.get("id"): group for group in root.iter(f"{SVG}g")}
    for player in "XO":
        for node in whole.Book(table, player).nodes:
            names = {}
            for use in groups[node.name].findall(f"{SVG}use"):
                name = use.get("href", "").removeprefix("#")
                if name not in ("X", "O"):  # a stone
                    names[cell_of(use)] = name
            replies = {cell: reply.name for cell, reply in node.replies.items()}
            assert names == replies


def cell_of(use: ElementTree.Element) -> int:
    """Return the cell of a board of three columns in which a smaller one is drawn."""
    transform = re.fullmatch(
        r"translate\((\S+) (\S+)\)scale\((\S+)\)", use.get("transform", "")
    )
    assert transform
    x, y, scale = map(float, transform.groups())
    middle = 150 * scale  # of the smaller board, from its corner
    row = int((y + middle) // 100)
    col = int((x + middle) // 100)
    return row * 3 + col


def test_the_map_of_a_lost_game_says_that_it_is_lost(table_of: TableOf) -> None:
    """On 2x2 with two in a row X wins whatever O does."""
    drawn = str(whole.draw(table_of(Game(2, 2, 2))))
    assert "X moves first and wins" in drawn
    assert "O moves second and loses as late as can be" in drawn


def test_a_proof_proves_its_win(
    table: Table, reference: ReferenceGame, some_boards: list[str]
) -> None:
    """With one move of the winner on each board, and all replies, to the end."""
    for board in some_boards:
        value = table[board].value
        if value == 0:
            continue
        mover = reference.mover(board)
        winner = mover if value > 0 else other(mover)
        nodes = list(nodes_from(proof.proof(table, board)))
        assert len(nodes) <= 26
        for node in nodes:
            check_node(node, winner, reference)


def check_node(node: proof.Node, winner: str, reference: ReferenceGame) -> None:
    """Check that the boards after this one are enough to prove the win."""
    board = node.look.board
    replies = {*reference.moves(board).values()}
    children = {child.look.board for child in node.children}
    assert len(children) == len(node.children)
    if reference.is_over(board):
        assert not children
        assert reference.has_line(board, winner)
    elif reference.mover(board) == winner:
        assert len(children) == 1
        assert children <= replies
    else:
        assert children == replies


def nodes_from(node: proof.Node) -> Iterator[proof.Node]:
    """Yield a board of a proof, and all that follow it."""
    yield node
    for child in node.children:
        yield from nodes_from(child)


def test_a_map_of_a_large_board_is_refused(table_of: TableOf) -> None:
    """Its boards would be too small to see."""
    with pytest.raises(SizeError, match="boards of up to 3x3"):
        draw_kind("map", table_of(Game(1, 4, 2)))


@pytest.mark.parametrize(
    "limit",
    [300, *exhaustive([764])],
)  # by the number of positions alone
def test_a_sheet_of_too_many_classes_is_refused(
    limit: int, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the limit, and what to do."""
    monkeypatch.setattr(classes, "MAX_CLASSES", limit)
    with pytest.raises(
        SizeError, match=f"a sheet holds {limit} classes: draw a smaller game"
    ):
        draw_kind("classes", table)


def test_a_proof_of_too_many_boards_is_refused(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the limit, and what to do."""
    monkeypatch.setattr(proof, "MAX_BOARDS_OF_PROOF", 25)
    with pytest.raises(
        SizeError, match="more than 25 boards: start from a board nearer"
    ):
        draw_kind("proof", table, "OX.O.X...")


DRAWN_GAME = Game(2, 3, 3)
"""Neither player wins it, so that there is no proof to draw."""
DRAWABLE = [
    (kind, game)
    for game in (Game(1, 1, 1), Game(2, 3, 2), DRAWN_GAME, Game(1, 3, 2, misere=True))
    for kind in KINDS
    if (kind, game) != ("proof", DRAWN_GAME)
]


@pytest.mark.parametrize(("kind", "game"), DRAWABLE, ids=str)
def test_a_picture_is_whole(table_of: TableOf, kind: str, game: Game) -> None:
    """Well-formed, with a title, both themes, and all that it refers to."""
    picture = draw_kind(kind, table_of(game))
    drawn = str(picture)
    root = ElementTree.fromstring(drawn)
    assert picture.boards >= 1
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc")
    assert "prefers-color-scheme:dark" in drawn
    assert "sans-serif" in drawn

    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = {use.get("href", "#")[1:] for use in root.iter(f"{SVG}use")}
    assert used <= set(ids)


@pytest.mark.parametrize(
    ("name", "line", "game"),
    [
        ("board", "board XX.OO....", Game()),
        ("proof", "proof OX.O.X...", Game()),
        ("hex", "board OOXXX....", hex_board(3, 3)),
        *exhaustive_rows([("map", "map", Game()), ("classes", "classes", Game())]),
    ],
)
def test_the_pictures_in_the_documents_are_these(
    name: str, line: str, game: Game, tmp_path: Path
) -> None:
    """Drawn anew they are the same, byte by byte."""
    table = str(build_table(game, tmp_path / "table"))
    output = tmp_path / "it.svg"
    assert main(["picture", *line.split(), "--table", table, "-o", str(output)]) == 0
    assert (DOCS / f"{name}.svg").read_bytes() == output.read_bytes()


@pytest.mark.parametrize(
    ("kind", "game"),
    [
        ("map", hex_board(2, 2)),
        ("proof", Game(2, 3, 2, gravity=True)),
        ("classes", Game(1, 4, 2, misere=True)),
    ],
    ids=str,
)
def test_small_games_are_drawn_like_this(
    table_of: TableOf, kind: str, game: Game
) -> None:
    """Pictures that have been looked at, byte by byte."""
    drawn = str(draw_kind(kind, table_of(game)))
    assert drawn == (DRAWN / f"{kind}.svg").read_text()


@pytest.mark.exhaustive
def test_classes_are_not_drawn_by_a_part_of_the_symmetries(table_of: TableOf) -> None:
    """Without lines 7 cells have 5,040 symmetries: a table lists 720 of them."""
    with pytest.raises(SizeError, match="more symmetries than a table lists"):
        classes.classes(table_of(Game(1, 7, lines=[], name="none")))


def test_the_classes_are_765(table: Table) -> None:
    """Their numbers by ply are those published (OEIS A008907).

    Each class is drawn once, in the colour of its outcome.
    """
    plies = classes.classes(table)
    assert [len(boards) for boards in plies] == [
        1,
        3,
        12,
        38,
        108,
        174,
        204,
        153,
        57,
        15,
    ]
    drawn = classes.draw(table)
    assert drawn.boards == 765
    groups = ElementTree.fromstring(str(drawn)).findall(f"{SVG}g/{SVG}g")
    grounds = [ground for group in groups for ground in group.findall(f"{SVG}rect")]
    values = [table[board].value for boards in plies for board in boards]
    names = {1: "win", 0: "draw", -1: "loss"}
    assert [ground.get("class") for ground in grounds] == [
        names[value] for value in values
    ]


@pytest.mark.exhaustive
def test_the_map_is_small_and_where_o_moves_first_the_colours_change_places(
    table: Table,
) -> None:
    """The map has at most 200 kB, so that a page shows it at once.

    Where O moves first, the map is that of X with O in the place of X.
    """
    drawn = whole.draw(table)
    plain = str(drawn)
    assert (drawn.boards, len(plain.encode()) <= 200_000) == (368, True)
    exchanged = str(whole.draw(open_table(first="O")))
    assert plain.count('href="#X"') == exchanged.count('href="#O"')
    assert "O moves first and never loses" in exchanged
