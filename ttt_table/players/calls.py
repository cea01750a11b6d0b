"""How a player's function is called: what its arguments get, and where its board is.

A subprocess gets this as JSON, and need not load what checks an `Adapter`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

from ttt_table.players.boards import OTHER, BoardFormat, put_in_variable

# What an argument of the player's function may get, by its name.
ARGUMENTS = {
    "board": "the board",
    "mark": "the mark of the player to move",
    "opponent": "the mark of the other player",
    "x-to-move": "True if X is to move, else False",
    "depth": "the number of free cells",
    "-inf": "minus infinity",
    "inf": "infinity",
    "true": "True",
}


class Constant(NamedTuple):
    """An argument that gets the same value at every board."""

    value: object


Argument: TypeAlias = str | Constant  # a text is a key of `ARGUMENTS`


SIDE_ARGUMENTS: tuple[Argument, ...] = ("mark", "x-to-move", "opponent")
"""The arguments from which a player knows which side is to move."""


class Call(NamedTuple):
    """How a player's function is called."""

    board_format: BoardFormat
    arguments: tuple[Argument, ...]
    kept_in: str | None = None
    """The variable of the player's module that holds the board, if no argument does."""

    @property
    def shows_mover(self) -> bool:
        """Whether an argument or the board format shows which side is to move."""
        if self.board_format.layout == "batch":
            return True  # the stones of the player to move are always 1
        return any(argument in SIDE_ARGUMENTS for argument in self.arguments)

    def shown_board(self, board: str, cols: int, module: ModuleType | None) -> Any:
        """Return a board as the player sees it, put into its variable if it has one.

        Args:
            board: The board, such as ``X...O....``.
            cols: The number of its columns.
            module: The player's module.
        """
        shown = self.board_format.render(board, cols)
        if self.kept_in is None:
            return shown
        return put_in_variable(module, self.kept_in, shown)

    def argument_values(self, shown: object, board: str, mover: str) -> list[object]:
        """Return what each argument gets.

        Args:
            shown: The board as the player sees it.
            board: The same board as text.
            mover: The player to move, "X" or "O".
        """
        mark_of = self.board_format.mark_of
        values: dict[str, object] = {
            "board": shown,
            "mark": mark_of[mover],
            "opponent": mark_of[OTHER[mover]],
            "x-to-move": mover == "X",
            "depth": board.count("."),
            "-inf": -float("inf"),
            "inf": float("inf"),
            "true": True,
        }
        return [
            argument.value if isinstance(argument, Constant) else values[argument]
            for argument in self.arguments
        ]

    def as_json(self) -> dict[str, Any]:
        """Return the call as JSON can hold it; `from_json` is the inverse."""
        layout, free_cell, marks = self.board_format
        return {
            "layout": layout,
            "free_cell": free_cell,
            "marks": list(marks),
            "arguments": [
                {"constant": argument.value}
                if isinstance(argument, Constant)
                else argument
                for argument in self.arguments
            ],
            "kept_in": self.kept_in,
        }

    @classmethod
    def from_json(cls, record: dict[str, Any]) -> Call:
        """Return the call of which `as_json` has made this record."""
        x_mark, o_mark = record["marks"]
        return cls(
            board_format=BoardFormat(
                record["layout"], record["free_cell"], (x_mark, o_mark)
            ),
            arguments=tuple(
                Constant(argument["constant"])
                if isinstance(argument, dict)
                else argument
                for argument in record["arguments"]
            ),
            kept_in=record["kept_in"],
        )


def argument_text(argument: Argument) -> str:
    """Return an argument as the command line has it: a name or a literal."""
    if isinstance(argument, Constant):
        return repr(argument.value)
    return argument
