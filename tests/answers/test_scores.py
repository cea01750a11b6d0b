"""The scores of models: what was asked is the denominator, and each board counts once.

The first tests are ways in which a score was raised, or a ranking turned.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from support.cases import exhaustive, exhaustive_rows
from support.known import shipped_prompts

from ttt_table import open_table, symmetries
from ttt_table.answers import ModelScore, score_models
from ttt_table.errors import ArgumentError, PlayerError
from ttt_table.export.prompts import Prompt, digest_of, prompt_line
from ttt_table.results.answered import answers_text

TABLE = open_table()
PROMPTS = shipped_prompts()
BOARDS = [prompt.board for prompt in PROMPTS]
Rows = list[tuple[str, Any]]


def images(board: str) -> set[str]:
    """Return the boards that are equal to a board up to symmetry."""
    orders = symmetries(TABLE.game)
    return {"".join(board[cell] for cell in order) for order in orders}


def wrong_move(prompt: Prompt) -> int:
    return next(
        cell for cell in TABLE.legal_moves(prompt.board) if cell not in prompt.keeping
    )


def answered(prompt: Prompt, *, right: bool) -> tuple[str, int]:
    return prompt.board, prompt.keeping[0] if right else wrong_move(prompt)


def rows_with(right: int) -> Rows:
    """Return an answer to each prompt, of which so many are right."""
    return [
        answered(prompt, right=number < right) for number, prompt in enumerate(PROMPTS)
    ]


def score(rows: Iterable[Any], **options: Any) -> ModelScore:
    (only,) = score_models(TABLE, {"m": rows}, **options)
    return only


def test_repeated_rows_do_not_raise_a_score() -> None:
    """By rows it would be 98.0 %, and told apart from an honest 58 %."""
    rows = rows_with(215)
    repeated = [*rows, *rows[:215] * 49]
    honest, gamed = score_models(TABLE, {"gamed": repeated, "honest": rows_with(250)})
    assert (honest.model, gamed.model) == ("honest", "gamed")
    assert gamed.right == score(rows).right
    assert gamed.right.mean == 215 / 431
    assert (gamed.most, gamed.answers) == (50, 431 + 49 * 215)


def test_skipped_boards_are_wrong_if_the_prompts_are_known(tmp_path: Path) -> None:
    path = tmp_path / "prompts.jsonl"
    path.write_text("".join(f"{prompt_line(prompt)}\n" for prompt in PROMPTS))
    skips = score(rows_with(215)[:215], asked=path)
    assert skips.right.mean == 215 / 431
    assert skips.no_answer == pytest.approx(216 / 431)
    assert (skips.missing, skips.asked.known) == (216, True)
    untold = score(rows_with(215)[:215])
    assert (untold.right.mean, untold.asked.known) == (1, False)


def test_models_with_answers_to_different_boards_need_the_prompts() -> None:
    models = {"all": rows_with(215), "some": rows_with(215)[:12]}
    with pytest.raises(ArgumentError, match=r"431 boards and 'some' to 12.*asked="):
        score_models(TABLE, models)
    with_other = [*rows_with(215)[1:], (".........", 4)]
    with pytest.raises(ArgumentError, match=r"to 431, not all the same.*asked="):
        score_models(TABLE, {"all": rows_with(215), "other": with_other})
    best, other = score_models(TABLE, models, asked=BOARDS)
    assert (best.model, other.missing) == ("all", 419)


@pytest.mark.parametrize(
    ("classes", "boards"), [(100, 693), *exhaustive_rows([(431, 3191)])]
)
def test_boards_that_are_equal_up_to_symmetry_do_not_narrow_an_interval(
    classes: int, boards: int
) -> None:
    """A model that answers alike on all boards of a class has answered one."""
    rng = random.Random(1)
    is_right = {board: rng.random() < 0.7 for board in BOARDS[:classes]}
    one_of_each = score(
        [answered(prompt, right=is_right[prompt.board]) for prompt in PROMPTS[:classes]]
    )
    every = score(
        [
            (image, TABLE.best_move(image) if right else "?")
            for board, right in is_right.items()
            for image in images(board)
        ]
    )
    assert (every.asked.boards, every.asked.classes) == (boards, classes)
    width = every.right.high - every.right.low
    assert width > 0.95 * (one_of_each.right.high - one_of_each.right.low)


@pytest.mark.parametrize("number_of_runs", [4, *exhaustive([20])])
def test_of_ten_equal_models_few_are_told_apart(number_of_runs: int) -> None:
    """One by one, some would be in 14 of 20 runs."""
    some = PROMPTS[:100]
    runs = 0
    for run in range(number_of_runs):
        rng = random.Random(run)
        models = {
            str(number): [answered(each, right=rng.random() < 0.7) for each in some]
            for number in range(10)
        }
        runs += any(each.told_apart for each in score_models(TABLE, models))
    assert runs <= 1


def test_a_file_that_counts_from_1_does_not_turn_a_ranking_in_silence() -> None:
    strong = [(board, f"ANSWER: {cell + 1}") for board, cell in rows_with(400)]
    weak = [(board, f"ANSWER: {cell}") for board, cell in rows_with(250)]
    scores = score_models(TABLE, {"strong": strong, "weak": weak})
    *notes, hint = answers_text(scores, TABLE).split("\n\n")
    assert re.match(r"strong: 5\d\.\d % not readable or illegal", notes[-1])
    assert "--one-based" in hint


def test_rows_about_other_boards_do_not_count() -> None:
    some = score(rows_with(215), asked=BOARDS[:100])
    assert (some.asked.boards, some.answers, some.unasked) == (100, 100, 331)
    assert some.right.mean == 1


def test_a_model_without_rows_has_no_answer() -> None:
    assert score([], asked=BOARDS).no_answer == 1


def test_a_board_has_the_mean_of_its_rows() -> None:
    (first, good), (second, bad) = rows_with(1)[:2]
    rows = [(first, good), (first, 9), (first, None), (first, "?"), (second, bad)]
    result = score(rows)
    assert result.right.mean == result.illegal == result.no_answer == 1 / 8
    assert (result.not_readable, result.wrong) == (1 / 8, 1 / 2)


def test_all_shares_add_up_to_1() -> None:
    rows = [*rows_with(200)[:300], (BOARDS[300], ""), (BOARDS[301], "9")]
    result = score([*rows, (BOARDS[302], "two")], asked=BOARDS)
    kinds = (result.no_answer, result.not_readable, result.illegal, result.wrong)
    assert result.right.mean + sum(kinds) == pytest.approx(1)
    assert sum(result.causes.values()) == pytest.approx(sum(kinds))
    assert list(result.causes.values()) == sorted(result.causes.values(), reverse=True)


def test_the_baselines_are_those_of_the_benchmark() -> None:
    """40.2 % and 49.9 %, counted once more from the prompts."""
    asked = score(rows_with(0)).asked
    chances = [len(each.keeping) / each.board.count(".") for each in PROMPTS]
    assert asked.random == pytest.approx(sum(chances) / 431)
    assert f"{asked.random:.3f} {asked.first_legal:.3f}" == "0.402 0.499"
    first_cells = [(each.board, each.board.index(".")) for each in PROMPTS]
    assert score(first_cells).right.mean == asked.first_legal


def test_a_set_of_boards_has_one_name() -> None:
    """In whatever order they are, and however often."""
    digest = score(rows_with(0), asked=[*BOARDS[::-1], BOARDS[0]]).asked.digest
    assert digest == digest_of(BOARDS) == "2ce407a6"
    assert score(rows_with(0), asked=BOARDS[1:]).asked.digest != digest


def test_equal_models_are_in_the_order_of_their_names() -> None:
    models = {name: rows_with(100) for name in "bca"}
    scores = score_models(TABLE, models)
    assert [each.model for each in scores] == ["a", "b", "c"]
    assert [each.told_apart for each in scores] == [None, False, False]


def test_doubts_are_counted_with_their_first_texts() -> None:
    rows = [("XX.OO....", text) for text in ("ANSWER: 2\nor 5", "0, 2", "0, 2")]
    result = score(rows)
    assert result.doubts == {"two numbers without brackets": 2, "more text after": 1}
    assert result.doubted == ["ANSWER: 2\nor 5", "0, 2"]


CIRCULAR: list[Any] = []
CIRCULAR.append(CIRCULAR)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (CIRCULAR, "[[...]]"),
        ({(0, 1): 1}, "{(0, 1): 1}"),
        ({"a": {4}}, '{"a": "{4}"}'),
    ],
)
def test_an_answer_that_json_does_not_have_is_not_readable(
    answer: object, text: str
) -> None:
    """Its text is what Python shows."""
    result = score([("X........", answer)])
    assert result.not_readable == 1
    assert result.refused == [text]


BAD: dict[str, tuple[Mapping[str, Any], dict[str, Any], type[Exception]]] = {
    "row 2: the game": ({"m": [("X........", 4), ("XXXOO....", 5)]}, {}, PlayerError),
    "board 1: ": ({"m": [("X........", 4)]}, {"asked": ["?"]}, PlayerError),
    "no board was asked": ({"m": [("X........", 4)]}, {"asked": []}, ArgumentError),
    "or the path of the prompts": ({"m": []}, {"asked": 7}, ArgumentError),
    "no answers to score": ({}, {}, ArgumentError),
    "there are no answers": ({"m": []}, {}, ArgumentError),
    "answers are the path of a file": ({"m": 7}, {}, ArgumentError),
    "one_based is 1, but it must be": (
        {"m": []},
        {"one_based": 1},
        ArgumentError,
    ),
}


@pytest.mark.parametrize("words", BAD)
def test_what_cannot_be_scored_is_said(words: str) -> None:
    models, options, error = BAD[words]
    with pytest.raises(error, match=words):
        score_models(TABLE, models, **options)


def test_a_file_of_prompts_is_csv_or_json_lines(tmp_path: Path) -> None:
    as_csv = tmp_path / "prompts.csv"
    as_csv.write_text("".join(f"{line}\n" for line in ("board", *BOARDS)))
    as_json = tmp_path / "prompts.jsonl"
    as_json.write_text("".join(f"{json.dumps({'board': each})}\n" for each in BOARDS))
    for path in (as_csv, as_json):
        assert score(rows_with(1), asked=path).asked.digest == "2ce407a6"
