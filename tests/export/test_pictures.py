"""Pictures: what they show is read back from the SVG itself."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.games import TableOf, hex_board
from support.slow import Slow

from ttt_table import Game, Table
from ttt_table.build import build_table
from ttt_table.cli import main
from ttt_table.cli.commands.picture import KINDS
from ttt_table.cli.commands.picture import draw as draw_kind
from ttt_table.errors import ArgumentError, SizeError
from ttt_table.export.pictures import classes, proof
from ttt_table.export.pictures import map as whole

SVG = "{http://www.w3.org/2000/svg}"
DOCS = Path(__file__).parents[2] / "docs" / "pictures"


@pytest.mark.parametrize("game", [Game(3, 3, 3, gravity=True)], ids=str)
def test_whoever_follows_the_map_never_loses(table_of: TableOf, game: Game) -> None:
    """Every reply that goes on has its board in its own cell, which answers with a best move."""
    table = table_of(game)
    root = ElementTree.fromstring(str(whole.draw(table)))
    groups = {group.get("id"): group for group in root.iter(f"{SVG}g")}
    for player in "XO":
        book = whole.Book(table, player)
        nodes = {node.name: node for node in book.nodes}
        assert book.root.look.outcome.value <= 0
        for name, node in nodes.items():
            inside = {}
            for use in groups[name].findall(f"{SVG}use"):
                if use.get("href") not in ("#X", "#O"):
                    inside[cell_of(use)] = nodes[use.get("href", "")[1:]]
            assert inside == node.replies
            for cell, outcome in node.look.moves:
                board = table.push(node.look.board, cell)
                assert outcome.value <= 0
                assert table.is_over(board) == (cell not in inside)
                if cell in inside:
                    assert inside[cell].new in table.best_moves(board)
                    assert inside[cell].look.board == table.push(
                        board, inside[cell].new
                    )


def cell_of(use: ElementTree.Element) -> int:
    """The cell of a board of three columns in which a smaller one stands."""
    place, scale = (
        use.get("transform", "")[:-1].removeprefix("translate(").split(")scale(")
    )
    col, row = (int((float(at) + 150 * float(scale)) // 100) for at in place.split())
    return row * 3 + col


def test_the_map_of_a_lost_game_says_that_it_is_lost(table_of: TableOf) -> None:
    """On 2x2 with two in a row X wins whatever O does."""
    drawn = str(whole.draw(table_of(Game(2, 2, 2))))
    assert "X moves first and wins" in drawn
    assert "O moves second and loses as late as can be" in drawn


def test_a_proof_proves_its_win(
    table: Table, slow: Slow, some_boards: list[str]
) -> None:
    """On every board that somebody wins: one best move of the winner, all replies, to the end."""
    most = 0
    for board in (board for board in some_boards if table[board].value):
        winner = (
            slow.mover(board)
            if table[board].value > 0
            else "XO"[slow.mover(board) == "X"]
        )
        nodes = list(below(proof.proof(table, board)))
        most = max(most, len(nodes))
        for node in nodes:
            replies = set(slow.moves(node.look.board).values())
            held = {child.look.board for child in node.children}
            if slow.is_over(node.look.board):
                assert not held
                assert slow.has_line(node.look.board, winner)
            elif slow.mover(node.look.board) == winner:
                assert len(held) == 1 and held <= replies
            else:
                assert held == replies
    assert most <= 26


def below(node: proof.Node) -> Iterator[proof.Node]:
    """A board of a proof, and those that follow it."""
    yield node
    for child in node.children:
        yield from below(child)


@pytest.mark.parametrize("most", [300])  # by the positions alone
def test_a_picture_that_nobody_could_read_is_refused(
    most: int, table: Table, table_of: TableOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its limit, and what to do."""
    with pytest.raises(SizeError, match="boards of up to 3x3"):
        draw_kind("map", table_of(Game(1, 4, 2)))
    monkeypatch.setattr(classes, "MOST_BOARDS", most)
    with pytest.raises(
        SizeError, match=f"a sheet holds {most} classes: draw a smaller game"
    ):
        draw_kind("classes", table)
    monkeypatch.setattr(proof, "MOST_BOARDS", 25)
    with pytest.raises(
        SizeError, match="more than 25 boards: start from a board nearer"
    ):
        draw_kind("proof", table, "OX.O.X...")


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_is_whole_and_for_day_and_night(table_of: TableOf, kind: str) -> None:
    """Well-formed, with a title and what it refers to; of boards that are no squares, and small."""
    for game in (
        Game(1, 1, 1),
        Game(2, 3, 2),
        Game(2, 3, 3),
        Game(1, 3, 2, misere=True),
    ):
        table = table_of(game)
        try:
            picture = draw_kind(kind, table)
        except ArgumentError:  # where nobody wins there is nothing to prove
            assert kind == "proof"
            continue
        drawn = str(picture)
        root = ElementTree.fromstring(drawn)
        assert root.findtext(f"{SVG}title") and root.findtext(f"{SVG}desc")
        assert "prefers-color-scheme:dark" in drawn and "sans-serif" in drawn
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids))
        assert {one.get("href", "#")[1:] for one in root.iter(f"{SVG}use")} <= set(ids)
        assert picture.boards >= 1


@pytest.mark.parametrize(
    ("name", "line", "game"),
    [
        ("board", "board XX.OO....", Game()),
        ("proof", "proof OX.O.X...", Game()),
        ("hex", "board OOXXX....", hex_board(3, 3)),
    ],
)
def test_the_pictures_in_the_documents_are_these(
    name: str, line: str, game: Game, tmp_path: Path
) -> None:
    """Drawn anew they are the same, byte by byte."""
    table = str(build_table(game, tmp_path / "table"))
    assert (
        main(["picture", *line.split(), "--table", table, "-o", str(tmp_path / "it")])
        == 0
    )
    assert (DOCS / f"{name}.svg").read_bytes() == (tmp_path / "it").read_bytes()
