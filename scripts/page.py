"""Write the page of the documents anew: ``python scripts/page.py``. A test compares it."""

from __future__ import annotations

from pathlib import Path

from ttt_table.cli.page import default_tables
from ttt_table.export.page import make_page

GOAL = Path(__file__).parents[1] / "docs" / "play.html"

if __name__ == "__main__":
    GOAL.write_text(make_page(default_tables()), encoding="utf-8", newline="\n")
    print(f"{GOAL.name}: {GOAL.stat().st_size:,} bytes")
