"""Another system on this one: without the names that not every system has, nor UTF-8.

Its files are as on Windows: none is removed, moved or replaced while this process has
it open or mapped, nor one that is read-only, and no folder can be opened.
"""

import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

MODULES = ["fcntl", "grp", "pwd", "resource", "termios"]
NAMES = {
    os: "O_DIRECTORY O_NOFOLLOW O_NONBLOCK fchmod fork geteuid getpgid getuid killpg "
    "pread pwrite sched_getaffinity set_blocking setsid",
    select: "epoll poll",
    signal: "SIGALRM SIGHUP SIGKILL SIGPIPE alarm pthread_sigmask",
}


def check_free(path: str) -> None:
    """Raise `PermissionError` for a path that Windows would not let go of.

    It keeps files that are read-only, open or mapped, and the folders that hold them.
    """
    real = Path(path).resolve()
    held = Path("/proc/self/maps").read_text(errors="surrogateescape")
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # the one that lists the folder
            held += f" {descriptor.readlink()}\n"
    if f" {real}\n" in held or f" {real}/" in held:
        raise PermissionError(13, "It is being used by another process", path)
    if real.is_file() and not real.stat().st_mode & 0o200:
        raise PermissionError(13, "Access is denied", path)


def keep_files_in_use(put: Callable[[object, str, object], None] = setattr) -> None:
    """Refuse the calls that Windows refuses; ``put`` sets a name of a module."""

    def checked(call: Callable[..., Any]) -> Callable[..., Any]:
        def check_and_call(*paths: str, **options: Any) -> Any:
            for path in paths:
                check_free(path)
            return call(*paths, **options)

        return check_and_call

    for name in ("remove", "rename", "replace", "rmdir", "unlink"):
        put(os, name, checked(getattr(os, name)))


def kill_by_signal(process: subprocess.Popen[Any]) -> None:
    process.send_signal(9)


def move_there() -> None:
    """Make this process one of that system, before it imports the package."""
    open_here = os.open

    def open_there(path: Any, *flags: Any, **options: Any) -> int:
        if os.path.isdir(path):  # noqa: PTH112  # a path may be bytes
            raise PermissionError(13, "Permission denied", path)
        return open_here(path, *flags, **options)

    # As there.
    tempfile.TemporaryFile = tempfile.NamedTemporaryFile  # type: ignore[assignment]
    # As shutil decides on Windows.
    shutil._use_fd_functions = False  # type: ignore[attr-defined]
    subprocess.Popen.kill = kill_by_signal  # type: ignore[assignment, method-assign]
    sys.platform = "elsewhere"
    # To import these fails.
    sys.modules.update(dict.fromkeys(MODULES))  # type: ignore[arg-type]
    for module, names in NAMES.items():
        for name in names.split():
            delattr(module, name)
    keep_files_in_use()
    os.open = open_there
