
LINES = ((0,1,2), (3,4,5), (6,7,8), (0,3,6), (1,4,7), (2,5,8), (0,4,8), (2,4,6))
known = {}

def has_won(cells, mark):
    return any(cells[a] == cells[b] == cells[c] == mark for a, b, c in LINES)

def score(cells, mover, other):
    key = "".join(cells), mover
    if key not in known:
        if has_won(cells, other):
            known[key] = -1 - cells.count(".")
        elif "." not in cells:
            known[key] = 0
        else:
            known[key] = max(after(cells, c, mover, other) for c in free(cells))
    return known[key]

def after(cells, cell, mover, other):
    return -score([*cells[:cell], mover, *cells[cell + 1:]], other, mover)

def free(cells):
    return [cell for cell in range(9) if cells[cell] == "."]

def best(cells, mover=""):
    """The best move on cells that hold X, O and points."""
    mover = mover or "XO"[cells.count("X") - cells.count("O")]
    other = {"X": "O", "O": "X"}[mover]
    return max(free(cells), key=lambda cell: after(cells, cell, mover, other))

def flat(rows):
    assert all(not isinstance(row, str) for row in rows)
    return [cell for row in rows for cell in row]

def plain(cells, x_mark, o_mark, empty):
    """Cells with X, O and points, from those that hold these marks instead."""
    plain = {x_mark: "X", o_mark: "O", empty: "."}
    return [plain[cell] for cell in cells]

def move(board, turn):
    return divmod(best(plain(flat(board), "X", "O", " "), turn), 3)
