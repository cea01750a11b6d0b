"""The grade of a player, with its verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from ttt_table.play.judging import Chance, Verdict
from ttt_table.rules.game import Game
from ttt_table.table.reader import Table

# How sure it is that the answers seen are those that the player gives.
Certainty: TypeAlias = Literal["exact", "asked twice", "random", "sampled"]


class WDL(NamedTuple):
    """Numbers of games, or probabilities, from the graded player's point of view.

    Attributes:
        won: Of games that it wins.
        drawn: Of draws.
        lost: Of games that it loses.
    """

    won: Chance
    drawn: Chance
    lost: Chance


class Forfeit(NamedTuple):
    """A board at which the player made no legal move, and so has lost.

    Attributes:
        board: The board that it was asked about.
        kind: ``illegal`` cell, wrong ``type``, ``exception``, ``exit`` or ``late``.
        reason: What it did, in words for people.
        share: Which part of its answer that is, and so of the game.
    """

    board: str
    kind: str
    reason: str
    share: Chance


@dataclass(frozen=True, slots=True, repr=False)
class Grade:
    """The grade of a player on one side, or on both.

    For both sides together, counts are added, lists are joined and probabilities are
    averaged. So a verdict is true only if it is true for both.

    Attributes:
        player: The player's name.
        table: The table that judged it.
        side: ``X``, ``O`` or ``both``.
        value: The expected result of perfect play: 1 is a win, 0 a draw, -1 a loss.
        boards: Distinct boards that it met, finished ones included.
        decisions: Distinct boards at which it had to move.
        games: Complete games: each order of every move of the opponent and every move
            that the player may make.
        vs_random: Against an opponent that plays each legal move equally often.
        vs_perfect: Against an opponent that plays each best move equally often.
        worst: The expected result against a best response.
        against: Against the opponent that you named; None if you named none.
        blunders: Where the player gives value away: a verdict for each board, on the
            worst of its moves.
        slips: Where it keeps the value, but wins later or loses sooner, likewise.
        forfeits: Where it made no legal move and so lost, and why.
        shortest_loss: The cells of the shortest game that it loses, or None.
        rounding_error: How far off a probability is at most; 0 if they are exact.
        certainty: ``exact`` if each board got the same answer twice and no random
            number was drawn; ``asked twice`` if it cannot be seen whether one was, as
            of a program; ``random`` if one was; ``sampled`` if each board was asked
            `samples` times, and the grade is that of the observed distribution.
        samples: How often each board was asked for that; otherwise 0.
        notes: What to know before you believe the grade, in words.
        sides: The grade of each side, by ``X`` and ``O``; empty in these.
    """

    player: str
    table: Table = field(compare=False)
    side: str
    value: Fraction
    boards: int
    decisions: int
    games: WDL
    vs_random: WDL
    vs_perfect: WDL
    worst: Chance
    against: WDL | None = None
    blunders: Sequence[Verdict] = ()
    slips: Sequence[Verdict] = ()
    forfeits: Sequence[Forfeit] = ()
    shortest_loss: tuple[int, ...] | None = None
    rounding_error: float = 0.0
    certainty: Certainty = "exact"
    samples: int = 0
    notes: Sequence[str] = ()
    sides: Mapping[str, Grade] = field(default_factory=dict)

    def __repr__(self) -> str:
        return (
            f"<Grade of {self.player} on {self.game} as {self.side}:"
            f" {len(self.blunders):,} blunders, {len(self.slips):,} slips,"
            f" {len(self.forfeits):,} forfeits>"
        )

    @property
    def game(self) -> Game:
        """The game that the player played."""
        return self.table.game

    @property
    def sound(self) -> bool:
        """True if no decision gives value away or is a forfeit."""
        return not (self.blunders or self.forfeits)

    @property
    def perfect(self) -> bool:
        """True if the player is sound, and never wins late or loses early."""
        return self.sound and not self.slips

    @property
    def unbeatable(self) -> bool:
        """True if no game is lost."""
        return not self.games.lost

    @property
    def exact(self) -> bool:
        """True if the verdicts hold for the player, and not only for answers seen."""
        return self.certainty == "exact"

    @property
    def exploitability(self) -> Chance:
        """How far a best response holds the player below the value; at least 0.

        On both sides this is the mean of what a best response gains on either side, as
        in OpenSpiel (half of NashConv). That of samples is biased upwards.
        """
        # Rounding may have made a float a little too great.
        return max(self.value - self.worst, self.worst * 0)

    def summary(self) -> dict[str, float | bool]:
        """Return a flat dictionary for loggers: probabilities, totals, verdicts."""
        numbers: dict[str, float | bool] = {}
        for name in ("vs_random", "vs_perfect", "against"):
            results: WDL | None = getattr(self, name)
            if results is not None:
                for kind, chance in results._asdict().items():
                    numbers[f"{name}_{kind}"] = float(chance)
        for name in ("worst", "exploitability"):
            numbers[name] = float(getattr(self, name))
        for name in ("blunders", "slips", "forfeits"):
            numbers[name] = len(getattr(self, name))
        for name in ("sound", "perfect", "unbeatable", "exact"):
            numbers[name] = getattr(self, name)
        return numbers


def of_both(sides: Mapping[str, Grade]) -> Grade:
    """Return the grade of both sides from that of each."""
    first, second = sides.values()
    against = None
    if first.against is not None and second.against is not None:
        against = _mean(first.against, second.against)
    losses = [first.shortest_loss, second.shortest_loss]
    return replace(
        first,
        side="both",
        value=(first.value + second.value) / 2,
        boards=first.boards + second.boards,
        decisions=first.decisions + second.decisions,
        games=WDL(*map(sum, zip(first.games, second.games, strict=True))),
        vs_random=_mean(first.vs_random, second.vs_random),
        vs_perfect=_mean(first.vs_perfect, second.vs_perfect),
        worst=(first.worst + second.worst) / 2,
        against=against,
        blunders=[*first.blunders, *second.blunders],
        slips=[*first.slips, *second.slips],
        forfeits=[*first.forfeits, *second.forfeits],
        shortest_loss=min(
            [loss for loss in losses if loss is not None],
            key=lambda loss: (len(loss), loss),
            default=None,
        ),
        rounding_error=max(first.rounding_error, second.rounding_error),
        sides=sides,
    )


def _mean(first: WDL, second: WDL) -> WDL:
    return WDL(*((a + b) / 2 for a, b in zip(first, second, strict=True)))
