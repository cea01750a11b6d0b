"""The table file and its reader: all that a port to another language has to copy."""
