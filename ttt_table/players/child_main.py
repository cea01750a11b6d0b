"""Entry point of the subprocess: ``child_main.py MODULE SETTINGS``.

The module of this package has a ``main`` that gets the settings, a JSON object.
"""

import json
import os
import signal
import sys
from _thread import start_new_thread
from importlib import import_module
from importlib.machinery import PathFinder
from time import sleep
from types import ModuleType

PARENT_CHECKED_EVERY = 1.0  # seconds
PR_SET_PDEATHSIG = 1  # of Linux, see <linux/prctl.h>


def run(module: str, settings: str) -> None:
    """Call ``main`` of a module such as ``players.child``."""
    _end_with_parent()
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    # Empty packages find the modules, and do not load the whole grader.
    for name in ("ttt_table", *_packages_of(module), "ttt_table.players"):
        package = ModuleType(name)
        package.__path__ = [os.path.join(folder, *name.split(".")[1:])]
        sys.modules[name] = package
    main = import_module(f"ttt_table.{module}").main

    # The player may import this package, and must get the whole of it.
    for name in [name for name in sys.modules if name.startswith("ttt_table")]:
        del sys.modules[name]
    if PathFinder.find_spec("ttt_table") is None:
        sys.path.append(os.path.dirname(folder))
    main(json.loads(settings))


def _packages_of(module: str) -> list[str]:
    """Return the packages of a module: "ttt_table.players" for "players.child"."""
    parts = module.split(".")[:-1]
    return [".".join(["ttt_table", *parts[:end]]) for end in range(1, len(parts) + 1)]


def _end_with_parent() -> None:
    """End this process with the one that has started it.

    A player that never answers would else go on when its grader has been killed. Linux
    sees to it, also while the player computes in C; elsewhere a thread does.
    """
    parent = os.getppid()
    try:
        from ctypes import CDLL

        if CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL) == 0:
            return
    except (ImportError, OSError, AttributeError, TypeError):
        pass  # this is not Linux, or Python was built without ctypes
    start_new_thread(_watch_parent, (parent,))


def _watch_parent(parent: int) -> None:
    while os.getppid() == parent:
        sleep(PARENT_CHECKED_EVERY)
    os._exit(1)


if __name__ == "__main__":
    run(*sys.argv[1:])
