"""What follows from a trial: an adapter that is suggested, or none; and a wrapper."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ttt_table.players import Adapter
from ttt_table.players.answer_forms import AnswerForm
from ttt_table.players.boards import BoardFormat
from ttt_table.players.calls import Argument, Call, Constant
from ttt_table.players.proposals.caller import cells_by_form
from ttt_table.players.proposals.declared_answers import DeclaredAnswer, DeclaredAnswers
from ttt_table.players.proposals.fits import (
    AnswerCounts,
    Fit,
    TrialResult,
    fits_agree,
)
from ttt_table.players.proposals.proposal import Proposal, Suggestion, suggestion_of
from ttt_table.players.proposals.trial_board import TrialBoard
from ttt_table.players.proposals.wrapper import WrappedFunction, wrapper_of

LIST = BoardFormat("list", " ", ("X", "O"))
WITH_MARK = Call(LIST, ("board", "mark"))


def fit_of(
    x_best: int = 10,
    o_best: int = 10,
    *,
    call: Call = WITH_MARK,
    early: tuple[int, int, int] = (10, 10, 10),
    answers_empty_board: bool = True,
) -> Fit:
    """A fit of both sides, with ten boards of each near the end."""
    return Fit(
        call=call,
        answer_form=AnswerForm(),
        cells=(),
        near={"X": AnswerCounts(10, 10, x_best), "O": AnswerCounts(10, 10, o_best)},
        early=AnswerCounts(*early),
        answers_empty_board=answers_empty_board,
    )


def suggested(fit: Fit, all_agree: bool = False) -> Suggestion | None:
    return suggestion_of(TrialResult(fit, all_agree), 2)


def test_what_plays_every_best_move_is_flawless() -> None:
    assert suggested(fit_of()) == Suggestion(
        adapter=Adapter("list", empty=" ", arguments=("board", "mark")),
        side=None,
        boards=20,
        best_moves=20,
        is_flawless=True,
    )


@pytest.mark.parametrize(
    ("fit", "is_flawless"),
    [
        (fit_of(early=(10, 10, 6)), True),
        (fit_of(early=(10, 10, 5)), False),
        (fit_of(9), False),
    ],
)
def test_what_is_flawless_is_good_with_more_free_cells_too(
    fit: Fit, is_flawless: bool
) -> None:
    found = suggested(fit)
    assert found is not None
    assert found.is_flawless is is_flawless


@pytest.mark.parametrize(
    ("x_best", "o_best", "side"), [(9, 9, None), (9, 8, "X"), (8, 9, "O")]
)
def test_a_side_is_played_of_which_most_moves_are_best(
    x_best: int, o_best: int, side: str | None
) -> None:
    found = suggested(fit_of(x_best, o_best))
    assert found is not None
    assert found.side == side
    assert found.boards == (20 if side is None else 10)
    assert found.best_moves == (18 if side is None else 9)


@pytest.mark.parametrize(
    ("x_best", "o_best", "all_agree", "is_suggested"),
    [(8, 7, False, True), (7, 7, False, False), (0, 0, True, True)],
)
def test_a_weak_player_needs_many_best_moves_or_fits_that_agree(
    x_best: int, o_best: int, all_agree: bool, is_suggested: bool
) -> None:
    found = suggested(fit_of(x_best, o_best), all_agree)
    assert (found is not None) == is_suggested


@pytest.mark.parametrize(("legal", "is_suggested"), [(17, True), (16, False)])
def test_illegal_answers_with_more_free_cells_speak_against_a_fit(
    legal: int, is_suggested: bool
) -> None:
    found = suggested(fit_of(early=(20, legal, legal)))
    assert (found is not None) == is_suggested


def test_without_an_answer_to_the_empty_board_nothing_is_suggested() -> None:
    assert suggested(fit_of(answers_empty_board=False)) is None


def test_without_a_fit_nothing_is_suggested() -> None:
    assert suggestion_of(TrialResult(), 2) is None


@pytest.mark.parametrize("argument", [Constant(0), "true", "depth"])
@pytest.mark.parametrize(
    ("x_best", "early", "is_suggested"),
    [
        (10, (20, 20, 17), True),
        (10, (20, 20, 16), False),
        (9, (20, 20, 20), False),
        (0, (20, 20, 20), False),
    ],
)
def test_with_a_number_or_a_flag_nearly_all_moves_must_be_best(
    argument: Argument, x_best: int, early: tuple[int, int, int], is_suggested: bool
) -> None:
    """The player may take it for a level of difficulty."""
    call = Call(LIST, ("board", argument))
    o_best = 10 if x_best else 0
    found = suggested(fit_of(x_best, o_best, call=call, early=early), all_agree=True)
    assert (found is not None) == is_suggested


@pytest.mark.parametrize(
    ("adapter", "declared", "is_better"),
    [
        (Adapter("list"), Adapter(), True),
        (Adapter(empty="_"), Adapter(), True),
        (Adapter(), Adapter(), False),
        (Adapter(marks=("O", "X")), Adapter(), False),
        (Adapter("list", marks=("o", "x")), Adapter(), False),
        (Adapter("list", marks=("x", "o")), Adapter(), True),
        (Adapter(arguments=("board", "mark")), Adapter(), True),
        (Adapter(arguments=("board", 0)), Adapter(), False),
        (Adapter(marks=("X", "O")), Adapter(marks=("O", "X")), True),
        (Adapter(marks=("O", "X")), Adapter(marks=("O", "X")), False),
        (Adapter(arguments=("board",)), Adapter(arguments=("board", "mark")), True),
    ],
)
def test_another_way_is_better_if_it_is_more_than_an_exchange_of_the_players(
    adapter: Adapter, declared: Adapter, is_better: bool
) -> None:
    flawless = Suggestion(adapter, None, 20, 20, is_flawless=True)
    assert flawless.is_clearly_better_than(declared) is is_better
    assert not Suggestion(adapter, None, 20, 20).is_clearly_better_than(declared)


@pytest.mark.parametrize(
    ("call", "adapter"),
    [
        (Call(BoardFormat("text", ".", ("X", "O")), ("board",)), Adapter()),
        (Call(BoardFormat("list", None, ("X", "O")), ("board",)), Adapter("list")),
        (
            Call(BoardFormat("rows", 0, (1, 2)), ("mark", "board")),
            Adapter("rows", empty=0, marks=(1, 2), arguments=("mark", "board")),
        ),
        (
            Call(BoardFormat("rows", False, ("X", "O")), ("board", Constant(3))),
            Adapter("rows", empty=False, arguments=("board", 3)),
        ),
        (Call(LIST, (), "cells"), Adapter("list", empty=" ", kept_in="cells")),
        (
            Call(LIST, ("mark",), "cells"),
            Adapter("list", empty=" ", kept_in="cells", arguments=("mark",)),
        ),
    ],
)
def test_an_adapter_declares_what_is_not_as_by_default(
    call: Call, adapter: Adapter
) -> None:
    assert Adapter(**fit_of(call=call).adapter_fields()) == adapter


def test_a_form_of_answers_is_declared_too() -> None:
    fit = Fit(WITH_MARK, AnswerForm("col,row", 1), (), {})
    fields = fit.adapter_fields()
    assert (fields["answer"], fields["first_index"]) == ("col,row", 1)


@pytest.mark.parametrize("result", [TrialResult(), TrialResult(fit_of(), True, True)])
def test_a_result_comes_back_from_json(result: TrialResult) -> None:
    assert TrialResult.from_json(result.as_json()) == result


def test_fits_agree_that_have_the_same_arguments_and_answers() -> None:
    near = {"X": AnswerCounts(2, 2, 1)}
    best = Fit(WITH_MARK, AnswerForm(), (3, 4), near)
    other_answers = Fit(WITH_MARK, AnswerForm(), (3, 5), near)
    other_arguments = Fit(Call(LIST, ("board",)), AnswerForm(), (3, 4), near)
    other_side = Fit(WITH_MARK, AnswerForm(), (1, 1), {"O": AnswerCounts(2, 2, 1)})
    assert fits_agree([best, other_side], best)
    assert not fits_agree([best, other_answers], best)
    assert not fits_agree([best, other_arguments], best)


def answers(cells: Sequence[int | str | None], mover: str = "X") -> DeclaredAnswers:
    """Answers to boards of which 4 is the best move; a text is a fault."""
    board = TrialBoard("X...O....", mover, (1, 2, 3, 4, 5), (4,))
    found = []
    for cell in cells:
        if isinstance(cell, int):
            found.append(DeclaredAnswer(board, cell))
        elif cell is None:
            found.append(DeclaredAnswer(board, fault="no answer", is_silent=True))
        else:
            found.append(DeclaredAnswer(board, fault=cell))
    return DeclaredAnswers(found)


@pytest.mark.parametrize(
    ("cells", "are_good", "are_mostly_faults", "reason"),
    [
        ([4, 4, 4, 1], True, False, "only 3 of 4 moves are best moves"),
        ([4, 4, 4, 1, 1], False, False, "only 3 of 5 moves are best moves"),
        ([4, 1, "bad"], False, False, "at X...O.... bad"),
        ([4, 1, "bad", "worse", None], False, True, "at X...O.... bad"),
        ([4, 1, None, None], False, False, "at X...O.... no answer"),
        (["bad", "worse"], False, True, "at X...O.... bad"),
        (
            [4, 4, 4, "bad"],
            False,
            True,
            "its legal moves are all in cell 4, as if it saw no board",
        ),
        ([4, 4, None], False, False, "at X...O.... no answer"),
    ],
)
def test_answers_are_judged_as_they_are_declared(
    cells: Sequence[int | str | None],
    are_good: bool,
    are_mostly_faults: bool,
    reason: str,
) -> None:
    declared = answers(cells)
    assert declared.are_good is are_good
    assert declared.are_mostly_faults is are_mostly_faults
    assert declared.reason() == reason


def test_a_player_of_one_side_is_excused_for_faults_of_the_other() -> None:
    both = DeclaredAnswers([*answers([4, 4, 3]).answers, *answers(["no"], "O").answers])
    assert not both.are_mostly_faults
    assert both.error_count == both.fault_count == 1


@pytest.mark.parametrize(
    ("answer", "cells"),
    [
        (None, {}),
        (True, {}),
        (4, {("move", 0): 4, ("move", 1): 3}),
        ("4", {("move", 0): 4, ("move", 1): 3}),
        (
            (1, 2),
            {
                ("move", 0): 5,
                ("move", 1): 1,
                ("col,row", 0): 7,
                ("col,row", 1): 3,
                ("score,cell", 0): 2,
                ("score,cell", 1): 1,
                ("cell,score", 0): 1,
                ("cell,score", 1): 0,
            },
        ),
        (
            {"spot": 8},
            {("key:spot", 0): 8, ("key:spot", 1): 7},
        ),
        ({3: 1, 4: 9}, {("move", 0): 4, ("move", 1): 3}),
    ],
    ids=["none", "true", "a number", "a text", "a pair", "an object", "weights"],
)
def test_an_answer_is_read_in_each_form_that_it_may_have(
    answer: object, cells: dict[tuple[str, int], int]
) -> None:
    found = cells_by_form(answer, 3)
    assert {tuple(form): cell for form, cell in found.items()} == cells


def wrapper_text(path: str = "a/bot.py", **function: object) -> str:
    facts = WrappedFunction(path, **{"name": "move", "argument_names": [], **function})  # type: ignore[arg-type]
    wrapper = wrapper_of(facts, 3, "X")
    assert wrapper.path == "a/wrapped.py"
    compile(wrapper.text, "wrapped.py", "exec")
    return wrapper.text


def test_a_wrapper_calls_a_function_with_its_arguments() -> None:
    assert wrapper_text(argument_names=["grid", "turn"]) == (
        "import bot as bot_file\n"
        "\n"
        "\n"
        "def move(board):\n"
        '    # board is a text such as "X...O....", with a point for a free cell\n'
        '    mark = "X" if board.count("X") == board.count("O") else "O"\n'
        '    opponent = "O" if mark == "X" else "X"\n'
        '    cells = [" " if cell == "." else cell for cell in board]\n'
        "    rows = [cells[i : i + 3] for i in range(0, len(cells), 3)]\n"
        "    # Complete this: what does each argument get?\n"
        "    answer = bot_file.move(cells, turn)\n"
        "    return answer  # a cell, or (row, column), counted from 0\n"
    )


def test_a_wrapper_makes_the_object_of_a_method() -> None:
    text = wrapper_text(
        name="Bot.move", argument_names=["grid"], class_arguments=["mark", "depth"]
    )
    assert "    bot = bot_file.Bot(mark, depth)\n" in text
    assert "    answer = bot.move(cells)\n" in text


def test_a_wrapper_calls_a_function_without_arguments() -> None:
    text = wrapper_text()
    assert "put cells, or rows, where the file has its board" in text
    assert "    answer = bot_file.move()\n" in text


@pytest.mark.parametrize("name", ["my-bot", "class"])
def test_a_wrapper_imports_what_is_no_name(name: str) -> None:
    assert f"bot_file = import_module('{name}')\n" in wrapper_text(f"a/{name}.py")


def test_advice_for_a_player_without_an_adapter_depends_on_its_answers() -> None:
    assert (
        'Adapter(board="batch")'
        in Proposal("p", "r", returns_scores=True).python_advice()
    )
    assert Proposal("p", "r").python_advice().startswith("write a function")
    assert Proposal("p", "r").promise() == ""
