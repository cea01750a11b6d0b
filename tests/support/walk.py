"""Counts by playing on from the empty board, by any rules, also up to symmetry.

It shares the rules with `ReferenceGame`, and with scripts/count_positions.py the names
of the counts. A board of 200,000 positions takes seconds.
"""

from collections import Counter
from collections.abc import Sequence

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
