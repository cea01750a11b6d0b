"""Check the pairings for k in a row: python3 check_pairings.py <pairings.csv."""

import csv
import re
import sys
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

ROW_GAME = re.compile(r"(\d+)x(\d+)k(\d+)(-breaker)?")
"""The name of a game of k in a row: its rows, its columns and k."""

Symmetry = list[int]  # the cell to which it carries each cell


def main() -> None:
    """Print for each game of k in a row whether its pairings prove what is claimed.

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
    """Return whether pairs leave the opponent no line.

    Args:
        lines: The lines of the game.
        rows: The rows of the board.
        cols: Its columns.
        records: One pairing for the empty board; or one for each first stone of X up to
            symmetry, with the stone by which O replies to it.
    """
    if len(records) == 1 and not records[0]["first"]:
        return is_pairing(lines, parse_pairs(records[0]["pairs"]))
    answered: set[int] = set()
    for record in records:
        first = int(record["first"])
        pairs = parse_pairs(record["pairs"])
        if not is_pairing_after(lines, first, int(record["reply"]), pairs):
            return False
        answered.update(symmetry[first] for symmetry in symmetries(lines, rows, cols))
    return answered == {*range(rows * cols)}


def is_pairing_after(
    lines: Collection[set[int]],
    first: int,
    reply: int,
    pairs: Sequence[Sequence[int]],
) -> bool:
    """Return whether free pairs meet all lines that O's reply to X's first leaves."""
    if any({first, reply}.intersection(pair) for pair in pairs):
        return False
    left = lines_after(lines, first, reply)
    return first != reply and is_pairing(left, pairs)


def lines_after(lines: Collection[set[int]], first: int, reply: int) -> list[set[int]]:
    """Return what X needs of the lines that O's reply to a first stone leaves."""
    return [line - {first} for line in lines if reply not in line]


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
