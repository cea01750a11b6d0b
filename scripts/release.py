"""Set the version and the public addresses in every file that repeats them.

    python scripts/release.py 1.0.0                      # a release, dated today
    python scripts/release.py 1.0.0 --date 2026-12-01
    python scripts/release.py 1.1.0.dev0                 # afterwards

The addresses are those of ``[project.urls]`` in pyproject.toml. A development version
has no date, and its BibTeX entry no address, since nothing is published there.
"""

from __future__ import annotations

import argparse
import datetime
import re
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
VERSION = re.compile(r"\d+\.\d+\.\d+(rc\d+|\.dev\d+)?")
TITLE = "ttt-table: perfect play, precomputed"
AUTHORS = "The ttt-table authors"


class Release(NamedTuple):
    """What the files say of a version."""

    version: str
    """The version as Python writes it, such as ``1.0.0rc1``."""
    date: str
    """The day of the release, such as ``2026-12-01``; empty if there is none yet."""
    homepage: str
    """The address of the site, with a slash at its end."""
    repository: str
    """The address of the repository."""

    @property
    def npm_version(self) -> str:
        """The version as npm writes it, such as ``1.0.0-rc.1``."""
        return re.sub(r"\.?(dev|rc)", r"-\1.", self.version)

    @property
    def number(self) -> str:
        """The number of the release, such as ``1.0.0``, also of what precedes it."""
        return self.npm_version.partition("-")[0]

    @property
    def heading(self) -> str:
        """The first heading of the changelog."""
        return f"## {self.number} ({self.date or 'unreleased'})"


def main(arguments: list[str]) -> None:
    """Set what the arguments say, and name the files that have changed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("version", metavar="VERSION")
    parser.add_argument("--date", type=datetime.date.fromisoformat, metavar="DATE")
    options = parser.parse_args(arguments)
    if not VERSION.fullmatch(options.version):
        parser.error(
            "a version is such as 1.0.0, 1.0.0rc1 or 1.1.0.dev0, "
            f"not {options.version!r}"
        )
    is_released = "dev" not in options.version
    if options.date and not is_released:
        parser.error("a development version has no date")
    date = options.date or datetime.date.today()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    urls = project["project"]["urls"]
    release = Release(
        version=options.version,
        date=str(date) if is_released else "",
        homepage=urls["Homepage"],
        repository=urls["Repository"],
    )
    for path, text in files_of(ROOT, release).items():
        if path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(path.relative_to(ROOT))


def files_of(root: Path, release: Release) -> dict[Path, str]:
    """Return the new text of each file that repeats the version or an address.

    Args:
        root: The folder of the repository.
        release: What the files are to say.

    Raises:
        ValueError: A file lacks what was to be replaced.
    """
    version = release.version
    npm = release.npm_version
    replacements = {
        "ttt_table/version.py": {
            '(?<=__version__ = ")[^"]*': version,
            '(?<=SITE = ")[^"]*': release.homepage,
        },
        "page/js/address/published.js": {'(?<=SITE = ")[^"]*': release.homepage},
        "CITATION.cff": {
            "(?<=\nversion: )[^\n]*(\ndate-released: [^\n]*)?": version
            + (f"\ndate-released: {release.date}" if release.date else ""),
            "(?<=\nurl: )[^\n]*": release.homepage,
            "(?<=\nrepository-code: )[^\n]*": release.repository,
        },
        "docs/counts.md": {
            "(?<=\n> ttt-table )[^,]*": version,
            r"@software\{.*?\n\}": bibtex(release),
        },
        "readers/c/ttt_table.h": {r"(?<=ttt_table\.h )\S+(?=: perfect)": npm},
        "ttt_table/runtime.py": {
            r"(?<=runtime of ttt-table )\S+(?=: perfect)": version
        },
        "readers/js/ttt-table.js": {r"(?<=ttt-table )\S+(?=: answers)": npm},
        "readers/js/package.json": {
            '(?<="version": ")[^"]*': npm,
            '(?<="homepage": ")[^"]*': release.homepage,
            r'(?<="url": "git\+)[^"]*': f"{release.repository}.git",
        },
        "CHANGELOG.md": {r"(?<=\n)## \S+ \([^)]*\)": release.heading},
    }
    texts = {}
    for name, replaced in replacements.items():
        path = root / name
        text = path.read_text(encoding="utf-8")
        for pattern, new in replaced.items():
            match = re.search(pattern, text, re.DOTALL)
            if match is None:
                raise ValueError(f"{name} has nothing that matches {pattern}")
            text = text[: match.start()] + new + text[match.end() :]
        texts[path] = text
    return texts


def bibtex(release: Release) -> str:
    """Return the entry with which the software is cited."""
    fields = {"author": f"{{{AUTHORS}}}", "title": TITLE, "version": release.version}
    if release.date:
        fields["date"] = release.date
        fields["url"] = release.repository
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    return "\n".join(["@software{ttt_table,", *lines, "}"])


if __name__ == "__main__":
    main(sys.argv[1:])
