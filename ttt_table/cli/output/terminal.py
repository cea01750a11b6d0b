"""What is left for the commands that print by themselves."""

from __future__ import annotations

import json

from ttt_table.cli.streams import MAX_OF_A_COMPLAINT as MAX_OF_A_COMPLAINT
from ttt_table.cli.streams import WINDOWS as WINDOWS
from ttt_table.cli.streams import complain as complain
from ttt_table.cli.streams import discard, is_unread
from ttt_table.cli.streams import print_to_stderr as print_to_stderr
from ttt_table.cli.streams import show as print_text
from ttt_table.errors import TttTableError
from ttt_table.results import FINE as FINE
from ttt_table.results import MAX_OF_A_PATH as MAX_OF_A_PATH
from ttt_table.results import MISUSED as MISUSED
from ttt_table.results import OPEN as OPEN
from ttt_table.results import WRONG as WRONG
from ttt_table.results import plain, record_of
from ttt_table.results import printable as printable

fields_of = record_of


def message_of(error: TttTableError) -> str:
    """Return the message of an error."""
    return str(error)


def as_line(record: dict[str, object]) -> str:
    """Return an object as one line of JSON; fractions become text."""
    return json.dumps(plain(record), default=str)


def show(text: str, status: int = FINE) -> int:
    """Print an answer at once, and return the status of the command."""
    try:
        print_text(text)
    except OSError as error:
        if status == FINE:
            raise
        if not is_unread(error):
            complain(f"cannot print the answer: {error.strerror or error}")
        discard("stdout")
    return status
