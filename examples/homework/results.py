"""Make a table of the results of a class, or Gradescope's results of one student.

    python results.py class/*.xml > class.csv      # a line for each student
    python results.py --gradescope ada.xml > results.json    # a point for each test

The files are what `pytest --junit-xml FILE` writes. One that is missing or broken is
that of a program that took too long or ended Python.
"""

import argparse
import csv
import json
import sys
from xml.etree import ElementTree

NO_RESULTS = "no results"


def results(path):
    """Return by test its verdict and its reasons; nothing if there are no results."""
    try:
        cases = list(ElementTree.parse(path).iter("testcase"))
    except (FileNotFoundError, ElementTree.ParseError, ValueError, LookupError):
        return {}  # the last two are for what Python cannot decode
    verdicts = {}
    for case in cases:
        name = case.get("name", "").removeprefix("test_function[").removesuffix("]")
        verdict = case.find("properties/property[@name='verdict'][@value]")
        verdicts[name] = (
            NO_RESULTS if verdict is None else verdict.get("value"),
            case.findtext("failure", ""),
        )
    if "wrong" not in [verdict for verdict, _ in verdicts.values()]:
        return {  # functions that spoil each other are all wrong
            name: (verdict.replace("others", "wrong"), reasons)
            for name, (verdict, reasons) in verdicts.items()
        }
    return verdicts


def gradescope(path):
    """Return Gradescope's results. What only other functions spoil has its point."""
    tests = [
        {
            "name": name,
            "score": int(verdict in ("right", "others")),
            "max_score": 1,
            "output": reasons or verdict,
        }
        for name, (verdict, reasons) in results(path).items()
    ]
    if not tests:
        reason = "no results: the program took too long, or ended Python"
        return json.dumps({"score": 0, "output": reason})
    return json.dumps({"tests": tests}, indent=2)


def print_table(paths):
    """Print a line for each student, with the verdict of each test."""
    by_student = {path.removesuffix(".xml"): results(path) for path in paths}
    names = list(dict.fromkeys(name for each in by_student.values() for name in each))
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["student", *names])
    for student, verdicts in by_student.items():
        cells = [verdicts.get(name, (NO_RESULTS,))[0] for name in names]
        table.writerow([student, *cells])


def main():
    """Print the table, or Gradescope's results."""
    parser = argparse.ArgumentParser(description="Show results of a class.")
    parser.add_argument("files", nargs="+", metavar="FILE.xml")
    parser.add_argument("--gradescope", action="store_true", help="of one file")
    options = parser.parse_args()
    if options.gradescope and len(options.files) > 1:
        parser.error("--gradescope needs exactly one file")
    sys.stdout.reconfigure(errors="backslashreplace")  # for names that are not UTF-8
    try:
        if options.gradescope:
            print(gradescope(options.files[0]))
        else:
            print_table(options.files)
    except OSError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
