"""What touches a stranger's code: loads its file, calls it, reads what comes back.

As a script, ``child.py SETTINGS``, it serves one Python file in a subprocess. It
imports nothing but Python's library, so it starts at once, and no module of ours hides
one of the player's. Messages are JSON, one value a line:

    {"ready": ""}                      or why loading ended early
    {"refused": "it has no move; it has best(cells)"}
    "X...O...."                        a question; the answer is one of
    [[4, "1/2"], [[0, 1], "1/2"]]      moves with their weights
    {"forfeit": ["exception", "KeyError: 4 (bot.py, line 12)", ""]}
    {"internal": "TypeError: ..."}     a mistake in this module
    {"outline": true}                  a question; the answer is the file's outline
    {"drew": true}                     a question: were random numbers drawn?
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module, util
from importlib.machinery import PathFinder, SourceFileLoader
from json import dumps, loads  # a player's file may change the module
from operator import index
from types import CoroutineType, FunctionType, GeneratorType, ModuleType
from typing import Any, TypeAlias

# A cell, with gravity a column; or a row and a column.
Place: TypeAlias = int | tuple[int, int]
# A move, or several: places with the text of their weights.
Distribution: TypeAlias = dict[Place, str]

MAX_NUMBER = 10**18  # larger ones are off any board, and slow to write
MAX_MOVES = 1000  # of a distribution: no board has so many cells and pairs
MAX_VALUE = 80  # characters of a value in a message
MAX_MESSAGE = 1000  # characters of what an exception says
MAX_LISTED = 30  # functions of a file

SEED = 0  # so that a file gets the same random numbers in each run
TIMER_SECONDS = 0.05
MAX_SLOWDOWN = 50  # of a process that computes, by all else that a machine does
PR_SET_PDEATHSIG = 1  # of Linux, see <linux/prctl.h>
GUARD = 'put what plays a game under if __name__ == "__main__":'

# Code that a player has not written: ours, Python's library and its loader.
PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NOT_THE_PLAYERS = (PACKAGE + os.sep, os.path.dirname(os.__file__) + os.sep, "<")

# What a player raises however it is called.
OWN_FAILURES = (ImportError, NameError, NotImplementedError, RecursionError)


WEIGHTS_HINT = "give each move a weight, a number from 0 up, and one a weight above 0"


class ForfeitError(Exception):
    """What a player did instead of a move: it loses the game.

    Attributes:
        kind: ``illegal`` cell, wrong ``type``, ``exception``, ``exit`` or ``late``.
        reason: What it did, in words for people.
        hint: What to change in the player itself; empty if that is not known.
    """

    def __init__(self, kind: str, reason: str, hint: str = "") -> None:
        super().__init__(kind, reason, hint)
        self.kind = kind
        self.reason = reason
        self.hint = hint


# ----------------------------------------------------------------- what comes back


def call(player: Callable[[str], object], board: str) -> Distribution:
    """Return what a player's function replies to a board.

    Raises:
        ForfeitError: It has not returned a move.
        KeyboardInterrupt: Somebody pressed Ctrl-C.
    """
    try:
        answer = player(board)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a stranger's code raises
        raise _forfeit_of(error) from None
    return read_move(answer)


def _forfeit_of(error: BaseException) -> ForfeitError:
    """Return the forfeit of a player that has raised this."""
    if isinstance(error, ForfeitError):  # an adapter may use this module
        return error
    if isinstance(error, SystemExit):
        return ForfeitError("exit", exception_text(error))
    hint = ""
    if isinstance(error, OWN_FAILURES):
        hint = f"it fails{_raised_at(error, ' at {}, line {}')}: correct it there"
    return ForfeitError("exception", exception_text(error), hint)


def read_move(answer: Any) -> Distribution:
    """Return what a player has returned as places with weights.

    Raises:
        ForfeitError: It is not a move.

    >>> read_move(4), read_move([1, 1]), read_move({4: 0.5, (0, 1): 0.5})
    ({4: '1'}, {(1, 1): '1'}, {4: '0.5', (0, 1): '0.5'})
    """
    try:
        if not isinstance(answer, dict):
            return {_place(answer): "1"}
        if len(answer) > MAX_MOVES:
            raise ForfeitError("type", f"it returns {len(answer):,} moves")
        weights = {_place(key): weight for key, weight in answer.items()}
    except ForfeitError:
        raise
    except Exception:  # a stranger's class may raise anything here
        reason = f"it returns {shown(answer)}"
        raise ForfeitError("type", reason, _hint(answer)) from None
    try:
        return {place: _weight(weight) for place, weight in weights.items()}
    except Exception:  # here too
        raise ForfeitError(
            "type", f"it returns {shown(answer)}", WEIGHTS_HINT
        ) from None


def _place(value: Any) -> Place:
    try:
        return _whole_number(value)
    except TypeError:
        if isinstance(value, str | bytes | set):
            raise
        row, col = value
        return _whole_number(row), _whole_number(col)


def _whole_number(value: Any) -> int:
    """Return an integer of Python's or of numpy's as one of Python's."""
    if "bool" in type(value).__name__:
        raise TypeError
    return max(-MAX_NUMBER, min(index(value), MAX_NUMBER))


