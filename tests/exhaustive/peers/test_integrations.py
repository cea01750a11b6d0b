"""Environments for Gymnasium and PettingZoo, and an evaluation for inspect_ai."""

from __future__ import annotations

import random
import warnings
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.games import TableOf

from ttt_table import Game, open_table
from ttt_table.answers import score_models
from ttt_table.errors import ArgumentError, MoveError
from ttt_table.grading import grade
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
    from pettingzoo_env import BoardAEC

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


def test_gymnasium_makes_the_environment_by_its_name() -> None:
    """Once its module is imported, or named before the colon."""
    gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    name = "ttt_table.integrations.gymnasium:ttt_table/TicTacToe-v0"
    env = gymnasium.make(name, opponent="easy", side="X")
    observation, _ = env.reset(seed=1)
    assert observation.tolist() == [0] * 9
    assert env.unwrapped.side == "X"
    assert gymnasium.make("ttt_table/TicTacToe-v0").unwrapped.side in "XO"


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
    ).against
    assert exact is not None
    # Five standard deviations; the seeds are fixed, so the test never fails by chance.
    assert abs(total / games - float(exact.won - exact.lost)) < 5 / games**0.5


def test_an_illegal_move_loses_the_game() -> None:
    env = board_env(side="X")
    env.reset(seed=1, options={"board": "X...O...."})
    _, reward, is_over, _, info = env.step(0)
    assert (reward, is_over, info["board"]) == (-1, True, "X...O....")


def test_after_an_illegal_move_nothing_can_be_played() -> None:
    """Until the next game."""
    env = board_env(side="X")
    env.reset(seed=1, options={"board": "X...O...."})
    *_, info = env.step(0)
    assert not info["action_mask"].any()
    assert not env.unwrapped.action_masks().any()
    with pytest.raises(MoveError, match="call reset"):
        env.step(1)
    _, info = env.reset(seed=1, options={"board": "X...O...."})
    assert info["action_mask"].sum() == 7


@pytest.mark.parametrize("action", [4.7, "4", True, [4], np.array([4.0]), None])
def test_an_action_that_is_not_an_integer_is_refused(action: Any) -> None:
    """The game goes on, as nothing was played."""
    env = board_env(side="X")
    env.reset(options={"board": "X...O...."})
    with pytest.raises(MoveError, match="a cell is an integer, not"):
        env.step(action)
    assert env.board == "X...O...."


@pytest.mark.parametrize("action", [8, np.int8(8), np.array(8), np.array([8])])
def test_an_action_is_an_integer_of_any_type_or_an_array_of_one(action: Any) -> None:
    """As networks return them."""
    env = board_env(side="X")
    env.reset(options={"board": "X...O...."})
    assert env.step(action)[4]["board"][8] == "X"
    agents = board_aec()
    agents.reset(options={"board": "X...O...."})
    agents.step(action)
    assert agents.board == "X...O...X"


def test_a_finished_game_has_no_action() -> None:
    """And cannot be the start of one."""
    env = board_env(side="X")
    env.reset(options={"board": "XX.OO...."})
    env.step(2)
    with pytest.raises(MoveError, match=r"the game is over.*call reset\(\)"):
        env.step(8)
    for other in (env, board_aec()):
        with pytest.raises(ValueError, match=r"the game is over.*earlier board"):
            other.reset(options={"board": "XXXOO...."})


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
        ({"side": "Z"}, "side is .Z., but it must be"),
        ({"opponent": "expert"}, "no level"),
        ({"opponent": min}, "must be a Level"),
        ({"render_mode": "human"}, "the only render mode"),
    ],
)
def test_bad_arguments_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        board_env(**options)


def test_a_level_of_another_game_is_refused(table_of: TableOf) -> None:
    with pytest.raises(ArgumentError, match="make the level with table"):
        board_env(table_of(Game(2, 3, 2)), opponent=Level.named("easy"))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_pettingzoo_finds_nothing_wrong(game: Game, table_of: TableOf) -> None:
    """And warns of nothing but observations: names of agents are accepted."""
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
    from pettingzoo.test import api_test, seed_test
    from pettingzoo_env import env

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env(table_of(game)), num_cycles=200)
        seed_test(lambda: env(table_of(game)), num_cycles=50)
    # The test knows no observation that has a mask beside it, as PettingZoo's own have.
    messages = {str(warning.message) for warning in caught}
    assert {text for text in messages if "bservation" not in text} == set()


def test_the_environment_of_pettingzoo_enforces_the_order_of_calls() -> None:
    """As those of PettingZoo do."""
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
    from pettingzoo_env import env

    assert isinstance(env(), OrderEnforcingWrapper)


