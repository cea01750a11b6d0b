"""A neural network learns tic-tac-toe from the table, and is graded exactly as it learns.

Two layers in plain numpy see the mover's stones and the other's, and give each cell a chance. They
are taught equal chances for the best moves, and none for the others, on every unfinished board.

Two players come of it: `softmax` plays by the chances, `likeliest` always takes the greatest. Each
point of their curves is exact, the result against an opponent who exploits the player best:

    python examples/network.py [--steps N] [--seed N] [--svg FILE]
    ttt-table grade examples/network.py:likeliest
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttt_table import open_table
from ttt_table.export.encodings import planes
from ttt_table.grading import grade

Floats = NDArray[np.float64]

TABLE = open_table()
PLANES = planes(TABLE.game)
HIDDEN, AT_ONCE, RATE = 256, 512, 0.02
"""Neurons of the hidden layer, boards looked at in each step, and the rate of the first step."""
STEPS, SEED = 1024, 1


class Network:
    """Two layers of weights, and what Adam remembers of their gradients."""

    def __init__(self, seed: int = SEED) -> None:
        self.lots = np.random.default_rng(seed)
        self.weights = [
            self.lots.normal(0, 18**-0.5, (18, HIDDEN)),
            np.zeros(HIDDEN),
            self.lots.normal(0, HIDDEN**-0.5, (HIDDEN, 9)),
            np.zeros(9),
        ]
        self.means = [np.zeros_like(one) for one in self.weights]
        self.squares = [np.zeros_like(one) for one in self.weights]

    def forward(self, seen: Floats) -> tuple[Floats, Floats]:
        """The hidden layer, and the chances of the cells: none for one that holds a stone."""
        into, into_bias, out, out_bias = self.weights
        hidden = np.maximum(seen @ into + into_bias, 0)
        taken = seen[:, :9] + seen[:, 9:] > 0
        raw = np.where(taken, -np.inf, hidden @ out + out_bias)
        chances = np.exp(raw - raw.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True)

    def learn(self, seen: Floats, wanted: Floats, rate: float) -> None:
        """One step of Adam (Kingma and Ba, 2014) down the gradient of the cross-entropy."""
        hidden, chances = self.forward(seen)
        off = (chances - wanted) / len(seen)
        back = off @ self.weights[2].T * (hidden > 0)
        gradients = [seen.T @ back, back.sum(axis=0), hidden.T @ off, off.sum(axis=0)]
        for weight, mean, square, gradient in zip(
            self.weights, self.means, self.squares, gradients, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient**2 - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)

    def softmax(self, board: str) -> dict[int, float]:
        """The player who draws lots: the chance of each cell, as `grade` takes them."""
        _, (chances,) = self.forward(inputs([board]))
        return {
            cell: float(chances[cell]) for cell, mark in enumerate(board) if mark == "."
        }

    def likeliest(self, board: str) -> int:
        """The player who takes the cell with the greatest chance."""
        _, (chances,) = self.forward(inputs([board]))
        return int(chances.argmax())


def inputs(boards: Sequence[str]) -> Floats:
    """What the network sees of each board: 9 numbers for the mover's stones, 9 for the other's."""
    return PLANES.observations(boards).reshape(-1, 18).astype(float)


def lessons() -> tuple[Floats, Floats]:
    """Every unfinished board as the network sees it, and the chances that it should give."""
    boards = [board for board in TABLE if not TABLE.is_over(board)]
    return inputs(boards), TABLE.batch(boards).probabilities.astype(float)


def learning(steps: int = STEPS, seed: int = SEED) -> Iterator[tuple[int, Network]]:
    """The same network before it learns, and after each step."""
    network = Network(seed)
    seen, wanted = lessons()
    yield 0, network
    for step in range(1, steps + 1):
        some = network.lots.integers(len(seen), size=AT_ONCE)
        # The rate falls to nothing, so that the end does not hang on the last few boards.
        network.learn(seen[some], wanted[some], RATE * (1 - step / (steps + 1)))
        yield step, network


class Point(NamedTuple):
    """What the two players of a network are worth after some steps."""

    steps: int
    blunders: int
    """Boards at which the likeliest move gives value away, as X and as O."""
    saved: float
    """How many of its games against random play this player does not lose."""
    likeliest: float
    """What the worst opponent takes from it, on both sides: its exploitability."""
    softmax: float
    """The same of the player who draws lots."""


def curve(steps: int = STEPS, seed: int = SEED) -> list[Point]:
    """A point before learning, after 16, 32, 64 steps and so on, and at the end."""
    points = []
    for step, network in learning(steps, seed):
        if step in (0, steps) or (step >= 16 and step.bit_count() == 1):
            best, lots = grade(network.likeliest), grade(network.softmax)
            points.append(
                Point(
                    steps=step,
                    blunders=best.counts.blunders,
                    saved=float(1 - best.chances.vs_random.lost),
                    likeliest=float(best.exploitability),
                    softmax=float(lots.exploitability),
                )
            )
    return points


def svg(points: Sequence[Point]) -> str:
    """The curves as a picture, with steps and blunders below."""
    places = [90 + 60 * at for at in range(len(points))]

    def line(heights: Sequence[float], colour: str) -> str:
        ends = " ".join(
            f"{x},{200 - 200 * y:.0f}" for x, y in zip(places, heights, strict=True)
        )
        return f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{ends}"/>'

    def row(y: int, name: str, numbers: Sequence[object]) -> str:
        told = [f'<text x="5" y="{y}">{name}</text>']
        for x, number in zip(places, numbers, strict=True):
            told.append(f'<text x="{x}" y="{y}" text-anchor="middle">{number}</text>')
        return "\n".join(told)

    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -15 {places[-1] + 30} 330" font-size="13" \
font-family="sans-serif">
<title>A network as it learns tic-tac-toe, each point exact</title>
<rect y="-15" width="{places[-1] + 30}" height="330" fill="#fff"/>
<path d="M90 0V200H{places[-1]}" fill="none" stroke="#888"/>
<text x="75" y="5">1</text>
<text x="75" y="205">0</text>
{line([one.softmax for one in points], "#762a83")}
{line([one.likeliest for one in points], "#1b7837")}
{line([one.saved for one in points], "#2166ac")}
{row(222, "steps", [one.steps for one in points])}
{row(242, "not lost, %", [f"{100 * one.saved:.1f}" for one in points])}
{row(262, "blunders", [one.blunders for one in points])}
<text x="90" y="288">The likeliest move: <tspan fill="#2166ac">not lost to random play</tspan>, \
<tspan fill="#1b7837">exploitability</tspan></text>
<text x="90" y="306"><tspan fill="#762a83">Exploitability of softmax</tspan>; both sides</text>
</svg>
"""


