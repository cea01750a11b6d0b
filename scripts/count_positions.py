"""Count the positions and games of an m,n,k game without solving it.

    python scripts/count_positions.py [ROWS COLS K [gravity]]

It shares no code with the package. Without gravity it lists no positions: pairs of
disjoint sets of cells are counted by summing over subsets. A position is reachable if
and only if the player to move has no line, and all lines of the other player have a
cell in common: the last stone is in that cell, and made them all.

With gravity the positions of one ply are listed with the number of orders of play that
reach each, and these numbers are summed forward to the next ply.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Row = list[int]  # a number for each ply
Orbits = list[list[int]]  # cells that a symmetry carries to one another
Counts = dict[str, int | Row]  # by the names that the audit gives to its counts


@dataclass(frozen=True, slots=True)
class Tally:
    """Positions and games, counted by how they end."""

    going_on: Row
    """Positions without a line, by ply; those of the last ply are full boards."""
    by_line: Row
    """Positions with a line, by ply."""
    games: Row
    """Games that a line ends, by ply."""
    drawn_games: int
    """Games that end on a full board without a line."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """The reachable positions that a symmetry leaves in place, by ply."""

    going_on: Row
    """Positions without a line."""
    by_line: Row
    """Positions with a line."""
    last_stones: Row
    """Pairs of a position with a line, and a stone that can have come last."""


def main() -> None:
    """Count, and print a JSON object."""
    rows, cols, k = map(int, sys.argv[1:4] or (3, 3, 3))
    gravity = sys.argv[4:] == ["gravity"]
    winning = lines(rows, cols, k)
    permutations = symmetries(rows, cols, gravity)
    if gravity:
        tally, classes = tally_falling(cols, winning, permutations)
        counts = name_counts(tally, classes, misere=False, breaker=False)
    else:
        counts = count_all(winning, permutations, misere=False)
    print(json.dumps(counts))


def count_all(
    winning: Sequence[int],
    permutations: Sequence[Row],
    misere: bool,
    breaker: bool = False,
    winning_of_o: Sequence[int] | None = None,
) -> Counts:
    """Count the positions, classes and games of a game.

    Args:
        winning: The winning lines, as sets of cells.
        permutations: For each symmetry the cell to which it carries each cell; the
            first symmetry moves nothing.
        misere: Whether the player who makes a line loses.
        breaker: Whether only X's lines count, and a full board without one is O's.
        winning_of_o: The winning lines of O, if they differ from those of X.
    """
    cells = len(permutations[0])
    if breaker:
        winning_of_o = ()
    elif winning_of_o is None:
        winning_of_o = winning
    fixed = [
        count_fixed(winning, winning_of_o, orbits(permutation))
        for permutation in permutations
    ]
    all_positions = fixed[0]

    # Each player's stones before the last one can have been placed in any order.
    games = []
    for ply, count in enumerate(all_positions.last_stones):
        own_stones = (ply + 1) // 2
        other_stones = ply // 2
        orders = factorial(max(0, own_stones - 1)) * factorial(other_stones)
        games.append(count * orders)
    full_boards = all_positions.going_on[-1]
    drawn_games = full_boards * orders_of(cells)

    tally = Tally(all_positions.going_on, all_positions.by_line, games, drawn_games)
    classes = Tally(
        going_on=count_classes([counts.going_on for counts in fixed]),
        by_line=count_classes([counts.by_line for counts in fixed]),
        games=[],
        drawn_games=0,
    )
    counts = name_counts(tally, classes, misere, breaker)
    counts["nodes of the game tree"] = count_nodes(games)
    return counts


def count_nodes(games: Row) -> int:
    """Return the number of nodes of the tree of all games, with its root.

    A node that ends no game has a successor for each free cell.

    Args:
        games: The games that a line ends, by ply.
    """
    cells = len(games) - 1
    nodes = 0
    nodes_of_ply = 1
    for ply, ended in enumerate(games):
        nodes += nodes_of_ply
        nodes_of_ply = (nodes_of_ply - ended) * (cells - ply)
    return nodes


def orders_of(stones: int) -> int:
    """Return in how many orders players who take turns can place their stones."""
    return factorial((stones + 1) // 2) * factorial(stones // 2)


def tally_falling(
    cols: int,
    winning: Sequence[int],
    permutations: Sequence[Row],
    breaker: bool = False,
) -> tuple[Tally, Tally]:
    """Return the tally of a game with gravity, and that of its classes.

    The tally of the classes has no games.

    Args:
        cols: The columns of the board; a stone falls to the lowest free cell of one.
        winning: As in `count_all`.
        permutations: As in `count_all`.
        breaker: As in `count_all`.
    """
    cells = len(permutations[0])
    games: Row = []
    going_on: list[Row] = [[] for _ in permutations]
    by_line: list[Row] = [[] for _ in permutations]

    # A position is one number: X's cells, and above them O's.
    positions = np.zeros(1, np.int64)
    orders = np.ones(1, np.int64)
    for ply in range(cells + 1):
        stones_of_last = positions if ply % 2 else positions >> cells
        if breaker and ply % 2 == 0:
            ended = np.zeros(len(positions), bool)
        else:
            ended = _has_a_line(stones_of_last, winning)

        for permutation, going_on_in_place, by_line_in_place in zip(
            permutations, going_on, by_line, strict=True
        ):
            in_place = ended
            if permutation != permutations[0]:  # which moves nothing
                in_place = ended[_images(positions, permutation) == positions]
            with_line = int(in_place.sum())
            going_on_in_place.append(len(in_place) - with_line)
            by_line_in_place.append(with_line)
        games.append(int(orders[ended].sum()))
        if ply == cells:
            break
        positions, orders = _fall(
            positions[~ended], orders[~ended], cells, cols, ply % 2
        )

    tally = Tally(going_on[0], by_line[0], games, int(orders[~ended].sum()))
    classes = Tally(count_classes(going_on), count_classes(by_line), [], 0)
    return tally, classes


def _has_a_line(stones: Array, winning: Sequence[int]) -> Array:
    """Return for each set of cells whether it contains a line."""
    filled = np.zeros(len(stones), bool)
    for line in winning:
        filled |= stones & line == line
    return filled


def _images(positions: Array, permutation: Row) -> Array:
    """Return where a symmetry carries each position."""
    cells = len(permutation)
    moved_together: dict[int, int] = {}  # the bits that go as many places up
    for cell, image in enumerate(permutation):
        bits = 1 << cell | 1 << (cell + cells)
        shift = image - cell
        moved_together[shift] = moved_together.get(shift, 0) | bits
    turned = np.zeros_like(positions)
    for shift, bits in moved_together.items():
        moved = positions & bits
        turned |= moved << shift if shift >= 0 else moved >> -shift
    return turned


def _fall(
    positions: Array, orders: Array, cells: int, cols: int, player: int
) -> tuple[Array, Array]:
    """Return the positions one ply later, and how many orders of play reach each."""
    occupied = positions | positions >> cells
    next_positions = []
    next_orders = []
    for cell in range(cells):
        below = 1 << (cell + cols) if cell + cols < cells else 0
        playable = np.flatnonzero(occupied & (1 << cell | below) == below)
        stone = np.int64(1 << (cell + cells * player))
        next_positions.append(positions[playable] | stone)
        next_orders.append(orders[playable])

    every_order = np.concatenate(next_orders)
    reached = np.concatenate(next_positions)
    order = np.argsort(reached, kind="stable")
    reached = reached[order]
    is_first = np.diff(reached, prepend=-1) != 0
    if not len(reached):
        return reached, every_order
    return reached[is_first], np.add.reduceat(
        every_order[order], np.flatnonzero(is_first)
    )


def count_classes(fixed: Sequence[Row]) -> Row:
    """Count the classes of each ply.

    By Burnside's lemma, that is the average number of positions that a symmetry leaves
    in place.
    """
    return [sum(counts) // len(fixed) for counts in zip(*fixed, strict=True)]


def name_counts(tally: Tally, classes: Tally, misere: bool, breaker: bool) -> Counts:
    """Return the counts of positions, classes and games by name."""
    counts = name_positions(tally, classes, misere, breaker)
    return counts | name_games(tally, misere, breaker)


def name_positions(tally: Tally, classes: Tally, misere: bool, breaker: bool) -> Counts:
    """Return the counts by name, of all positions and of those up to symmetry."""
    full_boards = tally.going_on[-1]
    full_classes = classes.going_on[-1]
    rules = (misere, breaker)
    return {
        "positions": sum(tally.going_on) + sum(tally.by_line),
        "positions up to symmetry": sum(classes.going_on) + sum(classes.by_line),
        "unfinished": sum(tally.going_on[:-1]),
        **_by_result("finished", tally.by_line, full_boards, *rules),
        **_by_result("finished up to symmetry", classes.by_line, full_classes, *rules),
        "positions per ply": list(map(add, tally.going_on, tally.by_line)),
        "classes per ply": list(map(add, classes.going_on, classes.by_line)),
        "finished classes per ply": _with_last(classes.by_line, full_classes),
    }


def name_games(tally: Tally, misere: bool, breaker: bool) -> Counts:
    """Return the counts of games by name."""
    return {
        **_by_result("games", tally.games, tally.drawn_games, misere, breaker),
        "games ending per ply": _with_last(tally.games, tally.drawn_games),
    }


def _with_last(row: Row, added: int) -> Row:
    """Return a row with a number added in its last ply."""
    return [*row[:-1], row[-1] + added]


def _by_result(
    name: str, by_line: Row, full: int, misere: bool, breaker: bool
) -> Counts:
    """Return the counts of finished positions or games, by result.

    X has made the line if the number of stones is odd.
    """
    lines_of_x = sum(by_line[1::2])
    lines_of_o = sum(by_line[::2])
    drawn = full
    if breaker:  # a full board is O's
        lines_of_o = full
        drawn = 0
    x_wins, o_wins = lines_of_x, lines_of_o
    if misere:
        x_wins, o_wins = lines_of_o, lines_of_x
    return {
        name: x_wins + o_wins + drawn,
        f"{name}, X wins": x_wins,
        f"{name}, O wins": o_wins,
        f"{name}, drawn": drawn,
    }


def lines(rows: int, cols: int, k: int) -> list[int]:
    """Return every set of k cells in a row."""
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    masks = set()
    for row, col in cells:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = [(row + step * down, col + step * right) for step in range(k)]
            if set(run) <= set(cells):
                masks.add(sum(1 << cells.index(cell) for cell in run))
    return sorted(masks)


def symmetries(rows: int, cols: int, gravity: bool = False) -> list[Row]:
    """Return where each symmetry of the board carries each cell.

    The first one moves nothing. With gravity only a reflection is left.
    """
    board = np.arange(rows * cols).reshape(rows, cols)
    permutations: list[Row] = []
    for quarters in range(1 if gravity else 4):
        turned = np.rot90(board, quarters)
        for image in (turned, turned[:, ::-1]):
            cells = image.ravel().tolist()
            if image.shape == board.shape and cells not in permutations:
                permutations.append(cells)
    return permutations


def orbits(permutation: Row) -> Orbits:
    """Return the orbits of a symmetry: the cells that it carries to one another."""
    cycles: Orbits = []
    for cell in range(len(permutation)):
        orbit = [cell]
        while permutation[orbit[-1]] != cell:
            orbit.append(permutation[orbit[-1]])
        if cell == min(orbit):
            cycles.append(orbit)
    return cycles


def count_fixed(
    winning: Sequence[int], winning_of_o: Sequence[int], orbits: Orbits
) -> Fixed:
    """Count the reachable positions that a symmetry leaves in place.

    In such a position all cells of an orbit have the same content.
    """
    cells = sum(map(len, orbits))
    sets, sizes = whole_orbits(orbits)
    shared_of_x = shared_cells(sets, winning)  # -1 for a set without a line
    shared_of_o = shared_of_x
    if winning_of_o != winning:
        shared_of_o = shared_cells(sets, winning_of_o)

    fixed = Fixed([], [], [])
    movers_sets = np.empty(0)
    for ply in range(cells + 1):
        shared_of_mover, shared_of_last = shared_of_x, shared_of_o
        if ply % 2:
            shared_of_mover, shared_of_last = shared_of_o, shared_of_x
        # The player to move has half the stones, rounded down, and no line.
        mover_stones = ply // 2
        # An odd ply has the same sets as the one before it, unless O has other lines.
        if ply % 2 == 0 or winning_of_o != winning:
            is_of_mover = (shared_of_mover < 0) & (sizes == mover_stones)
            # For each set, count those that share no cell with it: the subsets of its
            # complement. The complements of all sets are the sets in reverse order.
            movers_sets = sums_over_subsets(is_of_mover)[::-1]

        of_last = np.flatnonzero(sizes == ply - mover_stones)
        shared = shared_of_last[of_last]
        counts = movers_sets[of_last].astype(np.int64)
        fixed.going_on.append(int(counts[shared < 0].sum()))
        fixed.by_line.append(int(counts[shared > 0].sum()))
        fixed.last_stones.append(int(counts @ np.maximum(shared, 0)))
    return fixed


def whole_orbits(orbits: Orbits) -> tuple[Array, Array]:
    """Return every set of cells that is made of whole orbits, and the sets' sizes.

    The sets are in the order of numbers whose bits stand for the orbits.
    """
    sets = np.zeros(1, np.int32)
    sizes = np.zeros(1, np.int8)
    for orbit in orbits:
        mask = np.int32(sum(1 << cell for cell in orbit))
        sets = np.concatenate([sets, sets | mask])
        sizes = np.concatenate([sizes, sizes + np.int8(len(orbit))])
    return sets, sizes


def shared_cells(sets: Array, winning: Sequence[int]) -> Array:
    """Count the cells that all lines in each set have in common; -1 without a line."""
    no_line = np.int32(-1)  # all bits set
    common = np.full(len(sets), no_line)
    for line in winning:
        common[sets & line == line] &= line
    count = np.zeros(len(sets), np.int8)
    for bit in range(30):
        count += (common >> bit & 1).astype(np.int8)
    return np.where(common == no_line, np.int8(-1), count)


def sums_over_subsets(chosen: Array) -> Array:
    """Count for each set how many of its subsets are chosen."""
    sums = chosen.astype(np.int32)
    for bit in range(len(sums).bit_length() - 1):
        without_and_with = sums.reshape(-1, 2, 1 << bit)
        without_and_with[:, 1] += without_and_with[:, 0]
    return sums


if __name__ == "__main__":
    main()
