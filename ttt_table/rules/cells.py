"""Sets of cells: integers with bit i for cell i."""


def cells_in(mask: int) -> list[int]:
    """Return the cells of a set, in order."""
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]
