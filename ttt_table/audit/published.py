"""Published counts and values of games, each with its source.

https://ttt-table.github.io/ttt-table/counts.html shows them.
"""

import json
from pkgutil import get_data
from typing import Any, NamedTuple

from ttt_table.audit.counts import CountValue
from ttt_table.rules.game import Game


class Published(NamedTuple):
    """A count that was published, or computed by this project."""

    value: CountValue
    """A number, a word or a row of numbers."""
    source: str
    """The publication."""


_FILE = json.loads(get_data(__name__, "published.json") or b"")
_SOURCES = {key: ", ".join(source.values()) for key, source in _FILE["sources"].items()}
COMPUTED = _SOURCES["computed"]
"""The source of counts that this project has computed."""


def _read_counts(entries: dict[str, dict[str, Any]]) -> dict[str, Published]:
    """Return the counts of one game, by name."""
    counts = {}
    for name, entry in entries.items():
        value = entry["value"]
        if isinstance(value, list):
            value = tuple(value)
        counts[name] = Published(value, _SOURCES[entry["source"]])
    return counts


_GAMES = [
    (Game(**entry["game"]), _read_counts(entry["counts"])) for entry in _FILE["games"]
]


def published(game: Game) -> dict[str, Published]:
    """Return the published counts of a game, by the names of the audit's counts."""
    game = game._replace(name=None)
    same_games = [game]
    # A turned board is the same game, unless stones fall or lines are listed.
    if not game.gravity and game.lines is None:
        same_games.append(game._replace(rows=game.cols, cols=game.rows))
    published_counts: dict[str, Published] = {}
    for published_game, counts in _GAMES:
        if published_game in same_games:
            published_counts |= counts
    return published_counts
