"""The subprocess that calls the player of a Python file; `records` has its messages."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import Any

from ttt_table.players.generators import (
    generator_states,
    seed_generators,
    seeded_generators,
)
from ttt_table.players.loading import (
    SEED,
    Channel,
    find,
    load,
    load_adapter,
    not_ready,
    outline,
)
from ttt_table.players.moves import move_as_json, read_move
from ttt_table.players.records import (
    FaultError,
    Record,
    fault_of,
    fault_record,
)


def main(settings: Record) -> None:
    """Load a player's file, and answer questions about it until they end.

    Args:
        settings: The settings from `programs.PythonFile`: "path", "seconds" (of
            processor time to load the file), "name" (of the player, or empty), and
            "adapter" (its file, or empty) with the name of its function, "call".
    """
    channel = Channel()
    loaded = load(settings["path"], settings["seconds"])
    try:
        player = find(loaded, settings["name"])
    except LookupError as error:
        channel.send(not_ready(loaded, str(error)))
        return
    play = _as_function(player)
    if settings["adapter"]:
        try:
            call = load_adapter(
                settings["adapter"], settings["call"], settings["seconds"]
            )
        except LookupError as error:
            channel.send({"missing": str(error)})
            return
        play = partial(call, player)
    seed_generators(SEED)
    channel.send_ready(loaded)
    answer_boards(play, channel, outline_of=loaded.module)


def answer_boards(
    play: Callable[[str], object], channel: Channel, outline_of: Any = None
) -> None:
    """Answer boards, until the questions end.

    Args:
        play: Takes a board, and returns its move.
        channel: Where the questions come from.
        outline_of: The module whose outline may be asked for.
    """
    states = generator_states()
    for question in channel.questions():
        if "outline" in question:
            channel.send({"outline": outline(outline_of)})
        elif "draws" in question:
            channel.send({"draws": generator_states() != states})
        else:
            channel.send(_answer(play, question["board"], question.get("seed")))


def _answer(play: Callable[[str], object], board: str, seed: int | None) -> Record:
    with nullcontext() if seed is None else seeded_generators(seed):
        try:
            return {"move": move_as_json(read_move(play(board)))}
        except BaseException as error:  # whatever a stranger's code raises
            return fault_record(fault_of(error))


def _as_function(player: Any) -> Callable[[str], object]:
    if callable(player) and not isinstance(player, type):
        return player  # type: ignore[no-any-return]  # what it returns is read

    def refuse(_: str) -> object:
        kind = "a class" if isinstance(player, type) else "not a function"
        raise FaultError("type", f"it is {kind}, and cannot be called with a board")

    return refuse
