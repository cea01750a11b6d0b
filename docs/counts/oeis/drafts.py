"""Print the first terms of the drafts for new sequences: python3 drafts.py.

Plain Python that needs nothing else. Most functions play or search by the definition.
Those with "sweep" in their names go through the cells of a Hex board row by row. They
keep how many sets of the cells so far look the same in the last cell of each column.
"""

from math import comb, factorial


def lines_in_a_row(rows, cols, k):
    """Return every k cells in a row, as sets of cells: a bit for each."""
    lines = set()
    for row in range(rows):
        for col in range(cols):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                run = [(row + i * down, col + i * right) for i in range(k)]
                if all(0 <= r < rows and 0 <= c < cols for r, c in run):
                    lines.add(sum(1 << r * cols + c for r, c in run))
    return lines


def has_line(stones, lines):
    """Return whether a set of cells contains a line."""
    return any(stones & line == line for line in lines)


def positions(rows, cols, k):
    """Count the positions of k in a row that play reaches, the empty board included."""
    lines = lines_in_a_row(rows, cols, k)
    ply = {(0, 0)}  # the mover's stones, and the other player's
    count = 0
    while ply:
        count += len(ply)
        ply = {
            (other, mover | 1 << cell)
            for mover, other in ply
            if not has_line(other, lines)
            for cell in range(rows * cols)
            if not (mover | other) >> cell & 1
        }
    return count


def misere_plies(n):
    """Return the plies of misere two in a row on a strip of n cells; 0 for a draw."""
    lines = lines_in_a_row(1, n, 2)
    known = {}

    def score(mover, other):
        """Return n + 1 - plies if the mover wins, the negative if he loses, or 0."""
        if has_line(other, lines):
            return n + 1
        if (mover | other) == (1 << n) - 1:
            return 0
        if (mover, other) not in known:
            scores = []
            for cell in range(n):
                if not (mover | other) >> cell & 1:
                    reply = score(other, mover | 1 << cell)
                    scores.append((reply > 0) - (reply < 0) - reply)
            known[mover, other] = max(scores)
        return known[mover, other]

    result = score(0, 0)
    return n + 1 - abs(result) if result else 0


def hex_neighbours(n):
    """Return the cells that touch each cell of an n x n Hex board."""
    steps = ((0, -1), (0, 1), (-1, 0), (1, 0), (1, -1), (-1, 1))
    board = {(row, col) for row in range(n) for col in range(n)}
    return {
        (row, col): board & {(row + down, col + right) for down, right in steps}
        for row, col in board
    }


def chains(n):
    """Count the least sets of cells that join two opposite sides of n x n Hex.

    Each is a path from left to right, extended cell by cell.
    """
    near = hex_neighbours(n)

    def extend(last, closed):
        """Count the chains that go on from a cell, and touch no closed cell."""
        if last[1] == n - 1:
            return 1
        return sum(
            extend(cell, closed | near[last]) for cell in near[last] - closed - {last}
        )

    left = {(row, 0) for row in range(n)}
    return sum(extend(cell, left) for cell in left)


def chains_by_degrees(n):
    """Count the same sets by taking or leaving one cell of the board after another.

    In a least set one cell is at the left side, one is at the right, and each cell has
    two neighbours, where a side counts as one. A set of that kind is least if it is
    connected, so that it has no rings beside the path.
    """
    near = hex_neighbours(n)
    board = sorted(near)
    sides = [{(row, col) for row in range(n)} for col in (0, n - 1)]
    wanted = {cell: 2 - sum(cell in side for side in sides) for cell in board}

    def can_be_extended(chosen, cell):
        """Return whether no cell has too many neighbours, and none will have too few.

        Which cells belong to the set is decided up to this one.
        """
        if any(len(side & chosen) > 1 for side in sides):
            return False
        for member in chosen:
            neighbours = len(near[member] & chosen)
            is_settled = max(near[member], default=member) <= cell
            if neighbours > wanted[member] or (
                is_settled and neighbours < wanted[member]
            ):
                return False
        return True

    def extend(index, chosen):
        """Count the sets that begin with the chosen ones of the first cells."""
        if index == len(board):
            return is_chain(chosen, near, 1, n)
        cell = board[index]
        count = 0
        for after in (chosen, chosen | {cell}):
            if can_be_extended(after, cell):
                count += extend(index + 1, after)
        return count

    return extend(0, frozenset())


