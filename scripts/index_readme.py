"""The README as a package index shows it, made while a distribution is built.

An index shows the page alone, so a link to a file of the checkout would lead nowhere there. Where
pyproject.toml names the project's repository the link becomes one into it, and else plain text.
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
        repository = metadata.get("urls", {}).get("Repository")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": LINK.sub(rf"[\1]({repository}/blob/main/\2)" if repository else r"\1", text),
        }
