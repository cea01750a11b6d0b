"""How a player's function is called, as its adapter says, in plain values."""

from __future__ import annotations

from typing import Any, NamedTuple


class Argument(NamedTuple):
    """What one argument of the player's function gets."""

    name: str  # a key of `adapter.ARGUMENTS`; empty for a value that is always the same
    value: object = None


class CallStyle(NamedTuple):
    """What an `Adapter` says, with every default filled in.

    A subprocess gets this as JSON, and need not load what checks an adapter.
    """

    board: str
    free_cell: object
    mark_of: dict[str, object]  # by player, "X" and "O"
    arguments: tuple[Argument, ...]
    kept_in: str
    answer: str
    first_index: int

    @classmethod
    def from_json(cls, record: dict[str, Any]) -> CallStyle:
        """Return the style of which `CallStyle._asdict` made this record."""
        arguments = tuple(Argument(*argument) for argument in record["arguments"])
        return cls(**{**record, "arguments": arguments})
