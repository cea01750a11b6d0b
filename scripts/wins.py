"""Find proofs that X wins, on boards of any size: data/wins.csv.

    python scripts/wins.py [GAME ...] [--seconds N]

A proof is a list of X's moves, as `check_wins.py` reads them. It adds the proofs of
games that are named, or of all that it knows to try, and leaves those in the list as
they are. A game whose search takes longer than N seconds, by default 60, is left out.

X searches for wins with few quiet moves: those after which O is not forced to block.
A quiet move must threaten to win with one quiet move less if O passed. That win needs
some cells, and to refute it O has to play into one of them, or to make threats
(lambda search: T. Thomsen, Lambda-search in game trees, ICGA Journal 23, 2000).
"""

from __future__ import annotations

import argparse
import csv
import io
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path

import boards
from check_pairings import lines_in_a_row
from check_wins import (
    ROW_GAME,
    Position,
    Strategy,
    completing_cells,
    has_several_cells,
    image,
    single_cells,
)

from ttt_table import Game
from ttt_table.rules.game import lines_of_x
from ttt_table.runtime import cells_in

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data"
LIST = DATA / "wins.csv"
PAGE = ROOT / "docs" / "boards.md"
PROVEN = re.compile(r"\*\*\d+ games, \d+ of them listed\*\*")
"""The numbers of games that are proven, as the page of results cites them."""
COLUMNS = ["game", "listed", "plies", "positions", "moves"]
MAX_QUIET = 6
"""The most quiet moves of a win that are tried."""
LARGEST_TABLE = 25
"""The cells of the largest boards without gravity that a file can hold."""
MAX_SIDE = 10
"""The longest side of the boards that are tried but not listed."""

Win = tuple[int, int, int]  # the quiet moves, X's first stone, and the cells it needs
NO_WIN = (0, 0)  # no stone, and no cells


class OutOfTimeError(Exception):
    """The search has taken as long as it may."""


def main() -> None:
    """Search, and write the list."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--seconds", type=float, default=60.0, metavar="N")
    options = parser.parse_args()
    rows = {row["game"]: row for row in known_wins()}
    for name in options.games or games_to_try():
        if name in rows:
            continue
        row = proven_row(name, options.seconds)
        print(name, row["plies"] if row else "not found", flush=True)
        if row is not None:
            rows[name] = row
            LIST.write_text(list_text(list(rows.values())), encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    page = with_numbers_proven(page, list(rows.values()))
    PAGE.write_text(page, encoding="utf-8")


def with_numbers_proven(page: str, rows: Sequence[dict[str, str]]) -> str:
    """Return the page of results with the numbers of games that are proven."""
    listed = sum(row["listed"] == "1" for row in rows)
    return PROVEN.sub(f"**{len(rows)} games, {listed} of them listed**", page)


def known_wins() -> list[dict[str, str]]:
    """Return the rows of the list."""
    if not LIST.exists():
        return []
    with LIST.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def list_text(rows: Sequence[dict[str, str]]) -> str:
    """Return the list as CSV: listed games first, and smaller boards first."""
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows(sorted(rows, key=row_key))
    return text.getvalue()


def row_key(row: Mapping[str, str]) -> tuple[bool, int, str]:
    """Sort by whether a game is listed, then size, then name."""
    rows, cols = board_of(row["game"])
    return row["listed"] == "0", rows * cols, row["game"]


def board_of(name: str) -> tuple[int, int]:
    """Return the rows and columns of a game's name."""
    rows, rest = name.split("x", 1)
    cols = rest.split("k")[0].split("-")[0]
    return int(rows), int(cols)


def games_to_try() -> list[str]:
    """Return the names of games that X may win."""
    names = [
        name
        for name, record in boards.known_records().items()
        if record["value"] == 1
        and record["rows"] * record["cols"] > 1
        and not (record["misere"] or record["gravity"])
        and boards.LISTED[name].name != "hex"
    ]
    return [*names, *larger_games()]


