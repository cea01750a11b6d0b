"""``ttt-table grade``: judge a player exactly."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial

from ttt_table.cli import graded as told
from ttt_table.cli.answers import describe_answers, judge_answers
from ttt_table.cli.drawing import cells_text, columns, film_of
from ttt_table.cli.output import STANDARD_OUTPUT, write_output
from ttt_table.cli.parsing import add_flags, add_numbers, add_table_options
from ttt_table.cli.several import FIELDS, Row, figures_of, players_named, print_each
from ttt_table.cli.terminal import FINE, OPEN, WINDOWS, WRONG, as_line, printable, show
from ttt_table.errors import ArgumentError
from ttt_table.play.causes import Cause, causes
from ttt_table.play.grades import Grade, Mistake
from ttt_table.play.grading import grade
from ttt_table.play.levels import Level
from ttt_table.play.players import Player
from ttt_table.play.programs import Program
from ttt_table.play.pythonfile import PythonFile
from ttt_table.table.reader import Table, open_table

LEVELS = ("easy", "medium", "hard", "perfect")


def describe(command: argparse.ArgumentParser) -> None:
    words = "a function in a Python file; several, a pattern or a folder: a line for each"
    command.add_argument("players", nargs="*", metavar="FILE:NAME", help=words)
    command.add_argument("--program", metavar="COMMAND", help="a program instead, in any language")
    command.add_argument("--as", dest="side", choices=("X", "O"), help="grade one side (both)")
    words = f"an opponent to reckon with: {', '.join(LEVELS)}, or FILE:NAME"
    command.add_argument("--against", metavar="PLAYER", help=words)
    describe_answers(command)
    add_table_options(command)
    words = 'what your function gets: text, lists or rows of "X", "O" and None, batch... (text)'
    command.add_argument("--view", default="text", help=words)
    words = "seconds per answer (10)"
    command.add_argument("--limit", type=float, default=10.0, metavar="SECONDS", help=words)
    add_flags(command, force="go on beyond 3 million boards")
    command.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    add_flags(command, csv="print CSV, a line for each player")
    shown = command.add_mutually_exclusive_group()
    words = f"show so many of each kind of mistake ({told.SHOWN}; in a report {told.DRAWN})"
    add_numbers(shown, show=words)
    add_flags(shown, all="show all of them")
    words = "also write a page to read or print, with boards"
    command.add_argument("--report", metavar="OUT.html", help=words)


def run(options: argparse.Namespace) -> int:
    """Grade the player; returns 1 unless it is sound and always answers the same."""
    _check_named(options)
    table = open_table(options.table, first=options.first)
    if options.answers is not None:
        draw = partial(grade_drawing, table=table, most=_most(options, told.SHOWN))
        return judge_answers(options, table, grade_record, draw)
    players = players_named(options.players) or [options.program]
    # A pattern means many, even where a single file fits it.
    many = options.csv or len(players) > 1 or players != (options.players or players)
    if options.report is not None and (many or options.report == STANDARD_OUTPUT):
        raise ArgumentError("--report writes a file of its own about one player: name one of each")
    if many:
        return _grade_each(players, options, table)
    found = _graded(options, table, *players)
    status = _status_of(found)
    if options.json:
        show(as_line(grade_record(found)), status)
    else:
        show(grade_drawing(found, table, _most(options, told.SHOWN)), status)
    if options.report is not None:
        from ttt_table.cli.report import report_of  # most grades want none

        page = report_of(found, table, _most(options, told.DRAWN))
        write_output(options.report, [page.encode()])
    return status


def _grade_each(players: Sequence[str], options: argparse.Namespace, table: Table) -> int:
    def judge(named: str) -> tuple[bool, Row]:
        found = _graded(options, table, named)
        return bool(found.sound), grade_record(found) if options.json else figures_of(found)

    form = "json" if options.json else "csv" if options.csv else "text"
    return print_each(players, judge, FIELDS, form)


def _check_named(options: argparse.Namespace) -> None:
    """Raise `ArgumentError` unless one kind of player is named, with what it can have."""
    named = bool(options.players), options.program is not None, options.answers is not None
    if sum(named) != 1:
        raise ArgumentError("name a player: FILE:NAME, or --program COMMAND, or --answers FILE")
    if options.answers is not None and (options.csv or options.report is not None):
        raise ArgumentError("--csv and --report are about players: answers in a file have neither")


def _status_of(found: Grade) -> int:
    if found.sound is None and any(one.seconds for one in found.unanswered):
        return OPEN  # a player that was too slow is not a wrong one
    return FINE if found.sound and found.exact else WRONG


def _graded(options: argparse.Namespace, table: Table, named: str) -> Grade:
    opponent: Player | None = None
    with ExitStack() as players:
        player = players.enter_context(_player(named, options, table))
        if options.against in LEVELS:
            opponent = getattr(Level, options.against)(table)
        elif options.against is not None:
            opponent = players.enter_context(_file(options.against, options, table))
        return grade(
            player,
            table=table,
            side=options.side or "both",
            against=opponent,
            force=options.force,
            quiet=options.quiet,
        )


def _most(options: argparse.Namespace, few: int) -> int:
    """How many mistakes of a kind are shown: so few, unless somebody wants more, or fewer."""
    return sys.maxsize if options.all else few if options.show is None else max(0, options.show)


def _player(named: str, options: argparse.Namespace, table: Table) -> Program:
    if options.program is None:
        return _file(named, options, table, options.view)
    if options.view != "text":
        raise ArgumentError("programs always get text: --view is for a function in a file")
    try:
        command = _words(named)
    except ValueError as error:
        raise ArgumentError(f"--program {named}: {error}") from None
    return Program(command, limit=options.limit, name=named)


def _file(named: str, options: argparse.Namespace, table: Table, view: str = "text") -> Program:
    path, _, name = named.rpartition(":")
    first, cols = options.first, table.game.cols
    return PythonFile(path, name, view=view, cols=cols, first=first, limit=options.limit)


def _words(command: str) -> list[str]:
    """The words of a command as its system's shell parts them. Raises `ValueError` for a quote."""
    words = shlex.shlex(command, posix=True)
    words.whitespace_split, words.commenters = True, ""
    if WINDOWS:  # where a backslash is between folders, and an apostrophe in a name
        words.escape, words.quotes = "", '"'
    return list(words)


