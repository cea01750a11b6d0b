"""A game in the terminal against a level: python examples/terminal.py [TABLE]."""

import sys

from ttt_table import open_table
from ttt_table.play import Level, Match

table = open_table(sys.argv[1] if sys.argv[1:] else None)
game = table.game
match = Match(table, o=Level.medium(table))
while not match.over:
    for at in range(0, game.cells, game.cols):
        print(" ".join(match.now.board[at : at + game.cols]))
    try:
        number = int(input("Your column: " if game.gravity else "Your cell: "))
        match.play(column=number) if game.gravity else match.play(number)
        match.answer()
    except ValueError as error:  # no number, or no legal move
        print(error)
print(f"{match.now.board}: {match.winner or 'nobody'} wins")
