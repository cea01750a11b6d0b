"""A Python file as a program: a board on a line in, its function's answer on a line out.

It needs the standard library and `shapes` alone. The first line is ``ready`` and what the player is
taken for, or ``!load`` and why not. What the file prints goes to standard error, its input has
ended, and what it raises becomes ``!exception`` and a text.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from io import StringIO, TextIOBase
from operator import index
from types import FunctionType, ModuleType
from typing import Any, BinaryIO, TypeAlias

from ttt_table.play.calling import Method, as_function
from ttt_table.play.shapes import LONGEST_CELL, WITHIN, cell_at, move_within

Say: TypeAlias = Callable[[str], None]
GUARD = 'put what plays a game under if __name__ == "__main__":'
MOST_READS = 100  # after the input has ended, before a file is taken to ask for ever
WEIGHTS = "weights.npy"  # the answer to a batch, in the folder that stands for it
LONGEST_REASON = 1000  # characters of what was raised
DRAWS = "it draws random numbers"


def answer_line(answer: object, cols: int) -> str:
    """A player's answer on a line: ``4``, ``1,1``, ``0:1/2 4:1/2``; else ``!type``, what it is.

    >>> answer_line((1, 1), 3), answer_line({0: 0.5, (1, 1): 0.5}, 3), answer_line(4.0, 3)
    ('1,1', '0:0.5 4:0.5', '!type 4.0')
    """
    try:
        if isinstance(answer, dict):
            return " ".join(
                f"{_cell(cell, cols)}:{_weight(weight)}" for cell, weight in answer.items()
            )
        if isinstance(answer, tuple | list) and len(answer) in (2, 3):
            return ",".join(map(_part, answer))
        return str(_cell(answer, cols))
    except TypeError:
        return f"!type {on_a_line(answer)}"


def _cell(answer: Any, cols: int) -> int:
    if type(answer) is not int and isinstance(answer, tuple | list) and len(answer) == 2:
        row, col = map(_whole, answer)
        return cell_at(row, col, cols)
    cell = _whole(answer)
    return cell if cell < LONGEST_CELL else -1


def _part(part: Any) -> str:
    # a row, a cell or a score
    return str(part) if part is None or isinstance(part, float) else str(_cell(part, 0))


def _whole(number: Any) -> int:
    if number is True or number is False:
        raise TypeError
    return index(number)


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
    if view == "batch":
        return _saved(answer, board)
    move, where = move_within(answer, board, view, cols, first)
    line = answer_line(move, cols)
    taken = f"{WITHIN}answers are taken from {where}"
    return f"{line}{taken}" if where and not line.startswith("!") else line


def _saved(answer: object, folder: str) -> str:
    import numpy

    weights = array_of(answer)
    if weights.dtype.hasobject:
        return f"!type {on_a_line(answer)}"
    numpy.save(f"{folder}/{WEIGHTS}", weights)
    return "answered"


def array_of(answer: Any) -> Any:
    """An answer to a batch as an array. Raises `TypeError` for one that hides some of its data."""
    import numpy

    if isinstance(answer, numpy.ma.MaskedArray):
        raise TypeError("the answer is a masked array: fill it, as in answer.filled(0)")
    return numpy.asarray(answer)


def on_a_line(thing: object) -> str:
    """A thing in at most 60 characters, on one line."""
    try:
        text = " ".join(repr(thing).split())
    except BaseException:  # its repr is a stranger's code
        text = f"a {type(thing).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def description(error: BaseException) -> str:
    """What was raised, on one line, and where in the player's file."""
    try:
        said = str(error)
    except BaseException:  # it is a stranger's code
        said = ""
    text = " ".join(f"{type(error).__name__}: {said}".split()).removesuffix(":")
    text = text if len(text) <= LONGEST_REASON else f"{text[:LONGEST_REASON]}..."
    here, library = os.path.dirname(__file__), os.path.dirname(os.__file__)
    trace, place = error.__traceback__, ""
    while trace is not None:
        path = trace.tb_frame.f_code.co_filename
        # Not a line of ours, of the standard library's or of the loader: what called these tells.
        if os.path.dirname(path) != here and not path.startswith((library, "<frozen")):
            place = f" ({os.path.basename(path)}, line {trace.tb_lineno})"
        trace = trace.tb_next
    return text if isinstance(error, SyntaxError) else text + place


class NoInput(TextIOBase):
    """An input that has ended, and tells whenever it is asked for."""

    def __init__(self, asked: Callable[[], object]) -> None:
        super().__init__()
        self._asked = asked

    def readline(self, *_: Any) -> str:  # type: ignore[override]  # text, as TextIOBase has it
        """Nothing, for those who iterate too."""
        self._asked()
        return ""

    read = readline


def unread_module(path: str) -> tuple[ModuleType, Callable[[], None]]:
    """The file as an empty module, and what fills it as ``python FILE`` would."""
    from importlib.util import module_from_spec, spec_from_file_location

    stem = os.path.splitext(os.path.basename(path))[0]
    folder = os.path.dirname(os.path.abspath(path))
    if stem in sys.stdlib_module_names:  # "import os" still means Python's own, in this file too
        stem = f"{stem}_of_{os.path.basename(folder)}"
        sys.path.append(folder)
    else:
        sys.path.insert(0, folder)
    spec = spec_from_file_location(stem, path)
    if spec is None or spec.loader is None:
        raise LookupError(f"{path} is not a Python file: its name must end in .py")
    module = module_from_spec(spec)
    sys.modules[stem] = module
    return module, partial(spec.loader.exec_module, module)


