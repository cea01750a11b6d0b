"""Ways in which a language model may write its move, and how each of them is read.

A writing is a value with marks: ``«cell»`` is the move's cell, ``«row»`` and ``«col»``
its row and column from 0, ``«other»`` another cell. All are of 3x3.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from math import nan
from typing import Any

RIGHT = "right"
IN_DOUBT = "right, but in doubt"
NO_ANSWER = "no answer"
NOT_READABLE = "not readable"
WRONG_IN_DOUBT = "another cell, but in doubt"
MISREAD = "another cell"

WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight"]
ORDINALS = ["first", "second", "third"]
PLACES = (
    *("top left", "top middle", "top right"),
    *("middle left", "centre", "middle right"),
    *("bottom left", "bottom middle", "bottom right"),
)


@dataclass(frozen=True)
class Writing:
    """A way to write a move.

    Attributes:
        value: The answer with its marks: a text, or anything that JSON holds.
        read: How it is read.
    """

    value: Any
    read: str

    def __str__(self) -> str:
        return re.sub(r"\s+", " ", str(self.value))[:48]

    def of(self, board: str, cell: int) -> Any:
        """Return the answer for a move on a board."""
        return filled_in(self.value, board, cell)


@dataclass(frozen=True)
class Declared:
    """A writing that its user declares: each of them is read right.

    Attributes:
        text: The answer with its marks.
        pattern: The pattern; None for the convention.
        one_based: Whether cells, rows and columns are counted from 1.
    """

    text: str
    pattern: str | None = None
    one_based: bool = False


def full_width(text: str) -> str:
    """Return a text as a keyboard of East Asia may write it."""
    return "".join(
        chr(ord(character) + 0xFEE0) if "!" <= character <= "~" else character
        for character in text
    )


def board_after(board: str, cell: int) -> str:
    return board[:cell] + "X" + board[cell + 1 :]


def other_cell(board: str, cell: int) -> int:
    """Return another free cell, or if there is none the next one."""
    free = [index for index, mark in enumerate(board) if mark == "." and index != cell]
    return free[0] if free else (cell + 1) % 9


MARKS: dict[str, Callable[[str, int], object]] = {
    "«cell»": lambda _, cell: cell,
    "«row»": lambda _, cell: cell // 3,
    "«col»": lambda _, cell: cell % 3,
    "«cell from 1»": lambda _, cell: cell + 1,
    "«row from 1»": lambda _, cell: cell // 3 + 1,
    "«col from 1»": lambda _, cell: cell % 3 + 1,
    "«other»": other_cell,
    "«column's letter»": lambda _, cell: "ABC"[cell % 3],
    "«row of chess»": lambda _, cell: 3 - cell // 3,
    "«word»": lambda _, cell: WORDS[cell],
    "«place»": lambda _, cell: PLACES[cell],
    "«ordinal row»": lambda _, cell: ORDINALS[cell // 3],
    "«ordinal col»": lambda _, cell: ORDINALS[cell % 3],
    "«cell as a float»": lambda _, cell: float(cell),
    "«circled»": lambda _, cell: "⓪①②③④⑤⑥⑦⑧"[cell],
    "«wide cell»": lambda _, cell: full_width(str(cell)),
    "«board after»": board_after,
}


def filled_in(value: Any, board: str, cell: int) -> Any:
    """Return a value without marks; a text that is but one mark becomes its value."""
    if isinstance(value, list):
        return [filled_in(item, board, cell) for item in value]
    if isinstance(value, dict):
        return {key: filled_in(item, board, cell) for key, item in value.items()}
    if not isinstance(value, str):
        return value
    if value.startswith("number ") and value.removeprefix("number ") in MARKS:
        return MARKS[value.removeprefix("number ")](board, cell)
    for mark, replacement in MARKS.items():
        value = value.replace(mark, str(replacement(board, cell)))
    return value


def writings(read: str, *values: Any) -> list[Writing]:
    return [Writing(value, read) for value in values]


def as_json(**keys: Any) -> str:
    """Return an object as text; numbers in quotes without them."""
    return re.sub(r'"(«[^"»]*»)"', r"\1", json.dumps(keys, ensure_ascii=False))


CELL = "number «cell»"
ROW = "number «row»"
COL = "number «col»"
DRAWN_BOARD = " 0 | 1 | 2\n---+---+---\n 3 | 4 | 5\n---+---+---\n 6 | 7 | 8"

WRITINGS: list[Writing] = [
    # The whole text.
    *writings(
        RIGHT,
        CELL,
        "number «cell as a float»",
        "«cell»",
        "«cell».",
        "«cell»!",
        "«cell».0",
        "[«cell»]",
        [CELL],
        "| «cell» |",
        "«cell»</s>",
        "«cell»<|im_end|><|endoftext|>",
        "«cell»<end_of_turn>\n",
        '"«cell»"',
        "**«cell»**",
        "`«cell»`",
        "'«cell»'",
        "$«cell»$",
        r"\boxed{«cell»}",
        r"$$\boxed{«cell»}$$",
        r"\(«cell»\)",
        "(«cell»)",
        "«wide cell»",
        "\n\n«cell»\n",
        "```\n«cell»\n```",
        "(«row», «col»)",
        "[«row», «col»]",
        [ROW, COL],
        "`(«row», «col»)`",
        "**(«row», «col»)**",
        r"$(«row»,\ «col»)$",
        r"$\left(«row», «col»\right)$",
        r"\boxed{(«row»,«col»)}",
        "\uff08«row»\uff0c«col»\uff09",
    ),
    # Two numbers may also be two cells.
    *writings(IN_DOUBT, "«row», «col»", r"\boxed{«row»,«col»}"),
    *writings(WRONG_IN_DOUBT, "«cell», «other»"),
    *writings(
        NOT_READABLE,
        "«row» «col»",
        "«row»-«col»",
        "(«row»; «col»)",
        "[«row»][«col»]",
        "<«row»,«col»>",
        "«row», «col», «other»",
    ),
    *writings(MISREAD, "«row»«col»"),
    # An object.
    *writings(
        RIGHT,
        as_json(move="«cell»"),
        {"cell": CELL},
        '{"move": "«cell»"}',
        as_json(Move="«cell»"),
        as_json(move=["«row»", "«col»"]),
        as_json(answer="«cell»"),
        as_json(row="«row»", col="«col»"),
        as_json(row="«row»", column="«col»"),
        "{'row': «row», 'col': «col»}",
        as_json(answer={"row": "«row»", "column": "«col»"}),
        as_json(move={"row": "«row»", "col": "«col»"}),
        as_json(position="«cell»"),
        as_json(action="«cell»"),
        as_json(action=["«row»", "«col»"]),
        r'"{\"move\": «cell»}"',
        as_json(reasoning="0 and 8 are taken", move="«cell»"),
        '```json\n{\n "analysis": {"threats": [1, 2]},\n "move": «cell»\n}\n```',
    ),
    *writings(
        NOT_READABLE,
        'Here is my move:\n```json\n{"move": «cell»}\n```',
        '{"move": «cell»}\nThis blocks X at 2.',
        as_json(x="«col»", y="«row»"),
        as_json(move="«cell»", cell="«cell»"),
        {
            "type": "function",
            "function": {"name": "play", "arguments": '{"cell": «cell»}'},
        },
        [{"type": "text", "text": "ANSWER: «cell»"}],
    ),
    # A line that begins with ANSWER:.
    *writings(
        RIGHT,
        "ANSWER: «cell»",
        "X threatens 2 and 6.\nSo I block.\n\nANSWER: «cell»",
        "Row 0 is full.\n\n**ANSWER: «cell»**",
        "Row 0 is full.\n\n**ANSWER:** «cell»",
        "Row 0 is full.\n\n**Answer**: `«cell»`",
        "Row 0 is full.\nanswer: «cell».",
        "Row 0 is full.\n### Final Answer: «cell»",
        "Row 0 is full.\n> ANSWER: «cell»",
        "Row 0 is full.\n- ANSWER: «cell»",
        "Row 0 is full.\n- **ANSWER:** «cell»,",
        "Row 0 is full.\n\u2022 ANSWER: «cell»",
        "1. Row 0 is full.\n2. ANSWER: «cell»",
        "| Row 0 is full. |\n| ANSWER: «cell» |",
        "Row 0 is full.\nANSWER: [«cell»]",
        "Row 0 is full.\nANSWER: «cell»<|eot_id|>",
        r'"Row 0 is full.\n\nANSWER: «cell»"',
        "Row 0 is full.\nANSWER: $\\boxed{«cell»}$",
        "Row 0 is full.\n\n**ANSWER:**\n«cell»",
        'Row 0 is full.\nANSWER:\n```json\n{"move": «cell»}\n```',
        "Row 0 is full.\nANSWER: («row», «col»)",
        'Row 0 is full.\nANSWER: {"cell": «cell»}',
        f"Row 0 is full.\n{full_width('ANSWER:')} «wide cell»",
        "I should end with the line 'ANSWER: ' and a number.\nANSWER: «cell»",
    ),
    *writings(
        IN_DOUBT,
        f"ANSWER: «cell»\n\n{DRAWN_BOARD}",
        "ANSWER: «cell»\n\nThis stops X from winning at 2.",
        "Answer: «cell»\nConfidence: 90%",
        "ANSWER: «other»\nWait, that loses at once.\nANSWER: «cell»",
    ),
    *writings(
        WRONG_IN_DOUBT,
        "ANSWER: «other»\nNo, «cell» is better.",
        "ANSWER: «cell»\n\nThe board is now X.O......\nANSWER: «other»",
    ),
    *writings(IN_DOUBT, "Row 0 is full.\nANSWER: «row», «col»"),
    *writings(
        NOT_READABLE,
        "ANSWER: «cell» or «other»",
        "ANSWER: cell «cell»",
        "ANSWER: «cell» (row «row», column «col»)",
        "Answer: «cell»/8",
        "ANSWER: row «row», column «col»",
        "ANSWER: «column's letter»«row from 1»",
        "ANSWER: «place»",
    ),
    # Thoughts.
    *writings(
        RIGHT,
        "<think>If 3 then 7... no, cell «other».</think>\n«cell»",
        "If 3 then 7. ANSWER: 2?</think>\n\nANSWER: «cell»",
        "<thinking>\nANSWER: «other»?\n</thinking>\n\n**«cell»**",
        "I was told to close my <think> tag.\nANSWER: «cell»",
    ),
    *writings(
        NOT_READABLE,
        "<think>Let me see. X at 0. Option «other» would lead to",
        "<think>Perhaps\nANSWER: «other»\nbut that loses, so",
    ),
    # Prose.
    *writings(
        NOT_READABLE,
        "X threatens on 0 and 4, so I should block. I play «cell».",
        "«cell». It stops 0-4-8.",
        "The best move is **«cell»** because it completes 0, 3, 6.",
        "**«cell»**\n\nThis completes the line 0, 4, 8.",
        r"Thus the answer is $\boxed{«cell»}$.",
        r"$\boxed{«cell»}$ since 2 is lost.",
        "Considering 3 options... #### «cell»",
        "It blocks row 2. The answer is «cell».",
        "Cell «cell».",
        "Move: «cell»\nExplanation: then O must answer at 5.",
        "I play («row», «col»). It blocks the line in row 2.",
        "I play («row», «col»); else O takes (0, 2).",
        "Row «row», Column «col»",
        "Row «row from 1», Column «col from 1»",
        "row=«row», col=«col»",
        "(row «row», column «col»)",
        "«ordinal row» row, «ordinal col» column",
        "The best move is «row», «col».",
        "«column's letter»«row from 1»",
        "I play «column's letter»«row of chess».",
        "«place»",
        "«word»",
        "«cell» (position «cell from 1» when counted from 1)",
        "«cell» (as of 2026)",
        "«cell»/8",
        "«circled»",
        "«cell»\ufe0f\u20e3",
        "«board after»",
    ),
    # Nothing.
    *writings(
        NOT_READABLE,
        "I'm sorry, but I can't help with that.",
        "I can't help with that (error 4).",
    ),
    *writings(NO_ANSWER, None, nan, "", "  \n", "</s>", '""'),
]

DECLARED = [
    Declared("Row «row», Column «col».", r"(?i)row\W*(\d)\W*col(?:umn)?\W*(\d)"),
    Declared("row=«row», col=«col»", r"(?i)row\W*(\d)\W*col(?:umn)?\W*(\d)"),
    Declared("(row «row», column «col»)", r"(?i)row\W*(\d)\W*col(?:umn)?\W*(\d)"),
    Declared(
        "Row «row from 1», Column «col from 1»",
        r"(?i)row\W*(\d)\W*col(?:umn)?\W*(\d)",
        one_based=True,
    ),
    Declared("ANSWER: «cell from 1»", one_based=True),
    Declared("(«row from 1», «col from 1»)", one_based=True),
    Declared('{"row": «row from 1», "col": «col from 1»}', one_based=True),
    Declared("I play («col», «row»).", r"\((?P<col>\d), (?P<row>\d)\)"),
    Declared(
        "I play («col from 1», «row from 1»).",
        r"\((?P<column>\d), (?P<row>\d)\)",
        one_based=True,
    ),
    Declared(
        "«column's letter»«row from 1»",
        r"(?P<column>[A-C])(?P<row>[1-3])",
        one_based=True,
    ),
    Declared(
        "ANSWER: «column's letter»«row from 1»",
        r"ANSWER: (?P<column>[A-C])(?P<row>[1-3])",
        one_based=True,
    ),
    Declared(r"Thus it is $\boxed{«cell»}$, since 2 is lost.", r"\\boxed\{(.*?)\}"),
    Declared(r"Thus it is $\boxed{(«row», «col»)}$.", r"\\boxed\{(.*?)\}"),
    Declared("Considering 3 options... #### «cell»", r"#### (\S+)"),
    Declared('So:\n```json\n{"move": «cell»}\n```\nIt blocks.', r"(\{[^{}]*\})"),
    Declared("Move: «cell»\nReason: it blocks 2.", r"Move: (?P<cell>\d)"),
    Declared("The answer is «cell».", r"The answer is (\d)"),
    Declared("X has 0 and 4, so I play «cell».", r"(\d+)"),
]
