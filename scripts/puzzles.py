"""Find the daily puzzles of the page, and write them into its sources.

Run it as ``python scripts/puzzles.py``. On each board the mover can win, but not soon,
and by one move alone; after each best defence again by one move alone, until a move
wins at once. The tables of the games prove it. The script writes only the boards: the
page searches their outcomes itself, and so can answer every reply.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import NamedTuple

from ttt_table import Game, Table, open_table
from ttt_table.build import build_table
from ttt_table.rules.board import completions
from ttt_table.rules.families import hex_lines, hex_o_lines
from ttt_table.rules.game import symmetries
from ttt_table.rules.outcome import other

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "page" / "js" / "puzzles" / "daily.js"

SEED = 2026
"""The seed that decides which boards are tried."""

MIN_PLIES = 5
"""The fewest plies in which a puzzle may be won: three moves of the mover."""

MAX_BOARDS = 2000
"""The most boards after a puzzle: few enough that a phone searches them at once."""

MAX_COLUMNS = 85
"""The most characters of boards in a line of the page's sources."""

HEAD = """\
// The puzzles of the day, made by scripts/puzzles.py: on each board the mover can win,
// by one move alone, and after each best defence again by one alone.

/** The games, each with its boards, which are separated by spaces. */
export const DAILY_PUZZLES = [
"""


class Kind(NamedTuple):
    """A game that has puzzles."""

    game: Game
    """The game."""
    stones: range
    """The numbers of stones that a board may have."""
    puzzles: int
    """The number of puzzles to find."""


def hex_game(rows: int, cols: int) -> Game:
    """Return Hex, where X joins the left side and the right one."""
    return Game(
        rows,
        cols,
        lines=hex_lines(rows, cols),
        name="hex",
        o_lines=hex_o_lines(rows, cols),
    )


KINDS = (
    Kind(Game(4, 4, 4, gravity=True), range(6, 11), 18),
    Kind(hex_game(4, 4), range(4, 9), 18),
    Kind(Game(4, 5, 4, gravity=True), range(10, 15), 15),
    Kind(Game(3, 4, 3, misere=True), range(2, 7), 14),
    Kind(Game(3, 5, 3, gravity=True), range(3, 9), 13),
    Kind(Game(3, 5, 3, misere=True), range(4, 9), 12),
    Kind(Game(4, 4, 4), range(7, 12), 10),
    Kind(Game(4, 4, 3, gravity=True, misere=True), range(4, 10), 9),
    Kind(hex_game(3, 4), range(1, 6), 7),
    Kind(Game(3, 4, 3), range(3, 7), 6),
    Kind(hex_game(3, 3), range(2, 6), 3),
    Kind(Game(), range(2, 5), 2),
)
"""The games that have puzzles: a prime number of puzzles together, see `day.js`."""


def is_puzzle(table: Table, board: str) -> bool:
    """Return whether a board is a puzzle.

    The mover wins, but not soon, and must not just block. One move alone wins, and
    after each best defence again one alone, until one wins at once.
    """
    value, plies = table[board]
    if value <= 0 or plies < MIN_PLIES or must_block(table, board):
        return False
    return is_forced(table, board) and has_few_boards(table, board)


def must_block(table: Table, board: str) -> bool:
    """Return whether the other player could complete a line: too easy for a puzzle."""
    opponent = other(table.mover(board))
    threats = completions(table.game, board, opponent, table.first)
    return not table.game.misere and bool(threats)


def is_forced(table: Table, board: str) -> bool:
    """Return whether one move alone wins, and so on after each best defence."""
    if table[board].plies <= 1:
        return True
    winning = [move.cell for move in table.moves(board) if move.outcome.value > 0]
    if len(winning) > 1:
        return False
    after = table.push(board, winning[0])
    return all(is_forced(table, table.push(after, cell)) for cell in best(table, after))


def best(table: Table, board: str) -> list[int]:
    """Return the cells of the best moves; none once the game is over."""
    moves = table.moves(board)
    return [move.cell for move in moves if move.outcome == moves[0].outcome]


def has_few_boards(table: Table, board: str) -> bool:
    """Return whether at most `MAX_BOARDS` boards follow, the board itself included."""
    found = {board}
    waiting = [board]
    for reached in waiting:
        following = {table.push(reached, cell) for cell in table.legal_moves(reached)}
        waiting += following - found
        found |= following
        if len(found) > MAX_BOARDS:
            return False
    return True


def random_board(table: Table, stones: int, rng: Random) -> str | None:
    """Return a board after random moves; None if the game ends before them."""
    board = "." * table.game.cells
    for _ in range(stones):
        cells = table.legal_moves(board)
        if not cells:
            return None
        board = table.push(board, rng.choice(cells))
    return board


def first_image(game: Game, board: str) -> str:
    """Return the first, as text, of a board's rotated and reflected images."""
    images = []
    for symmetry in symmetries(game):
        image = [""] * len(board)
        for cell, goal in enumerate(symmetry):
            image[goal] = board[cell]
        images.append("".join(image))
    return min(images)


def puzzles(kind: Kind, table: Table) -> list[str]:
    """Return boards of a game, no two of them images of each other."""
    rng = Random(SEED)
    found: dict[str, str] = {}
    while len(found) < kind.puzzles:
        board = random_board(table, rng.choice(kind.stones), rng)
        if board is not None and is_puzzle(table, board):
            found.setdefault(first_image(kind.game, board), board)
    return list(found.values())


def rules(game: Game) -> Iterator[str]:
    """Yield the rules of a game as properties of an object in JavaScript."""
    yield f"rows: {game.rows}"
    yield f"cols: {game.cols}"
    yield 'name: "hex"' if game.lines else f"k: {game.k}"
    if game.misere:
        yield "misere: true"
    if game.gravity:
        yield "gravity: true"


def javascript(game: Game, boards: list[str]) -> str:
    """Return a game and its puzzles as an object in JavaScript."""
    parts = wrap(" ".join(boards), MAX_COLUMNS, drop_whitespace=False)
    written = " +\n      ".join(f'"{part}"' for part in parts)
    separator = "\n      " if len(parts) > 1 else " "
    return (
        f"  {{\n    game: {{ {', '.join(rules(game))} }},\n"
        f"    boards:{separator}{written},\n  }},\n"
    )


def main() -> None:
    """Find the puzzles and write them."""
    found = []
    for kind in KINDS:
        with TemporaryDirectory() as work:
            path = build_table(kind.game, Path(work) / "table.msgpack", quiet=True)
            with open_table(path) as table:
                boards = puzzles(kind, table)
        print(f"{kind.game}: {len(boards)} puzzles")
        found.append(javascript(kind.game, boards))
    SOURCE.write_text(f"{HEAD}{''.join(found)}];\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
