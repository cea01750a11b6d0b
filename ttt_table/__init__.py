"""Perfect play, precomputed: a table of every position that play can reach, and its tiny reader.

>>> from ttt_table import open_table
>>> open_table().best_moves("X...O....")
[1, 2, 3, 5, 6, 7, 8]
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ttt_table import audit, build
    from ttt_table.errors import BoardError, GameError, TableError, TttTableError
    from ttt_table.rules.board import Board
    from ttt_table.rules.game import Game, Position, symmetries
    from ttt_table.rules.outcome import Look, Move, Outcome
    from ttt_table.table.reader import Table, open_table

__version__ = "1.0.0.dev0"

__all__ = [
    "Board",
    "BoardError",
    "Game",
    "GameError",
    "Look",
    "Move",
    "Outcome",
    "Position",
    "Table",
    "TableError",
    "TttTableError",
    "audit",
    "build",
    "open_table",
    "symmetries",
]

# A name is loaded when it is first asked for. The command line is in this package, so whatever was
# loaded here would be loaded before its door stands, and an interrupt would end in a traceback.
_ROOMS = {
    **dict.fromkeys(
        ("BoardError", "GameError", "TableError", "TttTableError"), "errors"
    ),
    "Board": "rules.board",
    **dict.fromkeys(("Game", "Position", "symmetries"), "rules.game"),
    **dict.fromkeys(("Look", "Move", "Outcome"), "rules.outcome"),
    **dict.fromkeys(("Table", "open_table"), "table.reader"),
    **{wing: wing for wing in ("audit", "build")},
    "load_ipython_extension": "cli.notebook",  # for %load_ext ttt_table
}

if not TYPE_CHECKING:  # a type checker would take any name for one of these

    def __getattr__(name):
        if name not in _ROOMS:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        room = __import__(f"{__name__}.{_ROOMS[name]}", fromlist=[name])
        globals()[name] = found = room if name == _ROOMS[name] else getattr(room, name)
        return found

    def __dir__():
        return sorted({*globals(), *__all__})
