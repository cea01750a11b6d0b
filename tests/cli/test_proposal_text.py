"""What is printed of a player that is not graded, line by line."""

from __future__ import annotations

import argparse
from typing import Any

import pytest

from ttt_table.cli.output.proposals import complain_of, in_one_line
from ttt_table.cli.output.terminal import MISUSED
from ttt_table.errors import PlayerError
from ttt_table.players import Adapter
from ttt_table.players.proposals.proposal import Proposal, Suggestion
from ttt_table.players.proposals.wrapper import Wrapper

PLAYER, REASON = "my bot.py:move", "at X........ it raises KeyError: 3"
AS_DECLARED = "With --as-declared it is graded as it is called now."
REFUSED = f"ttt-table: error: {PLAYER} is not graded, as it is not understood: {REASON}"


def options(**given: Any) -> argparse.Namespace:
    defaults = {
        "program": None,
        "side": None,
        "against": None,
        "table": None,
        "first": "X",
        "limit": 10.0,
        "show": None,
        "report": None,
        "force": False,
        "csv": False,
        "json": False,
        "quiet": False,
    }
    return argparse.Namespace(**{**defaults, **given})


def error_of(**facts: Any) -> PlayerError:
    proposal = Proposal(**{"player": PLAYER, "reason": REASON, **facts})
    return PlayerError("not understood", proposal=proposal)


def suggestion(side: str | None = None) -> Suggestion:
    return Suggestion(Adapter("list", empty=" "), side, 20, 18)


def printed(
    error: PlayerError, capsys: pytest.CaptureFixture[str], **given: Any
) -> list[str]:
    assert complain_of(error, options(**given)) == MISUSED
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()


def test_the_command_that_is_proposed_keeps_the_other_options(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = printed(
        error_of(suggestion=suggestion()),
        capsys,
        against="easy",
        table="3x4k3",
        limit=0.5,
        show=7,
        json=True,
        quiet=True,
    )
    assert lines == [
        REFUSED,
        "Called in another way, all its answers are legal, and 18 of 20 are best"
        " moves.",
        "try: ttt-table grade 'my bot.py:move' --against easy --table 3x4k3 --limit 0.5"
        " --show 7 --json --quiet --board list --empty ' '",
        AS_DECLARED,
    ]


def test_the_side_is_proposed_that_a_player_plays(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """X may be the second player there."""
    lines = printed(error_of(suggestion=suggestion("X")), capsys)
    assert lines[2:] == [
        "try: ttt-table grade 'my bot.py:move' --as X --board list --empty ' '",
        "X moves first there: if it moves second, add --first O.",
        AS_DECLARED,
    ]
    assert len(printed(error_of(suggestion=suggestion("O")), capsys)) == 4
    assert len(printed(error_of(suggestion=suggestion("X")), capsys, first="O")) == 4


def test_a_program_is_proposed_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(error_of(suggestion=suggestion()), capsys, program="./bot")
    assert lines[2].startswith("try: ttt-table grade --program 'my bot.py:move' ")


def test_where_nothing_fits_a_wrapper_is_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wrapper = Wrapper("dir/wrapped.py", "import bot\ndef move(board): ...\n")
    lines = printed(error_of(wrapper=wrapper), capsys, side="O", csv=True)
    assert lines == [
        REFUSED,
        "No other way of calling it was found.",
        "Save this as dir/wrapped.py, and complete it:",
        "",
        "import bot",
        "def move(board): ...",
        "",
        "then: ttt-table grade dir/wrapped.py:move --as O --csv",
        AS_DECLARED,
    ]


def test_without_a_wrapper_nothing_more_is_proposed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = printed(error_of(), capsys)
    assert lines == [REFUSED, "No other way of calling it was found.", AS_DECLARED]


def test_numbers_for_all_cells_are_those_of_a_network(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = printed(error_of(returns_scores=True), capsys)
    assert lines[1] == (
        "No other way of calling it was found. It returns a number for each cell: if it"
        " takes many boards at once, add --board batch."
    )


def test_a_class_that_cannot_be_made_gets_its_wrapper_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wrapper = Wrapper("wrapped.py", "import bot\n")
    error = error_of(wrapper=wrapper, can_be_called=False)
    assert printed(error, capsys)[:2] == [
        f"ttt-table: error: {PLAYER} is not graded: {REASON}",
        "Save this as wrapped.py, and complete it:",
    ]
    assert in_one_line(error, options()) is error


@pytest.mark.parametrize(
    ("facts", "advice"),
    [
        (
            {"suggestion": suggestion()},
            "try: ttt-table grade 'my bot.py:move' --board list --empty ' '",
        ),
        ({}, "write a function that calls it"),
        (
            {"returns_scores": True},
            "it returns a number for each cell: if it takes many boards at once, add"
            " --board batch; else write a function that calls it",
        ),
    ],
    ids=["a suggestion", "nothing", "scores"],
)
def test_in_a_row_of_players_it_is_one_line(facts: dict[str, Any], advice: str) -> None:
    error = in_one_line(error_of(**facts), options())
    assert str(error) == f"not understood: {REASON}; {advice}"


def test_an_error_without_a_proposal_stays_what_it_is() -> None:
    error = PlayerError("it is missing")
    assert in_one_line(error, options()) is error
    with pytest.raises(PlayerError) as caught:
        complain_of(error, options())
    assert caught.value is error
