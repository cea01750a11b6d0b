"""Pictures of a table as SVG: a module for each kind, with its ``draw``."""

__all__ = ["board", "classes", "map", "proof"]  # modules, imported when needed
