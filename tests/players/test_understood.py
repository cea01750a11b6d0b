"""A player is only graded if it is understood; else it is proposed how to call it."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy
import pytest
from support.bots import LOOP, program, written
from support.cases import exhaustive
from support.games import TableOf
from support.strangers import SEARCH

from ttt_table import Game, open_table
from ttt_table.errors import PlayerError
from ttt_table.grading import grade
from ttt_table.players import Adapter, PythonFile
from ttt_table.players.proposals.proposal import Proposal

TABLE = open_table()


def refused(player: Any, **options: Any) -> Proposal:
    """What is proposed for a player that is not graded."""
    with pytest.raises(PlayerError) as caught:
        grade(player, **options)
    assert isinstance(caught.value.proposal, Proposal)
    return caught.value.proposal


def of_file(folder: Path, text: str, name: str = "move") -> Proposal:
    """What is proposed for a function of a file."""
    with PythonFile(written(folder, text), name) as player:
        return refused(player)


def of_class(folder: Path, text: str, name: str) -> Proposal:
    """What is proposed for a method of a class that cannot be made."""
    with pytest.raises(PlayerError) as caught:
        PythonFile(written(folder, text), name)
    assert isinstance(caught.value.proposal, Proposal)
    return caught.value.proposal


def best_of_list(cells: list[str]) -> int | None:
    """Wants a list with spaces."""
    if not isinstance(cells, list):
        raise ValueError("a list is wanted")
    return TABLE.best_move("".join(cells).replace(" ", "."))


def test_another_adapter_is_proposed_for_a_function() -> None:
    proposal = refused(best_of_list)
    assert proposal.adapter == Adapter("list", empty=" ")
    assert proposal.side is None
    assert proposal.player == "best_of_list"


def test_the_reason_is_what_it_did_on_the_first_board() -> None:
    proposal = refused(best_of_list)
    assert (
        "it raises ValueError: a list is wanted (test_understood.py, line"
        in proposal.reason
    )


def test_the_proposed_adapter_gives_a_grade() -> None:
    proposal = refused(best_of_list)
    assert grade(best_of_list, adapter=proposal.adapter).perfect


def test_the_error_says_what_to_write_in_python() -> None:
    with pytest.raises(PlayerError, match=r"try adapter=Adapter\(board='list', empty"):
        grade(best_of_list)


def test_it_is_graded_all_the_same_as_declared() -> None:
    result = grade(best_of_list, side="X", as_declared=True)
    assert result.counts.forfeits


def test_another_adapter_is_proposed_for_a_function_in_a_file(tmp_path: Path) -> None:
    text = f"{SEARCH}\ndef move(rows):\n"
    text += "    return divmod(best(plain(flat(rows), 'X', 'O', None)), 3)\n"
    assert of_file(tmp_path, text).adapter == Adapter("rows")


@pytest.mark.exhaustive
def test_the_names_of_arguments_are_told(tmp_path: Path) -> None:
    text = f"{SEARCH}\ndef move(grid, turn):\n"
    text += "    return best(plain(grid, 'X', 'O', ' '), turn)\n"
    promise = of_file(tmp_path, text).promise()
    assert promise.endswith("; turn gets the mark of the player to move")


@pytest.mark.exhaustive
def test_the_side_is_proposed_that_a_player_plays(tmp_path: Path) -> None:
    text = f"{SEARCH}\ndef move(cells):\n    assert isinstance(cells, list)\n"
    text += "    return best(plain(cells, 'X', 'O', ' '), 'O')\n"
    proposal = of_file(tmp_path, text)
    assert proposal.adapter == Adapter("list", empty=" ")
    assert proposal.side == "O"


def test_a_side_that_was_asked_for_is_not_proposed() -> None:
    assert refused(best_of_list, side="O").side is None


@pytest.mark.exhaustive
def test_cells_that_are_counted_from_1_are_noticed_of_a_weak_player() -> None:
    proposal = refused(lambda board: board.index(".") + 1)
    assert proposal.adapter == Adapter(first_index=1)


LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def completes_a_line(board: str, cell: int, mark: str) -> bool:
    after = f"{board[:cell]}{mark}{board[cell + 1 :]}"
    rows = ["".join(after[int(at)] for at in line) for line in LINES]
    return mark * 3 in rows


def plays_o_by_default(cells: list[str], mark: str = "O") -> int:
    """Wins if it can, or else blocks, or else takes the best free cell."""
    board = "".join(cells)
    free = [cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[cell] == "."]
    for winner in (mark, {"X": "O", "O": "X"}[mark]):
        for cell in free:
            if completes_a_line(board, cell, winner):
                return cell
    return free[0]


@pytest.mark.exhaustive
def test_a_mark_is_noticed_that_has_a_default() -> None:
    """Called without it, the player answers every board, as O."""
    proposal = refused(plays_o_by_default)
    assert proposal.adapter == Adapter(arguments=("board", "mark"))
    assert "best moves" in proposal.reason


@pytest.mark.exhaustive
def test_numbers_for_all_cells_are_noticed() -> None:
    proposal = refused(lambda board: [0.5 * (cell == ".") for cell in board])
    assert proposal.returns_scores
    assert 'Adapter(board="batch")' in proposal.python_advice()


@pytest.mark.parametrize("game", [Game(4, 3, 3), Game(3, 3, 3, gravity=True)], ids=str)
@pytest.mark.exhaustive
def test_another_adapter_is_proposed_in_other_games(
    game: Game, table_of: TableOf
) -> None:
    table = table_of(game)

    def move(rows: list[list[str]]) -> tuple[int, int]:
        board = "".join(cell for row in rows for cell in row)
        assert len(rows) == game.rows
        assert not {*board} - {"X", "O", "_"}
        cell = table.best_move(board.replace("_", "."))
        assert cell is not None
        return divmod(cell, game.cols)

    assert refused(move, table=table).adapter == Adapter("rows", empty="_")


def first_free(board: str) -> int:
    return board.index(".")


def last_free(board: str) -> int:
    return board.rindex(".")


def random_move(board: str) -> int:
    return random.choice([cell for cell in range(9) if board[cell] == "."])


def worst_move(board: str) -> int:
    return TABLE.moves(board)[-1].cell


def worst_distribution(board: str) -> dict[int, int]:
    return {move.cell: 1 for move in TABLE.moves(board)[1:]} or {first_free(board): 1}


def blocks_before_it_wins(board: str) -> int:
    other = "O" if board.count("X") == board.count("O") else "X"
    return plays_o_by_default(list(board), other)


def plays_only_o(board: str) -> int:
    return plays_o_by_default(list(board), "O")


def test_a_player_of_one_side_is_graded_as_that_side() -> None:
    proposal = refused(plays_only_o)
    assert proposal.reason == (
        "it seems to play O only: at OXX.XOO.., where X is to move and could win in"
        " cell 7, it plays 3, where O would win"
    )
    assert proposal.promise() == (
        "all its answers as O are legal, and 10 of 10 are best moves"
    )
    assert proposal.python_advice() == "try side='O'"


def test_a_player_of_one_side_is_accepted_with_that_side() -> None:
    result = grade(plays_only_o, side="O")
    assert result.counts.decisions
    assert not result.counts.forfeits


@pytest.mark.exhaustive
def test_a_player_that_errs_as_one_side_is_graded_as_both() -> None:
    def move(board: str) -> int | None:
        assert isinstance(board, str)
        is_x = board.count("X") == board.count("O")
        return TABLE.best_move(board) if is_x else first_free(board)

    result = grade(move)
    assert not result.sides["X"].counts.blunders
    assert result.sides["O"].counts.blunders


@pytest.mark.parametrize(
    "player",
    [
        first_free,
        worst_move,
        *exhaustive(
            [last_free, random_move, worst_distribution, blocks_before_it_wins]
        ),
    ],
)
@pytest.mark.exhaustive
def test_a_bad_player_that_is_understood_gets_its_grade(
    player: Callable[[str], Any],
) -> None:
    result = grade(player, side="both")
    assert result.counts.blunders
    assert not result.counts.forfeits


def plays_o_and_raises_as_x(board: str) -> int | None:
    assert board.count("X") > board.count("O")
    return TABLE.best_move(board)


@pytest.mark.exhaustive
def test_a_player_of_one_side_is_graded_though_it_plays_no_other() -> None:
    result = grade(plays_o_and_raises_as_x)
    assert result.sides["O"].perfect
    assert not result.sides["X"].played


def best_but_after_o_in_the_corner(board: str, otherwise: int | None) -> int | None:
    assert not {*board} - {"X", "O", "."}
    return otherwise if board[8] == "O" else TABLE.best_move(board)


@pytest.mark.exhaustive
def test_a_player_that_errs_on_a_few_boards_is_graded() -> None:
    result = grade(lambda board: best_but_after_o_in_the_corner(board, 8), side="X")
    assert result.counts.forfeits


def test_a_player_that_is_silent_on_a_few_boards_is_graded() -> None:
    result = grade(lambda board: best_but_after_o_in_the_corner(board, None), side="X")
    assert result.counts.unanswered


@pytest.mark.parametrize("cell", [4, *exhaustive([1])])
def test_a_player_is_not_graded_that_always_answers_the_same(cell: int) -> None:
    reason = refused(lambda _: cell).reason
    assert reason == f"its legal moves are all in cell {cell}, as if it saw no board"


@pytest.mark.exhaustive
def test_a_player_that_is_mostly_silent_is_not_graded() -> None:
    assert "it has no answer" in refused(lambda _: None).reason


@pytest.fixture
def short_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trial ends after two seconds instead of ten."""
    monkeypatch.setattr("ttt_table.players.proposals.player_trials.BUDGET", 2.0)


