"""Who holds a work folder where the file system has no locks: a file for each build that says so.

A build writes its claim first and looks for others then. So of two that come at one time at least
one sees the other, and goes. The claim of a process that is known to have ended counts no more;
whether one on another machine has ended cannot be known, and a person has to say so.
"""

from __future__ import annotations

import json
import os
import re
from collections import namedtuple
from contextlib import suppress

from ttt_table.errors import TableAccessError
from ttt_table.table.files import remove

MOST_BYTES = 1 << 12
NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class Holder(namedtuple("Holder", ["host", "boot", "space", "process", "started"])):
    """A process, so named that none is ever taken for another."""

    __slots__ = ()

    host: str
    boot: str | None
    """What tells this run of the machine from all others; None where the system does not say."""
    space: str | None
    """Among which processes the number counts: those of a container have their own."""
    process: int
    started: str | None
    """When, since numbers are given again."""


def is_claim(name: str) -> bool:
    """True for the names that claims have."""
    return re.fullmatch(r"claim\.[0-9a-f]{8}", name) is not None


def is_half_written(name: str) -> bool:
    """True for the names that claims have until they are whole."""
    return re.fullmatch(r"\.claim\.[0-9]+-[0-9a-f]{8}\.tmp", name) is not None


def claimed(folder: str) -> str | None:
    """Claim a folder: the path of the claim, or None if another build of this machine holds it.

    Raises `TableAccessError` where it cannot be known whether who holds it has ended.
    """
    mark = os.urandom(4).hex()
    path = os.path.join(folder, f"claim.{mark}")
    whole = os.path.join(folder, f".claim.{os.getpid()}-{mark}.tmp")
    me = _this_process()
    try:
        with open(whole, "x", encoding="utf-8") as file:
            json.dump(me._asdict(), file)
        os.rename(whole, path)  # so nobody reads half of it
        for name in os.listdir(folder):
            other = os.path.join(folder, name)
            if is_claim(name) and other != path and not _has_ended(other, me):
                remove(path)
                return None
    except BaseException:
        remove(whole)
        remove(path)
        raise
    return path


def remove_ended(folder: str) -> None:
    """Remove the claims of processes that are known to have ended."""
    for name in filter(is_claim, os.listdir(folder)):
        with suppress(TableAccessError):
            _has_ended(os.path.join(folder, name), _this_process())


def _has_ended(path: str, me: Holder) -> bool:
    """Whether this claim counts no more; it is then removed.

    Raises `TableAccessError` where that cannot be known.
    """
    try:
        with open(os.open(path, os.O_RDONLY | NO_LINK), encoding="utf-8") as file:
            other = Holder(**json.loads(file.read(MOST_BYTES)))
    except FileNotFoundError:
        return True
    except (OSError, ValueError, TypeError, RecursionError):
        other = Holder("?", None, None, 0, None)  # somebody's file, and no claim
    here = (other.host, other.boot, other.space) == (me.host, me.boot, me.space)
    if not here or None in me or type(other.process) is not int:
        raise TableAccessError(
            f"{path}: a build by process {other.process} on {other.host} holds this work folder, "
            "and it cannot be known from here whether it still runs; if it does not, remove this "
            "file, and the same command goes on from what is finished"
        )
    if _started(other.process) == other.started:
        return False
    remove(path)
    return True


def _this_process() -> Holder:
    from platform import node

    boot = space = None
    with suppress(OSError):
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            boot = file.read().strip()
        space = os.readlink("/proc/self/ns/pid")
    return Holder(node(), boot, space, os.getpid(), _started(os.getpid()))


def _started(process: int) -> str | None:
    """When a process has started, as the system counts; None if there is none, or no such word."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            after_its_name = file.read().rpartition(b")")[2].split()
    except OSError:
        return None
    return after_its_name[19].decode() if after_its_name[0] != b"Z" else None
