"""``ttt-table play``: a game against the table, in plain lines."""

from __future__ import annotations

import sys

from ttt_table.cli.drawing import grid, label
from ttt_table.cli.film import boards_of, film
from ttt_table.cli.parsing import whole_number
from ttt_table.cli.terminal import FINE, INTERRUPTED, in_colour, print_json, show, shown
from ttt_table.cli.why import reason_text
from ttt_table.errors import ArgumentError, BoardError
from ttt_table.play.levels import Level
from ttt_table.play.reasons import explain
from ttt_table.play.tricks import trickiest
from ttt_table.rules.board import board_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from random import Random

    from ttt_table.rules.game import Game
    from ttt_table.table.reader import Table

HELP = """\
A cell's number puts your stone there; two numbers are its row and column, from 0. Or say
  hint   show what each cell leads to       why    say why, for each of your moves
  undo   take your last move back           new    begin again
  help   show this                          quit   leave"""

LONGEST_LINE = 1000
"""Characters that are read at a time; nobody names a cell in more."""

EXAMPLES = f"""\
{HELP}

The opponent sees --level plies ahead, and all without; of the moves that are best to it, it picks
any. docs/levels.md has the exact strength of each level. With --noise it errs so often, with
--tricky it prefers moves that are easily answered wrongly.

examples:
  ttt-table play
  ttt-table play --as O --level 2 --hints
  echo '4 quit' | tr ' ' '\\n' | ttt-table play
"""


