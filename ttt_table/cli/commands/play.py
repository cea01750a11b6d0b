"""``ttt-table play``: a game against the table, in plain lines."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from random import Random

from ttt_table.cli.commands.review import (
    blunder_text,
    move_argument,
    parse_number,
    result_text,
)
from ttt_table.cli.options.common import (
    add_flags,
    add_numbers,
    add_side,
    add_table_options,
)
from ttt_table.cli.output.drawing import cells_text, look_grid
from ttt_table.cli.output.terminal import (
    FINE,
    INTERRUPTED,
    input_lines,
    printable,
    show,
)
from ttt_table.errors import ArgumentError, BoardError
from ttt_table.play.levels import LEVELS, Level, plies_of_level
from ttt_table.play.match import BLUNDER, Match
from ttt_table.rules.outcome import Side
from ttt_table.table.reader import Table, open_table

HELP = """\
Type the number of a cell (with gravity, of a column) to play there, or
  hint   show what each cell leads to   undo   take your last move back
  new    start again                    quit   leave
  help   show this, as h does"""

MAX_LINE = 1000  # characters; every command is shorter


def describe(command: argparse.ArgumentParser) -> None:
    command.epilog = HELP
    add_side(command, "your side (default: X)", default="X")
    command.add_argument(
        "--level",
        default="perfect",
        metavar="LEVEL",
        help=f"the opponent: {', '.join(LEVELS)}, or the number of plies that it looks "
        "ahead (default: perfect)",
    )
    command.add_argument(
        "--noise",
        default="0",
        metavar="P",
        help="the share of random moves, such as 1/10 (default: 0)",
    )
    add_flags(
        command,
        tricky="prefer moves that are easy to answer wrongly",
        hints="show what each cell leads to",
    )
    add_table_options(command)
    add_numbers(command, seed="make the same random choices each time")


def run(options: argparse.Namespace) -> int:
    """Play until the person leaves, or the input ends."""
    table = open_table(options.table, first=options.first)
    plies = plies_of_level(options.level)
    level = Level(plies, options.noise, options.tricky, table=table)
    conversation = _Conversation(
        table, level, Random(options.seed), options.side, always_hints=options.hints
    )
    try:
        conversation.run()
    except KeyboardInterrupt:
        show("\nGood-bye.")
        return INTERRUPTED
    return FINE


class _Conversation:
    """A person's game with a level: reads lines of input, and prints the replies."""

    def __init__(
        self,
        table: Table,
        level: Level,
        rng: Random,
        side: Side,
        *,
        always_hints: bool,
    ) -> None:
        self._table = table
        self._game = table.game
        self._side = side
        self._always_hints = always_hints
        self._opponent = partial(level.choose, rng=rng)
        self._match = self._new_match()
        self._commands: dict[str, Callable[[], None]] = {
            "hint": partial(self._show_board, hints=True),
            "undo": self._undo,
            "new": self._start,
            "help": partial(self._say, HELP),
            "h": partial(self._say, HELP),
            "?": partial(self._say, HELP),
        }

    def run(self) -> None:
        """Play until the person leaves, or the input ends."""
        self._say(f"you play {self._side} on {self._game}; type help for the commands.")
        self._start()
        self._prompt()
        for line in input_lines(MAX_LINE):
            # The rest of a line that was cut might belong to a number.
            is_cut = len(line) > MAX_LINE
            word = line if is_cut else line.strip().lower()
            if word in ("quit", "exit", "q"):
                break
            if word in self._commands:
                self._commands[word]()
            elif word:
                self._try_move(word)
            self._prompt()
        else:
            print()  # the input has ended: end the line of the prompt
        self._say("good-bye.")

    def _new_match(self) -> Match:
        if self._side == "X":
            return Match(self._table, o=self._opponent)
        return Match(self._table, x=self._opponent)

    def _prompt(self) -> None:
        expected = "new or quit" if self._match.over else self._side
        print(f"{expected}> ", end="", flush=True)

    def _say(self, text: str) -> None:
        show(text[0].upper() + text[1:])

    def _start(self) -> None:
        self._match = self._new_match()
        self._continue()

    def _continue(self) -> None:
        """Let the opponent move if it is its turn, and show the board."""
        mover = self._match.now.mover
        cells = self._match.answer()
        if cells:
            self._say(f"{mover} plays {cells_text(cells, self._game)}.")
        self._show_board(hints=self._always_hints)
        if self._match.over:
            self._say(f"{result_text(self._match.review(), self._table)}.")

    def _try_move(self, word: str) -> None:
        """Play the cell that a word stands for, or say why that is impossible."""
        match = self._match
        if match.over:
            self._say(
                "the game is finished: type new to start again, "
                "or undo to take your last move back."
            )
            return
        try:
            match.play(**move_argument(self._game, self._parse_number(word)))
        except (ArgumentError, BoardError) as error:
            self._say(f"{error}.")
            return
        move = match.review().moves[-1]
        if move.kind == BLUNDER:
            self._say(f"{blunder_text(move, self._game)}.")
        self._continue()

    def _parse_number(self, word: str) -> int:
        number = parse_number(word)
        if number is None:
            raise ArgumentError(
                f"'{printable(word)}' is not a cell or a command; "
                "type help for the commands"
            )
        return number

    def _undo(self) -> None:
        if self._match.undo(self._side):
            self._show_board(hints=self._always_hints)
        else:
            self._say("you have not moved yet.")

    def _show_board(self, *, hints: bool) -> None:
        board = look_grid(self._match.now, self._game, hints=hints, columns=True)
        show(f"\n{board}\n")
