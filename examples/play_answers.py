"""Grade a player that moves as a model answered. The first command reads the answers.

    ttt-table answers answers.jsonl --rows rows.csv
    python play_answers.py rows.csv

A row without a cell, or with an illegal one, loses the game. An answer counts for all
boards that are equal to its own up to symmetry; the last row about a board counts.
"""

import argparse
import csv
from functools import partial
from pathlib import Path

from ttt_table import open_table, symmetries
from ttt_table.grading import grade

TABLE = open_table()


def move(cells: dict[str, int | None], board: str) -> int | None:
    """Return the cell that was answered to a board, or to a symmetric one."""
    for order in symmetries(TABLE.game):
        image = "".join(board[cell] for cell in order)
        if image in cells:
            cell = cells[image]
            return None if cell is None else order[cell]
    # The prompts leave out the boards on which every legal move keeps the value. If all
    # boards were asked, `cells.get` does for `move`.
    return TABLE.legal_moves(board)[0]


def read_cells(path: str, model: str | None) -> dict[str, int | None]:
    """Return the cell that a model answered to each board; None for no cell.

    Raises:
        OSError: The file cannot be read.
        ValueError: It has no such rows, or rows of several models, and none is named.
    """
    cells_of_model: dict[str, dict[str, int | None]] = {}
    try:
        with Path(path).open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                cells = cells_of_model.setdefault(row["model"], {})
                cells[row["board"]] = int(row["cell"]) if row["cell"] else None
    except (ValueError, KeyError, TypeError, csv.Error):
        raise ValueError(f"ttt-table answers --rows has not written {path}") from None
    if model is None and len(cells_of_model) == 1:
        (model,) = cells_of_model
    if model not in cells_of_model:
        names = ", ".join(map(repr, cells_of_model)) or "none"
        raise ValueError(f"name one of the models in {path}: {names}")
    if not all(board in TABLE for board in cells_of_model[model]):
        raise ValueError(f"{path} has boards of another game than {TABLE.game}")
    return cells_of_model[model]


def main(arguments: list[str] | None = None) -> None:
    """Print the grade of a model."""
    parser = argparse.ArgumentParser(description="Grade a model as a player.")
    parser.add_argument("file", metavar="rows.csv")
    parser.add_argument("model", nargs="?", help="needed if the file has several")
    options = parser.parse_args(arguments)
    try:
        cells = read_cells(options.file, options.model)
    except (OSError, ValueError) as error:
        parser.error(ascii(str(error))[1:-1])
    player = partial(move, cells)
    print(grade(player, table=TABLE, as_is=True, quiet=True).summary())


if __name__ == "__main__":
    main()
