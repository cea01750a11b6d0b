"""``ttt-table play``: a game against the table, in plain lines."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from random import Random

from ttt_table.cli.commands.review import (
    blunder_text,
    cell_meant,
    number_named,
    standing,
)
from ttt_table.cli.options.parsing import add_flags, add_numbers, add_table_options
from ttt_table.cli.output.drawing import cells_text, look_grid
from ttt_table.cli.output.terminal import (
    FINE,
    INTERRUPTED,
    input_lines,
    printable,
    show,
)
from ttt_table.errors import ArgumentError, BoardError
from ttt_table.play.levels import Level
from ttt_table.play.match import BLUNDER, Match
from ttt_table.rules.outcome import other
from ttt_table.table.reader import Table, open_table

HELP = """\
A cell's number puts your stone there; where stones fall, a column's. Or say
  hint   show what each cell leads to   undo   take your last move back
  new    start again                    quit   leave
  help   show this, as h does"""

LONGEST_LINE = 1000  # characters that are looked at; nobody names a cell in more


def describe(command: argparse.ArgumentParser) -> None:
    command.epilog = HELP
    command.add_argument(
        "--as", dest="side", choices=("X", "O"), default="X", help="your side (X)"
    )
    add_numbers(command, level="how many plies the opponent looks ahead")
    noise = "how often it moves at random, such as 1/10 (0)"
    command.add_argument("--noise", default="0", metavar="P", help=noise)
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
        show("\nGood-bye.")
        return INTERRUPTED
    return FINE


class _Talk:
    """The conversation of a person with a level: a line in, and what is said and shown of it."""

    def __init__(self, table: Table, level: Level, options: argparse.Namespace) -> None:
        opponent = partial(level.choose, lots=Random(options.seed))
        self._new_match = partial(
            Match, table, **{other(options.side).lower(): opponent}
        )
        self._match, self._game = self._new_match(), table.game
        self._options = options
        self._orders: dict[str, Callable[[], None]] = {
            "hint": partial(self._show, hints=True),
            "undo": self._undo,
            "new": self._begin,
            **dict.fromkeys(("help", "h", "?"), partial(self._say, HELP)),
        }

    def run(self) -> None:
        """From the first board to the last word."""
        self._say(
            f"You play {self._options.side} on {self._game}; help lists what you can say."
        )
        self._begin()
        self._prompt()
        for line in input_lines(LONGEST_LINE):
            # A line that was cut is no word: what is missing could belong to a number.
            word = line if len(line) > LONGEST_LINE else line.strip().lower()
            if word in ("quit", "exit", "q"):
                break
            if word in self._orders:
                self._orders[word]()
            elif word:
                self._try(word)
            self._prompt()
        else:
            print()
        self._say("Good-bye.")

    def _prompt(self) -> None:
        print(
            f"{'new or quit' if self._match.over else self._options.side}> ",
            end="",
            flush=True,
        )

    def _say(self, text: str) -> None:
        show(text[0].upper() + text[1:])

    def _begin(self) -> None:
        self._match = self._new_match()
        self._go_on()

    def _go_on(self) -> None:
        """Let the opponent move where it is its turn, and show what there is."""
        mover = self._match.now.mover
        if answer := self._match.answer():
            self._say(f"{mover} plays {cells_text(answer, self._game)}.")
        self._show(hints=self._options.hints)
        if self._match.over:
            self._say(f"{standing(self._match.review(), self._match.table)}.")

    def _try(self, word: str) -> None:
        """Play the cell that was named, or say why not."""
        match, cell = self._match, number_named(word)
        if match.over:
            self._say(
                "The game is finished: new starts another, undo takes your last move back."
            )
            return
        try:
            if cell is None:
                known = "nor a word I know; help lists them"
                raise ArgumentError(f"'{printable(word)}' is not a cell, {known}")
            match.play(cell_meant(cell, match.table, match.now.board))
        except (ArgumentError, BoardError) as error:
            self._say(f"{error}.")
            return
        if (move := match.review().moves[-1]).kind == BLUNDER:
            self._say(f"{blunder_text(move, self._game)}.")
        self._go_on()

    def _undo(self) -> None:
        if self._match.undo(self._options.side):
            self._show(hints=self._options.hints)
        else:
            self._say("You have not moved yet.")

    def _show(self, *, hints: bool) -> None:
        show(f"\n{look_grid(self._match.now, self._game, hints=hints, columns=True)}\n")
