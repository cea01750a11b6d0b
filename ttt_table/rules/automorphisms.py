"""The symmetries of a game of lines: permutations of its cells that map lines to lines.

The search colours the cells by the lines through them. While several cells share a
colour, it gives one of them a colour of its own and tries each cell that may be its
goal (McKay and Piperno, Practical graph isomorphism II, 2014).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ttt_table.rules.records import NamedTuple

MAX_SYMMETRIES = 800
"""How many a reader must be able to hold: a torus of 5x5 has as many."""
MAX_STEPS = 10_000_000
"""How many cells of lines the search visits at most, in some five seconds.

Lines from an untrusted table could take hours. Steps are counted, rather than seconds,
so that the search ends at the same place on every machine.
"""

Symmetry = tuple[int, ...]
"""For each cell, the cell that it is carried to."""
Colours = list[int]
"""By cell."""


class _Partition(NamedTuple):
    """Colours that `_Search.refine` could not split any further."""

    colours: Colours
    signature: object
    """What cells of each colour have in common; equal if two colourings may match."""


class _StepLimitError(Exception):
    """The search has used up `MAX_STEPS`."""


def automorphisms(
    lines: Sequence[int], supports: Sequence[int], kinds: Sequence[int]
) -> tuple[Symmetry, ...]:
    """Return the group of symmetries that a table file lists (docs/format.md).

    Args:
        lines: The game's lines as sets of cells.
        supports: By cell, the set of cells that must hold stones before it.
        kinds: By cell, a number; a cell is only carried to cells with the same number.

    Returns:
        All symmetries in increasing order, if there are at most `MAX_SYMMETRIES` and
        the search finds them within `MAX_STEPS`; else those of the largest subgroup
        found, in which the first cells stay in place.
    """
    search = _Search(lines, supports)
    cells = range(len(supports))
    identity = tuple(cells)
    generators: list[Symmetry] = []
    group = {identity}

    # Ever larger groups (C. Sims, 1970). Each leaves the cells before one cell in
    # place; to grow, it needs one more symmetry for each goal of that cell that no
    # product of known ones reaches.
    try:
        for cell in reversed(cells):
            stabilizer = group
            fixing = [kinds[other] * len(cells) + min(other, cell) for other in cells]
            colours = search.refine(fixing).colours
            start = search.refine(_individualize(colours, cell))
            unreachable: set[int] = set()

            for goal in cells[cell + 1 :]:
                if colours[goal] != colours[cell] or goal in unreachable:
                    continue
                if any(symmetry[cell] == goal for symmetry in group):
                    continue
                end = search.refine(_individualize(colours, goal))
                symmetry = search.match(start, end)
                if symmetry is None:
                    # Nor can the cell go where symmetries that leave it in place carry
                    # this goal.
                    unreachable |= {fixing_cell[goal] for fixing_cell in stabilizer}
                    continue
                generators.append(symmetry)
                group = _products(generators)
                if len(group) > MAX_SYMMETRIES:
                    return tuple(sorted(stabilizer))
    except _StepLimitError:
        pass
    return tuple(sorted(group))


def _products(generators: Sequence[Symmetry]) -> set[Symmetry]:
    """Return the group of all products, or a part larger than `MAX_SYMMETRIES`."""
    identity = tuple(range(len(generators[0])))
    group = {identity}
    unexpanded = [identity]
    while unexpanded and len(group) <= MAX_SYMMETRIES:
        symmetry = unexpanded.pop()
        for generator in generators:
            product = tuple([generator[cell] for cell in symmetry])
            if product not in group:
                group.add(product)
                unexpanded.append(product)
    return group


def are_symmetries(
    listed: Sequence[Symmetry], lines: Sequence[int], supports: Sequence[int]
) -> bool:
    """Tell whether these are a group of symmetries of a game, in increasing order.

    Args:
        listed: What a table file lists, unchecked.
        lines: The game's lines as sets of cells.
        supports: By cell, the set of cells that must hold stones before it.
    """
    group = set(listed)
    if not 0 < len(listed) <= MAX_SYMMETRIES or list(listed) != sorted(group):
        return False

    reached = {tuple(range(len(supports)))}
    generators: list[Symmetry] = []
    for symmetry in listed:
        if symmetry in reached:
            continue
        # A product keeps what its factors keep, so only generators need the full check.
        # Each of them at least doubles the group, which bounds their number.
        if len(reached) * 2 > len(group):
            return False
        if not _is_symmetry(symmetry, lines, supports):
            return False
        generators.append(symmetry)
        reached = _products(generators)
        if not reached <= group:
            return False
    return reached == group


def _is_symmetry(
    symmetry: Sequence[int], lines: Sequence[int], supports: Sequence[int]
) -> bool:
    cells = range(len(supports))
    if sorted(symmetry) != list(cells):
        return False
    goals = [1 << goal for goal in symmetry]

    def image_of(mask: int) -> int:
        return sum(goals[cell] for cell in cells if mask >> cell & 1)

    keeps_supports = all(
        image_of(supports[cell]) == supports[symmetry[cell]] for cell in cells
    )
    return keeps_supports and {image_of(line) for line in lines} == set(lines)


def _cells_of(masks: Sequence[int], cells: range) -> list[list[int]]:
    return [_members(mask, cells) for mask in masks]


def _members(mask: int, cells: range) -> list[int]:
    return [cell for cell in cells if mask >> cell & 1]


class _Search:
    """A search for symmetries of one game, with the steps that it has left."""

    def __init__(self, lines: Sequence[int], supports: Sequence[int]) -> None:
        self.lines = lines
        self.supports = supports
        self.cells = range(len(supports))
        self.line_cells = _cells_of(lines, self.cells)
        self.cells_in_lines = set().union(*self.line_cells)
        self.below = _cells_of(supports, self.cells)
        self.above: list[list[int]] = [[] for _ in self.cells]
        for cell, supporting in enumerate(self.below):
            for support in supporting:
                self.above[support].append(cell)
        self.steps_left = MAX_STEPS

    def match(self, start: _Partition, end: _Partition) -> Symmetry | None:
        """Return a symmetry that carries each cell to one of its colour, if any."""
        if start.signature != end.signature:
            return None
        sizes = Counter(start.colours)
        shared = [cell for cell in self.cells if sizes[start.colours[cell]] > 1]
        if not shared:
            return self._only_match(start, end)

        # Begin with a cell that has few goals. Cells in no line come last: they may go
        # anywhere, and would only multiply the failures of others.
        cell = min(
            shared,
            key=lambda cell: (
                cell not in self.cells_in_lines,
                sizes[start.colours[cell]],
            ),
        )
        colour = start.colours[cell]
        next_start = self.refine(_individualize(start.colours, cell))
        for goal in self.cells:
            if end.colours[goal] != colour:
                continue
            next_end = self.refine(_individualize(end.colours, goal))
            symmetry = self.match(next_start, next_end)
            if symmetry is not None:
                return symmetry
        return None

    def _only_match(self, start: _Partition, end: _Partition) -> Symmetry | None:
        """Match colourings in which no two cells share a colour."""
        goal_of = {colour: cell for cell, colour in enumerate(end.colours)}
        symmetry = tuple(goal_of[colour] for colour in start.colours)
        if _is_symmetry(symmetry, self.lines, self.supports):
            return symmetry
        return None

    def refine(self, colours: Colours) -> _Partition:
        """Split colours until cells of one colour have the same lines and neighbours.

        Raises:
            _StepLimitError: The search has no steps left.
        """
        while True:
            self.steps_left -= sum(map(len, self.line_cells)) + len(self.cells)
            if self.steps_left < 0:
                raise _StepLimitError
            surroundings = self._surroundings(colours)
            # Numbered in sorted order, not in order of appearance, so that two
            # colourings compare.
            signature = sorted(surroundings)
            split = [signature.index(surrounding) for surrounding in surroundings]
            if len(set(split)) == len(set(colours)):
                return _Partition(split, signature)
            colours = split

    def _surroundings(self, colours: Colours) -> list[tuple[object, ...]]:
        """Return by cell its colour, those of its lines, and of its neighbours."""
        lines_through: list[list[list[int]]] = [[] for _ in self.cells]
        for cells in self.line_cells:
            line_colours = sorted(colours[cell] for cell in cells)
            for cell in cells:
                lines_through[cell].append(line_colours)
        surroundings: list[tuple[object, ...]] = []
        for cell in self.cells:
            below = [colours[neighbour] for neighbour in self.below[cell]]
            above = [colours[neighbour] for neighbour in self.above[cell]]
            surroundings.append(
                (colours[cell], sorted(lines_through[cell]), below, above)
            )
        return surroundings


def _individualize(colours: Colours, cell: int) -> Colours:
    """Give one cell a colour of its own."""
    individualized = [2 * colour for colour in colours]
    individualized[cell] += 1
    return individualized
