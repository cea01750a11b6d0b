"""Counts and values that others have found, each with its source, for the audit to compare with.

Where no publication is known, the source says that the number was computed: by several programs
that share no code, but not published.
"""

from __future__ import annotations

from collections import namedtuple

from ttt_table.rules.game import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    Value = int | str | tuple[int, ...]

COMPUTED = "by independent programs; no publication is known"

COUNTED = "in this table's slots"

_BOLON = (
    "Wikipedia, Tic-tac-toe, section Combinatorics (citing T. Bolon 2013), "
    "https://en.wikipedia.org/wiki/Tic-tac-toe#Combinatorics"
)
_BOTTOMLEY = (
    "H. Bottomley, How many Tic-Tac-Toe games are possible?, http://www.se16.info/hgb/tictactoe.htm"
)
_COULSON = "S. Coulson, Counting in Tic Tac Toe, https://www.sethcoulson.com/tic-tac-toe/counting/"
_LKFORGE = (
    "LK Forge, Tic-Tac-Toe Solver Benchmark, "
    "https://huggingface.co/datasets/LKForge/tic-tac-toe-solver-benchmark"
)
_PAN = "J. Pan, Move first, and become unbeatable, https://arxiv.org/abs/2208.06795"
_STACK = (
    "Mathematics Stack Exchange 469371, number of valid TicTacToe board states, "
    "https://math.stackexchange.com/questions/469371"
)
_TROMP = "J. Tromp, John's Connect Four Playground, https://tromp.github.io/c4/c4.html"
_UCI = (
    "UCI Machine Learning Repository, Tic-Tac-Toe Endgame, "
    "https://archive.ics.uci.edu/ml/datasets/Tic-Tac-Toe+Endgame"
)
_UITERWIJK = (
    "J. Uiterwijk, Solving Strong and Weak 4-in-a-Row (IEEE CoG 2019), Table I and Theorem 2, "
    "https://ieee-cog.org/2019/papers/paper_115.pdf"
)


def _oeis(sequence: str) -> str:
    return f"OEIS {sequence}, https://oeis.org/{sequence}"


def _row(numbers: str) -> tuple[int, ...]:
    return tuple(map(int, numbers.split()))


class Published(namedtuple("Published", ["value", "source"])):
    """A number, a word or a row of numbers, and who says so."""

    __slots__ = ()

    value: Value
    source: str


_TIC_TAC_TOE: dict[str, tuple[Value, str]] = {
    "positions": (5478, _COULSON),
    "positions up to symmetry": (765, _COULSON),
    "positions per ply": (_row("1 9 72 252 756 1260 1520 1140 390 78"), COMPUTED),
    "classes per ply": (_row("1 3 12 38 108 174 204 153 57 15"), _oeis("A008907")),
    "unfinished": (4520, COMPUTED),
    "finished": (958, _UCI),
    "finished, X wins": (626, _UCI),
    "finished, O wins": (316, _BOLON),
    "finished, drawn": (16, _BOLON),
    "finished up to symmetry": (138, _BOLON),
    "finished up to symmetry, X wins": (91, _BOLON),
    "finished up to symmetry, O wins": (44, _BOLON),
    "finished up to symmetry, drawn": (3, _BOLON),
    "finished classes per ply": (_row("0 0 0 0 0 21 21 58 23 15"), _oeis("A048245")),
    "won for the mover": (2836, COMPUTED),
    "lost for the mover": (1574, COMPUTED),
    "drawn for the mover": (1068, COMPUTED),
    "classes X wins per ply": (_row("0 0 7 9 85 67 139 70 23 12"), _oeis("A317401")),
    "classes O wins per ply": (_row("0 0 0 8 5 72 38 56 23 0"), _oeis("A317402")),
    "games": (255168, _oeis("A061526")),
    "games, X wins": (131184, _oeis("A061527")),
    "games, O wins": (77904, _oeis("A061528")),
    "games, drawn": (46080, _oeis("A061529")),
    "games ending per ply": (_row("0 0 0 0 0 1440 5328 47952 72576 127872"), _BOTTOMLEY),
    "nodes of the game tree": (549946, _LKFORGE),
    "value": ("draw", _UITERWIJK),
    "first moves": ((0,) * 9, _LKFORGE),
}

