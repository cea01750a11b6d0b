// The lines of Hex, found here for its puzzles; `ttt_table/rules/families.py` finds the same.

/**
 * Return the minimal chains of cells from the left side of a board of hexagons to the right one;
 * such a chain needs all of its cells.
 */
export function hexLines(rows, cols) {
  const chains = [];
  const leftSide = Array.from({ length: rows }, (_, row) => row * cols);

  // A chain that touches one of its earlier cells again, or the left side, has cells to spare.
  function extend(chain, closed) {
    const last = chain.at(-1);
    if (last % cols === cols - 1) {
      chains.push(chain);
      return;
    }
    const onwards = neighbours(last, rows, cols).filter((cell) => !closed.includes(cell));
    for (const cell of onwards) {
      extend([...chain, cell], [...closed, ...onwards]);
    }
  }

  for (const cell of leftSide) {
    extend([cell], leftSide);
  }
  return chains;
}

/** Return the minimal chains from the upper side to the lower one. */
export function hexLinesDown(rows, cols) {
  const turned = (cell) => (cell % rows) * cols + Math.floor(cell / rows);
  return hexLines(cols, rows).map((chain) => chain.map(turned));
}

/** The cells that touch a cell: in its row, in the one above, and in the one below. */
function neighbours(cell, rows, cols) {
  const row = Math.floor(cell / cols);
  const col = cell % cols;
  const around = [
    [row, col - 1],
    [row, col + 1],
    [row - 1, col],
    [row - 1, col + 1],
    [row + 1, col - 1],
    [row + 1, col],
  ];
  const onBoard = around.filter(
    ([otherRow, otherCol]) => otherRow >= 0 && otherRow < rows && otherCol >= 0 && otherCol < cols,
  );
  return onBoard.map(([otherRow, otherCol]) => otherRow * cols + otherCol);
}