@pytest.mark.exhaustive
@pytest.mark.usefixtures("short_trial")
def test_a_late_player_is_asked_when_it_is_graded(tmp_path: Path) -> None:
    text = "def move(board):\n"
    text += "    while len(board.strip('.')) > 3: pass\n"
    text += "    return board.index('.')\n"
    with (
        PythonFile(written(tmp_path, text), "move", limit=0.05) as player,
        pytest.raises(PlayerError, match="20 boards in a row") as caught,
    ):
        grade(player, side="X")
    assert caught.value.proposal is None


LATE_WITH_POINTS = """
def move(board):
    while "." in board: pass
    return board.index(None)
"""


@pytest.mark.exhaustive
@pytest.mark.usefixtures("short_trial")
def test_a_player_that_is_late_as_it_is_declared_is_tried(tmp_path: Path) -> None:
    with PythonFile(written(tmp_path, LATE_WITH_POINTS), "move", limit=0.05) as player:
        proposal = refused(player)
    assert proposal.adapter == Adapter("list")
    assert proposal.reason == "at OXX.XOO.. it has no answer within 0.05 s"


@pytest.mark.exhaustive
@pytest.mark.usefixtures("short_trial")
def test_a_late_player_is_not_called_again_as_it_was(tmp_path: Path) -> None:
    path = written(tmp_path, LATE_WITH_POINTS.replace('"."', "None"))
    adapter = Adapter("list", empty=None)
    with (
        PythonFile(path, "move", adapter=adapter, limit=0.05) as player,
        pytest.raises(PlayerError, match="20 boards in a row") as caught,
    ):
        grade(player, side="X")
    assert caught.value.proposal is None