def test_agents_take_turns_until_one_has_won() -> None:
    env = board_aec(render_mode="ansi")
    env.reset()
    for cell in (4, 0, 3, 1, 5):
        observation, _, is_over, _, _ = env.last()
        assert not is_over
        assert observation["action_mask"][cell] == 1
        env.step(cell)
    assert env.render() == "O O .\nX X X\n. . ."
    assert env.terminations == {"player_1": True, "player_2": True}
    assert env._cumulative_rewards == {"player_1": 1, "player_2": -1}


def test_an_illegal_move_loses_the_game_of_two_agents() -> None:
    env = board_aec()
    env.reset(options={"board": "X...O...."})
    env.step(4)
    assert env.rewards == {"player_1": -1, "player_2": 1}


def evaluated(
    folder: Path, written: Callable[[int], str], *, epochs: int = 1, **options: Any
) -> Any:
    """Return the log of a model that knows a best move and writes it in some way."""
    inspect_ai = pytest.importorskip("inspect_ai", reason="inspect-ai is not installed")
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from ttt_table.integrations.inspect import best_moves

    task = best_moves(**options)
    outputs: list[Any] = []
    for _ in range(epochs):
        for sample in task.dataset:
            assert sample.metadata is not None
            text = written(sample.metadata["best"][0])
            output = ModelOutput.from_content("mockllm/model", text)
            output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
            outputs.append(output)
    model = get_model("mockllm/model", custom_outputs=outputs)
    (log,) = inspect_ai.eval(
        task,
        model=model,
        display="none",
        max_samples=1,
        epochs=epochs,
        log_dir=str(folder),
    )
    if "ConnectionError" in str(log.error):
        pytest.skip("inspect-ai fetches a list of tokens")
    assert log.status == "success", log.error
    return log


def metrics_of(log: Any) -> dict[str, dict[str, float]]:
    return {
        score.name: {name: metric.value for name, metric in score.metrics.items()}
        for score in log.results.scores
    }


def pair(cell: int) -> str:
    row, col = divmod(cell, 3)
    return f"({row}, {col})"


@pytest.mark.usefixtures("no_litter")
@pytest.mark.filterwarnings("ignore")  # its own
@pytest.mark.parametrize(
    ("options", "written", "right", "readable"),
    [
        ({}, lambda cell: f"So I block.\n\n**ANSWER: {cell}**", 1, 1),
        ({}, "ANSWER: 9".format, 0, 1),
        ({}, lambda cell: f"I play {cell}.", 0, 0),
        (
            {"notation": "text", "pattern": r"play (\d)", "one_based": True},
            lambda cell: f"I play {cell + 1}.",
            1,
            1,
        ),
        ({"notation": "coordinates"}, lambda cell: pair(cell).strip("()"), 1, 1),
        ({"notation": "coordinates"}, "ANSWER: {}".format, 1, 1),
        ({"notation": "coordinates"}, "Row {0}, Column {0}".format, 0, 0),
    ],
)
def test_inspect_scores_what_is_right_legal_and_readable(
    options: dict[str, Any],
    written: Callable[[int], str],
    right: int,
    readable: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each with its mean and its error over boards; the accuracy is that of right."""
    monkeypatch.chdir(tmp_path)
    log = evaluated(tmp_path, written, **options)
    assert metrics_of(log) == {
        "right": {"accuracy": right, "mean": right, "stderr": 0},
        "legal": {"mean": right, "stderr": 0},
        "readable": {"mean": readable, "stderr": 0},
    }
    assert len(log.samples) == 431


@pytest.mark.usefixtures("no_litter")
@pytest.mark.filterwarnings("ignore")  # its own
def test_inspect_finds_the_same_as_the_log_s_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a model that is right, illegal or unreadable in two epochs."""
    monkeypatch.chdir(tmp_path)
    texts = ["ANSWER: {}", "ANSWER: 12", "Cell {}", "{}", ""]
    turn = count()
    log = evaluated(
        tmp_path,
        lambda cell: texts[next(turn) % len(texts)].format(cell),
        epochs=2,
    )
    rows = [
        (sample.metadata["board"], sample.output.completion) for sample in log.samples
    ]
    (score,) = score_models(TABLE, {"m": rows})
    metrics = metrics_of(log)
    assert metrics["right"]["accuracy"] == pytest.approx(score.right.mean)
    legal = score.right.mean + score.wrong
    assert metrics["legal"]["mean"] == pytest.approx(legal)
    assert metrics["readable"]["mean"] == pytest.approx(legal + score.illegal)
    assert metrics["right"]["stderr"] > 0
    causes = Counter(
        sample.scores["keeps_the_value"].explanation for sample in log.samples
    )
    assert causes["no answer"] / 862 == pytest.approx(score.no_answer)
    assert causes["not readable"] / 862 == pytest.approx(score.not_readable)


def test_inspect_finds_the_task_by_its_entry_point() -> None:
    from importlib.metadata import entry_points

    (entry_point,) = entry_points(group="inspect_ai", name="ttt_table")
    assert entry_point.value == "ttt_table.integrations.inspect"
