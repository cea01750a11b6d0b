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


class Pairs(list[tuple[Any, Any]]):
    """A map in a header, whose keys may be repeated."""


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

    def file_with_rules(self, *further: tuple[Any, Any], **changed: Any) -> bytes:
        """Return the file with changed rules, which are a map in its header.

        Args:
            further: Pairs of a key and a value, after those of the rules.
            changed: Values by key.
        """
        pairs = (self.header["rules"] | changed).items()
        return self.file(rules=Pairs([*pairs, *further]))

    def file_without_rule(self, key: str, *further: tuple[Any, Any]) -> bytes:
        """Return the file without one of its rules, and with further ones."""
        pairs = [pair for pair in self.header["rules"].items() if pair[0] != key]
        return self.file(rules=Pairs([*pairs, *further]))

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
    if isinstance(value, dict):
        value = Pairs(value.items())
    if isinstance(value, Pairs):
        start: bytes = msgpack.Packer().pack_map_header(len(value))
        return start + b"".join(packed(item) for pair in value for item in pair)
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
    yield from _later_versions(Parts.of(plain), Parts.of(gravity))
    yield from _without_rules(Parts.of(plain), Parts.of(gravity))
    yield from _rules(Parts.of(plain), Parts.of(gravity))
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
    yield Crafted("version-large", plain.file(version=2**64 - 1), "version")
    yield Crafted("version-0", plain.file(version=0), "inconsistent")
    yield Crafted("version-negative", plain.file(version=-1), "inconsistent")
    yield Crafted("version-true", plain.file(version=True), "inconsistent")
    yield Crafted("version-nil", plain.file(version=None), "inconsistent")
    yield Crafted("version-text", plain.file(version="1"), "inconsistent")
    yield Crafted("version-float", plain.file(version=1.0), "damaged")
    for number, value in enumerate(("2", [2], [], {}, True), start=1):
        data = gravity.file(version=value)
        yield Crafted(f"version-wrong-{number}", data, "inconsistent")
    in_16_bits = gravity.file(version=Raw(b"\xcd\0\2"))
    yield Crafted("version-2-in-16-bits", in_16_bits)
    first_keys = ("format", "rows", "version")  # the last two are exchanged
    keys = [*first_keys, *(key for key in plain.header if key not in first_keys)]
    late = plain.ordered(*keys, version=7)
    yield Crafted("version-7-too-late", late, "inconsistent")
    yield Crafted("version-1-with-rules", gravity.file(version=1), "inconsistent")


def _later_versions(plain: Parts, gravity: Parts) -> Iterator[Crafted]:
    """Yield files of versions that this reader does not know, whatever they hold."""
    for version in (3, 4, 5, 6):
        data = plain.file(version=version)
        yield Crafted(f"later-version-{version}", data, "version")
        with_rules = gravity.file(version=version)
        yield Crafted(f"later-version-{version}-with-rules", with_rules, "version")
        yield Crafted(
            f"later-version-{version}-damaged", data[:-1] + b"\xff", "version"
        )
        yield Crafted(f"later-version-{version}-cut", data[:40], "version")


def _without_rules(plain: Parts, gravity: Parts) -> Iterator[Crafted]:
    """Yield files of version 2 with the keys of another version."""
    before = ("format", "version", "rows", "cols", "k", "misere")
    after = ("positions", "tiers")
    rules = gravity.header["rules"]
    old = gravity.ordered(
        *before, "gravity", *after, version=2, k=rules["k"], misere=False, gravity=True
    )
    yield Crafted("without-rules", old, "version")
    yield Crafted("without-rules-damaged", old[:-1] + b"\xff", "version")
    yield Crafted(
        "without-rules-head-damaged", old[:40] + b"\xff" + old[41:], "damaged"
    )
    yield Crafted("without-rules-cut", old[:40], "truncated")
    yield Crafted("without-rules-not-in-order", plain.file(version=2), "version")
    renamed = gravity.ordered(*before[:4], "Rules", *after, Rules=rules)
    yield Crafted("without-rules-renamed", renamed, "version")


