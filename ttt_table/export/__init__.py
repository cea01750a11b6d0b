"""Tables for other tools: rows of data, encodings for learning, pictures, C."""

__all__ = ["encodings", "rows"]  # modules, each imported when it is needed
