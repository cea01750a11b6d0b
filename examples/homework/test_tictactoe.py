"""Test each function of a course's tic-tac-toe on every board, against the table.

    pytest test_tictactoe.py                        # tests tictactoe.py in this folder
    STUDENT=class/ada.py pytest test_tictactoe.py   # tests another file

Copy this file, and adapt its first part to what your course hands out. A wrong function
is tried again with right ones in place of the program's other functions. If it is right
then, the fault is theirs, and the failure says so.
"""

import contextlib
import copy
import importlib.util
import inspect
import os
import random
import re
import reprlib
import signal
import sys
import traceback
from collections import namedtuple
from collections.abc import Hashable
from functools import cache
from importlib.machinery import SourceFileLoader
from itertools import product
from pathlib import Path

import pytest

from ttt_table import open_table

try:
    import resource
except ImportError:  # on Windows, where nothing limits the memory
    resource = None

# ---- The course: what its boards and moves are like, and what it accepts.

STUDENT = Path(os.environ.get("STUDENT", "tictactoe.py")).resolve()
SECONDS = 60  # of processor time that an answer may take
CLOCK_SECONDS = 300  # that it may take on the clock, if the program sleeps or waits
MEMORY = 4 * 10**9  # bytes of address space for all of Python; only on Linux
ACTIONS_MAY_BE_LISTS = False
REPLACED_MODULES = []  # "pygame": what programs import, and their functions do not need

MARKS = {"X": "X", "O": "O", ".": None}
WINNERS = {"X": MARKS["X"], "O": MARKS["O"], None: None}
UTILITIES = {"X": 1, "O": -1, None: 0}


def board(text):
    """Return a board of the course for one of the table, a text of nine marks."""
    marks = [MARKS[mark] for mark in text]
    return [marks[0:3], marks[3:6], marks[6:9]]


def action(cell):
    """Return a move of the course for one of the table, a cell from 0 to 8."""
    return divmod(cell, 3)


def same(given, right):
    """Return whether two answers, or two boards, are the same."""
    return given == right


OFF_BOARD = [(i, j) for i, j in product(range(-1, 4), repeat=2) if {i, j} - {0, 1, 2}]

table = open_table()
BOARDS = list(table)
OPEN = [b for b in BOARDS if not table.is_over(b)]
OVER = [b for b in BOARDS if table.is_over(b)]


def cells_with(mark, b):
    """Return the cells of a board that hold a mark; "." stands for free ones."""
    return [cell for cell in range(9) if b[cell] == mark]


def after(b, cell):
    """Return the board after a move, also if the game was over."""
    return board(b[:cell] + table.mover(b) + b[cell + 1 :])


def sound_moves(b):
    """Return the moves that keep the value of a board; [None] after the end."""
    moves = [m for m in table.moves(b) if m.outcome.value == table[b].value]
    return [action(m.cell) for m in moves] or [None]


# By test, and by the arguments of a call: all answers that are right. The first word of
# a test is its function.
EXCEPTION = ["an exception"]
RIGHT = {
    "initial_state": {(): [board("." * 9)]},
    "player": {(b,): [MARKS[table.mover(b)]] for b in BOARDS},
    "actions": {(b,): [{action(c) for c in cells_with(".", b)}] for b in BOARDS},
    "result": {
        (b, action(c)): [after(b, c)] for b in BOARDS for c in cells_with(".", b)
    },
    "result of a taken cell": {
        (b, action(c)): EXCEPTION for b in OPEN for m in "XO" for c in cells_with(m, b)
    },
    "result off the board": {(b, a): EXCEPTION for b in OPEN for a in OFF_BOARD},
    "winner": {(b,): [WINNERS[table.winner(b)]] for b in BOARDS},
    "terminal": {(b,): [table.is_over(b)] for b in BOARDS},
    "utility": {(b,): [UTILITIES[table.winner(b)]] for b in BOARDS},
    "minimax": {(b,): sound_moves(b) for b in BOARDS},
}
# By test: boards that it leaves out, since any answer is accepted, or to save time.
UNTESTED = {
    "player": OVER,
    "actions": OVER,
    "result": OVER,
    "result off the board": [b for number, b in enumerate(OPEN) if number % 10],
    "utility": OPEN,
}

