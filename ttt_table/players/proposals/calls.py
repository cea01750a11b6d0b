"""The ways of calling a function that a trial goes through, the commonest first."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import product
from types import ModuleType
from typing import Any, NamedTuple

from ttt_table.players.proposals.argument_lists import (
    Arguments,
    argument_counts,
    argument_lists,
    extra_lists,
)
from ttt_table.players.proposals.kept_boards import kept_looks
from ttt_table.players.proposals.looks import (
    Look,
    array_looks,
    common_looks,
    looks,
    looks_of_values,
    values_in,
)


class Call(NamedTuple):
    """How a function is called, and where its board is if no argument gets it."""

    look: Look
    arguments: Arguments
    kept_in: str = ""

    def default_arguments(self) -> Arguments:
        """Return what the arguments get if nothing is declared."""
        return () if self.kept_in else ("board",)

    def gets(self, names: Container[object]) -> bool:
        """Whether an argument gets one of these."""
        return any(argument in names for argument in self.arguments)

    def with_argument(self, place: int, value: object) -> Call:
        """Return the same call in which one argument gets something else."""
        before, after = self.arguments[:place], self.arguments[place + 1 :]
        return self._replace(arguments=(*before, value, *after))


def calls_of(
    function: Callable[..., Any],
    module: ModuleType | None,
    shape: tuple[int, int],
    is_settled: Callable[[], bool],
) -> Iterator[Call]:
    """Yield the ways of calling a function, the commonest first.

    Args:
        function: The player's own function.
        module: Its module, a variable of which may hold the board.
        shape: The number of rows and columns.
        is_settled: Asked when all common ways have been tried: whether rarer ones need
            not be.

    """
    counts = argument_counts(function)
    common = list(common_looks())
    rarer: list[Look] = []
    kept: list[tuple[str, Look]] = []
    if "numpy" in sys.modules:  # the player has imported it
        common += array_looks()
    if module is not None:
        kept += kept_looks(module, *shape)
        rarer += looks_of_values(values_in(module))
    rarer += looks()

    for count in counts:
        yield from _calls_with_board(count, common)
        for arguments, (name, look) in product(extra_lists(count), kept):
            yield Call(look, arguments, name)
    if is_settled():
        return
    rarer = [look for look in dict.fromkeys(rarer) if look not in common]
    for count in counts:
        yield from _calls_with_board(count, rarer)


def _calls_with_board(count: int, looks: Sequence[Look]) -> Iterator[Call]:
    for arguments, look in product(argument_lists(count), looks):
        yield Call(look, arguments)