def _weight(value: Any) -> str:
    if isinstance(value, bool | str):
        raise TypeError
    is_exact = hasattr(value, "__index__") or hasattr(value, "numerator")
    # The text of a float is the shortest decimal that is read as this float.
    return str(value) if is_exact else repr(float(value))


def _hint(answer: Any) -> str:
    """Return what to change in a player that returns this, if that is known."""
    # A stranger's class may raise anything, if it is only asked what it is.
    kind = type(answer)
    if answer is None:
        return "return the cell instead of printing it"
    if kind is GeneratorType:
        return "write return in place of yield"
    if kind is CoroutineType:
        answer.close()  # or Python warns that nobody awaits it
        return "remove async from its definition"
    is_number = kind is str and answer.strip().isdecimal()
    if is_number or (kind is float and answer.is_integer()):
        return f"return an int, not {shown(answer)}"
    return ""


def shown(
    value: object, show: Callable[[Any], str] = repr, length: int = MAX_VALUE
) -> str:
    """Return a value as text on one line, shortened."""
    try:
        text = " ".join(show(value).split())
    except BaseException:  # its class may do anything here
        text = f"a {type(value).__name__}"
    return text if len(text) <= length else f"{text[: length - 3]}..."


def exception_text(error: BaseException) -> str:
    """Return an exception in words, with the last line of the player's own in it.

    ``ValueError: no free cell (bot.py, line 12)``
    """
    if isinstance(error, SystemExit):
        return f"it called sys.exit({shown(error.code)}){_raised_at(error)}"
    message = error.msg if isinstance(error, SyntaxError) else error
    name = shown(type(error).__name__, str)
    text = f"{name}: {shown(message, str, MAX_MESSAGE)}".removesuffix(": ")
    return text + _raised_at(error)


def _raised_at(error: BaseException, words: str = " ({}, line {})") -> str:
    """Return the last line of a player's own that raised an error, if one did."""
    if isinstance(error, SyntaxError) and isinstance(error.filename, str):
        return words.format(os.path.basename(error.filename), error.lineno)
    place = ""
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if not file.startswith(NOT_THE_PLAYERS):
            place = words.format(os.path.basename(file), trace.tb_lineno)
        trace = trace.tb_next
    return place


def generator_state() -> object:
    """Return the state of the usual generators: equal as long as none was used.

    Those are Python's and, if it is loaded, numpy's. A file's own are not seen.
    """
    numpy_random: Any = sys.modules.get("numpy.random")
    if hasattr(numpy_random, "get_state"):
        _, keys, *position = numpy_random.get_state()
        return random.getstate(), keys.tobytes(), position
    return random.getstate()


# ------------------------------------------------------------------ loading a file


class TooLongError(BaseException):
    """A file does not end; not an `Exception`, which many files catch."""


