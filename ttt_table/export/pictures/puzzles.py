"""A sheet of puzzles, boards on which X moves and wins, and below them their key."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ttt_table.errors import ArgumentError
from ttt_table.export.pictures import svg
from ttt_table.export.pictures.classes import greatest
from ttt_table.rules.game import symmetries
from ttt_table.rules.outcome import Look
from ttt_table.table.reader import Table

MOST_PUZZLES = 12
_ACROSS = 3
_TRIES = 400  # how many games are played at random to find them
_WIDEST = 180  # what a board may take, in pixels


def draw(table: Table, seed: int = 0) -> svg.Picture:
    """Puzzles with one solution each, the shortest first; the same seed gives the same ones.

    Raises `ArgumentError` where there are none.
    """
    puzzles = choose(table, Random(seed))
    if not puzzles:
        raise ArgumentError(f"there is no board of {table.game} on which one move alone wins for X")
    rules = "On each board one move of X wins, whatever O answers. Only X's moves are counted."
    title = f"X to move and win: {svg.game_title(table.game)}"
    questions = _rows(table, puzzles, solved=False)
    key = "The winning move is bold; then best play, cell by cell."
    return svg.Picture(
        title,
        f"{len(puzzles)} boards, and below them their solutions.",
        svg.WIDTH,
        [
            svg.heading(title, rules, more=10),
            *questions,
            svg.heading("The key", key, more=10),
            *_rows(table, puzzles, solved=True),
        ],
        len(puzzles),
    )


def choose(table: Table, lots: Random) -> list[Look]:
    """Boards of different classes on which X has one winning move, the shortest first."""
    moved = symmetries(table.game)
    by_plies: dict[int, dict[str, Look]] = {}
    for _ in range(_TRIES):
        look = table.look("." * table.game.cells)
        while look.moves:
            if _is_puzzle(look):
                same = by_plies.setdefault(look.outcome.plies, {})
                if len(same) < MOST_PUZZLES:
                    same.setdefault(greatest(look.board, moved), look)
            move = look.moves[lots.randrange(len(look.moves))]
            look = table.look(svg.after(look, move.cell))
    kinds = [list(by_plies[plies].values()) for plies in sorted(by_plies)]
    chosen: list[Look] = []
    # One of each length in turn, until there are enough.
    for round_ in range(MOST_PUZZLES):
        chosen += [kind[round_] for kind in kinds if round_ < len(kind)]
    return sorted(chosen[:MOST_PUZZLES], key=lambda look: look.outcome.plies)


def _is_puzzle(look: Look) -> bool:
    wins = [move for move in look.moves if move.outcome.value > 0]
    return look.mover == "X" and len(wins) == 1 and len(look.moves) > 1


def _rows(table: Table, puzzles: Sequence[Look], *, solved: bool) -> list[svg.Block]:
    side = min(_WIDEST / max(table.game.cols, table.game.rows), 60)
    drawn = [_puzzle(table, number, look, side, solved) for number, look in enumerate(puzzles, 1)]
    pitch = (svg.WIDTH - 2 * svg.MARGIN) / _ACROSS
    return svg.rows(drawn, _ACROSS, pitch, table.game.rows * side + 66)


def _puzzle(table: Table, number: int, look: Look, side: float, solved: bool) -> str:
    game = table.game
    moves = (look.outcome.plies + 1) // 2
    words = f"{number}. Win in {moves} {'move' if moves == 1 else 'moves'}"
    line = table.line(look.board) if solved else []
    shown = table.look(svg.after(look, line[0])) if line else look
    corners = {cell: svg.corner(cell, game) for cell in range(game.cells)}
    numbers = "".join(
        svg.text(x + 8, y + 26, str(cell), 20, cls="muted")
        for cell, (x, y) in corners.items()
        if shown.board[cell] == "."
    )
    where = (0, 26, side)
    board = svg.small(shown, game, "panel", where, line[0] if line else None, numbers)
    played = svg.text(0, 44 + game.rows * side, " ".join(map(str, line)), 14)
    return svg.text(0, 16, words, 16, cls="bold") + board + played
