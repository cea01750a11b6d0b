"""Find pairing strategies, which prove draws without a search: data/pairings.csv.

    python scripts/pairings.py

A pairing is a set of pairs of cells, no cell in two of them, such that each line has
both cells of a pair. A player who answers each stone in a pair with one in its other
cell leaves the opponent no line. O can do so, and so can X, because an extra first
stone never hurts. So normal play is a draw, and a Breaker wins (Hales and Jewett 1963).
The players must be free to choose any cell, so this does not hold with gravity.

Where there is no pairing, a reply of O to each first stone of X may leave one.
Otherwise pairs and one larger group of cells may do: a set matching (J. Uiterwijk, Set
Matching, arXiv 1703.10678), as `check_pairings.py` explains it. There is none in games
that X wins against a Breaker.

First, bipartite matching gives each line two cells of its own, if that is possible
(Kuhn's augmenting paths). If no two lines share two cells, there is no other kind of
pairing. If lines share more, one pair may serve several of them: a search of limited
length looks for such a pairing, and proves nothing if it finds none. Nor does the
search for a set matching, which takes the pairs on most lines first.

    python scripts/check_pairings.py <data/pairings.csv

verifies the proofs for k in a row, and uses no code of the package.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations, product
from pathlib import Path
from typing import NamedTuple

from check_pairings import (
    Group,
    cells_of,
    is_set_matching,
    lines_after,
    lines_in_a_row,
    meets_sets,
    symmetries,
)
from listed import listed_games

from ttt_table import Game
from ttt_table.rules.game import lines_of_x
from ttt_table.runtime import cells_in

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "data"
LIST = DATA / "pairings.csv"
WINS = DATA / "wins.csv"
PAGE = ROOT / "docs" / "boards.md"
COUNTED_GAMES = re.compile(r"\*\*\d+ listed games\*\*")
"""The number of settled games, as the page of results cites it."""
MAX_SIDE = 12
"""The longest side of the boards that are tried but not listed."""
MAX_ANSWERED_SIDE = 8
"""The longest side of those on which O's replies are tried."""
MAX_STEPS = 3_000
"""The most pairs that a search tries."""
MAX_REPLIES = 32
"""The most replies to a first stone that are tried."""
GROUP_CELLS = (14, 16, 18)
"""The most cells of a group: small groups are tried first."""
MAX_REMAINDERS = 20
"""The most sets of lines for which such a group is tried."""

Line = set[int]
Pair = tuple[int, int]
Sets = frozenset[frozenset[int]]


class Answer(NamedTuple):
    """How O prevents X's lines: a row of the list, after the game."""

    first: int | str
    """X's first stone; empty if the groups are for the empty board."""
    reply: int | str
    """O's reply to it."""
    groups: str
    """The groups, as text."""


def main() -> None:
    """Write every proof, and the number of games that they settle in boards.md."""
    text = list_of_pairings()
    LIST.write_text(text, encoding="utf-8")
    page = with_number_settled(PAGE.read_text(encoding="utf-8"), text)
    PAGE.write_text(page, encoding="utf-8")


def with_number_settled(page: str, pairings: str) -> str:
    """Return the page of results with the number of listed games that are settled."""
    rows = csv.DictReader(io.StringIO(pairings))
    settled = len({row["game"] for row in rows if row["listed"] == "1"})
    return COUNTED_GAMES.sub(f"**{settled} listed games**", page)


