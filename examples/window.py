"""A game in a window of pygame against a level: python examples/window.py [TABLE].

Click a cell to play X, or any key to start again. Needs `pip install pygame`.
"""

import sys

import pygame

from ttt_table import open_table
from ttt_table.play import Level, Match

SIZE = 120  # pixels of a cell
COLOURS = {"X": "#2166ac", "O": "#b2182b", ".": "white"}

table = open_table(*sys.argv[1:2])  # the shipped tic-tac-toe, if none is named
game = table.game
level = Level.named("medium", table)
match = Match(table, o=level)

pygame.init()
window = pygame.display.set_mode((game.cols * SIZE, game.rows * SIZE))
font = pygame.font.Font(None, SIZE)


def draw() -> None:
    """Show the board, and the result in the title."""
    window.fill("black")
    for cell, mark in enumerate(match.now.board):
        row, col = divmod(cell, game.cols)
        square = pygame.Rect(col * SIZE, row * SIZE, SIZE, SIZE).inflate(-4, -4)
        pygame.draw.rect(window, "white", square)
        text = font.render(mark, True, COLOURS[mark])
        window.blit(text, text.get_rect(center=square.center))
    result = f"{match.winner or 'Nobody'} wins" if match.over else "Your move"
    pygame.display.set_caption(result)
    pygame.display.flip()


def click(x: int, y: int) -> None:
    """Play the cell at these pixels, and let the level answer."""
    col, row = x // SIZE, y // SIZE
    try:
        if game.gravity:
            match.play(column=col)
        else:
            match.play(row * game.cols + col)
        match.answer()
    except ValueError:  # the cell is taken, or the game is over
        return


draw()
while (event := pygame.event.wait()).type != pygame.QUIT:
    if event.type == pygame.MOUSEBUTTONDOWN:
        click(*event.pos)
    elif event.type == pygame.KEYDOWN:
        match = Match(table, o=level)
    draw()
