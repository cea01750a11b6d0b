"""What a table says about a board: its outcome, and where each move leads."""

from __future__ import annotations

from ttt_table.results import Result
from ttt_table.results.boards import cells_text, look_grid, rule_text
from ttt_table.rules.game import Game, filled_lines
from ttt_table.rules.outcome import Look, Outcome, look_text, other, score_of
from ttt_table.table.reader import Table

FIELDS = ("board", "mover", "value", "plies", "score", "best")


def lookup(table: Table, board: str) -> Result:
    """Look a board up.

    Raises:
        BoardError: The board is invalid.

    >>> from ttt_table import open_table
    >>> print(lookup(open_table(), "XX.OO...."))
    XX.OO....  X to move: X wins in 1 ply; best: 2
    <BLANKLINE>
        X     |    X     | 2 win 1*
    ----------+----------+----------
        O     |    O     |  5 draw
    ----------+----------+----------
     6 loss 2 | 7 loss 2 | 8 loss 2
    <BLANKLINE>
    """
    look = table.look(board)
    game = table.game
    row = {
        "board": look.board,
        "mover": look.mover,
        **outcome_facts(look.outcome, game),
        "best": look.best,
    }
    return Result(row, lambda: _lookup_text(table, look), lambda: _moves(look, game))


def outcome_facts(outcome: Outcome, game: Game) -> dict[str, object]:
    """Return an outcome with its score."""
    return {**outcome._asdict(), "score": score_of(outcome, game.cells)}


def _moves(look: Look, game: Game) -> dict[str, object]:
    moves = []
    for cell, outcome in look.moves:
        move: dict[str, object] = {"cell": cell, **outcome_facts(outcome, game)}
        if game.gravity:
            move["column"] = cell % game.cols
        moves.append(move)
    if not game.gravity:
        return {"moves": moves}
    return {"best_columns": [cell % game.cols for cell in look.best], "moves": moves}


def _lookup_text(table: Table, look: Look) -> str:
    game = table.game
    headline = f"{look.board}  {look_text(look)}"
    if look.best:
        headline += f"; best: {cells_text(look.best, game)}"
    if game.lines is None:
        return f"{headline}\n\n{look_grid(look, game)}\n"

    # A game of lines is named, and its filled lines cannot be seen as a row.
    filled = filled_lines(game, look.board, other(look.mover))
    if filled:
        listed = ", ".join(" ".join(map(str, line)) for line in filled)
        headline += f"; filled: {listed}"
    rules = f"{game}: {rule_text(game, table.first)}"
    return f"{headline}\n\n{look_grid(look, game)}\n\n{rules}\n"
