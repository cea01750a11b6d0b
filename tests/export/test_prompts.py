"""Prompts for language models, and their dataset card."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.cases import exhaustive, exhaustive_rows
from support.commands import Run
from support.games import TableOf

from ttt_table import Game, open_table
from ttt_table.answers import Answers
from ttt_table.errors import ArgumentError
from ttt_table.export.prompts import dataset_card, prompts

TABLE = open_table()


@pytest.mark.parametrize(
    ("chosen", "count"),
    [
        ({"classes": True, "matters": True}, 431),
        *exhaustive_rows([({}, 4520), ({"classes": True}, 627)]),
    ],
)
@pytest.mark.exhaustive
def test_there_is_a_prompt_for_each_board_that_was_chosen(
    chosen: dict[str, Any], count: int
) -> None:
    boards = [prompt.board for prompt in prompts(TABLE, "text", **chosen)]
    assert len(boards) == len(set(boards)) == count


@pytest.mark.exhaustive
def test_each_prompt_has_what_the_table_says_of_its_board() -> None:
    for prompt in prompts(TABLE, classes=True):
        assert (prompt.value, prompt.plies) == TABLE[prompt.board]
        assert prompt.best == TABLE.best_moves(prompt.board)
        assert set(prompt.best) <= set(prompt.keeping)
        assert prompt.matters == (prompt.keeping != TABLE.legal_moves(prompt.board))
        assert prompt.mover == TABLE.mover(prompt.board)
        assert prompt.canonical == prompt.board
        assert f"It is {prompt.mover}'s turn." in prompt.prompt


@pytest.mark.parametrize(
    ("notation", "words"),
    [
        ("text", "the board is: X...O...."),
        ("rows", "\n\nX . .\n. O .\n. . .\n\n"),
        ("coordinates", "X has (0, 0). O has (1, 1). Free cells are (0, 1), (0, 2), "),
    ],
)
def test_a_board_is_shown_in_the_notation(notation: str, words: str) -> None:
    prompt = next(
        prompt for prompt in prompts(TABLE, notation) if prompt.board == "X...O...."
    )
    assert words in prompt.prompt


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (Game(2, 3, 2, misere=True), "The player who fills a line loses."),
        (Game(2, 3, 2, gravity=True), "the lowest free cell of a column"),
        (Game(2, 3, 2, breaker=True), "Lines of O do not count"),
        (
            Game(2, 2, lines=[[0, 3], [1, 2]], name="d"),
            "filled by one player: 1 2; 0 3",
        ),
    ],
)
def test_the_rules_of_the_game_are_told(
    game: Game, words: str, table_of: TableOf
) -> None:
    assert words in next(prompts(table_of(game))).prompt


def test_o_moves_first_in_a_table_that_says_so() -> None:
    first = next(prompts(open_table(first="O")))
    assert first.mover == "O"
    assert " O moves first." in first.prompt


def test_an_unknown_notation_is_refused_with_those_there_are() -> None:
    with pytest.raises(ArgumentError, match="text, rows, coordinates"):
        prompts(TABLE, "ascii")


NOTATIONS = ["coordinates", "text", "rows"]


def asked_for(cell: int, notation: str, game: Game) -> str:
    """Return a move in the form that a prompt asks for."""
    row, col = divmod(cell, game.cols)
    if notation == "coordinates":
        return f"({row}, {col})"
    return str(col if game.gravity else cell)


@pytest.mark.parametrize("notation", ["rows", *exhaustive(["text", "coordinates"])])
@pytest.mark.parametrize(
    "game", [Game(3, 4, 3, gravity=True), *exhaustive([Game(), Game(2, 3, 2)])], ids=str
)
def test_answers_in_the_form_that_is_asked_for_are_read(
    notation: str, game: Game, table_of: TableOf
) -> None:
    """As the whole reply, and as its last line."""
    table = table_of(game)
    rows = []
    for prompt in prompts(table, notation, classes=True, matters=True):
        (cell, *_) = prompt.best
        answer = asked_for(cell, notation, game)
        rows += [(prompt.board, answer), (prompt.board, f"So:\nANSWER: {answer}")]
    answers = Answers(table, rows)
    assert answers.counts["right"] == len(rows)
    assert not answers.doubts


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("game", [Game(), Game(3, 4, 3, gravity=True)], ids=str)
def test_a_prompt_that_is_repeated_is_no_answer(
    notation: str, game: Game, table_of: TableOf
) -> None:
    table = table_of(game)
    prompt = next(prompts(table, notation))
    answers = Answers(table, [(prompt.board, prompt.prompt)])
    assert answers.counts["not_readable"] == 1
    repeated = f"{prompt.prompt}\nANSWER: (0, 9)"
    assert not Answers(table, [(prompt.board, repeated)]).doubts


def test_with_gravity_columns_are_asked_for(table_of: TableOf) -> None:
    table = table_of(Game(3, 4, 3, gravity=True))
    for notation in ("text", "rows"):
        text = next(prompts(table, notation)).prompt
        assert "numbered from 0, the first one at the left" in text
        assert "followed by the number of its column, as in 'ANSWER: 1'." in text
        assert "cells are numbered" not in text


def test_right_answers_to_the_prompts_of_classes_prove_perfect_play() -> None:
    """What is wrong nowhere where it matters cannot be exploited."""
    rows = [
        (prompt.board, f"ANSWER: {prompt.keeping[-1]}")
        for prompt in prompts(TABLE, classes=True, matters=True)
    ]
    answers = Answers(TABLE, rows)
    for side in answers.play(classes=True).sides.values():
        assert side.bounds.lower.worst == side.bounds.upper.worst == side.value
        assert side.exploitability == 0
    apart = answers.play("X").sides["X"]
    assert apart.bounds.lower.worst < apart.bounds.upper.worst == apart.value


@pytest.mark.exhaustive
def test_the_command_writes_prompts_and_a_card(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "prompts.jsonl"
    card = tmp_path / "CARD.md"
    command = "export --to prompts --notation rows --classes --matters"
    printed = run(
        [*command.split(), "-o", str(path), "--card", str(card), "--json"]
    ).out
    assert json.loads(printed) == {"file": str(path), "format": "prompts", "rows": 431}
    lines = path.read_text().splitlines()
    assert len(lines) == 431
    assert set(json.loads(lines[0])) == {
        "board",
        "canonical",
        "prompt",
        "mover",
        "value",
        "plies",
        "best",
        "keeping",
        "matters",
    }
    assert "\n431 prompts: all unfinished boards" in card.read_text()


@pytest.mark.parametrize(
    ("count", "name"),
    [(1, "n<1K"), (1_000, "1K<n<10K"), (9_062_619, "1M<n<10M"), (10**8, "10M<n<100M")],
)
def test_a_card_says_how_large_the_data_set_is(count: int, name: str) -> None:
    card = dataset_card(TABLE, "rows", count, classes=False, matters=False)
    assert f"\n- {name}\n" in card
