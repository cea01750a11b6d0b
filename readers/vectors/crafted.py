"""The files in readers/vectors/files/ are each wrong, or right, in one particular way.

Each is made from a small true table by a change. No checksum tells of it, since both
are mended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple
from zlib import crc32

import msgpack

MAX_HEADER = 1 << 15


class Crafted(NamedTuple):
    """A file, and the answer that a reader must give to it."""

    name: str
    """Its name, without an extension."""
    data: bytes
    """Its bytes."""
    code: str = ""
    """The code of the error on opening the file or on looking up the board.

    It is empty if there is no error.
    """
    may: str = ""
    """Another code that is right too; readers/vectors/README.md says why."""
    board: str = ""
    """The board to look up; empty if the file is only opened."""


class Raw(bytes):
    """Bytes that stand in the header as they are."""


class Parts(NamedTuple):
    """A table file taken apart: its header without the checksums, and its body."""

    header: dict[Any, Any]
    body: bytes

    @classmethod
    def of(cls, table: bytes) -> Parts:
        """Take a valid table apart."""
        document = msgpack.unpackb(table)
        for key in ("body_crc32", "head_crc32", "masks", "slots"):
            del document[key]
        return cls(document, table[table.index(b"\xa5masks") :])

    def file(
        self, *further: tuple[Any, Any], count: int | None = None, **changed: Any
    ) -> bytes:
        """Return the file with changed values.

        Args:
            further: Pairs of a key and a value, after those of the header.
            count: How many pairs the map claims to have; by default all of them.
            changed: Values by key. ``body_crc32`` may be a wrong checksum.
        """
        body_crc32 = changed.pop("body_crc32", crc32(self.body))
        pairs = [*(self.header | changed).items(), *further, ("body_crc32", body_crc32)]
        if count is None:
            count = len(pairs) + 3  # the other checksum, the masks and the slots
        header: bytes = msgpack.Packer().pack_map_header(count)
        for key, value in pairs:
            header += packed(key) + packed(value)
        header += packed("head_crc32")
        return header + packed(crc32(header)) + self.body

    def ordered(self, *keys: str, **changed: Any) -> bytes:
        """Return the file with just these keys in this order.

        The value of a new key has to be given.
        """
        header = self.header | changed
        return Parts({key: header[key] for key in keys}, self.body).file()

    def tier(self, stones: int, blocks: Any, palette: Any) -> bytes:
        """Return the file whose header has another description of a tier."""
        tiers = list(self.header["tiers"])
        tiers[stones] = [blocks, palette]
        return self.file(tiers=tiers)


def packed(value: Any) -> bytes:
    """Return a value in msgpack, or the raw bytes that stand for it."""
    if isinstance(value, Raw):
        return value
    if isinstance(value, list):
        header: bytes = msgpack.Packer().pack_array_header(len(value))
        return header + b"".join(map(packed, value))
    in_msgpack: bytes = msgpack.packb(value)
    return in_msgpack


def crafted(
    plain: bytes, gravity: bytes, path: bytes, floor: bytes, own: bytes
) -> Iterator[Crafted]:
    """Yield all crafted files, from the tables of five games.

    The first two games are two in a row on 2x2, without and with gravity. The others
    are games of lines. On 1x3 the lines are cells 0 and 1, and cells 1 and 2. On 2x2,
    with gravity, the line is cells 2 and 3. In the last, X's line on 1x3 is cells 0 and
    1, and O's is cells 1 and 2.
    """
    yield from _starts(plain)
    yield from _versions(Parts.of(plain), Parts.of(gravity))
    yield from _shapes(Parts.of(plain), Parts.of(gravity))
    for make in (
        _keys,
        _known_values,
        _unknown_values,
        _refused_values,
        _tiers,
        _bodies,
        _lookups,
    ):
        yield from make(Parts.of(plain))
    for kind in (_lines, _symmetries, _lines_keys):
        yield from kind(Parts.of(path), Parts.of(floor))
    yield from _two_lists(Parts.of(own), Parts.of(path))


def _starts(table: bytes) -> Iterator[Crafted]:
    yield Crafted("empty", b"", "truncated")
    yield Crafted("one-byte", table[:1], "truncated")
    yield Crafted("start-alone", table[:18], "truncated")
    yield Crafted("text", b"X...O....\n", "not-a-table")
    yield Crafted("zeros", bytes(200), "not-a-table")
    yield Crafted("other-map", msgpack.packb({"X...O....": [1, 2]}), "not-a-table")
    yield Crafted(
        "other-format", table.replace(b"ttt-table", b"ttt-tablf"), "not-a-table"
    )
    yield Crafted("byte-order-mark", b"\xef\xbb\xbf" + table, "not-a-table")
    yield Crafted("map16", b"\xde\x00\x0c" + table[1:], "not-a-table")
    yield Crafted("head-without-end", table[:33] + bytes(MAX_HEADER), "damaged")


def _versions(plain: Parts, gravity: Parts) -> Iterator[Crafted]:
    newer = plain.file(version=7)
    yield Crafted("version-7", newer, "version")
    yield Crafted("version-7-damaged", newer[:-1] + b"\xff", "version")
    yield Crafted("version-7-cut", newer[:40], "version")
    yield Crafted(
        "version-7-in-16-bits", plain.file(version=Raw(b"\xcd\0\7")), "version"
    )
    yield Crafted("version-4-without-gravity", plain.file(version=4), "inconsistent")
    yield Crafted("version-5-without-lines", gravity.file(version=5), "inconsistent")
    yield Crafted("version-4", gravity.file(version=4, gravity=False))
    lines = plain.file(version=3)
    yield Crafted("version-3", lines, "inconsistent")
    yield Crafted("version-3-damaged", lines[:-1] + b"\xff", "inconsistent")
    yield Crafted("version-3-cut", lines[:40], "truncated")
    yield Crafted(
        "version-3-in-16-bits", plain.file(version=Raw(b"\xcd\0\3")), "inconsistent"
    )
    yield Crafted("version-large", plain.file(version=2**64 - 1), "version")
    yield Crafted("version-0", plain.file(version=0), "inconsistent")
    yield Crafted("version-negative", plain.file(version=-1), "inconsistent")
    yield Crafted("version-true", plain.file(version=True), "inconsistent")
    yield Crafted("version-nil", plain.file(version=None), "inconsistent")
    yield Crafted("version-text", plain.file(version="1"), "inconsistent")
    yield Crafted("version-float", plain.file(version=1.0), "damaged")
    first_keys = ("format", "rows", "version")  # the last two are exchanged
    keys = [*first_keys, *(key for key in plain.header if key not in first_keys)]
    late = plain.ordered(*keys, version=3)
    yield Crafted("version-3-too-late", late, "inconsistent")
    late = plain.ordered(*keys, version=7)
    yield Crafted("version-7-too-late", late, "inconsistent")
    yield Crafted("version-2-without-gravity", plain.file(version=2), "inconsistent")
    yield Crafted("version-1-with-gravity", gravity.file(version=1), "inconsistent")
    yield Crafted("gravity-false", gravity.file(gravity=False), "inconsistent")
    yield Crafted("gravity-1", gravity.file(gravity=1), "inconsistent")
    yield Crafted("gravity-key-unknown", gravity.file(("later", 1)))
    # Fewer masks than without gravity: columns fill from below.
    positions = 1 * 1 + 2 * 1 + 3 * 2 + 2 * 3 + 1 * 6
    yield Crafted("gravity-positions-most", gravity.file(positions=positions))
    too_many = gravity.file(positions=positions + 1)
    yield Crafted("gravity-positions-one-too-many", too_many, "inconsistent")


def _shapes(plain: Parts, gravity: Parts) -> Iterator[Crafted]:
    """Yield headers of boards up to the largest, without bodies, and of larger ones."""
    for kind, parts, allowed, refused in (
        ("plain", plain, [(5, 5), (2, 13), (5, 6), (1, 30)], [(31, 1), (4, 8)]),
        (
            "gravity",
            gravity,
            [(2, 13), (5, 6), (6, 5), (1, 30), (30, 1)],
            [(31, 1), (4, 8)],
        ),
    ):
        for rows, cols in allowed + refused:
            tiers = [[1, [0]]] * (rows * cols + 1)
            data = parts.file(rows=rows, cols=cols, tiers=tiers, positions=1)
            code = "truncated" if (rows, cols) in allowed else "inconsistent"
            yield Crafted(f"{kind}-{rows}x{cols}", data, code)


def _keys(plain: Parts) -> Iterator[Crafted]:
    keys = list(plain.header)
    later = ("later", 1)
    letters = [(letter, 1) for letter in "abcd"]
    yield Crafted("keys-one-unknown", plain.file(later))
    yield Crafted("keys-three-unknown", plain.file(*letters[:3]))
    yield Crafted("keys-four-unknown", plain.file(*letters), "not-a-table")
    yield Crafted("keys-four-as-three", plain.file(*letters, count=15), "inconsistent")
    yield Crafted("keys-fewer-claimed", plain.file(later, count=12), "inconsistent")
    yield Crafted("keys-more-claimed", plain.file(count=13), "inconsistent")
    yield Crafted("keys-fewer", plain.ordered(*keys[:-2], keys[-1]), "not-a-table")
    yield Crafted("key-of-gravity", plain.file(("gravity", True)))
    yield Crafted("key-empty", plain.file(("", 1)))
    yield Crafted("key-long", plain.file(("k" * 300, 1)))
    yield Crafted("key-of-body", plain.file(("masks", 1)), "inconsistent")
    yield Crafted("key-in-8-bits", plain.file((Raw(b"\xd9\x05later"), 1)))
    yield Crafted("key-twice", plain.file(later, later), "inconsistent")
    yield Crafted("key-rows-twice", plain.file(("rows", 2)), "inconsistent")
    yield Crafted("key-checksum-twice", plain.file(("body_crc32", 2)), "inconsistent")
    yield Crafted("key-number", plain.file((7, 1)), "inconsistent")
    yield Crafted("key-nil", plain.file((None, 1)), "inconsistent")
    yield Crafted("key-array", plain.file((Raw(b"\x91\xa5later"), 1)), "inconsistent")
    early = plain.ordered(*keys[:-1], "later", "tiers", later=1)
    yield Crafted("key-unknown-before-tiers", early, "inconsistent")
    renamed = plain.ordered("format", "version", "Rows", *keys[3:], Rows=2)
    yield Crafted("key-renamed", renamed, "inconsistent")
    swapped = plain.ordered("format", "version", "cols", "rows", *keys[4:])
    yield Crafted("keys-swapped", swapped, "inconsistent")


def _known_values(plain: Parts) -> Iterator[Crafted]:
    wrong: dict[str, list[Any]] = {
        "rows": [0, -2, True, None, "2", [2], 3, 26, 2**63],
        "cols": [0, 13, 2**64 - 1],
        "k": [0, -1, None, 2**32],
        "misere": [0, 1, None, "false"],
        "positions": [0, -1, True, None, "29", 2**40],
    }
    for key, values in wrong.items():
        for number, value in enumerate(values, start=1):
            yield Crafted(
                f"{key}-wrong-{number}", plain.file(**{key: value}), "inconsistent"
            )
    yield Crafted("rows-float", plain.file(rows=2.0), "damaged")
    yield Crafted("misere-float", plain.file(misere=0.0), "damaged")
    yield Crafted("positions-binary", plain.file(positions=b"1"), "damaged")
    # The masks of each tier, and the slots of each mask.
    positions = 1 * 1 + 4 * 1 + 6 * 2 + 4 * 3 + 1 * 6
    yield Crafted("positions-most", plain.file(positions=positions))
    too_many = plain.file(positions=positions + 1)
    yield Crafted("positions-one-too-many", too_many, "inconsistent")
    yield Crafted("k-largest", plain.file(k=2**32 - 1))
    yield Crafted("k-in-64-bits", plain.file(k=Raw(b"\xcf" + bytes(7) + b"\2")))
    yield Crafted("rows-in-8-bits", plain.file(rows=Raw(b"\xcc\2")))
    yield Crafted("rows-signed", plain.file(rows=Raw(b"\xd0\2")))


def _with_later(plain: Parts) -> Callable[..., Crafted]:
    def later(name: str, value: Any, code: str = "", may: str = "") -> Crafted:
        return Crafted(f"unknown-{name}", plain.file(("later", value)), code, may)

    return later


def _unknown_values(plain: Parts) -> Iterator[Crafted]:
    later = _with_later(plain)
    yield later("nil", None)
    yield later("true", True)
    yield later("negative", -33)
    yield later("smallest", -(2**63))
    yield later("largest", 2**64 - 1)
    yield later("text", "\u00d7 is no X")
    yield later("array", [1, [2, "three", None], [], [False]])
    yield later("array-512", [0] * 512)
    yield later("array-513", [0] * 513, "damaged")
    yield later("array-four-deep", [[[[1]]]])
    yield later("array-five-deep", [[[[[1]]]]], "damaged")
    header = len(plain.file(("later", ""))) - len(plain.body)
    room = MAX_HEADER - header - 2  # the length of a long text takes 2 bytes more
    yield later("fills-the-head", "x" * room)
    yield later("beyond-the-head", "x" * (room + 1), "damaged")


def _refused_values(plain: Parts) -> Iterator[Crafted]:
    later = _with_later(plain)
    yield later("map", {"a": 1}, "damaged")
    yield later("map-empty", {}, "damaged")
    yield later("map-in-array", [{}], "damaged")
    yield later("float", 1.5, "damaged")
    yield later("float-in-32-bits", Raw(b"\xca\0\0\0\0"), "damaged")
    yield later("binary", b"1", "damaged")
    yield later("extension", msgpack.ExtType(5, b"1234"), "damaged")
    yield later("never-used", Raw(b"\xc1"), "damaged")
    yield later("not-utf-8", Raw(b"\xa1\xff"), "", "damaged")
    yield later("text-too-long", Raw(b"\xdb\x7f\xff\xff\xff"), "damaged")
    yield later("text-beyond-the-file", Raw(b"\xda\x20\x00"), "truncated")
    yield later("array-of-all-that-follows", Raw(b"\xdc\x01\x00"), "damaged")
    yield later("array-too-long", Raw(b"\xdd\xff\xff\xff\xff"), "damaged")


def _tiers(plain: Parts) -> Iterator[Crafted]:
    tiers = plain.header["tiers"]
    wrong: dict[str, Any] = {
        "nil": None,
        "number": 5,
        "fewer": tiers[:-1],
        "more": [*tiers, tiers[-1]],
        "with-a-number": [1, *tiers[1:]],
        "with-a-single": [[1], *tiers[1:]],
        "with-a-triple": [[*tiers[0], 1], *tiers[1:]],
    }
    for name, value in wrong.items():
        yield Crafted(f"tiers-{name}", plain.file(tiers=value), "inconsistent")
    blocks, palette = tiers[2]
    for number, value in enumerate((0, -1, 7, True, None, "2", [2]), start=1):
        yield Crafted(
            f"blocks-wrong-{number}", plain.tier(2, value, palette), "inconsistent"
        )
    yield Crafted("blocks-fewer", plain.tier(2, blocks - 1, palette), "damaged")
    yield Crafted("blocks-more", plain.tier(2, blocks + 1, palette), "truncated")
    bad_palettes: list[Any] = [
        *([], None, 0, [1], [6], [-6], [0, 0], [4, 3]),
        *([None, 3], [0, None, None], [True], ["3"], [[3]]),
    ]
    for number, value in enumerate(bad_palettes, start=1):
        yield Crafted(
            f"palette-wrong-{number}", plain.tier(2, blocks, value), "inconsistent"
        )
    yield Crafted("palette-513", plain.tier(2, blocks, list(range(513))), "damaged")
    yield Crafted("palette-float", plain.tier(2, blocks, [3.0]), "damaged")
    yield Crafted("palette-nil-alone", plain.tier(2, blocks, [None]))
    tall = plain.tier(0, 1, [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5])
    yield Crafted("palette-more-bits", tall)


def _bodies(plain: Parts) -> Iterator[Crafted]:
    body = plain.body

    def changed(name: str, new_body: bytes, code: str) -> Crafted:
        return Crafted(f"body-{name}", plain._replace(body=new_body).file(), code)

    yield changed("missing", b"", "truncated")
    yield changed("shorter", body[:-1], "truncated")
    yield changed("longer", body + b"\0", "damaged")
    yield changed("twice", body + body, "damaged")
    yield changed("masks-renamed", body.replace(b"masks", b"maskz"), "inconsistent")
    yield changed("slots-renamed", body.replace(b"slots", b"slotz"), "inconsistent")
    yield changed(
        "masks-as-text", body.replace(b"masks\xc4", b"masks\xd9"), "inconsistent"
    )
    yield changed(
        "slots-fewer", body.replace(b"slots\x95", b"slots\x94"), "inconsistent"
    )
    yield changed(
        "slots-as-map", body.replace(b"slots\x95", b"slots\x85"), "inconsistent"
    )
    yield changed("padding", body[:-1] + bytes([body[-1] | 0x80]), "inconsistent")
    yield Crafted("body-checksum-wrong", plain.file(body_crc32=1), "damaged")
    yield Crafted("body-checksum-0", plain.file(body_crc32=0), "damaged")
    for number, checksum in enumerate(("1", None, True, -1, 2**32), start=1):
        data = plain.file(body_crc32=checksum)
        yield Crafted(f"body-checksum-impossible-{number}", data, "inconsistent")
    long = Raw(b"\xcf\0\0\0\0" + crc32(body).to_bytes(4, "big"))
    yield Crafted("body-checksum-in-64-bits", plain.file(body_crc32=long))


def _lookups(plain: Parts) -> Iterator[Crafted]:
    """Files that open, and contradict themselves where a board is looked up."""
    slots = plain.body.index(b"slots") + 6
    assert plain.body[slots : slots + 3] == b"\xc4\x01\0"
    beyond = bytearray(plain.body)
    beyond[slots + 2] = 1
    masks = plain.body.index(b"masks") + 7
    missing = bytearray(plain.body)
    missing[masks] = 1
    files = {
        "lookup-beyond-palette": plain._replace(body=bytes(beyond)).file(),
        "lookup-without-block": plain._replace(body=bytes(missing)).file(),
        "lookup-denied": plain.tier(0, 1, [None]),
    }
    for name, data in files.items():
        yield Crafted(name, data, "inconsistent", board="....")


def _lines(path: Parts, floor: Parts) -> Iterator[Crafted]:
    """Names and lines of games of lines."""
    yield Crafted("path", path.file())
    yield Crafted("floor", floor.file())
    for number, name in enumerate(("a", "7", "a-_B", "x" * 40), start=1):
        yield Crafted(f"name-right-{number}", path.file(name=name))
    strange = [
        "",
        "x" * 41,
        "x" * 300,
        "-a",
        "_a",
        "a b",
        "a/b",
        "a.b",
        "\u00e4",
        "a\n",
        "a\0",
    ]
    edges = ["/", ":", "@", "[", "`", "{"]  # beside the digits and letters of ASCII
    for number, value in enumerate([*strange, *edges, None, True, 7, ["a"]], start=1):
        yield Crafted(f"name-wrong-{number}", path.file(name=value), "inconsistent")
    yield Crafted(
        "name-not-utf-8", path.file(name=Raw(b"\xa1\xff")), "inconsistent", "damaged"
    )
    for number, lines in enumerate(([], [2], [1, 2, 4], [7], [5]), start=1):
        yield Crafted(f"lines-right-{number}", path.file(lines=lines))
    still = "012"
    wrong: list[Any] = [
        *([6, 3], [3, 3], [2, 3], [3, 7], [1, 2, 5], [0, 3], [3, 8], [-1, 3], [3, -1]),
        *([3, 2**31 + 2**30], [3, 2**32 + 6], [3, 2**63], [3, 2**64 - 1]),
        *([True], [3, None], ["3"], [[0, 1]], [[], 3], [3, [6]]),
        *(None, True, 3, "3", 7),
    ]
    for number, value in enumerate(wrong, start=1):
        data = path.file(lines=value, symmetries=still)
        yield Crafted(f"lines-wrong-{number}", data, "inconsistent")
    in_16_bits = [3, Raw(b"\xcd\0\6")]
    yield Crafted("lines-in-16-bits", path.file(lines=in_16_bits))
    halves = [line for line in range(1 << 12) if line.bit_count() == 5]
    yield Crafted("lines-512", _bodiless(path, 1, 12, lines=halves[:512]), "truncated")
    yield Crafted("lines-513", _bodiless(path, 1, 12, lines=halves[:513]), "damaged")


def _bodiless(
    parts: Parts, rows: int, cols: int, lines: list[Any], symmetries: str = ""
) -> bytes:
    """Return a file with the header of another board.

    Its body is too short for that header.
    """
    cells = rows * cols
    return parts.file(
        rows=rows,
        cols=cols,
        lines=lines,
        symmetries=symmetries or written([tuple(range(cells))]),
        tiers=[[1, [0]]] * (cells + 1),
        positions=1,
    )


Symmetry = tuple[int, ...]


def written(symmetries: Iterable[Symmetry]) -> str:
    """Return symmetries as a header lists them."""
    return "".join(chr(48 + image) for images in symmetries for image in images)


def generated(*generators: Symmetry) -> set[Symmetry]:
    """Return the group that some symmetries generate."""
    identity = tuple(range(len(generators[0])))
    group = {identity}
    unexpanded = [identity]
    while unexpanded:
        symmetry = unexpanded.pop()
        for generator in generators:
            product = tuple([generator[image] for image in symmetry])
            if product not in group:
                group.add(product)
                unexpanded.append(product)
    return group


def _turned(cells: int, start: int, length: int, *, mirror: bool = False) -> Symmetry:
    """Return the symmetry that turns a run of cells by one, or mirrors it."""
    images = list(range(cells))
    run = images[start : start + length]
    images[start : start + length] = run[::-1] if mirror else run[1:] + run[:1]
    return tuple(images)


def _symmetries(path: Parts, floor: Parts) -> Iterator[Crafted]:
    """Symmetries of games of lines."""
    right = {"still": "012"}
    free = {"three": "012120201", "all": "012021102120201210", "other": "012102"}
    for name, text in right.items():
        yield Crafted(f"symmetries-{name}", path.file(symmetries=text))
    for name, text in free.items():
        yield Crafted(f"symmetries-{name}", path.file(symmetries=text, lines=[]))
    wrong: list[Any] = [
        *(
            "",
            "0",
            "01",
            "0122",
            "01221",
            "0122100",
            "210012",
            "210",
            "012012",
            "012210210",
        ),
        *(
            "012011",
            "012222",
            "013",
            "01221P",
            "01221 ",
            "01221/",
            "01221\0",
            "01221\u00b0",
        ),
        *(
            "012021",
            "012120201",
            "123",
            "01\n",
            None,
            12,
            True,
            ["012210"],
            ["012", "210"],
        ),
    ]
    for number, value in enumerate(wrong, start=1):
        yield Crafted(
            f"symmetries-wrong-{number}", path.file(symmetries=value), "inconsistent"
        )
    raw = Raw(b"\xa601221\xff")
    yield Crafted(
        "symmetries-not-utf-8", path.file(symmetries=raw), "inconsistent", "damaged"
    )
    unclosed = [
        "012120",
        "012201",
        "012021102",
        "012021120201",
        "120201",
        "012120201210",
    ]
    for number, text in enumerate(unclosed, start=1):
        data = path.file(symmetries=text, lines=[])
        yield Crafted(f"symmetries-unclosed-{number}", data, "inconsistent")
    for number, text in enumerate(
        ("01230132", "01232301", "01231302", "01232103"), start=1
    ):
        data = floor.file(symmetries=text, lines=[])
        yield Crafted(f"symmetries-across-columns-{number}", data, "inconsistent")
    yield Crafted("symmetries-of-columns", floor.file(lines=[]))
    yield Crafted("symmetries-of-one-row", path.file(gravity=True))
    # Two pentagons and a square, which have 10 * 10 * 8 symmetries.
    rings = ((0, 5), (5, 5), (10, 4))
    turns = [_turned(14, *ring) for ring in rings]
    reflections = [_turned(14, *ring, mirror=True) for ring in rings]
    symmetries = generated(*turns, *reflections)
    assert len(symmetries) == 800
    data = _bodiless(path, 2, 7, [], written(sorted(symmetries)))
    yield Crafted("symmetries-800", data, "truncated")
    parts = ((0, 4), (4, 3), (7, 3))
    turns = [_turned(10, *part) for part in parts]
    swaps = [_turned(10, start, 2) for start, _ in parts]
    symmetries = generated(*turns, *swaps)
    assert len(symmetries) == 864
    data = _bodiless(path, 2, 5, [], written(sorted(symmetries)))
    yield Crafted("symmetries-864", data, "inconsistent")


def _lines_keys(path: Parts, floor: Parts) -> Iterator[Crafted]:
    """Keys of games of lines, and the values that all games have."""
    keys = list(path.header)
    with_k = path.ordered(*keys[:4], "k", *keys[4:], k=2)
    yield Crafted("lines-with-k", with_k, "not-a-table")  # one key too many
    yield Crafted("lines-with-k-behind", path.file(("k", 2), count=15), "inconsistent")
    for_misere = path.ordered(*keys[:4], "k", *keys[5:], k=2)
    yield Crafted("lines-with-k-for-misere", for_misere, "inconsistent")
    yield Crafted("lines-with-more", path.file(("later", 1)), "not-a-table")
    yield Crafted(
        "lines-with-more-as-15", path.file(("later", 1), count=15), "inconsistent"
    )
    for key in ("gravity", "name", "lines", "symmetries"):
        fewer = path.ordered(*(kept for kept in keys if kept != key))
        yield Crafted(f"lines-without-{key}", fewer, "inconsistent")
    for number, value in enumerate((0, 1, None, "true", [True]), start=1):
        data = floor.file(gravity=value)
        yield Crafted(f"lines-gravity-wrong-{number}", data, "inconsistent")
    swapped = path.ordered(*keys[:7], "symmetries", "lines", *keys[9:])
    yield Crafted("lines-keys-swapped", swapped, "inconsistent")
    for version in (1, 2):
        data = path.file(version=version)
        yield Crafted(f"lines-in-version-{version}", data, "inconsistent")
    for name, rows, cols, gravity, code in (
        ("30", 5, 6, False, "truncated"),
        ("31", 1, 31, False, "inconsistent"),
        ("30-gravity", 5, 6, True, "truncated"),
        ("31-gravity", 31, 1, True, "inconsistent"),
    ):
        data = _bodiless(
            path._replace(header=path.header | {"gravity": gravity}), rows, cols, []
        )
        yield Crafted(f"lines-cells-{name}", data, code)
    denied = path.tier(0, 1, [None])
    yield Crafted("lines-lookup-denied", denied, "inconsistent", board="...")


def _two_lists(own: Parts, path: Parts) -> Iterator[Crafted]:
    """Lines of X and lines of O."""
    yield Crafted("own", own.file())
    right = ([[3], [5]], [[], [6]], [[2, 5], [6]], [[3, 6], [6]], [[7], [1, 2, 4]])
    for number, value in enumerate(right, start=1):
        yield Crafted(f"own-right-{number}", own.file(lines=value))
    wrong: list[Any] = [
        *([[3], [3]], [[3, 6], [3, 6]], [[3], []], [[], []], [[3]], [[3], [6], [5]]),
        *([], [3], [3, 6], [[3], 6], [3, [6]], [None, [6]], [[3], None], [[3], True]),
        *([[6, 3], [5]], [[5], [6, 3]], [[3, 7], [6]], [[3], [2, 6]], [[3], [6, 6]]),
        *([[0], [6]], [[3], [0]], [[8], [6]], [[3], [8]], [[3], [-1]], [[3], [2**63]]),
        *([[True], [6]], [[3], [None]], [[3], ["6"]], [[[3]], [6]], [[3], [[6]]]),
        *([[3], "6"], None, True, 3, "3"),
    ]
    for number, value in enumerate(wrong, start=1):
        yield Crafted(f"own-wrong-{number}", own.file(lines=value), "inconsistent")

    turned = own.file(lines=[[3, 6], [5]], symmetries="012210")
    yield Crafted("own-turned", turned)
    swapped = own.file(lines=[[3], [6]], symmetries="012210")
    yield Crafted("own-symmetry-of-owners", swapped, "inconsistent")
    yield Crafted("own-one-list", path.file(version=6), "inconsistent")
    for version in (3, 5):
        data = own.file(version=version)
        yield Crafted(f"own-in-version-{version}", data, "inconsistent")
    halves = [line for line in range(1 << 12) if line.bit_count() == 5]
    for name, count, code in (("512", 512, "truncated"), ("513", 513, "damaged")):
        for place, lists in enumerate(([halves[:count], [1]], [[1], halves[:count]])):
            data = _bodiless(own, 1, 12, lists)
            yield Crafted(f"own-{name}-{place}", data, code)
