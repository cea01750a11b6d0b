"""Counts and results of games that are known, each with its source.

Most were published: `published.json`. Others were found by programs of this project
that share nothing with the audit: `computed.json`, which is made of the list of counts.
"""

import json
from collections.abc import Callable
from pkgutil import get_data
from typing import Any, NamedTuple

from ttt_table.audit.counts import CountValue
from ttt_table.rules.game import Game

PUBLISHED = "published"
COMPUTED = "computed"


class Known(NamedTuple):
    """A count that was published, or computed by other programs of this project."""

    value: CountValue
    """A number, a word or a row of numbers."""
    source: str
    """The publication, or the programs."""
    basis: str
    """Whether it was published or computed."""


def _read(file: str) -> Any:  # what JSON holds
    return json.loads(get_data(__name__, file) or b"")


_COMPUTED = _read("computed.json")
_PUBLISHED = _read("published.json")


def known_counts(game: Game) -> dict[str, Known]:
    """Return the known counts of a game, by the names of the audit's counts."""
    game = game._replace(name=None)
    same_games = [game]
    # A turned board is the same game, unless stones fall or lines are listed.
    if not game.gravity and game.lines is None:
        same_games.append(game._replace(rows=game.cols, cols=game.rows))
    return {
        **_counts_in(_COMPUTED, same_games, _computed),
        **_counts_in(_PUBLISHED["games"], same_games, _published),
    }


def _counts_in(
    entries: list[dict[str, Any]],
    same_games: list[Game],
    known: Callable[[Any], Known],
) -> dict[str, Known]:
    """Return the counts of the entries that are about one of these games, by name."""
    sizes = [(same.rows, same.cols) for same in same_games]
    return {
        name: known(count)
        for entry in entries
        # Most entries are about boards of other sizes, and a game takes long to make.
        if (entry["game"]["rows"], entry["game"]["cols"]) in sizes
        and Game(**entry["game"]) in same_games
        for name, count in entry["counts"].items()
    }


def _published(count: dict[str, Any]) -> Known:
    source = ", ".join(_PUBLISHED["sources"][count["source"]].values())
    return Known(_value(count), source, PUBLISHED)


def _computed(count: dict[str, Any]) -> Known:
    programs = ", ".join(count["by"])
    source = f"also found by {programs}; no publication is known"
    return Known(_value(count), source, COMPUTED)


def _value(count: dict[str, Any]) -> CountValue:
    value: CountValue | list[int] = count["value"]
    return tuple(value) if isinstance(value, list) else value
