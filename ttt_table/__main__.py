"""``python -m ttt_table`` is the command line."""

import sys

from ttt_table.cli import main

sys.exit(main())
