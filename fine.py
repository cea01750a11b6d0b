def move(board): return board.index('.')
