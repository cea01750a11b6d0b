"""Answers in a file: how they are read, what each is worth, and as a player."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import astuple
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from support.brute import Brute
from support.cases import exhaustive
from support.commands import Run
from support.recount import Recount, random_rows
from support.reference_game import ReferenceGame

from ttt_table import Game, Table, open_table
from ttt_table.errors import PlayerError
from ttt_table.grading import Samples, SideGrade, answer_rows
from ttt_table.grading.answer_metrics import wilson_interval
from ttt_table.play import Level

TABLE = open_table()
SMALL = Game(2, 3, 2)
AFTER_THE_CENTRE = [TABLE.push("....X....", cell) for cell in (0, 1, 2, 3, 5, 6, 7, 8)]
Rows = Sequence[tuple[str, Any]]


def saved(folder: Path, rows: Rows, name: str = "answers.jsonl") -> str:
    """Write rows as JSON lines, and return the path."""
    lines = []
    for board, answer in rows:
        lines.append(json.dumps({"board": board, "answer": answer, "by": 1}))
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines))
    return str(path)


def as_written(cell: int, rng: random.Random) -> Any:
    """Return a cell as a number, in prose, or as text."""
    prose = f"Of {rng.randint(1, 9)} cells I take {cell}."
    return rng.choice([cell, prose, str(cell)])


def check_by_brute_force(table: Table, folder: Path, seed: int) -> None:
    reference = ReferenceGame(2, 3, 2, False)
    rng = random.Random(-seed)
    rows = random_rows(reference, seed)
    classes = rng.random() < 0.5
    first_index = rng.randint(0, 1)
    recount = Recount(reference, rows, classes)

    shuffled = rng.sample(rows, len(rows))
    written = [(board, as_written(cell + first_index, rng)) for board, cell in shuffled]
    path = saved(folder, written)
    samples = Samples(
        table, answer_rows(path, 3, first_index=first_index), classes=classes
    )
    check_metrics(samples, recount)
    for side in "XO":
        result = samples.grade(side, against=Level(0, table=table)).sides[side]
        check_grade(result, recount)
    movers = {reference.mover(board) for board, _ in rows}
    assert set(samples.grade().sides) == movers


def check_metrics(samples: Samples, recount: Recount) -> None:
    metrics = samples.metrics
    rows = recount.rows
    assert metrics.rows == len(rows)
    assert metrics.boards == len({board for board, _ in rows})
    assert (metrics.agreeing, metrics.pairs) == recount.agreement()
    overall = [
        metrics.overall.legal,
        metrics.overall.keeps,
        metrics.overall.where_it_matters,
    ]
    assert [(each.right, each.total) for each in overall] == recount.overall()

    worths_by_tier = defaultdict(list)
    for board, cell in rows:
        worths_by_tier[6 - board.count(".")].append(recount.worth(board, cell))
    for stones, shares in metrics.by_tier.items():
        worths = worths_by_tier[stones]
        assert shares.legal.right == sum(worth.legal for worth in worths)
        assert shares.keeps.right == sum(worth.keeps for worth in worths)


def check_grade(side: SideGrade, recount: Recount) -> None:
    """Compare a side's grade against random play, which is also the opponent's."""
    reference = recount.reference
    lower = Brute(reference, recount.player, side.side, min).sums(reference.start)
    upper = Brute(reference, recount.player, side.side, max).sums(reference.start)
    assert side.counts.games == lower.games
    assert astuple(side.bounds.lower) == (
        lower.random,
        lower.perfect,
        lower.worst,
        lower.random,
    )
    assert astuple(side.bounds.upper) == (
        upper.random,
        upper.perfect,
        upper.worst,
        upper.random,
    )
    won, _, lost = side.chances.vs_random
    assert (won, lost) == (lower.random[0], upper.random[2])
    assert side.chances.against == side.chances.vs_random


@pytest.mark.parametrize(
    "seed",
    [*range(3), *exhaustive(range(3, 200))],
)
def test_every_figure_is_that_of_a_program_with_fractions(
    seed: int, table_of: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Illegal samples, missing boards, prose, numbers from 1, and classes."""
    monkeypatch.setattr("ttt_table.grading.judged_answers.FEW_BOARDS", seed + 1)
    monkeypatch.setattr("ttt_table.grading.samples.ROWS_AT_ONCE", 8 * (seed + 1))
    check_by_brute_force(table_of(SMALL), tmp_path, seed)


@pytest.mark.parametrize(
    ("right", "total"), [(0, 1), (1, 1), (8, 10), (3, 7), (999, 1000), (0, 500)]
)
def test_an_interval_ends_where_wilson_says(right: int, total: int) -> None:
    """At either end the share is 1.96 standard deviations away, as he defines it."""
    interval = wilson_interval(right, total)
    for end in (interval.low, interval.high):
        if 0 < end < 1:
            deviation = sqrt(end * (1 - end) / total)
            distance = abs(right / total - end)
            assert distance / deviation == pytest.approx(1.959963984540054)
    assert (interval.low == 0) == (right == 0)
    assert (interval.high == 1) == (right == total)