def list_of_pairings() -> str:
    """Return the proofs as CSV, those of listed games first."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["game", "listed", "proves", "first", "reply", "groups"])
    found: dict[tuple[int, ...], list[Answer]] = {}
    for game in games_to_settle():
        masks = lines_of_x(game)
        if masks not in found:
            game_lines = [{*cells_in(mask)} for mask in masks]
            found[masks] = find_answers(
                game_lines, game.rows, game.cols
            ) or answers_by_groups(game_lines)
        proven = "O wins" if game.breaker else "draw"
        table.writerows([game, 1, proven, *answer] for answer in found[masks])
    for rows, cols, k in larger_boards():
        game_lines = sorted(lines_in_a_row(rows, cols, k), key=sorted)
        if rows <= MAX_ANSWERED_SIDE:
            answers = find_answers(game_lines, rows, cols)
        else:
            answers = answers_by_pairs(game_lines)
        name = f"{rows}x{cols}k{k}"
        table.writerows([name, 0, "draw", *answer] for answer in answers)
    return text.getvalue()


def find_answers(game_lines: Sequence[Line], rows: int, cols: int) -> list[Answer]:
    """Return a pairing, or O's answer to each first stone; nothing if none is found.

    Stones that symmetries of the board carry to each other have one answer.
    """
    answers = answers_by_pairs(game_lines)
    if answers:
        return answers
    images = list(zip(*symmetries(game_lines, rows, cols), strict=True))
    for first in range(rows * cols):
        if first > min(images[first]):
            continue
        answer = find_answer(game_lines, first, rows * cols)
        if answer is None:
            return []
        answers.append(answer)
    return answers


def answers_by_pairs(game_lines: Sequence[Line]) -> list[Answer]:
    """Return a pairing for the empty board; nothing if none is found."""
    pairing = find_pairing(game_lines)
    return [] if pairing is None else [Answer("", "", group_text(pairing))]


def answers_by_groups(game_lines: Sequence[Line]) -> list[Answer]:
    """Return a set matching for the empty board; nothing if none is found."""
    for max_cells in GROUP_CELLS:
        groups = search_groups(game_lines, max_cells)
        if groups is not None:
            return [Answer("", "", group_text(groups))]
    return []


def find_answer(game_lines: Sequence[Line], first: int, cells: int) -> Answer | None:
    """Return a reply to X's first stone that leaves a pairing; None if none is found.

    The cells that share most lines with the first stone are tried first.
    """
    through_first = [line for line in game_lines if first in line]
    shared = Counter(chain.from_iterable(through_first))
    replies = [cell for cell in range(cells) if cell != first]
    replies.sort(key=lambda cell: -shared[cell])
    for reply in replies[:MAX_REPLIES]:
        pairing = find_pairing(lines_after(game_lines, first, reply))
        if pairing is not None:
            return Answer(first, reply, group_text(pairing))
    return None


def games_to_settle() -> list[Game]:
    """Return the listed games of normal play that have lines and no gravity.

    Those that X is proven to win are left out.
    """
    with WINS.open(encoding="utf-8", newline="") as file:
        won = {row["game"] for row in csv.DictReader(file)}
    games = [
        game
        for game in listed_games()
        if lines_of_x(game)
        and not (game.gravity or game.misere or game.o_lines)
        and str(game) not in won
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


def find_pairing(game_lines: Sequence[Line]) -> list[Group] | None:
    """Return a pairing by matching or by search; None if neither has found one."""
    pairs = match_pairing(game_lines) or search_pairing(game_lines)
    if pairs is None:
        return None
    pairing = [[{*pair}] for pair in pairs]
    if not is_set_matching(game_lines, pairing):
        raise SystemExit(f"this is not a pairing: {group_text(pairing)}")
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


def search_groups(game_lines: Sequence[Line], max_cells: int) -> list[Group] | None:
    """Return pairs, and a group for the other lines; None if the search finds none.

    Args:
        game_lines: The lines.
        max_cells: The most cells of the group.
    """
    tried: set[Sets] = set()

    def extend(pairs: list[Group], left: Sets) -> list[Group] | None:
        """Add pairs until one group can meet what is left of the other lines."""
        is_lost = any(len(cells) < 2 for cells in left)
        if is_lost or left in tried or len(tried) == MAX_REMAINDERS:
            return None
        tried.add(left)
        in_order = sorted(map(sorted, left))
        if len(cells_of(left)) <= max_cells and meets_sets(left):
            return [*pairs, list(map(set, in_order))]
        served = Counter(chain.from_iterable(combinations(c, 2) for c in in_order))
        for pair, _ in served.most_common():
            unserved = [cells for cells in left if not cells.issuperset(pair)]
            further = smallest_sets(cells.difference(pair) for cells in unserved)
            groups = extend([*pairs, [{*pair}]], further)
            if groups is not None:
                return groups
        return None

    return extend([], smallest_sets(map(frozenset, game_lines)))


def smallest_sets(sets: Iterable[frozenset[int]]) -> Sets:
    """Return the sets that contain no other one."""
    every_set = {*sets}
    return frozenset(
        cells for cells in every_set if not any(map(cells.__gt__, every_set))
    )


def group_text(groups: Sequence[Group]) -> str:
    """Return groups as text, such as ``0-1 2-3-4/4-5``."""
    return " ".join(
        "/".join("-".join(map(str, sorted(cells))) for cells in group)
        for group in groups
    )


if __name__ == "__main__":
    main()
