"""Games by their names: what ``str(game)`` writes, read again.

A name is the board, the lines and the rules: ``4x5k4``, ``3x3-hex-misere``,
``4x4-torus-k4-gravity``. The lines are k in a row, or have the name of a family of
`ttt_table.rules.families`.
"""

from __future__ import annotations

import re
from zlib import crc32

from ttt_table.errors import GameError, quoted
from ttt_table.rules.cells import MAX_DIGITS, check_board
from ttt_table.rules.families import (
    ANIMALS,
    GLUED,
    PLANES,
    Cells,
    box_lines,
    hex_lines,
    hex_o_lines,
    plane_lines,
    shape_lines,
    surface_lines,
)
from ttt_table.rules.linesets import minimal_lines
from ttt_table.rules.records import NamedTuple
from ttt_table.runtime import MAX_CELLS, MAX_NAME_LENGTH, RULE_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NUMBER = "(0|[1-9][0-9]{0,8})"
"""A number has one form, so that a game has one name."""
BOARD_AND_REST = re.compile(f"{NUMBER}x{NUMBER}(?:x{NUMBER})?(?:k([0-9]+))?(?:-(.+))?")
BOX_NAME = re.compile(f"{NUMBER}x{NUMBER}x{NUMBER}-k{NUMBER}")
SURFACE_NAME = re.compile(f"({'|'.join(GLUED)})-k([0-9]+)")
CHECKSUM_NAME = re.compile("lines-[0-9a-f]{8}")
MAX_TEXT = 150
"""No game has a longer name: a shape takes a character for each cell and row."""
NAME_HINT = (
    ": a name is the board, the lines and the rules, such as 3x3k3 (tic-tac-toe), "
    "4x5k4-gravity or 4x4-torus-k4-misere"
)
LINES_HINT = (
    f"; instead of k3, lines can be {', '.join(f'{surface}-k3' for surface in GLUED)}, "
    f"hex, {', '.join(ANIMALS)}, {', '.join(PLANES)}, or a shape such as XXX-X; "
    "--lines FILE (in Python lines=...) gives any others"
)


class NameParts(NamedTuple):
    """The parts of a game's name."""

    sides: tuple[int, ...]
    """The rows and columns of a board; the layers come first in a box."""
    k: int | None
    """Stones in a row, as in ``3x3k3``; None without it."""
    family: str
    """The name of the lines, such as ``torus-k3``; empty without one."""
    rules: tuple[str, ...]
    """The rules at its end, out of `RULE_WORDS`, in this order."""

    @property
    def board(self) -> str:
        """The board as the name has it: ``4x5``, or ``3x3x3`` of a box."""
        return "x".join(map(str, self.sides))

    @property
    def lacks_k(self) -> bool:
        """Whether only the stones in a row are missing."""
        is_surface = len(self.sides) == 2 and self.family in GLUED
        return self.k is None and (not self.family or is_surface)

    def arguments(self) -> dict[str, Any]:
        """Return the board and the rules as arguments of a `Game`."""
        rows, cols = self.sides
        flags = dict.fromkeys(self.rules, True)
        return {"rows": rows, "cols": cols, **flags}


class FamilyLines(NamedTuple):
    """The lines of a family on a board."""

    lines: list[Cells]
    """The lines of X, and of O if it has no others."""
    o_lines: list[Cells] | None
    """The lines of O if they differ."""
    name: str
    """The name of the lines."""


