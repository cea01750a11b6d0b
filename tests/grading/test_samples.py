"""Answers in a file: how they are read, what they are worth row by row, and as a player."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from support.brute import Brute
from support.commands import Run
from support.slow import Slow

from ttt_table import Game, Table, open_table
from ttt_table.errors import BoardError, PlayerError
from ttt_table.grading import Samples, answer_rows, judge
from ttt_table.grading.samples import share
from ttt_table.play import Level

TABLE = open_table()
SMALL = Game(2, 3, 2)
AFTER_THE_CENTRE = [TABLE.push("....X....", cell) for cell in (0, 1, 2, 3, 5, 6, 7, 8)]
Rows = Sequence[tuple[str, Any]]


def saved(folder: Path, rows: Rows, name: str = "answers.jsonl") -> str:
    path = folder / name
    path.write_text(
        "".join(f"{json.dumps({'board': b, 'answer': a, 'by': 1})}\n" for b, a in rows)
    )
    return str(path)


def turned(board: str, order: Sequence[int]) -> str:
    return "".join(board[cell] for cell in order)


class Own:
    """The same figures by brute force, with fractions, for a board of 2x3 cells and its turns."""

    turns = (
        (0, 1, 2, 3, 4, 5),
        (2, 1, 0, 5, 4, 3),
        (3, 4, 5, 0, 1, 2),
        (5, 4, 3, 2, 1, 0),
    )

    def __init__(
        self, slow: Slow, rows: Sequence[tuple[str, int]], classes: bool
    ) -> None:
        self.slow, self.rows, self.classes = slow, rows, classes

    def player(self, board: str) -> dict[int, Fraction] | None:
        """Every row of the board; of a class, of all that turns make of it."""
        cells: Counter[int] = Counter()
        if not self.classes:
            cells.update(cell for one, cell in self.rows if one == board)
        else:
            # The first turn by which the board becomes the greatest carries the answers back.
            goal = max(turned(board, order) for order in self.turns)
            back = next(order for order in self.turns if turned(board, order) == goal)
            for one, cell in self.rows:
                ways = [order for order in self.turns if turned(one, order) == goal]
                if ways:
                    image = (
                        min(order.index(cell) for order in ways)
                        if 0 <= cell < 6
                        else cell
                    )
                    cells[back[image] if 0 <= image < 6 else image] += 1
        return {cell: Fraction(n, cells.total()) for cell, n in cells.items()} or None

    def worth(self, board: str, cell: int) -> tuple[bool, bool, bool]:
        """Whether it is legal, keeps the value, and whether another move does not."""
        value, after = self.slow.outcome(board)[0], self.slow.moves(board)
        keeps = {at: -self.slow.outcome(one)[0] == value for at, one in after.items()}
        return cell in after, keeps.get(cell, False), not all(keeps.values())

    def figures(self) -> tuple[list[tuple[int, int]], tuple[int, int]]:
        """Legal, keeping and keeping where it matters; and the pairs that agree."""
        each = [self.worth(*row) for row in self.rows]
        matter = [keeps for _, keeps, matters in each if matters]
        kinds = [
            [legal for legal, _, _ in each],
            [keeps for _, keeps, _ in each],
            matter,
        ]
        agree = pairs = 0
        for (one, a), (two, b) in combinations(self.rows, 2):
            ways = [order for order in self.turns if turned(one, order) == two]
            if one != two and ways and 0 <= a < 6 and 0 <= b < 6:
                pairs += 1
                agree += any(order[b] == a for order in ways)
        return [(sum(kind), len(kind)) for kind in kinds], (agree, pairs)


def random_rows(slow: Slow, seed: int) -> list[tuple[str, int]]:
    """Samples of some boards, now and then illegal ones, many boards missing."""
    lots = random.Random(seed)
    boards = [slow.start]
    for board in boards:
        boards += [one for one in slow.moves(board).values() if one not in boards]
    open_ones = [board for board in boards if not slow.is_over(board)]
    some = lots.sample(open_ones, lots.randint(1, len(open_ones)))
    return [
        (board, lots.choice([*slow.moves(board), lots.randint(0, 7)]))
        for board in some
        for _ in range(lots.choice((1, 1, 2, 5)))
    ]


def check_by_brute_force(table: Table, folder: Path, seed: int) -> None:
    slow = Slow(2, 3, 2, False)
    lots = random.Random(-seed)
    rows, classes, base = (
        random_rows(slow, seed),
        lots.random() < 0.5,
        lots.randint(0, 1),
    )
    own = Own(slow, rows, classes)

    def spelled(cell: int) -> Any:
        number = cell + base
        prose = f"Of {lots.randint(1, 9)} cells I take {number}."
        return lots.choice([number, prose, str(number)])

    shuffled = lots.sample(rows, len(rows))
    path = saved(folder, [(board, spelled(cell)) for board, cell in shuffled])
    samples = Samples(table, answer_rows(path, 3, base=base), classes=classes)
    counts, (agreeing, pairs) = own.figures()
    figures = samples.figures
    assert figures.rows == len(rows)
    assert figures.boards == len({board for board, _ in rows})
    assert (figures.agreeing, figures.pairs) == (agreeing, pairs)
    assert [(one.right, one.of) for one in figures.overall] == counts
    by_tier = defaultdict(list)
    for board, cell in rows:
        by_tier[6 - board.count(".")].append(own.worth(board, cell))
    for stones, (legal, keeps, _) in figures.by_tier.items():
        due = [sum(one[at] for one in by_tier[stones]) for at in (0, 1)]
        assert [legal.right, keeps.right] == due
    movers = {slow.mover(board) for board, _ in rows}
    for side in "XO":
        found = samples.grade(
            side, against=Level(0, table=table)
        )  # which plays at random
        worst, best = (
            Brute(slow, own.player, side, at).sums(slow.start) for at in (False, True)
        )
        assert found.lines == worst.lines
        assert found.chances == (worst.random, worst.perfect, worst.worst, worst.random)
        assert found.best_case in (
            None,
            (best.random, best.perfect, best.worst, best.random),
        )
    assert samples.grade().side == ("both" if len(movers) == 2 else movers.pop())


@pytest.mark.parametrize("seed", range(3))
def test_every_figure_is_that_of_a_program_with_fractions(
    seed: int, table_of: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Samples, illegal ones, missing boards, prose, numbers from 1, and classes; many at once."""
    monkeypatch.setattr("ttt_table.grading.samples.FEW", seed + 1)
    check_by_brute_force(table_of(SMALL), tmp_path, seed)


