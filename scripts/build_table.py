"""Write the shipped table. With arguments, do the same as ``ttt-table build``."""

import sys
from pathlib import Path

from ttt_table.cli import main

SHIPPED = Path(__file__).resolve().parents[1] / "data" / "tictactoe.msgpack"

if __name__ == "__main__":
    arguments = sys.argv[1:] or ["-o", str(SHIPPED)]
    sys.exit(main(["build", *arguments]))
