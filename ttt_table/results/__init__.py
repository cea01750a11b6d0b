"""What the package has found out, in the three forms in which it is shown.

Each module here turns one kind of finding, such as the `Report` of an audit, into a
`Result`: a flat row, more facts for programs, and a text for people. Nothing is printed
here. The command line prints results (`ttt_table.cli.printer`), and ``print(result)``
in Python shows the same text.
"""

from __future__ import annotations

from ttt_table.errors import ArgumentError, TableError, TooSlowError, TttTableError
from ttt_table.rules.records import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

# What a result means for the exit status, as ``ttt-table --help`` explains it.
FINE = 0
WRONG = 1  # a table, a player or an answer is wrong
MISUSED = 2  # what was given cannot be judged
UNUSABLE = 3  # a file, the memory or a worker failed
OPEN = 5  # a player was too slow to be judged
INTERRUPTED = 130  # as shells report a process that SIGINT has ended

MAX_SHOWN = 60
"""The most characters that are shown of a text from outside."""
MAX_OF_A_PATH = 1000
MAX_OF_A_MESSAGE = 1 << 16


class Result(NamedTuple):
    """Something that was found out.

    Attributes:
        row: Its main facts by name: text, numbers, truth values, lists of these, or
            None if unknown. It is a line of CSV, and of a table of several results.
        draw: Returns the text for a person.
        more: Returns what programs get besides the row, perhaps nested.
        status: What it means for the exit status, such as `FINE`.
    """

    row: Mapping[str, object]
    draw: Callable[[], str]
    more: Callable[[], Mapping[str, object]] = dict
    status: int = FINE

    def __str__(self) -> str:
        return self.draw()

    def record(self) -> dict[str, object]:
        """Return all facts by name, as JSON has them."""
        return {name: plain(fact) for name, fact in {**self.row, **self.more()}.items()}


class NamedResults:
    """Results that are found one by one, of names that are known before.

    Attributes:
        names: The names, as they were given.
    """

    def __init__(self, names: Sequence[str], results: Iterator[Result]) -> None:
        self.names = names
        self._results = results

    def __iter__(self) -> Iterator[Result]:
        return self._results


def find_each(
    name: str,
    texts: Iterable[str],
    find: Callable[[str], Result],
    end: str = "",
    *,
    has_several: bool = False,
) -> Iterable[Result]:
    """Find a result for each of some texts, and let no bad one stop the others.

    Args:
        name: The column that names what is found, such as ``board``.
        texts: The names; a list is all there is, anything else may be long.
        find: Finds the result of one.
        end: What follows the text of one that cannot be found.
        has_several: Whether even a list of one name stands for several.

    Returns:
        The results as they are found: for a list `NamedResults`, or a list if its only
        name does not stand for several.
    """
    results = (_attempt(name, text, find, end) for text in texts)
    if not isinstance(texts, list):
        return results
    if len(texts) == 1 and not has_several:
        return list(results)
    return NamedResults(texts, results)


def _attempt(name: str, text: str, find: Callable[[str], Result], end: str) -> Result:
    try:
        return find(text)
    except ArgumentError:
        raise  # an option is wrong, whatever is asked
    except TttTableError as error:
        return failure(name, text, error, end)


def failure(name: str, text: str, error: TttTableError, end: str = "") -> Result:
    """Return why nothing can be found; arguments as for `find_each`."""
    message = getattr(error, "reason", str(error))  # the advice stands below it
    more = {}
    for name_of_fact in ("cells", "advice"):
        fact = getattr(error, name_of_fact, None)
        if fact is not None:
            more[name_of_fact] = fact
    status = MISUSED
    if isinstance(error, TableError):
        status = UNUSABLE
    elif isinstance(error, TooSlowError):
        status = OPEN
    shown = text if len(text) <= MAX_OF_A_PATH else printable(text)
    return Result(
        {name: shown, "error": message, "code": error.code},
        lambda: f"{printable(text)}  {printable(message, MAX_OF_A_MESSAGE)}{end}",
        lambda: more,
        status,
    )


def printable(text: str, max_length: int = MAX_SHOWN) -> str:
    """Return text from outside as it may be shown on a terminal, in one line.

    Control characters are escaped, since a terminal obeys them: a board could otherwise
    clear the screen. The middle of a text of more than ``max_length`` characters is
    left out.
    """
    length = len(text)
    if length > max_length:
        start = text[: max_length * 3 // 5]
        end = text[length - max_length // 5 :]
        text = f"{start} ... {end} ({length:,} characters)"
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else _escaped(character)
        for character in text
    )


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode()


def as_text(value: object) -> str:
    """Return a fact as a table or CSV shows it.

    >>> [as_text(value) for value in (None, True, 1234, [4, 8])]
    ['', 'yes', '1234', '4 8']
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (list, tuple)):
        return " ".join(map(as_text, value))
    return str(value)


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Draw rows of text in columns; the first ``left`` ones are aligned to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        for index in range(left, len(row)):
            cells[index] = row[index].rjust(widths[index])
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def count_text(count: int, noun: str = "board") -> str:
    """Return a count with its noun, such as ``1 board`` or ``2,000 boards``."""
    if count != 1:
        noun += "s"
    return f"{count:,} {noun}"


def record_of(value: object) -> dict[str, object]:
    """Return the fields of a named tuple or a dataclass by name, for JSON."""
    names = getattr(value, "_fields", None)
    if names is None:
        names = value.__dataclass_fields__  # type: ignore[attr-defined]
    return {name: plain(getattr(value, name)) for name in names}


def plain(value: object) -> object:
    """Return a value for JSON: records become objects, fractions and games text."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if "__str__" in type(value).__dict__:  # a game has fields too, but its name will do
        return str(value)
    if hasattr(value, "_fields") or hasattr(value, "__dataclass_fields__"):
        return record_of(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return str(value)
