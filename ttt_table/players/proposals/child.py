"""A trial in a subprocess of its own, in which a player's file is loaded afresh."""

from __future__ import annotations

import time
from types import ModuleType
from typing import Any

from ttt_table.players.adapted import argument_names
from ttt_table.players.child import player_in
from ttt_table.players.loading import Channel, Loading, serve_file
from ttt_table.players.proposals.call_clock import CallClock
from ttt_table.players.proposals.fits import TrialBoard, TrialBoards
from ttt_table.players.proposals.trial import Trial
from ttt_table.players.protocol import Record


def main(settings: Record) -> None:
    """Try out the function that the settings name, and send what is found.

    Args:
        settings: "path", "name" and "seconds" as for `players.child.main`, and
            "budget", in seconds of processor time.

    """

    def find_function(module: ModuleType) -> tuple[Any, ModuleType]:
        return player_in(module, settings["name"]), module

    def answer(
        subject: tuple[Any, ModuleType], channel: Channel, loading: Loading
    ) -> None:
        function, module = subject
        channel.send_ready(
            loading,
            argument_names=argument_names(function) or [],
            is_of_class=_is_of_class(settings["name"], module),
        )
        for question in channel.questions():
            _send_findings(function, module, question, channel, settings["budget"])

    serve_file(settings["path"], settings["seconds"], find_function, answer)


def _is_of_class(name: str, module: ModuleType) -> bool:
    """Return True for a method of a class, which needs an object first."""
    owner: Any = module
    for part in name.split(".")[:-1]:
        owner = getattr(owner, part)
    return isinstance(owner, type)


def _send_findings(
    function: Any,
    module: ModuleType,
    question: Record,
    channel: Channel,
    budget: float,
) -> None:
    # Players that pretend to think would use up the time of the trial.
    time.sleep = lambda _: None
    trial = Trial(
        function,
        module,
        TrialBoards(
            near=[_board_of(record) for record in question["near"]],
            early=[_board_of(record) for record in question["early"]],
            rows=question["rows"],
            cols=question["cols"],
        ),
        CallClock(budget),
    )
    for finding in trial.findings():
        channel.send({"finding": finding.as_json()})
    channel.send({"done": True})


def _board_of(record: Record) -> TrialBoard:
    return TrialBoard(
        board=record["board"],
        mover=record["mover"],
        legal=tuple(record["legal"]),
        best=tuple(record["best"]),
        is_opening=record["is_opening"],
    )
