"""A game in the terminal against a level: python examples/terminal.py [TABLE]."""

import sys

from ttt_table import open_table
from ttt_table.play import Level, Match

path = None
if len(sys.argv) > 1:
    path = sys.argv[1]
table = open_table(path)
game = table.game
match = Match(table, o=Level.medium(table))

while not match.over:
    for start in range(0, game.cells, game.cols):
        print(" ".join(match.now.board[start : start + game.cols]))
    try:
        if game.gravity:
            match.play(column=int(input("Your column: ")))
        else:
            match.play(int(input("Your cell: ")))
        match.answer()
    except ValueError as error:  # not a number, or not a legal move
        print(error)
print(f"{match.now.board}: {match.winner or 'nobody'} wins")
