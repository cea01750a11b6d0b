"""Load a stranger's Python file in this subprocess, once, as an import would do it.

Many files play a game when they are run: they ask for input, which is at its end, or
open a window, or run for ever. Whatever exception that raises ends the loading, and
what the file has defined so far is served. A timer raises one in a file that runs on.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module, util
from importlib.machinery import SourceFileLoader
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from ttt_table.players.records import (
    MAIN_GUARD_ADVICE,
    WALL_FACTOR,
    Record,
    decode,
    encode,
    exception_text,
)

TIMER_SECONDS = 0.05
ADAPTER_MODULE = "adapter of a player"  # a name that no import can write
CO_VARARGS = 4  # the flag of code that takes *args, as in the module inspect
SEED = 0  # so that a file gets the same random numbers in each run


class TooLongError(BaseException):
    """A file does not end; not an `Exception`, which many files catch."""


class Loaded(NamedTuple):
    """A file that was loaded, perhaps not to its end."""

    module: ModuleType
    """The module, with what was defined until then."""

    ended_by: str
    """What ended the loading early, in words for people; empty if nothing did."""

    plays: bool
    """Whether it was ended as games are: it asked for input, or did not end."""

    draws: bool
    """Whether it used random numbers."""


class Channel:
    """Questions from the grader and answers to it, through standard input and output.

    The file itself cannot reach these any more: its input is at its end, and what it
    prints is discarded. Standard error remains, to explain the end of the process.
    """

    def __init__(self) -> None:
        self._process = os.getpid()
        self._questions = os.fdopen(os.dup(0), "rb")
        self._answers = os.fdopen(os.dup(1), "wb")
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.dup2(nothing, 1)

    def questions(self) -> Iterator[Record]:
        """Yield the questions until they end."""
        for line in self._questions:
            yield decode(line)

    def send(self, record: Record) -> None:
        """Send an answer."""
        if os.getpid() != self._process:
            os._exit(0)  # a copy that the file has made of the process, by a fork
        self._answers.write(encode(record))
        self._answers.flush()

    def send_ready(self, loaded: Loaded, **details: Any) -> None:
        """Send that the file is loaded, with further details for the grader."""
        ready = {
            "loaded_until": loaded.ended_by,
            "draws_when_loaded": loaded.draws,
            **details,
        }
        self.send({"ready": ready})


def load(
    path: str, seconds: float, loader_type: type[SourceFileLoader] = SourceFileLoader
) -> Loaded:
    """Run a file once, as the module that an import of it would make.

    If folders above have an ``__init__.py``, it is a module of that package. If none
    has, it may still import its neighbours as a package of its folder's name.

    Args:
        path: The file.
        seconds: Seconds of processor time after which it is stopped.
        loader_type: Reads the file; another one may find the code in something else.
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
    _hide_screens()
    sys.argv = [path]
    random.seed(SEED)
    state = random.getstate()
    module, end = _run(name, path, seconds, loader_type)
    ended_by = ""
    if end is not None:
        ended_by = exception_text(end)
    plays = isinstance(end, EOFError | TooLongError)
    return Loaded(module, ended_by, plays, random.getstate() != state)


def _is_in_a_package(folder: str) -> bool:
    """Return whether a folder has an ``__init__.py``, or the folder above."""
    above = os.path.dirname(folder)
    return any(
        os.path.exists(os.path.join(place, "__init__.py")) for place in (folder, above)
    )


def load_adapter(path: str, name: str, seconds: float) -> Callable[[Any, str], object]:
    """Return the function of an adapter's file.

    Args:
        path: The file.
        name: The name of the function in it.
        seconds: Seconds of processor time after which it is stopped.

    Raises:
        LookupError: It does not load to its end, or lacks the function.
    """
    sys.path.append(os.path.dirname(os.path.abspath(path)))
    module, end = _run(ADAPTER_MODULE, path, seconds)
    if end is not None:
        raise LookupError(f"its adapter {path} does not load: {exception_text(end)}")
    loaded = Loaded(module, "", plays=False, draws=False)
    try:
        call = find(loaded, name)
    except LookupError as error:
        raise LookupError(f"its adapter {path}: {error}") from None
    if not callable(call):
        raise LookupError(f"its adapter {path}: {name} is not a function")
    return call  # type: ignore[no-any-return]  # whatever it returns is read as a move