def _rules(plain: Parts, gravity: Parts) -> Iterator[Crafted]:
    """Yield files of version 2 with other rules of k in a row."""
    flags = {"misere": False, "gravity": False, "breaker": False}
    yield Crafted("rules", gravity.file())
    for flag in ("misere", "gravity", "breaker"):
        alone = gravity.file_with_rules(**{**flags, flag: True})
        yield Crafted(
            f"rules-{flag}", alone, "" if flag != "misere" else "inconsistent"
        )
    yield Crafted("rules-none", gravity.file_with_rules(**flags), "inconsistent")
    every = gravity.file_with_rules(misere=True, gravity=True, breaker=True)
    yield Crafted("rules-all", every)
    in_8_bits = gravity.file_with_rules(k=Raw(b"\xcc\2"))
    yield Crafted("rules-k-in-8-bits", in_8_bits)
    yield Crafted("rules-k-largest", gravity.file_with_rules(k=2**32 - 1))
    wrong: list[Any] = [0, -1, None, True, "2", [2], {}, 2**32]
    for number, value in enumerate(wrong, start=1):
        data = gravity.file_with_rules(k=value)
        yield Crafted(f"rules-k-wrong-{number}", data, "inconsistent")
    for flag in flags:
        wrong = [0, 1, None, "true", [True], {}]
        for number, value in enumerate(wrong, start=1):
            data = gravity.file_with_rules(**{flag: value})
            yield Crafted(f"rules-{flag}-wrong-{number}", data, "inconsistent")
    maps: list[Any] = [None, True, 7, "misere", [], [1, 2], {}, {"k": 2}]
    for number, value in enumerate(maps, start=1):
        data = gravity.file(rules=value)
        yield Crafted(f"rules-wrong-{number}", data, "inconsistent")
    for key in (*flags, "k"):
        data = gravity.file_without_rule(key)
        yield Crafted(f"rules-without-{key}", data, "inconsistent")
    keys = ["misere", "gravity", "breaker", "k"]
    for number in range(3):
        order = keys.copy()
        order[number : number + 2] = order[number : number + 2][::-1]
        swapped = {key: gravity.header["rules"][key] for key in order}
        data = gravity.file(rules=swapped)
        yield Crafted(f"rules-swapped-{number}", data, "inconsistent")
    other_keys: list[Any] = [7, None, True, ["later"], {}]
    for number, other_key in enumerate(other_keys, start=1):
        data = gravity.file_with_rules((other_key, 1))
        yield Crafted(f"rules-key-wrong-{number}", data, "inconsistent")
    twice = gravity.file_with_rules(("k", 2))
    yield Crafted("rules-k-twice", twice, "inconsistent")
    named = gravity.file_with_rules(("name", "a"))
    yield Crafted("rules-k-with-name", named, "inconsistent")
    key_in_8_bits = gravity.file_without_rule("k", (Raw(b"\xd9\1k"), 2))
    yield Crafted("rules-key-in-8-bits", key_in_8_bits)
    yield from _later_rules(gravity)
    claims = Raw(b"\x85" + packed(gravity.header["rules"])[1:])
    yield Crafted(
        "rules-more-claimed", gravity.file(rules=claims), "inconsistent", "damaged"
    )
    data = gravity.file(("rules", gravity.header["rules"]))
    yield Crafted("rules-two-maps", data, "inconsistent")
    data = plain.file(("rules", gravity.header["rules"]))
    yield Crafted("rules-in-version-1", data, "inconsistent")
    # Fewer masks than without gravity: columns fill from below.
    positions = 1 * 1 + 2 * 1 + 3 * 2 + 2 * 3 + 1 * 6
    yield Crafted("gravity-positions-most", gravity.file(positions=positions))
    too_many = gravity.file(positions=positions + 1)
    yield Crafted("gravity-positions-one-too-many", too_many, "inconsistent")


