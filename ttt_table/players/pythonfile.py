"""A player in a Python file, in a subprocess of its own."""

from __future__ import annotations

from ttt_table.players.file_process import FileProcess, check_is_file
from ttt_table.players.process import LateError
from ttt_table.players.records import FaultError
from ttt_table.table.files import Path, path_text


class PythonFile(FileProcess):
    """A player in a Python file, such as ``bot.py:move``, in a subprocess.

    The file is loaded once. The player is called with a board such as ``X...O....``,
    and returns a cell (with gravity a column), a pair (row, column), a dictionary
    {move: weight}, or None for no answer. An adapter is a function ``call(player,
    board)`` in another file: it gets what ``source`` names and the board, and returns
    such a move.

    Use it in a ``with`` statement, or `close` it.

    Args:
        source: The file and the name of a function, a class or an object of it, such
            as ``bot.py:move`` or ``bot.py:Bot.reply``; without a name the module.
        adapter: The file of the adapter, and the name of its function, such as
            ``call.py:ask``; without a name ``call``. Empty for no adapter.
        limit: Seconds for an answer: of processor time on Linux, else of wall time.

    Attributes:
        path: The file, as text.
        player: The player's name in the file; empty for the module.
        adapter: The adapter, as it was given.
        name: The player's name in messages, "bot.py:move".

    Raises:
        ArgumentError: An argument is invalid.
        PlayerError: A file is missing, does not load, or lacks what was named.
    """

    def __init__(
        self, source: Path, adapter: Path = "", *, limit: float = 10.0
    ) -> None:
        text = path_text(source)
        path, self.player = split_source(text)
        self.adapter = path_text(adapter)
        adapter_path, adapter_name = split_source(self.adapter)
        if adapter_path:
            check_is_file(adapter_path)
        settings = {
            "name": self.player,
            "adapter": adapter_path,
            "call": adapter_name or "call",
        }
        super().__init__(path, "players.child", settings, limit=limit, name=text)

    def outline(self) -> list[str]:
        """Return the functions and classes of the file, with their arguments."""
        try:
            lines = self.ask({"outline": True}).get("outline")
        except (FaultError, LateError):
            return []
        return list(map(str, lines)) if isinstance(lines, list) else []


def split_source(source: str) -> tuple[str, str]:
    r"""Return the file of a text ``FILE.py:NAME``, and the name, which may be missing.

    >>> split_source("bot.py:Bot.reply"), split_source(r"C:\bot.py")
    (('bot.py', 'Bot.reply'), ('C:\\bot.py', ''))
    """
    path, colon, name = source.rpartition(":")
    if colon and path and all(part.isidentifier() for part in name.split(".")):
        return path, name
    return source, ""