_FIGURES = (
    *("value", "boards", "decisions", "lines", "vs_random", "vs_perfect", "against", "worst"),
    *("exploitability", "arithmetic", "error", "unbeatable", "sound", "perfect", "exact"),
    *("shortest_loss", "slowest", "best_case", "totals"),
)
_OF_A_MISTAKE = ("board", "move", "moves", "was", "became", "right", "line")


def grade_record(found: Grade) -> dict[str, object]:
    """A grade: the player, the game, and each side with its exact figures, fractions as text."""
    sides = found.sides or {found.side: found}
    return {
        **_named(found, ("player", "exact", "taken_as")),
        "game": str(found.game),
        "hint": found.hint or None,
        "sides": {side: _side_record(one) for side, one in sides.items()},
    }


def _side_record(side: Grade) -> dict[str, object]:
    why = causes(side)
    of_cause = {id(blunder): {"cause": one.name} for one in why for blunder in one.blunders}

    def mistakes(some: Sequence[Mistake]) -> list[dict[str, object]]:
        return [_named(each, _OF_A_MISTAKE) | of_cause.get(id(each), {}) for each in some]

    return {
        **_named(side, (*_FIGURES, "forfeits", "unanswered", "doubtful")),
        "telling": told.most_telling(side, why),
        "causes": [_cause_record(cause) for cause in why],
        "blunders": mistakes(side.blunders),
        "slips": mistakes(side.slips),
        "unstable": [
            {"board": at, "first": told.answer_record(one), "second": told.answer_record(two)}
            for at, one, two in side.unstable
        ],
    }


def _cause_record(cause: Cause) -> dict[str, object]:
    by_line = {cells_text(line): count for line, count in cause.by_line.items()}
    counts = {"boards": len(cause.blunders), "classes": cause.classes}
    return {"cause": cause.name, **counts, "by_line": by_line, "by_ply": cause.by_ply}


def _named(record: object, names: Sequence[str]) -> dict[str, object]:
    return {name: getattr(record, name) for name in names}


def grade_drawing(found: Grade, table: Table, most: int) -> str:
    """A grade: what it comes to, the figures side by side, then what went wrong."""
    why = causes(found)
    words = f"{printable(found.player)} on {found.game}: {told.judgement(found, why)}"
    parts = ["\n".join([words, *told.readings(found)]), columns(told.figure_rows(found))]
    if found.slowest is not None:
        board, seconds = found.slowest
        parts.append(f"slowest answer: {1000 * seconds:,.2f} ms, at {board}")
    if why:
        rows = columns([["", *row] for row in told.cause_rows(why)], left=6)
        first = len(found.blunders)
        some = "" if first == found.totals.blunders else f", of the first {first:,}"
        parts.append(f"Blunders by cause{some}:\n{rows}")
    for one in found.sides.values() or [found]:
        parts += _faults_drawn(one, table, most)
    return "\n\n".join([*parts, *told.provisos(found)])


def _faults_drawn(one: Grade, table: Table, most: int) -> Iterator[str]:
    """What went wrong on one side: its soonest loss, then some of each kind of mistake."""
    if one.shortest_loss is not None:
        words = f"As {one.side}, the shortest game it loses: {told.loss_text(one, table)}"
        yield f"{words}\n\n{film_of(table, '.' * one.game.cells, one.shortest_loss)}".rstrip()
    for name, found in told.faults_of(one):
        if found and most:
            many = max(len(found), getattr(one.totals, name.lower(), 0))
            few = f", the first {most} of {many:,}" if len(found) > most else ""
            rows = [f"  {each.board}  {told.fault_text(each)}" for each in found[:most]]
            yield "\n".join([f"{name} as {one.side}{few}:", *rows])
