"""Counts and values that others have found, each with its source (docs/counts.md)."""

import json
from pkgutil import get_data
from typing import NamedTuple

from ttt_table.audit.counts import Found
from ttt_table.rules.game import Game


class Published(NamedTuple):
    """A number, a word or a row of numbers, and who says so."""

    value: Found
    source: str


_FILE = json.loads(get_data(__name__, "published.json") or b"")
_SOURCES = {key: ", ".join(source.values()) for key, source in _FILE["sources"].items()}
_GAMES = [
    (
        Game(**one["game"]),
        {name: count.values() for name, count in one["counts"].items()},
    )
    for one in _FILE["games"]
]
COMPUTED = _SOURCES["computed"]


def published(game: Game) -> dict[str, Published]:
    """What is known of a game, by the names of the audit's counts."""
    # A turned board is the same game, unless stones fall or lines are listed.
    game = turned = game._replace(name=None)
    if not game.gravity and game.lines is None:
        turned = game._replace(rows=game.cols, cols=game.rows)
    return {
        name: Published(
            tuple(value) if isinstance(value, list) else value, _SOURCES[source]
        )
        for known, counts in _GAMES
        if known in (game, turned)
        for name, (value, source) in counts.items()
    }
