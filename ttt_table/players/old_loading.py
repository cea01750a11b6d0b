"""Run a stranger's Python file in this subprocess, and serve what it defines.

Many files play a game when they are run: they ask for input, or run for ever. Such a
file is interrupted as an import would never be:

1. A hook notices it: a replacement of `sys.stdin` is read, or a timer goes off.
2. We do not raise an exception, which a bare ``except`` of the file could swallow.
   Instead the hook itself serves what the file has defined so far, and then exits the
   process, so the file never resumes.
3. If the game is in a module that the file imports, the file has not yet defined
   anything. It is then run again from its start, within the hook. Its import now finds
   the half-loaded module in `sys.modules`, and so the file goes on to its definitions.

A file that raises an exception is treated alike: what it has defined so far is served.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from _thread import get_ident
from collections.abc import Callable, Iterator
from importlib.machinery import SourceFileLoader
from io import StringIO
from types import FrameType, ModuleType, TracebackType
from typing import Any, NamedTuple, NoReturn, TypeVar

from ttt_table.players.draws import DRAWS, note_draws
from ttt_table.players.protocol import (
    NOT_THE_PLAYERS,
    Record,
    decode,
    encode,
    error_text,
    exception_details,
)

Service = TypeVar("Service")

MAIN_GUARD_ADVICE = 'put what plays a game under if __name__ == "__main__":'
MAX_RERUNS = 8  # of a file that imports modules that play a game
EXTRA_SECONDS = 2.0  # of processor time, for each rerun after a timeout

_real_sleep = time.sleep


class Loading(NamedTuple):
    """Observations from the loading of a file."""

    drew_random_numbers: bool

    early_end: str
    """Why loading ended early, in words for people; empty if it did not."""


class MissingError(LookupError):
    """A module lacks what is to be served.

    Attributes:
        details: What else the grader should know, as JSON can hold it.
    """

    def __init__(self, message: str, details: Record) -> None:
        super().__init__(message)
        self.details = details


class Channel:
    """Questions from the grader and answers to it, through standard input and output.

    The file itself cannot reach these any more: its input is empty, and what it prints
    goes to standard error.
    """

    def __init__(self) -> None:
        self._process = os.getpid()
        self._questions = os.fdopen(os.dup(0), "rb")
        self._answers = os.fdopen(os.dup(1), "wb")
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(2, 1)

    def questions(self) -> Iterator[Record]:
        """Yield the questions until they end."""
        for line in self._questions:
            DRAWS.seen = False  # `send` says whether this question needed any
            yield decode(line)

    def read(self, count: int) -> bytes:
        """Return so many bytes that follow a question."""
        return self._questions.read(count)

    def send(self, record: Record, data: bytes | memoryview = b"") -> None:
        """Send an answer, noting whether it needed random numbers, and then bytes."""
        if DRAWS.seen:
            record = {**record, "draws": True}
        self._write(encode(record), data)

    def send_ready(self, loading: Loading, **details: Any) -> None:
        """Send that the file is loaded, with further details for the grader."""
        ready = {
            "draws_when_loaded": loading.drew_random_numbers,
            "loaded_until": loading.early_end,
            **details,
        }
        self._write(encode({"ready": ready}))

    def _write(self, line: bytes, data: bytes | memoryview = b"") -> None:
        if os.getpid() != self._process:
            os._exit(0)  # a copy that the file has made of the process, by a fork
        self._answers.write(line)
        self._answers.write(data)
        self._answers.flush()


def serve_file(
    path: str,
    seconds: float,
    find: Callable[[ModuleType], Service],
    serve: Callable[[Service, Channel, Loading], None],
) -> None:
    """Run a file as ``python FILE`` would, and serve what it defines.

    If the file asks for input, raises an exception or takes too long, what it has
    defined by then is served. Nothing but this file and its imports is run.

    Args:
        path: The file.
        seconds: Seconds of processor time to load it.
        find: Takes the module and returns the service, such as a player in it. It
            raises `LookupError`, with a message for people, if the module does not have
            one; a `MissingError` if the grader should know more.
        serve: Takes the service, the channel, and the observations from the loading. It
            calls `Channel.send_ready`, then answers the questions.
    """
    channel = Channel()
    note_draws()
    _hide_screens()

    def serve_module(module: ModuleType, end: EarlyEnd | None) -> None:
        try:
            service = find(module)
        except LookupError as error:  # a message of ours
            if end is not None:
                channel.send({"load_error": end.as_load_error()})
            else:
                details = error.details if isinstance(error, MissingError) else {}
                channel.send({"missing": str(error), **details})
            return
        serve(service, channel, Loading(DRAWS.seen, end.reason if end else ""))

    _WatchedFile(path, seconds, serve_module).run()


def _hide_screens() -> None:
    """Let games draw on a screen that does not exist, or know that there is none."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    os.environ.pop("DISPLAY", None)


