"""Perfect play, precomputed: a table of every position that play can reach, and its tiny reader.

>>> from ttt_table import open_table
>>> open_table().best_moves("X...O....")
[1, 2, 3, 5, 6, 7, 8]
"""

from ttt_table.errors import BoardError, GameError, TableError, TttTableError
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import Outcome
from ttt_table.table.reader import Move, Table, open_table

__version__ = "0.1.0"

__all__ = [
    "BoardError",
    "Game",
    "GameError",
    "Move",
    "Outcome",
    "Table",
    "TableError",
    "TttTableError",
    "open_table",
]
