"""``ttt-table grade``: judge a player exactly."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from ttt_table.cli.drawing import boards_counted, columns, film, label
from ttt_table.cli.parsing import whole_number
from ttt_table.cli.several import grade_each, players_named, unanswered
from ttt_table.cli.terminal import FINE, WRONG, print_json, show, shown
from ttt_table.errors import ArgumentError
from ttt_table.play.causes import Cause, causes, telling
from ttt_table.play.grading import Chances, Grade, Mistake, Results, grade
from ttt_table.play.players import Answer, Forfeit, Unanswered
from ttt_table.play.programs import Program, PythonFile
from ttt_table.play.runner import VIEWS
from ttt_table.play.visit import Unstable
from ttt_table.table.reader import Table, open_table

SHOWN = 3
"""How many of each kind of mistake people are shown, unless they ask; JSON has them all."""

REASON = 100
"""Characters of what a player said or raised that people are shown."""

EXAMPLES = """\
Your player is a function in a Python file. It takes a board and returns a cell, a (row, column), or
a dictionary of cells and weights. It can also be a program in any language: it reads a board from a
line, prints a cell, such as 4, or cells with weights, such as 0:1/2 4:1/2, flushes, and waits for
the next line.

It is asked about every board that any opponent can bring it to, so the figures are exact. An
illegal move, an exception or an exit is a forfeit: the game is lost there. After a late answer
every move of the board is followed, and the figures say what is proven. Every board is asked twice,
to catch players that answer at random.

A player runs with your rights: it can read and delete what you can. Grade what you do not trust as
a user of its own, or in a container without network; --memory and ulimit hold it to less.

Of several players, a pattern such as 'class/*.py:move' or a folder, class:move, each gets a line.
One that cannot be graded is told there and stops nobody else. The exit status is 0 if all are
sound, 2 if none could be graded, else 1.

examples:
  ttt-table grade bot.py:move
  ttt-table grade tictactoe.py:minimax --view rows --as X
  ttt-table grade --program 'node bot.js' --limit 2 --json
  ttt-table grade 'class/*.py:move' --csv > marks.csv
