"""Players, which answer boards: functions, programs, files in subprocesses."""

from ttt_table.players.programs import Program, PythonFile

__all__ = ["Program", "PythonFile"]
