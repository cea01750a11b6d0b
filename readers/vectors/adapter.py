"""Answer the requests of check_reader.py with the Python reader; see README.md here."""

from __future__ import annotations

import re
import sys

from ttt_table import BoardError, Table, TableError, open_table
from ttt_table.rules.outcome import Side

ESCAPES = {"\\\\": "\\", "\\t": "\t", "\\n": "\n", "\\r": "\r"}


def unescaped(field: str) -> str:
    """Return the text that a field of a request stands for."""
    if field == "-":
        return ""
    return re.sub(r"\\.", lambda escape: ESCAPES[escape[0]], field)


class Adapter:
    """The Python reader, with the table that it opened last."""

    _table: Table

    def open(self, first: Side, path: str) -> list[object]:
        """Open a table."""
        self._table = open_table(path, first=first)
        game = self._table.game
        rules = [game.rows, game.cols, game.k or "-", +game.misere, +game.gravity]
        return [*rules, len(self._table), game.name or "-", +game.breaker]

    def get(self, board: str) -> list[object]:
        """Look a board up."""
        outcome = self._table[board]
        return [outcome.value, outcome.plies]

    def scores(self, board: str, depth: str) -> list[object]:
        """Score every move, in cell order."""
        scores = self._table.scores(board, depth=_depth(depth))
        pairs = [f"{cell}:{score}" for cell, score in sorted(scores.items())]
        return [" ".join(pairs) or "-"]

    def best(self, board: str, depth: str) -> list[object]:
        """Name the best cells."""
        best = self._table.best_moves(board, depth=_depth(depth))
        return [" ".join(map(str, best)) or "-"]

    def answer(self, line: str) -> list[object]:
        """Return the fields of the answer to one request."""
        request, *fields = line.split("\t")
        try:
            return ["ok", *getattr(self, request)(*map(unescaped, fields))]
        except BoardError as error:
            return ["error", error.code, " ".join(map(str, error.cells)) or "-"]
        except TableError as error:
            return ["error", error.code]


def _depth(field: str) -> int | None:
    return int(field) if field else None


def main() -> None:
    """Answer each line of the standard input with one."""
    adapter = Adapter()
    for line in sys.stdin:
        print(*adapter.answer(line.rstrip("\n")), sep="\t", flush=True)


if __name__ == "__main__":
    main()
