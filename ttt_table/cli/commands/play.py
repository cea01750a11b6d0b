"""``ttt-table play``: a game against the table, in plain lines."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random

from ttt_table.cli.arguments import add_flags, add_side, add_table, count, table_of
from ttt_table.cli.printer import TEXT
from ttt_table.cli.streams import input_lines, show
from ttt_table.errors import ArgumentError, BoardError
from ttt_table.play.judging import BLUNDER
from ttt_table.play.levels import LEVELS, Level, depth_of_level
from ttt_table.play.match import Match
from ttt_table.results import FINE, INTERRUPTED, Result, printable
from ttt_table.results.boards import cells_text, look_grid
from ttt_table.results.played import (
    blunder_text,
    ending_text,
    move_argument,
)
from ttt_table.rules.cells import number_in
from ttt_table.rules.outcome import Side
from ttt_table.table.reader import Table

FIELDS = ("said", "board", "mover", "finished")
WHOLE = True  # each reply is drawn
HELP = """\
Type the number of a cell (with gravity, of a column) to play there, or
  hint   show what each cell leads to   undo   take your last move back
  new    start again                    quit   leave
  help   show this, as h does"""

MAX_WORD = 1000  # characters; every command is shorter


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
    add_table(command)
    command.add_argument(
        "--seed", type=count, metavar="N", help="make the same random choices each time"
    )


def run(options: argparse.Namespace) -> Iterable[Result]:
    table = table_of(options)
    depth = depth_of_level(options.level)
    level = Level(depth, options.noise, options.tricky, table=table)
    conversation = _Conversation(
        table, level, Random(options.seed), options.side, always_hints=options.hints
    )
    return conversation.replies(input_lines(MAX_WORD), prompts=options.form == TEXT)


class _Conversation:
    """A person's game with a level: reads lines of input, and yields the replies."""

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
        self._commands: dict[str, Callable[[], Iterator[Result]]] = {
            "hint": partial(self._board, hints=True),
            "undo": self._undo,
            "new": self._start,
            "help": self._help,
            "h": self._help,
            "?": self._help,
        }

    def replies(self, lines: Iterator[str], *, prompts: bool) -> Iterator[Result]:
        """Play until the person leaves, or the input ends.

        Args:
            lines: What the person types.
            prompts: Whether the person is told whose turn it is.
        """
        rules = f"you play {self._side} on {self._game}; type help for the commands."
        try:
            yield self._said(rules)
            yield from self._start()
            self._prompt(prompts)
            for line in lines:
                # The rest of a line that was cut might belong to a number.
                is_cut = len(line) > MAX_WORD
                word = line if is_cut else line.strip().lower()
                if word in ("quit", "exit", "q"):
                    break
                if word in self._commands:
                    yield from self._commands[word]()
                elif word:
                    yield from self._try_move(word)
                self._prompt(prompts)
            else:
                if prompts:
                    show("")  # the input has ended: end the line of the prompt
            yield self._said("good-bye.")
        except KeyboardInterrupt:
            yield self._said("\nGood-bye.", INTERRUPTED)

    def _new_match(self) -> Match:
        if self._side == "X":
            return Match(self._table, o=self._opponent)
        return Match(self._table, x=self._opponent)

    def _prompt(self, shown: bool) -> None:
        expected = "new or quit" if self._match.over else self._side
        if shown:
            show(f"{expected}> ", end="")

    def _said(self, text: str, status: int = FINE) -> Result:
        """Return what is said, in a sentence."""
        sentence = text[0].upper() + text[1:]
        return self._reply(sentence.strip(), lambda: sentence, status)

    def _reply(
        self, said: str | None, draw: Callable[[], str], status: int = FINE
    ) -> Result:
        now = self._match.now
        row = {
            "said": said,
            "board": now.board,
            "mover": now.mover,
            "finished": self._match.over,
        }
        return Result(row, draw, status=status)

    def _help(self) -> Iterator[Result]:
        yield self._said(HELP)

    def _start(self) -> Iterator[Result]:
        self._match = self._new_match()
        yield from self._continue()

    def _continue(self) -> Iterator[Result]:
        """Let the opponent move if it is its turn, and show the board."""
        mover = self._match.now.mover
        cells = self._match.answer()
        if cells:
            yield self._said(f"{mover} plays {cells_text(cells, self._game)}.")
        yield from self._board(hints=self._always_hints)
        if self._match.over:
            yield self._said(f"{ending_text(self._match.review(), self._table)}.")

    def _try_move(self, word: str) -> Iterator[Result]:
        """Play the cell that a word stands for, or say why that is impossible."""
        match = self._match
        if match.over:
            yield self._said(
                "the game is finished: type new to start again, "
                "or undo to take your last move back."
            )
            return
        try:
            match.play(**move_argument(self._game, _parse_number(word)))
        except (ArgumentError, BoardError) as error:
            yield self._said(f"{error}.")
            return
        move = match.review().moves[-1]
        if move.kind == BLUNDER:
            yield self._said(f"{blunder_text(move, self._game)}.")
        yield from self._continue()

    def _undo(self) -> Iterator[Result]:
        if self._match.undo(self._side):
            yield from self._board(hints=self._always_hints)
        else:
            yield self._said("you have not moved yet.")

    def _board(self, *, hints: bool) -> Iterator[Result]:
        now = self._match.now
        yield self._reply(
            None,
            lambda: f"\n{look_grid(now, self._game, hints=hints, columns=True)}\n",
        )


def _parse_number(word: str) -> int:
    number = number_in(word)
    if number is None:
        raise ArgumentError(
            f"'{printable(word)}' is not a cell or a command; "
            "type help for the commands"
        )
    return number