def renumbered(labels):
    """Return labels, where 0 stands for none, by the order in which they occur."""
    order = {0: 0}
    return tuple(order.setdefault(label, len(order)) for label in labels)


def chains_by_sweep(n):
    """Count the same sets by a sweep, with the neighbours that cells still need.

    As in `chains_by_degrees`, each cell has two neighbours, where a side counts as one.
    Pieces of a path have labels, since two neighbours of one piece would close a ring.
    """
    if n == 1:
        return 1
    # For each column a label, and how many neighbours its last cell still needs; then
    # whether the left and the right side have their cells.
    none = (0,) * n
    states = {(none, none, False, False): 1}
    complete = 0
    for index in range(n * n):
        col = index % n
        next_states = {}
        for (labels, needs, left, right), count in states.items():
            followers = []
            if needs[col] == 0:  # then this cell may be left out
                without = (*labels[:col], 0, *labels[col + 1 :])
                followers.append((renumbered(without), needs, left, right))
            is_second = (col == 0 and left) or (col == n - 1 and right)
            grown = grown_path(labels, needs, col)
            if grown and not is_second:
                sides = (left or col == 0, right or col == n - 1)
                if any(grown[1]):
                    followers.append((*grown, *sides))
                elif all(sides):
                    complete += count
            for follower in followers:
                next_states[follower] = next_states.get(follower, 0) + count
        states = next_states
    return complete


def grown_path(labels, needs, col):
    """Return labels and needs with one more cell in this column; None if it is no path.

    If nothing needs a neighbour any more, the path is complete.
    """
    n = len(labels)
    beside = [c for c in (col - 1, col, col + 1) if 0 <= c < n and labels[c]]
    pieces = {labels[c] for c in beside}
    missing = 2 - (col == 0) - (col == n - 1) - len(beside)
    is_path = missing >= 0 and len(pieces) == len(beside)
    # No later cell touches the one above.
    if not is_path or needs[col] > 1 or any(needs[c] == 0 for c in beside):
        return None
    piece = n + 1
    new_labels = [piece if label in pieces else label for label in labels]
    new_needs = [need - (c in beside) for c, need in enumerate(needs)]
    new_labels[col] = piece
    new_needs[col] = missing
    is_closed = not any(
        need
        for label, need in zip(new_labels, new_needs, strict=True)
        if label == piece
    )
    if is_closed and any(new_needs):
        return None
    return renumbered(new_labels), tuple(new_needs)


def joining_sets_by_sweep(n, axis):
    """Return how many sets of 0, 1, 2 ... cells join two opposite sides of the board.

    They are left and right (axis 1), or top and bottom (axis 0). Each number of sets by
    size is a polynomial, held as one integer with `width` bits for each coefficient.
    """
    width = n * n + 1
    # For each column the label of the last cell's component; then for each component
    # which sides it touches: 1 for the first, 2 for the second.
    states = {((0,) * n, ()): 1}
    joined = 0
    for index in range(n * n):
        place = divmod(index, n)
        col = place[1]
        next_states = {}
        joined += joined << width
        for (labels, sides), sets in states.items():
            for is_chosen in (False, True):
                new_labels = list(labels)
                new_labels[col] = 0
                new_sides = dict(enumerate(sides, start=1))
                if is_chosen:
                    near = {labels[c] for c in (col - 1, col, col + 1) if 0 <= c < n}
                    near.discard(0)
                    touched = (place[axis] == 0) + 2 * (place[axis] == n - 1)
                    for label in near:
                        touched |= new_sides[label]
                    if touched == 3:
                        joined += sets << width
                        continue
                    component = n + 1
                    new_sides[component] = touched
                    new_labels = [component if x in near else x for x in new_labels]
                    new_labels[col] = component
                order = [label for label in dict.fromkeys(new_labels) if label]
                state = (renumbered(new_labels), tuple(new_sides[x] for x in order))
                added = sets << width if is_chosen else sets
                next_states[state] = next_states.get(state, 0) + added
        states = next_states
    coefficient = (1 << width) - 1
    return [joined >> width * size & coefficient for size in range(n * n + 1)]


