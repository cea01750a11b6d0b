"""Files put together from parts: the checksum is that of the whole, and so are the bytes."""

from __future__ import annotations

import errno
import os
import random
from pathlib import Path
from zlib import crc32

import pytest

from ttt_table.build.parts import FilePart, checksum_after, write_piece


def part_of(path: Path, start: int, size: int) -> FilePart:
    """Some bytes of a file, with their checksum."""
    return FilePart(str(path), start, size, crc32(path.read_bytes()[start : start + size]))


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 8, 255, 4096, 100_003])
def test_the_checksum_of_a_whole_follows_from_its_parts(size: int) -> None:
    """Whatever stands before, as zlib finds by reading it all."""
    draw = random.Random(size)
    for before in (b"", b"\0", b"abc", draw.randbytes(1000)):
        for data in (draw.randbytes(size), bytes(size), b"\xff" * size):
            part = FilePart("nowhere", 0, size, crc32(data))
            assert checksum_after(part, crc32(before)) == crc32(before + data)
            assert checksum_after(data, crc32(before)) == crc32(before + data)


def test_the_checksum_of_zeros_of_any_size_is_that_of_zlib() -> None:
    """Doubled from what it says of 1 MiB; sizes that no test could read follow the same law."""
    size, checksum = 1 << 20, crc32(bytes(1 << 20))
    for _ in range(4):
        checksum = checksum_after(FilePart("nowhere", 0, size, checksum), checksum)
        size *= 2
        assert checksum == crc32(bytes(size))
    parts = [FilePart("nowhere", 0, 5 << 30, 7), FilePart("nowhere", 0, 3 << 30, 11)]
    one_by_one = checksum_after(parts[1], checksum_after(parts[0], 42))
    together = FilePart("nowhere", 0, 8 << 30, checksum_after(parts[1], parts[0].checksum))
    assert checksum_after(together, 42) == one_by_one


@pytest.mark.parametrize("answer", [None, "missing", errno.EXDEV, errno.ENOSYS, 0, 1000])
def test_parts_are_copied_whether_or_not_the_system_helps(
    answer: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may copy all, some and then nothing, or refuse; every piece stands where it should."""
    if answer == "missing":
        monkeypatch.delattr(os, "copy_file_range", raising=False)
    elif answer is not None:
        monkeypatch.setattr(os, "copy_file_range", copying(answer), raising=False)
    source = tmp_path / "source"
    source.write_bytes(random.Random(1).randbytes(3 << 20))
    data = source.read_bytes()
    with open(tmp_path / "whole", "xb") as file:
        for piece in (b"head", part_of(source, 5, 2 << 20), b"-", part_of(source, 0, 7), b"tail"):
            write_piece(file, piece)
    whole = (tmp_path / "whole").read_bytes()
    assert whole == b"head" + data[5 : 5 + (2 << 20)] + b"-" + data[:7] + b"tail"


def copying(answer: object) -> object:
    """A system that refuses with an error, or copies so many bytes in all, and then none."""
    left = [answer if isinstance(answer, int) else 0]

    def copy_file_range(source: int, goal: int, count: int, offset: int) -> int:
        if answer in (errno.EXDEV, errno.ENOSYS):
            raise OSError(answer, "no")
        some = min(count, left[0])
        left[0] -= some
        return os.write(goal, os.pread(source, some, offset))

    return copy_file_range


def test_a_part_that_has_lost_its_end_is_an_error(tmp_path: Path) -> None:
    """Nothing else is written in its place."""
    source = tmp_path / "source"
    source.write_bytes(bytes(100))
    part = part_of(source, 50, 50)
    os.truncate(source, 99)
    with open(tmp_path / "whole", "xb") as file, pytest.raises(OSError, match="lost its end"):
        write_piece(file, part)
