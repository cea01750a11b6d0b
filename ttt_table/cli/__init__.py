"""The command line: which commands there are, and the entry point that runs one.

``commands`` has a module for each command: ``describe`` adds its options to a parser,
``run`` returns its results. ``help`` has the text that ends its help. ``arguments`` has
the options that commands share. ``running`` parses the arguments, runs the command, and
turns every end of it, also an exception, into an exit status and at most one line of
complaint. ``printer`` shows the results, ``streams`` is standard input and output.
"""

# All other imports are inside `main`: an interrupt during them is handled there.
import sys

SIGNALS = 128
"""Added to a signal's number this is the exit status of a command that it ended."""
STATUS_OF_INTERRUPT = SIGNALS + 2
COMMANDS = {
    "build": "solve a game and write its table",
    "lookup": "show what each move on a board leads to",
    "audit": "check a table by the rules, and compare its counts",
    "grade": "judge a player exactly, on every board that it can meet",
    "answers": "judge recorded answers of language models, and compare the models",
    "export": "write a table for other tools: CSV, JSON lines, numpy, C",
    "reader": "write a reader and a table for a game of your own",
    "play": "play a game against the table",
    "why": "give the reasons for a move, and a continuation that proves them",
    "review": "judge the moves of a played game, and find where it was lost",
    "info": "describe a table file, and verify its checksums",
    "page": "write a page to play on: one HTML file",
    "picture": "draw a table's boards as SVG",
}
"""The summary of each command, by its name, which is also that of its module."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: The command's name and its arguments; those of this process if None.

    Returns:
        The exit status. No exception leaves this function.
    """
    try:
        from ttt_table.cli.running import run_command

        return run_command(sys.argv[1:] if arguments is None else arguments, COMMANDS)
    except KeyboardInterrupt:
        print("ttt-table: error: interrupted", file=sys.stderr)
        return STATUS_OF_INTERRUPT
    except MemoryError as error:
        error.__traceback__ = None
        error.__context__ = None
        print("ttt-table: error: memory ran out", file=sys.stderr)
        return 3


def program() -> None:
    """Run one command as a process: the entry point of the installed ``ttt-table``."""
    try:
        import gc
        import os

        # A command makes many small objects and hardly any cycles: with fewer
        # collections a look-up takes 5 % less time.
        gc.set_threshold(100_000)
        status = main()
    except KeyboardInterrupt:  # just before `main`, or once more while it ends
        status = STATUS_OF_INTERRUPT
    # All output is written, and without threads nothing else can be going on. Shutting
    # the interpreter down would add 18 % to the time of a look-up. After an interrupt a
    # thread in which numba compiles may go on, and shutting down would wait for it.
    if "threading" not in sys.modules or status > SIGNALS:
        os._exit(status)
    sys.exit(status)