def hex_games_by_sweep(n, axis=1):
    """Count the games of n x n Hex from the numbers of sets that join two sides.

    On a full board exactly one player has a chain. So a game that X has won is a set
    with a chain, a stone without which it has none, which came last, and any set of
    O's stones elsewhere. The sets with such a stone are all sets with a chain and a
    stone of it, but for those in which the other stones have a chain, too.
    """
    cells = n * n
    joining = joining_sets_by_sweep(n, axis)
    games = 0
    for size in range(1, cells + 1):
        # The other cells join the other two sides exactly if these do not join theirs.
        assert joining[size] + joining[cells - size] == comb(cells, size)
        last_stones = size * joining[size] - (cells - size + 1) * joining[size - 1]
        by_x = factorial(size - 1) ** 2 * comb(cells - size, size - 1)
        by_o = factorial(size - 1) * factorial(size) * comb(cells - size, size)
        games += last_stones * (by_x + by_o)
    return games


def is_chain(stones, near, axis, n):
    """Return whether all of the stones are connected, and join two opposite sides."""
    joined = stones_joined_to_side(stones, near, axis)
    return joined == stones and any(cell[axis] == n - 1 for cell in joined)


def stones_joined_to_side(stones, near, axis):
    """Return the stones that are connected to the first column (axis 1) or row (0)."""
    joined = set()
    pending = [cell for cell in stones if cell[axis] == 0]
    while pending:
        cell = pending.pop()
        if cell not in joined:
            joined.add(cell)
            pending += near[cell] & stones
    return joined


def hex_positions_and_games(n):
    """Count the positions and the games of n x n Hex, by playing all of them."""
    near = hex_neighbours(n)
    empty = frozenset()
    counts = {(empty, empty): 1}  # by the stones of the mover, and of the other player
    axis_of_last = 0  # X joins columns, O joins rows
    positions = 0
    games = 0
    while counts:
        positions += len(counts)
        next_counts = {}
        for (mover, last), count in counts.items():
            joined = stones_joined_to_side(last, near, axis_of_last)
            if any(cell[axis_of_last] == n - 1 for cell in joined):
                games += count
                continue
            for cell in near.keys() - mover - last:
                reply = (last, mover | {cell})
                next_counts[reply] = next_counts.get(reply, 0) + count
        counts = next_counts
        axis_of_last = 1 - axis_of_last
    return positions, games


def falling_games(rows, cols):
    """Count the games of four in a row with gravity."""
    cells = rows * cols
    lines = lines_in_a_row(rows, cols, 4)
    known = {}

    def games(mover, other):
        full = mover | other
        if has_line(other, lines) or full == (1 << cells) - 1:
            return 1
        if (mover, other) not in known:
            total = 0
            for cell in range(cells):
                below = cell + cols
                rests = below >= cells or full >> below & 1
                if rests and not full >> cell & 1:
                    total += games(other, mover | 1 << cell)
            known[mover, other] = total
        return known[mover, other]

    return games(0, 0)


def antidiagonals(last):
    """Yield the rows and columns of an array, by antidiagonals up to the last."""
    for antidiagonal in range(1, last + 1):
        for rows in range(1, antidiagonal + 1):
            yield rows, antidiagonal + 1 - rows


TERMS = {
    "positions-3": lambda: [positions(m, n, 3) for m, n in antidiagonals(5)],
    "positions-4": lambda: [positions(m, n, 4) for m, n in antidiagonals(5)],
    "misere-strip": lambda: [misere_plies(n) for n in range(2, 10)],
    "hex-chains": lambda: [chains_by_sweep(n) for n in range(1, 9)],
    "hex-positions": lambda: [hex_positions_and_games(n)[0] for n in range(1, 4)],
    "hex-games": lambda: [hex_games_by_sweep(n) for n in range(1, 8)],
    "falling-games": lambda: [falling_games(m, n) for m, n in antidiagonals(5)],
}
"""The first terms, by the name of the draft; each takes seconds at most."""

if __name__ == "__main__":
    for name, terms in TERMS.items():
        print(name, *terms(), sep=" ")
