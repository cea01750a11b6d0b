"""``ttt-table audit``: check a table by the rules, and compare its counts."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from ttt_table.audit import audit
from ttt_table.cli.arguments import add_jobs, add_quiet, add_tables, table_path
from ttt_table.results import Result, find_each
from ttt_table.results.audited import FIELDS as FIELDS
from ttt_table.results.audited import audited


def describe(command: argparse.ArgumentParser) -> None:
    add_tables(command)
    add_jobs(command)
    add_quiet(command)


def run(options: argparse.Namespace) -> Iterable[Result]:
    def find(name: str) -> Result:
        path = table_path(name)
        return audited(path, audit(path, quiet=options.quiet, jobs=options.jobs))

    return find_each("file", options.tables, find)
