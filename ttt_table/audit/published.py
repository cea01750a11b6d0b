"""Counts and results of games that are known, each with its source.

Most were published: `published.json`. Others were found by programs of this project
that share nothing with the audit: `computed.json`, which is made of the list of counts.
"""

import json
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


def _published_counts() -> list[tuple[Game, dict[str, Known]]]:
    """Return the published counts of each game, by name."""
    content = _read("published.json")
    games = []
    for entry in content["games"]:
        counts = {}
        for name, count in entry["counts"].items():
            source = ", ".join(content["sources"][count["source"]].values())
            counts[name] = Known(_value(count), source, PUBLISHED)
        games.append((Game(**entry["game"]), counts))
    return games


def _computed_counts() -> list[tuple[Game, dict[str, Known]]]:
    """Return the counts of each game that other programs have found, by name."""
    games = []
    for entry in _read("computed.json"):
        counts = {
            name: Known(_value(count), _programs_text(count["by"]), COMPUTED)
            for name, count in entry["counts"].items()
        }
        games.append((Game(**entry["game"]), counts))
    return games


def _value(count: dict[str, Any]) -> CountValue:
    value: CountValue | list[int] = count["value"]
    return tuple(value) if isinstance(value, list) else value


def _programs_text(programs: list[str]) -> str:
    """Return what a report says of a count that was not published."""
    names = ", ".join(programs)
    return f"also found by {names}; no publication is known"


_GAMES = [*_computed_counts(), *_published_counts()]


def known_counts(game: Game) -> dict[str, Known]:
    """Return the known counts of a game, by the names of the audit's counts."""
    game = game._replace(name=None)
    same_games = [game]
    # A turned board is the same game, unless stones fall or lines are listed.
    if not game.gravity and game.lines is None:
        same_games.append(game._replace(rows=game.cols, cols=game.rows))
    known: dict[str, Known] = {}
    for known_game, counts in _GAMES:
        if known_game in same_games:
            known |= counts
    return known