def player_in(module: ModuleType, name: str) -> Any:
    """The function, class or method of that name. Raises `LookupError` without one."""
    found: Any = module
    for part in name.split("."):
        owner, found = found, getattr(found, part, None)
    if isinstance(owner, type) and isinstance(vars(owner).get(part), FunctionType):
        return Method(owner, part)
    if callable(found):
        return found
    own = [
        one
        for one, thing in vars(module).items()
        if callable(thing) and getattr(thing, "__module__", "") == module.__name__ and one[0] != "_"
    ]
    has = f"it has {', '.join(own)}" if own else "it has none"
    raise LookupError(f"{os.path.basename(str(module.__file__))} has no function {name}; {has}")


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


class Chance(random.Random):
    """The random numbers of a player: the same to a question whatever else was asked, and noted."""

    question: str | None = None
    """What to begin with anew, once a number is drawn."""
    drawn = False

    def seed(self, *seeds: Any, **more: Any) -> None:
        """Begin as the player wants it."""
        self.question = None
        super().seed(*seeds, **more)

    def random(self) -> float:
        """As Python's."""
        self._begin()
        return super().random()

    def getrandbits(self, k: int, /) -> int:
        """As Python's."""
        self._begin()
        return super().getrandbits(k)

    def _begin(self) -> None:
        if self.question is not None:
            self.seed(self.question)
        self.drawn = True


CHANCE = Chance(0)


def install_chance() -> None:
    """Let `random` draw from it."""
    for name in random.__all__:
        if name.islower() and hasattr(CHANCE, name):
            setattr(random, name, getattr(CHANCE, name))


class Served:
    """A file that is run as ``python FILE`` would, to `serve` what is to `find` in it.

    Many play a game at their end. Where one asks for input, fails, or takes too many seconds of
    processor time, what is defined by then is served, and the game is never played.
    """

    def __init__(
        self, find: Callable[[ModuleType], Any], serve: Callable[[Any, str], None], say: Say
    ) -> None:
        self._find, self._serve, self._say = find, serve, say
        self._reads = 0

    def run(self, path: str, seconds: float) -> None:
        """Run the file, and serve."""
        install_chance()
        try:
            self._module, fill = unread_module(path)
            self._watch(seconds)
            try:
                fill()
            except BaseException as error:  # whatever a stranger's file raises
                said = description(error)
                self._serve_now(f"it ends in {said}")
                hint = f"; {GUARD}" if isinstance(error, EOFError) else ""
                raise LookupError(f"{said}{hint}") from None
            self._watch(0)
            found = self._find(self._module)
        except LookupError as error:  # a message of ours
            self._say(f"!load {error}")
            return
        self._serve(found, f"{DRAWS} when it is loaded" if CHANCE.drawn else "")

    def _watch(self, seconds: float) -> None:
        """Notice input asked for, or no end within so many seconds; 0 stops that."""
        asks = partial(self._serve_now, "it asks for input when it is loaded")
        sys.stdin = NoInput(asks) if seconds else StringIO()
        if hasattr(signal, "setitimer"):
            why = f"it does not end within {seconds:g} s of processor time"
            signal.signal(signal.SIGPROF, lambda *_: self._serve_now(why))
            signal.setitimer(signal.ITIMER_PROF, seconds)

    def _serve_now(self, why: str) -> None:
        """Serve and end, amid the file, if what is wanted is there."""
        self._reads += 1
        try:
            found = self._find(self._module)
        except LookupError:
            if self._reads > MOST_READS:
                self._say(f"!load it asks for input again and again: {GUARD}")
                os._exit(0)
            return
        self._watch(0)
        self._serve(found, f"{why}, so only what stands before that is used")
        os._exit(0)


def main(path: str, name: str, width: str, first: str, seconds: str, view: str) -> None:
    """Play by what the file has of that name until the questions end."""
    questions, say = private_streams()
    play = partial(answer_all, questions, say, (view, int(width), first))
    Served(lambda module: player_in(module, name), play, say).run(path, float(seconds))


def answer_all(
    questions: BinaryIO, say: Say, shape: tuple[str, int, str], player: Any, note: str
) -> None:
    """Say what the player is taken for, and its answers until the questions end."""
    function, called = as_function(player, *shape)
    say(f"ready {'; '.join(filter(None, [called, note]))}".strip())
    times = Counter[str]()
    for question in questions:
        try:
            board = question.decode().strip()
            times[board] += 1
            CHANCE.question, CHANCE.drawn = f"{board} {times[board]}", False
            line = reply_line(function(board), board, *shape)
            line += f"{WITHIN}{DRAWS}" if CHANCE.drawn and not line.startswith("!") else ""
        except SystemExit as error:
            line = f"!exit it called sys.exit({on_a_line(error.code)})"
        except BaseException as error:  # whatever a stranger's function raises
            line = f"!exception {description(error)}"
        say(line)
