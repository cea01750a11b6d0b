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

# By situation: the end of a program, and the options with which it is understood. Each
# function is called `move`, and flawless if it is called rightly.
FLAWLESS = {
    "a list of spaces": (
        """
def move(board):
    assert isinstance(board, list)
    return best(plain(board, "X", "O", " "))
""",
        "--board list --empty ' '",
    ),
    "rows of None": (
        """
def move(board):
    return divmod(best(plain(flat(board), "X", "O", None)), 3)
""",
        "--board rows",
    ),
    "small letters": (
        """
def move(board):
    return divmod(best(plain(flat(board), "x", "o", "_")), 3)
""",
        "--board rows --empty _ --marks x,o",
    ),
    "numbers 1 and -1": (
        """
def move(board):
    return best(plain(board, 1, -1, 0))
""",
        "--board list --empty 0 --marks 1,-1",
    ),
    "numbers 1 and 2": (
        """
def move(board, player):
    return best(plain(flat(board), 1, 2, 0), " XO"[player])
""",
        "--board rows --empty 0 --marks 1,2 --args board,mark",
    ),
    "marks of its own": (
        """
CROSS, NOUGHT, FREE = "#", "@", "~"
def move(board):
    return best(plain(board, CROSS, NOUGHT, FREE))
""",
        "--board list --empty '~' --marks '#,@'",
    ),
    "free cells that hold their numbers": (
        """
def move(board):
    cells = [cell if cell in ("X", "O") else "." for cell in board]
    assert all(cell in ("X", "O", at) for at, cell in enumerate(board))
    return best(cells)
""",
        "--board list --empty index",
    ),
    "free cells that hold digits from 1": (
        """
def move(board):
    cells = [cell if cell in ("X", "O") else "." for cell in board]
    assert all(cell in ("X", "O", str(at)) for at, cell in enumerate(board, 1))
    return best(cells) + 1
""",
        "--board list --empty digit1 --from 1",
    ),
    "cells counted from 1": (
        """
def move(board):
    return best(plain(board, "X", "O", " ")) + 1
""",
        "--board list --empty ' ' --from 1",
    ),
    "rows and columns counted from 1": (
        """
def move(board):
    row, col = divmod(best(plain(board, "X", "O", "")), 3)
    return row + 1, col + 1
""",
        "--board list --empty= --from 1",
    ),
    "a column before its row": (
        """
def move(board):
    return divmod(best(plain(flat(board), "X", "O", None)), 3)[::-1]
""",
        "--board rows --answer col,row",
    ),
    "a list of ten": (
        """
def move(board):
    assert len(board) == 10
    return 1 + best(plain(board[1:], "X", "O", " "))
""",
        "--board list1 --empty ' ' --from 1",
    ),
    "a dictionary from 1": (
        """
def move(board):
    assert isinstance(board, dict)
    return 1 + best(plain([board[cell] for cell in range(1, 10)], "X", "O", " "))
""",
        "--board dict1 --empty ' ' --from 1",
    ),
    "an array": (
        """
import numpy
def move(board):
    return divmod(best(plain(board.flatten().tolist(), 1, -1, 0)), 3)
""",
        "--board array",
    ),
    "a mark": (
        """
def move(board, turn):
    return best(plain(board, "X", "O", " "), turn)
""",
        "--board list --empty ' ' --args board,mark",
    ),
    "a mark before the board": (
        """
def move(turn, board):
    return best(plain(board, "X", "O", " "), turn)
""",
        "--board list --empty ' ' --args mark,board",
    ),
    "the mark of the opponent": (
        """
def move(board, turn):
    return best(plain(board, "X", "O", " "), {"X": "O", "O": "X"}[turn])
""",
        "--board list --empty ' ' --args board,opponent",
    ),
    "two marks": (
        """
def move(board, one, two):
    assert one != two
    return best(plain(board, "X", "O", " "), two)
""",
        "--board list --empty ' ' --args board,opponent,mark",
    ),
    "a flag that is true for X": (
        """
def move(board, flag):
    assert isinstance(flag, bool)
    return best(plain(board, "X", "O", " "), "OX"[flag])
""",
        "--board list --empty ' ' --args board,x-to-move",
    ),
    "a flag that is true for O": (
        """
def move(board, flag):
    assert isinstance(flag, bool)
    return best(plain(board, "X", "O", " "), "XO"[flag])
""",
        "--board list --empty ' ' --marks O,X --args board,x-to-move",
    ),
    "a depth, and a flag": (
        """
def move(board, depth, flag):
    assert depth == 0 and isinstance(flag, bool)
    return best(plain(board, "X", "O", " "), "OX"[flag])
""",
        "--board list --empty ' ' --args board,0,x-to-move",
    ),
    "a depth that counts down, alpha, beta and a mark": (
        """
def move(board, depth, alpha, beta, mark):
    assert depth == board.count(" ") and alpha < beta
    return best(plain(board, "X", "O", " "), mark)
""",
        "--board list --empty ' ' --args board,depth,-inf,inf,mark",
    ),
    "a score and a cell": (
        """
def move(board):
    return [0.5, best(plain(board, "X", "O", " "))]
""",
        "--board list --empty ' ' --answer score,cell",
    ),
    "a row, a column and a score": (
        """
def move(board):
    return [*divmod(best(plain(flat(board), "X", "O", " ")), 3), 1]
""",
        "--board rows --empty ' ' --answer row,col,score",
    ),
    "a score and a pair": (
        """
def move(board):
    return 1, divmod(best(plain(flat(board), "X", "O", None)), 3)
""",
        "--board rows --answer 'score,(row,col)'",
    ),
    "a dictionary with a name of its own": (
        """
def move(board):
    return {"score": 10, "spot": best(plain(board, "X", "O", " "))}
""",
        "--board list --empty ' ' --answer key:spot",
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
        "--board list --empty ' ' --answer board",
    ),
    "a stone that it places": (
        """
def move(board, mark):
    cell = best(plain(flat(board), "X", "O", " "), mark)
    board[cell // 3][cell % 3] = mark
    return True
""",
        "--board rows --empty ' ' --args board,mark --answer board",
    ),
    "a board that its file keeps": (
        """
board = [" "] * 9
def move():
    return best(plain(board, "X", "O", " "))
""",
        "--board list --empty ' ' --board-in board",
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
        "--board rows --empty index1 --args mark --board-in places --answer board",
    ),
    "text with spaces": (
        """
def move(board):
    assert isinstance(board, str)
    return best(plain(board, "X", "O", " "))
""",
        "--empty ' '",
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
        "--board list --empty=- --marks x,o --args board,mark",
    ),
}
