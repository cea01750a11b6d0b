"""Grade every level of tic-tac-toe, and write its exact strength to docs/playing.md."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from itertools import product
from pathlib import Path

from ttt_table.grading import Grade, grade
from ttt_table.play import Level
from ttt_table.play.levels import DEPTH_OF_LEVEL
from ttt_table.results.boards import percent

PAGE = Path(__file__).resolve().parents[1] / "docs" / "playing.md"
TITLE = "## 3x3k3\n"
NAMES = {depth: name for name, depth in DEPTH_OF_LEVEL.items()}
"""The names of the levels, by the plies that they look ahead."""
HEADER = (
    "| level | X: random | X: perfect | X: worst "
    "| O: random | O: perfect | O: worst |\n"
    "|---|---|---|---:|---|---|---:|"
)

LEVELS = [
    *product((0, 1, 2, 4, None), [False]),
    *product((4, None), [True]),
]
"""The plies that each level looks ahead, and whether it is tricky."""


def main() -> None:
    """Write the page: the text above its table, and a line for each level."""
    introduction, _, _ = PAGE.read_text(encoding="utf-8").partition(TITLE)
    with ProcessPoolExecutor() as pool:
        rows = list(pool.map(row, LEVELS))
    lines = [f"{introduction}{TITLE}\n{HEADER}", *rows, ""]
    PAGE.write_text("\n".join(lines), encoding="utf-8")


def row(level: tuple[int | None, bool]) -> str:
    """Return the line of a level, graded on both sides."""
    depth, tricky = level
    graded = grade(Level(depth, tricky=tricky), quiet=True)
    name = "all" if depth is None else str(depth)
    if tricky:
        name += ", tricky"
    elif depth in NAMES:
        name += f" (`{NAMES[depth]}`)"
    cells = [name, *results_of(graded.sides["X"]), *results_of(graded.sides["O"])]
    return "| " + " | ".join(cells) + " |"


def results_of(side: Grade) -> Iterator[str]:
    """Yield the results against random and perfect play, and the worst result."""
    yield percentages(side.vs_random)
    yield percentages(side.vs_perfect)
    yield expected_result(Fraction(side.worst))


def percentages(results: tuple[Fraction | float, ...]) -> str:
    """Return the probabilities of a win, a draw and a loss."""
    return " / ".join(tenths(Fraction(probability)) for probability in results)


def expected_result(result: Fraction) -> str:
    """Return an expected result to a hundredth; only a certain one is -1, 0 or +1."""
    if result == 0:
        return "0"
    if result in (-1, 1):
        return f"{int(result):+}"
    text = f"{float(result):+.2f}"
    if text == "-1.00":
        return "> -1"
    if text == "+1.00":
        return "< +1"
    return text


def tenths(probability: Fraction) -> str:
    """Return a probability in percent to a tenth; only a certain one is 0 or 100."""
    return percent(probability, decimals=1).removesuffix(" %")


if __name__ == "__main__":
    main()
