"""The symmetries of a game of lines: the ways to exchange its cells that carry lines to lines.

They are found by individualization and refinement (B. McKay and A. Piperno, Practical graph
isomorphism II, Journal of Symbolic Computation 60, 2014), without what that does for large graphs.
Cells are coloured by the lines through them, over and over, until no colour splits any more; while
some colour has several cells, one of them gets a colour of its own, and whichever cell may take its
place is tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

MAX_SYMMETRIES = 800
"""What a reader has to hold: all those of a torus of 5x5, say."""

Symmetry = tuple[int, ...]
Colours = list[int]
Stable = tuple[Colours, object]
"""The colours of the cells, and what has to be equal where cells are exchanged."""


def automorphisms(
    lines: Sequence[int], supports: Sequence[int], first: Sequence[int]
) -> tuple[Symmetry, ...]:
    """The group of symmetries that a file holds, each as the cell that every cell goes to.

    All of them, unless they are more than `MAX_SYMMETRIES`: then those that leave cell 0 in place,
    or cells 0 and 1, and so on, the first of these groups that is small enough. They are in
    increasing order, so the first one moves nothing. ``supports`` has for each cell the cells that
    must hold a stone before it can, and cells go only where ``first`` has the same number.
    """
    family, cells = _Family(lines, supports), range(len(supports))
    leading: list[Symmetry] = []
    group = {tuple(cells)}
    # From the group that leaves all cells in place to ever larger ones (C. Sims, Computational
    # methods in the study of permutation groups, 1970): the one that leaves those before a cell in
    # place needs one more symmetry for each goal of this cell that no product of others reaches.
    for cell in reversed(cells):
        before, _ = family.refined([first[at] * len(cells) + min(at, cell) for at in cells])
        larger = group
        for goal in cells[cell + 1 :]:
            if before[goal] == before[cell] and all(one[cell] != goal for one in larger):
                here, there = (family.refined(_with_its_own(before, at)) for at in (cell, goal))
                if one := family.matched(here, there):
                    leading.append(one)
                    larger = _products(leading)
                    if len(larger) > MAX_SYMMETRIES:
                        return tuple(sorted(group))
        group = larger
    return tuple(sorted(group))


def _products(leading: Sequence[Symmetry]) -> set[Symmetry]:
    """The group that these lead to, one after another; no more once they are too many."""
    todo = [tuple(range(len(leading[0])))]
    found = {*todo}
    while todo and len(found) <= MAX_SYMMETRIES:
        at = todo.pop()
        new = {tuple([by[cell] for cell in at]) for by in leading} - found
        found |= new
        todo += new
    return found


def are_symmetries(
    listed: Sequence[Symmetry], lines: Sequence[int], supports: Sequence[int]
) -> bool:
    """True for a group of symmetries of a game, in increasing order.

    ``supports`` has for each cell the set of cells that must hold a stone before it can.
    """
    group = set(listed)
    if not 0 < len(listed) <= MAX_SYMMETRIES or list(listed) != sorted(group):
        return False
    reached = {tuple(range(len(supports)))}
    leading: list[Symmetry] = []
    for one in listed:
        if one not in reached:
            # Only what is no product of others is looked at: a product keeps what they keep. There
            # are few, since each of them at least doubles what is reached.
            if not _is_symmetry(one, lines, supports) or len(reached) * 2 > len(group):
                return False
            leading.append(one)
            reached = _products(leading)
            if not reached <= group:
                return False
    return reached == group


def _is_symmetry(one: Sequence[int], lines: Sequence[int], supports: Sequence[int]) -> bool:
    cells = range(len(supports))
    if sorted(one) != list(cells):
        return False
    goals = [1 << goal for goal in one]

    def carried(mask: int) -> int:
        return sum(goals[cell] for cell in cells if mask >> cell & 1)

    return {carried(line) for line in lines} == set(lines) and all(
        carried(supports[cell]) == supports[one[cell]] for cell in cells
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

    def matched(self, here: Stable, there: Stable) -> Symmetry | None:
        """One that takes each cell to a cell that has the same colour there."""
        if here[1] != there[1]:
            return None
        many = Counter(here[0])
        cell = next((cell for cell in self.cells if many[here[0][cell]] > 1), None)
        if cell is None:
            cell_of = {colour: cell for cell, colour in enumerate(there[0])}
            symmetry = tuple(cell_of[colour] for colour in here[0])
            return symmetry if _is_symmetry(symmetry, self.lines, self.supports) else None
        after = self.refined(_with_its_own(here[0], cell))
        for goal in self.cells:
            if there[0][goal] == here[0][cell]:
                found = self.matched(after, self.refined(_with_its_own(there[0], goal)))
                if found:
                    return found
        return None

    def refined(self, colours: Colours) -> Stable:
        """Split the colours by those of the lines through a cell, and of the cells below it."""
        while True:
            through: list[list[list[int]]] = [[] for _ in self.cells]
            for cells in self.cells_of:
                line = sorted(colours[cell] for cell in cells)
                for cell in cells:
                    through[cell].append(line)
            seen = [
                (colours[cell], sorted(through[cell]), [colours[other] for other in below])
                for cell, below in enumerate(self.below)
            ]
            # Numbered in order of what is seen, and not as met, so two colourings compare.
            forms = sorted(seen)
            refined = [forms.index(form) for form in seen]
            if len(set(refined)) == len(set(colours)):
                return refined, forms
            colours = refined


def _with_its_own(colours: Colours, cell: int) -> Colours:
    """The same with a colour for this cell alone."""
    return [2 * colour + (at == cell) for at, colour in enumerate(colours)]