def _later_rules(gravity: Parts) -> Iterator[Crafted]:
    """Yield files with a rule that no reader knows, which have to name it."""
    later = ("torus", True)
    yield Crafted("later-rule", gravity.file_with_rules(later), "version")
    rules = gravity.header["rules"]
    first = gravity.file(rules={"torus": True, **rules})
    yield Crafted("later-rule-first", first, "version")
    instead = gravity.file_without_rule("k", later)
    yield Crafted("later-rule-instead-of-k", instead, "version")
    for name, value in (
        *(("nil", None), ("number", 7), ("text", "torus"), ("array", [[1], [2]])),
        *(("map", {"a": 1}), ("map-empty", {})),
    ):
        data = gravity.file_with_rules(("torus", value))
        yield Crafted(f"later-rule-{name}", data, "version")
    for name, key in (("empty", ""), ("long", "t" * 300), ("capital", "Misere")):
        data = gravity.file_with_rules((key, True))
        yield Crafted(f"later-rule-key-{name}", data, "version")
    not_utf_8 = gravity.file_with_rules((Raw(b"\xa1\xff"), True))
    yield Crafted("later-rule-key-not-utf-8", not_utf_8, "version", "damaged")
    beside_number = gravity.file_with_rules((7, 1), later)
    yield Crafted("later-rule-beside-a-number", beside_number, "version")
    damaged = gravity.file_with_rules(later)[:-1] + b"\xff"
    yield Crafted("later-rule-damaged", damaged, "version")
    many = Pairs([(f"rule-{number}", number) for number in range(15)])
    yield Crafted("later-rules-15", gravity.file(rules=many), "version")
    many.append(later)
    yield Crafted("later-rules-16", gravity.file(rules=many), "damaged")
    yield Crafted(
        "later-rule-float", gravity.file_with_rules(("torus", 1.0)), "damaged"
    )
    wrong = gravity.file_with_rules(later, gravity=7)
    yield Crafted("later-rule-beside-a-wrong-one", wrong, "version")


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
    yield Crafted("keys-one-unknown", plain.file(later), "inconsistent")
    yield Crafted("keys-three-unknown", plain.file(*letters[:3]), "inconsistent")
    yield Crafted("keys-four-unknown", plain.file(*letters), "not-a-table")
    yield Crafted("keys-four-as-three", plain.file(*letters, count=15), "inconsistent")
    yield Crafted("keys-unknown-as-none", plain.file(later, count=12), "inconsistent")
    yield Crafted("keys-more-claimed", plain.file(count=13), "inconsistent")
    yield Crafted("keys-fewer-claimed", plain.file(count=11), "inconsistent")
    yield Crafted("keys-fewer", plain.ordered(*keys[:-2], keys[-1]), "inconsistent")
    two_fewer = plain.ordered(*keys[:-3], keys[-1])
    yield Crafted("keys-two-fewer", two_fewer, "not-a-table")
    yield Crafted("key-of-gravity", plain.file(("gravity", True)), "inconsistent")
    yield Crafted("key-of-body", plain.file(("masks", 1)), "inconsistent")
    renamed = plain.ordered(*keys[:-1], "later", later=1)
    yield Crafted("key-tiers-renamed", renamed, "inconsistent")
    without_rows = plain.ordered(*keys[:2], *keys[3:])
    yield Crafted("key-rows-missing", without_rows, "inconsistent")
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
    header = {
        Raw(b"\xd9\4rows") if key == "rows" else key: value
        for key, value in plain.header.items()
    }
    yield Crafted("key-in-8-bits", Parts(header, plain.body).file())


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
    """Yield files with an unknown key, whose value is one that headers may have."""
    later = _with_later(plain)
    header = len(plain.file(("later", ""))) - len(plain.body)
    room = MAX_HEADER - header - 2  # the length of a long text takes 2 bytes more
    values: dict[str, Any] = {
        "nil": None,
        "true": True,
        "negative": -33,
        "smallest": -(2**63),
        "largest": 2**64 - 1,
        "text": "\u00d7 is no X",
        "array": [1, [2, "three", None], [], [False]],
        "array-512": [0] * 512,
        "array-four-deep": [[[[1]]]],
        "map": {"a": 1},
        "map-empty": {},
        "map-in-array": [{}],
        "map-15": dict.fromkeys("abcdefghijklmno", 1),
        "map-four-deep": {"a": {"a": {"a": {"a": 1}}}},
        "map-and-array-four-deep": {"a": [{"a": [1]}]},
        "fills-the-head": "x" * room,
    }
    for name, value in values.items():
        yield later(name, value, "inconsistent")


