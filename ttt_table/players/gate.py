"""Ask a player some boards before its grade, which might say nothing about it.

It is refused if most of its answers as a side are of no use: it is then called in
another way than it should be. If its answers ignore somebody's marks, it is graded
with a note that its marks may be others.

The boards come in *pairs* with the same free cells and other stones, on which the mover
and the opponent could both win at once, each in cells of its own, and in the second
board elsewhere than in the first. So a player that sees the stones, to win or to block,
answers some pairs differently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import NamedTuple, TypeAlias

from ttt_table.errors import BoardError, PlayerError
from ttt_table.players.answers import Answer, Forfeit, Unanswered
from ttt_table.players.moves import cell_of
from ttt_table.players.process import LateError
from ttt_table.players.programs import Program
from ttt_table.players.records import FaultError
from ttt_table.players.session import Session
from ttt_table.rules.board import completions
from ttt_table.rules.game import Game, playable
from ttt_table.rules.outcome import other
from ttt_table.table.reader import Table

SEED = 0  # of each question, so that chance does not look like sight
ASKED_AGAIN = 3  # times: answers that differ by chance do so again
MAX_LATE = 2  # answers that may be late before the others are not waited for
UNKNOWN_MARK = "#"

PAIRS_OF_A_SIDE = 5
BOARDS_OF_A_SIDE = 10
MIN_FREE = 3  # so few free cells, as others take minimax longer
MAX_FREE = 6
MASKS = 200  # tried for each number of free cells
GAMES = 50  # played at random where there are no pairs
SHUFFLES = 20  # tried of the stones on each of them

# The pairs of tic-tac-toe with the fewest `_misreadings` of all.
OF_TIC_TAC_TOE = """
    XX.OO.XO. OX.XX.OO. XX.O.XO.O OX.O.OX.X
    X.XO.X.OO O.OX.X.OX .XX.OO.OX .XO.XX.OO
    X.XOO.OX. O.XXX.OO. X.XO.O.X. X.OX.O.X.
    .X.X.XO.O .X.X.OX.O .XX.OOX.. .XO.XOX..
    ..XXX.OO. ..XXO.XO. XX...XOO. XO...XXO.
