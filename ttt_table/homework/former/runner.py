"""A Python file as a program: a board on a line in, its function's answer on a line out.

The first line is ``ready`` and what the player is taken for, or ``!load`` and why not. What the
file prints goes to standard error, its input has ended, and what it raises becomes ``!exception``
and a text. Of this package it needs `calling`, `draws` and what these need.
"""

import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from io import StringIO
from operator import index
from types import FunctionType, ModuleType
from typing import Any, BinaryIO, TypeAlias

from ttt_table.homework.former.calling import Method, as_function
from ttt_table.homework.former.draws import DRAWN, DRAWS, note_draws
from ttt_table.homework.former.shapes import LARGEST_CELL, WITHIN, cell_at, move_within

Say: TypeAlias = Callable[[str], None]
GUARD = 'put what plays a game under if __name__ == "__main__":'
BOARDS, WEIGHTS = "boards.npy", "weights.npy"  # a batch and its answer, in a folder
LONGEST_REASON = 1000


def answer_line(answer: object, cols: int) -> str:
    """A player's answer on a line: ``4``, ``1,1``, ``0:1/2 4:1/2``; else ``!type``, what it is.

    >>> answer_line((1, 1), 3), answer_line({0: 0.5, (1, 1): 0.5}, 3), answer_line(4.0, 3)
    ('1,1', '0:0.5 4:0.5', '!type 4.0')
    """
    try:
        if isinstance(answer, dict):
            pairs = (
                f"{_cell(cell, cols)}:{_weight(weight)}"
                for cell, weight in answer.items()
            )
            return " ".join(pairs)
        if isinstance(answer, tuple | list) and len(answer) in (2, 3):
            return ",".join(map(_row_cell_or_score, answer))
        return str(_cell(answer, cols))
    except TypeError:
        return f"!type {on_a_line(answer)}"


def _cell(answer: Any, cols: int) -> int:
    if isinstance(answer, tuple | list) and len(answer) == 2:
        return cell_at(cols, *(_cell(part, 0) for part in answer))
    if isinstance(answer, bool):
        raise TypeError
    cell = index(answer)
    return cell if cell < LARGEST_CELL else -1


def _row_cell_or_score(part: Any) -> str:
    return str(part) if part is None or isinstance(part, float) else str(_cell(part, 0))


def _weight(weight: Any) -> str:
    if type(weight) is not int and isinstance(weight, bool | str):
        raise TypeError
    whole = hasattr(weight, "__index__") or hasattr(weight, "numerator")
    try:
        return str(weight) if whole else repr(float(weight))
    except ValueError:  # a number of so many digits has no text
        raise TypeError from None


def reply_line(answer: object, board: str, view: str, cols: int, first: str) -> str:
    """`answer_line` of the move within an answer, and where it stood there."""
    move, where = move_within(answer, board, view, cols, first)
    line = answer_line(move, cols)
    taken = f"{WITHIN}answers are taken from {where}"
    return f"{line}{taken}" if where and not line.startswith("!") else line


def answer_batch(player: Callable[[Any], object], folder: str) -> str:
    """Write what a player answers to the batch in a folder beside it."""
    import numpy

    numpy.save(
        f"{folder}/{WEIGHTS}", array_of(player(numpy.load(f"{folder}/{BOARDS}")))
    )
    return "answered"


def array_of(answer: Any) -> Any:
    """An answer to a batch as an array. Raises `TypeError` for one that hides some of its data."""
    import numpy

    if isinstance(answer, numpy.ma.MaskedArray):
        raise TypeError("the answer is a masked array: fill it, as in answer.filled(0)")
    return numpy.asarray(answer)


def on_a_line(
    thing: object, show: Callable[[object], str] = repr, most: int = 60
) -> str:
    """A thing in at most so many characters, on one line."""
    try:
        text = " ".join(show(thing).split())
    except BaseException:  # it is a stranger's code
        text = f"a {type(thing).__name__}"
    return text if len(text) <= most else text[: most - 3] + "..."


def description(error: BaseException) -> str:
    """What was raised, on one line, and where in the player's file."""
    said = on_a_line(error, str, LONGEST_REASON)
    text = f"{type(error).__name__}: {said}".removesuffix(": ")
    # The last line that is not ours, the standard library's or the loader's: it called these.
    others = (os.path.dirname(__file__), os.path.dirname(os.__file__), "<frozen")
    trace, last = error.__traceback__, None
    while trace is not None:
        last = last if trace.tb_frame.f_code.co_filename.startswith(others) else trace
        trace = trace.tb_next
    if last is None or isinstance(error, SyntaxError):
        return text
    name = os.path.basename(last.tb_frame.f_code.co_filename)
    return f"{text} ({name}, line {last.tb_lineno})"


def fault(error: BaseException) -> str:
    """What a player that raises this has done: a forfeit's kind and reason."""
    if isinstance(error, SystemExit):
        return f"exit it called sys.exit({on_a_line(error.code)})"
    return f"exception {description(error)}"


