"""Check the proofs of draws for k in a row: python3 check_pairings.py <pairings.csv.

A proof is a set matching: disjoint groups of cells. A group like ``0-1-2/2-3`` has the
sets 0, 1, 2 and 2, 3. Each line of X contains a set of a group. If X and O play in the
cells of a group alone, and X moves first there, then O can take a cell of each set. So
O answers each stone of X in the same group, and elsewhere at will: a stone more never
hurts O. Then O has a cell of each line, and X fills none.

A group like ``0-1`` is a pair, and a proof by pairs alone is a pairing.
"""

import csv
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, groupby
from operator import itemgetter

ROW_GAME = re.compile(r"(\d+)x(\d+)k(\d+)(-breaker)?")
"""The name of a game of k in a row: its rows, its columns and k."""

Symmetry = list[int]  # the cell to which it carries each cell
Group = list[set[int]]  # its sets of cells


def main() -> None:
    """Print for each game of k in a row whether its groups prove what is claimed.

    The exit status is 1 if those of a game do not.
    """
    are_valid = True
    records = csv.DictReader(sys.stdin)
    for name, of_game in groupby(records, key=itemgetter("game")):
        game = ROW_GAME.fullmatch(name)
        if game:
            rows, cols, k = map(int, game.groups()[:3])
            lines = list(lines_in_a_row(rows, cols, k))
            is_valid = is_held(lines, rows, cols, list(of_game))
            print(name, is_valid)
            are_valid &= is_valid
    sys.exit(0 if are_valid else 1)


def is_held(
    lines: Collection[set[int]],
    rows: int,
    cols: int,
    records: Sequence[dict[str, str]],
) -> bool:
    """Return whether groups leave the opponent no line.

    Args:
        lines: The lines of the game.
        rows: The rows of the board.
        cols: Its columns.
        records: Groups for the empty board; or groups for each first stone of X up to
            symmetry, with the stone by which O replies to it.
    """
    if len(records) == 1 and not records[0]["first"]:
        return is_set_matching(lines, parse_groups(records[0]["groups"]))
    answered: set[int] = set()
    for record in records:
        first = int(record["first"])
        groups = parse_groups(record["groups"])
        if not is_set_matching_after(lines, first, int(record["reply"]), groups):
            return False
        answered.update(symmetry[first] for symmetry in symmetries(lines, rows, cols))
    return answered == {*range(rows * cols)}


def is_set_matching_after(
    lines: Collection[set[int]], first: int, reply: int, groups: Sequence[Group]
) -> bool:
    """Return whether groups of free cells meet the lines that O's reply leaves."""
    if first == reply or not {first, reply}.isdisjoint(cells_of(chain(*groups))):
        return False
    return is_set_matching(lines_after(lines, first, reply), groups)


def lines_after(lines: Collection[set[int]], first: int, reply: int) -> list[set[int]]:
    """Return what X needs of the lines that O's reply to a first stone leaves."""
    return [line - {first} for line in lines if reply not in line]


def parse_groups(text: str) -> list[Group]:
    """Return groups that are written like ``0-1 2-3-4/4-5``."""
    return [
        [{*map(int, cells.split("-"))} for cells in group.split("/")]
        for group in text.split()
    ]


def lines_in_a_row(rows: int, cols: int, k: int) -> Iterator[set[int]]:
    """Yield every k cells in a row; cells are numbered along the rows."""
    for cell in range(rows * cols):
        row, col = divmod(cell, cols)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            last_row = row + (k - 1) * down
            last_col = col + (k - 1) * right
            if last_row < rows and 0 <= last_col < cols:
                step = down * cols + right
                yield {cell + i * step for i in range(k)}


def is_set_matching(lines: Collection[set[int]], groups: Sequence[Group]) -> bool:
    """Return whether O gets a cell of each line by answering in the group of X's stone.

    No cell is in two groups, O gets a cell of each set, and each line contains a set.
    """
    if sum(len(cells_of(group)) for group in groups) > len(cells_of(chain(*groups))):
        return False
    if not all(meets_sets(frozenset(map(frozenset, group))) for group in groups):
        return False
    return all(any(map(line.issuperset, chain(*groups))) for line in lines)


def cells_of(sets: Iterable[Collection[int]]) -> set[int]:
    """Return the cells of all sets."""
    return {cell for cells in sets for cell in cells}


@cache
def meets_sets(sets: frozenset[frozenset[int]]) -> bool:
    """Return whether O, second to move, can take a cell of each set.

    Sets are without X's stones, and those with a stone of O are left out. O can do so
    if the sum over all sets of 2 to the power of minus their size is below 1/2 (P.
    Erdos and J. Selfridge, On a combinatorial game, 1973).
    """
    if any(len(cells) < 2 for cells in sets):
        return False
    if sum(0.5 ** len(cells) for cells in sets) < 0.5:
        return True
    return all(has_answer(sets, stone) for stone in cells_of(sets))


def has_answer(sets: frozenset[frozenset[int]], stone: int) -> bool:
    """Return whether O can still take a cell of each set after a stone of X.

    Cells of sets that lack few stones are tried first.
    """
    left = [cells - {stone} for cells in sets]
    weights: Counter[int] = Counter()
    for cells in left:
        weights.update(dict.fromkeys(cells, 4 ** -len(cells)))
    return any(
        meets_sets(frozenset(cells for cells in left if answer not in cells))
        for answer, _ in weights.most_common()
    )


def symmetries(lines: Collection[set[int]], rows: int, cols: int) -> list[Symmetry]:
    """Return the rotations and reflections that carry lines to lines.

    The first one moves nothing.
    """
    known_lines = {frozenset(line) for line in lines}
    found: list[Symmetry] = []
    for symmetry in board_symmetries(rows, cols):
        images = ({symmetry[cell] for cell in line} for line in lines)
        if symmetry not in found and all(image in known_lines for image in images):
            found.append(symmetry)
    return found


def board_symmetries(rows: int, cols: int) -> Iterator[Symmetry]:
    """Yield the rotations and reflections of a board; the first moves nothing."""
    cells = [divmod(cell, cols) for cell in range(rows * cols)]
    for is_flipped in (False, True):
        for is_mirrored in (False, True):
            turned = []
            for row, col in cells:
                new_row = rows - 1 - row if is_flipped else row
                new_col = cols - 1 - col if is_mirrored else col
                turned.append((new_row, new_col))
            yield [row * cols + col for row, col in turned]
            if rows == cols:
                yield [col * cols + row for row, col in turned]


if __name__ == "__main__":
    main()