def describe(command: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    command.epilog = EXAMPLES
    command.add_argument("--as", dest="side", choices=("X", "O"), default="X", help="you (X)")
    command.add_argument(
        "--level", type=whole_number, metavar="N", help="plies that the opponent sees"
    )
    command.add_argument("--noise", default="0", metavar="P", help="how often it errs, as 1/10 (0)")
    command.add_argument("--tricky", action="store_true", help="it sets traps")
    command.add_argument("--hints", action="store_true", help="show what each cell leads to")
    command.add_argument("--table", metavar="FILE", help="the table (the shipped tic-tac-toe)")
    command.add_argument("--first", choices=("X", "O"), default="X", help="who moves first (X)")
    command.add_argument(
        "--seed", type=whole_number, metavar="N", help="draw the same lots each time"
    )


def run(options: argparse.Namespace) -> int:
    """Play until the person leaves, or the input ends."""
    from random import Random

    from ttt_table.table.reader import open_table

    table = open_table(options.table, first=options.first)
    level = Level(options.level, options.noise, options.tricky, table=table)
    match = Match(table, level, options.side, Random(options.seed), hints=options.hints)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")  # a byte that is no text is no word either
    talk = _Talk(match, as_json=options.json)
    try:
        talk.through()
    except KeyboardInterrupt:
        if not options.json:
            show("\nGood-bye.")
        return INTERRUPTED
    return FINE


class Match:
    """A game as it stands: its moves, whose turn it is, and what was thrown away."""

    def __init__(
        self, table: Table, level: Level, side: str, lots: Random, *, hints: bool = False
    ) -> None:
        self.table = table
        self.level = level
        self.side = side
        self.hints = hints
        self._lots = lots
        self.moves: list[int] = []

    @property
    def game(self) -> Game:
        """The rules."""
        return self.table.game

    def mover(self, moves: int) -> str:
        """Who moves after so many moves."""
        second = "O" if self.table.first == "X" else "X"
        return second if moves % 2 else self.table.first

    def board(self, moves: int | None = None) -> str:
        """The board, or what it was after so many moves."""
        start = "." * self.game.cells
        boards = boards_of(start, self.moves[:moves], self.table.first)
        return boards[-1] if boards else start

    @property
    def over(self) -> bool:
        """True where the game has ended."""
        return self.table[self.board()].plies == 0

    @property
    def own_turn(self) -> bool:
        """True where the person is to move."""
        return not self.over and self.mover(len(self.moves)) == self.side

    def answer(self) -> int:
        """Let the opponent move."""
        cell = self.level.choose(self.board(), self._lots)
        self.moves.append(cell)
        return cell

    def undo(self) -> bool:
        """Take back the person's last move, and what followed; False where there is none."""
        own = [at for at in range(len(self.moves)) if self.mover(at) == self.side]
        if own:
            del self.moves[own[-1] :]
        return bool(own)

    def thrown_away(self, at: int) -> str | None:
        """What the move with this number threw away, as a sentence; None where it kept all."""
        before = self.board(at)
        outcomes = {move.cell: move.outcome for move in self.table.moves(before)}
        was, became = self.table[before].value, outcomes[self.moves[at]].value
        if became >= was:
            return None
        lost = "a win" if was > 0 else "a draw"
        best = self.table.best_moves(before)
        right = " and ".join(map(str, best)) if len(best) < 3 else ", ".join(map(str, best))
        return f"{self.moves[at]} threw {lost} away: {right} would have kept it."

    def result(self) -> str:
        """How the game ended, and by which move it was lost."""
        value = self.table[self.board()].value
        if value == 0:
            return "A draw."
        mover = self.mover(len(self.moves))
        winner = mover if value > 0 else "O" if mover == "X" else "X"
        said = f"{winner} wins."
        for at in reversed(range(len(self.moves))):
            if self.mover(at) != winner and self.thrown_away(at):
                return f"{said} {self.mover(at)} lost it with move {at + 1}: {self.thrown_away(at)}"
        return said


class _Talk:
    """The conversation: a line in, and what is said and shown of it."""

    def __init__(self, match: Match, *, as_json: bool) -> None:
        self._match = match
        self._as_json = as_json
        self._orders: dict[str, Callable[[], None]] = {
            "hint": self._hint,
            "why": self._why,
            "undo": self._undo,
            "new": self._begin,
            "help": lambda: self._say(HELP),
        }

    def through(self) -> None:
        """From the first board to the last word."""
        self._say(
            f"You are {self._match.side}, on {self._match.game}; help lists what you can say."
        )
        self._begin()
        while (line := self._heard()) is not None:
            word = line.strip().lower()
            if word in ("quit", "exit", "q"):
                break
            if word in self._orders:
                self._orders[word]()
            elif word:
                self._try(word)
        self._say("Good-bye.")

    def _heard(self) -> str | None:
        """The next line of input; None at its end."""
        if not self._as_json:
            prompt = "new or quit" if self._match.over else f"{self._match.side}"
            print(f"{prompt}> ", end="", flush=True)
        line = sys.stdin.readline(LONGEST_LINE)
        if not line and not self._as_json:
            print()
        return line or None

    def _say(self, text: str) -> None:
        if self._as_json:
            print_json({"says": text})
        else:
            show(text)

    def _begin(self) -> None:
        self._match.moves.clear()
        self._go_on()

    def _go_on(self) -> None:
        """Let the opponent move where it is its turn, and show what there is."""
        match = self._match
        if not match.over and not match.own_turn:
            mover = match.mover(len(match.moves))
            self._say(f"{mover} plays {match.answer()}.")
        self._show(hints=match.hints)
        if match.over:
            self._say(match.result())

    def _try(self, word: str) -> None:
        """Play the cell that was named, or say why not."""
        match = self._match
        if match.over:
            self._say("The game is over: new begins another, undo takes your last move back.")
            return
        try:
            cell = cell_named(word, match.game)
            explain(match.table, match.board(), cell)
        except (ArgumentError, BoardError) as error:
            self._say(f"{str(error)[0].upper()}{str(error)[1:]}.")
            return
        match.moves.append(cell)
        if (mistake := match.thrown_away(len(match.moves) - 1)) is not None:
            self._say(mistake)
        self._go_on()

    def _undo(self) -> None:
        if self._match.undo():
            self._show(hints=self._match.hints)
        else:
            self._say("You have not moved yet.")

    def _hint(self) -> None:
        if not self._match.own_turn:
            self._say("The game is over.")
            return
        self._show(hints=True)
        tricky = trickiest(self._match.table, self._match.board())
        self._say(f"Hardest to answer: {' '.join(map(str, tricky))}.")

    def _why(self) -> None:
        """The reasons of each move; once the game is over, of the moves that were played."""
        match = self._match
        board = match.board()
        for one in explain(match.table, board):
            self._say(f"{one.cell}  {reason_text(one, None)}, by {' '.join(map(str, one.line))}")
        if match.over:
            boards = boards_of("." * match.game.cells, match.moves, match.table.first)
            self._say(film(match.game, boards))
            for at in range(len(match.moves)):
                if (mistake := match.thrown_away(at)) is not None:
                    self._say(f"Move {at + 1}, by {match.mover(at)}: {mistake}")

    def _show(self, *, hints: bool) -> None:
        board = self._match.board()
        if self._as_json:
            print_json(match_record(self._match))
        else:
            colour = in_colour(sys.stdout)
            show(f"\n{match_drawing(self._match.table, board, hints=hints, colour=colour)}\n")


def cell_named(word: str, game: Game) -> int:
    """The cell that a person names: by number, or by row and column.

    Raises `ArgumentError` for what is neither.

    >>> from ttt_table import Game
    >>> cell_named("4", Game()), cell_named("1 2", Game()), cell_named("1,2", Game())
    (4, 5, 5)
    """
    parts = word.replace(",", " ").split()
    if not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
        raise ArgumentError(f"'{shown(word)}' is no cell and no word that I know; help lists them")
    numbers = [int(part) for part in parts]
    if len(numbers) == 1:
        return numbers[0]
    if len(numbers) != 2:
        raise ArgumentError("a cell is one number, or two: its row and its column")
    row, col = numbers
    if row >= game.rows or col >= game.cols:
        raise ArgumentError(f"rows are numbered 0 to {game.rows - 1}, columns 0 to {game.cols - 1}")
    return row * game.cols + col


def match_drawing(table: Table, board: str, *, hints: bool, colour: bool) -> str:
    """The board, with their numbers in the cells to play, or with what each leads to."""
    moves = {move.cell: move.outcome for move in table.moves(board)}
    best = table.best_moves(board)
    labels = list(board_text(board, table.game).replace(".", " "))
    for cell, outcome in moves.items():
        star = "*" if cell in best else ""
        labels[cell] = f"{cell}: {label(outcome)}{star}" if hints else str(cell)
    bright = [colour and (mark != "." or (hints and at in best)) for at, mark in enumerate(board)]
    return grid(table.game, labels, bright)


def match_record(match: Match) -> dict[str, object]:
    """A game as it stands."""
    board = match.board()
    outcome = match.table[board]
    mover = match.mover(len(match.moves))
    other = "O" if mover == "X" else "X"
    return {
        "board": board,
        "mover": mover,
        "moves": list(match.moves),
        "over": match.over,
        "winner": {1: mover, 0: None, -1: other}[outcome.value] if match.over else None,
        **outcome._asdict(),
    }
