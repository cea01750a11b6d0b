"""A neural network learns tic-tac-toe from the table, graded exactly as it learns.

Two layers in plain numpy get the mover's stones and the opponent's, and give each cell
a probability. On every unfinished board they learn to give equal probabilities to the
best moves, and none to the others.

This makes two players: `softmax` samples from the probabilities, `likeliest` always
takes the greatest. Each point of their curves is exact, against a best response:

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
from ttt_table.grading import grade

Floats = NDArray[np.float64]

TABLE = open_table()
HIDDEN = 256  # neurons of the hidden layer
BATCH = 512  # boards of each step
RATE = 0.02  # the learning rate of the first step
STEPS = 1024
SEED = 1


class Network:
    """Two layers of weights, and the moments of their gradients that Adam keeps."""

    def __init__(self, seed: int = SEED) -> None:
        self.rng = np.random.default_rng(seed)
        self.weights = [
            self.rng.normal(0, 18**-0.5, (18, HIDDEN)),
            np.zeros(HIDDEN),
            self.rng.normal(0, HIDDEN**-0.5, (HIDDEN, 9)),
            np.zeros(9),
        ]
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]

    def forward(self, inputs: Floats) -> tuple[Floats, Floats]:
        """Return the hidden layer, and the probability of each free cell.

        Args:
            inputs: One row per board, as `inputs_of` returns them.
        """
        into, into_bias, out, out_bias = self.weights
        hidden = np.maximum(inputs @ into + into_bias, 0)
        is_taken = inputs[:, :9] + inputs[:, 9:] > 0
        logits = np.where(is_taken, -np.inf, hidden @ out + out_bias)
        exponentials = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, exponentials / exponentials.sum(axis=1, keepdims=True)

    def learn(self, inputs: Floats, targets: Floats, rate: float) -> None:
        """Take a step of Adam (Kingma and Ba, 2014) to lower the cross-entropy.

        Args:
            inputs: One row per board, as `inputs_of` returns them.
            targets: The probabilities that the network should give.
            rate: The learning rate.
        """
        hidden, probabilities = self.forward(inputs)
        error = (probabilities - targets) / len(inputs)
        back = error @ self.weights[2].T * (hidden > 0)
        gradients = [
            inputs.T @ back,
            back.sum(axis=0),
            hidden.T @ error,
            error.sum(axis=0),
        ]
        for weight, mean, square, gradient in zip(
            self.weights, self.means, self.squares, gradients, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient**2 - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)

    def softmax(self, board: str) -> dict[int, float]:
        """Return the probability of each free cell: a player that samples."""
        _, (probabilities,) = self.forward(inputs_of([board]))
        return {
            cell: float(probabilities[cell])
            for cell, mark in enumerate(board)
            if mark == "."
        }

    def likeliest(self, board: str) -> int:
        """Return the cell with the greatest probability."""
        _, (probabilities,) = self.forward(inputs_of([board]))
        return int(probabilities.argmax())


def inputs_of(boards: Sequence[str]) -> Floats:
    """Return 9 numbers for the mover's stones of each board, 9 for the opponent's."""
    rows = []
    for board in boards:
        own = TABLE.mover(board)
        other = "XO".replace(own, "")
        rows.append([[mark == side for mark in board] for side in (own, other)])
    return np.array(rows, float).reshape(-1, 18)


def lessons() -> tuple[Floats, Floats]:
    """Return the inputs of every unfinished board, and the probabilities to learn."""
    boards = [board for board in TABLE if not TABLE.is_over(board)]
    return inputs_of(boards), TABLE.batch(boards).probabilities.astype(float)


def learning(steps: int = STEPS, seed: int = SEED) -> Iterator[tuple[int, Network]]:
    """Yield the same network before it learns, and after each step."""
    network = Network(seed)
    inputs, targets = lessons()
    yield 0, network
    for step in range(1, steps + 1):
        batch = network.rng.integers(len(inputs), size=BATCH)
        # The rate falls to 0, so that the result does not depend on the last boards.
        rate = RATE * (1 - step / (steps + 1))
        network.learn(inputs[batch], targets[batch], rate)
        yield step, network


class Point(NamedTuple):
    """The results of a network's two players after some steps."""

    steps: int
    """How many steps it has learned."""
    blunders: int
    """The number of boards on which the likeliest move gives value away."""
    not_lost: float
    """How likely this move does not lose against random play."""
    likeliest: float
    """The exploitability of the player that takes the likeliest move, on both sides."""
    softmax: float
    """The exploitability of the player that samples, on both sides."""