def _run(
    name: str,
    path: str,
    seconds: float,
    loader_type: type[SourceFileLoader] = SourceFileLoader,
) -> tuple[ModuleType, BaseException | None]:
    """Run a file as the module of this name.

    Returns:
        The module, and the exception that ended it early.
    """
    sys.dont_write_bytecode = True
    loader = loader_type(name, path)
    spec = util.spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    module = util.module_from_spec(spec)
    sys.modules[name] = module
    package, _, short_name = name.rpartition(".")
    if not package:
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
        return module, error
    return module, None


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise `TooLongError` in a file that takes too long, until it ends.

    It is raised again and again: a bare ``except`` in a loop swallows some.
    """
    if not hasattr(signal, "setitimer"):  # the grader ends the process
        yield
        return
    cpu_end = time.process_time() + seconds
    wall_end = time.monotonic() + WALL_FACTOR * seconds

    def check(*_: object) -> None:
        if time.process_time() > cpu_end or time.monotonic() > wall_end:
            raise TooLongError(f"it has no end within {seconds:g} seconds")

    signal.signal(signal.SIGALRM, check)
    signal.setitimer(signal.ITIMER_REAL, TIMER_SECONDS, TIMER_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _hide_screens() -> None:
    """Let games draw on a screen that does not exist, or know that there is none."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    os.environ.pop("DISPLAY", None)


def find(loaded: Loaded, name: str) -> Any:
    """Return the module itself, or what it has by a name such as ``Bot.reply``.

    Raises:
        LookupError: It has no such thing; the message says what it has.
    """
    value: Any = loaded.module
    for part in filter(None, name.split(".")):
        try:
            value = getattr(value, part)
        except Exception:  # a stranger's class may raise anything here
            raise LookupError(lacks(loaded.module, name)) from None
    return value


def lacks(module: ModuleType, name: str) -> str:
    """Say that a file has nothing of this name, and what it has."""
    own = ", ".join(outline(module))
    return f"it has no {name}; it has {own or 'no function at all'}"


def not_ready(loaded: Loaded, missing: str) -> Record:
    """Return the message that a file lacks what is to be served, and why it may.

    Args:
        loaded: The file.
        missing: What it lacks, in words for people.
    """
    advice = f"; {MAIN_GUARD_ADVICE}" if loaded.plays else ""
    if not loaded.ended_by:
        return {"missing": missing}
    if not outline(loaded.module):
        return {"unloaded": f"{loaded.ended_by}{advice}"}
    return {"missing": f"{missing}; it was loaded only until {loaded.ended_by}{advice}"}


def outline(module: ModuleType) -> list[str]:
    """Return a module's own functions, classes and methods, with their arguments.

    They are written as they are defined, such as ``best(cells, depth=, *, mark)``: an
    argument with a default ends in ``=``, and those after ``*`` are given by name.
    """
    lines = []
    for name, value in list(vars(module).items()):
        try:
            is_own = value.__module__ == module.__name__
        except Exception:  # a stranger's object may raise anything here
            continue
        if name.startswith("_") or not is_own:
            continue
        if isinstance(value, type):
            members = _own_members(value, module)
            lines.append(f"{name}({_arguments(members.get('__init__'), 1)})")
            lines += [
                f"{name}.{method}({_method_arguments(function)})"
                for method, function in members.items()
                if isinstance(function, FunctionType | staticmethod | classmethod)
                and not method.startswith("_")
            ]
        elif isinstance(value, FunctionType):
            lines.append(f"{name}({_arguments(value, 0)})")
    return lines


def _own_members(kind: type, module: ModuleType) -> dict[str, object]:
    """Return what a class has of its own, and of the module's classes above it."""
    members: dict[str, object] = {}
    for base in reversed(kind.__mro__):
        if base.__module__ == module.__name__:
            members.update(vars(base))
    return members


def _method_arguments(method: object) -> str:
    """Return the arguments of a method, apart from its object or class."""
    if isinstance(method, staticmethod):
        return _arguments(method.__func__, 0)
    if isinstance(method, classmethod):
        return _arguments(method.__func__, 1)
    return _arguments(method, 1)


def _arguments(function: object, skipped: int) -> str:
    """Return a function's arguments, apart from the first ones."""
    if not isinstance(function, FunctionType):
        return ""
    code = function.__code__
    names = list(code.co_varnames[: code.co_argcount])
    defaults = len(function.__defaults__ or ())
    for index in range(len(names) - defaults, len(names)):
        names[index] += "="
    names = names[skipped:]
    after_names = code.co_varnames[code.co_argcount :]
    keywords = after_names[: code.co_kwonlyargcount]
    optional = function.__kwdefaults__ or {}
    needed = [name for name in keywords if name not in optional]
    if code.co_flags & CO_VARARGS:
        names.append(f"*{after_names[code.co_kwonlyargcount]}")
    elif needed:
        names.append("*")
    return ", ".join([*names, *needed])
