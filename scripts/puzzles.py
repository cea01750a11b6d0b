"""Find the daily puzzles of the page, and write them into its sources.

Run it as ``python scripts/puzzles.py``. On each board the mover can win, but not soon,
and by one move alone; after each best defence again by one move alone, until a move
wins at once. The tables of the games prove it. The puzzles of Mondays are the easiest,
those of Sundays the hardest. The script writes only the boards: the page searches their
outcomes itself, and so can answer every reply.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from string import ascii_lowercase
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import NamedTuple

from ttt_table import Game, Table, open_table
from ttt_table.build import build_table
from ttt_table.rules.board import completions
from ttt_table.rules.game import symmetries
from ttt_table.rules.outcome import other

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "page" / "js" / "puzzles" / "daily.js"

SEED = 2026
"""The seed that decides which boards are tried."""

MIN_PLIES = 5
"""The fewest plies in which a puzzle may be won: three moves of the mover."""

MIN_MOVES = 3
"""The fewest moves that a puzzle offers: choosing between two is no puzzle."""

MAX_BOARDS = 2000
"""The most boards after a puzzle: few enough that a phone searches them at once."""

WEEKS = 26
"""The weeks after which the puzzles begin anew."""

WEEKDAYS = 7
"""The days of a week, Monday first."""

MAX_COLUMNS = 85
"""The most characters of boards in a line of the page's sources."""

HEAD = """\
// The puzzles of the day, made by scripts/puzzles.py: on each board the mover can win,
// by one move alone, and after each best defence again by one alone.

/**
 * The games of the puzzles.
 *
 * @type {import("../page-game.js").Rules[]}
 */
export const DAILY_GAMES = [
{games}];

/**
 * By the day of the week, Monday first, its puzzles from week to week, the hardest on
 * Sundays: each is the letter of its game, a for the first, and its board.
 */
export const DAILY_PUZZLES = [
{puzzles}];
"""


class Kind(NamedTuple):
    """A game that has puzzles."""

    game: Game
    """The game."""
    stones: range
    """The numbers of stones that a board may have."""
    puzzles: int
    """The number of puzzles to find."""


class Puzzle(NamedTuple):
    """A board to solve; they sort from the easiest to the hardest."""

    plies: int
    """In how many plies it is won."""
    moves: int
    """How many moves the mover can choose from."""
    kind: int
    """The index of its game among `KINDS`."""
    board: str
    """The board."""


KINDS = (
    Kind(Game(4, 4, 4, gravity=True), range(6, 11), 28),
    Kind(Game.named("4x4-hex"), range(4, 9), 24),
    Kind(Game(4, 5, 4, gravity=True), range(10, 15), 24),
    Kind(Game(3, 4, 3, misere=True), range(2, 7), 16),
    Kind(Game(3, 5, 3, gravity=True), range(3, 9), 20),
    Kind(Game(3, 5, 3, misere=True), range(4, 9), 20),
    Kind(Game(4, 4, 4), range(7, 12), 16),
    Kind(Game(4, 4, 3, gravity=True, misere=True), range(4, 10), 14),
    Kind(Game.named("3x4-hex"), range(1, 6), 9),
    Kind(Game(3, 4, 3), range(3, 7), 7),
    Kind(Game.named("3x3-hex"), range(2, 6), 2),
    Kind(Game(), range(2, 5), 2),
)
"""The games that have puzzles, one for each day of `WEEKS` weeks together."""


def is_puzzle(table: Table, board: str) -> bool:
    """Return whether a board is a puzzle.

    The mover wins, but not soon, need not just block, and has moves to choose from. One
    move alone wins, and after each best defence again one alone, until one wins at
    once.
    """
    value, plies = table[board]
    if value <= 0 or plies < MIN_PLIES or must_block(table, board):
        return False
    if len(table.legal_moves(board)) < MIN_MOVES:
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


def week_shaped(puzzles: Sequence[Puzzle], rng: Random) -> list[list[Puzzle]]:
    """Return the puzzles of each day of the week, from week to week.

    Those of a day are about equally hard, and two days in a row have different games
    where that can be.
    """
    ordered = sorted(puzzles)
    days: list[list[Puzzle]] = []
    for day in range(WEEKDAYS):
        left = ordered[day * WEEKS : (day + 1) * WEEKS]
        rng.shuffle(left)
        chosen: list[Puzzle] = []
        for week in range(WEEKS):
            before = days[-1][week].kind if days else None
            left.sort(key=lambda puzzle: puzzle.kind == before)
            chosen.append(left.pop(0))
        days.append(chosen)
    return days


def javascript(days: Sequence[Sequence[Puzzle]]) -> str:
    """Return the games and the puzzles of each day of the week as JavaScript."""
    games = "".join(f"  {{ {', '.join(rules(kind.game))} }},\n" for kind in KINDS)
    written = ""
    for puzzles in days:
        texts = [ascii_lowercase[puzzle.kind] + puzzle.board for puzzle in puzzles]
        parts = wrap(" ".join(texts), MAX_COLUMNS, drop_whitespace=False)
        written += "  " + " +\n    ".join(f'"{part}"' for part in parts) + ",\n"
    return HEAD.replace("{games}", games).replace("{puzzles}", written)


def main() -> None:
    """Find the puzzles and write them."""
    found = []
    for index, kind in enumerate(KINDS):
        with TemporaryDirectory() as work:
            path = build_table(kind.game, Path(work) / "table.msgpack", quiet=True)
            with open_table(path) as table:
                for board in puzzles(kind, table):
                    moves = len(table.legal_moves(board))
                    found.append(Puzzle(table[board].plies, moves, index, board))
        print(f"{kind.game}: {kind.puzzles} puzzles")
    days = week_shaped(found, Random(SEED))
    for day, of_day in enumerate(days, 1):
        easiest, hardest = min(of_day), max(of_day)
        print(
            f"day {day} of the week: won in {easiest.plies} to {hardest.plies} plies, "
            f"{easiest.moves} to {hardest.moves} moves to choose from"
        )
    SOURCE.write_text(javascript(days), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
