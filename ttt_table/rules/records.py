"""A `typing.NamedTuple` for the reader, which does without typing.

To import typing would add 43 % to the time of a look-up's process.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    class _Record(type):
        """Makes a named tuple of every class whose only base is `NamedTuple`."""

        def __new__(cls, name, bases, body):
            if not bases:  # NamedTuple itself
                return super().__new__(cls, name, bases, body)
            # Python 3.14 has them here only because of the import from __future__.
            fields = body["__annotations__"]
            defaults = [body.pop(field) for field in fields if field in body]
            base = namedtuple(name, fields, defaults=defaults)
            return type(name, (base,), {**body, "__slots__": ()})

    NamedTuple = _Record("NamedTuple", (), {})
