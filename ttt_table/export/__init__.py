"""Tables for other tools: rows of data, pictures, a page to play on, C."""

__all__ = ["encodings", "rows"]  # two rooms; nothing is loaded until one is asked for