def test_a_share_of_nothing_may_be_anything() -> None:
    interval = wilson_interval(0, 0)
    assert (interval.low, interval.high) == (0, 1)


Row = tuple[int, str, int | None]


def asked_by_classes(liked: Sequence[int]) -> list[Row]:
    """Ask for the next boards until there are none; answer with liked best moves."""
    rows: list[Row] = []
    while boards := Samples(TABLE, rows, classes=True).next_boards():
        for board in boards:
            best = TABLE.best_moves(board)
            liked_and_best = [cell for cell in liked if cell in best]
            rows.append((len(rows), board, (liked_and_best or best)[0]))
    return rows


@pytest.mark.parametrize(("liked", "questions"), [((), 151), ((4, 0, 2, 6, 8), 94)])
@pytest.mark.exhaustive
def test_a_few_questions_by_classes_make_a_whole_grade(
    liked: tuple[int, ...], questions: int
) -> None:
    """How many there are depends on the answers."""
    rows = asked_by_classes(liked)
    samples = Samples(TABLE, rows, classes=True)
    result = samples.grade()
    assert len(rows) == questions
    assert result.perfect
    assert not result.mistakes.unanswered
    keeps = samples.metrics.overall.keeps
    assert (keeps.right, keeps.total) == (questions, questions)


def test_the_first_board_to_ask_is_the_empty_one() -> None:
    assert Samples(TABLE, []).next_boards("X") == ["........."]


def test_the_next_boards_are_those_that_the_answers_lead_to() -> None:
    """What only another answer leads to need not be asked."""
    samples = Samples(TABLE, [(1, ".........", 4)])
    assert samples.next_boards("X") == AFTER_THE_CENTRE


def test_of_a_class_one_board_is_asked() -> None:
    samples = Samples(TABLE, [(1, ".........", 4)], classes=True)
    assert len(samples.next_boards("X")) == 2


@pytest.mark.parametrize(
    ("options", "answer", "cell"),
    [
        ({}, "I would say 3, no: 4!", 4),
        ({}, [1, 1], 4),
        ({"first_index": 1}, "(2, 2)", 4),
        ({"first_index": 1, "pattern": r"\((\d), (\d)\)"}, "It is (2, 2).", 4),
        ({"pattern": r"move: (\d)"}, "4 is near, move: 2 or 3", 2),
    ],
)
def test_an_answer_is_a_number_a_pair_or_prose(
    options: dict[str, Any], answer: object, cell: int, tmp_path: Path
) -> None:
    rows = answer_rows(saved(tmp_path, [(".........", answer)]), 3, **options)
    samples = Samples(TABLE, rows)
    assert samples.metrics.overall.legal.right == 1
    assert {board[cell] for board in samples.next_boards("X")} == {"X"}


@pytest.mark.parametrize(
    ("options", "answer", "cause", "reason"),
    [
        ({}, 4.5, "no answer found", "no answer found"),
        ({}, True, "no answer found", "no answer found"),
        ({}, {"4": 1}, "no answer found", "no answer found"),
        ({}, "the centre", "no answer found", "no answer found"),
        ({}, "9" * 5000, "illegal move", "a cell outside the board"),
        ({"pattern": "[a-i]"}, "e", "no answer found", "no answer found"),
        ({}, 10**30, "illegal move", "a cell outside the board"),
        ({"first_index": 1}, 0, "illegal move", "a cell outside the board"),
    ],
)
def test_an_answer_without_a_cell_of_the_board_is_illegal(
    options: dict[str, Any], answer: object, cause: str, reason: str, tmp_path: Path
) -> None:
    """It counts as a forfeit, with its cause."""
    rows = answer_rows(saved(tmp_path, [(".........", answer)]), 3, **options)
    samples = Samples(TABLE, rows)
    assert samples.grade("X").mistakes.forfeits[0].reason == reason
    assert samples.metrics.causes == {cause: 1}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "the file has no answers"),
        (b"\n\n", "the file has no answers"),
        (
            b'{"board": ".........", "answer": 4}\n\nnonsense\n',
            "line 3: it is not JSON",
        ),
        (b'{"board": "XXXOO....", "answer": null}\n', "line 1: the game is over"),
        (b'{"board": "........."}', 'line 1: a row needs a "board"'),
        (b'[".........", 4]', 'line 1: a row needs a "board"'),
        (b'{"board": "XXX......", "answer": 4}', "line 1: too many X"),
        (b'{"board": "XXXOO....", "answer": 5}', "line 1: the game is over"),
        (b'{"board": "XX.OO", "answer": 5}', "line 1: 5 cells"),
        ('{"board": "........."}'.encode("utf-16"), "line 1: it is not in UTF-8"),
        (b'{"board": "' + b"." * 10_000_000, "line 1: it has more than"),
        (b"[" * 100_000, "line 1: "),
    ],
)
def test_a_row_that_cannot_be_read_ends_it_with_its_line(
    text: bytes, words: str, tmp_path: Path, run: Run
) -> None:
    """The message is one line, and the status is 2."""
    path = tmp_path / "bad.jsonl"
    path.write_bytes(text)
    error = run(["grade", "--answers", str(path)], 2).err
    assert words in error
    assert error.count("\n") == 1