@pytest.mark.parametrize(
    ("right", "of"), [(0, 1), (1, 1), (8, 10), (3, 7), (999, 1000), (0, 500)]
)
def test_intervals_are_wilsons(right: int, of: int) -> None:
    """They solve his equation: at either end the share is 1.96 standard deviations away."""
    _, _, low, high = share(right, of)
    for end in (low, high):
        if 0 < end < 1:
            away = abs(right / of - end) / sqrt(end * (1 - end) / of)
            assert away == pytest.approx(1.959963984540054)
    assert (low == 0, high == 1) == (right == 0, right == of)


@pytest.mark.parametrize(("liked", "questions"), [((), 151), ((4, 0, 2, 6, 8), 94)])
def test_whoever_is_asked_by_classes_soon_has_a_whole_grade(
    liked: tuple[int, ...], questions: int
) -> None:
    """The next boards are asked until there are none; how many there are is up to the answers."""
    rows: list[tuple[int, str, int | None]] = []
    while boards := (samples := Samples(TABLE, rows, classes=True)).next_boards():
        for board in boards:
            best = TABLE.best_moves(board)
            rows.append(
                (1, board, next((cell for cell in liked if cell in best), best[0]))
            )
    found = samples.grade()
    assert len(rows) == questions
    assert found.perfect and not found.unanswered
    assert samples.figures.overall.keeps[:2] == (questions, questions)


def test_the_next_boards_are_those_that_the_answers_lead_to() -> None:
    """From none on; what only another answer leads to need not be asked."""
    assert Samples(TABLE, []).next_boards("X") == ["........."]
    assert Samples(TABLE, [(1, ".........", 4)]).next_boards("X") == AFTER_THE_CENTRE
    assert (
        len(Samples(TABLE, [(1, ".........", 4)], classes=True).next_boards("X")) == 2
    )


@pytest.mark.parametrize(
    ("options", "answer", "cell"),
    [
        ({}, "I would say 3, no: 4!", 4),
        ({}, [1, 1], 4),
        ({}, 4.0, -2),
        ({}, True, -2),
        ({}, {"4": 1}, -2),
        ({}, "the centre", -2),
        ({}, "9" * 5000, -2),
        ({}, 10**30, -1),
        ({"base": 1}, "(2, 2)", 1),
        ({"base": 1, "pattern": r"\((\d), (\d)\)"}, "(2, 2)", 4),
        ({"pattern": r"move: (\d)"}, "4 is near, move: 2 or 3", 2),
        ({"pattern": "[a-i]"}, "e", -2),
        ({"base": 1}, 0, -1),
    ],
)
def test_an_answer_is_a_number_a_pair_or_prose(
    options: dict[str, Any], answer: object, cell: int, tmp_path: Path
) -> None:
    """Where nothing matches it is an illegal one, counted as such."""
    rows = answer_rows(saved(tmp_path, [(".........", answer)]), 3, **options)
    samples = Samples(TABLE, rows)
    if cell >= 0:
        assert samples.figures.overall.legal.right == 1
        assert {one[cell] for one in samples.next_boards("X")} == {"X"}
    else:
        reason = "no answer found" if cell == -2 else "a cell outside the board"
        assert samples.grade("X").forfeits[0].reason == reason
        assert samples.figures.causes == {
            "no answer found" if cell == -2 else "illegal move": 1
        }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "there are no answers in it"),
        (b"\n\n", "there are no answers in it"),
        (b'{"board": ".........", "answer": 4}\n\nnonsense\n', "line 3: it is no JSON"),
        (b'{"board": "XXXOO....", "answer": null}\n', "line 1: the game is finished"),
        (b'{"board": "........."}', 'line 1: a row has a "board"'),
        (b'[".........", 4]', 'line 1: a row has a "board"'),
        (b'{"board": "XXX......", "answer": 4}', "line 1: too many X"),
        (b'{"board": "XXXOO....", "answer": 5}', "line 1: the game is finished"),
        (b'{"board": "XX.OO", "answer": 5}', "line 1: 5 cells"),
        ('{"board": "........."}'.encode("utf-16"), "line 1: it is not in UTF-8"),
        (b'{"board": "' + b"." * 10_000_000, "line 1: it has more than"),
        (b"[" * 100_000, "line 1: "),
    ],
)
def test_a_row_that_cannot_be_read_ends_it_with_its_line(
    text: bytes, words: str, tmp_path: Path, run: Run
) -> None:
    """One line, and status 2."""
    path = tmp_path / "bad.jsonl"
    path.write_bytes(text)
    told = run(["grade", "--answers", str(path)], 2).err
    assert words in told
    assert told.count("\n") == 1


