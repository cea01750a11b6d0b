"""Checks of files as JUnit's XML, which CI systems read: a suite for each file."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ttt_table.cli.output.check_results import (
    CriterionResult,
    CriterionState,
    criterion_results,
    error_text,
)
from ttt_table.cli.output.terminal import MAX_OF_A_PATH, printable
from ttt_table.homework import Check


class JunitReport:
    """A report to which suites are added, one for each file."""

    def __init__(self) -> None:
        self._suites = Element("testsuites", name="ttt-table check")

    def add_check(self, path: str, check: Check, parts: Sequence[str] = ()) -> None:
        """Add a file that was checked.

        Args:
            path: The file.
            check: Its check.
            parts: The parts that were to be checked; by default all.
        """
        results = criterion_results(check, parts)
        suite = self._add_suite(path, results)
        for result in results:
            case = _add_case(suite, path, result.name)
            if result.state is CriterionState.FAILED:
                message = result.message.splitlines()[0]
                SubElement(case, "failure", message=message).text = result.message
            elif result.state is CriterionState.MISSING:
                SubElement(case, "skipped", message=result.message)

    def add_error(self, path: str, error: Exception) -> None:
        """Add a file that could not be checked."""
        suite = SubElement(
            self._suites, "testsuite", name=_shown(path), tests="1", errors="1"
        )
        case = _add_case(suite, path, "check")
        text = error_text(error)
        SubElement(case, "error", message=text).text = text

    def _add_suite(self, path: str, results: Sequence[CriterionResult]) -> Element:
        states = [result.state for result in results]
        return SubElement(
            self._suites,
            "testsuite",
            name=_shown(path),
            tests=str(len(results)),
            failures=str(states.count(CriterionState.FAILED)),
            skipped=str(states.count(CriterionState.MISSING)),
            errors="0",
        )

    def as_bytes(self) -> bytes:
        """Return the report as a file."""
        indent(self._suites)
        xml: bytes = tostring(self._suites, encoding="utf-8", xml_declaration=True)
        return xml + b"\n"


def _add_case(suite: Element, path: str, name: str) -> Element:
    return SubElement(suite, "testcase", classname=_shown(path), name=name)


def _shown(path: str) -> str:
    # XML has no way to write most control characters.
    return printable(path, MAX_OF_A_PATH)