def test_csv_is_read_by_its_header(tmp_path: Path) -> None:
    """After a byte order mark, with more columns, and with prose over several lines."""
    path = tmp_path / "answers.csv"
    text = '\ufeffid,board,answer\n1,X...O....,"First 3,\nthen 2"\n2,.........,4\n'
    path.write_text(text, encoding="utf-8")
    metrics = Samples(TABLE, answer_rows(path, 3)).metrics
    assert metrics.rows == metrics.overall.legal.right == 2


def test_csv_without_a_column_of_answers_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    path.write_text("board,move\n.........,4\n")
    with pytest.raises(PlayerError, match="line 1: the first line names"):
        Samples(TABLE, answer_rows(path, 3))


THREE_ROWS = [(".........", 4), (".........", 9), ("X...O....", None)]


def test_answers_are_judged_row_by_row(tmp_path: Path, run: Run) -> None:
    """In JSON, without the rows that give no answer."""
    path = saved(tmp_path, THREE_ROWS)
    answers = json.loads(run(["grade", "--answers", path, "--json"], 1).out)["answers"]
    legal = answers["overall"]["legal"]
    assert (legal["right"], legal["total"]) == (1, 2)
    assert answers["causes"] == {"illegal move": 1}


def test_answers_are_graded_as_a_player(tmp_path: Path, run: Run) -> None:
    """An illegal answer forfeits its share."""
    path = saved(tmp_path, THREE_ROWS)
    play = json.loads(run(["grade", "--answers", path, "--json"], 1).out)["play"]
    forfeits = play["sides"]["X"]["mistakes"]["forfeits"]
    assert [forfeit["share"] for forfeit in forfeits] == ["1/2"]


def test_answers_are_printed_with_their_intervals(tmp_path: Path, run: Run) -> None:
    printed = run(["grade", "--answers", saved(tmp_path, THREE_ROWS)], 1).out
    assert "50.00 % (10.3 to 89.7)" in printed
    assert "If all answers are independent: legal 9.5 to 90.5, " in printed
    assert "\nPlay: " in printed


def test_answers_are_graded_against_an_opponent(tmp_path: Path, run: Run) -> None:
    path = saved(tmp_path, THREE_ROWS)
    printed = run(["grade", "--answers", path, "--against", "easy"], 1).out
    assert "opponent: won" in printed


def test_the_next_boards_are_listed(tmp_path: Path, run: Run) -> None:
    path = saved(tmp_path, THREE_ROWS)
    printed = run(["grade", "--answers", path, "--next", "--as", "X"]).out
    assert printed.split() == AFTER_THE_CENTRE


def test_too_many_missing_boards_are_not_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bounds hold whatever follows, so they enclose those of all that follows."""
    rows = [
        (1, board, TABLE.best_move(board))
        for board in [".........", *AFTER_THE_CENTRE[1:]]
    ]
    followed = Samples(TABLE, rows).grade("X")
    monkeypatch.setattr("ttt_table.grading.samples.MAX_FOLLOWED_BOARDS", 100)
    cut = Samples(TABLE, rows).grade("X")

    assert cut.counts.boards < 100 < followed.counts.boards
    assert cut.chances.worst == -1 <= followed.chances.worst
    for kind in ("won", "drawn", "lost"):
        lower = getattr(cut.bounds.lower.vs_random, kind)
        upper = getattr(cut.bounds.upper.vs_random, kind)
        assert lower <= getattr(followed.bounds.lower.vs_random, kind)
        assert upper >= getattr(followed.bounds.upper.vs_random, kind)
    assert (cut.sound, cut.unbeatable) == (None, None)


def test_the_canonical_board_is_the_same_for_a_whole_class() -> None:
    """It is one of the class; the long tests count them all."""
    canonical = {TABLE.canonical(board) for board in AFTER_THE_CENTRE}
    assert canonical == {"O...X....", ".O..X...."}
    assert TABLE.canonical("........X") == "X........"
    assert TABLE.canonical("X - - - - - - - -") == "X........"
