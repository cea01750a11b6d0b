"""Pictures of a table, as SVG written by hand: a file a picture, each with its ``draw``."""
