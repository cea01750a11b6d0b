"""A file put together from parts that workers have written, none of which is read again.

The checksum of the whole follows from those of its parts, and the system copies the parts from file
to file, where it can, without a look at them.
"""

from __future__ import annotations

import errno
import os
from functools import lru_cache
from zlib import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

    from ttt_table.table.packing import Buffer

POLYNOMIAL = 0xEDB88320
"""That of CRC-32, its highest power in the lowest bit; the one above 32 bits is left out."""
ONE, X = 1 << 31, 1 << 30
"""The polynomials 1 and x, written like that."""
CANNOT_COPY = (errno.EXDEV, errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EPERM, errno.EBADF)
"""What a system answers that cannot copy between these two files itself."""
READ_AT_ONCE = 1 << 20


class FilePart:
    """Some bytes of a file, and their CRC-32; it stands for them where pieces are written."""

    def __init__(self, path: str, start: int, size: int, checksum: int) -> None:
        self.path = path
        self.start = start
        self.size = size
        self.checksum = checksum

    def __len__(self) -> int:
        return self.size


def checksum_after(piece: Buffer | FilePart, checksum: int = 0) -> int:
    """The CRC-32 of some bytes and this piece behind them, as `zlib.crc32` gives it."""
    if isinstance(piece, FilePart):
        return _product(_power_of_x(8 * piece.size), checksum) ^ piece.checksum
    return crc32(piece, checksum)


@lru_cache(maxsize=64)
def _power_of_x(exponent: int) -> int:
    """A power of x, modulo the polynomial."""
    power, square = ONE, X
    while exponent:
        if exponent & 1:
            power = _product(power, square)
        square = _product(square, square)
        exponent >>= 1
    return power


def _product(one: int, other: int) -> int:
    """The product of two polynomials over the field of two elements, modulo the polynomial."""
    product = 0
    for place in range(31, -1, -1):
        if one >> place & 1:
            product ^= other
        other = other >> 1 ^ (POLYNOMIAL if other & 1 else 0)
    return product


def write_piece(file: BinaryIO, piece: Buffer | FilePart) -> None:
    """Write a piece at the end of a file."""
    if not isinstance(piece, FilePart):
        file.write(piece)
        return
    file.flush()
    with open(piece.path, "rb") as source:
        copied = _copied_by_system(source, file, piece)
        source.seek(piece.start + copied)
        file.seek(0, os.SEEK_END)
        while copied < piece.size:
            some = source.read(min(READ_AT_ONCE, piece.size - copied))
            if not some:
                raise OSError(errno.EIO, f"{piece.path} has lost its end")
            file.write(some)
            copied += len(some)


def _copied_by_system(source: BinaryIO, file: BinaryIO, piece: FilePart) -> int:
    """How many bytes of the part the system has copied: none where it cannot."""
    copied = 0
    while hasattr(os, "copy_file_range") and copied < piece.size:
        try:
            some = os.copy_file_range(
                source.fileno(), file.fileno(), piece.size - copied, piece.start + copied
            )
        except OSError as error:
            if error.errno in CANNOT_COPY:
                break
            raise
        if not some:
            break
        copied += some
    return copied
