"""Prompts for language models, and their dataset card."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest
from support.cases import exhaustive
from support.commands import Run
from support.games import TableOf
from support.known import shipped_prompts

from ttt_table import Game, open_table, symmetries
from ttt_table.answers import cell_reader, score_models
from ttt_table.answers.reading import AnswerReader
from ttt_table.errors import ArgumentError
from ttt_table.export.prompts import digest_of, prompts
from ttt_table.grading import grade

TABLE = open_table()


def test_there_is_a_prompt_for_each_class_of_boards_on_which_a_move_matters() -> None:
    chosen = list(prompts(TABLE))
    assert len({prompt.canonical for prompt in chosen}) == len(chosen) == 431
    assert all(prompt.matters for prompt in chosen)
    assert digest_of(prompt.board for prompt in chosen) == "2ce407a6"


@pytest.mark.exhaustive
def test_there_may_be_a_prompt_for_every_unfinished_board() -> None:
    boards = {prompt.board for prompt in prompts(TABLE, every=True)}
    assert boards == {board for board in TABLE if not TABLE.is_over(board)}
    assert len(boards) == 4520


@pytest.mark.exhaustive
def test_each_prompt_has_what_the_table_says_of_its_board() -> None:
    for prompt in prompts(TABLE, every=True):
        assert (prompt.value, prompt.plies) == TABLE[prompt.board]
        assert prompt.best == TABLE.best_moves(prompt.board)
        assert set(prompt.best) <= set(prompt.keeping)
        assert prompt.matters == (prompt.keeping != TABLE.legal_moves(prompt.board))
        assert prompt.mover == TABLE.mover(prompt.board)
        assert prompt.canonical == TABLE.canonical(prompt.board)
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
        each
        for each in prompts(TABLE, notation, every=True)
        if each.board == "X...O...."
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
    assert words in next(prompts(table_of(game), every=True)).prompt


def test_o_moves_first_in_a_table_that_says_so() -> None:
    first = next(prompts(open_table(first="O"), every=True))
    assert first.mover == "O"
    assert " O moves first." in first.prompt


def test_an_unknown_notation_is_refused_with_those_there_are() -> None:
    with pytest.raises(ArgumentError, match='"text", "rows" or "coordinates"'):
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
@pytest.mark.parametrize("every", [10, *exhaustive([1])])
def test_answers_in_the_form_that_is_asked_for_are_read(
    notation: str, game: Game, every: int, table_of: TableOf
) -> None:
    """As the whole reply, and as its last line."""
    table = table_of(game)
    rows = []
    for prompt in islice(prompts(table, notation), 0, None, every):
        (cell, *_) = prompt.best
        answer = asked_for(cell, notation, game)
        rows += [(prompt.board, answer), (prompt.board, f"So:\nANSWER: {answer}")]
    (score,) = score_models(table, {"m": rows})
    assert score.right.mean == 1
    assert not score.doubts


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("game", [Game(), Game(3, 4, 3, gravity=True)], ids=str)
def test_a_prompt_that_is_repeated_is_no_answer(
    notation: str, game: Game, table_of: TableOf
) -> None:
    table = table_of(game)
    prompt = next(prompts(table, notation))
    assert cell_reader(table)(prompt.board, prompt.prompt) == -2
    repeated = f"{prompt.prompt}\nANSWER: (0, 9)"
    assert not AnswerReader(table).read(prompt.board, repeated).doubt


def test_with_gravity_columns_are_asked_for(table_of: TableOf) -> None:
    table = table_of(Game(3, 4, 3, gravity=True))
    for notation in ("text", "rows"):
        text = next(prompts(table, notation)).prompt
        assert "numbered from 0, the first one at the left" in text
        assert "followed by the number of its column, as in 'ANSWER: 1'." in text
        assert "cells are numbered" not in text


def test_who_is_right_on_the_prompts_cannot_be_exploited_if_its_answers_are_legal() -> (
    None
):
    """Answers are carried over to symmetric boards; elsewhere any move will do."""
    answer_of = {each.board: each.keeping[-1] for each in shipped_prompts()}

    def move(board: str) -> int:
        for order in symmetries(TABLE.game):
            answer = answer_of.get("".join(board[cell] for cell in order))
            if answer is not None:
                return order[answer]
        return board.index(".")

    for side in grade(move, table=TABLE, as_is=True, quiet=True).sides.values():
        assert side.exploitability == 0


@pytest.mark.exhaustive
def test_the_command_writes_prompts(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "prompts.jsonl"
    command = "export --to prompts --json"
    printed = run([*command.split(), "-o", str(path)]).out
    assert json.loads(printed) == {
        "file": str(path),
        "format": "prompts",
        "rows": 431,
        "digest": "2ce407a6",
    }
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