@pytest.mark.exhaustive
def test_random_numbers_are_drawn_as_if_nothing_was_asked_before() -> None:
    random.seed(3)
    asked = grade(random_move, side="X", quiet=True)
    random.seed(3)
    declared = grade(random_move, side="X", quiet=True, as_declared=True)
    assert asked.chances == declared.chances


def test_a_trial_leaves_the_random_numbers_of_the_process_alone() -> None:
    random.seed(3)
    numpy.random.seed(3)
    expected = random.random(), numpy.random.rand()
    random.seed(3)
    numpy.random.seed(3)
    refused(best_of_list)
    assert (random.random(), numpy.random.rand()) == expected


@pytest.mark.exhaustive
def test_a_file_draws_random_numbers_as_if_nothing_was_asked_before(
    tmp_path: Path,
) -> None:
    text = "import random\ndef move(board):\n"
    text += "    return random.choice([c for c in range(9) if board[c] == '.'])\n"
    path = written(tmp_path, text)
    with PythonFile(path, "move") as player, PythonFile(path, "move") as other:
        asked = grade(player, side="X", quiet=True)
        declared = grade(other, side="X", quiet=True, as_declared=True)
    assert asked.chances == declared.chances


def test_a_board_that_a_module_keeps_is_put_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = ModuleType("stranger")
    monkeypatch.setitem(sys.modules, "stranger", module)
    kept = [" "] * 9
    module.cells = kept  # type: ignore[attr-defined]

    def move() -> int | None:
        return TABLE.best_move("".join(kept).replace(" ", "."))

    move.__module__ = "stranger"
    proposal = refused(move)
    assert proposal.adapter == Adapter("list", empty=" ", kept_in="cells")
    assert kept == [" "] * 9


