"""Write the page of the documents anew: ``python scripts/page.py [--screenshot]``.

A test compares the page. The screenshot needs the extra ``browser`` and Chromium.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from ttt_table.cli.page import default_tables
from ttt_table.export.page import make_page

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "play.html"
SCREENSHOT = DOCS / "pictures" / "page.png"
SHOWN = "#game=3x3k3&board=OX......."
"""The position of the screenshot: some moves lose, some draw."""


def take_screenshot() -> None:
    """Show the page with hints on, just after a move that gave the draw away."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 960, "height": 760}, color_scheme="light")
        page.goto(PAGE.as_uri() + SHOWN)
        page.check("input[name=side][value=XO]")
        page.check("#hints")
        page.locator("[role=gridcell]").nth(5).click()
        page.mouse.move(0, 0)
        page.wait_for_timeout(500)
        page.screenshot(path=SCREENSHOT)
        browser.close()


if __name__ == "__main__":
    PAGE.write_text(make_page(default_tables()), encoding="utf-8", newline="\n")
    print(f"{PAGE.name}: {PAGE.stat().st_size:,} bytes")
    if "--screenshot" in sys.argv:
        take_screenshot()
        print(f"{SCREENSHOT.name}: {SCREENSHOT.stat().st_size:,} bytes")