def unread_module(path: str) -> tuple[ModuleType, Callable[[], None]]:
    """The file as an empty module, and what fills it as ``python FILE`` would."""
    from importlib.machinery import SourceFileLoader

    folder, file = os.path.split(os.path.abspath(path))
    stem = os.path.splitext(file)[0]
    if (
        stem in sys.stdlib_module_names
    ):  # "import os" still means Python's own, in this file too
        stem = f"{stem}_of_{os.path.basename(folder)}"
        sys.path.append(folder)
    else:
        sys.path.insert(0, folder)
    # "from .rules import" finds its package, and "from game.rules import" where that stands.
    root, package = os.path.split(folder)
    while os.path.exists(os.path.join(root, "__init__.py")):
        root, package = os.path.dirname(root), f"{os.path.basename(root)}.{package}"
    sys.path.append(root)
    module = sys.modules[stem] = ModuleType(stem)
    module.__package__, module.__path__ = package, [folder]
    module.__file__ = os.path.join(
        folder, file
    )  # whole, as the file may go to another folder
    return module, partial(SourceFileLoader(stem, path).exec_module, module)


def player_in(module: ModuleType, name: str) -> Any:
    """The function, class or method of that name. Raises `LookupError` without one."""
    found: Any = module
    for part in name.split("."):
        owner, found = found, getattr(found, part, None)
    if isinstance(owner, type) and isinstance(vars(owner).get(part), FunctionType):
        return Method(owner, part)
    if callable(found):
        return found
    named = {
        one: thing
        for one, thing in vars(module).items()
        if callable(thing) and one[0] != "_"
    }
    own = [
        one for one in named if getattr(named[one], "__module__", "") == module.__name__
    ]
    raise LookupError(f"it has no function {name}; it has {', '.join(own) or 'none'}")


def private_streams() -> tuple[BinaryIO, Say]:
    """The questions, and what says a line, out of reach of the file to be loaded."""
    questions = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)

    def say(line: str) -> None:
        answers.write(line.encode("utf-8", "backslashreplace") + b"\n")
        answers.flush()

    return questions, say


def watch(seconds: float, serve_now: Callable[[str], object]) -> None:
    """Notice a file that asks for input, or does not end in time; 0 seconds end the watch."""
    sys.stdin = StringIO()
    for name in ("read", "readline") if seconds else ():
        setattr(
            sys.stdin, name, lambda *_: serve_now("it asks for input when it is loaded")
        )
    if hasattr(signal, "setitimer"):
        late = f"it does not end within {seconds:g} s of processor time"
        signal.signal(signal.SIGPROF, lambda *_: serve_now(late))
        signal.setitimer(signal.ITIMER_PROF, seconds)


def serve_file(
    path: str,
    seconds: str,
    find: Callable[[ModuleType], Any],
    serve: Callable[..., None],
) -> None:
    """Run a file as ``python FILE`` would, and serve what is to be found in it to who asks.

    Many play a game at their end. Where one asks for input, fails, or takes too long, what is
    defined by then is served, and the game is never played.
    """
    questions, say = private_streams()
    note_draws()
    module, fill = unread_module(path)
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    os.environ.pop("DISPLAY", None)  # nobody looks at windows

    def serve_found(end: str, hint: str = "") -> None:
        watch(0, serve_now)
        try:
            found = find(module)
        except LookupError as error:  # a message of ours
            say(f"!load {end or error}{hint}")
            return
        end = f"{end}, so only what stands before that is used" if end else ""
        serve(
            found,
            questions,
            say,
            end or (f"{DRAWS} when it is loaded" if DRAWN else ""),
        )

    def serve_now(end: str) -> None:
        serve_found(end, f": {GUARD}")
        os._exit(0)

    watch(float(seconds), serve_now)
    end = ""
    try:
        fill()
    except BaseException as error:  # whatever a stranger's file raises
        end = f"it ends in {description(error)}"
    serve_found(end)


def main(path: str, name: str, width: str, first: str, seconds: str, view: str) -> None:
    """Play by what the file has of that name until the questions end."""
    play = partial(answer_all, (view, int(width), first))
    serve_file(path, seconds, lambda module: player_in(module, name), play)


def answer_all(
    shape: tuple[str, int, str], player: Any, questions: BinaryIO, say: Say, note: str
) -> None:
    """Say what the player is taken for, and its answers until the questions end."""
    function, called = as_function(player, *shape)
    say(f"ready {'; '.join(filter(None, [called, note]))}".strip())
    for question in questions:
        view, board = question.decode().rstrip("\n").split(WITHIN)
        if view not in ("", shape[0]):
            shape = (view, *shape[1:])
            function, _ = as_function(player, *shape)
        DRAWN.clear()
        try:
            if shape[0] == "batch":
                line = answer_batch(function, board)
            else:
                line = reply_line(function(board), board, *shape)
            line = WITHIN.join([line, *([] if line.startswith("!") else DRAWN)])
        except BaseException as error:
            line = f"!{fault(error)}"
        say(line)
