"""``python -m ttt_table`` is the command line."""

from ttt_table.cli import program

if __name__ == "__main__":  # workers of some executors load this file too
    program()