def test_nothing_of_what_a_function_prints_is_seen_while_it_is_tried(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is seen while the function is called as declared."""

    def prints(board: Any) -> int | None:
        if not isinstance(board, str):
            print("tried")
        return best_of_list(board)

    refused(prints)
    assert "tried" not in capsys.readouterr().out


@pytest.mark.exhaustive
def test_a_function_that_asks_for_input_while_it_is_tried_gets_none() -> None:
    assert refused(lambda board: int(input(board))).adapter is None


def test_the_answers_of_a_program_are_read_in_other_ways(tmp_path: Path) -> None:
    lines = (
        "row, col = divmod(board.index('.'), 3)\n    print(f'{col},{row}', flush=True)"
    )
    with program(tmp_path, f"{LOOP}{lines}") as player:
        assert refused(player).adapter == Adapter(answer="col,row")


def test_a_program_that_counts_from_1_is_proposed_as_such(tmp_path: Path) -> None:
    with program(tmp_path, f"{LOOP}print(board.index('.') + 1, flush=True)") as player:
        assert refused(player).adapter == Adapter(first_index=1)


def test_a_program_is_asked_no_board_twice_before_it_is_refused(tmp_path: Path) -> None:
    boards = tmp_path / "boards"
    note = (
        f"open({str(boards)!r}, 'a').write(board + ' ')\n    print('four', flush=True)"
    )
    with program(tmp_path, f"{LOOP}{note}") as player:
        refused(player)
    asked = boards.read_text().split()
    assert len(asked) == len(set(asked)) == 20


@pytest.mark.exhaustive
def test_batches_are_not_tried() -> None:
    result = grade(lambda boards: (boards == 0) * 1.0, adapter=Adapter("batch"))
    assert result.counts.decisions == 4520


@pytest.mark.exhaustive
def test_a_player_may_end_its_process_while_it_is_tried(tmp_path: Path) -> None:
    text = "import os\ndef move(board):\n    os._exit(3)\n"
    assert of_file(tmp_path, text).adapter is None


@pytest.mark.exhaustive
def test_a_wrapper_names_the_file_the_function_and_its_arguments(
    tmp_path: Path,
) -> None:
    wrapper = of_file(
        tmp_path, "def move(state, moves):\n    return moves[0]\n"
    ).wrapper
    assert wrapper is not None
    assert wrapper.path == str(tmp_path / "wrapped.py")
    assert "import bot as bot_file\n" in wrapper.text
    assert "answer = bot_file.move(cells, moves)\n" in wrapper.text


@pytest.mark.exhaustive
def test_a_completed_wrapper_gives_a_grade(tmp_path: Path) -> None:
    wrapper = of_file(
        tmp_path, "def move(state, moves):\n    return moves[0]\n"
    ).wrapper
    assert wrapper is not None
    moves = "[cell for cell in range(9) if board[cell] == '.']"
    Path(wrapper.path).write_text(wrapper.text.replace("moves)", f"{moves})"))
    with PythonFile(wrapper.path, "move") as player:
        assert grade(player).counts.blunders == 92


@pytest.mark.exhaustive
def test_a_wrapper_makes_the_object_of_a_method(tmp_path: Path) -> None:
    text = "class Bot:\n    def reply(self, game):\n        return game.free()[0]\n"
    wrapper = of_file(tmp_path, text, "Bot.reply").wrapper
    assert wrapper is not None
    assert "bot = bot_file.Bot()\n" in wrapper.text
    assert "answer = bot.reply(cells)\n" in wrapper.text


CLASS_WITH_ARGUMENTS = """
class Bot:
    def __init__(self, mark, name="bot"):
        self.mark = mark
    def reply(self, game, level):
        return game.index(" ")
"""


def test_a_wrapper_names_what_a_class_needs(tmp_path: Path) -> None:
    proposal = of_class(tmp_path, CLASS_WITH_ARGUMENTS, "Bot.reply")
    assert proposal.wrapper is not None
    assert "bot = bot_file.Bot(mark)\n" in proposal.wrapper.text
    assert "answer = bot.reply(cells, level)\n" in proposal.wrapper.text
    assert proposal.reason.startswith("Bot() raises TypeError:")


@pytest.mark.exhaustive
def test_a_wrapper_is_completed_where_an_object_keeps_its_board(
    tmp_path: Path,
) -> None:
    text = "class Bot:\n    def reply(self):\n        return self.board.index(' ')\n"
    wrapper = of_file(tmp_path, text, "Bot.reply").wrapper
    assert wrapper is not None
    comment = "    # Complete this: put cells, or rows, where the file has its board.\n"
    completed = wrapper.text.replace(comment, "    bot.board = cells\n")
    Path(wrapper.path).write_text(completed)
    with PythonFile(wrapper.path, "move") as player:
        assert grade(player).counts.blunders == 92


@pytest.mark.exhaustive
def test_a_wrapper_asks_an_object_that_the_file_has(tmp_path: Path) -> None:
    text = "class Bot:\n    def reply(self, game):\n        return game.free()[0]\n"
    wrapper = of_file(tmp_path, f"{text}bot = Bot()\n", "bot.reply").wrapper
    assert wrapper is not None
    assert "answer = bot_file.bot.reply(cells)\n" in wrapper.text


@pytest.mark.exhaustive
def test_a_wrapper_imports_a_file_whose_name_is_not_one_of_python(
    tmp_path: Path,
) -> None:
    path = written(
        tmp_path, "def move(game):\n    return game.free()[0]\n", "my-bot.py"
    )
    with PythonFile(path, "move") as player:
        wrapper = refused(player).wrapper
    assert wrapper is not None
    assert "bot_file = import_module('my-bot')\n" in wrapper.text


def test_no_wrapper_is_proposed_for_a_program(tmp_path: Path) -> None:
    with program(tmp_path, f"{LOOP}print('four', flush=True)") as player:
        assert refused(player).wrapper is None


@pytest.mark.exhaustive
def test_only_the_named_file_is_run(tmp_path: Path) -> None:
    written(tmp_path, "open('run', 'w')\nboard = [' '] * 9\n", "other.py")
    of_file(tmp_path, "def move(game):\n    return game.free()[0]\n")
    assert not (tmp_path / "run").exists()
