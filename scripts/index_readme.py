"""The README as a package index shows it, made while a distribution is built.

An index shows the page alone, so a link to a file of the checkout would lead nowhere there. Where
pyproject.toml names the project's repository the link becomes one into it, and else plain text; of
a picture its description is left then.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

IMAGE = re.compile(r"!\[([^]]+)\]\((?!https?:)([^)]+)\)")
LINK = re.compile(r"\[(!\[[^]]*\]\([^)]*\)|[^]]+)\]\((?!https?:|#)([^)]+)\)")


class ReadmeHook(MetadataHookInterface):  # type: ignore[misc]  # hatchling need not be installed
    """Gives the readme, which pyproject.toml calls dynamic."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the readme's text."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        repository = metadata.get("urls", {}).get("Repository")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": for_index(text, repository),
        }


def for_index(text: str, repository: str | None) -> str:
    """The text with its links and pictures as an index can follow them."""
    text = IMAGE.sub(rf"![\1]({repository}/raw/main/\2)" if repository else r"\1", text)
    return LINK.sub(rf"[\1]({repository}/blob/main/\2)" if repository else r"\1", text)
