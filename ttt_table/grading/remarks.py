"""What the answers of a player say about whether it needs an adapter.

A grade has asked every board that the player can meet, so nothing more is asked.
Answers that are not legal moves are counted. A player that does not tell X from O has
given one answer wherever the same cells are taken.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ttt_table.errors import PlayerError
from ttt_table.grading.answers import OFF_BOARD, Answer, cell_of, same
from ttt_table.grading.child import Place
from ttt_table.grading.grades import Grade
from ttt_table.grading.players import Player, Program, PythonFile
from ttt_table.grading.tree import Tree
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import other

MIN_REPEATED = 5  # boards that have the taken cells of others: fewer show nothing
MIN_ILLEGAL = 10  # answers that are legal in another way: fewer may be by chance


class Useless(NamedTuple):
    """An answer without a legal move.

    Attributes:
        tree: The tree of the side on which it was given.
        key: The board.
        answer: The answer.
    """

    tree: Tree
    key: int
    answer: Answer


def useless_answers(trees: Sequence[Tree]) -> list[Useless]:
    """Return the answers without a legal move."""
    return [
        Useless(tree, key, answer)
        for tree in trees
        for key, answer in tree.answered()
        if not answer.moves
    ]


def check_understood(trees: Sequence[Tree], player: Player) -> None:
    """Raise `PlayerError` for a player that needs an adapter.

    Most of its answers are not legal moves, or all illegal ones are legal in another
    way.

    Args:
        trees: The trees of all sides that are graded, after their boards were asked.
        player: The player.
    """
    useless = useless_answers(trees)
    decisions = sum(tree.decisions for tree in trees)
    reading = other_reading(useless)
    if 2 * len(useless) <= decisions and not reading:
        return
    first = useless[0]
    positions = first.tree.positions
    reason = (
        f"{player.name} is not graded: {len(useless):,} of {decisions:,} answers are"
        f" not legal moves: at {positions.text(first.key)} {first.answer.reason}"
    )
    if reading:
        reason += f"; all illegal answers are legal as {reading}"
    lines = [first.answer.hint.capitalize()]
    if not first.answer.hint:
        lines = _advice(player, positions.game, positions.table.first)
    lines.append("To grade it as it is: --as-is, or as_is=True")
    raise PlayerError(reason, advice="\n".join(lines))


def other_reading(useless: Sequence[Useless]) -> str:
    """Return the other way in which all illegal places would be legal, if there is one.

    ``(column, row)``, ``counted from 1``, or empty.
    """
    illegal = [
        (each.answer.place, each.tree, each.key)
        for each in useless
        if each.answer.place is not None
    ]
    if len(illegal) < MIN_ILLEGAL:
        return ""
    for reading, read in READINGS.items():
        if all(_is_legal(read(place), tree, key) for place, tree, key in illegal):
            return reading
    return ""


def _is_legal(place: Place, tree: Tree, key: int) -> bool:
    legal = tree.positions.legal(key)
    return cell_of(place, legal, tree.positions.game) in legal


def _swapped(place: Place) -> Place:
    return place[::-1] if isinstance(place, tuple) else OFF_BOARD


def _one_less(place: Place) -> Place:
    if isinstance(place, tuple):
        row, col = place
        return row - 1, col - 1
    return place - 1


READINGS: dict[str, Callable[[Place], Place]] = {
    "(column, row)": _swapped,
    "counted from 1": _one_less,
}


def check_steady(differing: list[tuple[int, Answer, Answer]], tree: Tree) -> None:
    """Raise `PlayerError` if boards got two answers.

    Args:
        differing: What `Tree.ask_again` returns.
        tree: The tree.
    """
    if not differing:
        return
    key, first, second = differing[-1]  # the first in the order of the game
    raise PlayerError(
        f"{tree.source.name} is not graded: it is random or remembers something: as"
        f" {tree.side}, {len(differing):,} of {tree.decisions:,} boards got two"
        f" answers, such as {tree.positions.text(key)}: {_answer_text(first)}, then"
        f" {_answer_text(second)}",
        advice="Return its distribution, {move: weight}: examples/exact_random.py finds"
        " it.\nOr ask each board N times and grade what is seen: --samples N, or"
        " samples=N",
    )


def _answer_text(answer: Answer) -> str:
    cells = " or ".join(str(cell) for cell, _ in answer.moves)
    return cells or f"a forfeit ({answer.reason})"


def notes(grade: Grade, trees: Sequence[Tree], player: Player) -> list[str]:
    """Return what to know before you believe a grade, in words."""
    texts = []
    if isinstance(player, PythonFile) and player.loaded_until:
        texts.append(f"it was loaded only until {player.loaded_until}")
    if not grade.sound and ignores_owners(trees):
        texts.append(
            "its answers depend only on which cells are taken: it may expect other"
            " marks than X and O"
        )
    unplayed = [
        tree.side
        for tree in trees
        if 0 < tree.decisions == len(useless_answers([tree]))
    ]
    if len(unplayed) < len(trees):
        texts += [
            f"as {side} it makes no legal move: add --as {other(side)} if it plays"
            f" {other(side)} only"
            for side in unplayed
        ]
    return texts


def ignores_owners(trees: Sequence[Tree]) -> bool:
    """Return whether the answers depend only on which cells are taken."""
    answer_of_mask: dict[int, Answer] = {}
    repeated = 0
    for tree in trees:
        cells = tree.positions.cells
        for key, answer in tree.answered():
            mask = (key | key >> cells) & (1 << cells) - 1
            if mask not in answer_of_mask:
                answer_of_mask[mask] = answer
            elif same(answer_of_mask[mask], answer):
                repeated += 1
            else:
                return False
    return repeated >= MIN_REPEATED


def _advice(player: Player, game: Game, first: str) -> list[str]:
    """Return how to call a player, in lines, with an adapter to complete."""
    board = f"{first}...{other(first)}".ljust(game.cells, ".")[: game.cells]
    move = "a column" if game.gravity else "a cell"
    lines = []
    if game.gravity:
        lines.append(
            "With gravity a number is a column; for a cell, return"
            f" divmod(cell, {game.cols})"
        )
    if isinstance(player, Program):
        lines.append(
            f"It gets a board such as {board} on a line, and prints {move} from 0, or a"
            " row and a column such as 0 2, on a line"
        )
    elif isinstance(player, PythonFile):
        lines += _advice_on_file(player, game, first, board, move)
    else:
        lines.append(
            f"It gets a board such as {board}, and returns {move} from 0 or a pair"
            " (row, column). Pass a function that calls it so, such as\n"
            '    lambda board: best(list(board.replace(".", " ")))'
        )
    return lines


def _advice_on_file(
    player: PythonFile, game: Game, first: str, board: str, move: str
) -> list[str]:
    if player.adapter:
        return [f"Correct {player.adapter}"]
    own = player.outline()
    named = player.player or "NAME"
    signature = next((line for line in own if line.startswith(f"{named}(")), named)
    asked = "ask" if player.player else "ask.NAME"
    second = other(first)
    # No name here is one that a file is likely to have.
    adapter = f"""\
Call it through an adapter. Save this as call.py, and complete it:

def call(ask, text):
    # ask is {player.player or "the module"} of {player.path}
    # text is a board such as "{board}"
    first_moves = text.count("X") == text.count("O")
    mark, rival = ("{first}", "{second}") if first_moves else ("{second}", "{first}")
    cells = list(text.replace(".", " "))
    rows = [cells[at : at + {game.cols}] for at in range(0, {game.cells}, {game.cols})]
    answer = {asked}(cells)  # {signature}: give it cells, rows, mark, rival
    return answer  # {move} from 0, or (row, column)

Then: {shlex.join(["ttt-table", "grade", player.name, "--adapter", "call.py"])}"""
    return [f"{player.path} has", *(f"    {line}" for line in own), "", adapter]
