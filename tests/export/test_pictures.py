"""Pictures: what they show is read back from the SVG itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from games import hex_board
from slow import Slow

from ttt_table import Game, Table
from ttt_table.build import build_table
from ttt_table.cli import main
from ttt_table.cli.picture import KINDS
from ttt_table.cli.picture import draw as draw_kind
from ttt_table.errors import ArgumentError, SizeError
from ttt_table.export.pictures import classes, proof
from ttt_table.export.pictures import map as whole

SVG = "{http://www.w3.org/2000/svg}"
DOCS = Path(__file__).parents[2] / "docs" / "pictures"
Frame = tuple[float, float, float]


class Walker:
    """Follows a map as a reader does: by what is drawn where, and nothing else.

    A frame is the place of a board on the sheet: x, y and how many units a cell is wide.
    """

    def __init__(self, drawn: str, rules: Slow) -> None:
        self.rules = rules
        self.root = ElementTree.fromstring(drawn)
        self.named = {element.get("id"): element for element in self.root.iter()}
        self.results: list[str] = []

    def start(self, player: str) -> None:
        """Play every game against the map of one player."""
        self.play(player, self.rules.start, (0.0, 0.0, 1.0), self.named[f"map-{player}"], None)

    def root_of(self, player: str) -> str:
        return self.named[f"map-{player}"].get("href", "")[1:]

    def play(
        self,
        player: str,
        board: str,
        frame: Frame,
        use: ElementTree.Element,
        move: int | None,
    ) -> None:
        """Take the board that stands in a cell; the stones that it shows must fit the game."""
        frame = placed(use, frame)
        group = self.named[use.get("href", "")[1:]]
        if move is not None:
            assert self.rules.mover(board) != player
            board = self.rules.moves(board)[move]
        if self.rules.mover(board) == player:
            (new,) = self.stones(group, frame, "new")
            assert new[1] == player
            board = self.rules.moves(board)[new[0]]
        self.check_stones(group, frame, board)
        if self.rules.is_over(board):
            self.finish(player, board)
            return
        inside = {self.cell(use, frame): use for use in boards_in(group)}
        for cell, after in self.rules.moves(board).items():
            if self.rules.is_over(after):
                assert cell not in inside
                self.finish(player, after)
            else:
                self.play(player, board, frame, inside.pop(cell), cell)
        assert not inside, "a board stands where no move leads"

    def finish(self, player: str, board: str) -> None:
        """Say how a game has ended for the player whose map it is."""
        value, _ = self.rules.outcome(board)
        mine = value if self.rules.mover(board) == player else -value
        self.results.append({1: "won", 0: "drawn", -1: "lost"}[mine])

    def check_stones(self, group: ElementTree.Element, frame: Frame, board: str) -> None:
        """All the stones are drawn, or on the smallest boards the new one."""
        shown = {
            cell: mark for cls in ("stone", "new") for cell, mark in self.stones(group, frame, cls)
        }
        if len(shown) > 1 or board.count(".") > 2:
            held = {cell: mark for cell, mark in enumerate(board) if mark != "."}
            assert {cell: shown[cell] for cell in held} == held
        assert all(board[cell] == mark for cell, mark in shown.items() if board[cell] != ".")

    def stones(self, group: ElementTree.Element, frame: Frame, cls: str) -> list[tuple[int, str]]:
        """The stones of a class, each by the cell in which its middle stands."""
        within = [one for one in group.findall(f"{SVG}g") if one.get("class") == cls]
        uses = [use for one in within for use in one.findall(f"{SVG}use")]
        return [(self.cell(use, frame), use.get("href", "")[1:]) for use in uses]

    def cell(self, use: ElementTree.Element, frame: Frame) -> int:
        """The cell of a board in which the middle of a stone, or of a smaller board, stands."""
        x, y, scale = placed(use, frame)
        half = 50 if use.get("href") in ("#X", "#O") else 150
        col, row = (
            int((at + half * scale - edge) / frame[2] // 100)
            for at, edge in ((x, frame[0]), (y, frame[1]))
        )
        assert 0 <= col < 3 and 0 <= row < 3
        return row * 3 + col


def boards_in(group: ElementTree.Element) -> list[ElementTree.Element]:
    return [use for use in group.findall(f"{SVG}use") if use.get("href") not in ("#X", "#O")]


def placed(use: ElementTree.Element, frame: Frame) -> Frame:
    """Where something stands on the sheet, from its attributes and the frame around it."""
    x, y, scale = frame
    own = 1.0
    across, down = float(use.get("x", 0)), float(use.get("y", 0))
    if transform := use.get("transform"):
        place, size = transform.removeprefix("translate(").removesuffix(")").split(")scale(")
        across, down = map(float, place.split())
        own = float(size)
    return x + across * scale, y + down * scale, scale * own


@pytest.mark.parametrize(
    "game",
    [Game(3, 3, 3, gravity=True)],
    ids=str,
)
def test_whoever_follows_the_map_never_loses(table_of: Callable[[Game], Table], game: Game) -> None:
    """For X and for O: every reply of the opponent has its board, and no game is lost."""
    drawn = str(whole.draw(table_of(game)))
    for player in "XO":
        walker = Walker(drawn, Slow(**game._asdict()))
        walker.start(player)
        assert set(walker.results) <= {"won", "drawn"}
        assert "won" in walker.results


def test_the_map_of_a_lost_game_says_that_it_is_lost(table_of: Callable[[Game], Table]) -> None:
    """On 2x2 with two in a row X wins whatever O does."""
    drawn = str(whole.draw(table_of(Game(2, 2, 2))))
    assert "X moves first and wins" in drawn
    assert "O moves second and loses as late as can be" in drawn


def test_a_proof_proves_its_win(table: Table, slow: Slow, some_boards: list[str]) -> None:
    """On every board that somebody wins: one best move of the winner, all replies, to the end."""
    most = 0
    for board in some_boards:
        if table[board].value == 0:
            continue
        root = proof.proof(table, board)
        winner = slow.mover(board) if table[board].value > 0 else "XO"[slow.mover(board) == "X"]
        nodes = list(below(root))
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
    most: int, table: Table, table_of: Callable[[Game], Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its limit, and what to do."""
    with pytest.raises(SizeError, match="boards of up to 3x3"):
        draw_kind("map", table_of(Game(1, 4, 2)))
    monkeypatch.setattr(classes, "MOST_BOARDS", most)
    with pytest.raises(SizeError, match=f"a sheet holds {most} classes: draw a smaller game"):
        draw_kind("classes", table)
    monkeypatch.setattr(proof, "MOST_BOARDS", 25)
    with pytest.raises(SizeError, match="more than 25 boards: start from a board nearer"):
        draw_kind("proof", table, "OX.O.X...")


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_is_whole_and_for_day_and_night(
    table_of: Callable[[Game], Table], kind: str
) -> None:
    """Well-formed, with a title and what it refers to; of boards that are no squares, and small."""
    for game in (Game(1, 1, 1), Game(2, 3, 2), Game(2, 3, 3), Game(1, 3, 2, misere=True)):
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


def test_the_command_writes_the_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And says what it holds; a board may be spelled with dashes."""
    goal = tmp_path / "it.svg"
    assert main(["picture", "proof", "-XX-O-O--", "-o", str(goal), "--json"]) == 0
    record = {"file": str(goal), "picture": "proof", "game": "3x3k3", "boards": 2}
    assert json.loads(capsys.readouterr().out) == {**record, "bytes": goal.stat().st_size}


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
    assert main(["picture", *line.split(), "--table", table, "-o", str(tmp_path / "it")]) == 0
    assert (DOCS / f"{name}.svg").read_bytes() == (tmp_path / "it").read_bytes()
