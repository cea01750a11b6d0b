"""No bytes at all harm the reader."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttt_table.errors import TableError
from ttt_table.table.contents import Contents

START = b"\x8c\xa6format\xa9ttt-table\xa7version\x01"


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_but_our_errors(tail: bytes) -> None:
    """Anything at all, after a good beginning or none."""
    for data in (tail, START + tail, START + b"\xa4rows" + tail):
        with pytest.raises(TableError):
            Contents(data)
