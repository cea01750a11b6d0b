"""HTML taken apart: elements, each with its attributes and the text directly within."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser


class Elements(HTMLParser):
    """The elements of a page in their order, end tags among them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        # Text that follows it belongs to no element that is searched for.
        self.found.append((f"/{tag}", {}, []))

    def handle_data(self, data: str) -> None:
        if self.found:
            self.found[-1][2].append(data)

    def texts(self, tag: str, **wanted: str) -> list[str]:
        """The text of each element with a tag and these attributes."""
        return [
            "".join(data)
            for name, attributes, data in self.found
            if name == tag and wanted.items() <= attributes.items()
        ]


def digest(text: str) -> str:
    """The digest by which a content security policy names a script or a style."""
    sha = sha256(text.encode()).digest()
    return f"'sha256-{b64encode(sha).decode()}'"
