"""Print rows 1 to N of A317573 to A317576: python3 rows.py N.

The program plays all games. N = 4 takes a minute or two. It is plain Python, and needs
nothing else. It counts positions up to rotation and reflection, a ply at a time.

A set of cells is an integer, a bit for each cell. A position is a pair of such sets:
the stones of the player to move, and those of the other player.
"""

import sys


def lines_of(n):
    """Return the rows, the columns and both diagonals as sets of cells."""
    cells_of_lines = []
    for i in range(n):
        cells_of_lines.append([n * i + j for j in range(n)])
        cells_of_lines.append([n * j + i for j in range(n)])
    cells_of_lines.append([n * i + i for i in range(n)])
    cells_of_lines.append([n * i + n - 1 - i for i in range(n)])
    return [set_of(cells) for cells in cells_of_lines]


def set_of(cells):
    """Return cells as a set: an integer with a bit for each."""
    return sum(1 << cell for cell in cells)


def symmetries_of(n):
    """Return the rotations and reflections: for each cell, where it is carried."""
    cells = range(n * n)
    rotations = [list(cells)]
    for _ in range(3):
        last = rotations[-1]
        rotations.append([last[n * (cell % n) + n - 1 - cell // n] for cell in cells])
    reflections = []
    for rotation in rotations:
        reflections.append([rotation[n * (cell % n) + cell // n] for cell in cells])
    return rotations + reflections


def images_of(symmetry):
    """Return where a symmetry carries each set of cells, by the set."""
    images = [0]
    for image_of_cell in symmetry:
        images += [image | 1 << image_of_cell for image in images]
    return images


class Board:
    """A board of n x n, on which n in a row win."""

    def __init__(self, n):
        self.cells = n * n
        self.lines = lines_of(n)
        self.images = [images_of(symmetry) for symmetry in symmetries_of(n)]

    def has_ended(self, position):
        """Return whether a line or a full board has ended the game."""
        mover, other = position
        return mover | other == (1 << self.cells) - 1 or self.has_line(other)

    def has_line(self, stones):
        """Return whether a set of stones has a line in it."""
        return any(stones & line == line for line in self.lines)

    def positions_after(self, position):
        """Return the positions after each move, one for each class of equal ones."""
        mover, other = position
        after = set()
        for cell in range(self.cells):
            if (mover | other) >> cell & 1:
                continue
            moved = mover | 1 << cell
            after.add(min((image[other], image[moved]) for image in self.images))
        return after

    def positions_by_ply(self):
        """Return the positions that play reaches, up to symmetry, by ply."""
        plies = [{(0, 0)}]
        for _ in range(self.cells):
            reached = set()
            for position in plies[-1]:
                if not self.has_ended(position):
                    reached |= self.positions_after(position)
            plies.append(reached)
        return plies

    def value_at_end(self, position):
        """Return -1 if the player to move has lost, or 0 on a full board."""
        _, other = position
        return -1 if self.has_line(other) else 0


def rows(n):
    """Return four rows of counts by ply: X wins, O wins, all positions, ended ones."""
    board = Board(n)
    plies = board.positions_by_ply()
    counts = []
    values = {}  # of the next ply: 1 where the player to move wins, -1 where he loses
    for ply in reversed(range(n * n + 1)):
        ended = {position for position in plies[ply] if board.has_ended(position)}
        values_here = {}
        for position in plies[ply]:
            if position in ended:
                values_here[position] = board.value_at_end(position)
            else:
                after = board.positions_after(position)
                values_here[position] = max(-values[reply] for reply in after)
        values = values_here

        results = list(values.values())
        x_wins = results.count(1)
        o_wins = results.count(-1)
        if ply % 2 == 1:  # O is to move
            x_wins, o_wins = o_wins, x_wins
        counts.append((x_wins, o_wins, len(values), len(ended)))
    counts.reverse()
    return list(zip(*counts, strict=True))


if __name__ == "__main__":
    for n in range(1, int(sys.argv[1]) + 1):
        for name, row in zip(range(317573, 317577), rows(n), strict=True):
            print(f"A{name}, row {n}:", *row)
