"""The values of a file's header, read by hand.

To import msgpack would add 16 % to the time of a look-up's process.
"""

from ttt_table.errors import BadTableError, TableError

# The limits keep a hostile header from claiming memory or time; no valid one exceeds
# them.
MAX_HEADER = 1 << 15
MAX_ELEMENTS = 512
MAX_DEPTH = 4

# The codes of https://github.com/msgpack/msgpack/blob/master/spec.md; those of texts
# and arrays with the width of the count that follows.
_CONSTANTS = {0xC0: None, 0xC2: False, 0xC3: True}
_TEXTS = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_ARRAYS = {0xDC: 2, 0xDD: 4}


def read_value(header: bytes, start: int, depth: int = 0) -> tuple[object, int]:
    """Read one value.

    Args:
        header: The header, or a part of it.
        start: Where the value starts.
        depth: How many arrays and maps it is in.

    Returns:
        The value, and where it ends. A map is a tuple of its keys and values. Text that
        is not UTF-8 has surrogates, so that no reader need check it.

    Raises:
        BadTableError: The header is cut short, too large, or has another kind of value.
    """
    if start >= len(header):
        raise _too_short_error(header, start + 1)
    code = header[start]
    place = start + 1
    if code <= 0x7F:
        return code, place
    if code >= 0xE0:
        return code - 0x100, place
    if code in _CONSTANTS:
        return _CONSTANTS[code], place
    if 0xCC <= code <= 0xD3:  # four codes without a sign, then four with one
        size = 1 << (code & 3)
        digits = _take(header, place, size)
        return int.from_bytes(digits, "big", signed=code >= 0xD0), place + size
    if 0xA0 <= code <= 0xBF or code in _TEXTS:
        size, place = _read_count(header, place, code - 0xA0, _TEXTS.get(code))
        text = _take(header, place, size).decode("utf-8", "surrogateescape")
        return text, place + size
    if 0x90 <= code <= 0x9F or code in _ARRAYS:
        count, place = _read_count(header, place, code - 0x90, _ARRAYS.get(code))
        return _read_array(header, place, count, depth)
    if code <= 0x8F:
        elements, place = _read_array(header, place, 2 * (code - 0x80), depth)
        return (*zip(elements[::2], elements[1::2], strict=True),), place
    raise BadTableError(
        f"the byte {code:#x} at {start} does not start a value of a header", "damaged"
    )


def _read_count(
    header: bytes, place: int, count_in_code: int, width: int | None
) -> tuple[int, int]:
    """Return a count, and where it ends; without a width the code itself has it."""
    if width is None:
        return count_in_code, place
    return int.from_bytes(_take(header, place, width), "big"), place + width


def _read_array(
    header: bytes, place: int, count: int, depth: int
) -> tuple[list[object], int]:
    if count > MAX_ELEMENTS or depth == MAX_DEPTH:
        raise damaged_error("an array in the header is too large")
    elements = []
    for _ in range(count):
        value, place = read_value(header, place, depth + 1)
        elements.append(value)
    return elements, place


def _take(header: bytes, start: int, size: int) -> bytes:
    if start + size > len(header):
        raise _too_short_error(header, start + size)
    return header[start : start + size]


def _too_short_error(header: bytes, expected: int) -> TableError:
    if expected > MAX_HEADER:
        return damaged_error(f"the header takes more than {MAX_HEADER} bytes")
    return truncated_error(len(header), "a longer header")


def damaged_error(problem: str) -> BadTableError:
    """Return the error for a file whose bytes are not those that were written."""
    return BadTableError(f"{problem}: some bytes have changed", "damaged")


def truncated_error(size: int, expected: str) -> BadTableError:
    """Return the error for a file that should have more bytes."""
    return BadTableError(
        f"the file ends after {size} bytes, but should have {expected}: "
        "perhaps a copy was interrupted",
        "truncated",
    )
