"""Find proofs that X wins, on boards of any size: data/wins.csv.

    python scripts/wins.py [GAME ...] [--seconds N]

A proof is a list of X's moves, as `check_wins.py` reads them. It adds the proofs of
games that are named, or of all that it knows to try, and leaves those in the list as
they are. A game whose search takes longer than N seconds, by default 60, is left out.
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
from check_wins import ROW_GAME, Position, Strategy
from win_search import OutOfTimeError, Search

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
LARGEST_TABLE = 25
"""The cells of the largest boards without gravity that a file can hold."""
MAX_SIDE = 10
"""The longest side of the boards that are tried but not listed."""


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
    # Against a Breaker a win on 5x5 is one on all larger boards.
    for cols in range(4, MAX_SIDE + 1):
        yield f"4x{cols}k4-breaker"
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
    moves = ""
    if strategy.check(moves) is None:  # the rules for moves that are not listed fail
        try:
            if not Search(strategy, time.process_time() + seconds).list_win():
                return None
        except OutOfTimeError:
            return None
        moves = list_of_moves(strategy)
    proof = strategy.check(moves)
    if proof is None:
        raise SystemExit(f"{name}: this proves nothing: {moves}")
    return {
        "game": name,
        "listed": str(int(name in boards.LISTED)),
        "plies": str(proof.plies),
        "positions": str(proof.positions),
        "moves": moves,
    }


def list_of_moves(strategy: Strategy) -> str:
    """Return the listed moves as text."""
    listed = sorted(strategy.listed.items())
    return " ".join(move_text(position, move) for position, move in listed)


def move_text(position: Position, move: int) -> str:
    """Return a move of X as the list has it."""
    cells: list[int] = []
    x, o = position
    for pair in zip(cells_in(x), cells_in(o), strict=True):
        cells += pair
    return "-".join(map(str, [*cells, move]))


if __name__ == "__main__":
    main()
