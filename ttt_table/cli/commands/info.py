"""``ttt-table info``: describe table files, as ``build`` does with a new one."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from ttt_table.cli.arguments import add_tables, table_path
from ttt_table.results import Result, find_each
from ttt_table.results.info import FIELDS as FIELDS
from ttt_table.results.info import info


def describe(command: argparse.ArgumentParser) -> None:
    add_tables(command)


def run(options: argparse.Namespace) -> Iterable[Result]:
    return find_each("file", options.tables, lambda name: info(table_path(name)))
