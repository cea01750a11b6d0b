"""What somebody meant who typed the name of a game in another way."""

from __future__ import annotations

import re
from difflib import get_close_matches

from ttt_table.rules.families import ANIMALS, GLUED, PLANES
from ttt_table.runtime import RULE_WORDS

BOARD_AND_DRAWING = re.compile(r"([0-9]+x[0-9]+)[^\w.]*([x._/-]*x[x._/-]*x[x._/-]*)")
"""A board and a shape with at least two cells, in lower case."""
NUMBERS_AND_WORDS = re.compile(r"[0-9]+|[^\W\d_]+")
IGNORED_WORDS = ("x", "by", "rows", "cols", "columns")
PLANE_KINDS = ("affine", "projective")
VOCABULARY = (*RULE_WORDS, *GLUED, "hex", *ANIMALS, *PLANE_KINDS, "sim", "k")


def near_name(name: str) -> str | None:
    """Return a game's name like what was typed, in the form in which it is written.

    The name may still lack its k, or name no game.

    >>> near_name("4 4 4"), near_name("4X4k4-gravty"), near_name("3x3-XX./.XX")
    ('4x4k4', '4x4k4-gravity', '3x3-XX-_XX')
    """
    text = name.lower().removesuffix(".msgpack")
    if re.sub("[^a-z]", "", text) == "tictactoe":
        return "3x3k3"
    shape = BOARD_AND_DRAWING.fullmatch(text)
    if shape is not None:
        return f"{shape[1]}-{_drawing(shape[2])}"

    sides: list[str] = []
    words: list[str] = []
    numbers: dict[str, str] = {}
    for token in NUMBERS_AND_WORDS.findall(text):
        if token.isdecimal():
            number = token.lstrip("0") or "0"
            # A number belongs to the k or the plane before it, or to the board.
            if words and words[-1] in ("k", *PLANE_KINDS) and words[-1] not in numbers:
                numbers[words[-1]] = number
            else:
                sides.append(number)
        elif token not in IGNORED_WORDS:
            close = get_close_matches(token, VOCABULARY, n=1, cutoff=0.7)
            if not close:
                return None
            words += close
    if len(sides) > 2 and "k" not in numbers and "x".join(sides) not in text:
        numbers["k"] = sides.pop()  # the usual m, n, k
    return _joined(sides, words, numbers)


def _drawing(shape: str) -> str:
    """Return a shape as a name has it."""
    rows = re.split("[/-]", shape.replace(".", "_").upper())
    drawing = "-".join(row.rstrip("_") for row in rows).rstrip("-")
    return drawing if drawing[0] == "X" else f"shape{drawing}"


def _joined(sides: list[str], words: list[str], numbers: dict[str, str]) -> str | None:
    """Return a name with its parts in their order."""
    length = f"k{numbers['k']}" if "k" in numbers else ""
    families = []
    for word in words:
        if word in GLUED:
            families.append(f"{word}-{length}" if length else word)
            length = ""
        elif word in PLANE_KINDS:
            families.append(f"{word}-{numbers.get(word, '')}")
        elif word not in RULE_WORDS and word != "k":
            families.append(word)
    if not sides and not words:
        return None
    if not sides and families and families[0] in PLANES:
        sides = [str(side) for side in PLANES[families[0]]]
    elif not sides:
        sides = ["3", "3"]  # an example
    rules = [word for word in RULE_WORDS if word in words]
    return "-".join(["x".join(sides) + length, *families, *rules])
