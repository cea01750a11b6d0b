"""In full: the file's bytes: what is written reads back, and nothing else is taken for a table."""

from __future__ import annotations

import pytest
import test_codec
from exhaustive import in_full
from hypothesis import given
from hypothesis import strategies as st
from test_codec import START, file  # noqa: F401  # fixtures

from ttt_table import Game
from ttt_table.errors import TableError
from ttt_table.table.codec import decode
from ttt_table.table.packing import pack_slots, unpack_slots


@given(st.sampled_from([1, 2, 4, 8]), st.data())
def test_packed_slots_unpack(bits: int, data: st.DataObject) -> None:
    """Any numbers that fit into so many bits."""
    numbers = data.draw(st.lists(st.integers(0, (1 << bits) - 1), min_size=1))
    packed = pack_slots(numbers, bits)
    assert len(packed) == -(-len(numbers) * bits // 8)
    assert unpack_slots(packed, bits, len(numbers)) == numbers


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_but_our_errors(tail: bytes) -> None:
    """Anything at all, after a good beginning or none."""
    for data in (tail, START + tail, START + b"\xa4rows" + tail):
        with pytest.raises(TableError):
            decode(data)


test_what_is_encoded_decodes = in_full(
    test_codec.test_what_is_encoded_decodes,
    game=[Game(1, 1, 1), Game(2, 3, 2), Game(3, 4, 3), Game(misere=True)],
)
test_every_flipped_bit_is_refused_with_the_right_error = in_full(
    test_codec.test_every_flipped_bit_is_refused_with_the_right_error, step=[1, 11]
)