def _refused_values(plain: Parts) -> Iterator[Crafted]:
    later = _with_later(plain)
    header = len(plain.file(("later", ""))) - len(plain.body)
    room = MAX_HEADER - header - 2
    yield later("beyond-the-head", "x" * (room + 1), "damaged")
    yield later("array-513", [0] * 513, "damaged")
    yield later("array-five-deep", [[[[[1]]]]], "damaged")
    yield later("map-16", dict.fromkeys("abcdefghijklmnop", 1), "damaged")
    yield later("map-five-deep", {"a": {"a": {"a": {"a": {"a": 1}}}}}, "damaged")
    yield later("map-and-array-five-deep", {"a": [{"a": [{}]}]}, "damaged")
    yield later("map-in-32-bits", Raw(b"\xdf\0\0\0\0"), "damaged")
    yield later("float", 1.5, "damaged")
    yield later("float-in-32-bits", Raw(b"\xca\0\0\0\0"), "damaged")
    yield later("binary", b"1", "damaged")
    yield later("extension", msgpack.ExtType(5, b"1234"), "damaged")
    yield later("never-used", Raw(b"\xc1"), "damaged")
    yield later("not-utf-8", Raw(b"\xa1\xff"), "inconsistent", "damaged")
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
    many = [*tiers, *[[1, [0]]] * 256]  # as many more as a byte can count
    yield Crafted("tiers-256-more", plain.file(tiers=many), "inconsistent")
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
    for number, name in enumerate(
        ("a", "7a", "a-_B", "x" * 40, "kX", "a-misere-b", "a_gravity", "k3-x"), start=1
    ):
        yield Crafted(f"name-right-{number}", path.file_with_rules(name=name))
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
        "a-gravity",
        "a-b-Misere",
        "7-BREAKER",
    ]
    reserved = ["gravity", "Misere", "7", "k3", "4X5K3", "3x3x3"]
    edges = ["/", ":", "@", "[", "`", "{"]  # beside the digits and letters of ASCII
    for number, value in enumerate(
        [*strange, *edges, None, True, 7, ["a"], *reserved], start=1
    ):
        yield Crafted(
            f"name-wrong-{number}", path.file_with_rules(name=value), "inconsistent"
        )
    yield Crafted(
        "name-not-utf-8",
        path.file_with_rules(name=Raw(b"\xa1\xff")),
        "inconsistent",
        "damaged",
    )
    for number, lines in enumerate(([], [2], [1, 2, 4], [7], [5]), start=1):
        yield Crafted(f"lines-right-{number}", path.file_with_rules(lines=lines))
    still = "012"
    wrong: list[Any] = [
        *([6, 3], [3, 3], [2, 3], [3, 7], [1, 2, 5], [0, 3], [3, 8], [-1, 3], [3, -1]),
        *([3, 2**31 + 2**30], [3, 2**32 + 6], [3, 2**63], [3, 2**64 - 1]),
        *([True], [3, None], ["3"], [[0, 1]], [[], 3], [3, [6]]),
        *(None, True, 3, "3", 7),
    ]
    for number, value in enumerate(wrong, start=1):
        data = path.file_with_rules(lines=value, symmetries=still)
        yield Crafted(f"lines-wrong-{number}", data, "inconsistent")
    in_16_bits = [3, Raw(b"\xcd\0\6")]
    yield Crafted("lines-in-16-bits", path.file_with_rules(lines=in_16_bits))
    halves = [line for line in range(1 << 12) if line.bit_count() == 5]
    yield Crafted("lines-512", _bodiless(path, 1, 12, lines=halves[:512]), "truncated")
    yield Crafted("lines-513", _bodiless(path, 1, 12, lines=halves[:513]), "damaged")


