"""Grade a player that moves as a model answered: python play_answers.py answers.jsonl.

Each row of the file has a board of tic-tac-toe and an answer. A row without an answer,
or with one that is not readable or illegal, loses the game. An answer counts for all
boards that are equal to its own up to symmetry; the last row about a board counts.
"""

import json
import sys
from pathlib import Path

from ttt_table import open_table, symmetries
from ttt_table.answers import cell_reader
from ttt_table.grading import grade

table = open_table()
read_cell = cell_reader(table)
cells: dict[str, int | None] = {}
for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
    row = json.loads(line)
    cells[row["board"]] = read_cell(row["board"], row["answer"])


def move(board: str) -> int | None:
    """Return the cell that was answered to a board, or to a symmetric one."""
    for order in symmetries(table.game):
        image = "".join(board[cell] for cell in order)
        if image in cells:
            cell = cells[image]
            return cell if cell is None or cell < 0 else order[cell]
    # The prompts leave out the boards on which every legal move keeps the value.
    return table.legal_moves(board)[0]


# If all boards were asked, `cells.get` does for `move`.
if __name__ == "__main__":
    print(grade(move, table=table, as_is=True, quiet=True).summary())