def load(path: str, seconds: float) -> tuple[ModuleType, str]:
    """Run a file once, as an import of it would.

    Many files play a game when they are run: they ask for input, which is at its end,
    or open a window, or run for ever. Whatever that raises ends the loading, and what
    is defined so far is served.

    Returns:
        The module, and why loading ended early, in words; empty if it did not.
    """
    folder = os.path.dirname(os.path.abspath(path))
    name = os.path.splitext(os.path.basename(path))[0]
    root = folder
    while _is_in_a_package(root):
        name = f"{os.path.basename(root)}.{name}"
        root = os.path.dirname(root)
    for place in (os.getcwd(), root, folder):
        sys.path.insert(0, place)
    if name.rpartition(".")[2] in sys.stdlib_module_names:
        # "import random" in a file random.py still means Python's own.
        sys.path = [*sys.path[3:], *sys.path[:3]]
        name += "_"
    if PathFinder.find_spec("ttt_table") is None:
        sys.path.append(os.path.dirname(PACKAGE))  # the file may import it
    # Games draw on a screen that does not exist, or know that there is none.
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    os.environ.pop("DISPLAY", None)
    sys.argv = [path]
    random.seed(SEED)
    return run_file(name, path, seconds)


def _is_in_a_package(folder: str) -> bool:
    """Return whether a folder has an ``__init__.py``, or the folder above."""
    places = (folder, os.path.dirname(folder))
    return any(os.path.exists(os.path.join(place, "__init__.py")) for place in places)


def run_file(name: str, path: str, seconds: float) -> tuple[ModuleType, str]:
    """Run a file as the module of this name; returns what `load` does."""
    sys.dont_write_bytecode = True
    loader = SourceFileLoader(name, path)
    spec = util.spec_from_loader(name, loader)
    module = util.module_from_spec(spec)  # type: ignore[arg-type]  # it has a loader
    sys.modules[name] = module
    package, _, short_name = name.rpartition(".")
    if not package:  # its neighbours are a package of its folder's name
        folder = os.path.dirname(os.path.abspath(path))
        sys.path.append(os.path.dirname(folder))
        module.__package__ = os.path.basename(folder)
    try:
        with _time_limit(seconds):
            if package:
                import_module(package)
                # A neighbour may import it by its short name.
                sys.modules.setdefault(short_name, module)
            loader.exec_module(module)
    except BaseException as error:  # whatever a stranger's file raises
        advice = f"; {GUARD}" if isinstance(error, EOFError | TooLongError) else ""
        return module, exception_text(error) + advice
    return module, ""


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise `TooLongError` in a file that takes too long, until it ends.

    It is raised again and again: a bare ``except`` in a loop swallows some.
    """
    if not hasattr(signal, "setitimer"):  # the grader ends the process
        yield
        return
    spent_before = time.process_time()
    started = time.monotonic()

    def check(*_: object) -> None:
        spent = time.process_time() - spent_before
        if is_over(seconds, spent, time.monotonic() - started):
            raise TooLongError(f"it has no end within {seconds:g} seconds")

    signal.signal(signal.SIGALRM, check)
    signal.setitimer(signal.ITIMER_REAL, TIMER_SECONDS, TIMER_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def is_over(timeout: float, spent: float, elapsed: float) -> bool:
    """Return whether a process has had its time.

    It has computed for so long; or so much time has passed while it hardly computed.

    Args:
        timeout: Its time, in seconds.
        spent: Seconds of processor time.
        elapsed: Seconds of wall time.
    """
    return spent >= timeout or elapsed >= max(timeout, MAX_SLOWDOWN * spent)


def find(module: ModuleType, name: str, ended_by: str = "") -> Any:
    """Return the module itself, or what it has by a name such as ``Bot.reply``.

    Raises:
        LookupError: It has no such thing; the message says what it has.
    """
    value: Any = module
    for part in filter(None, name.split(".")):
        try:
            value = getattr(value, part)
        except Exception:  # a stranger's class may raise anything here
            own = ", ".join(outline(module)) or "no function at all"
            ended = f"; it was loaded only until {ended_by}" if ended_by else ""
            raise LookupError(f"it has no {name}; it has {own}{ended}") from None
    return value


def outline(module: ModuleType) -> list[str]:
    """Return a module's own functions, classes and methods, with their arguments."""
    lines = []
    for name, value in list(vars(module).items()):
        is_own = getattr(value, "__module__", "") == module.__name__
        if name.startswith("_") or not is_own:
            continue
        if isinstance(value, type):
            lines.append(_signed(name, value))
            methods = [method for method in dir(value) if not method.startswith("_")]
            lines += [
                _signed(f"{name}.{method}", getattr(value, method))
                for method in methods
                if callable(getattr(value, method, None))
            ]
        elif isinstance(value, FunctionType):
            lines.append(_signed(name, value))
    return lines[:MAX_LISTED]