def arguments_named(name: str) -> dict[str, Any]:
    """Return the arguments of the `Game` that a name stands for.

    Args:
        name: The board, the lines and the rules. The rules may have any order, and
            ``3x3x3k3`` is short for the box ``9x3-3x3x3-k3``.

    Raises:
        GameError: There is no such game, or its name does not determine its lines. The
            message says what to write.
    """
    if not isinstance(name, str):
        raise GameError(f"the name of a game is text, not {quoted(name)}")
    parts = parse_name(name)
    if parts.lacks_k:
        raise _missing_k(parts)
    if len(parts.sides) == 3:
        parts = _on_flat_board(parts)
    # This refuses an impossible board before lines are found on it.
    check_board(*parts.sides)
    if not parts.family:
        if parts.k == 0:
            raise GameError("k is 0, but a line needs at least 1 stone")
        return {**parts.arguments(), "k": parts.k}
    if CHECKSUM_NAME.fullmatch(parts.family):
        raise GameError(
            f"{parts.family} is a checksum of lines, which are not in the name; "
            "--lines FILE (in Python lines=...) gives them"
        )
    if parts.k is not None:
        reason = f"there is no rule {quoted(parts.family)}"
        raise _unknown(name, reason, f": the rules are {', '.join(RULE_WORDS)}")
    family = family_lines(parts)
    if family is None:
        reason = f"no lines are called {quoted(parts.family)}"
        raise _unknown(name, reason, LINES_HINT)
    return {**parts.arguments(), **family._asdict()}


def parse_name(name: str) -> NameParts:
    """Split the name of a game into its parts.

    Raises:
        GameError: It is not a board with lines or rules.
    """
    if len(name) > MAX_TEXT:
        raise GameError(
            f"no game is called {quoted(name)}: a name has {MAX_TEXT} characters "
            f"at most, and this one has {len(name):,}"
        )
    parts = BOARD_AND_REST.fullmatch(name)
    if parts is None:
        reason = f"no game is called {quoted(name)}"
        raise _unknown(name, reason, f"{NAME_HINT}{LINES_HINT}")
    *sides, k, rest = parts.groups()
    words = [] if rest is None else rest.split("-")
    rules = []
    while words and words[-1] in RULE_WORDS:
        rules.append(words.pop())
    if words == [""] or len({*rules}) < len(rules):
        raise GameError(f"{quoted(name)} has a rule twice, or two hyphens in a row")
    return NameParts(
        sides=tuple(int(side) for side in sides if side is not None),
        k=None if k is None else _read_k(k),
        family="-".join(words),
        rules=tuple(word for word in RULE_WORDS if word in rules),
    )


def _read_k(digits: str) -> int:
    if digits[0] == "0" and digits != "0":
        raise GameError(f"k is written {digits.lstrip('0') or '0'}, not {digits}")
    if len(digits) > MAX_DIGITS:
        raise GameError(f"k has {len(digits):,} digits, but at most {MAX_DIGITS}")
    return int(digits)


def _on_flat_board(parts: NameParts) -> NameParts:
    """Return the full name of a box, as in ``9x3-3x3x3-k3`` for ``3x3x3k3``."""
    if parts.k is None or parts.family:
        raise GameError(
            f"the lines of a box are k in a row, as in {parts.board}k3, "
            f"not {quoted(parts.family)}"
        )
    layers, rows, cols = parts.sides
    # The cells have the same numbers either way. With gravity a layer is a row, so that
    # stones fall through the layers.
    flat = (layers * rows, cols)
    if "gravity" in parts.rules:
        flat = (layers, rows * cols)
    return parts._replace(sides=flat, k=None, family=f"{parts.board}-k{parts.k}")


def _missing_k(parts: NameParts) -> GameError:
    """Return the error that asks for the stones in a row, if any are possible."""
    longest = max(parts.sides)
    lengths = [3, 4] if longest > 3 else [longest]
    rules = "".join(f"-{rule}" for rule in parts.rules)
    kinds = {}
    if len(parts.sides) == 3:
        # Some write the stones in a row like a third side.
        length = lengths[-1]
        rows, cols, k = parts.sides
        kinds[f"{parts.board}k{length}{rules}"] = f"{length} in a row in a box"
        kinds[f"{rows}x{cols}k{k}{rules}"] = f"{k} in a row on a board"
    else:
        before_k = f"{parts.board}-{parts.family}-" if parts.family else parts.board
        for k in lengths:
            kinds[f"{before_k}k{k}{rules}"] = f"{k} in a row"
    refusals = {name: _refusal(name) for name in kinds}
    proposals = [
        f"{name} for {kind}" for name, kind in kinds.items() if not refusals[name]
    ]
    *_, refusal = refusals.values()
    if not proposals and refusal:
        return refusal
    lines = f"-{parts.family}" if parts.family else ""
    return GameError(
        f"{parts.board}{lines}{rules} does not say how many in a row: "
        f"write {' or '.join(proposals)}"
    )


