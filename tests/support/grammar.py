"""The grammar of answers: what is read, and as what."""

from __future__ import annotations

from typing import Any, NamedTuple

NOTHING = None
OFF_BOARD = -1
UNREADABLE = "unreadable"


class Row(NamedTuple):
    """One way to write an answer."""

    value: Any  # as a function returns it, and JSON holds it
    text: str  # as a program prints it, and CSV holds it
    meaning: Any  # a cell, a distribution, or one of the names above


CELLS = (
    Row(4, "4", 4),
    Row(4.0, "4.0", 4),
    Row("4", " 4 ", 4),
    Row("4.000", "4.000", 4),
    Row([1, 1], "[1, 1]", 4),
    Row((1, 2), "(1, 2)", 5),
    Row([1.0, 2.0], "{1.0, 2}", 5),
    Row("1,1", "1,1", 4),
    Row("(1, 1)", "1 , 1", 4),
    Row(["1", "1"], "('1', '1')".replace("'", ""), 4),
    Row({"cell": 4}, '{"cell": 4}', 4),
    Row({"move": 4.0, "score": 7}, '{"move": 4.0, "score": 7}', 4),
    Row({"index": "4"}, '{"index": "4"}', 4),
    Row({"cell": [1, 1]}, '{"cell": [1, 1]}', 4),
    Row({"row": 1, "col": 2}, '{"row": 1, "col": 2}', 5),
    Row('{"cell": 4}', '{"cell": "4"}', 4),
    Row("[1 1]", "( 1  1 )", 4),
    Row("{'row': 1, 'col': 2}", "{'cell': [1, 2]}", 5),
)
NO_ANSWERS = (
    Row(None, "", NOTHING),
    Row("", "None", NOTHING),
    Row(float("nan"), "nan", NOTHING),
    Row("null", "null", NOTHING),
    Row({"cell": None}, '{"cell": null}', NOTHING),
)
OFF_THE_BOARD = (
    Row(-1, "-1", OFF_BOARD),
    Row("-1", "-1.0", OFF_BOARD),
    Row("\N{MINUS SIGN}1", "(\N{MINUS SIGN}1, 0)", OFF_BOARD),
    Row([1, 3], "1,3", OFF_BOARD),
    Row([-1, 0], "(-1, 0)", OFF_BOARD),
    Row("9" * 5000, "9" * 5000, OFF_BOARD),
    Row(f"0,{'9' * 5000}", f"{'9' * 5000},0", OFF_BOARD),
)
DISTRIBUTIONS = (
    Row({0: 0.25, 4: 0.75}, "0:0.25 4:0.75", ((0, 1), (4, 3))),
    Row({0: 1, 1: 2, 4: 0}, "0:1 1:2 4:0", ((0, 1), (1, 2))),
    Row({"0": "1/3", "4": "1/6"}, "0:1/3 4:1/6", ((0, 2), (4, 1))),
    Row({(0, 0): 0.1, (1, 1): 0.2}, "0,0:0.1 1,1:0.2", ((0, 1), (4, 2))),
    Row({4: 0.1}, "4:0.1", 4),
    Row({0: 1, 4: 2}, "0:1/2 0:1/2 4:2", ((0, 1), (4, 2))),
)
UNREADABLE_ANSWERS = (
    Row(True, "True", UNREADABLE),
    Row(4.5, "4.5", UNREADABLE),
    Row(float("inf"), "inf", UNREADABLE),
    Row("four", "four", UNREADABLE),
    Row("4 5", "4 5", UNREADABLE),
    Row("[4 5 6]", "[]", UNREADABLE),
    Row("1e3", "1e3", UNREADABLE),
    Row([1, 1, 1], "1,1,1", UNREADABLE),
    Row([4], "[4]", UNREADABLE),
    Row([], "()", UNREADABLE),
    Row([1, None], "(1, 1]", UNREADABLE),
    Row({}, "{}", UNREADABLE),
    Row({"cell": 4, "move": 4}, '{"cell": 4, "move": 4}', UNREADABLE),
    Row({"place": 4}, '{"place": 4}', UNREADABLE),
    Row('{"cell": 4, "cell": 5}', '{"row": 1, "row": 2, "col": 1}', UNREADABLE),
    Row({"cell": [1, 1, 1]}, '{"cell": {}}', UNREADABLE),
    Row({4: -1}, "4:-1 5:2", UNREADABLE),
    Row({4: 0}, "4:0", UNREADABLE),
    Row({4: True}, "4:True", UNREADABLE),
    Row({4: float("nan")}, "4:nan", UNREADABLE),
    Row({4: "inf"}, "4:inf", UNREADABLE),
    Row({4: "1/0"}, "4:1/0", UNREADABLE),
    Row({4: "1e999999999"}, "4:1e999999999", UNREADABLE),
    Row({4: "9" * 5000}, "4:" + "9" * 5000, UNREADABLE),
    Row({4: None}, "4:", UNREADABLE),
    Row({4: 1, "X": 1}, "4:1 X:1", UNREADABLE),
    Row({True: 1}, ":1", UNREADABLE),
    Row({"": 1}, "():1", UNREADABLE),
    Row({4: [1]}, "4:1:1", UNREADABLE),
)
GRAMMAR = (*CELLS, *NO_ANSWERS, *OFF_THE_BOARD, *DISTRIBUTIONS, *UNREADABLE_ANSWERS)