class EarlyEnd(NamedTuple):
    """The reason why a file was not loaded to its end."""

    reason: str
    """In words for people."""

    was_interrupted: bool = False
    """By a hook, as files are that play a game; it did not raise an exception."""

    def as_load_error(self) -> Record:
        """Return the message for the grader if nothing can be served."""
        if self.was_interrupted:
            return {"message": f"{self.reason}: {MAIN_GUARD_ADVICE}"}
        return {"message": self.reason}


class _WatchedFile:
    """A file that is run as a module, which is used even if the file does not end.

    Args:
        path: The file.
        seconds: Seconds of processor time to load it.
        use: Takes the module, and why the file was not loaded to its end, if it was
            not.
    """

    def __init__(
        self,
        path: str,
        seconds: float,
        use: Callable[[ModuleType, EarlyEnd | None], None],
    ) -> None:
        self._path = path
        self._seconds = seconds
        self._use = use
        self._module = ModuleType("")
        self._reruns = 0
        self._first_end: EarlyEnd | None = None
        self._input = _WatchedInput(self._interrupt)
        self._main_thread = get_ident()
        self._extend_search_path()

    def run(self) -> None:
        """Run the file, and use its module."""
        self._watch()
        self._run_in_new_module()

    def _run_in_new_module(self) -> None:
        self._module = new_module(self._path)
        try:
            loader = SourceFileLoader(self._module.__name__, self._path)
            loader.exec_module(self._module)
        except BaseException as error:  # whatever a stranger's file raises
            importing = _modules_in_traceback(error.__traceback__, self._module)
            exception = error_text(exception_details(error))
            end = EarlyEnd(f"{_subject(importing)} ends in {exception}")
            self._end_early(end, importing)
        else:
            self._finish()

    def _interrupt(self, what_it_does: str) -> NoReturn:
        """Serve what is defined so far, and exit: a hook calls this within the file.

        Args:
            what_it_does: Why the file is interrupted, as the predicate of a sentence.
        """
        importing = _modules_in_frames(sys._getframe(1), self._module)
        reason = f"{_subject(importing)} {what_it_does}"
        self._end_early(EarlyEnd(reason, was_interrupted=True), importing)
        os._exit(0)

    def _end_early(self, end: EarlyEnd, importing: list[dict[str, Any]]) -> None:
        """Use the module as it is, or run the file again if an import ended early.

        Args:
            end: Why it ended.
            importing: The globals of the modules that were being imported, the
                innermost first.
        """
        if self._first_end is None:
            self._first_end = end
        if not importing or self._reruns == MAX_RERUNS:
            self._finish()
            return
        self._reruns += 1
        # The innermost is kept, so that the rerun does not run it again. The others,
        # which import it, are to be run again like the file itself.
        half_loaded, *importers = importing
        for module_globals in importers:
            sys.modules.pop(module_globals["__name__"], None)
        _keep_module(half_loaded)
        self._run_in_new_module()

    def _finish(self) -> None:
        self._stop_watching()
        self._use(self._module, self._first_end)

    def _watch(self) -> None:
        sys.stdin = self._input
        time.sleep = self._sleep  # type: ignore[assignment]
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGPROF, self._time_is_up)
            signal.setitimer(signal.ITIMER_PROF, self._seconds)

    def _sleep(self, seconds: float) -> None:
        """Return at once while the file is loaded: a game may pause between moves."""
        is_in_main_thread = get_ident() == self._main_thread
        if not (self._input.is_watched and is_in_main_thread):
            _real_sleep(seconds)

    def _time_is_up(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, EXTRA_SECONDS)  # in case of a rerun
        self._interrupt(f"does not end within {self._seconds:g} s of processor time")

    def _stop_watching(self) -> None:
        self._input.is_watched = False
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _extend_search_path(self) -> None:
        """Let the file import its neighbours, and the package that it is in."""
        folder = os.path.dirname(os.path.abspath(self._path))
        if _has_standard_name(self._path):
            sys.path.append(folder)  # "import os" still means Python's own
        else:
            sys.path.insert(0, folder)
        sys.path.append(_package_of(folder)[0])


