"""A neural network learns tic-tac-toe from the table, and is graded exactly as it learns.

Two layers in plain numpy see the mover's stones and the other's, and give each cell a chance. They
are taught, on every unfinished board, equal chances for the best moves and none for the others.

Elsewhere such a curve is sampled: so many games, so many won. Here each point is exact, all games
that any opponent can play against the network:

    python examples/network.py [--steps N] [--seed N]
    ttt-table grade examples/network.py:likeliest
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ttt_table import open_table
from ttt_table.play import Grade, grade

Floats = NDArray[np.float64]

TABLE = open_table()
HIDDEN, RATE, AT_ONCE = 256, 0.02, 512
"""Neurons of the hidden layer, the first rate of learning, and boards looked at in each step."""
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
        """The hidden layer, and a chance for each cell: none where a stone lies."""
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
        """The player who draws lots by the network's chances, for `grade`."""
        _, (chances,) = self.forward(planes([board]))
        return {cell: float(chances[cell]) for cell, mark in enumerate(board) if mark == "."}

    def likeliest(self, board: str) -> int:
        """The player who always takes the likeliest cell."""
        _, (chances,) = self.forward(planes([board]))
        return int(chances.argmax())


def planes(boards: Sequence[str]) -> Floats:
    """What the network sees of each board: the mover's stones, then the other's, cell by cell."""
    sides = [(TABLE.mover(board), "O" if TABLE.mover(board) == "X" else "X") for board in boards]
    return np.array(
        [
            [float(mark == stone) for stone in both for mark in board]
            for board, both in zip(boards, sides, strict=True)
        ]
    )


def lessons() -> tuple[Floats, Floats]:
    """Every unfinished board as the network sees it, and the chances that it should give."""
    boards = [board for board in TABLE if not TABLE.is_over(board)]
    wanted = np.zeros((len(boards), 9))
    for row, board in enumerate(boards):
        best = TABLE.best_moves(board)
        wanted[row, best] = 1 / len(best)
    return planes(boards), wanted


def learning(steps: int = STEPS, seed: int = SEED) -> tuple[Network, list[tuple[int, Grade]]]:
    """A network that has learned, and its grade before, after 1, 2, 4, 8 steps, and at the end."""
    network = Network(seed)
    seen, wanted = lessons()
    points = [(0, grade(network.likeliest))]
    for step in range(1, steps + 1):
        some = network.lots.integers(len(seen), size=AT_ONCE)
        # The rate falls to nothing, so that the end does not depend on the last few boards.
        network.learn(seen[some], wanted[some], RATE * (1 - step / (steps + 1)))
        if step.bit_count() == 1 or step == steps:
            points.append((step, grade(network.likeliest)))
    return network, points


@cache
def trained() -> Network:
    """The network that has learned, for players that are graded from this file."""
    return learning()[0]


def softmax(board: str) -> dict[int, float]:
    """Its chances: `ttt-table grade examples/network.py:softmax`."""
    return trained().softmax(board)


def likeliest(board: str) -> int:
    """Its likeliest cell: `ttt-table grade examples/network.py:likeliest`."""
    return trained().likeliest(board)


def main(arguments: Sequence[str] | None = None) -> None:
    """Let a network learn, and print its curve."""
    parser = argparse.ArgumentParser(description="a neural network, graded exactly as it learns")
    parser.add_argument("--steps", type=int, default=STEPS, help=f"steps of learning ({STEPS})")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of all lots ({SEED})")
    options = parser.parse_args(arguments)
    print(" steps  blunders   worst  (boards where it gives value away, as X and as O)")
    for step, one in learning(options.steps, options.seed)[1]:
        print(f"{step:6}  {len(one.blunders):8}  {float(one.worst):+6.2f}")


if __name__ == "__main__":
    main()
