"""Tables for other tools: rows of data, pictures, C."""

__all__ = ["rows"]  # modules, each imported when it is needed
