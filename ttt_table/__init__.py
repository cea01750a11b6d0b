"""Perfect play, precomputed: a table of all positions of a game, and its reader.

>>> from ttt_table import open_table
>>> open_table().best_moves("X...O....")
[1, 2, 3, 5, 6, 7, 8]
"""

from sys import _getframe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ttt_table import audit, build
    from ttt_table.errors import BoardError, GameError, TableError, TttTableError
    from ttt_table.rules.board import Board
    from ttt_table.rules.game import Game, Position, symmetries
    from ttt_table.rules.outcome import Look, Move, Outcome
    from ttt_table.table.reader import Table, open_table
    from ttt_table.version import __version__ as __version__

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

# A name is imported when it is first used: all of them would double the time of a
# look-up's process. The command line is in this package: what
# was imported here would be imported before it can handle an interrupt.
_LAZY_EXPORTS = {
    "Board": "rules.board",
    "BoardError": "errors",
    "Game": "rules.game",
    "GameError": "errors",
    "Look": "rules.outcome",
    "Move": "rules.outcome",
    "Outcome": "rules.outcome",
    "Position": "rules.game",
    "Table": "table.reader",
    "TableError": "errors",
    "TttTableError": "errors",
    "__version__": "version",
    "open_table": "table.reader",
    "symmetries": "rules.game",
}
"""By name, the module that has it."""
_LAZY_SUBPACKAGES = ("audit", "build")
_ELSEWHERE = {
    "Level": "play",
    "Match": "play",
    "Program": "grading",
    "PythonFile": "grading",
    "build_table": "build",
    "cause_of": "grading",
    "causes": "grading",
    "cell_reader": "answers",
    "explain": "play",
    "grade": "grading",
    "judge": "play",
    "main_cause": "grading",
    "review": "play",
    "score_models": "answers",
    "traps": "play",
}
"""By name, the subpackage that has what somebody may look for here."""

if not TYPE_CHECKING:  # for a type checker, any name would be an attribute

    def __getattr__(name):
        if name in _LAZY_SUBPACKAGES:
            # The import makes it an attribute of this package.
            return __import__(f"{__name__}.{name}", fromlist=[name])
        if name not in _LAZY_EXPORTS:
            message = f"module {__name__!r} has no attribute {name!r}"
            if name in _ELSEWHERE:
                advice = f"write: from {__name__}.{_ELSEWHERE[name]} import {name}"
                message += f"; {advice}"
                # "from ttt_table import" hides the text of an AttributeError.
                if _getframe(1).f_code.co_name == "_handle_fromlist":
                    raise ImportError(advice)
            raise AttributeError(message)
        module = __import__(f"{__name__}.{_LAZY_EXPORTS[name]}", fromlist=[name])
        value = getattr(module, name)
        globals()[name] = value
        return value

    def __dir__():
        return sorted({*globals(), *__all__})