_FOUR_BY_FOUR: dict[str, tuple[Value, str]] = {
    "positions": (9722011, _STACK),
    "positions up to symmetry": (1217977, COMPUTED),
    "classes per ply": (
        _row("1 3 33 219 1413 5514 20122 50215 112379 179510 245690 245690 193318 110452")
        + _row("41870 10489 1059"),
        _oeis("A317575"),
    ),
    "unfinished": (9062619, COMPUTED),
    "finished classes per ply": (
        _row("0 0 0 0 0 0 0 280 642 4942 6770 20286 16042 20998 7970 3774 1059"),
        _oeis("A317576"),
    ),
    "classes X wins per ply": (
        _row("0 0 0 0 0 0 1100 280 26771 11535 91567 36362 78138 26146 12900 3774 0"),
        _oeis("A317573"),
    ),
    "classes O wins per ply": (
        _row("0 0 0 0 0 0 0 2476 642 31841 11251 66364 21718 29258 8496 1335 371"),
        _oeis("A317574"),
    ),
    "games": (15038733958272, _oeis("A061526")),
    "games, X wins": (3225291101568, _oeis("A061527")),
    "games, O wins": (3106180802304, _oeis("A061528")),
    "games, drawn": (8707262054400, _oeis("A061529")),
}

_COUNTS: dict[Game, dict[str, tuple[Value, str]]] = {
    Game(1, 1, 1): {
        "positions": (2, _STACK),
        "games": (1, _oeis("A061526")),
        "games, X wins": (1, _oeis("A061527")),
        "games, O wins": (0, _oeis("A061528")),
        "games, drawn": (0, _oeis("A061529")),
    },
    Game(2, 2, 2): {
        "positions": (29, _STACK),
        "games": (24, _oeis("A061526")),
        "games, X wins": (24, _oeis("A061527")),
        "games, O wins": (0, _oeis("A061528")),
        "games, drawn": (0, _oeis("A061529")),
    },
    Game(3, 3, 3): _TIC_TAC_TOE,
    Game(3, 3, 4): {"positions": (6046, _oeis("A005773"))},
    Game(3, 3, 3, misere=True): {
        "value": ("draw", _PAN),
        "first moves": ((-1, -1, -1, -1, 0, -1, -1, -1, -1), _PAN),
    },
    Game(4, 4, 3): {
        "positions": (6036001, COMPUTED),
        "positions up to symmetry": (756387, COMPUTED),
    },
    Game(4, 4, 4): _FOUR_BY_FOUR,
    Game(4, 4, 5): {"positions": (10165779, _oeis("A005773"))},
    Game(4, 4, 4, gravity=True): {"positions": (161029, _TROMP)},
    Game(5, 4, 4, gravity=True): {"positions": (1706255, _TROMP)},
    Game(4, 5, 4, gravity=True): {"positions": (3945711, _TROMP)},
    Game(5, 5, 4, gravity=True): {"positions": (69763700, _TROMP)},
    Game(4, 6, 4, gravity=True): {"positions": (94910577, _TROMP), "value": ("O wins", _TROMP)},
    Game(4, 4, 3, gravity=True): {"positions": (41750, COMPUTED)},
    Game(5, 5, 3, gravity=True): {"positions": (4176536, COMPUTED)},
}

# Values of m,n,k games; the turned board has the same.
_VALUES = {
    "X wins": "3,4,3 4,4,3 3,5,3 3,6,3 4,5,3",
    "draw": "3,3,3 2,3,3 2,4,3 2,5,3 2,8,3 3,4,4 3,5,4 3,6,4 4,4,4 4,5,4 4,5,5 4,6,4 5,5,4",
}


def published(game: Game) -> dict[str, Published]:
    """What is known of a game, or of its board turned, by the names of the audit's counts."""
    if not game.gravity:  # a turned board is the same game, unless stones fall
        game = game._replace(rows=min(game.rows, game.cols), cols=max(game.rows, game.cols))
    known = {name: Published(*entry) for name, entry in _COUNTS.get(game, {}).items()}
    for value, games in _VALUES.items():
        shape = f"{game.rows},{game.cols},{game.k}"
        if shape in games.split() and not game.misere and not game.gravity:
            known["value"] = Published(value, _UITERWIJK)
    return known