class _WatchedInput(StringIO):
    """An empty input that interrupts the file when it is read, while it is watched."""

    def __init__(self, interrupt: Callable[[str], NoReturn]) -> None:
        super().__init__()
        self._interrupt = interrupt
        self.is_watched = True

    def read(self, *_: object) -> str:
        return self._read_nothing()

    def readline(self, *_: object) -> str:  # type: ignore[override]
        return self._read_nothing()

    def __next__(self) -> str:  # type: ignore[override]
        self._read_nothing()
        raise StopIteration

    def _read_nothing(self) -> str:
        if self.is_watched:
            self._interrupt("asks for input when it is loaded")
        return ""


def new_module(path: str) -> ModuleType:
    """Return an empty module for a file, named and placed as an import would do it."""
    folder, file = os.path.split(os.path.abspath(path))
    name = os.path.splitext(file)[0]
    if _has_standard_name(path):
        name = f"{name}_of_{os.path.basename(folder)}"
    module = ModuleType(name)
    module.__package__ = _package_of(folder)[1]
    module.__path__ = [folder]
    module.__file__ = os.path.join(folder, file)
    sys.modules[name] = module
    return module


def _has_standard_name(path: str) -> bool:
    """Return True for a file such as random.py, which would hide Python's module."""
    name = os.path.splitext(os.path.basename(path))[0]
    return name in sys.stdlib_module_names


def _package_of(folder: str) -> tuple[str, str]:
    """Return the folder in which a folder's package is found, and the package's name.

    A file may write ``from .rules import winner``, and also ``from game.rules import
    winner`` if its folder, or the one above, has an ``__init__.py``.
    """
    root, package = os.path.split(folder)
    while os.path.exists(os.path.join(root, "__init__.py")):
        package = f"{os.path.basename(root)}.{package}"
        root = os.path.dirname(root)
    return root, package


def _modules_in_frames(
    frame: FrameType | None, outer: ModuleType
) -> list[dict[str, Any]]:
    """Return the globals of the modules that are being imported, innermost first.

    Args:
        frame: The frame that is interrupted.
        outer: The module of the file itself, which is not returned.
    """
    importing: list[dict[str, Any]] = []
    while frame is not None:
        if frame.f_globals is vars(outer) and frame.f_code.co_name == "<module>":
            return importing
        if _runs_own_module(frame):
            importing.append(frame.f_globals)
        frame = frame.f_back
    return []  # the frame is of another thread, for which no import waits


def _modules_in_traceback(
    trace: TracebackType | None, outer: ModuleType
) -> list[dict[str, Any]]:
    """Return the same from an exception: the modules whose import it has ended."""
    importing: list[dict[str, Any]] = []
    while trace is not None:
        frame = trace.tb_frame
        if frame.f_globals is not vars(outer) and _runs_own_module(frame):
            importing.insert(0, frame.f_globals)
        trace = trace.tb_next
    return importing


def _runs_own_module(frame: FrameType) -> bool:
    """Return True if a frame runs the top level of one of the player's own modules."""
    file = frame.f_code.co_filename
    is_library = (
        file.startswith(NOT_THE_PLAYERS)
        or "site-packages" in file
        or "dist-packages" in file
    )
    return (
        frame.f_code.co_name == "<module>"
        and not is_library
        and isinstance(frame.f_globals.get("__name__"), str)
    )


def _keep_module(module_globals: dict[str, Any]) -> None:
    """Let imports find a half-loaded module, even if its own import has failed."""
    name = module_globals["__name__"]
    present = sys.modules.get(name)
    if present is None or vars(present) is not module_globals:
        module = ModuleType(name)
        vars(module).update(module_globals)
        sys.modules[name] = module


def _subject(importing: list[dict[str, Any]]) -> str:
    """Return the name, in messages, of the file that ended early."""
    if not importing:
        return "it"
    return os.path.basename(str(importing[0].get("__file__", "it")))