"""
EXCHANGED = str.maketrans("XO", "OX")

Reading: TypeAlias = Callable[[int, int, Game], tuple[int, int]]
OTHER_READINGS: dict[str, Reading] = {
    "(column, row)": lambda first, second, _: (second, first),
    "(row, column) with rows counted from the bottom": lambda first, second, game: (
        game.rows - 1 - first,
        second,
    ),
}
"""What pairs may mean besides (row, column), each as a row and a column."""


@dataclass(frozen=True, slots=True)
class _SideAnswers:
    """What a player has answered as one side.

    Attributes:
        side: The side.
        answers: By board, the answer.
        pairs: The boards with the same free cells and other stones.
    """

    side: str
    answers: dict[str, Answer]
    pairs: Sequence[tuple[str, str]]

    def useless(self) -> list[Forfeit | Unanswered]:
        """Return the answers that cannot be played, not even with some chance."""
        return [
            answer
            for answer in self.answers.values()
            if isinstance(answer, Unanswered)
            or (isinstance(answer, Forfeit) and answer.share == 1)
        ]

    def illegal(self) -> list[Forfeit]:
        """Return the answers that are illegal cells."""
        return [
            answer
            for answer in self.useless()
            if isinstance(answer, Forfeit) and answer.kind == "illegal"
        ]

    def is_refused(self) -> bool:
        """Return whether more than half of the answers are of no use."""
        return 2 * len(self.useless()) > len(self.answers)


def check_gate(session: Session, table: Table, sides: Sequence[str]) -> str:
    """Refuse a player that a grade would blame for the way in which it is called.

    Args:
        session: The player.
        table: The game.
        sides: The sides on which it is to be graded.

    Returns:
        The marks that its answers ignore: ``XO`` if they never depend on whose stones
        are whose, ``X`` or ``O`` if they stay the same with any other mark in its
        place; else an empty text.

    Raises:
        PlayerError: More than half of its answers as a side are of no use, or all are
            legal if they are read in another way.
    """
    gate = _Gate(session, table)
    asked = list(gate.ask_sides(sides))
    reason = gate.reason_to_refuse(asked)
    if reason:
        from ttt_table.players.refusal import refusal  # most players are graded

        raise refusal(session.player, reason, table, playable_side(asked))
    return gate.ignored_marks(asked)


def check_opponent(session: Session, table: Table, sides: Sequence[str]) -> None:
    """Refuse an opponent that would lose because of the way in which it is called.

    Args:
        session: The opponent.
        table: The game.
        sides: The sides that it plays.

    Raises:
        PlayerError: More than half of its answers as a side are of no use.
    """
    gate = _Gate(session, table)
    asked = list(gate.ask_sides(sides))
    reason = gate.reason_to_refuse(asked)
    if reason:
        raise PlayerError(
            f"{session.name} is no opponent: {reason}",
            advice="Write a function of a board for it, which calls it as it should be",
        )


def playable_side(asked: Sequence[_SideAnswers]) -> str:
    """Return the only side that a player seems to play, or an empty text.

    Whoever has some answers of use on the other side is rather misunderstood on both.
    """
    played = [side for side in asked if not side.is_refused()]
    has_one_side = len(played) == 1 < len(asked)
    plays_other = any(
        len(side.useless()) < len(side.answers) for side in asked if side not in played
    )
    return played[0].side if has_one_side and not plays_other else ""


class _Gate:
    """Asks the boards.

    Attributes:
        late: How many answers were late.
    """

    def __init__(self, session: Session, table: Table) -> None:
        self.late = 0
        self._session = session
        self._table = table

    @property
    def is_late(self) -> bool:
        """Whether so many answers were late that the others are not waited for."""
        return self.late >= MAX_LATE

    def ask_sides(self, sides: Sequence[str]) -> Iterator[_SideAnswers]:
        """Yield the answers of each side, as long as few are late."""
        for side in sides:
            boards, pairs = boards_of_side(self._table, side)
            answers: dict[str, Answer] = {}
            for board in boards:
                answers[board] = self._ask(board)
                if self.is_late:
                    return
            yield _SideAnswers(side, answers, pairs)

    def reason_to_refuse(self, asked: Sequence[_SideAnswers]) -> str:
        """Return what a player did on the first board, and on how many; or nothing."""
        if self.is_late:
            return ""  # the grade says of a slow player what is to be said
        illegal = [answer for side in asked for answer in side.illegal()]
        if illegal:
            reading = self._other_reading(
                [board for side in asked for board in side.answers]
            )
            if reading:
                first = f"at {illegal[0].board} {illegal[0].reason}"
                return f"{first}, but all of its answers are legal as {reading}"
        refused = [side for side in asked if side.is_refused()]
        if not refused:
            return ""
        useless = refused[0].useless()
        reason = f"at {useless[0].board} {self._fault(useless[0])}"
        if len(refused) == len(asked):
            return reason
        count = f"{len(useless)} of {len(refused[0].answers)}"
        return (
            f"if {refused[0].side} is to move, {count} answers are of no use: {reason}"
        )

    def _fault(self, answer: Forfeit | Unanswered) -> str:
        if isinstance(answer, Forfeit):
            return answer.reason
        if answer.was_late:
            return "there is no answer in time"
        if isinstance(self._session.player, Program):
            return "it prints an empty line"
        return "it returns None"

    def _other_reading(self, boards: Sequence[str]) -> str:
        """Return how all answers are legal pairs, or an empty text."""
        game = self._table.game
        legal_of_board = {board: self._table.legal_moves(board) for board in boards}
        pair_of_board = {}
        for board in boards:
            try:
                pair = self._session.player.answer(board, SEED)
            except (FaultError, LateError):
                return ""
            if not isinstance(pair, tuple):
                return ""
            pair_of_board[board] = pair
        for reading, read in OTHER_READINGS.items():
            if all(
                cell_of(read(*pair_of_board[board], game), legal, game) in legal
                for board, legal in legal_of_board.items()
            ):
                return reading
        return ""

    def ignored_marks(self, asked: Sequence[_SideAnswers]) -> str:
        """Return the marks that the answers ignore."""
        pairs = [pair for side in asked for pair in side.pairs]
        if self.is_late or not pairs:
            return ""
        if not any(self._differ(*pair) for pair in pairs):
            return "XO"
        if self._table.game.breaker:
            return ""  # Maker need not see the Breaker's marks
        ignored = [side.side for side in asked if self._ignores(side.side, side)]
        if len(asked) == 1 and not ignored:
            opponent = other(asked[0].side)
            ignored = [opponent] if self._ignores(opponent, asked[0]) else []
        return ignored[0] if ignored else ""

    def _ignores(self, mark: str, side: _SideAnswers) -> bool:
        """Return whether all answers are the same with another mark for this one."""
        boards = [board for pair in side.pairs for board in pair]
        boards += boards_with_a_threat(self._table, mark)
        for board in boards:
            other_board = board.replace(mark, UNKNOWN_MARK)
            legal = self._table.legal_moves(board)
            answer = self._session.answer(other_board, legal, SEED)
            if not _same(self._ask(board), answer):
                return False
        return bool(boards)

    def _differ(self, first: str, second: str) -> bool:
        """Return whether two boards get different answers, not only by chance."""
        first_answer = self._ask(first)
        second_answer = self._ask(second)
        if _same(first_answer, second_answer):
            return False
        return all(
            _same(self._ask(first), first_answer)
            and _same(self._ask(second), second_answer)
            for _ in range(ASKED_AGAIN)
        )

    def _ask(self, board: str) -> Answer:
        answer = self._session.answer(board, self._table.legal_moves(board), SEED)
        if isinstance(answer, Unanswered) and answer.was_late:
            self.late += 1
        return answer


def _same(first: Answer, second: Answer) -> bool:
    """Return whether two answers are the same move, or both no move."""
    useless = Forfeit | Unanswered
    if isinstance(first, useless) or isinstance(second, useless):
        return isinstance(first, useless) and isinstance(second, useless)
    return first == second


class GateBoard(NamedTuple):
    """A board, and what there is to see on it."""

    board: str

    best: frozenset[int]
    """Where the mover wins at once; in games without such boards, its best cells."""

    threats: frozenset[int]
    """Where the opponent would win at once, if it were its turn."""


Pair: TypeAlias = tuple[GateBoard, GateBoard]


class GateBoards(NamedTuple):
    """The boards at which a side is to move."""

    boards: list[str]
    """Ten boards, which show whether its answers are of use."""

    pairs: list[tuple[str, str]]
    """Up to five pairs, which show whether it sees the stones."""


def boards_of_side(table: Table, side: str) -> GateBoards:
    """Return the boards at which a side is to move."""
    if table.game == Game():
        listed = OF_TIC_TAC_TOE.split()
        if table.first == "O":
            listed = [board.translate(EXCHANGED) for board in listed]
        pairs = [
            (first, second)
            for first, second in zip(listed[::2], listed[1::2], strict=True)
            if table.mover(first) == side
        ]
    else:
        pairs = [
            (first.board, second.board) for first, second in find_pairs(table, side)
        ]
    boards = [board for pair in pairs for board in pair]
    if len(boards) < BOARDS_OF_A_SIDE or table.game.gravity:
        boards = _any_boards(table, side)
    return GateBoards(boards, pairs)


def find_pairs(table: Table, side: str) -> list[Pair]:
    """Return up to five pairs of boards at which a side is to move."""
    chance = Random(SEED)
    pair_of_mask: dict[int, Pair] = {}
    for free in range(MIN_FREE, MAX_FREE + 1):
        stones = table.game.cells - free
        is_side_to_move = (stones % 2 == 0) == (side == table.first)
        if stones < 0 or not is_side_to_move:
            continue
        for _ in range(MASKS):
            mask = _random_mask(table.game, stones, chance)
            if mask not in pair_of_mask:
                shuffled = _shuffled_boards(table, mask, chance)
                pair = next(filter(_have_other_cells, combinations(shuffled, 2)), None)
                if pair is not None:
                    pair_of_mask[mask] = pair
        if len(pair_of_mask) >= PAIRS_OF_A_SIDE:
            break
    pairs = sorted(
        pair_of_mask.values(), key=lambda pair: _misreadings(pair, table.game)
    )
    return pairs[:PAIRS_OF_A_SIDE]


def _random_mask(game: Game, stones: int, chance: Random) -> int:
    mask = 0
    for _ in range(stones):
        mask |= 1 << chance.choice(playable(game, mask))
    return mask


def _shuffled_boards(table: Table, mask: int, chance: Random) -> Iterator[GateBoard]:
    """Yield boards with the stones of this mask shuffled, if they are worth asking."""
    count = mask.bit_count()
    second = other(table.first)
    stones = [table.first] * (count - count // 2) + [second] * (count // 2)
    for _ in range(SHUFFLES):
        chance.shuffle(stones)
        left = iter(stones)
        cells = range(table.game.cells)
        board = "".join(next(left) if mask >> cell & 1 else "." for cell in cells)
        with suppress(BoardError):  # no game leads to it
            judged = _judged(board, table)
            if judged is not None:
                yield judged


def _judged(board: str, table: Table) -> GateBoard | None:
    """Return a board, unless there is too little to see on it."""
    game = table.game
    if table.is_over(board):
        return None
    if game.misere or game.breaker:
        best = frozenset(table.best_moves(board))
        is_worth_asking = len(best) < board.count(".")
        if not is_worth_asking:
            return None
        return GateBoard(board, best, frozenset())
    mover = table.mover(board)
    opponent = other(mover)
    table.scores(board)  # raises an error if no game leads to the board
    wins = _wins_at_once(board, mover, table)
    threats = _wins_at_once(board, opponent, table)
    if not wins or not threats or wins & threats:
        return None
    return GateBoard(board, wins, threats)


def _wins_at_once(board: str, mark: str, table: Table) -> frozenset[int]:
    """Return the cells with which a player would complete a line."""
    completed = completions(table.game, board, mark, table.first)
    return frozenset(completion.cell for completion in completed)


def _legal(board: str, game: Game) -> list[int]:
    taken = sum(1 << cell for cell, stone in enumerate(board) if stone != ".")
    return playable(game, taken)


def _have_other_cells(pair: Pair) -> bool:
    """Return whether two boards have other best cells, and other threats.

    If a win here were a block there, and the other way round, then a player that only
    looks for two of a kind would take the same cell on both.
    """
    first, second = pair
    if first.best & second.best or first.threats & second.threats:
        return False
    are_exchanged = first.best | first.threats == second.best | second.threats
    return not (first.threats and are_exchanged)


def _misreadings(pair: Pair, game: Game) -> int:
    """Return how many right answers would be legal if they were misread.

    As cells, rows and columns that are counted from 1, and as a column before its row.
    Pairs with few of them refuse a player that answers in another way than it should.
    """
    count = 0
    for board, best, threats in pair:
        legal = _legal(board, game)
        for cell in best | threats:
            row, col = divmod(cell, game.cols)
            misread = {cell + 1, col * game.cols + row, cell + game.cols + 1}
            count += len(misread & set(legal))
    return count


def _any_boards(table: Table, side: str) -> list[str]:
    """Return unfinished boards at which a side is to move, from random games.

    With gravity they are those with the fewest legal cells in the top row, whose
    numbers are columns too: so a player is refused that returns cells. Otherwise they
    are those with the fewest free cells.
    """
    boards = [board for board in _random_boards(table) if table.mover(board) == side]

    def order(board: str) -> tuple[int, int]:
        in_the_top_row = 0
        if table.game.gravity:
            legal = _legal(board, table.game)
            in_the_top_row = sum(cell < table.game.cols for cell in legal)
        return in_the_top_row, board.count(".")

    return sorted(boards, key=order)[:BOARDS_OF_A_SIDE]


def boards_with_a_threat(table: Table, mark: str) -> list[str]:
    """Return a few boards at which a player would win next, but is not to move.

    The opponent cannot win at once, and so has to block.
    """
    opponent = other(mark)
    boards = [
        board
        for board in _random_boards(table)
        if table.mover(board) == opponent
        and len(_wins_at_once(board, mark, table)) == 1
        and not _wins_at_once(board, opponent, table)
    ]
    return sorted(boards, key=lambda board: board.count("."))[:PAIRS_OF_A_SIDE]


def _random_boards(table: Table) -> list[str]:
    """Return the unfinished boards of some random games."""
    chance = Random(SEED)
    boards: dict[str, None] = {}
    for _ in range(GAMES):
        board = "." * table.game.cells
        while not table.is_over(board):
            boards[board] = None
            board = table.push(board, chance.choice(table.legal_moves(board)))
    return list(boards)
