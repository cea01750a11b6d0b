"""``ttt-table grade``: judge a player exactly."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial

from ttt_table.cli import graded as told
from ttt_table.cli.answers import describe_answers, judge_answers
from ttt_table.cli.drawing import cells_text, columns, film_of
from ttt_table.cli.output import STANDARD_OUTPUT
from ttt_table.cli.parsing import add_table_options, whole_number
from ttt_table.cli.several import grade_each, players_named
from ttt_table.cli.terminal import FINE, OPEN, WINDOWS, WRONG, print_json, printable, show
from ttt_table.errors import ArgumentError
from ttt_table.play.causes import Cause, causes
from ttt_table.play.grades import Grade
from ttt_table.play.grading import grade
from ttt_table.play.levels import Level
from ttt_table.play.players import Player
from ttt_table.play.programs import Program
from ttt_table.play.pythonfile import PythonFile
from ttt_table.table.reader import Table, open_table

LEVELS: dict[str, Callable[[Table], Level]] = {
    "easy": Level.easy,
    "medium": Level.medium,
    "hard": Level.hard,
    "perfect": Level.perfect,
}


def describe(command: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    command.add_argument(
        "players",
        nargs="*",
        metavar="FILE:NAME",
        help="a function in a Python file; several, a pattern or a folder: a line for each",
    )
    command.add_argument("--program", metavar="COMMAND", help="a program instead, in any language")
    command.add_argument("--as", dest="side", choices=("X", "O"), help="grade one side (both)")
    command.add_argument(
        "--against",
        metavar="PLAYER",
        help=f"an opponent to reckon with: {', '.join(LEVELS)}, or FILE:NAME",
    )
    describe_answers(command)
    add_table_options(command)
    command.add_argument(
        "--view",
        default="text",
        help='what your function gets: text, lists or rows of "X", "O" and None, batch... (text)',
    )
    _describe_limits(command)
    command.add_argument("--force", action="store_true", help="go on beyond 3 million boards")
    command.add_argument("-q", "--quiet", action="store_true", help="show no progress")
    _describe_answers(command)


def _describe_answers(command: argparse.ArgumentParser) -> None:
    """The options that say how a grade is told."""
    command.add_argument("--csv", action="store_true", help="print CSV, a line for each player")
    shown = command.add_mutually_exclusive_group()
    shown.add_argument(
        "--show",
        type=whole_number,
        metavar="N",
        help=f"show so many of each kind of mistake ({told.SHOWN}; in a report {told.DRAWN})",
    )
    shown.add_argument("--all", action="store_true", help="show all of them")
    command.add_argument(
        "--report", metavar="OUT.html", help="also write a page to read or print, with boards"
    )


def _describe_limits(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--limit", type=float, default=10.0, metavar="SECONDS", help="seconds per answer (10)"
    )
    command.add_argument(
        "--jobs",
        type=whole_number,
        metavar="N",
        help="processes that a slow player is asked in at once (one a core)",
    )


def run(options: argparse.Namespace) -> int:
    """Grade the player; returns 1 unless it is sound and always answers the same."""
    named = bool(options.players), options.program is not None, options.answers is not None
    if sum(named) != 1:
        raise ArgumentError("name a player: FILE:NAME, or --program COMMAND, or --answers FILE")
    table = open_table(options.table, first=options.first)
    if options.answers is not None:
        draw = partial(grade_drawing, table=table, most=_most(options, told.SHOWN))
        return judge_answers(options, table, grade_record, draw)
    players = players_named(options.players) or [options.program]
    # A pattern means many, even where a single file fits it.
    many = options.csv or len(players) > 1 or players != (options.players or players)
    if options.report is not None:
        _check_report(options, many)
    if many:
        form = "json" if options.json else "csv" if options.csv else "text"
        return grade_each(players, partial(_graded, options, table), grade_record, form)
    found = _graded(options, table, *players)
    status = status_of(found)
    if options.json:
        print_json(grade_record(found), status)
    else:
        show(grade_drawing(found, table, _most(options, told.SHOWN)), status)
    if options.report is not None:
        from ttt_table.cli.report import write_report  # most grades want none

        write_report(options.report, found, table, _most(options, told.DRAWN))
    return status


def status_of(found: Grade) -> int:
    """The exit status for a grade: a player that was too slow is not a wrong one."""
    if found.sound is None and any(one.seconds for one in found.unanswered):
        return OPEN
    return FINE if found.sound and found.exact else WRONG


def _graded(options: argparse.Namespace, table: Table, named: str) -> Grade:
    with ExitStack() as players:
        return grade(
            players.enter_context(_player(named, options, table)),
            table=table,
            side=options.side or "both",
            against=_opponent(players, options, table),
            jobs=options.jobs,
            force=options.force,
            quiet=options.quiet,
        )


def _opponent(players: ExitStack, options: argparse.Namespace, table: Table) -> Player | None:
    """The opponent that is named, if any."""
    named = options.against
    if named is None or named in LEVELS:
        return None if named is None else LEVELS[named](table)
    path, _, name = named.rpartition(":")
    file = PythonFile(path, name, cols=table.game.cols, first=options.first, limit=options.limit)
    return players.enter_context(file)


def _check_report(options: argparse.Namespace, many: bool) -> None:
    """Raise `ArgumentError` for a report that cannot be meant, before anybody is asked."""
    if many or options.report == STANDARD_OUTPUT:
        raise ArgumentError("--report writes a file of its own about one player: name one of each")


def _most(options: argparse.Namespace, few: int) -> int:
    """How many mistakes of a kind are shown: so few, unless somebody wants more, or fewer."""
    return sys.maxsize if options.all else few if options.show is None else max(0, options.show)


def _player(named: str, options: argparse.Namespace, table: Table) -> Program:
    """The program, or the function in a file, started."""
    if options.program is None:
        path, _, name = named.rpartition(":")
        shown_as = {"view": options.view, "cols": table.game.cols, "first": options.first}
        return PythonFile(path, name, **shown_as, limit=options.limit)
    if options.view != "text":
        raise ArgumentError("programs always get text: --view is for a function in a file")
    try:
        command = _words(named)
    except ValueError as error:
        raise ArgumentError(f"--program {named}: {error}") from None
    return Program(command, limit=options.limit, name=named)


def _words(command: str) -> list[str]:
    """The words of a command as its system's shell parts them. Raises `ValueError` for a quote."""
    words = shlex.shlex(command, posix=True)
    words.whitespace_split, words.commenters = True, ""
    if WINDOWS:  # where a backslash is between folders, and an apostrophe in a name
        words.escape, words.quotes = "", '"'
    return list(words)