# ---- The rest needs no change.

SEED = 0  # of the order of the calls
LOADED_ANEW = 5  # calls of each test that are the first ones of a newly loaded program
RETURNS = "returns"
TOO_LONG = "takes too long:"
TOO_LARGE = "takes too much memory:"
TOO_DEEP = "calls itself too often:"
ENDLESS = (
    TOO_LONG,
    TOO_LARGE,
    TOO_DEEP,
)  # after these no more calls of a test are made
BY_OTHERS = ", but only with your other functions: repair these first"
BY_CHANCE = """. It depends on earlier calls or on chance:
    the first of these calls is right if no other one is made before"""
MAX_RECURSION = 3000  # calls within calls, if the program asks for more
SET_RECURSION_LIMIT = sys.setrecursionlimit
SHOWN = reprlib.Repr()
SHOWN.maxlist = SHOWN.maxtuple = SHOWN.maxset = SHOWN.maxdict = 9
SHOWN.maxstring = SHOWN.maxother = 200
SIGNALS = ("SIGPROF", "SIGALRM", "SIGINT")  # on Windows there is only the last one

if REPLACED_MODULES:
    from unittest.mock import MagicMock

    sys.modules.update({name: MagicMock() for name in REPLACED_MODULES})

Wrong = namedtuple("Wrong", "case does answer")  # a call, and what a function does


class TooLongError(BaseException):
    """An answer takes too long. It is no Exception: programs often catch these."""


class StoppedError(KeyboardInterrupt):
    """Somebody has typed Ctrl-C; a KeyboardInterrupt is the program's."""


def handle_signal(number, _):
    """End a call, or on Ctrl-C all tests."""
    if number == signal.SIGINT:
        set_timers(0, 0)
        raise StoppedError
    set_timers(1, 1)  # once more: input() drops what is raised while it flushes
    raise TooLongError


def set_timers(seconds, clock_seconds):
    """Let calls end after so many seconds; 0 means never."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, clock_seconds)


@contextlib.contextmanager
def beside_the_program():
    """Work in the program's folder, with its limits, and without what it prints."""
    with contextlib.ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.chdir(STUDENT.parent if STUDENT.parent.is_dir() else Path.cwd())
        patch.syspath_prepend(STUDENT.parent)
        patch.setitem(sys.modules, "tictactoe", None)
        patch.setattr(sys, "dont_write_bytecode", True)
        for stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            nowhere = stack.enter_context(Path(os.devnull).open(mode))
            patch.setattr(sys, stream, nowhere)
        for number in [getattr(signal, name, None) for name in SIGNALS]:
            if number is not None:
                before = signal.signal(number, handle_signal)
                stack.callback(signal.signal, number, before)
        if resource and sys.platform == "linux":
            soft, hard = resource.getrlimit(resource.RLIMIT_AS)
            smaller = MEMORY if soft == resource.RLIM_INFINITY else min(soft, MEMORY)
            resource.setrlimit(resource.RLIMIT_AS, (smaller, hard))
            stack.callback(resource.setrlimit, resource.RLIMIT_AS, (soft, hard))
        patch.setattr(sys, "setrecursionlimit", set_recursion_limit)
        stack.callback(SET_RECURSION_LIMIT, sys.getrecursionlimit())
        yield


def set_recursion_limit(limit):
    """Set a limit, but none with which an endless recursion takes all memory."""
    SET_RECURSION_LIMIT(min(limit, MAX_RECURSION))


def call(function, *arguments):
    """Return what a function does: a verb, and an answer or a text."""
    try:
        set_timers(SECONDS, CLOCK_SECONDS)
        try:
            return RETURNS, function(*arguments)
        finally:
            set_timers(0, 0)
    except StoppedError:
        raise
    except TooLongError as error:
        limits = f"over {SECONDS} seconds, or {CLOCK_SECONDS} with its pauses"
        return TOO_LONG, limits + place_of(error)
    except MemoryError as error:
        error.__traceback__ = error.__context__ = None  # they hold the memory
        return TOO_LARGE, f"all that Python may have are {MEMORY:,} bytes"
    except RecursionError as error:
        return TOO_DEEP, described(error)
    except Exception as error:
        return "raises", described(error)
    except BaseException as error:  # of exit(), for example
        return "ends Python by", described(error)


