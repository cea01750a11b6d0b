"""A game in the terminal against a level: python examples/terminal.py [TABLE]."""

import sys

from ttt_table import TttTableError, open_table
from ttt_table.play import Level, Match

try:
    table = open_table(*sys.argv[1:2])  # the shipped tic-tac-toe, if none is named
except TttTableError as error:  # it cannot be opened
    sys.exit(str(error))
game = table.game
match = Match(table, o=Level.named("medium", table))
question = "Your column: " if game.gravity else "Your cell: "

while not match.over:
    for start in range(0, game.cells, game.cols):
        print(" ".join(match.now.board[start : start + game.cols]))
    try:
        number = int(input(question))
        if game.gravity:
            match.play(column=number)
        else:
            match.play(number)
        match.answer()
    except ValueError as error:  # not a number, or not a legal move
        print(error)
    except (EOFError, KeyboardInterrupt):  # Ctrl-D or Ctrl-C
        sys.exit("\nThe game is not finished.")
print(f"{match.now.board}: {match.winner or 'nobody'} wins")