@cache
def trained() -> Network:
    """A network that has learned."""
    *_, (_, network) = learning()
    return network


def softmax(board: str) -> dict[int, float]:
    """The player who draws lots, for `ttt-table grade`."""
    return trained().softmax(board)


def likeliest(board: str) -> int:
    """The player who takes the likeliest move, for `ttt-table grade`."""
    return trained().likeliest(board)


def main(arguments: Sequence[str] | None = None) -> None:
    """Let a network learn, and print its curve."""
    parser = argparse.ArgumentParser(
        description="a neural network, graded exactly as it learns"
    )
    parser.add_argument(
        "--steps", type=int, default=STEPS, help=f"steps of learning ({STEPS})"
    )
    parser.add_argument("--seed", type=int, default=SEED, help=f"of all lots ({SEED})")
    parser.add_argument(
        "--svg", metavar="FILE", help="write the curve as a picture, too"
    )
    options = parser.parse_args(arguments)
    points = curve(options.steps, options.seed)
    print(" steps  blunders  exploitability  (the likeliest move's, then that by lots)")
    for one in points:
        print(
            f"{one.steps:6}  {one.blunders:8}  {one.likeliest:6.3f}  {one.softmax:6.3f}"
        )
    if options.svg:
        Path(options.svg).write_text(svg(points), encoding="utf-8")


if __name__ == "__main__":
    main()
