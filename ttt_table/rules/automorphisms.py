"""The symmetries of a game of lines: exchanges of its cells that carry lines to lines.

Cells are coloured by the lines through them; while a colour has several cells, one gets its own and
each goal is tried (McKay and Piperno, Practical graph isomorphism II, 2014).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

MAX_SYMMETRIES = 800  # what a reader has to hold: all those of a torus of 5x5, say
# Cells of lines that are looked at, at most: some five seconds. Who sends a table can choose lines
# that would take hours, and counted so the search ends at the same place on every machine.
MAX_STEPS = 10_000_000

Symmetry = tuple[int, ...]
Colours = list[int]
# The colours of the cells, and what has to be equal where cells are exchanged.
Stable = tuple[Colours, object]


def automorphisms(
    lines: Sequence[int], supports: Sequence[int], first: Sequence[int]
) -> tuple[Symmetry, ...]:
    """The group of symmetries that a file holds (docs/format.md), each as the cells' goals.

    ``supports`` are the game's; cells go only where ``first`` is the same.
    """
    family, cells = _Family(lines, supports), range(len(supports))
    leading: list[Symmetry] = []
    group = larger = {tuple(cells)}
    # Ever larger groups (C. Sims, 1970): each leaves the cells before one in place, and needs one
    # more symmetry for each goal of that cell that no product of others reaches.
    try:
        for cell in reversed(cells):
            before, _ = family.refine(
                [first[at] * len(cells) + min(at, cell) for at in cells]
            )
            here = family.refine(_individualize(before, cell))
            in_vain: set[int] = set()
            for goal in cells[cell + 1 :]:
                if before[goal] != before[cell] or goal in in_vain:
                    continue
                if any(one[cell] == goal for one in larger):
                    continue
                if one := family.match(
                    here, family.refine(_individualize(before, goal))
                ):
                    leading.append(one)
                    larger = _products(leading)
                    if len(larger) > MAX_SYMMETRIES:
                        return tuple(sorted(group))
                else:  # nor can it go where this goal does, with the cell itself left in place
                    in_vain |= {one[goal] for one in group}
            group = larger
    except OverflowError:
        pass
    return tuple(sorted(larger))


def _products(leading: Sequence[Symmetry]) -> set[Symmetry]:
    """The group that these lead to, cut off once too large."""
    todo = [tuple(range(len(leading[0])))]
    group = {*todo}
    while todo and len(group) <= MAX_SYMMETRIES:
        at = todo.pop()
        new = {tuple([by[cell] for cell in at]) for by in leading} - group
        group |= new
        todo += new
    return group


def are_symmetries(
    listed: Sequence[Symmetry], lines: Sequence[int], supports: Sequence[int]
) -> bool:
    """True for a group of symmetries of a game, in increasing order."""
    group = set(listed)
    if not 0 < len(listed) <= MAX_SYMMETRIES or list(listed) != sorted(group):
        return False
    reached = {tuple(range(len(supports)))}
    leading: list[Symmetry] = []
    for one in listed:
        if one not in reached:
            # A product keeps what its factors keep; each of these at least doubles what is reached.
            if not _is_symmetry(one, lines, supports) or len(reached) * 2 > len(group):
                return False
            leading.append(one)
            reached = _products(leading)
            if not reached <= group:
                return False
    return reached == group


def _is_symmetry(
    one: Sequence[int], lines: Sequence[int], supports: Sequence[int]
) -> bool:
    cells = range(len(supports))
    if sorted(one) != list(cells):
        return False
    goals = [1 << goal for goal in one]

    def image_of(mask: int) -> int:
        return sum(goals[cell] for cell in cells if mask >> cell & 1)

    return {image_of(line) for line in lines} == set(lines) and all(
        image_of(supports[cell]) == supports[one[cell]] for cell in cells
    )


class _Family:
    """Lines, and the colours that they give the cells."""

    def __init__(self, lines: Sequence[int], supports: Sequence[int]) -> None:
        self.cells = range(len(supports))
        self.lines, self.supports = lines, supports
        self.cells_of, self.below = (
            [[cell for cell in self.cells if mask >> cell & 1] for mask in masks]
            for masks in (lines, supports)
        )
        self.above = [
            [at for at in self.cells if one in self.below[at]] for one in self.cells
        ]
        self.in_lines = {cell for cells in self.cells_of for cell in cells}
        self.steps_left = MAX_STEPS

    def match(self, here: Stable, there: Stable) -> Symmetry | None:
        """A symmetry that takes each cell to one of the same colour."""
        if here[1] != there[1]:
            return None
        many = Counter(here[0])
        several = [cell for cell in self.cells if many[here[0][cell]] > 1]
        if not several:
            cell_of = {colour: cell for cell, colour in enumerate(there[0])}
            symmetry = tuple(cell_of[colour] for colour in here[0])
            return (
                symmetry if _is_symmetry(symmetry, self.lines, self.supports) else None
            )
        # Few goals first, and those last that may go anywhere: they would only multiply failures.
        cell = min(
            several, key=lambda cell: (cell not in self.in_lines, many[here[0][cell]])
        )
        after = self.refine(_individualize(here[0], cell))
        for goal in self.cells:
            if there[0][goal] == here[0][cell]:
                found = self.match(after, self.refine(_individualize(there[0], goal)))
                if found:
                    return found
        return None

    def refine(self, colours: Colours) -> Stable:
        """Split the colours by those of a cell's lines, and of the cells beside it."""
        while True:
            self.steps_left -= sum(map(len, self.cells_of)) + len(self.cells)
            if self.steps_left < 0:
                raise OverflowError
            through: list[list[list[int]]] = [[] for _ in self.cells]
            for cells in self.cells_of:
                line = sorted(colours[cell] for cell in cells)
                for cell in cells:
                    through[cell].append(line)
            seen = [
                (
                    colours[cell],
                    sorted(through[cell]),
                    [colours[other] for other in self.below[cell]],
                    [colours[other] for other in self.above[cell]],
                )
                for cell in self.cells
            ]
            # Numbered in order of what is seen, and not as met, so two colourings compare.
            forms = sorted(seen)
            split = [forms.index(form) for form in seen]
            if len(set(split)) == len(set(colours)):
                return split, forms
            colours = split


def _individualize(colours: Colours, cell: int) -> Colours:
    return [2 * colour + (at == cell) for at, colour in enumerate(colours)]
