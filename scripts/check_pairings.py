"""Check the pairings for k in a row: python3 check_pairings.py <pairings.csv."""

import csv
import re
import sys
from collections.abc import Collection, Iterator, Sequence

ROW_GAME = re.compile(r"(\d+)x(\d+)k(\d+)(-breaker)?")
"""The name of a game of k in a row: its rows, its columns and k."""


def main() -> None:
    """Print for each game of k in a row whether its pairing is valid.

    The exit status is 1 if one is not.
    """
    are_valid = True
    for record in csv.DictReader(sys.stdin):
        game = ROW_GAME.fullmatch(record["game"])
        if game:
            rows, cols, k = map(int, game.groups()[:3])
            lines = list(lines_in_a_row(rows, cols, k))
            pairs = parse_pairs(record["pairs"])
            is_valid = is_pairing(lines, pairs)
            print(record["game"], is_valid)
            are_valid &= is_valid
    sys.exit(0 if are_valid else 1)


def parse_pairs(text: str) -> list[list[int]]:
    """Return pairs of cells that are written like ``0-1 2-5``."""
    pairs = []
    for pair in text.split():
        first, second = pair.split("-")
        pairs.append([int(first), int(second)])
    return pairs


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


def is_pairing(lines: Collection[set[int]], pairs: Sequence[Sequence[int]]) -> bool:
    """Return whether no cell is in two pairs, and each line has both cells of one."""
    cells = [cell for pair in pairs for cell in pair]
    if len(set(cells)) < 2 * len(pairs):
        return False
    return all(has_pair(line, pairs) for line in lines)


def has_pair(line: set[int], pairs: Sequence[Sequence[int]]) -> bool:
    """Return whether a line has both cells of a pair."""
    return any(line.issuperset(pair) for pair in pairs)


if __name__ == "__main__":
    main()
