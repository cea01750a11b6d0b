"""Players, which answer boards: functions, programs, files in subprocesses."""

from ttt_table.players.file_process import PythonFile
from ttt_table.players.programs import Program

__all__ = ["Program", "PythonFile"]