def _signed(name: str, value: Any) -> str:
    try:
        from inspect import signature  # few files are asked for it; it takes a while

        return shown(f"{name}{signature(value)}", str)
    except Exception:  # a stranger's file may have broken it, or a default value does
        return f"{name}(...)"


# -------------------------------------------------------------------- the process


class Channel:
    """Questions from the grader and answers to it, through standard input and output.

    The file itself cannot reach these: its input is at its end, and what it prints is
    discarded. Standard error remains, to explain the end of the process.
    """

    def __init__(self) -> None:
        self._process = os.getpid()
        self._questions = os.fdopen(os.dup(0), "rb")
        self._answers = os.fdopen(os.dup(1), "wb")
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)

    def questions(self) -> Iterator[Any]:
        """Yield the questions until they end."""
        for line in self._questions:
            yield loads(line)

    def send(self, message: object) -> None:
        """Send a message."""
        if os.getpid() != self._process:
            os._exit(0)  # a copy that the file has made of the process, by a fork
        self._answers.write(dumps(message).encode() + b"\n")
        self._answers.flush()


def serve(settings: dict[str, Any], channel: Channel) -> None:
    """Load a player's file, and answer boards until the questions end.

    Args:
        settings: "path", "seconds" to load it, "name" of the player (or empty),
            "adapter" (its file, or empty) and "call" (the name of its function).
        channel: Where the questions come from.
    """
    module, ended_by = load(settings["path"], settings["seconds"])
    if ended_by and not outline(module):
        channel.send({"refused": f"it does not load: {ended_by}"})
        return
    try:
        player = find(module, settings["name"], ended_by)
        if settings["adapter"]:
            player = partial(_adapter(settings), player)
    except LookupError as error:
        channel.send({"refused": str(error.args[0])})
        return
    random.seed(SEED)
    state = generator_state()
    channel.send({"ready": ended_by})
    for question in channel.questions():
        if isinstance(question, str):
            channel.send(_answer(player, question))
        elif "outline" in question:
            channel.send({"outline": outline(module)})
        else:
            channel.send({"drew": generator_state() != state})


def _answer(player: Callable[[str], object], board: str) -> object:
    """Return the message that answers a board."""
    try:
        return list(call(player, board).items())
    except ForfeitError as forfeit:
        return {"forfeit": [forfeit.kind, forfeit.reason, forfeit.hint]}
    except KeyboardInterrupt as error:  # the file's own: no key reaches this process
        return {"forfeit": ["exception", exception_text(error), ""]}


def _adapter(settings: dict[str, Any]) -> Callable[[Any, str], object]:
    """Return the function of an adapter's file; raises `LookupError`."""
    path = settings["adapter"]
    sys.path.append(os.path.dirname(os.path.abspath(path)))
    module, ended_by = run_file("adapter of a player", path, settings["seconds"])
    if ended_by:
        raise LookupError(f"its adapter {path} does not load: {ended_by}")
    try:
        function = find(module, settings["call"])
    except LookupError as error:
        raise LookupError(f"its adapter {path}: {error.args[0]}") from None
    if not callable(function):
        name = settings["call"]
        raise LookupError(f"its adapter {path}: {name} is not a function")
    return function  # type: ignore[no-any-return]


def end_with_parent() -> None:
    """End this process with its grader, also while a player never answers."""
    parent = os.getppid()
    try:
        from ctypes import CDLL

        if CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL) == 0:
            return
    except (ImportError, OSError, AttributeError, TypeError):
        pass  # this is not Linux, or Python was built without ctypes
    from threading import Thread

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def main(settings: str) -> None:
    """Serve a file; the grader reports what fails in this module."""
    end_with_parent()
    channel = Channel()
    try:
        serve(loads(settings), channel)
    except Exception as error:
        from traceback import extract_tb  # this should never be needed

        frame = extract_tb(error.__traceback__)[-1]
        place = f"{os.path.basename(frame.filename)}, line {frame.lineno}"
        text = f"{type(error).__name__}: {shown(error, str)} ({place})"
        channel.send({"internal": text})


if __name__ == "__main__":
    main(sys.argv[1])