def larger_games() -> Iterator[str]:
    """Yield the names of games on boards that no file holds, and on surfaces."""
    for rows, cols in product(range(3, MAX_SIDE + 1), repeat=2):
        if rows <= cols and rows * cols > LARGEST_TABLE:
            yield f"{rows}x{cols}k3"
            if rows > 4:  # 4x9 and 4x10 take longer than a minute
                yield f"{rows}x{cols}k4"
    for rows, cols in product(range(4, MAX_SIDE + 1), repeat=2):
        if rows <= cols:
            yield f"{rows}x{cols}k4-breaker"
    for (rows, cols), surface in product(
        ((5, 5), (5, 6), (6, 5)), ("cylinder", "mobius", "torus", "klein")
    ):
        yield f"{rows}x{cols}-{surface}-k4"


def strategy_of(name: str) -> Strategy:
    """Return an empty strategy of X for a game."""
    row_game = ROW_GAME.fullmatch(name)
    if row_game:
        rows, cols, k = map(int, row_game.groups()[:3])
        lines = list(lines_in_a_row(rows, cols, k))
        return Strategy(rows, cols, lines, breaker=row_game[4] is not None)
    game = Game.named(name)
    lines = [{*cells_in(mask)} for mask in lines_of_x(game)]
    return Strategy(game.rows, game.cols, lines, breaker=game.breaker)


def proven_row(name: str, seconds: float) -> dict[str, str] | None:
    """Return a row of the list; None if no proof is found in time."""
    strategy = strategy_of(name)
    text = ""
    if strategy.check(text) is None:  # the rules for moves that are not listed fail
        search = Search(strategy, time.process_time() + seconds)
        try:
            moves = search.proof()
        except OutOfTimeError:
            return None
        if moves is None:
            return None
        text = " ".join(moves)
    proof = strategy.check(text)
    if proof is None:
        raise SystemExit(f"{name}: this proves nothing: {text}")
    return {
        "game": name,
        "listed": str(int(name in boards.LISTED)),
        "plies": str(proof.plies),
        "positions": str(proof.positions),
        "moves": text,
    }


