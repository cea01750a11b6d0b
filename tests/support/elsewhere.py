"""Another system on this one: without the names that not every system has, nor UTF-8.

Its files are as on Windows: none is removed, moved or replaced while this process has it open or
mapped, nor one that is read-only, and no folder can be opened.
"""

import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any

MODULES = ["fcntl", "grp", "pwd", "resource", "termios"]
NAMES = {
    os: "O_DIRECTORY O_NOFOLLOW O_NONBLOCK fchmod fork geteuid getpgid getuid killpg pread pwrite "
    "sched_getaffinity set_blocking setsid",
    select: "epoll poll",
    signal: "SIGALRM SIGHUP SIGKILL SIGPIPE alarm pthread_sigmask",
}


def check_free(path: str) -> None:
    """Raise `PermissionError` for what Windows keeps: read-only, or open or mapped, or above it."""
    path = os.path.realpath(path)
    links = [f"/proc/self/fd/{one}" for one in os.listdir("/proc/self/fd")]
    held = "".join(f" {os.readlink(link)}\n" for link in links if os.path.lexists(link))
    with open("/proc/self/maps", errors="surrogateescape") as maps:
        held += maps.read()
    if f" {path}\n" in held or f" {path}/" in held:
        raise PermissionError(13, "It is being used by another process", path)
    if os.path.isfile(path) and not os.stat(path).st_mode & 0o200:
        raise PermissionError(13, "Access is denied", path)


def keep_files_in_use(put: Callable[[object, str, object], None] = setattr) -> None:
    """Have the calls refused that Windows refuses; ``put`` sets a name of a module."""

    def checked(call: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *paths, **more: [*map(check_free, paths)] and call(*paths, **more)

    for name in ("remove", "rename", "replace", "rmdir", "unlink"):
        put(os, name, checked(getattr(os, name)))


def move_there() -> None:
    """Make this process one of that system, before it has loaded anything of ours."""

    def opened(
        path: Any, *how: Any, call: Callable[..., int] = os.open, **more: Any
    ) -> int:
        if os.path.isdir(path):
            raise PermissionError(13, "Permission denied", path)
        return call(path, *how, **more)

    tempfile.TemporaryFile = tempfile.NamedTemporaryFile  # type: ignore[assignment]  # as there
    shutil._use_fd_functions = False  # type: ignore[attr-defined]  # as it decides on Windows
    subprocess.Popen.kill = lambda self: self.send_signal(9)  # type: ignore[method-assign]
    sys.platform = "elsewhere"
    sys.modules.update(dict.fromkeys(MODULES))  # type: ignore[arg-type]  # to import them fails
    for module, names in NAMES.items():
        for name in names.split():
            delattr(module, name)
    keep_files_in_use()
    os.open = opened
