"""Players, whatever answers a board: a function, a program, a Python file in a subprocess."""

from ttt_table.players.adapter import Adapter
from ttt_table.players.programs import Program
from ttt_table.players.pythonfile import PythonFile

__all__ = ["Adapter", "Program", "PythonFile"]
