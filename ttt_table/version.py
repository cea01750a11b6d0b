"""The version of this package, and where it is documented."""

__version__ = "1.0.0.dev0"
SITE = "https://ttt-table.github.io/ttt-table/"
"""The address of the documents; scripts/release.py sets both."""
