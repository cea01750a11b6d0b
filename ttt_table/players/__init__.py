"""Players, which answer boards: functions, programs, files in subprocesses."""

from ttt_table.players.programs import Program
from ttt_table.players.pythonfile import PythonFile

__all__ = ["Program", "PythonFile"]
