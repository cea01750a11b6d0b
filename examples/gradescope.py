"""Make Gradescope's results.json, or JUnit's XML, of what `ttt-table check` finds.

    ttt-table check tictactoe.py --json | python gradescope.py > results.json
    ttt-table check 'class/*.py' --json | python gradescope.py --junit > report.xml

Each part and each rule is a test of one point. A part that is wrong only through others
gets its point, since the fault is theirs. Adapt the lists to your homework.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

PARTS = [
    "initial_state",
    "player",
    "actions",
    "result",
    "winner",
    "terminal",
    "utility",
    "minimax",
]
RULES = [
    "result raises an exception for a taken cell",
    "result raises an exception for a cell off the board",
    "result returns a board of the kind that it is given",
    "minimax returns None where the game is over",
    "minimax returns one of the actions",
    *[f"{part} leaves the board as it is" for part in PARTS[1:]],
]


def tests_of(check: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield each test of a file: its name, "passed", "failed" or "missing", a text."""
    findings = {finding["name"]: finding for finding in check["findings"]}
    for name in PARTS + RULES:
        part = name.split()[0]
        if check["error"]:
            yield name, "failed", check["error"]
        elif part not in findings:
            yield name, "missing", f"there is no function {part} of a board"
        elif name not in findings and findings[part]["state"] == "unchecked":
            yield name, "failed", findings[part]["reason"]
        elif name not in findings:
            yield name, "passed", ""  # a rule that nothing breaks
        else:
            finding = findings[name]
            is_passed = finding["state"] in ("right", "others")
            yield name, "passed" if is_passed else "failed", text_of(finding)


def text_of(finding: dict[str, Any]) -> str:
    """Return what is known of a part or a rule."""
    state, wrong, tested = finding["state"], finding["wrong"], finding["tested"]
    lines = [f"{state}: wrong on {wrong} of {tested} boards"]
    if state == "right":
        lines = [f"right on {tested} boards"]
    lines += [finding["fact"], finding["reason"]]
    for example in finding["examples"]:
        board = example["board"]
        if "move" in example:
            board += f" and {example['move']}"
        lines.append(f"{board}: {example['given']}, right is {example['right']}")
    return "\n".join(filter(None, lines))


def gradescope(check: dict[str, Any]) -> str:
    """Return the results of a file: JSON as Gradescope reads it."""
    tests = [
        {
            "name": name,
            "score": int(state == "passed"),
            "max_score": 1,
            "status": "passed" if state == "passed" else "failed",
            "output": text,
        }
        for name, state, text in tests_of(check)
    ]
    return json.dumps({"tests": tests}, indent=2)


def junit(checks: list[dict[str, Any]]) -> str:
    """Return the results of several files: XML as continuous integration reads it."""
    root = ElementTree.Element("testsuites")
    for check in checks:
        suite = ElementTree.SubElement(root, "testsuite", name=printable(check["file"]))
        for name, state, text in tests_of(check):
            case = ElementTree.SubElement(suite, "testcase", name=name)
            if state != "passed":
                kind = "failure" if state == "failed" else "skipped"
                ElementTree.SubElement(case, kind, message=printable(text))
    return ElementTree.tostring(root, encoding="unicode")


def printable(text: str) -> str:
    """Escape what XML cannot hold."""
    return "".join(
        mark if mark.isprintable() or mark == "\n" else ascii(mark)[1:-1]
        for mark in text
    )


def main() -> None:
    """Read what `ttt-table check --json` prints, and print the results."""
    checks = [json.loads(line) for line in sys.stdin]
    print(junit(checks) if "--junit" in sys.argv else gradescope(checks[0]))


if __name__ == "__main__":
    main()
