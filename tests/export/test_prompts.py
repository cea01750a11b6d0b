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
from ttt_table.errors import ArgumentError
from ttt_table.export.prompts import dataset_card, prompts
from ttt_table.grading import Samples

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


@pytest.mark.parametrize("notation", ["coordinates", *exhaustive(["text", "rows"])])
def test_answers_in_the_form_that_is_asked_for_are_read(notation: str) -> None:
    rows = []
    for prompt in prompts(TABLE, notation, classes=True):
        (cell, *_) = prompt.best
        answer = f"({cell // 3}, {cell % 3})"
        if notation != "coordinates":
            answer = str(cell)
        rows.append((prompt.board, answer))
    keeps = Samples(TABLE, rows).metrics.overall.keeps
    assert keeps.right == keeps.total == 627


@pytest.mark.exhaustive
def test_the_command_writes_prompts_and_a_card(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "prompts.jsonl"
    card = tmp_path / "CARD.md"
    arguments = ["export", "--prompts", "rows", "--classes", "--matters"]
    printed = run([*arguments, "-o", str(path), "--card", str(card), "--json"]).out
    assert json.loads(printed) == {"file": str(path), "format": "prompts", "rows": 431}
    lines = path.read_text().splitlines()
    assert len(lines) == 431
    assert set(json.loads(lines[0])) == {
        "board",
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
