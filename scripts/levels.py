"""Grade every level, and write the exact strength of each: docs/levels.md.

    python scripts/levels.py

Nothing is typed in: each figure is what ``grade`` says of `ttt_table.play.Level`.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import repeat
from pathlib import Path
from tempfile import TemporaryDirectory

from ttt_table import Game, Table, open_table
from ttt_table.build import build_table
from ttt_table.cli.graded import percent
from ttt_table.play import Grade, Level, grade

PAGE = Path(__file__).resolve().parents[1] / "docs" / "levels.md"
CAPTIONS = {
    Game(): "Levels 6 to 9 are the same: they see all that matters.",
    Game(misere=True): "Whoever makes a line loses.",
    Game(3, 4, 3): "X wins with perfect play, so the best possible worst is +1 for X, -1 for O.",
    Game(3, 4, 3, misere=True): "Whoever makes a line loses.",
}
HEADER = (
    "| level | X: random, % | X: perfect, % | X: worst "
    "| O: random, % | O: perfect, % | O: worst |\n"
    "|---|---|---|---:|---|---|---:|"
)


def main() -> None:
    """Write the page: what stands above its first section, and a section a game."""
    sections = [PAGE.read_text(encoding="utf-8").partition("\n## ")[0]]
    with ProcessPoolExecutor() as pool:
        for game, caption in CAPTIONS.items():
            rows = pool.map(row, repeat(game), levels(game))
            sections.append("\n".join([f"## {game}\n\n{caption}\n\n{HEADER}", *rows, ""]))
    PAGE.write_text("\n".join(sections), encoding="utf-8")


def levels(game: Game) -> Iterator[tuple[int | None, bool]]:
    """The levels of a game that are listed: limit, and whether tricky."""
    for limit in range(7 if game == Game() else 9):
        yield limit, False
    yield None, False
    if game.cells == 9:
        for limit in (3, 4, 5, 6):
            yield limit, True
    yield None, True


@cache
def table_of(game: Game) -> Table:
    """Its table, small enough to stay in memory."""
    with TemporaryDirectory() as folder:
        return open_table(build_table(game, Path(folder) / "table", quiet=True))


def row(game: Game, level: tuple[int | None, bool]) -> str:
    """A level's line, graded on both sides."""
    (limit, tricky), table = level, table_of(game)
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


if __name__ == "__main__":
    main()
