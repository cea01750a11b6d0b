"""What ttt_table.yaml calls: the share of a board's replies that keep the value."""

from statistics import mean
from typing import Any

from ttt_table import open_table
from ttt_table.answers import cell_reader
from ttt_table.play import judge

table = open_table()
read_cell = cell_reader(table)


def process_results(doc: dict[str, Any], results: list[list[str]]) -> dict[str, float]:
    """Return the score of a board, from its replies."""
    (replies,) = results
    return {"right": mean(is_right(doc["board"], reply) for reply in replies)}


def is_right(board: str, reply: str) -> bool:
    """Return whether a reply is a move that keeps the value."""
    cell = read_cell(board, reply)
    return cell is not None and judge(table, board, cell).keeps
