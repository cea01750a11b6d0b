"""The command line: which commands there are, and the door to them.

A command is a file of its name in this folder: ``describe`` gives its options, ``run`` does it. Its
help ends with the text of its name in help/.
"""

# Nothing is imported before the door stands: an interrupt while the rest is loading ends quietly.

import sys

COMMANDS = {
    "build": "solve a game and write its table",
    "lookup": "show what each move on a board leads to",
    "audit": "check every slot of a table, and compare its counts",
    "grade": "judge a player exactly, on every board that it can meet",
    "check": "check the parts of a tic-tac-toe program, and say what is wrong",
    "export": "write a table for other tools: CSV, JSON lines, numpy, C",
    "play": "play a game against the table",
    "why": "give the reasons for a move, and the line of play that proves them",
    "review": "judge the moves of a played game, and find where it was lost",
    "info": "describe a table file, and verify its checksums",
    "page": "write a page to play on: one HTML file",
    "picture": "draw a table's boards as SVG",
}


def main(arguments: list[str] | None = None) -> int:
    """Run one command, the process's own or this; returns its status, and raises nothing."""
    try:
        from ttt_table.cli.running import run

        return run(sys.argv[1:] if arguments is None else arguments, COMMANDS)
    except (KeyboardInterrupt, MemoryError) as error:
        interrupted = isinstance(error, KeyboardInterrupt)
        reason = "interrupted" if interrupted else "memory ran out"
        print(f"ttt-table: error: {reason}", file=sys.stderr)
        return 130 if interrupted else 3


def program() -> None:
    """The process of one command, as it is installed: run it, and leave at once."""
    import gc
    import os

    gc.set_threshold(100_000)  # a command makes many small things and hardly any cycles
    status = main()
    # All is written. To take the interpreter apart would need a tenth of a small build.
    if (
        "threading" not in sys.modules
    ):  # nor is there anything that could go on by itself
        os._exit(status)
    sys.exit(status)
