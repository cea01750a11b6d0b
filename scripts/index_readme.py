"""The README as a package index shows it, made while a distribution is built.

An index shows the page alone, so its links and pictures lead to the release's tag in the
repository, and the page to play on to where it is published. pyproject.toml has both addresses.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"\[([^]]+)\]\((?!https?:|#)([^)]+)\)")


class ReadmeHook(MetadataHookInterface):  # type: ignore[misc]  # hatchling need not be installed
    """Gives the readme, which pyproject.toml calls dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the readme's text."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": for_index(text, metadata["urls"], metadata["version"]),
        }


def for_index(text: str, urls: dict[str, str], version: str) -> str:
    """The text with its links and pictures as an index can follow them."""
    repository, tag = urls["Repository"], f"v{version}"
    text = text.replace("](docs/play.html)", f"]({urls['Homepage']}play.html)")
    text = text.replace('src="', f'src="{repository}/raw/{tag}/')
    return LINK.sub(rf"[\1]({repository}/blob/{tag}/\2)", text)
