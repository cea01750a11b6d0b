"""The table file and its tiny reader: all that a port to another language has to copy."""
