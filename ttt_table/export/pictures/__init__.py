"""Pictures of a table, as SVG written by hand: a file a picture, each with its ``draw``."""

__all__ = ["board", "classes", "map", "proof"]  # rooms; loaded when one is asked for
