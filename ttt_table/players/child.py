"""The subprocess that calls the player of a Python file; `records` has its messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ttt_table.players.generators import generator_states, seed_generators
from ttt_table.players.loading import (
    SEED,
    Channel,
    find,
    load,
    load_adapter,
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
        settings: The settings from `pythonfile.PythonFile`: "path", "seconds" (of
            processor time to load the file), "name" of the player, and "adapter".
    """
    channel = Channel()
    loaded = load(settings["path"], settings["seconds"])
    try:
        player = find(loaded, settings["name"])
        play = _as_function(player)
        if settings["adapter"]:
            call = load_adapter(settings["adapter"], settings["seconds"])
            play = _adapted(call, player)
    except LookupError as error:
        channel.send({"missing": str(error)})
        return
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
    for question in channel.questions():
        if "outline" in question:
            channel.send({"outline": outline(outline_of)})
        else:
            channel.send(_answer(play, question))


def _answer(play: Callable[[str], object], question: Record) -> Record:
    if question.get("seed") is not None:
        seed_generators(question["seed"])
    states = generator_states()
    try:
        move = read_move(play(question["board"]))
    except BaseException as error:  # whatever a stranger's code raises
        return fault_record(fault_of(error))
    draws = generator_states() != states
    return {"move": move_as_json(move), "draws": draws}


def _as_function(player: Any) -> Callable[[str], object]:
    if callable(player) and not isinstance(player, type):
        return player  # type: ignore[no-any-return]  # what it returns is read

    def refuse(_: str) -> object:
        kind = "a class" if isinstance(player, type) else "not a function"
        raise FaultError("type", f"it is {kind}, and cannot be called with a board")

    return refuse


def _adapted(
    call: Callable[[Any, str], object], player: Any
) -> Callable[[str], object]:
    def play(board: str) -> object:
        return call(player, board)

    return play
