"""``python -m ttt_table`` is the command line."""

import sys

from ttt_table.cli import main

if __name__ == "__main__":  # workers of some executors load this file too
    sys.exit(main())