# For programs


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
        "player": found.player,
        "game": str(found.game),
        "exact": found.exact,
        "taken_as": found.taken_as,
        "hint": found.hint or None,
        "sides": {side: _side_record(one) for side, one in sides.items()},
    }


def _side_record(side: Grade) -> dict[str, object]:
    why = causes(side)
    names = {id(blunder): cause.name for cause in why for blunder in cause.blunders}
    return {
        **_named(side, _FIGURES),
        "telling": told.most_telling(side, why),
        "causes": [_cause_record(cause) for cause in why],
        "blunders": [
            {**_named(each, _OF_A_MISTAKE), "cause": names[id(each)]} for each in side.blunders
        ],
        "slips": [_named(each, _OF_A_MISTAKE) for each in side.slips],
        "forfeits": side.forfeits,
        "unanswered": side.unanswered,
        "doubtful": side.doubtful,
        "unstable": [
            {"board": at, "first": told.answer_record(one), "second": told.answer_record(two)}
            for at, one, two in side.unstable
        ],
    }


def _cause_record(cause: Cause) -> dict[str, object]:
    return {
        "cause": cause.name,
        "boards": len(cause.blunders),
        "classes": cause.classes,
        "by_line": {cells_text(line): count for line, count in cause.by_line.items()},
        "by_ply": cause.by_ply,
    }


def _named(record: object, names: Sequence[str]) -> dict[str, object]:
    return {name: getattr(record, name) for name in names}


# For people


def grade_drawing(found: Grade, table: Table, most: int) -> str:
    """A grade: what it comes to, the figures side by side, then what went wrong."""
    sides = list(found.sides.values()) or [found]
    why = causes(found)
    said = f"{printable(found.player)} on {found.game}: {told.judgement(found, why)}"
    parts = ["\n".join([said, *told.readings(found)]), columns(told.figure_rows(found))]
    if found.slowest is not None:
        board, seconds = found.slowest
        parts.append(f"slowest answer: {1000 * seconds:,.2f} ms, at {board}")
    if why:
        rows = columns([["", *row] for row in told.cause_rows(why)], left=6)
        first = len(found.blunders)
        some = "" if first == found.totals.blunders else f", of the first {first:,}"
        parts.append(f"Blunders by cause{some}:\n{rows}")
    for one in sides:
        parts += _went_wrong(one, table, most)
    return "\n\n".join([*parts, *told.provisos(found)])


def _went_wrong(one: Grade, table: Table, most: int) -> Iterator[str]:
    """What went wrong on one side: its soonest loss, then some of each kind of mistake."""
    if one.shortest_loss is not None:
        said = f"As {one.side}, the shortest game it loses: {told.loss_text(one, table)}"
        yield f"{said}\n\n{film_of(table, '.' * one.game.cells, one.shortest_loss)}".rstrip()
    for name, found in told.faults_of(one):
        if found and most:
            many = max(len(found), getattr(one.totals, name.lower(), 0))
            few = f", the first {most} of {many:,}" if len(found) > most else ""
            rows = [f"  {each.board}  {told.fault_text(each)}" for each in found[:most]]
            yield "\n".join([f"{name} as {one.side}{few}:", *rows])
