"""Find pairing strategies, which prove draws without a search: docs/pairings.csv.

    python scripts/pairings.py

A pairing is a set of pairs of cells, no cell in two of them, such that each line has
both cells of a pair. A player who answers each stone in a pair with one in its other
cell leaves the opponent no line. O can do so, and so can X, because an extra first
stone never hurts. So normal play is a draw, and a Breaker wins (Hales and Jewett 1963).
The players must be free to choose any cell, so this does not hold with gravity.

First, bipartite matching gives each line two cells of its own, if that is possible
(Kuhn's augmenting paths). If no two lines share two cells, there is no other kind of
pairing. If lines share more, one pair may serve several of them: a search of limited
length looks for such a pairing, and proves nothing if it finds none.

    python scripts/check_pairings.py <docs/pairings.csv

verifies the pairings for k in a row, and uses no code of the package.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path

from check_pairings import is_pairing, lines_in_a_row
from listed import listed_games

from ttt_table import Game
from ttt_table.rules.game import lines_of_x
from ttt_table.runtime import cells_in

DOCS = Path(__file__).resolve().parents[1] / "docs"
LIST = DOCS / "pairings.csv"
CLAIMS = DOCS / "claims.md"
COUNTED_GAMES = re.compile(r"\*\*\d+ listed games\*\*")
"""The number of settled games, as the page of claims cites it."""
MAX_SIDE = 12
"""The longest side of the boards that are tried but not listed."""
MAX_STEPS = 3_000
"""The most pairs that a search tries."""

Line = set[int]
Pair = tuple[int, int]


def main() -> None:
    """Write every pairing, and the number of games that they settle in claims.md."""
    text = list_of_pairings()
    LIST.write_text(text, encoding="utf-8")
    claims = with_number_settled(CLAIMS.read_text(encoding="utf-8"), text)
    CLAIMS.write_text(claims, encoding="utf-8")


def with_number_settled(claims: str, pairings: str) -> str:
    """Return the page of claims with the number of listed games that are settled."""
    rows = csv.DictReader(io.StringIO(pairings))
    settled = sum(row["listed"] == "1" for row in rows)
    return COUNTED_GAMES.sub(f"**{settled} listed games**", claims)


def list_of_pairings() -> str:
    """Return the pairings as CSV, those of listed games first."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["game", "listed", "proves", "pairs"])
    pairing_of: dict[tuple[int, ...], list[Pair] | None] = {}
    for game in games_to_settle():
        masks = lines_of_x(game)
        if masks not in pairing_of:
            pairing_of[masks] = find_pairing([{*cells_in(mask)} for mask in masks])
        pairing = pairing_of[masks]
        if pairing is not None:
            proven = "O wins" if game.breaker else "draw"
            table.writerow([game, 1, proven, pairing_text(pairing)])
    for rows, cols, k in larger_boards():
        pairing = find_pairing(sorted(lines_in_a_row(rows, cols, k), key=sorted))
        if pairing is not None:
            table.writerow([f"{rows}x{cols}k{k}", 0, "draw", pairing_text(pairing)])
    return text.getvalue()


def games_to_settle() -> list[Game]:
    """Return the listed games of normal play that have lines and no gravity."""
    games = [
        game
        for game in listed_games()
        if lines_of_x(game) and not (game.gravity or game.misere or game.o_lines)
    ]
    return sorted(games, key=lambda game: (game.cells, str(game)))


def larger_boards() -> list[tuple[int, int, int]]:
    """Return the square boards up to `MAX_SIDE`, with k that may have pairings.

    The smaller ones are listed with k in a row.
    """
    return [
        (side, side, k)
        for side, k in product(range(6, MAX_SIDE + 1), range(6, MAX_SIDE + 1))
        if k <= side
    ]


def find_pairing(game_lines: Sequence[Line]) -> list[Pair] | None:
    """Return a pairing by matching or by search; None if neither has found one."""
    pairing = match_pairing(game_lines) or search_pairing(game_lines)
    if pairing is not None and not is_pairing(game_lines, pairing):
        raise SystemExit(f"this is not a pairing: {pairing_text(pairing)}")
    return pairing


def match_pairing(game_lines: Sequence[Line]) -> list[Pair] | None:
    """Return two cells for each line that no other line has; None if there are none."""
    line_with: dict[int, int] = {}

    def gain_cell(line: int, tried: set[int]) -> bool:
        """Give a line one more cell; a line that loses it must gain another."""
        for cell in sorted(game_lines[line] - tried):
            tried.add(cell)
            holder = line_with.get(cell)
            if holder == line:
                continue
            if holder is None or gain_cell(holder, tried):
                line_with[cell] = line
                return True
        return False

    for line in range(len(game_lines)):
        for _ in range(2):
            if not gain_cell(line, set()):
                return None
    pairs: list[list[int]] = [[] for _ in game_lines]
    for cell in sorted(line_with):
        pairs[line_with[cell]].append(cell)
    return [(first, second) for first, second in pairs]


def search_pairing(game_lines: Sequence[Line]) -> list[Pair] | None:
    """Return pairs that may serve several lines; None if the search finds none.

    The line with the fewest free cells gets a pair first, and of its pairs the one on
    most other lines is tried first.
    """
    steps_left = MAX_STEPS
    pairs: list[Pair] = []

    def extend(open_lines: list[Line], used: frozenset[int]) -> bool:
        nonlocal steps_left
        if not open_lines:
            return True
        hardest = min(open_lines, key=lambda line: len(line - used))
        candidates = list(combinations(sorted(hardest - used), 2))
        served: Counter[Pair] = Counter()
        for pair in candidates:
            served[pair] = sum(line.issuperset(pair) for line in open_lines)
        for pair in sorted(candidates, key=lambda pair: -served[pair]):
            if steps_left == 0:
                return False
            steps_left -= 1
            unserved = [line for line in open_lines if not line.issuperset(pair)]
            pairs.append(pair)
            if extend(unserved, used.union(pair)):
                return True
            pairs.pop()
        return False

    if not extend(list(game_lines), frozenset()):
        return None
    return sorted(pairs)


def pairing_text(pairs: Sequence[Pair]) -> str:
    """Return pairs as text, such as ``0-1 2-5``."""
    return " ".join(f"{first}-{second}" for first, second in pairs)


if __name__ == "__main__":
    main()
