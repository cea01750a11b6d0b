"""Grade every level of tic-tac-toe, and write the exact strength of each: docs/levels.md."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

from ttt_table.cli.output.numbers import percent
from ttt_table.grading import SideGrade, grade
from ttt_table.play import Level

PAGE = Path(__file__).resolve().parents[1] / "docs" / "levels.md"
HEADER = (
    "| level | X: random | X: perfect | X: worst | O: random | O: perfect | O: worst |\n"
    "|---|---|---|---:|---|---|---:|"
)
NAMED = {"easy": 1, "medium": 2, "hard": 4, "perfect": None}
AGAINST = f"""
## Levels against levels

The level on the left is X: `grade(level, against=other, side="X")`.

| X | {" | ".join(NAMED)} |
|---|---|---|---|---|"""


def main() -> None:
    """Write the page: what stands above its tables, and a line for each level."""
    above = PAGE.read_text(encoding="utf-8").partition("## 3x3k3\n")[0]
    levels = [
        *product((*range(6), None), [False]),
        *product((3, 4, 5, 6, None), [True]),
    ]
    with ProcessPoolExecutor() as pool:
        rows = pool.map(row, levels)
        lines = [
            f"{above}## 3x3k3\n\n{HEADER}",
            *rows,
            AGAINST,
            *pool.map(games_of, NAMED),
            "",
        ]
        PAGE.write_text("\n".join(lines), encoding="utf-8")


def row(level: tuple[int | None, bool]) -> str:
    """A level's line, graded on both sides."""
    limit, tricky = level
    found = grade(Level(limit, tricky=tricky), quiet=True)
    name = ("all" if limit is None else str(limit)) + (", tricky" if tricky else "")
    cells = [name, *figures(found.sides["X"]), *figures(found.sides["O"])]
    return "| " + " | ".join(cells) + " |"


def games_of(name: str) -> str:
    """A named level's line: as X against each of them."""
    cells, own = [name], cache(Level(NAMED[name]))  # it is graded several times
    for limit in NAMED.values():
        found = grade(own, against=Level(limit), side="X", quiet=True)
        against = found.chances.against
        assert against is not None
        cells.append(" / ".join(tenths(Fraction(chance)) for chance in against))
    return "| " + " | ".join(cells) + " |"


def figures(side: SideGrade) -> Iterator[str]:
    """Against random, against perfect play, and the worst."""
    for results in (side.chances.vs_random, side.chances.vs_perfect):
        yield " / ".join(tenths(Fraction(chance)) for chance in results)
    yield expected(Fraction(side.chances.worst))


def expected(result: Fraction) -> str:
    """An expected result to a hundredth, where only what is certain is a whole number."""
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
