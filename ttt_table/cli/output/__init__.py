"""How commands print and write their results."""
