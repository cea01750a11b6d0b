"""Check the pairings for k in a row: python3 check_pairings.py <pairings.csv."""

import csv
import re
import sys
from collections.abc import Collection, Iterator, Sequence


def lines_in_a_row(rows: int, cols: int, k: int) -> Iterator[set[int]]:
    """Yield every k cells in a row; cells are numbered along the rows."""
    for cell in range(rows * cols):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            places = [
                (cell // cols + i * down, cell % cols + i * right) for i in range(k)
            ]
            if all(0 <= row < rows and 0 <= col < cols for row, col in places):
                yield {row * cols + col for row, col in places}


def is_pairing(lines: Collection[set[int]], pairs: Sequence[Sequence[int]]) -> bool:
    """Tell whether no cell is in two pairs, and each line has both cells of one."""
    cells = [cell for pair in pairs for cell in pair]
    is_disjoint = len({*cells}) == len(cells) == 2 * len(pairs)
    return is_disjoint and all(any(line >= {*pair} for pair in pairs) for line in lines)


if __name__ == "__main__":
    for record in csv.DictReader(sys.stdin):
        if board := re.fullmatch(r"(\d+)x(\d+)k(\d+)(-breaker)?", record["game"]):
            pairs = [[*map(int, pair.split("-"))] for pair in record["pairs"].split()]
            lines = [*lines_in_a_row(int(board[1]), int(board[2]), int(board[3]))]
            print(record["game"], is_pairing(lines, pairs))
