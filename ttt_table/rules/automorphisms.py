"""The symmetries of a game of lines: permutations of its cells that map lines to lines.

The search colours the cells by the lines through them. While several cells share a
colour, it gives one of them a colour of its own and tries each cell that may be its
image (McKay and Piperno, Practical graph isomorphism II, 2014).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ttt_table.rules.records import NamedTuple
from ttt_table.runtime import MAX_SYMMETRIES, cells_in

MAX_STEPS = 10_000_000
"""The cells of lines that the search visits at most, in some five seconds.

Lines from an untrusted table could take hours. Steps are counted, rather than seconds,
so that the search ends at the same place on every machine.
"""

Symmetry = tuple[int, ...]
"""For each cell, the cell that it is carried to."""
Colours = list[int]
"""By cell."""
LinesByOwner = tuple[Sequence[int], ...]
"""The lines of both players, or those of X and those of O."""


class Automorphisms(NamedTuple):
    """The symmetries that a table file lists."""

    symmetries: tuple[Symmetry, ...]
    """A group, in increasing order."""
    complete: bool
    """Whether these are known to be all symmetries of the game."""


class _Partition(NamedTuple):
    """Colours that `_Search.refine` could not split any further."""

    colours: Colours
    signature: object
    """The surroundings of each colour's cells; equal if two colourings may match."""


class _StepLimitError(Exception):
    """The search has used up `MAX_STEPS`."""


def automorphisms(
    lines: Sequence[int],
    supports: Sequence[int],
    kinds: Sequence[int],
    o_lines: Sequence[int] | None = None,
) -> Automorphisms:
    """Return the group of symmetries that a table file lists.

    docs/format.md defines it.

    Args:
        lines: The game's lines as sets of cells.
        supports: By cell, the set of cells that must hold stones before it.
        kinds: By cell, a number; a cell is only carried to cells with the same number.
        o_lines: The lines of O, if they differ: no line goes to one of the opponent's.

    Returns:
        All symmetries in increasing order, if there are at most `MAX_SYMMETRIES` and
        the search finds them within `MAX_STEPS`; else those of the largest subgroup
        found, in which the first cells stay in place.
    """
    # A stabilizer chain (C. Sims, 1970): from the last cell to the first, extend the
    # group that fixes cells 0..cell to the group that fixes cells 0..cell-1. The first
    # group is the identity alone.
    search = _Search(_by_owner(lines, o_lines), supports)
    group = _Group(cells=len(supports))
    for cell in reversed(search.cells):
        stabilizer = group.symmetries
        # Each cell before this one gets a colour of its own, which fixes it. The others
        # get the colour of their kind.
        colours = [
            kind * len(kinds) + min(other, cell) for other, kind in enumerate(kinds)
        ]
        try:
            _extend(group, search, cell, colours)
        except _StepLimitError:
            return Automorphisms(tuple(sorted(group.symmetries)), complete=False)
        if len(group.symmetries) > MAX_SYMMETRIES:
            return Automorphisms(tuple(sorted(stabilizer)), complete=False)
    return Automorphisms(tuple(sorted(group.symmetries)), complete=True)


def _by_owner(lines: Sequence[int], o_lines: Sequence[int] | None) -> LinesByOwner:
    if o_lines is None:
        return (lines,)
    return lines, o_lines


class _Group:
    """The symmetries found so far, and all their products."""

    def __init__(self, cells: int) -> None:
        self.symmetries: set[Symmetry] = {tuple(range(cells))}
        self._generators: list[Symmetry] = []

    def add(self, symmetry: Symmetry) -> None:
        """Add a symmetry and its products with the others."""
        self._generators.append(symmetry)
        self.symmetries = _products(self._generators)

    def carries(self, cell: int, image: int) -> bool:
        """Return whether a symmetry of the group carries a cell to another."""
        return any(symmetry[cell] == image for symmetry in self.symmetries)


def _extend(group: _Group, search: _Search, cell: int, colours: Colours) -> None:
    """Add the symmetries that fix all cells before a cell, but not the cell itself.

    One symmetry is enough for each image of the cell that the group does not reach.

    Args:
        group: All symmetries that fix the cell and those before it. If it becomes
            larger than `MAX_SYMMETRIES`, the rest is left out.
        search: Searches for symmetries.
        cell: The cell.
        colours: By cell; cells of different colours cannot be carried to each other.

    Raises:
        _StepLimitError: The search has no steps left.
    """
    stabilizer = group.symmetries
    colours = search.refine(colours).colours
    start = search.refine(_individualize(colours, cell))
    unreachable: set[int] = set()
    for image in search.cells[cell + 1 :]:
        if colours[image] != colours[cell] or image in unreachable:
            continue
        if group.carries(cell, image):
            continue
        end = search.refine(_individualize(colours, image))
        symmetry = search.match(start, end)
        if symmetry is None:
            # Nor can the cell go to where the stabilizer carries this image.
            unreachable |= {symmetry[image] for symmetry in stabilizer}
            continue
        group.add(symmetry)
        if len(group.symmetries) > MAX_SYMMETRIES:
            return


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


def _is_symmetry(
    symmetry: Sequence[int], by_owner: LinesByOwner, supports: Sequence[int]
) -> bool:
    cells = range(len(supports))
    if sorted(symmetry) != list(cells):
        return False
    image_bits = [1 << image for image in symmetry]

    def image_of(mask: int) -> int:
        return sum(image_bits[cell] for cell in cells_in(mask))

    for cell in cells:
        if image_of(supports[cell]) != supports[symmetry[cell]]:
            return False
    for lines in by_owner:
        images = {image_of(line) for line in lines}
        if images != set(lines):
            return False
    return True


class _Search:
    """A search for symmetries of one game, with the steps that it has left."""

    def __init__(self, by_owner: LinesByOwner, supports: Sequence[int]) -> None:
        self.by_owner = by_owner
        self.supports = supports
        self.cells = range(len(supports))
        self.line_cells = [
            (owner, cells_in(line))
            for owner, lines in enumerate(by_owner)
            for line in lines
        ]
        self.cells_in_lines = {cell for _, cells in self.line_cells for cell in cells}
        self.below = [cells_in(support) for support in supports]
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

        # Begin with a cell that has few images. Cells in no line come last: they may go
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
        for image in self.cells:
            if end.colours[image] != colour:
                continue
            next_end = self.refine(_individualize(end.colours, image))
            symmetry = self.match(next_start, next_end)
            if symmetry is not None:
                return symmetry
        return None

    def _only_match(self, start: _Partition, end: _Partition) -> Symmetry | None:
        """Match colourings in which no two cells share a colour."""
        image_of = {colour: cell for cell, colour in enumerate(end.colours)}
        symmetry = tuple(image_of[colour] for colour in start.colours)
        if _is_symmetry(symmetry, self.by_owner, self.supports):
            return symmetry
        return None

    def refine(self, colours: Colours) -> _Partition:
        """Split colours until cells of one colour have the same lines and neighbours.

        Raises:
            _StepLimitError: The search has no steps left.
        """
        cells_of_lines = sum(len(cells) for _, cells in self.line_cells)
        while True:
            self.steps_left -= cells_of_lines + len(self.cells)
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
        for owner, cells in self.line_cells:
            line_colours = [owner, *sorted(colours[cell] for cell in cells)]
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