def described(error):
    """Return an exception as text, with its line."""
    text = ascii(str(error))[1:-1][:200]
    return f"{type(error).__name__}{': ' if text else ''}{text}{place_of(error)}"


def place_of(error):
    """Return the last line of the program that an exception comes from, as text."""
    place = ""
    for frame, number in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename == str(STUDENT):
            place = f" (line {number})"
    return place


def load(alone=None):
    """Load the program anew. For one function alone, its other ones become right."""
    loader = SourceFileLoader("tictactoe", str(STUDENT))
    spec = importlib.util.spec_from_loader("tictactoe", loader)
    program = sys.modules["tictactoe"] = importlib.util.module_from_spec(spec)
    random.seed(SEED)  # so that a program that plays at random does the same again
    loading = call(loader.exec_module, program)
    for name in RIGHT_ANSWERS:
        own = getattr(program, name, None)
        if alone and name != alone and (own is None or callable(own)):
            setattr(program, name, right_function(name, own))
    return program, loading


@cache
def loading(_):
    """Return what loading a program does, once: it may take long."""
    return load()[1]


def right_function(name, own):
    """Return a right function. Where nothing is right, it is the program's own one."""

    def function(*arguments, **named):
        if named:
            arguments = inspect.signature(own).bind(*arguments, **named).args
        values = [plain(value) for value in arguments]
        case = tuple(TEXTS.get(v) if n == 0 else v for n, v in enumerate(values))
        answers = RIGHT_ANSWERS[name].get(case)
        if answers is EXCEPTION:
            raise ValueError(f"{name}: {values[1]} is not one of the actions")
        if answers is None:
            return own(*arguments)
        return copy.deepcopy(answers[0])

    return function


def function_of(test):
    """Return the name of the function that a test calls."""
    return test.split()[0]


def plain(value):
    """Return a board or a move as what a dictionary can have as its key."""
    if hasattr(value, "tolist"):  # an array
        value = value.tolist()
    if isinstance(value, list | tuple):
        return tuple(map(plain, value))
    return value if isinstance(value, Hashable) else repr(value)


def answers_by_function():
    """Return the right answers of each function, from all of its tests."""
    answers = {function_of(test): {} for test in RIGHT}
    for test, right in RIGHT.items():
        answers[function_of(test)].update(right)
    return answers


TEXTS = {plain(board(b)): b for b in BOARDS}
RIGHT_ANSWERS = answers_by_function()


def is_right(test, case, answer):
    """Return whether an answer is one of the right ones."""
    if test == "actions" and ACTIONS_MAY_BE_LISTS:
        answer = set(map(tuple, answer))
    return any(same(answer, right) for right in RIGHT[test][case])


def answer_and_verdict(function, test, case, states):
    """Call a function, and return its answer and whether this is right."""
    answer = function(*states, *case[1:])
    if RIGHT[test][case] is EXCEPTION:
        return answer, False
    try:
        return answer, is_right(test, case, answer)
    except Exception:  # such as that of an array that is no truth value
        return answer, False


def wrong_answers(test, cases, alone=None):
    """Make calls, and yield the wrong ones. An endless one is the last."""
    for number, case in enumerate(cases):
        if number < LOADED_ANEW:
            program, _ = load(alone)
            function = getattr(program, function_of(test))
        states = [board(text) for text in case[:1]]
        does, what = call(answer_and_verdict, function, test, case, states)
        if states and not is_unchanged(states[0], case[0]):
            yield Wrong(case, "changes its board to", shown(states[0]))
        elif does == RETURNS:
            answer, is_fine = what
            if not is_fine:
                yield Wrong(case, does, shown(answer))
        elif does != "raises" or RIGHT[test][case] is not EXCEPTION:
            yield Wrong(case, does, what)
        if does in ENDLESS:
            return  # others may be like this


