"""``ttt-table play``: a game against the table, in plain lines."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from random import Random

from ttt_table.cli.drawing import cells_text, film, look_grid, moves_text
from ttt_table.cli.parsing import add_flags, add_numbers, add_table_options
from ttt_table.cli.terminal import (
    FINE,
    INTERRUPTED,
    as_line,
    input_lines,
    print_json,
    printable,
    show,
)
from ttt_table.cli.why import reason_text
from ttt_table.errors import ArgumentError, BoardError
from ttt_table.play.levels import Level
from ttt_table.play.match import BLUNDER, Match, Played, Review
from ttt_table.play.reasons import explain
from ttt_table.play.tricks import trickiest
from ttt_table.rules.game import Game
from ttt_table.rules.outcome import other
from ttt_table.table.reader import Table, open_table

HELP = """\
A cell's number puts your stone there, where stones fall that of a column; two
numbers are row and column, from 0. Or say
  hint   show what each cell leads to   why    give reasons for each move
  undo   take your last move back       new    start again
  help   show this, as h does           quit   leave"""

LONGEST_LINE = 1000  # characters that are looked at; nobody names a cell in more


def describe(command: argparse.ArgumentParser) -> None:
    command.epilog = HELP
    command.add_argument("--as", dest="side", choices=("X", "O"), default="X", help="your side (X)")
    add_numbers(command, level="how many plies the opponent looks ahead")
    words = "how often it moves at random, such as 1/10 (0)"
    command.add_argument("--noise", default="0", metavar="P", help=words)
    add_flags(command, tricky="let it set traps", hints="show what each cell leads to")
    add_table_options(command)
    add_numbers(command, seed="make the same random choices each time")


def run(options: argparse.Namespace) -> int:
    """Play until the person leaves, or the input ends."""
    table = open_table(options.table, first=options.first)
    level = Level(options.level, options.noise, options.tricky, table=table)
    try:
        _Talk(table, level, options).run()
    except KeyboardInterrupt:
        if not options.json:
            show("\nGood-bye.")
        return INTERRUPTED
    return FINE


class _Talk:
    """The conversation of a person with a level: a line in, and what is said and shown of it."""

    def __init__(self, table: Table, level: Level, options: argparse.Namespace) -> None:
        self._side: str = options.side
        opponent = partial(level.choose, lots=Random(options.seed))
        self._new_match = partial(Match, table, **{other(self._side).lower(): opponent})
        self._match, self._game = self._new_match(), table.game
        self._hints: bool = options.hints
        self._as_json: bool = options.json
        self._lines = input_lines(LONGEST_LINE)
        self._orders: dict[str, Callable[[], None]] = {
            "hint": self._hint,
            "why": self._why,
            "undo": self._undo,
            "new": self._begin,
            **dict.fromkeys(("help", "h", "?"), lambda: self._say(HELP)),
        }

    def run(self) -> None:
        """From the first board to the last word."""
        self._say(f"You play {self._side} on {self._game}; help lists what you can say.")
        self._begin()
        while (line := self._next_line()) is not None:
            # A line that was cut is no word: what is missing could be the second of two numbers.
            word = line if len(line) > LONGEST_LINE else line.strip().lower()
            if word in ("quit", "exit", "q"):
                break
            if word in self._orders:
                self._orders[word]()
            elif word:
                self._try(word)
        self._say("Good-bye.")

    def _next_line(self) -> str | None:
        """The next line of input; None at its end."""
        if not self._as_json:  # a program needs no prompt, and would have to skip it
            prompt = "new or quit" if self._match.over else self._side
            print(f"{prompt}> ", end="", flush=True)
        line = next(self._lines, None)
        if line is None and not self._as_json:
            print()
        return line

    def _say(self, text: str) -> None:
        show(as_line({"says": text}) if self._as_json else text)

    def _begin(self) -> None:
        self._match = self._new_match()
        self._go_on()

    def _go_on(self) -> None:
        """Let the opponent move where it is its turn, and show what there is."""
        mover = self._match.now.mover
        if answer := self._match.answer():
            self._say(f"{mover} plays {moves_text(answer, self._game)}.")
        self._show(hints=self._hints)
        if self._match.over:
            self._say(result_text(self._match.review(), self._game))

    def _try(self, word: str) -> None:
        """Play the cell that was named, or say why not."""
        match, game = self._match, self._game
        if match.over:
            self._say("The game is finished: new starts another, undo takes your last move back.")
            return
        try:
            cell = parse_cell(word, game)
            # A cell of the top row is the one of its column where that is left.
            if game.gravity and cell < game.cols:
                match.play(column=cell)
            else:
                match.play(cell)
        except (ArgumentError, BoardError) as error:
            self._say(_sentence(f"{error}."))  # elsewhere an error is a part of a line
            return
        if (move := match.review().moves[-1]).kind == BLUNDER:
            self._say(_sentence(_blunder_text(move, game)))
        self._go_on()

    def _undo(self) -> None:
        if self._match.undo(self._side):
            self._show(hints=self._hints)
        else:
            self._say("You have not moved yet.")

    def _hint(self) -> None:
        if self._match.over:
            self._say("The game is finished.")
            return
        self._show(hints=True)
        # The best moves are starred; of these some are easier to answer wrongly than others.
        tricky = trickiest(self._match.table, self._match.now.board)
        self._say(f"Hardest to answer: {moves_text(tricky, self._game)}.")

    def _why(self) -> None:
        """The reasons of each move; once the game is finished, of the moves that were played."""
        match, game = self._match, self._game
        for one in explain(match.table, match.now.board):
            self._say(f"{one.cell}  {reason_text(one, None)}, by {cells_text(one.line)}")
        if match.over:
            self._say(film(game, [look.board for look in match.looks[1:]]))
            for move in match.review().moves:
                if move.kind == BLUNDER:
                    words = _blunder_text(move, game)
                    self._say(f"Move {move.number}, by {move.player}: {words}")

    def _show(self, *, hints: bool) -> None:
        match, look = self._match, self._match.now
        if not self._as_json:
            show(f"\n{look_grid(look, self._game, hints=hints, columns=True)}\n")
            return
        state = {name: getattr(match, name) for name in ("moves", "over", "winner")}
        print_json({"board": look.board, "mover": look.mover, **state, **look.outcome._asdict()})


def parse_cell(word: str, game: Game) -> int:
    """The cell that a person names: by number, or by row and column.

    Raises `ArgumentError` for what is neither.

    >>> from ttt_table import Game
    >>> parse_cell("4", Game()), parse_cell("1 2", Game()), parse_cell("1,2", Game())
    (4, 5, 5)
    """
    parts = word.replace(",", " ").split() if len(word) <= LONGEST_LINE else [word]
    if not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
        known = "nor a word I know; help lists them"
        raise ArgumentError(f"'{printable(word)}' is not a cell, {known}")
    numbers = [int(part) for part in parts]
    if len(numbers) == 1:
        return numbers[0]
    if len(numbers) != 2:
        raise ArgumentError("a cell is one number, or two: its row and its column")
    row, col = numbers
    if row >= game.rows or col >= game.cols:
        raise ArgumentError(f"rows are numbered 0 to {game.rows - 1}, columns 0 to {game.cols - 1}")
    return row * game.cols + col


def result_text(found: Review, game: Game) -> str:
    """How a finished game ended, and by which move it was lost."""
    end = "A draw." if found.winner is None else f"{found.winner} wins."
    return " ".join([end, *loss_sentences(found, game)])


def loss_sentences(found: Review, game: Game) -> list[str]:
    """By which move a game was lost, as a sentence, or none."""
    lost = found.decisive
    if lost is None:
        return []
    return [f"{lost.player} lost it with move {lost.number}: {_blunder_text(lost, game)}"]


def _blunder_text(blunder: Played, game: Game) -> str:
    lost = "a win" if blunder.before.value > 0 else "a draw"
    right = moves_text(blunder.best, game, " and " if len(blunder.best) < 3 else ", ")
    return f"{moves_text([blunder.cell], game)} threw {lost} away: {right} would have kept it."


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:]