def test_csv_is_read_by_its_head(tmp_path: Path) -> None:
    """With a mark of its encoding in front, with more columns, and prose over several lines."""
    path = tmp_path / "answers.csv"
    text = '\ufeffid,board,answer\n1,X...O....,"First 3,\nthen 2"\n2,.........,4\n'
    path.write_text(text, encoding="utf-8")
    samples = Samples(TABLE, answer_rows(path, 3))
    assert samples.figures.rows == samples.figures.overall.legal.right == 2
    path.write_text("board,move\n.........,4\n")
    with pytest.raises(PlayerError, match="line 2: a row has"):
        Samples(TABLE, answer_rows(path, 3))


def test_answers_get_two_kinds_of_figures(tmp_path: Path, run: Run) -> None:
    """Of the rows and of play; what follows from too many missing boards is not played."""
    path = saved(tmp_path, [(".........", 4), (".........", 9), ("X...O....", None)])
    found = json.loads(run(["grade", "--answers", path, "--json"], 1).out)
    assert [found["answers"]["overall"]["legal"][key] for key in ("right", "of")] == [
        1,
        2,
    ]
    assert found["answers"]["causes"] == {"illegal move": 1}
    assert [one["share"] for one in found["play"]["sides"]["X"]["forfeits"]] == ["1/2"]
    printed = run(["grade", "--answers", path], 1).out
    assert "50.00 % (9.5 to 90.5)" in printed
    assert "\nPlay: " in printed
    assert (
        "opponent: won" in run(["grade", "--answers", path, "--against", "easy"], 1).out
    )
    assert (
        run(["grade", "--answers", path, "--next", "--as", "X"]).out.split()
        == AFTER_THE_CENTRE
    )


def test_too_many_missing_boards_are_lost_or_won(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Figures that hold whatever is answered there, so around those of all that follows."""
    rows = [
        (1, board, TABLE.best_move(board))
        for board in [".........", *AFTER_THE_CENTRE[1:]]
    ]
    near = Samples(TABLE, rows).grade("X")
    monkeypatch.setattr("ttt_table.grading.samples.MOST_BOARDS", 100)
    far = Samples(TABLE, rows).grade("X")
    assert near.best_case and far.best_case
    assert far.boards < 100 < near.boards
    assert far.worst == -1 <= near.worst
    assert far.vs_random.lost > near.vs_random.lost
    assert far.best_case.vs_random.won >= near.best_case.vs_random.won
    assert (far.sound, far.unbeatable) == (None, None)


def test_one_move_is_judged() -> None:
    """A best one, one that only keeps, one that does not, and an illegal one."""
    best, illegal = (judge(TABLE, "XX.OO....", cell) for cell in (2, 0))
    keeping, bad = judge(TABLE, "XX..O...O", 3), judge(TABLE, "XX..O....", 5)
    assert best[2:] == (True, (1, 1), (1, 1), True, True, True, None)
    assert (keeping.keeps, keeping.best, keeping.after) == (True, False, (1, 3))
    assert (bad.keeps, bad.cause, bad.after) == (False, "missed block", (-1, 2))
    assert (illegal.legal, illegal.after, illegal.cause) == (
        False,
        None,
        "cell 0 is taken",
    )
    with pytest.raises(BoardError, match="finished"):
        judge(TABLE, "XXXOO....", 5)


def test_the_canonical_board_is_the_same_for_a_whole_class() -> None:
    """One of the class; the long tests count them all."""
    assert {TABLE.canonical(board) for board in AFTER_THE_CENTRE} == {
        "O...X....",
        ".O..X....",
    }
    assert (
        TABLE.canonical("........X")
        == TABLE.canonical("X - - - - - - - -")
        == "X........"
    )