"""


def describe(command: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    command.epilog = EXAMPLES
    command.add_argument(
        "players",
        nargs="*",
        metavar="FILE:NAME",
        help="a function in a Python file; several, a pattern or a folder: a line for each",
    )
    command.add_argument("--program", metavar="COMMAND", help="a program instead, in any language")
    command.add_argument("--as", dest="side", choices=("X", "O"), help="grade one side (both)")
    command.add_argument("--table", metavar="FILE", help="the table (the shipped tic-tac-toe)")
    command.add_argument("--first", choices=("X", "O"), default="X", help="who moves first (X)")
    command.add_argument(
        "--view",
        choices=VIEWS,
        default="text",
        help='what your function gets: text, or lists of "X", "O" and None (text)',
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
        default=SHOWN,
        metavar="N",
        help=f"show so many of each kind of mistake ({SHOWN})",
    )
    shown.add_argument("--all", action="store_true", help="show all of them")


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
    command.add_argument(
        "--memory", type=whole_number, metavar="MB", help="memory for each process, on Linux (any)"
    )


def run(options: argparse.Namespace) -> int:
    """Grade the player; returns 1 unless it is sound and always answers the same."""
    if bool(options.players) == (options.program is not None):
        raise ArgumentError("name a player: FILE:NAME, or --program COMMAND")
    table = open_table(options.table, first=options.first)

    def graded(named: str) -> Grade:
        with _player(named, options, table) as player:
            return grade(
                player,
                table=table,
                side=options.side or "both",
                jobs=options.jobs,
                force=options.force,
                quiet=options.quiet,
            )

    players = players_named(options.players) or [options.program]
    if options.csv or len(players) > 1 or players != (options.players or players):
        form = "json" if options.json else "csv" if options.csv else "text"
        return grade_each(players, graded, grade_record, form)
    found = graded(*players)
    status = FINE if found.sound and found.exact else WRONG
    if options.json:
        return print_json(grade_record(found), status)
    most = sys.maxsize if options.all else max(0, options.show)
    return show(grade_drawing(found, table, most), status)


def _player(named: str, options: argparse.Namespace, table: Table) -> Program:
    """The program, or the function in a file, started."""
    limit, memory = options.limit, options.memory
    if options.program is None:
        path, _, name = named.rpartition(":")
        cols = table.game.cols
        return PythonFile(path, name, view=options.view, cols=cols, limit=limit, memory=memory)
    if options.view != "text":
        raise ArgumentError("programs always get text: --view is for a function in a file")
    try:
        command = shlex.split(named)
    except ValueError as error:
        raise ArgumentError(f"--program {named}: {error}") from None
    return Program(command, limit=limit, memory=memory, name=named)


# For programs


_FIGURES = (
    *("value", "boards", "decisions", "lines", "vs_random", "vs_perfect", "worst"),
    *("exploitability", "arithmetic", "error", "unbeatable", "sound", "perfect", "exact"),
    *("shortest_loss", "slowest", "best_case"),
)
_OF_A_MISTAKE = ("board", "move", "moves", "was", "became", "right", "line")


def grade_record(found: Grade) -> dict[str, object]:
    """A grade: the player, the game, and each side with its exact figures, fractions as text."""
    sides = found.sides or {found.side: found}
    return {
        "player": found.player,
        "game": str(found.game),
        "exact": found.exact,
        "sides": {side: _side_record(one) for side, one in sides.items()},
    }


def _side_record(one: Grade) -> dict[str, object]:
    why = causes(one)
    names = {id(blunder): cause.name for cause in why for blunder in cause.blunders}
    return {
        **_named(one, _FIGURES),
        "telling": telling(why),
        "causes": [_cause_record(cause) for cause in why],
        "blunders": [
            {**_named(each, _OF_A_MISTAKE), "cause": names[id(each)]} for each in one.blunders
        ],
        "slips": [_named(each, _OF_A_MISTAKE) for each in one.slips],
        "forfeits": one.forfeits,
        "unanswered": one.unanswered,
        "doubtful": one.doubtful,
        "unstable": [
            {"board": board, "first": _answer(first), "second": _answer(second)}
            for board, first, second in one.unstable
        ],
    }


def _cause_record(cause: Cause) -> dict[str, object]:
    return {
        "cause": cause.name,
        "boards": len(cause.blunders),
        "classes": cause.classes,
        "by_line": {_cells(line): count for line, count in cause.by_line.items()},
        "by_ply": cause.by_ply,
    }


def _named(record: object, names: Sequence[str]) -> dict[str, object]:
    return {name: getattr(record, name) for name in names}


def _answer(answer: Answer) -> object:
    """A cell, cells with their weights, or a forfeit."""
    if isinstance(answer, int):
        return answer
    if isinstance(answer, Forfeit):
        return {"kind": answer.kind, "reason": answer.reason}
    assert not isinstance(answer, Unanswered)  # what has no answer has not two
    return {str(cell): weight for cell, weight in answer}


# For people


def grade_drawing(found: Grade, table: Table, most: int) -> str:
    """A grade: what it comes to, the figures side by side, then what went wrong."""
    sides = list(found.sides.values()) or [found]
    rows = [[name, *map(figure, sides)] for name, figure in _ROWS]
    why = causes(found)
    parts = [f"{shown(found.player)} on {found.game}: {judgement(found, why)}"]
    parts.append(columns([row for row in rows if any(row[1:])]))
    if found.slowest is not None:
        board, seconds = found.slowest
        parts.append(f"slowest answer: {1000 * seconds:,.2f} ms, at {board}")
    if why:
        parts.append(f"Blunders by cause:\n{columns(cause_rows(why), left=5)}")
    for one in sides:
        parts += _went_wrong(one, table, most)
    if found.error:
        parts.append(
            f"counted in {found.arithmetic}: each chance is within {found.error:.1e} of exact"
        )
    if found.unstable:
        parts.append(
            "Some boards got different answers, so the player is random or remembers. The figures\n"
            "are those of its first answers, and not exact: let it return its chances instead."
        )
    return "\n\n".join(parts)


def judgement(found: Grade, why: Sequence[Cause]) -> str:
    """What a grade comes to, in a few words; of blunders the most telling cause."""
    wrongs = (("blunders", found.blunders), ("forfeits", found.forfeits))
    wrong = " and ".join(f"{name} on {boards_counted(len(all_))}" for name, all_ in wrongs if all_)
    where = " wherever it answered" if found.unanswered else ""
    if wrong:
        # What follows only from an answer that was not given, it perhaps never meets.
        said = f"not sound: it {wrong}" if found.sound is False else f"open: perhaps it {wrong}"
        said += f" ({telling(why)})" if why else ""
    elif found.slips:
        kinds = (("wins later", 1), ("loses sooner", -1))
        signs = {one.was.value for one in found.slips}
        slow = " or ".join(kind for kind, sign in kinds if sign in signs)
        late = f"{slow} than it must on {boards_counted(len(found.slips))}"
        said = f"sound{where}: it gives nothing away, but {late}"
    else:
        said = f"sound{where}" if where else "perfect: no move is ever better than its own"
    if found.value >= 0 and found.unbeatable is not None:
        said += ", unbeatable" if found.unbeatable else ", can be beaten"
    return "; ".join(filter(None, [said, unanswered(found)]))


def cause_rows(why: Sequence[Cause]) -> list[list[str]]:
    """What blunders come from: a row a cause, with its commonest lines and plies."""
    rows = [["  cause", "boards", "classes", "lines", "stones on the board"]]
    for one in why:
        counts = f"{len(one.blunders):>6,}", f"{one.classes:>7,}"
        lines = {_cells(line): count for line, count in one.by_line.items()}
        rows.append([f"  {one.name}", *counts, _commonest(lines), _commonest(one.by_ply)])
    return rows


def _commonest(counts: Mapping[str, int] | Mapping[int, int]) -> str:
    """The first few of what occurs most, each with how often."""
    few = Counter(counts).most_common(SHOWN)
    more = [f"{len(counts) - SHOWN} more"] if len(counts) > SHOWN else []
    return ", ".join([*(f"{one} ({count:,})" for one, count in few), *more])


_ROWS: Sequence[tuple[str, Callable[[Grade], str]]] = (
    ("", lambda one: f"as {one.side}"),
    ("boards met", lambda one: f"{one.boards:,}"),
    ("decisions", lambda one: f"{one.decisions:,}"),
    ("lines won", lambda one: f"{one.lines.won:,}"),
    ("lines drawn", lambda one: f"{one.lines.drawn:,}"),
    ("lines lost", lambda one: f"{one.lines.lost:,}"),
    ("against random play: won", lambda one: _span(it.vs_random.won for it in _cases(one))),
    ("  drawn", lambda one: _span(_drawn(one, lambda it: it.vs_random))),
    ("  lost", lambda one: _span(it.vs_random.lost for it in _cases(one))),
    ("against perfect play: won", lambda one: _span(it.vs_perfect.won for it in _cases(one))),
    ("  drawn", lambda one: _span(_drawn(one, lambda it: it.vs_perfect))),
    ("  lost", lambda one: _span(it.vs_perfect.lost for it in _cases(one))),
    ("worst expected result", lambda one: _span((it.worst for it in _cases(one)), signed)),
    ("exploitability", lambda one: _span((one.value - it.worst for it in _cases(one)), gain)),
    ("blunders", lambda one: f"{len(one.blunders):,}"),
    ("slips", lambda one: f"{len(one.slips):,}"),
    # Most players have none of these, and are spared the rows.
    ("forfeits", lambda one: f"{len(one.forfeits):,}" if one.forfeits else ""),
    ("unanswered", lambda one: f"{len(one.unanswered):,}" if one.unanswered else ""),
    ("two answers", lambda one: f"{len(one.unstable):,}" if one.unstable else ""),
)


def _cases(one: Grade) -> tuple[Grade | Chances, Grade | Chances]:
    """What the player is worth at least and at most: the same, unless boards are unanswered."""
    return one, one.best_case or one


def _drawn(one: Grade, of: Callable[[Grade | Chances], Results]) -> list[Fraction | float]:
    """How often it draws at least and at most: the rest of what it wins and loses."""
    if one.best_case is None:
        return [of(one).drawn]
    (won, _, lost), (more_won, _, less_lost) = map(of, _cases(one))
    return [max(1 - more_won - lost, 0), 1 - won - less_lost]


def _span(
    figures: Iterable[Fraction | float], text: Callable[[Fraction | float], str] | None = None
) -> str:
    """A figure, or the least and the most that it may be."""
    return " to ".join(dict.fromkeys(map(text or percent, sorted(figures))))


def signed(result: Fraction | float) -> str:
    """An expected result, with its sign."""
    return f"{float(result):+.3f}" if result else "0"


def gain(result: Fraction | float) -> str:
    """What somebody gains, which is never below 0."""
    return signed(result).removeprefix("+")


def percent(chance: Fraction | float) -> str:
    """A chance in percent, where only what is certain is called 0 % or 100 %.

    >>> from fractions import Fraction
    >>> little = Fraction(1, 10**9)
    >>> [percent(chance) for chance in (Fraction(191, 192), little, 1 - little, 0, 1)]
    ['99.48 %', '> 0.00 %', '< 100.00 %', '0 %', '100 %']
    """
    if chance in (0, 1):
        return f"{100 * int(chance)} %"
    text = f"{float(100 * chance):.2f} %"
    certain = {"0.00 %": "> 0.00 %", "100.00 %": "< 100.00 %"}
    return text if isinstance(chance, float) else certain.get(text, text)


def _went_wrong(one: Grade, table: Table, most: int) -> Iterator[str]:
    """What went wrong on one side: its soonest loss, then some of each kind of mistake."""
    if one.shortest_loss is not None:
        yield _loss_drawing(one, one.shortest_loss, table)
    kinds: Sequence[tuple[str, Sequence[Mistake | Forfeit | Unanswered | Unstable]]] = (
        ("Blunders", one.blunders),
        ("Slips", one.slips),
        ("Forfeits", one.forfeits),
        ("Unanswered", one.unanswered),
        ("Two answers", one.unstable),
    )
    for name, found in kinds:
        if found and most:
            few = f", the first {most} of {len(found):,}" if len(found) > most else ""
            rows = [f"  {_fault_text(each)}" for each in found[:most]]
            yield "\n".join([f"{name} as {one.side}{few}:", *rows])


def _loss_drawing(one: Grade, cells: Sequence[int], table: Table) -> str:
    """The shortest game that is lost on this side."""
    start, *boards = accumulate(cells, table.push, initial="." * one.game.cells)
    last = boards[-1] if boards else start
    said = f"As {one.side}, the shortest game it loses: "
    said += _cells(cells) or "none is played"
    for forfeit in one.forfeits:
        if forfeit.board == last:
            said += f", then forfeits: {shown(forfeit.reason, REASON)}"
    return f"{said}\n\n{film(one.game, boards)}" if boards else said


def _fault_text(fault: Mistake | Forfeit | Unanswered | Unstable) -> str:
    """What went wrong on a board, on a line."""
    if isinstance(fault, Forfeit):
        return f"{fault.board}  {fault.kind}: {shown(fault.reason, REASON)}"
    if isinstance(fault, Unanswered):
        return f"{fault.board}  no answer within {fault.seconds:g} s"
    if isinstance(fault, Unstable):
        return f"{fault.board}  {_answer(fault.first)}, then {_answer(fault.second)}"
    chance = fault.moves[fault.move]
    often = "" if chance == 1 else f" ({percent(chance)})"
    return (
        f"{fault.board}  {fault.move}{often}: {label(fault.was)} becomes "
        f"{label(fault.became)}, by {_cells(fault.line)}; right: {_cells(fault.right)}"
    )


def _cells(cells: Sequence[int]) -> str:
    return " ".join(map(str, cells))