def _bodiless(
    parts: Parts,
    rows: int,
    cols: int,
    lines: list[Any],
    symmetries: str = "",
    **changed: Any,
) -> bytes:
    """Return a file with the header of another board.

    Its body is too short for that header.
    """
    cells = rows * cols
    rules = {
        **parts.header["rules"],
        "lines": lines,
        "symmetries": symmetries or written([tuple(range(cells))]),
    }
    return parts.file(
        rows=rows,
        cols=cols,
        rules={**rules, **changed},
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
        yield Crafted(f"symmetries-{name}", path.file_with_rules(symmetries=text))
    for name, text in free.items():
        yield Crafted(
            f"symmetries-{name}", path.file_with_rules(symmetries=text, lines=[])
        )
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
            f"symmetries-wrong-{number}",
            path.file_with_rules(symmetries=value),
            "inconsistent",
        )
    raw = Raw(b"\xa601221\xff")
    yield Crafted(
        "symmetries-not-utf-8",
        path.file_with_rules(symmetries=raw),
        "inconsistent",
        "damaged",
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
        data = path.file_with_rules(symmetries=text, lines=[])
        yield Crafted(f"symmetries-unclosed-{number}", data, "inconsistent")
    for number, text in enumerate(
        ("01230132", "01232301", "01231302", "01232103"), start=1
    ):
        data = floor.file_with_rules(symmetries=text, lines=[])
        yield Crafted(f"symmetries-across-columns-{number}", data, "inconsistent")
    yield Crafted("symmetries-of-columns", floor.file_with_rules(lines=[]))
    yield Crafted("symmetries-of-one-row", path.file_with_rules(gravity=True))
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
    rules = path.header["rules"]
    yield Crafted("lines-with-k", path.file_with_rules(("k", 2)), "inconsistent")
    with_k = path.file(
        rules=Pairs([*list(rules.items())[:3], ("k", 2), *list(rules.items())[3:]])
    )
    yield Crafted("lines-with-k-in-front", with_k, "inconsistent")
    yield Crafted("lines-with-more", path.file_with_rules(("later", 1)), "version")
    yield Crafted("lines-with-a-key-more", path.file(("later", 1)), "inconsistent")
    for key in rules:
        fewer = path.file_without_rule(key)
        yield Crafted(f"lines-without-{key}", fewer, "inconsistent")
    for number, value in enumerate((0, 1, None, "true", [True]), start=1):
        data = floor.file_with_rules(gravity=value)
        yield Crafted(f"lines-gravity-wrong-{number}", data, "inconsistent")
    keys = list(rules)
    for number in range(len(keys) - 1):
        order = keys.copy()
        order[number : number + 2] = order[number : number + 2][::-1]
        data = path.file(rules={key: rules[key] for key in order})
        yield Crafted(f"lines-keys-swapped-{number}", data, "inconsistent")
    yield Crafted("lines-in-version-1", path.file(version=1), "inconsistent")
    yield Crafted("lines-breaker", path.file_with_rules(breaker=True))
    for name, rows, cols, gravity, code in (
        ("30", 5, 6, False, "truncated"),
        ("31", 1, 31, False, "inconsistent"),
        ("30-gravity", 5, 6, True, "truncated"),
        ("31-gravity", 31, 1, True, "inconsistent"),
    ):
        data = _bodiless(path, rows, cols, [], gravity=gravity)
        yield Crafted(f"lines-cells-{name}", data, code)
    denied = path.tier(0, 1, [None])
    yield Crafted("lines-lookup-denied", denied, "inconsistent", board="...")


def _two_lists(own: Parts, path: Parts) -> Iterator[Crafted]:
    """Lines of X and lines of O."""
    yield Crafted("own", own.file())
    right: Any = ([[3], [5]], [[], [6]], [[2, 5], [6]], [[3, 6], [6]], [[7], [1, 2, 4]])
    for number, (x_lines, o_lines) in enumerate(right, start=1):
        data = own.file_with_rules(lines=x_lines, o_lines=o_lines)
        yield Crafted(f"own-right-{number}", data)
    wrong: list[Any] = [
        *(([3], [3]), ([3, 6], [3, 6]), ([3], []), ([], [])),
        *((3, [6]), (None, [6]), ([3], True), ([3], {}), ([3], False)),
        *(([6, 3], [5]), ([5], [6, 3]), ([3, 7], [6]), ([3], [2, 6]), ([3], [6, 6])),
        *(([0], [6]), ([3], [0]), ([8], [6]), ([3], [8]), ([3], [-1]), ([3], [2**63])),
        *(([True], [6]), ([3], [None]), ([3], ["6"]), ([[3]], [6]), ([3], [[6]])),
        *(([3], "6"), ([3], 6)),
    ]
    for number, (x_lines, o_lines) in enumerate(wrong, start=1):
        data = own.file_with_rules(lines=x_lines, o_lines=o_lines)
        yield Crafted(f"own-wrong-{number}", data, "inconsistent")

    turned = own.file_with_rules(lines=[3, 6], o_lines=[5], symmetries="012210")
    yield Crafted("own-turned", turned)
    swapped = own.file_with_rules(lines=[3], o_lines=[6], symmetries="012210")
    yield Crafted("own-symmetry-of-owners", swapped, "inconsistent")
    breaker = own.file_with_rules(breaker=True)
    yield Crafted("own-with-a-breaker", breaker, "inconsistent")
    yield Crafted("own-none", own.file_with_rules(o_lines=None))
    with_own = path.file_with_rules(o_lines=[5], symmetries="012")
    yield Crafted("own-of-path", with_own)
    halves = [line for line in range(1 << 12) if line.bit_count() == 5]
    for name, count, code in (("512", 512, "truncated"), ("513", 513, "damaged")):
        for place, (x_lines, o_lines) in enumerate(
            ((halves[:count], [1]), ([1], halves[:count]))
        ):
            data = _bodiless(own, 1, 12, x_lines, o_lines=o_lines)
            yield Crafted(f"own-{name}-{place}", data, code)
