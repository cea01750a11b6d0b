"""Programs in the many ways in which people write them: one search, called in each."""

SEARCH = '''
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
'''

# By situation: the end of a program, and the adapter with which it is called. Each
# function is called `move`, and flawless if it is called rightly.
FLAWLESS = {
    "a list of spaces": (
        """
def move(board):
    assert isinstance(board, list)
    return best(plain(board, "X", "O", " "))
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    return player(cells)
""",
    ),
    "rows of None": (
        """
def move(board):
    return divmod(best(plain(flat(board), "X", "O", None)), 3)
""",
        """
def call(player, board):
    cells = [None if mark == "." else mark for mark in board]
    return player([cells[:3], cells[3:6], cells[6:]])
""",
    ),
    "small letters": (
        """
def move(board):
    return divmod(best(plain(flat(board), "x", "o", "_")), 3)
""",
        """
def call(player, board):
    cells = list(board.lower().replace(".", "_"))
    return player([cells[:3], cells[3:6], cells[6:]])
""",
    ),
    "numbers 1 and -1": (
        """
def move(board):
    return best(plain(board, 1, -1, 0))
""",
        """
def call(player, board):
    cells = [{"X": 1, "O": -1, ".": 0}[mark] for mark in board]
    return player(cells)
""",
    ),
    "numbers 1 and 2": (
        """
def move(board, player):
    return best(plain(flat(board), 1, 2, 0), " XO"[player])
""",
        """
def call(player, board):
    cells = [{"X": 1, "O": 2, ".": 0}[mark] for mark in board]
    mark = 1 if board.count("X") == board.count("O") else 2
    return player([cells[:3], cells[3:6], cells[6:]], mark)
""",
    ),
    "marks of its own": (
        """
CROSS, NOUGHT, FREE = "#", "@", "~"
def move(board):
    return best(plain(board, CROSS, NOUGHT, FREE))
""",
        """
def call(player, board):
    cells = [{"X": "#", "O": "@", ".": "~"}[mark] for mark in board]
    return player(cells)
""",
    ),
    "free cells that hold their numbers": (
        """
def move(board):
    cells = [cell if cell in ("X", "O") else "." for cell in board]
    assert all(cell in ("X", "O", at) for at, cell in enumerate(board))
    return best(cells)
""",
        """
def call(player, board):
    cells = [at if mark == "." else mark for at, mark in enumerate(board)]
    return player(cells)
""",
    ),
    "free cells that hold digits from 1": (
        """
def move(board):
    cells = [cell if cell in ("X", "O") else "." for cell in board]
    assert all(cell in ("X", "O", str(at)) for at, cell in enumerate(board, 1))
    return best(cells) + 1
""",
        """
def call(player, board):
    cells = [str(at + 1) if mark == "." else mark for at, mark in enumerate(board)]
    answer = player(cells)
    return answer - 1
""",
    ),
    "cells counted from 1": (
        """
def move(board):
    return best(plain(board, "X", "O", " ")) + 1
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    answer = player(cells)
    return answer - 1
""",
    ),
    "rows and columns counted from 1": (
        """
def move(board):
    row, col = divmod(best(plain(board, "X", "O", "")), 3)
    return row + 1, col + 1
""",
        """
def call(player, board):
    cells = ["" if mark == "." else mark for mark in board]
    answer = player(cells)
    return tuple(number - 1 for number in answer)
""",
    ),
    "a column before its row": (
        """
def move(board):
    return divmod(best(plain(flat(board), "X", "O", None)), 3)[::-1]
""",
        """
def call(player, board):
    cells = [None if mark == "." else mark for mark in board]
    col, row = player([cells[:3], cells[3:6], cells[6:]])
    return row, col
""",
    ),
    "a list of ten": (
        """
def move(board):
    assert len(board) == 10
    return 1 + best(plain(board[1:], "X", "O", " "))
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    answer = player([None, *cells])
    return answer - 1
""",
    ),
    "a dictionary from 1": (
        """
def move(board):
    assert isinstance(board, dict)
    return 1 + best(plain([board[cell] for cell in range(1, 10)], "X", "O", " "))
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    answer = player(dict(enumerate(cells, 1)))
    return answer - 1
""",
    ),
    "an array": (
        """
import numpy
def move(board):
    return divmod(best(plain(board.flatten().tolist(), 1, -1, 0)), 3)
""",
        """
def call(player, board):
    import numpy

    cells = [{"X": 1, "O": -1, ".": 0}[mark] for mark in board]
    return player(numpy.array(cells).reshape(3, 3))
""",
    ),
    "a mark": (
        """
def move(board, turn):
    return best(plain(board, "X", "O", " "), turn)
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    mark = "X" if board.count("X") == board.count("O") else "O"
    return player(cells, mark)
""",
    ),
    "a mark before the board": (
        """
def move(turn, board):
    return best(plain(board, "X", "O", " "), turn)
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    mark = "X" if board.count("X") == board.count("O") else "O"
    return player(mark, cells)
""",
    ),
    "the mark of the opponent": (
        """
def move(board, turn):
    return best(plain(board, "X", "O", " "), {"X": "O", "O": "X"}[turn])
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    opponent = "O" if board.count("X") == board.count("O") else "X"
    return player(cells, opponent)
""",
    ),
    "two marks": (
        """
def move(board, one, two):
    assert one != two
    return best(plain(board, "X", "O", " "), two)
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    mark = "X" if board.count("X") == board.count("O") else "O"
    opponent = "O" if board.count("X") == board.count("O") else "X"
    return player(cells, opponent, mark)
""",
    ),
    "a flag that is true for X": (
        """
def move(board, flag):
    assert isinstance(flag, bool)
    return best(plain(board, "X", "O", " "), "OX"[flag])
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    return player(cells, board.count("X") == board.count("O"))
""",
    ),
    "a flag that is true for O": (
        """
def move(board, flag):
    assert isinstance(flag, bool)
    return best(plain(board, "X", "O", " "), "XO"[flag])
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    return player(cells, board.count("X") > board.count("O"))
""",
    ),
    "a depth, and a flag": (
        """
def move(board, depth, flag):
    assert depth == 0 and isinstance(flag, bool)
    return best(plain(board, "X", "O", " "), "OX"[flag])
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    return player(cells, 0, board.count("X") == board.count("O"))
""",
    ),
    "a depth that counts down, alpha, beta and a mark": (
        """
def move(board, depth, alpha, beta, mark):
    assert depth == board.count(" ") and alpha < beta
    return best(plain(board, "X", "O", " "), mark)
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    mark = "X" if board.count("X") == board.count("O") else "O"
    return player(cells, board.count("."), float("-inf"), float("inf"), mark)
""",
    ),
    "a score and a cell": (
        """
def move(board):
    return [0.5, best(plain(board, "X", "O", " "))]
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    return player(cells)[1]
""",
    ),
    "a row, a column and a score": (
        """
def move(board):
    return [*divmod(best(plain(flat(board), "X", "O", " ")), 3), 1]
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    return player([cells[:3], cells[3:6], cells[6:]])[:2]
""",
    ),
    "a score and a pair": (
        """
def move(board):
    return 1, divmod(best(plain(flat(board), "X", "O", None)), 3)
""",
        """
def call(player, board):
    cells = [None if mark == "." else mark for mark in board]
    return player([cells[:3], cells[3:6], cells[6:]])[1]
""",
    ),
    "a dictionary with a name of its own": (
        """
def move(board):
    return {"score": 10, "spot": best(plain(board, "X", "O", " "))}
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    return player(cells)["spot"]
""",
    ),
    "a new board": (
        """
def move(board):
    cells = plain(board, "X", "O", " ")
    mover = "XO"[cells.count("X") - cells.count("O")]
    after = list(board)
    after[best(cells)] = mover
    return after
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    after = player(list(cells))
    return next(at for at in range(9) if after[at] != cells[at])
""",
    ),
    "a stone that it places": (
        """
def move(board, mark):
    cell = best(plain(flat(board), "X", "O", " "), mark)
    board[cell // 3][cell % 3] = mark
    return True
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    shown = [cells[:3], cells[3:6], cells[6:]]
    mark = "X" if board.count("X") == board.count("O") else "O"
    player(shown, mark)
    after = [mark for row in shown for mark in row]
    return next(at for at in range(9) if after[at] != cells[at])
""",
    ),
    "a board that its file keeps": (
        """
board = [" "] * 9
def move():
    return best(plain(board, "X", "O", " "))
""",
        """
def call(player, board):
    cells = list(board.replace(".", " "))
    player.board = cells
    return player.move()
""",
    ),
    "a board of numbers that its file keeps": (
        """
places = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
def move(mark):
    cells = [cell if cell in ("X", "O") else "." for cell in flat(places)]
    cell = best(cells, mark)
    assert places[cell // 3][cell % 3] == cell + 1
    places[cell // 3][cell % 3] = mark
""",
        """
def call(player, board):
    cells = [at + 1 if mark == "." else mark for at, mark in enumerate(board)]
    player.places = [cells[:3], cells[3:6], cells[6:]]
    mark = "X" if board.count("X") == board.count("O") else "O"
    player.move(mark)
    after = [mark for row in player.places for mark in row]
    return next(at for at in range(9) if after[at] != cells[at])
""",
    ),
    "text with spaces": (
        """
def move(board):
    assert isinstance(board, str)
    return best(plain(board, "X", "O", " "))
""",
        """
def call(player, board):
    cells = board.replace(".", " ")
    return player(cells)
""",
    ),
    "a memory that forgets whose turn it was": (
        """
answers = {}
def move(board, mark):
    key = str(board)
    if key not in answers:
        answers[key] = best(plain(board, "x", "o", "-"), mark.upper())
    return answers[key]
""",
        """
def call(player, board):
    cells = list(board.lower().replace(".", "-"))
    mark = "x" if board.count("X") == board.count("O") else "o"
    return player(cells, mark)
""",
    ),
}