def is_unchanged(state, text):
    """Return whether a board is still as it was when it was made."""
    try:
        return bool(same(state, board(text)))
    except Exception:  # of what stands there now
        return False


def shown(value):
    """Return a value as text, which is cut if it is long."""
    does, text = call(SHOWN.repr, value)
    return re.sub(r"\n *", " ", text) if does == RETURNS else f"what {does} {text}"


def judged(test):
    """Return what is found of a function: a verdict, and the reasons as text."""
    name = function_of(test)
    does, _ = loading(STUDENT)
    program = None if does in ENDLESS else load()[0]
    if does != RETURNS and not hasattr(program, name):
        return "not tested", f"{STUDENT.name} does not load to its end"
    if not callable(getattr(program, name, None)):
        return "missing", f"{STUDENT.name} has no function {name}"

    untested = set(UNTESTED.get(test, ()))
    cases = [case for case in RIGHT[test] if not untested.intersection(case[:1])]
    random.Random(SEED).shuffle(cases)
    wrong = list(wrong_answers(test, cases))
    if not wrong:
        return "right", ""
    wrong.sort(key=lambda w: (w.does not in ENDLESS, -str(w.case[:1]).count(".")))
    verdict, text, wrong = blamed(test, cases, wrong)
    calls = f"{test}: wrong in {len(wrong):,} of {len(cases):,} calls{text}"
    return verdict, calls + "".join(example(test, w) for w in wrong[:3])


def blamed(test, cases, wrong):
    """Return a verdict on wrong answers, a text on it, and the answers that show it."""
    name = function_of(test)
    wrong_cases = [w.case for w in wrong]
    own = list(wrong_answers(test, wrong_cases, alone=name))
    if own and any(wrong_answers(test, [own[0].case], alone=name)):
        return "wrong", "", own
    if own:
        return "wrong", BY_CHANCE, own
    is_wrong_again = any(wrong_answers(test, wrong_cases))
    if is_wrong_again or not any(wrong_answers(test, cases, alone=name)):
        return "others", BY_OTHERS, wrong
    return "wrong", BY_CHANCE, wrong


def example(test, wrong):
    """Return a call, what the function does and what is right, as text."""
    arguments = [*map(board, wrong.case[:1]), *wrong.case[1:]]
    right = RIGHT[test][wrong.case]
    texts = right if right is EXCEPTION else map(shown, right)
    return f"""
    {function_of(test)}({", ".join(map(shown, arguments))})
        {wrong.does} {wrong.answer}; right is {" or ".join(texts)}"""


def finish(request, verdict, reasons):
    """End a test, and write its verdict into the XML."""
    request.node.user_properties.append(("verdict", verdict))
    if verdict == "not tested":
        pytest.skip(reasons)
    if verdict != "right":
        pytest.fail(reasons, pytrace=False)


def test_file(request):
    """It loads to its end. Other tests take what it has defined until then."""
    with beside_the_program():
        does, what = loading(STUDENT)
    verdict = "right" if does == RETURNS else "wrong"
    text = f"""{STUDENT.name} does not load: {does} {what}
    What plays a game belongs under if __name__ == "__main__":"""
    if not STUDENT.is_file():
        text = f"""there is no file {STUDENT}
    To test another file, write STUDENT=FILE before the command."""
    finish(request, verdict, text)


@pytest.mark.parametrize("test", RIGHT)
def test_function(test, request):
    """It is right where the course says what is right, and leaves its board alone."""
    with beside_the_program():
        verdict, reasons = judged(test)
    finish(request, verdict, reasons)


def test_rows_of_initial_state(request):
    """They are three lists: in [[EMPTY] * 3] * 3 a stone in one row is in all three."""
    with beside_the_program():
        endless = loading(STUDENT)[0] in ENDLESS
        program = None if endless else load()[0]
        _, state = call(getattr(program, "initial_state", list))
    is_list = isinstance(state, list)
    rows = [row for row in state if isinstance(row, list)] if is_list else []
    verdict = "wrong" if len({id(row) for row in rows}) < len(rows) else "right"
    finish(
        request, verdict, "initial_state: some of its rows are one and the same list"
    )
