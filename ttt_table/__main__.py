"""``python -m ttt_table`` is the command line."""

import sys

if __name__ == "__main__":  # workers of some executors load this file too
    # The current folder comes first, where a json.py would be imported in place of
    # Python's own.
    if not sys.flags.safe_path:
        sys.path.append(sys.path.pop(0))

    from ttt_table.cli import program

    program()
