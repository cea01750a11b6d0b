"""The values of a head, read by hand: a msgpack library would load longer than a table opens."""

from ttt_table.errors import BadTableError, TableError

# The limits keep a hostile head from claiming memory or time; a true one is within them.
MAX_HEAD = 1 << 15
MAX_ELEMENTS = 512
MAX_DEPTH = 4

_CONSTANTS = {0xC0: None, 0xC2: False, 0xC3: True}
_TEXTS = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_ARRAYS = {0xDC: 2, 0xDD: 4}


def read_value(head: bytes, at: int, depth: int = 0) -> tuple[object, int]:
    """The value that stands there, and where it ends."""
    # A text need not be UTF-8, so that no reader has to check it.
    if at >= len(head):
        raise _too_short_error(head, at + 1)
    code, at = head[at], at + 1
    if code <= 0x7F or code >= 0xE0:
        return (code if code <= 0x7F else code - 0x100), at
    if code in _CONSTANTS:
        return _CONSTANTS[code], at
    if (
        0xCC <= code <= 0xD3
    ):  # 1, 2, 4 or 8 bytes, first the four codes of those without a sign
        size = 1 << (code & 3)
        return int.from_bytes(
            _take(head, at, size), "big", signed=code >= 0xD0
        ), at + size
    if 0xA0 <= code <= 0xBF or code in _TEXTS:
        size, at = _read_count(head, at, code - 0xA0, _TEXTS.get(code))
        return _take(head, at, size).decode("utf-8", "surrogateescape"), at + size
    if 0x90 <= code <= 0x9F or code in _ARRAYS:
        count, at = _read_count(head, at, code - 0x90, _ARRAYS.get(code))
        return _read_array(head, at, count, depth)
    raise BadTableError(
        f"the byte {code:#x} at {at - 1} starts no value of a head", "damaged"
    )


def _read_count(
    head: bytes, at: int, in_code: int, width: int | None
) -> tuple[int, int]:
    if width is None:
        return in_code, at
    return int.from_bytes(_take(head, at, width), "big"), at + width


def _read_array(
    head: bytes, at: int, count: int, depth: int
) -> tuple[list[object], int]:
    if count > MAX_ELEMENTS or depth == MAX_DEPTH:
        raise damaged_error("an array in the head is too large")
    elements = []
    for _ in range(count):
        value, at = read_value(head, at, depth + 1)
        elements.append(value)
    return elements, at


def _take(head: bytes, at: int, size: int) -> bytes:
    if at + size > len(head):
        raise _too_short_error(head, at + size)
    return head[at : at + size]


def _too_short_error(head: bytes, wanted: int) -> TableError:
    if wanted > MAX_HEAD:
        return damaged_error(f"the head takes more than {MAX_HEAD} bytes")
    return truncated_error(len(head), "a longer head")


def damaged_error(what: str) -> BadTableError:
    """For a file of which something says that it is no longer what was written."""
    return BadTableError(f"{what}: some bytes have changed", "damaged")


def truncated_error(size: int, wanted: str) -> BadTableError:
    """For a file that should have more bytes."""
    return BadTableError(
        f"the file ends after {size} bytes, but should have {wanted}: was a copy cut short?",
        "truncated",
    )
