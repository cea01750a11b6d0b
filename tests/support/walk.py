"""Counts and results by playing on from the empty board, also up to symmetry.

It shares the rules with `ReferenceGame`, and with scripts/count_positions.py the names
of the counts. A board of 200,000 positions takes seconds.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from count_positions import Counts, Row, Tally, name_counts

from support.reference_game import ReferenceGame
from ttt_table import Game


def count_by_playing(game: Game, permutations: Sequence[Row]) -> Counts:
    """Count positions and games.

    Two games are equal up to symmetry of positions if after each move some symmetry
    carries one board to the other, and up to symmetry of moves if one symmetry does so
    all the time.

    Args:
        game: The game.
        permutations: For each symmetry the cell to which it carries each cell; the
            first symmetry moves nothing.
    """
    reference = ReferenceGame(*game)
    tally = classes = tally_of(reference, permutations[:1])
    if len(permutations) > 1:
        classes = tally_of(reference, permutations)
    counts = name_counts(tally, classes, game.misere, game.breaker)
    games_of_positions = sum(classes.games) + classes.drawn_games
    counts["games up to symmetry of positions"] = games_of_positions

    # A symmetry carries a game to itself only if it leaves each of its cells in place.
    # If no game is so short, each class has as many games as there are symmetries.
    most_unmoved = 0
    for permutation in permutations[1:]:
        unmoved = [cell for cell in range(game.cells) if permutation[cell] == cell]
        most_unmoved = max(most_unmoved, len(unmoved))
    shortest_games = tally.games[: most_unmoved + 1]
    if most_unmoved < game.cells and not any(shortest_games):
        all_games = sum(tally.games) + tally.drawn_games
        counts["games up to symmetry of moves"] = all_games // len(permutations)
    return counts


def results_by_playing(game: Game, permutations: Sequence[Row]) -> dict[str, Any]:
    """Count the positions by their result, and find the result of the game.

    Each board is in a dictionary with its outcome. 140,000 boards take 10 seconds.

    Args:
        game: The game.
        permutations: As in `count_by_playing`.
    """
    reference = ReferenceGame(*game)
    positions: Counter[int] = Counter()
    classes_won: dict[str, Row] = {"X": [0] * (game.cells + 1)}
    classes_won["O"] = [0] * (game.cells + 1)
    # From full boards back to the empty one, so that no recursion is deep.
    for board in sorted(reference.boards(), key=lambda board: board.count(".")):
        value, _ = reference.outcome(board)
        positions[value] += 1
        if value and board == canonical(board, permutations):
            mover = reference.mover(board)
            opponent = "O" if mover == "X" else "X"
            winner = mover if value == 1 else opponent
            classes_won[winner][game.cells - board.count(".")] += 1

    value, plies = reference.outcome(reference.start)
    return {
        "won for the mover": positions[1],
        "lost for the mover": positions[-1],
        "drawn for the mover": positions[0],
        "value": {1: "X wins", 0: "draw", -1: "O wins"}[value],
        "plies": plies,
        "classes X wins per ply": classes_won["X"],
        "classes O wins per ply": classes_won["O"],
    }


def tally_of(reference: ReferenceGame, permutations: Sequence[Row]) -> Tally:
    """Play on from one board of each class; moves into the same class count once."""
    going_on: Row = []
    by_line: Row = []
    games: Row = []
    drawn_games = 0
    games_to = Counter(
        {reference.start: 1}
    )  # how many games lead to each board of a ply
    for _ in range(len(reference.start) + 1):
        with_line = {board for board in games_to if ends_by_line(reference, board)}
        going_on.append(len(games_to) - len(with_line))
        by_line.append(len(with_line))
        games.append(sum(games_to[board] for board in with_line))
        drawn_games = games_to.total() - games[-1]  # of the last ply, in the end

        games_to_next: Counter[str] = Counter()
        for board in games_to.keys() - with_line:
            replies = reference.moves(board).values()
            for reply in {canonical(reply, permutations) for reply in replies}:
                games_to_next[reply] += games_to[board]
        games_to = games_to_next
    return Tally(going_on, by_line, games, drawn_games)


def ends_by_line(reference: ReferenceGame, board: str) -> bool:
    """Return whether a board has a line of a player whose lines count."""
    if reference.has_line(board, "X"):
        return True
    return not reference.breaker and reference.has_line(board, "O")


def canonical(board: str, permutations: Sequence[Row]) -> str:
    """Return the board that stands for a board's class."""
    images = []
    for permutation in permutations:
        images.append("".join(board[cell] for cell in permutation))
    return min(images)
