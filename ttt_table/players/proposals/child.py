"""Entry point of the subprocess that loads a player's file again and runs a trial."""

from __future__ import annotations

import time
from types import ModuleType
from typing import Any, NamedTuple

from ttt_table.players.adapted import argument_names
from ttt_table.players.old_child import player_in
from ttt_table.players.old_loading import Channel, Loading, serve_file
from ttt_table.players.proposals.call_clock import CallClock
from ttt_table.players.proposals.trial import Trial
from ttt_table.players.proposals.trial_board import TrialBoards
from ttt_table.players.protocol import Record


class _Player(NamedTuple):
    """A function, and the module in which it was found."""

    function: Any
    module: ModuleType


def main(settings: Record) -> None:
    """Run the trial of the function that the settings name, and send its results.

    Args:
        settings: "path", "function" and "seconds" as for `players.child.main`, and
            "budget", in seconds of processor time.
    """
    name = settings["function"]

    def find_player(module: ModuleType) -> _Player:
        return _Player(player_in(module, name), module)

    def answer(player: _Player, channel: Channel, loading: Loading) -> None:
        channel.send_ready(
            loading,
            argument_names=argument_names(player.function) or [],
            is_of_class=_is_of_class(name, player.module),
        )
        for question in channel.questions():
            _send_results(player, question, channel, settings["budget"])

    serve_file(settings["path"], settings["seconds"], find_player, answer)


def _is_of_class(name: str, module: ModuleType) -> bool:
    """Return True for a method that is named by its class, which needs an object."""
    owner: Any = module
    for attribute in name.split(".")[:-1]:
        owner = getattr(owner, attribute)
    return isinstance(owner, type)


def _send_results(
    player: _Player, question: Record, channel: Channel, budget: float
) -> None:
    # Players that pause, as if to think, would use up the time of the trial.
    time.sleep = lambda _: None
    boards = TrialBoards.from_json(question["boards"])
    trial = Trial(player.function, player.module, boards, CallClock(budget))
    for result in trial.results():
        channel.send({"result": result.as_json()})
    channel.send({"done": True})
