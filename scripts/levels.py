"""Grade every level, and write the exact strength of each: docs/levels.md.

    python scripts/levels.py [--check]

Nothing is typed in: each figure is what ``grade`` says of `ttt_table.play.Level`. With ``--check``
nothing is written, and the status is 1 where the page differs.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from pathlib import Path

from ttt_table import Game, open_table
from ttt_table.build import build_table
from ttt_table.cli.graded import percent
from ttt_table.play import Grade, Level, grade

PAGE = Path(__file__).resolve().parents[1] / "docs" / "levels.md"
GAMES = (Game(), Game(misere=True), Game(3, 4, 3), Game(3, 4, 3, misere=True))

INTRODUCTION = """\
# How strong each level is

Made by `python scripts/levels.py`, not edited by hand: each line is what `grade` says of a level.
The chances cover all games it may play and are exact, up to rounding to a tenth of a percent.

`Level(n)` looks n plies ahead (a ply is one move by one player) and picks any of the moves that
look best, all equally likely; without a number ("all") it looks to the end. With `tricky` it picks,
of those, moves where the largest share of replies seems to lose. *Random* is an opponent who picks
each legal cell equally, *perfect* one who picks equally among its best moves. Each triple is won /
drawn / lost, for the level. *Worst* is the expected result (1 a win, -1 a loss) against the
opponent who exploits the level best.

```python
>>> from ttt_table.play import Level, grade
>>> found = grade(Level(2), side="X")
>>> f"{float(found.vs_random.won):.1%}", found.worst
('89.2%', Fraction(-2, 5))

```

For strengths in between add `noise`: `Level(4, noise="1/10")` plays a random move one turn in ten.
`ttt-table play --level 4 --noise 1/10` lets you play against it.

Four levels have names, the same on the page and in JavaScript: `Level.easy(table)` sees its own
next move (level 1), `medium` the answer too (2), `hard` four plies (4), and `perfect` everything.
"""

CAPTIONS = {
    Game(): "Levels 6 to 9 are the same: they see all that matters.",
    Game(misere=True): "Whoever makes a line loses.",
    Game(3, 4, 3): "X wins with perfect play, so the best possible worst is +1 for X, -1 for O.",
    Game(3, 4, 3, misere=True): "Whoever makes a line loses.",
}


def main() -> None:
    """Write the page, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--cells", type=int, default=12, help="the largest board's cells (12)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    options = parser.parse_args()
    page = page_of([game for game in GAMES if game.cells <= options.cells], options.jobs)
    if options.check:
        sys.exit(0 if PAGE.read_text(encoding="utf-8").startswith(page.rstrip()) else 1)
    PAGE.write_text(page, encoding="utf-8")


def page_of(games: list[Game], jobs: int) -> str:
    """The page, with a section a game."""
    with tempfile.TemporaryDirectory() as folder:
        work = [(game, level, folder) for game in games for level in levels(game)]
        for game in games:
            build_table(game, Path(folder) / str(game), quiet=True)
        with ProcessPoolExecutor(jobs) as pool:
            rows = list(pool.map(row, work))
    sections = [INTRODUCTION]
    for game in games:
        lines = [line for (of, *_), line in zip(work, rows, strict=True) if of == game]
        sections.append(section(game, lines))
    return "\n".join(sections)


def levels(game: Game) -> Iterator[tuple[int | None, bool]]:
    """The levels of a game that are listed: limit, and whether tricky."""
    for limit in range(7 if game == Game() else 9):
        yield limit, False
    yield None, False
    if game.cells == 9:
        for limit in (3, 4, 5, 6):
            yield limit, True
    yield None, True


def row(work: tuple[Game, tuple[int | None, bool], str]) -> str:
    """A level's line, graded on both sides."""
    game, (limit, tricky), folder = work
    table = open_table(Path(folder) / str(game))
    found = grade(Level(limit, tricky=tricky, table=table), table=table, quiet=True)
    name = ("all" if limit is None else str(limit)) + (", tricky" if tricky else "")
    cells = [name, *figures(found.sides["X"]), *figures(found.sides["O"])]
    return "| " + " | ".join(cells) + " |"


def figures(one: Grade) -> Iterator[str]:
    """Against random, against perfect play, and the worst."""
    for results in (one.vs_random, one.vs_perfect):
        yield " / ".join(tenths(Fraction(chance)) for chance in results)
    yield expected(Fraction(one.worst))


def expected(result: Fraction) -> str:
    """An expected result to a hundredth, where only what is certain is a whole number.

    >>> expected(Fraction(-1)), expected(Fraction(-999, 1000)), expected(Fraction(-2, 5))
    ('-1', '> -1', '-0.40')
    """
    if result in (-1, 0, 1):
        return f"{int(result):+}" if result else "0"
    text = f"{float(result):+.2f}"
    return {"-1.00": "> -1", "+1.00": "< +1"}.get(text, text)


def tenths(chance: Fraction) -> str:
    """A chance in percent to a tenth, where only what is certain is called 0 or 100."""
    if chance in (0, 1):
        return percent(chance).removesuffix(" %")
    text = f"{float(100 * chance):.1f}"
    return {"0.0": "> 0.0", "100.0": "< 100.0"}.get(text, text)


def section(game: Game, lines: list[str]) -> str:
    """A game's table."""
    header = (
        "| level | X: random, % | X: perfect, % | X: worst "
        "| O: random, % | O: perfect, % | O: worst |\n"
        "|---|---|---|---:|---|---|---:|"
    )
    return f"## {game}\n\n{CAPTIONS[game]}\n\n{header}\n" + "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
