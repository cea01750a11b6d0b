"""`typing.NamedTuple` for the reader: typing would take longer to load than a table to open."""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    class _Record(type):
        def __new__(cls, name, bases, body):
            if not bases:  # NamedTuple itself
                return super().__new__(cls, name, bases, body)
            fields = body[
                "__annotations__"
            ]  # there in Python 3.14 by the future import alone
            defaults = [body.pop(field) for field in fields if field in body]
            plain = namedtuple(name, fields, defaults=defaults)
            return type(name, (plain,), {**body, "__slots__": ()})

    NamedTuple = _Record("NamedTuple", (), {})
