"""What this machine has: memory, disk, cores."""

from __future__ import annotations

import os

from ttt_table.errors import refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ttt_table.table.files import Path


def free_disk(goal: Path) -> int:
    """Bytes free where the file is to stand. Raises `TableAccessError` if it cannot stand there."""
    from shutil import disk_usage

    try:
        return disk_usage(os.path.dirname(os.path.realpath(goal))).free
    except (OSError, ValueError) as error:
        raise refused(error, "written", os.fsdecode(goal)) from None


def available_memory() -> int | None:
    """Bytes that can be had without swapping, as far as the system says."""
    known = [bytes_ for bytes_ in (_memory_free(), _memory_allowed()) if bytes_ is not None]
    return min(known, default=None)


def _memory_free() -> int | None:
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            for line in file:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) << 10
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return None


def _memory_allowed() -> int | None:
    """The least limit of the control groups that this process is in."""
    limits = []
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            with open(path, encoding="ascii") as file:
                limits.append(int(file.read()))
        except (OSError, ValueError):
            pass  # no such group, or its limit is the word max
    return min(limits, default=None)
