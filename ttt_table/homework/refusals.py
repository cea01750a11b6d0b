"""Files whose parts cannot be judged: nothing says how they write boards."""

from __future__ import annotations

import shlex

from ttt_table.errors import PlayerError
from ttt_table.homework.asking import NAMES_EFFECT, Answers, AskedFile, PartsFile
from ttt_table.homework.examples import example_of
from ttt_table.homework.facts import is_constant
from ttt_table.homework.findings import Example, Finding, State
from ttt_table.homework.runs import FirstRun

ADVICE = "let initial_state() return the empty board, and add constants X and O"
PARTS_THAT_SEE_STONES = ("player", "result", "winner", "terminal", "utility")


def refuse_guess(run: FirstRun) -> None:
    """Raise `PlayerError` if a part may be wrong only on boards of a guessed form.

    If nothing says what a free cell holds, any wrong answer may come of that. If only
    the marks or the shape are not certain, a part that does not see the stones raises,
    gives something odd, or always gives the same.
    """
    if not run.form.guess:
        return
    for test, answers in run.answers.items():
        wrong = answers.wrong
        if not wrong or test.is_rule or test.part in ("initial_state", "minimax"):
            continue
        may_see_no_stones = is_constant(answers.values) or _is_mostly_odd(answers)
        if run.form.guess == "board" or may_see_no_stones:
            example = example_of(
                test,
                wrong[0],
                answers.values[wrong[0]],
                run.asked.first,
                run.form.moves_off_board,
            )
            raise _refusal(run, test.part, example, len(wrong))


def refuse_guess_for_minimax(run: FirstRun, finding: Finding) -> None:
    """Raise `PlayerError` if `minimax` may be wrong only for a guessed form."""
    if not run.form.guess or finding.state is not State.WRONG:
        return
    sees_stones = any(
        test.part in PARTS_THAT_SEE_STONES and not run.is_suspect(test)
        for test in run.answers
    )
    if run.form.guess == "board" or not sees_stones:
        raise _refusal(run, "minimax", finding.examples[0], finding.wrong)


def _is_mostly_odd(answers: Answers) -> bool:
    odd_count = 0
    for value in answers.values.values():
        given = value if isinstance(value, list) else [value]
        odd_count += any(isinstance(answer, dict) for answer in given)
    return 2 * odd_count > len(answers.values)


def _refusal(run: FirstRun, part: str, example: Example, wrong: int) -> PlayerError:
    boards = "1 board" if wrong == 1 else f"{wrong:,} boards"
    return PlayerError(
        f"{run.asked.path}: nothing says what its boards are like. If they are like"
        f" {run.form.example}, `{part}` is wrong on {boards}, and gives"
        f" {example.given} on {example.board}: {ADVICE}",
        argument="board, empty and marks",
        effect="declare the boards instead",
    )


def nothing_to_ask(file: PartsFile, asked: AskedFile) -> PlayerError:
    """Return the error of a file of which no part can be asked."""
    names = [asked.names.get(part, part) for part in file.other_arguments]
    if not names:
        return PlayerError(
            f"{file.path} has none of the parts to check",
            argument="names",
            effect=NAMES_EFFECT,
        )
    verb = "takes" if len(names) == 1 else "take"
    message = (
        f"{file.path}: {', '.join(names)} {verb} other arguments than a board: write a"
        " function of the board that calls it"
    )
    if "minimax" in file.other_arguments:
        player = f"{file.path}:{asked.names.get('minimax', 'minimax')}"
        message += f", or grade it: {shlex.join(['ttt-table', 'grade', player])}"
    return PlayerError(message)
