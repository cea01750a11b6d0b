"""Counts and values that others have found, each with its source, for the audit to compare with.

Where no publication is known, the source says that the number was computed: by several programs
that share no code, but not published. Of 5x5 they are what scripts/count_positions.py counts, and a
second program too; docs/counts.md tells how.
"""

from __future__ import annotations

from typing import NamedTuple

from ttt_table.audit.counts import Found
from ttt_table.rules.game import Game

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


class Published(NamedTuple):
    """A number, a word or a row of numbers, and who says so."""

    value: Found
    source: str


_TIC_TAC_TOE: dict[str, tuple[Found, str]] = {
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

_FOUR_BY_FOUR: dict[str, tuple[Found, str]] = {
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

_FIVE_BY_FIVE_3: dict[str, tuple[Found, str]] = {
    "positions": (44216813912, COMPUTED),
    "positions up to symmetry": (5527448403, COMPUTED),
    "unfinished": (17166734059, COMPUTED),
    "finished, X wins": (15030723593, COMPUTED),
    "finished, O wins": (12019356256, COMPUTED),
    "finished, drawn": (4, COMPUTED),
    "finished up to symmetry": (3381423273, COMPUTED),
    "finished up to symmetry, X wins": (1878929297, COMPUTED),
    "finished up to symmetry, O wins": (1502493975, COMPUTED),
    "finished up to symmetry, drawn": (1, COMPUTED),
    "positions per ply": (
        _row(
            "1 25 600 6900 75900 531300 3468080 16473380 69557670 236496078 666299904 "
            "1655629026 3125319318 5620399806 7003961564 8761762244 6967430538 "
            "5665861990 2707213780 1293059844 333833264 79598588 9020692 788808 24218 "
            "394"
        ),
        COMPUTED,
    ),
    "classes per ply": (
        _row(
            "1 6 85 904 9664 66859 434500 2061513 8700242 29572187 83302032 206976505 "
            "390699516 702595547 875537723 1095263877 870971109 708269671 338422435 "
            "161644653 41735951 9953074 1128439 98787 3064 59"
        ),
        COMPUTED,
    ),
    "finished classes per ply": (
        _row(
            "0 0 0 0 0 1438 9154 167719 709619 5671481 16057263 71246011 135548153 "
            "360060998 453277342 730487675 587812465 559713168 270849924 142138666 "
            "37156641 9345807 1070428 96276 2986 59"
        ),
        COMPUTED,
    ),
    "games": (7505288478986827803552, COMPUTED),
    "games, X wins": (3961446673649224176720, COMPUTED),
    "games, O wins": (3531910793631870506832, COMPUTED),
    "games, drawn": (11931011705733120000, COMPUTED),
}

_FIVE_BY_FIVE_4: dict[str, tuple[Found, str]] = {
    "positions": (135554807014, COMPUTED),
    "positions up to symmetry": (16945183521, COMPUTED),
    "unfinished": (109599556766, COMPUTED),
    "finished, X wins": (14733619433, COMPUTED),
    "finished, O wins": (11221291272, COMPUTED),
    "finished, drawn": (339543, COMPUTED),
    "finished up to symmetry": (3244567159, COMPUTED),
    "finished up to symmetry, X wins": (1841793115, COMPUTED),
    "finished up to symmetry, O wins": (1402731374, COMPUTED),
    "finished up to symmetry, drawn": (42670, COMPUTED),
    "positions per ply": (
        _row(
            "1 25 600 6900 75900 531300 3542000 16824500 75542670 256845078 814797216 "
            "2036993040 4652052720 8639526480 14191085376 19509515624 22628667130 "
            "22597458334 17810016436 12388267696 6196721716 2759254740 771451240 "
            "183039848 21134370 1456074"
        ),
        COMPUTED,
    ),
    "classes per ply": (
        _row(
            "1 6 85 904 9664 66859 443850 2105695 9448916 32116793 101868876 254656232 "
            "581555800 1080008276 1773968664 2438788789 2828687393 2824785040 "
            "2226337985 1548603563 774635930 344936457 96445035 22886637 2643476 182595"
        ),
        COMPUTED,
    ),
    "finished classes per ply": (
        _row(
            "0 0 0 0 0 0 0 4690 21001 348431 1104992 8112788 18535942 78194607 "
            "128576019 339822092 394908538 668008571 528098122 559193088 281011407 "
            "173242323 48761139 14726600 1714214 182595"
        ),
        COMPUTED,
    ),
    "games": (3332811236754516255990144, COMPUTED),
    "games, X wins": (1329944669575103982273408, COMPUTED),
    "games, O wins": (990093690279477082676736, COMPUTED),
    "games, drawn": (1012772876899935191040000, COMPUTED),
}

_FIVE_BY_FIVE_5: dict[str, tuple[Found, str]] = {
    "positions": (158977021146, COMPUTED),
    "positions up to symmetry": (19873098997, COMPUTED),
    "unfinished": (154784116374, COMPUTED),
    "finished, X wins": (2449463372, COMPUTED),
    "finished, O wins": (1740315024, COMPUTED),
    "finished, drawn": (3126376, COMPUTED),
    "finished up to symmetry": (524190492, COMPUTED),
    "finished up to symmetry, X wins": (306228502, COMPUTED),
    "finished up to symmetry, O wins": (217570254, COMPUTED),
    "finished up to symmetry, drawn": (391736, COMPUTED),
    "positions per ply": (
        _row(
            "1 25 600 6900 75900 531300 3542000 16824500 75710250 257414850 823541472 "
            "2058853680 4798565520 8911621680 15225238080 20934702360 25960527450 "
            "25960527450 22707038640 15894839548 9259609404 4208708820 1455248400 "
            "363733356 55864212 4294748"
        ),
        COMPUTED,
    ),
    "classes per ply": (
        _row(
            "1 6 85 904 9664 66859 443850 2105695 9469965 32188170 102962268 257389392 "
            "599872560 1114023564 1903243464 2616944454 3245185470 3245185470 "
            "2838484200 1986942450 1157515910 526132926 181928356 45478330 6986686 "
            "538298"
        ),
        COMPUTED,
    ),
    "finished classes per ply": (
        _row(
            "0 0 0 0 0 0 0 0 0 7428 23462 349302 813720 5287422 9032256 33111744 "
            "41075840 92345838 80831050 112771060 65775534 54308678 18804464 7900468 "
            "1213928 538298"
        ),
        COMPUTED,
    ),
    "games": (12123953291699459229254400, COMPUTED),
    "games, X wins": (1785076390861215319123200, COMPUTED),
    "games, O wins": (1013669737707471716851200, COMPUTED),
    "games, drawn": (9325207163130772193280000, COMPUTED),
}

_COUNTS: dict[Game, dict[str, tuple[Found, str]]] = {
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
    Game(5, 5, 3): _FIVE_BY_FIVE_3,
    Game(5, 5, 4): _FIVE_BY_FIVE_4,
    Game(5, 5, 5): _FIVE_BY_FIVE_5,
    Game(4, 4, 4, gravity=True): {"positions": (161029, _TROMP)},
    Game(5, 4, 4, gravity=True): {"positions": (1706255, _TROMP)},
    Game(4, 5, 4, gravity=True): {"positions": (3945711, _TROMP)},
    Game(5, 5, 4, gravity=True): {"positions": (69763700, _TROMP)},
    Game(4, 6, 4, gravity=True): {"positions": (94910577, _TROMP), "value": ("O wins", _TROMP)},
    Game(6, 4, 4, gravity=True): {"positions": (15835683, _TROMP)},
    Game(7, 4, 4, gravity=True): {"positions": (135385909, _TROMP)},
    Game(4, 7, 4, gravity=True): {"positions": (2265792710, _TROMP)},
    Game(5, 6, 4, gravity=True): {"positions": (2818972642, _TROMP)},
    Game(6, 5, 4, gravity=True): {"positions": (1044334437, _TROMP)},
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