def _refusal(name: str) -> GameError | None:
    """Return the error for a name that no game has; None for the name of a game."""
    try:
        arguments = arguments_named(name)
        for lines in (arguments.get("lines"), arguments.get("o_lines")):
            if lines is not None:  # some have too many
                minimal_lines(lines, arguments["rows"] * arguments["cols"])
    except GameError as error:
        return error
    return None


def _unknown(name: str, reason: str, hint: str) -> GameError:
    """Return the error for a name, with a proposal or else a hint."""
    from ttt_table.rules.near_names import near_names  # few names are wrong

    for near in near_names(name):
        if _refusal(near) is None:
            return GameError(f"no game is called {quoted(name)}. Did you mean {near}?")
    return GameError(f"{reason}{hint}")


def family_lines(parts: NameParts) -> FamilyLines | None:
    """Return the lines of a family on a flat board.

    Returns:
        None if no family has that name.

    Raises:
        GameError: The family has no lines on this board.
    """
    name = parts.family
    rows, cols = parts.sides
    o_lines = None
    if name == "hex":
        lines = hex_lines(rows, cols)
        if "breaker" not in parts.rules:
            o_lines = hex_o_lines(rows, cols)
    elif name in ANIMALS:
        lines = shape_lines(rows, cols, ANIMALS[name])
    elif name in PLANES:
        if parts.sides != PLANES[name]:
            sides = "x".join(map(str, PLANES[name]))
            raise GameError(f"{name} is played on {sides}: write {sides}-{name}")
        lines = plane_lines(name)
    elif surface := SURFACE_NAME.fullmatch(name):
        lines = surface_lines(rows, cols, _line_length(surface[2]), surface[1])
    elif BOX_NAME.fullmatch(name):
        lines = _lines_of_box(parts)
    elif (shape := _shape_of_name(name)) is not None:
        lines = shape_lines(rows, cols, shape)
        name = _shortened(name)
    else:
        return None
    return FamilyLines(lines, o_lines, name)


def _line_length(digits: str) -> int:
    """Return a k of a name, or one that no board has room for."""
    k = _read_k(digits)
    if k < 1:
        raise GameError("k is 0, but a line needs at least 1 stone")
    return min(k, MAX_CELLS + 1)


def _lines_of_box(parts: NameParts) -> list[Cells]:
    box, _, digits = parts.family.partition("-k")
    layers, rows, cols = map(int, box.split("x"))
    flat = (layers * rows, cols)
    gravity = ""
    if "gravity" in parts.rules:
        flat = (layers, rows * cols)
        gravity = " with gravity"
    if flat != parts.sides:
        raise GameError(
            f"the board of {parts.family}{gravity} is {flat[0]}x{flat[1]}, "
            f"not {parts.board}; {box}k{digits} is short for it"
        )
    return box_lines(layers, rows, cols, _line_length(digits))


def _shape_of_name(name: str) -> str | None:
    """Return the drawing of a shape whose name this is, of any length.

    Raises:
        GameError: The shape has another name.
    """
    drawing = name.removeprefix("shape").replace("-", "/")
    if "X" not in drawing or drawing.strip("X_/"):
        return None
    named = "-".join(row.rstrip("_") for row in drawing.split("/")).rstrip("-")
    named = named if named[0] == "X" else f"shape{named}"
    if name != named:
        raise GameError(
            f"the lines of {quoted(name)} are called {named}: "
            "each row ends with its last X, and the last row has one"
        )
    return drawing


def _shortened(name: str) -> str:
    """Return the name of a shape's lines; a long one ends in a checksum."""
    if len(name) <= MAX_NAME_LENGTH:
        return name
    checksum = f"-{crc32(name.encode()):08x}"
    return name[: MAX_NAME_LENGTH - len(checksum)] + checksum