class Search:
    """A search for wins of X with few quiet moves.

    Args:
        strategy: The game; its moves are listed by `proof`.
        deadline: The processor time at which to stop.
    """

    def __init__(self, strategy: Strategy, deadline: float) -> None:
        self._strategy = strategy
        self._deadline = deadline
        self._wins: dict[Position, Win] = {}
        self._failed: dict[Position, int] = {}

    def proof(self) -> list[str] | None:
        """Return the moves to list for a win; None if none is found."""
        first = self._first_stone()
        if first is None or not self._list_moves(first):
            return None
        listed = sorted(self._strategy.listed.items())
        return [move_text(position, move) for position, move in listed]

    def _first_stone(self) -> int | None:
        """Return a first stone by which X wins; None if none is found."""
        stones = sorted(
            single_cells(self._strategy.all_cells),
            key=lambda stone: -self._promise(stone, 0),
        )
        for quiet in range(MAX_QUIET):
            tried: set[Position] = set()
            for stone in stones:
                position, _ = self._strategy.canonical(stone, 0)
                if position not in tried and self._wins_after(stone, 0, quiet):
                    return stone
                tried.add(position)
        return None

    def _list_moves(self, first: int) -> bool:
        """List the moves of a win that begins with this stone.

        Returns:
            False if a reply of O that seemed to be of no use refutes the win.
        """
        strategy = self._strategy
        position, _ = strategy.canonical(first, 0)
        strategy.listed = {(0, 0): position[0].bit_length() - 1}
        reached = {(0, 0)}
        to_answer = [(0, 0)]
        while to_answer:
            x, o = to_answer.pop()
            replies = strategy.unanswered(x, o)
            if replies is None:  # no rule helps
                stone = self._stone(x, o)
                if not stone:
                    return False
                strategy.listed[x, o] = stone.bit_length() - 1
                replies = strategy.unanswered(x, o) or []
            for reply in replies:
                position, _ = strategy.canonical(*reply)
                if position not in reached:
                    reached.add(position)
                    to_answer.append(position)
        return True

    def _stone(self, x: int, o: int) -> int:
        """Return a stone of X that wins with as few quiet moves as possible; or 0."""
        for quiet in range(MAX_QUIET):
            if self.needed_cells(x, o, quiet):
                return self._wins[x, o][1]
        return 0

    def needed_cells(self, x: int, o: int, quiet: int) -> int:
        """Return the cells that X, to move, needs for a win; none if X has no win.

        Args:
            x: The stones of X.
            o: The stones of O.
            quiet: The most quiet moves that X may play.
        """
        strategy = self._strategy
        completing = completing_cells(strategy.lines_of_x, x, o)
        if completing:
            return completing & -completing
        position, symmetry = strategy.canonical(x, o)
        if self._failed.get(position, -1) >= quiet:
            return 0
        win = self._wins.get(position)
        if win is None or win[0] > quiet:
            if time.process_time() > self._deadline:
                raise OutOfTimeError
            stone, cells = NO_WIN
            if self._fewest_missing(*position) <= quiet + 2:
                stone, cells = self._find_win(*position, quiet)
            if not stone:
                self._failed[position] = quiet
                return 0
            win = self._wins[position] = (quiet, stone, cells)
        return image(win[2], inverse(symmetry))

    def _find_win(self, x: int, o: int, quiet: int) -> tuple[int, int]:
        """Return X's stone, and the cells that the win needs."""
        strategy = self._strategy
        blocks = completing_cells(strategy.lines_of_o, o, x)
        if has_several_cells(blocks):
            return NO_WIN
        quiet_stones = []
        threats_of = {}
        for stone in single_cells(blocks or strategy.all_cells & ~(x | o)):
            threats = completing_cells(strategy.lines_of_x, x | stone, o)
            if has_several_cells(threats):
                return stone, stone | threats
            if threats:
                threats_of[stone] = threats
            else:
                quiet_stones.append(stone)

        for stone, threat in threats_of.items():
            cells = self.needed_cells(x | stone, o | threat, quiet)
            if cells:
                return stone, cells | stone | threat
        if blocks:  # a forced move is not quiet
            quiet_of_stones = [quiet]
        else:
            quiet_of_stones = list(range(quiet))
        quiet_stones.sort(key=lambda stone: -self._promise(x | stone, o))
        for quiet_left, stone in product(quiet_of_stones, quiet_stones):
            cells = self._wins_after(x | stone, o, quiet_left)
            if cells:
                return stone, cells | stone
        return NO_WIN

    def _wins_after(self, x: int, o: int, quiet: int) -> int:
        """Return the cells that X needs where O is to move, and is not forced."""
        strategy = self._strategy
        free = strategy.all_cells & ~(x | o)
        if completing_cells(strategy.lines_of_o, o, x):
            return 0
        cells = self.needed_cells(x, o, quiet)  # as if O passed
        if not cells:
            return 0
        threats = threatening_cells(strategy.lines_of_o, o, x) & free
        to_refute = cells & free
        while threats | to_refute:
            reply = next(single_cells(threats or to_refute))
            threats &= ~reply
            to_refute &= ~reply
            further = self.needed_cells(x, o | reply, quiet)
            if not further:
                return 0
            cells |= further
            if not strategy.lines_of_o:
                # A win that does not need a cell is one against a reply there, too.
                to_refute &= further
        return cells

    def _fewest_missing(self, x: int, o: int) -> int:
        """Return how many stones X needs at least to fill a line.

        Those before the last two make no threat.
        """
        lines = self._strategy.lines_of_x
        missing = [(line & ~x).bit_count() for line in lines if not line & o]
        return min(missing, default=len(self._strategy.symmetries[0]))

    def _promise(self, x: int, o: int) -> float:
        """Return a number that is higher the more lines X can soon fill."""
        return sum(
            4.0 ** -(line & ~x).bit_count()
            for line in self._strategy.lines_of_x
            if not line & o
        )


def threatening_cells(lines: Sequence[int], own: int, other: int) -> int:
    """Return the cells by which a player threatens to fill a line."""
    cells = 0
    for line in lines:
        missing = line & ~own
        if not missing & other and missing.bit_count() == 2:
            cells |= missing
    return cells


def inverse(symmetry: Sequence[int]) -> list[int]:
    """Return the symmetry that undoes another."""
    cells = [0] * len(symmetry)
    for cell, carried_to in enumerate(symmetry):
        cells[carried_to] = cell
    return cells


def move_text(position: Position, move: int) -> str:
    """Return a move of X as the list has it."""
    cells: list[int] = []
    x, o = position
    for pair in zip(cells_in(x), cells_in(o), strict=True):
        cells += pair
    return "-".join(map(str, [*cells, move]))


if __name__ == "__main__":
    main()
