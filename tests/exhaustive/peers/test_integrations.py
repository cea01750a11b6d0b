"""Environments for Gymnasium and PettingZoo, and an evaluation for inspect_ai."""

from __future__ import annotations

import random
import warnings
from pathlib import Path
from typing import Any

import pytest
from support.games import TableOf

from ttt_table import Game, open_table
from ttt_table.errors import ArgumentError
from ttt_table.grading import Samples, grade
from ttt_table.play import Level

TABLE = open_table()
GAMES = [
    Game(),
    Game(3, 4, 3, gravity=True),
    Game(2, 3, 2, misere=True),
    Game(3, 3, 3, breaker=True),
]


def board_env(*arguments: Any, **options: Any) -> Any:
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    from ttt_table.integrations.gymnasium import BoardEnv

    return BoardEnv(*arguments, **options)


def board_aec(*arguments: Any, **options: Any) -> Any:
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
    from ttt_table.integrations.pettingzoo import BoardAEC

    return BoardAEC(*arguments, **options)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_gymnasium_finds_nothing_wrong(game: Game, table_of: TableOf) -> None:
    env = board_env(table_of(game), opponent="easy", render_mode="ansi")
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check_env(env)
    messages = [str(warning.message) for warning in caught]
    # It is made without gymnasium.make, and that is all that the checker may say.
    assert [text for text in messages if "spec" not in text] == []


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("side", ["X", "O"])
def test_games_go_as_the_table_has_them(
    game: Game, side: str, table_of: TableOf
) -> None:
    """Of random moves against a level; each board, mask and reward is compared."""
    table = table_of(game)
    env = board_env(table, opponent=Level(0, table=table), side=side)
    rng = random.Random(1)
    for seed in range(50):
        observation, info = env.reset(seed=seed)
        reward, is_over = 0.0, False
        while not is_over:
            board = info["board"]
            assert table.mover(board) == side
            marks = [{side: 1, ".": 0}.get(mark, -1) for mark in board]
            assert observation.tolist() == marks
            legal = table.legal_moves(board)
            assert [
                cell for cell, is_legal in enumerate(info["action_mask"]) if is_legal
            ] == legal
            assert env.action_masks().nonzero()[0].tolist() == legal
            observation, reward, is_over, is_cut, info = env.step(rng.choice(legal))
            assert not is_cut
        assert table.is_over(info["board"])
        winner = table.winner(info["board"])
        assert reward == {side: 1, None: 0}.get(winner, -1)


def test_the_mean_reward_is_that_of_the_exact_grade() -> None:
    """A player of random moves against the level that completes lines."""
    env = board_env(opponent="easy", side="X")
    rng = random.Random(3)
    total = 0.0
    games = 4_000
    env.reset(seed=3)
    for _ in range(games):
        _, info = env.reset()
        is_over = False
        while not is_over:
            cell = rng.choice(TABLE.legal_moves(info["board"]))
            _, reward, is_over, _, info = env.step(cell)
        total += reward
    exact = grade(
        lambda board: dict.fromkeys(TABLE.legal_moves(board), 1),
        side="X",
        against="easy",
    ).chances.against
    assert exact is not None
    # Five standard deviations; the seeds are fixed, so the test never fails by chance.
    assert abs(total / games - float(exact.won - exact.lost)) < 5 / games**0.5


def test_an_illegal_move_loses_the_game() -> None:
    env = board_env(side="X")
    env.reset(seed=1, options={"board": "X...O...."})
    _, reward, is_over, _, info = env.step(0)
    assert (reward, is_over, info["board"]) == (-1, True, "X...O....")


def test_the_same_seed_gives_the_same_game() -> None:
    boards = []
    for _ in range(2):
        env = board_env(opponent=Level(0))
        _, info = env.reset(seed=11)
        boards.append([info["board"], info["side"]])
        for cell in TABLE.legal_moves(info["board"])[:1]:
            boards[-1].append(env.step(cell)[4]["board"])
    assert boards[0] == boards[1]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"side": "Z"}, "no such side"),
        ({"opponent": "expert"}, "no level"),
        ({"opponent": min}, "must be a level"),
        ({"render_mode": "human"}, "the only render mode"),
    ],
)
def test_bad_arguments_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        board_env(**options)


def test_a_level_of_another_game_is_refused(table_of: TableOf) -> None:
    with pytest.raises(ArgumentError, match="make the level with table"):
        board_env(table_of(Game(2, 3, 2)), opponent=Level.easy())


@pytest.mark.filterwarnings("ignore")  # its own
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_pettingzoo_finds_nothing_wrong(game: Game, table_of: TableOf) -> None:
    env = board_aec(table_of(game))
    from pettingzoo.test import api_test, seed_test

    api_test(env, num_cycles=200)
    seed_test(lambda: board_aec(table_of(game)), num_cycles=50)


def test_agents_take_turns_until_one_has_won() -> None:
    env = board_aec(render_mode="ansi")
    env.reset()
    for cell in (4, 0, 3, 1, 5):
        observation, _, is_over, _, _ = env.last()
        assert not is_over
        assert observation["action_mask"][cell] == 1
        env.step(cell)
    assert env.render() == "O O .\nX X X\n. . ."
    assert env.terminations == {"X": True, "O": True}
    assert env._cumulative_rewards == {"X": 1, "O": -1}


def test_an_illegal_move_loses_the_game_of_two_agents() -> None:
    env = board_aec()
    env.reset(options={"board": "X...O...."})
    env.step(4)
    assert env.rewards == {"X": -1, "O": 1}


@pytest.mark.usefixtures("no_litter")
@pytest.mark.filterwarnings("ignore")  # its own
def test_inspect_evaluates_a_model_that_plays_perfectly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the first answer, which is prose without a cell."""
    monkeypatch.chdir(tmp_path)
    inspect_ai = pytest.importorskip("inspect_ai", reason="inspect-ai is not installed")
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from ttt_table.integrations.inspect import best_moves

    task = best_moves(notation="coordinates")
    boards: list[str] = []
    for sample in task.dataset:
        assert sample.metadata is not None
        boards.append(sample.metadata["board"])
    assert len(boards) == len(set(boards)) == 431

    outputs: list[Any] = []
    for board in boards:
        row, col = divmod(TABLE.best_moves(board)[0], 3)
        text = f"I play ({row}, {col})." if outputs else "I resign."
        output = ModelOutput.from_content("mockllm/model", text)
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        outputs.append(output)
    model = get_model("mockllm/model", custom_outputs=outputs)
    (log,) = inspect_ai.eval(
        task, model=model, display="none", max_samples=1, log_dir=str(tmp_path)
    )
    if "ConnectionError" in str(log.error):
        pytest.skip("inspect-ai fetches a list of tokens")
    assert log.status == "success", log.error
    scores = {
        sample.metadata["board"]: sample.scores["keeps_the_value"]
        for sample in log.samples
    }
    assert [scores[board].value for board in boards] == [0] + [1] * 430
    assert scores[boards[0]].explanation == "no answer found"
    (score,) = log.results.scores
    assert score.metrics["accuracy"].value == pytest.approx(430 / 431)

    rows = [
        (sample.metadata["board"], sample.output.completion) for sample in log.samples
    ]
    metrics = Samples(TABLE, rows).metrics
    assert (metrics.rows, metrics.overall.keeps.right) == (431, 430)


def test_inspect_finds_the_task_by_its_entry_point() -> None:
    from importlib.metadata import entry_points

    (entry_point,) = entry_points(group="inspect_ai", name="ttt_table")
    assert entry_point.value == "ttt_table.integrations.inspect"
