"""Find the daily puzzles of the page, and write them into its sources.

Run it as ``python scripts/puzzles.py``. Each puzzle is a board with few free cells. Its
mover can win, but not soon, and by one move alone; after each best defence again one
move alone keeps the win. The script writes only the boards: the page searches their
outcomes itself, and so can answer every reply.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import NamedTuple

from ttt_table import Game
from ttt_table.rules.cells import cells_in
from ttt_table.rules.game import lines_in, lines_of_x, playable, symmetries

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "page" / "js" / "puzzles" / "daily.js"

SEED = 2026
"""The seed that decides which boards are tried."""

MIN_PLIES = 5
"""The fewest plies in which a puzzle may be won: three moves of the mover."""

MAX_POSITIONS = 2000
"""The most positions after a puzzle: few enough that a phone searches them at once."""

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


KINDS = (
    Kind(Game(4, 4, 4, gravity=True), range(6, 10), 9),
    Kind(Game(3, 4, 3, misere=True), range(4, 7), 7),
    Kind(Game(4, 5, 4, gravity=True), range(11, 13), 6),
    Kind(Game(3, 5, 3, gravity=True), range(3, 8), 5),
    Kind(Game(3, 4, 3), range(3, 6), 4),
    Kind(Game(4, 4, 4), range(8, 11), 3),
    Kind(Game(), range(2, 4), 2),
    Kind(Game(misere=True), range(2, 5), 2),
)
"""The games that have puzzles."""


class Position(NamedTuple):
    """The stones of the mover, and those of the other player, as masks."""

    own: int
    others: int


class Outcome(NamedTuple):
    """The value of a position for its mover, and the plies until it ends."""

    value: int
    plies: int


class Search:
    """The outcomes of a game's positions, found by searching every continuation."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines = lines_of_x(game)
        self.outcome = cache(self._outcome)

    def moves(self, position: Position) -> dict[int, Outcome]:
        """Return the outcome of each legal move for the mover; none at the end."""
        if lines_in(position.others, self.lines):
            return {}
        moves = {}
        for cell in playable(self.game, position.own | position.others):
            value, plies = self.outcome(after(position, cell))
            moves[cell] = Outcome(-value, plies + 1)
        return moves

    def _outcome(self, position: Position) -> Outcome:
        if lines_in(position.others, self.lines):
            return Outcome(1 if self.game.misere else -1, 0)
        return max(self.moves(position).values(), key=self.score, default=Outcome(0, 0))

    def score(self, outcome: Outcome) -> int:
        """Return a score: the sooner a win and the later a loss, the higher."""
        return outcome.value * (self.game.cells + 1 - outcome.plies)

    def best_move(self, position: Position) -> int:
        """Return the first of the best moves."""
        moves = self.moves(position)
        return max(moves, key=lambda cell: (self.score(moves[cell]), -cell))

    def is_puzzle(self, position: Position) -> bool:
        """Return whether a position is a puzzle.

        One move alone wins, but not soon; and after each best defence again one alone.
        """
        value, plies = self.outcome(position)
        if value <= 0 or plies < MIN_PLIES or self.must_answer_threat(position):
            return False
        reached = position
        while self.outcome(reached).plies > 1:
            moves = self.moves(reached)
            winning = [cell for cell in moves if moves[cell].value > 0]
            if len(winning) > 1:
                return False
            reached = after(reached, winning[0])
            if self.moves(reached):
                reached = after(reached, self.best_move(reached))
        return self.size(position) <= MAX_POSITIONS

    def must_answer_threat(self, position: Position) -> bool:
        """Return whether the other player could win at once.

        To block that move would be too easy for a puzzle.
        """
        passed = Position(position.others, position.own)
        return self.outcome(passed) == Outcome(1, 1)

    def size(self, position: Position) -> int:
        """Return how many positions follow a position, itself included."""
        found = {position}
        waiting = [position]
        for reached in waiting:
            following = {after(reached, cell) for cell in self.moves(reached)} - found
            found |= following
            waiting += following
        return len(found)


def after(position: Position, cell: int) -> Position:
    """Return the position after a move."""
    return Position(position.others, position.own | 1 << cell)


def random_position(game: Game, stones: int, rng: Random) -> Position | None:
    """Return a position after random moves; None if the game ends before them."""
    position = Position(0, 0)
    for _ in range(stones):
        position = after(
            position, rng.choice(playable(game, position.own | position.others))
        )
        if lines_in(position.others, lines_of_x(game)):
            return None
    return position


def text(position: Position, cells: int) -> str:
    """Return a position as the text of its board; X moved first."""
    marks = "XO"
    if (position.own | position.others).bit_count() % 2:
        marks = "OX"
    board = ["."] * cells
    for mark, stones in zip(marks, position, strict=True):
        for cell in cells_in(stones):
            board[cell] = mark
    return "".join(board)


def first_image(game: Game, board: str) -> str:
    """Return the first, as text, of a board's rotated and reflected images."""
    images = []
    for symmetry in symmetries(game):
        image = [""] * len(board)
        for cell, goal in enumerate(symmetry):
            image[goal] = board[cell]
        images.append("".join(image))
    return min(images)


def puzzles(kind: Kind) -> list[str]:
    """Return boards of a game, no two of them images of each other."""
    game = kind.game
    rng = Random(SEED)
    search = Search(game)
    found: dict[str, str] = {}
    while len(found) < kind.puzzles:
        position = random_position(game, rng.choice(kind.stones), rng)
        if position is not None and search.is_puzzle(position):
            board = text(position, game.cells)
            found.setdefault(first_image(game, board), board)
    return list(found.values())


def javascript(kind: Kind) -> str:
    """Return a game and its puzzles as an object in JavaScript."""
    game = kind.game
    rules = [f"rows: {game.rows}", f"cols: {game.cols}", f"k: {game.k}"]
    if game.misere:
        rules.append("misere: true")
    if game.gravity:
        rules.append("gravity: true")
    boards = " ".join(puzzles(kind))
    parts = wrap(boards, MAX_COLUMNS, drop_whitespace=False)
    written = " +\n      ".join(f'"{part}"' for part in parts)
    separator = "\n      " if len(parts) > 1 else " "
    return (
        f"  {{\n    game: {{ {', '.join(rules)} }},\n"
        f"    boards:{separator}{written},\n  }},\n"
    )


def main() -> None:
    """Find the puzzles and write them."""
    found = "".join(map(javascript, KINDS))
    SOURCE.write_text(f"{HEAD}{found}];\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
