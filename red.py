def move(board):
    raise ValueError('\x1b[31m')
