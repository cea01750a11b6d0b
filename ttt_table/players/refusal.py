"""What is said of a player that is not graded, with an adapter for it to complete."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from ttt_table.errors import PlayerError
from ttt_table.players.functions import FunctionPlayer
from ttt_table.players.programs import FileProcess, Program, PythonFile
from ttt_table.rules.outcome import other
from ttt_table.table.reader import Table

MAX_LISTED = 30  # functions of a file


def refusal(
    player: FunctionPlayer | Program | FileProcess,
    reason: str,
    table: Table,
    playable_side: str,
) -> PlayerError:
    """Return the error of a player that is not graded.

    Args:
        player: The player.
        reason: What it did.
        table: The game.
        playable_side: The side on which it can be graded, or empty.
    """
    message = f"{player.name} is not graded: {reason}"
    if isinstance(player, PythonFile):
        advice = _advice_on_file(player, table)
    else:
        advice = _advice_on_other(player, table)
    if not playable_side:
        return PlayerError(message, advice=advice)
    return PlayerError(
        message,
        advice=advice,
        argument=f"--as {playable_side} (in Python side={playable_side!r})",
        effect=f"grades it as {playable_side} only",
    )


def _advice_on_other(
    player: FunctionPlayer | Program | FileProcess, table: Table
) -> str:
    move = "a column" if table.game.gravity else "a cell"
    lines = []
    if table.game.gravity:
        lines.append(_column_advice(table))
    as_is = "grade(player, as_is=True)"
    if isinstance(player, Program):
        command = shlex.join(player.command)
        as_is = shlex.join(["ttt-table", "grade", "--program", command, "--as-is"])
        lines.append(
            f"It gets a board such as {_example(table)} on a line, and prints {move}"
            " from 0, or a row and a column such as 0 2, on a line"
        )
    elif isinstance(player, FunctionPlayer):
        lines.append(
            f"It gets a board such as {_example(table)}, and returns {move} from 0 or"
            " a pair (row, column). Pass a function that calls it so, such as"
        )
        lines.append('    lambda board: best(list(board.replace(".", " ")))')
    return "\n".join([*lines, f"To grade it as it is: {as_is}"])


def _column_advice(table: Table) -> str:
    return (
        "With gravity a number is a column; for a cell, return"
        f" divmod(cell, {table.game.cols})"
    )


def _example(table: Table) -> str:
    return f"{table.first}...{other(table.first)}".ljust(table.game.cells, ".")[
        : table.game.cells
    ]


def _advice_on_file(player: PythonFile, table: Table) -> str:
    lines = []
    if player.loaded_until:
        lines.append(f"{player.path} was loaded only until {player.loaded_until}")
    if table.game.gravity:
        lines.append(_column_advice(table))
    if player.adapter:
        return "\n".join([*lines, f"Correct {player.adapter}", _as_is(player)])
    own = player.outline()
    if own:
        lines += [f"{player.path} has", *(f"    {line}" for line in own[:MAX_LISTED])]
    adapter = _adapter_to_complete(player, own, table)
    return "\n".join([*lines, "", adapter, _as_is(player)])


def _as_is(player: PythonFile) -> str:
    words = ["ttt-table", "grade", player.name]
    if player.adapter:
        words += ["--adapter", player.adapter]
    return f"To grade it as it is: {shlex.join([*words, '--as-is'])}"


def _adapter_to_complete(player: PythonFile, own: Sequence[str], table: Table) -> str:
    """Return the text of an adapter, and how it is used."""
    game = table.game
    named = player.player.partition(".")[0]
    source = player.path
    description = f"the module {player.path}"
    if named:
        source = f"{player.path}:{named}"
        description = f"{named} of {player.path}"
    opponent = other(table.first)
    move = "column" if game.gravity else "cell"
    return f"""\
Call it through an adapter. Save this as call.py, and complete it:

def call(player, board):
    # player is {description}; board is a text such as "{_example(table)}"
    is_first_to_move = board.count("X") == board.count("O")
    mark = "{table.first}" if is_first_to_move else "{opponent}"
    opponent = "O" if mark == "X" else "X"
    cells = list(board.replace(".", " "))
    rows = [cells[at : at + {game.cols}] for at in range(0, {game.cells}, {game.cols})]
    answer = {_call(player.player, own)}  # give it cells, rows, mark, opponent
    return answer  # a {move} from 0, or (row, column)

Then: ttt-table grade {source} --adapter call.py"""


def _call(player: str, own: Sequence[str]) -> str:
    """Return the call of a player, with the names of its arguments as far as known."""
    arguments_of = dict(line.rstrip(")").split("(", 1) for line in own)
    named, _, method = player.partition(".")
    methods = [name for name in arguments_of if name.startswith(f"{named}.")]
    if not named:
        return "player.NAME(cells)"
    if named not in arguments_of and method:
        return f"player.{method}(cells)"  # of an object of the file
    if not method and not methods:
        return f"player({_passed(arguments_of.get(named, 'cells'))})"
    if not method:
        method = methods[0].partition(".")[2] if len(methods) == 1 else "NAME"
    arguments = arguments_of.get(f"{named}.{method}", "cells")
    return f"player({_passed(arguments_of[named])}).{method}({_passed(arguments)})"


def _passed(arguments: str) -> str:
    """Return the arguments that a call has to pass.

    >>> _passed("cells, depth=, *, mark")
    'cells, mark=mark'
    """
    passed = []
    is_by_name = False
    for argument in arguments.split(", "):
        if argument.startswith("*"):
            is_by_name = True
            if argument != "*":
                passed.append(argument)
        elif is_by_name:
            passed.append(f"{argument}={argument}")
        elif not argument.endswith("="):
            passed.append(argument)
    return ", ".join(passed)