def curve(steps: int = STEPS, seed: int = SEED) -> list[Point]:
    """Return a point before learning, after 16, 32, 64, ... steps, and at the end."""
    points = []
    for step, network in learning(steps, seed):
        is_power_of_two = step.bit_count() == 1
        if step in (0, steps) or (step >= 16 and is_power_of_two):
            points.append(point_of(step, network))
    return points


def point_of(step: int, network: Network) -> Point:
    """Grade both players of a network."""
    likeliest = grade(network.likeliest)
    softmax = grade(network.softmax)
    return Point(
        steps=step,
        blunders=len(likeliest.blunders),
        not_lost=float(1 - likeliest.vs_random.lost),
        likeliest=float(likeliest.exploitability),
        softmax=float(softmax.exploitability),
    )


def svg(points: Sequence[Point]) -> str:
    """Draw the curves, with steps and blunders below."""
    xs = [90 + 60 * index for index in range(len(points))]
    right = xs[-1]

    def line(values: Sequence[float], colour: str) -> str:
        """Draw values from 0, at the bottom, to 1, at the top."""
        places = []
        for x, value in zip(xs, values, strict=True):
            places.append(f"{x},{200 - 200 * value:.0f}")
        stroke = f'fill="none" stroke="{colour}" stroke-width="2"'
        return f'<polyline {stroke} points="{" ".join(places)}"/>'

    def row(y: int, name: str, numbers: Sequence[object]) -> str:
        texts = [f'<text x="5" y="{y}">{name}</text>']
        for x, number in zip(xs, numbers, strict=True):
            texts.append(f'<text x="{x}" y="{y}" text-anchor="middle">{number}</text>')
        return "\n".join(texts)

    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -15 {right + 30} 330" \
font-size="13" font-family="sans-serif">
<title>A network as it learns tic-tac-toe, each point exact</title>
<rect y="-15" width="{right + 30}" height="330" fill="#fff"/>
<path d="M90 0V200H{right}" fill="none" stroke="#888"/>
<text x="75" y="5">1</text>
<text x="75" y="205">0</text>
{line([point.softmax for point in points], "#762a83")}
{line([point.likeliest for point in points], "#1b7837")}
{line([point.not_lost for point in points], "#2166ac")}
{row(222, "steps", [point.steps for point in points])}
{row(242, "not lost, %", [f"{100 * point.not_lost:.1f}" for point in points])}
{row(262, "blunders", [point.blunders for point in points])}
<text x="90" y="288">The likeliest move: \
<tspan fill="#2166ac">not lost to random play</tspan>, \
<tspan fill="#1b7837">exploitability</tspan></text>
<text x="90" y="306"><tspan fill="#762a83">Exploitability of softmax</tspan>; \
both sides</text>
</svg>
"""


@cache
def trained() -> Network:
    """Return a network that has learned."""
    *_, (_, network) = learning()
    return network


def softmax(board: str) -> dict[int, float]:
    """Return the probability of each free cell, as `ttt-table grade` takes them."""
    return trained().softmax(board)


def likeliest(board: str) -> int:
    """Return the likeliest cell."""
    return trained().likeliest(board)


def main(arguments: Sequence[str] | None = None) -> None:
    """Let a network learn, and print its curve."""
    parser = argparse.ArgumentParser(
        description="a neural network, graded exactly as it learns"
    )
    parser.add_argument(
        "--steps", type=int, default=STEPS, help=f"steps of learning ({STEPS})"
    )
    parser.add_argument(
        "--seed", type=int, default=SEED, help=f"of the random generator ({SEED})"
    )
    parser.add_argument(
        "--svg", metavar="FILE", help="write the curve as a picture, too"
    )
    options = parser.parse_args(arguments)
    points = curve(options.steps, options.seed)
    print(" steps  blunders  exploitability  (of the likeliest move, of sampling)")
    for point in points:
        print(
            f"{point.steps:6}  {point.blunders:8}"
            f"  {point.likeliest:6.3f}  {point.softmax:6.3f}"
        )
    if options.svg:
        Path(options.svg).write_text(svg(points), encoding="utf-8")


if __name__ == "__main__":
    main()
